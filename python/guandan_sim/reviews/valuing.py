"""What the plays of one decision are worth, seen from the seat that decides, by play-outs.

All plays are tried a few times first, and those that fall behind are left out. The rest are valued on the same samples.
The best of many looks better than it is, for the same numbers chose it. So the loss of the play that was made is
measured anew, on samples that had no part in the choice, and on more of them where its class is open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import sqrt
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from guandan_sim._core import Play, View
from guandan_sim._core import rollout as play_outs
from guandan_sim.errors import PlanError
from guandan_sim.reviews.positions import ENDING, Position
from guandan_sim.rollouts import solve

Class = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
CLASSES: tuple[Class, ...] = ("best", "fine", "inaccuracy", "mistake", "blunder")
# The classes that blame the play made.
WRONG = CLASSES[2:]

# The rounds that leave plays out before the values are made. Each has the samples of a play as a share of those of the
# values, the least number of them, and the most plays that stay.
_SCREENING = ((0.05, 8, 24), (0.15, 20, 8))
# How many times the samples of the values may go into one loss.
_MOST_ROUNDS = 4
# Standard errors on either side within which 95 % lie.
_Z = 1.96


@dataclass(frozen=True)
class Method:
    """How values are made: the same method gives the same values, whatever the threads.

    `least` are the least losses, in levels, of an inaccuracy, a mistake and a blunder.
    """

    samples: int
    policy: str
    belief: str
    seed: int
    least: tuple[float, float, float]


@dataclass(frozen=True)
class PlayValue:
    """A play and what it is worth to the team of the seat.

    The means are over `n` samples, each with its standard error. Levels are negative when lost. The chance to win the
    match is None where its score is not known. `difference` is the mean of levels less those of the play made in the
    same samples. `exact` says that the samples were solved and not played out. `open` has the levels that it wins with
    all hands open, everybody playing best; None where that was not solved.
    """

    play: str
    n: int
    win_rate: float
    win_rate_se: float
    mean_levels: float
    mean_levels_se: float
    match_win_rate: float | None
    match_win_rate_se: float | None
    difference: float
    difference_se: float
    exact: bool
    open: int | None


@dataclass(frozen=True)
class Loss:
    """What the best play wins more than the one made, in levels, over `n` samples that had no part in the choice."""

    levels: float
    se: float
    n: int

    def class_by(self, least: Sequence[float]) -> Class:
        """The class of the play made: "fine" for a loss that is within noise or below all of `least`."""
        if not self.n:
            return "best"
        if self.levels - _Z * self.se <= 0:
            return "fine"
        return ("fine", *WRONG)[sum(self.levels >= bound for bound in least)]

    def is_open(self, least: Sequence[float]) -> bool:
        """Whether more samples could well change the class."""
        return any(abs(self.levels - bound) < _Z * self.se for bound in (0.0, *least))


@dataclass(frozen=True)
class Valued:
    """The plays that matter in a decision, best first, and the loss of the one that was made.

    `made` is a number of `plays`; `others` counts the legal plays that fell behind and were left out.
    """

    plays: tuple[PlayValue, ...]
    others: int
    made: int
    loss: Loss


class _Means(NamedTuple):
    """What the play-outs of one play come to: how many there were, and means, each with its standard error."""

    n: int
    win_rate: float
    win_rate_se: float
    levels: float
    levels_se: float
    # To win the match, where its score is known.
    chance: float
    chance_se: float


@dataclass(frozen=True)
class _Tried:
    """Plays in the same samples. `levels` has a row for each sample and a column for each play."""

    plays: list[Play | None]
    means: list[_Means]
    levels: npt.NDArray[np.int8]

    def order(self, made: int) -> list[int]:
        """The numbers of the plays, those that win most levels first, and among equals the one made."""
        return sorted(range(len(self.plays)), key=lambda number: (-self.means[number].levels, number != made))


class _Trials:
    """Play-outs of one position. Each round has samples of its own, which its name determines."""

    def __init__(self, position: Position, method: Method) -> None:
        self._view: View = position.view
        self._method = method
        self._exact = ENDING if position.phase == "ending" else 0
        self._name = f"{position.view.match} {position.view.deal} {position.view.seat} {position.phase} {position.play}"

    def of(self, plays: Sequence[Play | None] | None, samples: int, name: str) -> _Tried:
        """These plays, or all that the seat has, in so many samples."""
        address = f"{self._method.seed} {self._name} {name}".encode()
        rows, each = play_outs(
            self._view,
            samples=samples,
            policy=self._method.policy,
            seed=int.from_bytes(blake2b(address, digest_size=8).digest()),
            belief=self._method.belief,
            aim="match",
            plays=plays,
            each=True,
            exact=self._exact,
        )
        levels = np.asarray(each and each[1]).reshape(samples, len(rows))
        return _Tried([row[0] for row in rows], [_Means(*row[1:]) for row in rows], levels)


def value(position: Position, method: Method, *, is_of_match: bool) -> Valued:
    """What the plays that matter are worth, and the loss of the one made.

    Raises `PlanError` where the seat cannot know how the deal goes on, as in some choices of tribute.
    """
    trials = _Trials(position, method)
    kept, others = _worth_trying(trials, position.made, method.samples)
    tried = trials.of(kept, method.samples, "values")
    made = kept.index(position.made)
    order = tried.order(made)
    is_ending = position.phase == "ending"
    opened = _with_open_hands(position) if is_ending else {}
    plays = []
    for number in order:
        means = tried.means[number]
        text = _text(kept[number])
        difference, difference_se = _difference(tried.levels, number, made)
        plays.append(
            PlayValue(
                play=text,
                n=means.n,
                win_rate=means.win_rate,
                win_rate_se=means.win_rate_se,
                mean_levels=means.levels,
                mean_levels_se=means.levels_se,
                match_win_rate=means.chance if is_of_match else None,
                match_win_rate_se=means.chance_se if is_of_match else None,
                difference=difference,
                difference_se=difference_se,
                exact=is_ending,
                open=opened.get(text),
            )
        )
    loss = _loss(trials, [kept[order[0]], position.made], method)
    return Valued(tuple(plays), others, order.index(made), loss)


def _worth_trying(trials: _Trials, made: Play | None, samples: int) -> tuple[list[Play | None], int]:
    """The plays that are left after the screening, the one made among them, and how many were left out."""
    kept = _candidates(trials, made)
    legal = len(kept)
    for share, least, most in _SCREENING:
        if len(kept) > most:
            tried = trials.of(kept, max(least, round(share * samples)), f"at most {most}")
            number_made = kept.index(made)
            stay = {number_made, *tried.order(number_made)[:most]}
            kept = [play for number, play in enumerate(kept) if number in stay]
    return kept, legal - len(kept)


def _candidates(trials: _Trials, made: Play | None) -> list[Play | None]:
    """The plays of the seat, one for all that differ in suits that do not matter, and for these the one made."""
    plays = trials.of(None, 1, "list").plays
    if made not in plays:
        alike = [number for number, play in enumerate(plays) if play and made and _by_ranks(play) == _by_ranks(made)]
        if len(alike) == 1:
            plays[alike[0]] = made
        else:
            plays.append(made)
    return plays


def _by_ranks(play: Play) -> tuple[str, str, list[str]]:
    return play.kind, play.rank, sorted(card[-1] if card not in ("SB", "HR") else card for card in play.cards)


def _loss(trials: _Trials, best_and_made: list[Play | None], method: Method) -> Loss:
    """What the best play wins more than the one made, on samples of their own."""
    if best_and_made[0] == best_and_made[1]:
        return Loss(0.0, 0.0, 0)
    rounds = []
    for number in range(_MOST_ROUNDS):
        rounds.append(trials.of(best_and_made, method.samples, f"loss {number}").levels)
        levels = np.concatenate(rounds)
        loss = Loss(*_difference(levels, 0, 1), len(levels))
        if not loss.is_open(method.least):
            break
    return loss


def _difference(levels: npt.NDArray[np.int8], one: int, other: int) -> tuple[float, float]:
    """The mean of one play's levels less another's, and its standard error."""
    differences = levels[:, one].astype(np.float64) - levels[:, other]
    return float(differences.mean()), float(differences.std(ddof=1)) / sqrt(len(differences))


def _with_open_hands(position: Position) -> dict[str, int]:
    """What each play wins in levels with all hands open; nothing where that is not known or takes too long."""
    if position.open is None:
        return {}
    try:
        solved = solve(position.open)
    except PlanError:
        return {}
    return {row["play"]: row["levels"] for row in solved.iter_rows(named=True)}


def _text(play: Play | None) -> str:
    return "pass" if play is None else str(play)
