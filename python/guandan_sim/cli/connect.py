"""`guandan-sim connect`: plays at a contest server with one of our strategies."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from guandan_sim.arguments import check_whole
from guandan_sim.cli.options import Json, RulesOptions, print_json
from guandan_sim.cli.stderr import say
from guandan_sim.errors import GuandanError, PlanError
from guandan_sim.options import LARGEST_SEED
from guandan_sim.terms import counted

if TYPE_CHECKING:
    from guandan_sim.bots.client import SeatResult


def connect(
    url: str,
    /,
    *,
    strategy: Annotated[str, Parameter(help="Strategy that decides.")] = "tempo",
    seats: Annotated[int, Parameter(help="How many seats to take, 1 to 4: a connection each, made in order.")] = 1,
    rules: RulesOptions | None = None,
    seed: Annotated[int | None, Parameter(help="Seed of the strategy's random numbers [default: drawn]")] = None,
    json: Json = False,
) -> None:
    """Play at a contest server.

    Parameters
    ----------
    url
        Address of the server, such as ws://127.0.0.1:23456/game/alice; the path may be left out.
    """
    from guandan_sim.bots.clients import missing

    try:
        from guandan_sim.bots.client import play
    except ImportError:
        raise missing("connect") from None
    from guandan_sim.bots.asking import closing
    from guandan_sim.plan import draw_seed
    from guandan_sim.strategies import strategy as named

    chosen = (rules or RulesOptions()).resolve()
    count = check_whole("--seats", seats, 1, 4)
    deciding = [named(strategy) for _ in range(count)]
    if not hasattr(deciding[0], "act"):
        raise PlanError(f"strategy {strategy}: expected one that is asked one decision at a time, by act(view, legal)")
    drawn = draw_seed() if seed is None else check_whole("--seed", seed, 0, LARGEST_SEED)
    with closing(deciding):
        results = play(url, deciding, chosen, drawn, say)
    if json:
        print_json([asdict(result) for result in results])
    else:
        for result in results:
            print(_line(result))
    wrong = next((result.error for result in results if result.error), None)
    if wrong:
        raise GuandanError(f"{url}: {wrong}")


def _line(result: "SeatResult") -> str:
    """What became of a seat, for people."""
    said = [f"seat {result.seat}: {counted(result.deals, 'deal')}"]
    if result.victories is not None:
        said.append(f"{counted(result.victories, 'game')} won")
    if result.draws:
        said.append(f"{result.draws} drawn")
    return ", ".join(said)
