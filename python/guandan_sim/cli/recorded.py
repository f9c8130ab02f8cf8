"""What deals begin with, for the commands that take it: given hands, or a position of a recorded deal."""

import json
from dataclasses import dataclass
from typing import Annotated, TypedDict

from cyclopts import Parameter

from guandan_sim._core import Deal, read_record
from guandan_sim.cli.options import RulesOptions
from guandan_sim.cli.runs import RUN_HELP, run_at
from guandan_sim.errors import IllegalPlay, NotationError, PlanError, RulesError
from guandan_sim.formats.recorded import lines_of


class Hands(TypedDict, total=False):
    """The options for what every single deal begins with."""

    hands: tuple[str, str, str, str]
    """Cards of the four seats in every single deal, each in quotes; random for a hand dealt at random"""
    leader: int
    """Seat that leads every deal, with --hands [default: drawn]"""
    played: tuple[str, ...]
    """With --hands and --leader: a play or pass made before, as "pair T: HT DT", its cards, or pass. Repeatable."""


@Parameter(name="*")
@dataclass(frozen=True)
class Recorded:
    """The options that choose a position of a recorded deal."""

    source: Annotated[
        str | None,
        Parameter(name="--from", help="The recorded deal: a file of records, or the directory of a run or comparison."),
    ] = None
    run: Annotated[str | None, Parameter(help=RUN_HELP)] = None
    match: Annotated[int | None, Parameter(help="Number of the match [default: 0]")] = None
    deal: Annotated[int | None, Parameter(help="Number of the deal in its match [default: 0]")] = None
    play: Annotated[
        int | None, Parameter(help="Number of the play or pass before which to begin, from 0 [default: 0]")
    ] = None


def recorded_deal(path: str, wanted: Recorded, options: RulesOptions | None) -> Deal:
    """The recorded deal at the play asked for. Raises `PlanError`, `NotationError`, `IllegalPlay` and `StoreError`."""
    path = run_at(path, wanted.run)
    match, deal = wanted.match or 0, wanted.deal or 0
    stored, lines = lines_of(path, match)
    rules = stored if options is None else options.resolve()
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(read_record(line))
            if (record["match"], record["deal"]) == (match, deal):
                return Deal.from_record(line, play=wanted.play or 0, rules=rules)
        except (NotationError, IllegalPlay) as error:
            raise type(error)(f"{path}, line {number}: {error}") from error
        except RulesError as error:
            raise RulesError(f"{path}, line {number}: {error}; --rules says by which it was played") from error
    raise PlanError(f"{path}: no record of match {match}, deal {deal}")
