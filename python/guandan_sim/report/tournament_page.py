"""The page of a tournament: ratings, who beats whom, and what no rating can tell."""

from collections.abc import Iterator
from itertools import combinations

from guandan_sim.compare.tournament import Tournament
from guandan_sim.report.page import Cell, Grid, GridCell, Intervals, Panel, Section, Table
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.result_page import ComparisonPage


class TournamentPage(ComparisonPage[Tournament]):
    """Puts a tournament into words."""

    def question(self) -> str:
        """Who is strongest."""
        words, result = self.words, self.result
        return words("tournament.question", names=words.listed(result.labels), rules=self.plan.rules.label)

    def answer(self) -> str:
        """Who is rated highest, by how much over the next, and how sure that is."""
        words, result = self.words, self.result
        first, second = result.order[:2]
        ahead = result.ratings.difference(first, second)
        names = {"first": result.labels[first], "second": result.labels[second]}
        if ahead.value == 0:
            best = words("tournament.even", **names)
        else:
            sure = Quantity(result.ratings.superiority(first, second), "chance")
            best = words(
                "tournament.answer", **names, ahead=self.said(Quantity.of(ahead, "elo")), sure=sure.text(words)
            )
        return best + "".join(words("tournament.circle", names=self._turn(circle.names)) for circle in result.circles)

    def _turn(self, names: tuple[str, ...]) -> str:
        return self.words("list.beats").join((*names, names[0]))

    def highlights(self) -> Iterator[tuple[str, Quantity]]:
        """The ratings, the strongest first."""
        for place in self.result.order:
            yield self.result.labels[place], Quantity.of(self.result.ratings.ratings[place], "elo")

    def notes(self) -> Iterator[str]:
        """What a reader must know first."""
        yield from super().notes()
        if self.result.ratings.regularised:
            yield self.words("note.regularised")

    def sections(self) -> Iterator[Section]:
        """Ratings, then pairs."""
        words, result = self.words, self.result
        yield Section("ratings", words("section.ratings"), (self._ladder(), self._ranking()))
        circles = (self._circles(),) if result.circles else ()
        yield Section("pairs", words("section.pairs"), (self._cross_table(), self._pairs(), *circles))

    def _ladder(self) -> Intervals:
        words = self.words
        return Intervals(
            "ratings",
            words("chart.ratings"),
            words("chart.ratings_alt"),
            words("table.metric"),
            words("table.strategy"),
            words("axis.elo"),
            0.0,
            (Panel(words("axis.elo"), tuple(self.highlights())),),
        )

    def _ranking(self) -> Table:
        words, result = self.words, self.result
        points, games = (table.sum(axis=0).sum(axis=1) for table in (result.results.points, result.results.games))
        names = ("strategy", "elo", "points", "games")
        rows: list[tuple[Cell, ...]] = [
            (
                result.labels[place],
                Quantity.of(result.ratings.ratings[place], "elo"),
                Quantity(float(points[place]), "half"),
                Quantity(int(games[place]), "count"),
            )
            for place in result.order
        ]
        return Table(tuple(words(f"table.{name}") for name in names), tuple(rows))

    def _cross_table(self) -> Grid:
        words, result = self.words, self.result
        names = tuple(result.labels[place] for place in result.order)
        scores = {(pairing.first, pairing.second): pairing.score.value for pairing in result.pairings}
        games = self.blocks * self.plan.rotations
        cells = tuple(
            GridCell(row, column, Quantity(share, "share"), games)
            for one, other in combinations(names, 2)
            for row, column, share in self._both(one, other, scores)
        )
        return Grid(
            "cross",
            words("chart.cross"),
            words("chart.cross_alt"),
            words("table.strategy"),
            words("axis.against"),
            words("axis.score"),
            words("table.games"),
            names[::-1],
            names,
            cells,
            1,
        )

    def _both(
        self, one: str, other: str, scores: dict[tuple[str, str], float | None]
    ) -> Iterator[tuple[str, str, float | None]]:
        """A pair's score seen from both."""
        turned = (other, one) in scores
        score = scores[(other, one) if turned else (one, other)]
        mirrored = None if score is None else 1 - score
        yield one, other, mirrored if turned else score
        yield other, one, score if turned else mirrored

    def _pairs(self) -> Table:
        words = self.words
        names = ("pair", "score", "elo_difference", "superiority", "p_adjusted")
        rows: list[tuple[Cell, ...]] = [
            (
                words("tournament.pair", first=row["first"], second=row["second"]),
                Quantity(row["score"], "share", row["low"], row["high"]),
                Quantity(row["elo"], "elo", row["elo_low"], row["elo_high"]),
                Quantity(row["superiority"], "chance"),
                Quantity(row["p_adjusted"], "p"),
            )
            for row in self.result.pairs.iter_rows(named=True)
        ]
        return Table(tuple(words(f"table.{name}") for name in names), tuple(rows))

    def _circles(self) -> Table:
        words = self.words
        rows: list[tuple[Cell, ...]] = [
            (
                self._turn(circle.names),
                *(Quantity(score, "share") for score in circle.scores),
                Quantity(circle.p_value, "p"),
            )
            for circle in self.result.circles
        ]
        names = ("circle", "leg_1", "leg_2", "leg_3", "p_adjusted")
        return Table(tuple(words(f"table.{name}") for name in names), tuple(rows))

    def statistics(self) -> Iterator[str]:
        """Ratings, intervals, p values."""
        yield self.words("method.bradley_terry")
        yield self.words("method.interval_blocks")
        yield self.words("method.holm_pairs")
