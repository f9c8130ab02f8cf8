"""A hand on the terminal: its readings, its evaluation, and the legal plays from it."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rich.table import Table
from rich.text import Text

from guandan_sim._core import Hand, HandEvaluation, Play
from guandan_sim.report.text import coloured, table
from guandan_sim.terms import counted

# So many plays fit on a screen; more are summed up.
_LISTED = 40


def lines(
    hand: Hand,
    level: str,
    rules: str,
    *,
    readings: Sequence[Play],
    evaluation: HandEvaluation | None,
    plays: Sequence[Play],
    to_beat: str | None,
    every: bool,
) -> list[Table | Text | str]:
    """The parts of a hand's description. Many plays are summed up by kind, unless `every` play is to be listed."""
    wild = "H" + level
    title = Text.assemble(coloured(hand, wild), f"  ({counted(len(hand), 'card')}, level {level}, {rules})")
    as_one = "; ".join(str(play) for play in readings) or "no combination"
    said: list[Table | Text | str] = [title, "", f"As one play: {as_one}"]
    if evaluation is not None:
        said += ["", *_evaluated(evaluation, wild)]
    found = _so_many(len(plays)) + (f" to beat {to_beat}" if to_beat else "")
    if every or len(plays) <= _LISTED:
        return [*said, "", _listed(plays, wild, title=found)]
    return [*said, "", _summed_up(plays, title=f"{found} (--all lists them)")]


def _evaluated(found: HandEvaluation, wild: str) -> list[Table | Text | str]:
    """The numbers of an evaluation, and the decomposition that keeps most control."""
    numbers = [
        ["fewest plays", f"{found.min_plays}"],
        ["bombs", f"{found.natural_bombs}" + (f" + {found.wild_bombs} with wilds" if found.wild_bombs else "")],
        ["control cards", f"{found.control_cards}"],
        ["points of control", f"{found.control}"],
    ]
    shown = Table.grid(padding=(0, 2))
    for name, number in numbers:
        shown.add_row(name, number)
    strongest = _listed(found.strongest, wild, title=f"In {_so_many(found.min_plays)}, keeping most control")
    return [shown, "", strongest] if found.min_plays else [shown]


def _so_many(plays: int) -> str:
    return counted(plays, "play")


def _listed(plays: Sequence[Play], wild: str, *, title: str) -> Table:
    """A table with a row for each play."""
    rows = [(play.kind, play.rank, coloured(play.cards, wild), _stands_for(play)) for play in plays]
    return table(["kind", "rank", "cards", "wilds stand for"], rows, title=title, numbers=False)


def _stands_for(play: Play) -> str:
    pairs = zip(play.cards, play.stands_for, strict=True)
    return " ".join(meant for card, meant in pairs if card != meant)


def _summed_up(plays: Sequence[Play], *, title: str) -> Table:
    """A table with a row for each kind, and for each size of bombs: how many plays there are, in all and by rank."""
    rows = []
    for (kind, size), alike in groupby(plays, key=lambda play: (play.kind, play.size)):
        ranks = Counter(play.rank for play in alike)
        each = [f"{rank}x{n}" if n > 1 else rank for rank, n in ranks.items()]
        rows.append([f"bomb of {size}" if kind == "bomb" else kind, f"{ranks.total()}", " ".join(each).strip()])
    made = table(["kind", "plays", "by rank"], rows, title=title)
    made.columns[-1].justify = "left"
    return made
