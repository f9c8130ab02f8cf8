"""Charts that runs and comparisons both have, as data: what was counted, with titles and what is to be seen in it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from guandan_sim.report.page import Amounts, Bars, Course, Grid, GridCell
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.words import Count
from guandan_sim.terms import LEVELS

if TYPE_CHECKING:
    from guandan_sim.report.words import Words

# More bars than this are put together, a few values a bar.
_MOST_BARS = 40
# A share of fewer deals than this says more about luck than about the levels.
LEAST_OBSERVED = 20


def headings(series: Sequence[str], words: "Words") -> tuple[str, ...]:
    """What a table calls the number and the share of each series."""
    return tuple(words(f"table.{what}", series=name) for name in series for what in ("number", "share"))


def histogram(name: str, unit: str, counted: Mapping[str, Mapping[int, int]], words: "Words") -> Bars:
    """How often each number occurred in each series, of deals or matches; a row of bars for each of several series."""
    together: Counter[int] = Counter()
    for counts in counted.values():
        together.update(counts)
    least, most = min(together), max(together)
    width = -(-(most - least + 1) // _MOST_BARS)
    starts = range(least, most + 1, width)
    alternative = words(
        "chart.spread_alt",
        what=words(f"axis.{name}"),
        least=str(least),
        most=str(most),
        medians="; ".join(
            (f"{series}: " if len(counted) > 1 else "") + str(_median(counts)) for series, counts in counted.items()
        ),
    )
    return Bars(
        name,
        words(f"chart.{name}"),
        alternative,
        words(f"axis.{name}"),
        words(f"axis.share_of_{unit}"),
        tuple(counted),
        headings(tuple(counted), words),
        tuple(str(start) if width == 1 else f"{start}\N{EN DASH}{start + width - 1}" for start in starts),
        tuple(
            tuple(sum(counts.get(start + place, 0) for place in range(width)) for counts in counted.values())
            for start in starts
        ),
        apart=len(counted) > 1,
    )


def standings(name: str, title: str, sides: tuple[str, str], cells: tuple[GridCell, ...], words: "Words") -> Grid:
    """The share of matches won from each pair of levels, seen from the first of two sides."""
    own, other = sides
    return Grid(
        name,
        title,
        words("chart.standings_alt", side=own, other=other, least=str(LEAST_OBSERVED)),
        words("axis.level_of", side=own),
        words("axis.level_of", side=other),
        words("axis.matches_won"),
        words("axis.deals_played_there"),
        LEVELS,
        LEVELS,
        cells,
        LEAST_OBSERVED,
    )


def kinds(name: str, title: str, means: Mapping[str, float], words: "Words") -> Amounts:
    """Plays a deal of each kind."""
    most, least = (end(means, key=lambda kind: means[kind]) for end in (max, min))
    alternative = words(
        "chart.kinds_alt",
        most=words(f"kind.{most}"),
        many=Quantity(means[most]).text(words),
        least=words(f"kind.{least}"),
        few=Quantity(means[least]).text(words),
    )
    rows = tuple((words(f"kind.{kind}"), Quantity(mean)) for kind, mean in means.items())
    return Amounts(name, title, alternative, words("table.kind"), words("axis.plays_of_kind"), rows)


def course(
    name: str, what: str, points: Sequence[tuple[int, Quantity]], reference: float | None, words: "Words"
) -> Course | None:
    """How an estimate settled; None when it never existed."""
    known = tuple((blocks, estimate) for blocks, estimate in points if estimate.value is not None)
    if not known:
        return None
    blocks, last = known[-1]
    alternative = words("chart.course_alt", what=what, blocks=Count(blocks), last=last.full(words))
    return Course(name, words("chart.course", what=what), alternative, words("axis.blocks"), what, reference, known)


def _median(counts: Mapping[int, int]) -> int:
    """The lower median of counted values."""
    passed, total = 0, sum(counts.values())
    for value in sorted(counts):
        passed += counts[value]
        if 2 * passed >= total:
            return value
    raise ValueError("no values")
