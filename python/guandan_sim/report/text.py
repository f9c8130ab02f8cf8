"""Text for the terminal: tables, lines, cards, and a run's summary; plain where the output is no terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from guandan_sim.terms import counted

if TYPE_CHECKING:
    from guandan_sim.measure.summary import MatchNumbers, Summary
    from guandan_sim.stats import Estimate

# In columns; in less than three cyclopts lays out help for ever.
_LEAST_WIDTH = 40
# Suits by the first letter of a card, told apart as in four-colour packs; jokers by their name.
_COLOURS = {"S": "", "H": "red", "C": "green", "D": "blue"}
_JOKERS = {"SB": "bold", "HR": "bold red"}


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str | Text]], *, title: str | None = None, numbers: bool = True
) -> Table:
    """A table for the terminal. All columns but the first are aligned as numbers, with `numbers=False` as text."""
    made = Table(box=None, pad_edge=False)
    for place, heading in enumerate(headings):
        made.add_column(heading, justify="right" if numbers and place else "left", overflow="fold")
    for row in rows:
        made.add_row(*row)
    if title is None:
        return made
    # A title of the table itself would be folded to its width.
    titled = Table.grid()
    titled.add_row(Text(title, style="bold"))
    titled.add_row(made)
    return titled


def console(file: IO[str] | None = None) -> Console:
    """A console that prints to `file` [default: standard output] as it stands, never too narrow for tables and help."""
    made = Console(file=file, highlight=False, emoji=False)
    made.width = max(made.width, _LEAST_WIDTH)
    return made


def show(*parts: Table | Text | str) -> None:
    """Prints tables and lines; nothing in them is taken for markup."""
    here = console()
    for part in parts:
        here.print(part, markup=False, soft_wrap=not isinstance(part, Table))


def coloured(cards: Iterable[str], wild: str) -> Text:
    """Cards with blanks between them and coloured suits; an asterisk marks each card that is the `wild`.

    >>> coloured(["S7", "H5", "HR"], wild="H5").plain
    'S7 H5* HR'
    """
    text = Text()
    for place, card in enumerate(cards):
        style = _JOKERS.get(card) or _COLOURS[card[0]]
        text.append(" " if place else "")
        text.append(card + "*" if card == wild else card, f"bold {style}" if card == wild else style)
    return text


def per_cent(estimate: "Estimate") -> str:
    """A share in per cent with its interval."""
    if estimate.value is None:
        return "none"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.2%}"
    return f"{estimate.value:.2%} [{estimate.low:.2%}, {estimate.high:.2%}]"


def decision_times(found: Mapping[str, float | None]) -> str:
    """A line with the microseconds that each strategy takes for a decision.

    >>> decision_times({"lowest": 0.0412, "rollout": 51234.5, "client:me": None})
    'microseconds a decision: lowest 0.041, rollout 51,234, client:me not measured'
    """

    def shown(time: float | None) -> str:
        if time is None:
            return "not measured"
        return f"{time:,.0f}" if time >= 100 else f"{time:.2g}" if time < 10 else f"{time:.0f}"

    return f"microseconds a decision: {', '.join(f'{name} {shown(time)}' for name, time in found.items())}"


def summary(found: "Summary") -> list[Table | str]:
    """A run's summary as tables and lines."""
    plan = found.plan
    what = "deals" if plan.unit == "deal" else "matches"
    blocks = found.sides[0].wins.n
    sides = table(
        ["side", f"{what} won [95 % interval]"],
        [[side.name, per_cent(side.wins)] for side in found.sides],
        title=f"{counted(found.deals, 'deal')}, {plan.rules.label}"
        + (f", level {plan.level}" if plan.unit == "deal" else f", {counted(found.matches, 'match')}")
        + (f", {counted(blocks, 'block')} of {plan.rotations}" if plan.rotations > 1 else ""),
    )
    patterns = table(["finish", "deals"], [[name, f"{value:.2%}"] for name, value in found.patterns.items()])
    means = table(
        ["a deal", "mean"], [[name.replace("_", " "), f"{value:.3f}"] for name, value in found.per_deal.items()]
    )
    kinds = table(["kind", "plays a deal"], [[kind, f"{value:.4f}"] for kind, value in found.kinds.items()])
    beside = Table.grid(padding=(0, 4))
    beside.add_row(patterns, means, kinds)
    of_matches: list[Table | str] = ["", _matches(found.match_numbers)] if found.match_numbers else []
    left_out = f"{counted(found.left_out, 'block')} left out: a strategy failed in them; run.log says where"
    return [sides, "", beside, *of_matches, *(["", left_out] if found.left_out else [])]


def _matches(found: "MatchNumbers") -> Table:
    """The numbers of a run of matches that single deals do not have."""

    def shares(heading: str, what: str, values: dict[str, float]) -> Table:
        return table([heading, what], [[name, f"{value:.2%}"] for name, value in values.items() if value])

    means = [
        ["deals", f"{found.deals_a_match:.2f}"],
        ["failed attempts at A", f"{found.ace_failures_a_match:.3f}"],
        ["falls from A", f"{found.falls_a_match:.3f}"],
    ]
    beside = Table.grid(padding=(0, 4))
    beside.add_row(
        table(["a match", "mean"], means),
        shares("ended by", "matches", found.ended_by),
        shares("tribute", "later deals", found.tribute),
        shares("last level", "teams", found.levels),
    )
    return beside
