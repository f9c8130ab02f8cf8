"""What a review found: decisions with their values, and what they come to for each seat (docs/REVIEW.md)."""

import os
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from guandan_sim.errors import StoreError
from guandan_sim.paths import in_full, refuse
from guandan_sim.reportable import write_review
from guandan_sim.reviews.luck import Luck
from guandan_sim.reviews.positions import Phase
from guandan_sim.reviews.valuing import CLASSES, WRONG, Class, PlayValue
from guandan_sim.stats import mean_interval, ratio_interval

if TYPE_CHECKING:
    import polars as pl


class ReviewedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A deal of a review: its record, the levels that each team won, and by seat the luck of those that are reviewed.

    `levels_won` is negative for the team that lost, and None where the record ends before the deal does.
    """

    match: int
    deal: int
    record: Mapping[str, Any]
    levels_won: tuple[int, int] | None
    luck: tuple[Luck | None, Luck | None, Luck | None, Luck | None]


class Decision(msgspec.Struct, frozen=True, kw_only=True, rename={"class_": "class"}):
    """A decision of a reviewed seat, the values of its plays, and the loss of the one that was made.

    `play` is the number of the action in the record, None in tribute. `win_rate` and `match_win_rate` are those of the
    play made, for the team of the seat. `played` and `best` are numbers of `plays`. `loss` is in levels.
    """

    index: int
    deal_index: int
    match: int
    deal: int
    play: int | None
    phase: Phase
    seat: int
    hand: str
    to_beat: str | None
    to_beat_seat: int | None
    counts: tuple[int, int, int, int]
    win_rate: float
    win_rate_se: float
    match_win_rate: float | None
    match_win_rate_se: float | None
    plays: tuple[PlayValue, ...]
    others: int
    played: int
    best: int
    loss: float
    loss_se: float
    loss_n: int
    class_: Class


class SeatSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What the decisions of a seat come to.

    Losses and luck are in levels. `_se` says how exactly the samples tell the loss in these deals. `_low` and `_high`
    are the ends of a 95 % interval over deals, for what the seat loses in deals like these; None with one deal. Shares
    are of all decisions.
    """

    seat: int
    strategy: str
    deals: int
    decisions: int
    loss_per_decision: float
    loss_per_decision_se: float
    loss_per_decision_low: float | None
    loss_per_decision_high: float | None
    loss_per_deal: float
    loss_per_deal_se: float
    loss_per_deal_low: float | None
    loss_per_deal_high: float | None
    best_share: float
    fine_share: float
    classes: dict[Class, int]
    luck: float | None
    luck_se: float | None


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of recorded deals. `gd.review` makes one, `Review.read` reads one that was written as JSON.

    `deals`, `decisions` and `summary` hold what was found; the other fields say how. With `worst` the decisions are
    those of the greatest losses, and `summary` counts all the same. `not_valued` counts choices of tribute of which it
    is not known how the deal went on.
    """

    schema_version: Literal[1] = 1
    kind: Literal["review"] = "review"
    version: str
    rules: str
    policy: str
    belief: str
    samples: int
    seed: int
    threshold: float
    classes: dict[Class, float]
    seats: tuple[int, ...]
    source: str | None
    deals: tuple[ReviewedDeal, ...]
    decisions: tuple[Decision, ...]
    summary: tuple[SeatSummary, ...]
    not_valued: int

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "Review":
        """The review in a file of JSON. Raises `StoreError` where there is none."""
        file = in_full(path)
        try:
            return msgspec.json.decode(file.read_bytes(), type=cls)
        except OSError as error:
            refuse(file, "read", error)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise StoreError(f"{file}: no review: {error}") from None

    def to_dict(self) -> dict[str, Any]:
        """The review as values of JSON, numbers to four places."""
        plain: dict[str, Any] = _rounded(msgspec.to_builtins(self))
        return plain

    def report(self, path: str | os.PathLike[str], language: str = "en") -> Path:
        """Writes the review as the file's name asks for: as a page (.html) in "en" or "zh", or as JSON (.json).

        Raises `StoreError` when the file cannot be written, `PlanError` for another name or language.
        """
        return write_review(self, path, language)

    def worst(self, number: int = 10) -> list[Decision]:
        """At most `number` inaccuracies, mistakes and blunders, the greatest losses first."""
        bad = [decision for decision in self.decisions if decision.class_ in WRONG]
        return sorted(bad, key=lambda decision: -decision.loss)[:number]

    def to_polars(self) -> "pl.DataFrame":
        """The decisions as a frame, a row each.

        `played` and `best` are plays as text, `loss` and `loss_se` levels, `win_rate` is that of the play made.
        """
        import polars as pl

        names = ("index", "match", "deal", "play", "phase", "seat", "hand", "to_beat", "win_rate", "match_win_rate")
        rows = [
            (
                *(getattr(decision, name) for name in names),
                decision.plays[decision.played].play,
                decision.plays[decision.best].play,
                decision.loss,
                decision.loss_se,
                decision.class_,
            )
            for decision in self.decisions
        ]
        types = [pl.Int64] * 4 + [pl.String, pl.Int64, pl.String, pl.String, pl.Float64, pl.Float64]
        types += [pl.String, pl.String, pl.Float64, pl.Float64, pl.String]
        columns = (*names, "played", "best", "loss", "loss_se", "class")
        return pl.DataFrame(rows, schema=dict(zip(columns, types, strict=True)), orient="row")

    def __repr__(self) -> str:
        """What was reviewed, and the loss of each seat."""
        losses = ", ".join(f"seat {seat.seat} {seat.loss_per_deal:.2f}" for seat in self.summary)
        return f"<Review of {len(self.deals)} deals by {self.policy}: levels lost a deal: {losses}>"


def summary_of(
    seat: int, strategy: str, deals: Iterable[int], decisions: Iterable[Decision], lucks: Sequence[Luck]
) -> SeatSummary:
    """What the decisions of a seat come to, in the deals of these numbers, with its luck in each."""
    by_deal: dict[int, list[Decision]] = {deal: [] for deal in deals}
    for decision in decisions:
        by_deal[decision.deal_index].append(decision)
    losses = [sum(decision.loss for decision in deal) for deal in by_deal.values()]
    numbers = [len(deal) for deal in by_deal.values()]
    made = [decision for deal in by_deal.values() for decision in deal]
    counts: dict[Class, int] = {name: sum(decision.class_ == name for decision in made) for name in CLASSES}
    total, played = sum(numbers), len(losses)
    # Of a seat without decisions all is 0.
    noise = sqrt(sum(decision.loss_se**2 for decision in made))
    a_decision, a_deal = ratio_interval(losses, numbers), mean_interval(losses)
    return SeatSummary(
        seat=seat,
        strategy=strategy,
        deals=played,
        decisions=total,
        loss_per_decision=sum(losses) / max(total, 1),
        loss_per_decision_se=noise / max(total, 1),
        loss_per_decision_low=a_decision.low,
        loss_per_decision_high=a_decision.high,
        loss_per_deal=sum(losses) / max(played, 1),
        loss_per_deal_se=noise / max(played, 1),
        loss_per_deal_low=a_deal.low,
        loss_per_deal_high=a_deal.high,
        best_share=counts["best"] / max(total, 1),
        fine_share=counts["fine"] / max(total, 1),
        classes=counts,
        luck=sum(luck.mean_levels for luck in lucks) / len(lucks) if lucks else None,
        luck_se=sqrt(sum(luck.mean_levels_se**2 for luck in lucks)) / len(lucks) if lucks else None,
    )


def _rounded(value: Any) -> Any:
    """A value of JSON with its numbers to four places."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return value
