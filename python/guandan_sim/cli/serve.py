"""`guandan-sim serve`: a contest server, whose clients play in a run."""

from collections.abc import Callable
from contextlib import suppress
from json import dumps
from typing import Annotated, Literal, TypedDict, cast

from cyclopts import Parameter

from guandan_sim.cli.options import Json, refuse_idle
from guandan_sim.cli.progress import Kind
from guandan_sim.cli.run import Named, simulated
from guandan_sim.cli.stderr import say
from guandan_sim.errors import GuandanError, PlanError
from guandan_sim.options import OnError, Options
from guandan_sim.store import manifest
from guandan_sim.store.places import place_of
from guandan_sim.store.runlog import RunLog
from guandan_sim.strategies import split

# Rows of a part for each table. Clients play thousands of times slower than built-in strategies, and an interruption
# costs the part in hand.
_ROWS_A_TABLE = {"deals": 64, "matches": 8}
_CLIENT, _ANY_CLIENT = "client", "client:any"


class Played(TypedDict, total=False):
    """What is played, besides the options of a plan."""

    rules: str
    """Name of a preset, or path of a TOML file [default: institute]"""
    set: tuple[str, ...]
    """Change a field of the rules: field=value. Repeatable."""
    out: str
    """Directory or address of the data set [default: a new directory under runs/]"""


class Serving(TypedDict, total=False):
    """How the server plays. The data does not depend on these options."""

    tables: int
    """How many matches are played at the same time, each by clients of its own [default: 1]"""
    host: str
    """Address to listen at; 0.0.0.0 lets clients of other machines in [default: 127.0.0.1]"""
    port: int
    """Port to listen at; 0 takes a free one [default: 23456]"""
    form: Literal["list", "string"]
    """How actions are written: list as in contests, or string as in the Windows build v1006 [default: list]"""
    turn_limit: float | None
    """Seconds that a client may take for an answer [default: no limit]"""
    when_late: Literal["wait", "lowest", "forfeit"]
    """When time is up: wait on, pass or play the lowest, or forfeit, which the client fails by [default: wait]"""


def serve(
    *,
    seats: str | None = None,
    resume: Annotated[str | None, Parameter(help="Continue the run in this directory.")] = None,
    options: Annotated[Options | None, Parameter(name="*")] = None,
    played: Annotated[Played | None, Parameter(name="*")] = None,
    serving: Annotated[Serving | None, Parameter(name="*")] = None,
    on_error: OnError = "stop",
    progress: Kind = "auto",
    json: Json = False,
) -> None:
    """Serve contest clients and print a summary of what they played.

    Parameters
    ----------
    seats
        One for all, two for the teams or four for the seats: client, client:NAME, or strategies [default: client].
    on_error
        When a client fails: stop, or continue without its block.
    """
    from guandan_sim.bots.clients import missing

    try:
        from guandan_sim.bots import server
        from guandan_sim.bots.connection import Limit
    except ImportError:
        raise missing("serve") from None

    asked: Options = {**(options or {})}
    given = cast("Named", {**(played or {})})
    wanted = serving or {}
    if resume is None:
        given["strategies"] = _strategies(_CLIENT if seats is None else seats)
        if asked.get("part_size") is None:
            rows = _ROWS_A_TABLE["matches" if asked.get("matches") else "deals"] * wanted.get("tables", 1)
            # The plan refuses rotations below 1.
            asked["part_size"] = _rows(rows, max(1, asked.get("rotations", 1)))
    elif seats is not None:
        raise PlanError(f"--resume continues with the plan in {resume}: leave out --seats")
    if wanted.get("turn_limit") is None:
        refuse_idle("without --turn-limit", when_late=wanted.get("when_late"))
    settings = server.Settings(
        host=wanted.get("host", server.DEFAULT_HOST),
        port=wanted.get("port", server.DEFAULT_PORT),
        tables=wanted.get("tables", 1),
        form=wanted.get("form", "list"),
        limit=Limit(wanted.get("turn_limit"), wanted.get("when_late", "wait")),
        say=_logged(given.get("out", resume), progress),
    )
    flags = [text for key, value in wanted.items() for text in (f"--{key.replace('_', '-')}", str(value))]
    flags += ["--on-error", on_error] if on_error != "stop" else []
    with server.serving(settings):
        simulated(
            ["guandan-sim", "serve"],
            flags,
            resume=resume,
            options=asked,
            named=given,
            how={"on_error": on_error},
            progress=progress,
            json=json,
        )


def _strategies(seats: str) -> str:
    """The strategies that the seats name. Raises `PlanError` when no client is among them."""
    found = [_ANY_CLIENT if text == _CLIENT else text for text in split(seats)]
    if not any(text.startswith(f"{_CLIENT}:") for text in found):
        raise PlanError(f"--seats {seats}: expected a client among them, such as client,tempo")
    return ",".join(found)


def _rows(least: int, rotations: int) -> int:
    """So many rows or a few more, which make whole blocks."""
    return -(-least // rotations) * rotations


def _logged(path: str | None, progress: Kind) -> Callable[[str], None]:
    """Says lines on standard error, beside JSON as JSON, and in the log of the run once there is one."""

    def line(text: str) -> None:
        say(dumps({"log": text}, ensure_ascii=False) if progress == "json" else text)
        # The run may be at its beginning, or its disk full, of which it tells itself.
        with suppress(GuandanError):
            if path is not None and manifest.NAME in place_of(path).names():
                RunLog(place_of(path)).say(text)

    return line
