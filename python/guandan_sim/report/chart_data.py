"""Charts of runs and of comparisons, as data: what was counted, with titles and the sentence that says what is seen."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from guandan_sim.measure.tallies import Distribution, Tallies
from guandan_sim.report.page import Amounts, Bars, Convergence, Grid, GridCell, Table
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.words import Count
from guandan_sim.terms import LEVELS

if TYPE_CHECKING:
    from guandan_sim.report.words import Words

# More bars than this are put together, a few values a bar.
_MOST_BARS = 40
# A share of fewer deals than this says more about luck than about the levels.
_LEAST_OBSERVED = 20
# The name of each distribution's chart, and what is counted in it.
_HISTOGRAMS: dict[Distribution, tuple[str, str]] = {
    "levels_a_deal": ("levels", "deal"),
    "plays_a_deal": ("plays", "deal"),
    "deals_a_match": ("deals", "match"),
}


def levels_by_winner(tallies: Tallies, sides: Sequence[str], words: "Words") -> Bars:
    """Levels climbed a deal, in the colours of the side that won it."""
    counted = tallies.levels
    series = tuple(words("run.won_by", side=name) for name in sides)
    values = range(min(levels for _, levels in counted), max(levels for _, levels in counted) + 1)
    counts = tuple((counted[0, value], counted[1, value]) for value in values)
    place, most = max(enumerate(map(sum, counts)), key=lambda one: one[1])
    share = Quantity(most / counted.total(), "share")
    alternative = words("chart.levels_alt", most=str(values[place]), share=share.text(words))
    return Bars(
        "levels",
        words("chart.levels"),
        alternative if values[0] else alternative + words("chart.levels_none"),
        words("axis.levels"),
        words("axis.share_of_deal"),
        series,
        _headings(series, words),
        tuple(map(str, values)),
        counts,
    )


def histogram(of: Distribution, tallies: Mapping[str, Tallies], words: "Words") -> Bars:
    """How many deals or matches had each value of a number: a row of bars for each of several labels."""
    name, unit = _HISTOGRAMS[of]
    counted = {label: one.counts(of) for label, one in tallies.items()}
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
            (f"{label}: " if len(counted) > 1 else "") + str(_median(counts)) for label, counts in counted.items()
        ),
    )
    return Bars(
        name,
        words(f"chart.{name}"),
        alternative,
        words(f"axis.{name}"),
        words(f"axis.share_of_{unit}"),
        tuple(counted),
        _headings(tuple(counted), words),
        tuple(str(start) if width == 1 else f"{start}\N{EN DASH}{start + width - 1}" for start in starts),
        tuple(
            tuple(sum(counts.get(start + place, 0) for place in range(width)) for counts in counted.values())
            for start in starts
        ),
        apart=len(counted) > 1,
    )


def histograms(tallies: Mapping[str, Tallies], words: "Words") -> Iterator[Bars]:
    """Levels a deal and, where whole matches were played, deals a match."""
    yield histogram("levels_a_deal", tallies, words)
    # A single deal is kept as a match of one deal, of which there is nothing to show.
    if any(len(one.deals) > 1 for one in tallies.values()):
        yield histogram("deals_a_match", tallies, words)


def level_grid(
    name: str, title: str, sides: tuple[str, str], tallies: Tallies, words: "Words", *, mirrored: bool = False
) -> Iterator[Grid]:
    """The share of matches won from each pair of levels, seen from the first of two sides, where enough was played.

    With `mirrored` each match is seen from both of its sides.
    """
    won = tallies.matches_won(mirrored=mirrored)
    if max((deals for deals, _ in won.values()), default=0) < _LEAST_OBSERVED:
        return
    own, other = sides
    yield Grid(
        name,
        title,
        words("chart.standings_alt", side=own, other=other, least=str(_LEAST_OBSERVED)),
        words("axis.level_of", side=own),
        words("axis.level_of", side=other),
        words("axis.matches_won"),
        words("axis.deals_played_there"),
        LEVELS,
        LEVELS,
        tuple(
            GridCell(LEVELS[first], LEVELS[second], Quantity(share, "share"), deals)
            for (first, second), (deals, share) in won.items()
        ),
        _LEAST_OBSERVED,
    )


def level_grids(tallies: Mapping[str, Tallies], sides: tuple[str, str], words: "Words") -> Iterator[Grid]:
    """The share of matches won from each pair of levels, a grid for each label."""
    for place, (label, one) in enumerate(tallies.items()):
        title = _under(words("chart.standings", side=sides[0]), label, tallies, words)
        yield from level_grid(f"standings-{place}", title, sides, one, words)


def kinds(tallies: Mapping[str, Tallies], words: "Words") -> Iterator[Amounts | Table]:
    """Plays a deal of each kind: drawn for the first label, as a table for several."""
    means = {label: found for label, one in tallies.items() if (found := one.kind_means())}
    if not means:
        return
    first, own = next(iter(means.items()))
    most, least = (end(own, key=lambda kind: own[kind]) for end in (max, min))
    alternative = words(
        "chart.kinds_alt",
        most=words(f"kind.{most}"),
        many=Quantity(own[most]).text(words),
        least=words(f"kind.{least}"),
        few=Quantity(own[least]).text(words),
    )
    rows = tuple((words(f"kind.{kind}"), Quantity(mean)) for kind, mean in own.items())
    title = _under(words("chart.kinds"), first, tallies, words)
    yield Amounts("kinds", title, alternative, words("table.kind"), words("axis.plays_of_kind"), rows)
    if len(means) > 1:
        yield Table(
            (words("table.kind"), *means),
            tuple((words(f"kind.{kind}"), *(Quantity(each[kind]) for each in means.values())) for kind in own),
        )


def convergence(
    name: str, what: str, points: Iterable[tuple[int, Quantity]], reference: float | None, words: "Words"
) -> Iterator[Convergence]:
    """How an estimate settled, where it ever existed; `reference` is its value when nothing differs."""
    known = tuple((blocks, estimate) for blocks, estimate in points if estimate.value is not None)
    if known:
        blocks, last = known[-1]
        alternative = words("chart.course_alt", what=what, blocks=Count(blocks), last=last.full(words))
        title = words("chart.course", what=what)
        yield Convergence(name, title, alternative, words("axis.blocks"), what, reference, known)


def _headings(series: Sequence[str], words: "Words") -> tuple[str, ...]:
    """What a table calls the number and the share of each series."""
    return tuple(words(f"table.{what}", series=name) for name in series for what in ("number", "share"))


def _under(title: str, label: str, labels: Mapping[str, object], words: "Words") -> str:
    """A title that tells which of several labels it is about."""
    return words("chart.under", title=title, label=label) if len(labels) > 1 else title


def _median(counts: Mapping[int, int]) -> int:
    """The lower median of counted values."""
    passed, total = 0, sum(counts.values())
    for value in sorted(counts):
        passed += counts[value]
        if 2 * passed >= total:
            return value
    raise ValueError("no values")
