"""`guandan-sim replay --list`: lists deals by how they ended, so that one can be chosen to look at."""

import shlex
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from guandan_sim.cli.options import print_json, refuse_idle
from guandan_sim.terms import counted

if TYPE_CHECKING:
    from guandan_sim.measure.outcomes import Outcome, Outcomes

# As many as fit on a screen.
SHOWN = 20


@Parameter(name="*")
@dataclass(frozen=True)
class Listing:
    """The options that ask for a list of deals in place of the deals themselves."""

    list_: Annotated[
        bool,
        Parameter(
            name="--list",
            negative="",
            help="List the deals: who won, by how much, and how the same cards ended with the sides swapped.",
        ),
    ] = False
    lost: Annotated[str | None, Parameter(help="List the deals that this strategy lost, the greatest loss first.")] = (
        None
    )
    limit: Annotated[int | None, Parameter(help=f"Deals in a list [default: {SHOWN}]")] = None

    @property
    def is_asked(self) -> bool:
        """Whether a list is asked for. Raises `PlanError` for a limit of no list."""
        asked = self.list_ or self.lost is not None
        if not asked:
            refuse_idle("without --list or --lost", limit=self.limit)
        return asked


def show_list(path: str, found: "Outcomes", *, lost: str | None, json: bool) -> None:
    """Prints a list of deals and the command that shows the first of them."""
    if json:
        print_json([asdict(one) for one in found.shown])
        return
    from guandan_sim.report import text

    if lost is None:
        said = counted(found.deals, "deal")
    else:
        said = f"{lost} lost {found.chosen:,} of {counted(found.deals, 'deal')}"
        if found.always:
            said += f", {found.always:,} of them with the sides swapped too"
    rotated = any(one.rotated for one in found.shown)
    headings = ["match", "deal", "level", "winner", "finish", "levels", *(["sides swapped"] if rotated else [])]
    rows = [[*_cells(one), *([_others(one, lost)] if rotated else [])] for one in found.shown]
    text.show(text.table(headings, rows, title=said))
    if found.chosen > len(found.shown):
        text.show(f"the first {len(found.shown):,}; --limit shows more")
    if found.shown:
        first = found.shown[0]
        again = ["guandan-sim", "replay", path, "--match", f"{first.match}", "--deal", f"{first.deal}"]
        text.show("", f"To see the first: {shlex.join(again)}")


def _cells(one: "Outcome") -> list[str]:
    """The cells of a deal but for how the same cards ended in other rotations."""
    levels = "" if one.levels is None else f"{one.levels}"
    return [f"{one.match}", f"{one.deal}", one.level, one.winner, one.finish, levels]


def _others(one: "Outcome", lost: str | None) -> str:
    """How the same cards ended in the other rotations: who won, or whether the strategy `lost` won or lost."""
    said = []
    for other in one.rotated:
        how = other.winner if lost is None else "won" if other.winner == lost else "lost"
        said.append(f"match {other.match}: {how} by {other.levels}")
    return ", ".join(said)
