"""How right the values of `gd.rollout` are: the chance to win the deal that it promises against what happened.

    python docs/studies/calibration.py                                      # the whole table, 300 deals a part
    python docs/studies/calibration.py tempo --deals 1000 --belief uniform  # tempo against itself
    python docs/studies/calibration.py 'tempo,lowest' --only single         # tempo against lowest, positions of tempo

The strategies play single deals at the levels 2 to A in turn, and matches, of which the deals with tribute are taken.
After 0, 10, 20, 40 and 60 actions of each deal the action that the seat to act took is valued on the seat's view. When
two strategies play, only the seats of the first are asked, from the next turn that one of them has. One deal gives at
most one position to a row, so that the positions of a row are independent.

The columns, for single deals and for deals with tribute: the mean chance to win that was promised; the share of the
deals that was won, with the 95 % interval of its difference from what was promised; the slope of a regression of what
happened on what was promised, with its 95 % interval. Where values are right, the two means are equal and the slope is
1. The chance to win comes from a number of play-outs and is noisy, which would make the slope too small. The variance
of this noise is known from the play-outs and is taken out.
"""

import argparse
import copy
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple

import numpy as np

import guandan_sim as gd
from guandan_sim.strategies import split

AFTER = (0, 10, 20, 40, 60)
PLAYERS = ("tempo", "rollout(samples=30)", "lowest", "random")
GROUPS = (*PLAYERS, *(f"tempo,{opponent}" for opponent in PLAYERS[1:]))
KINDS = {
    "single": "single deals",
    "tribute": "deals with tribute",
    "one_payer": "deals with one payer",
    "two_payers": "deals with two payers",
}
# How many seats pay in the deals of a kind: none where the tribute is void.
PAYERS = {"tribute": (0, 1, 2), "one_payer": (1,), "two_payers": (2,)}
FEWEST_POSITIONS = 30


class Position(NamedTuple):
    """What was promised to the seat to act, the variance of this promise between play-outs, and what happened."""

    promised: float
    variance: float
    won: float


class Row(NamedTuple):
    """What the positions of one kind say together. The half-widths are of 95 % intervals."""

    promised: float
    happened: float
    happened_half_width: float
    slope: float
    slope_half_width: float

    @classmethod
    def of(cls, positions: list[Position]) -> "Row":
        """The means and the slope of at least three positions."""
        promised, variance, won = np.array(positions).T
        n, apart = len(promised), promised - promised.mean()
        spread = (apart**2 - variance).sum()
        if spread <= 0 or won.min() == won.max():
            slope = width = float("nan")
        else:
            slope = (apart * won).sum() / spread
            scores = apart * (won - won.mean()) - slope * (apart**2 - variance)
            width = 1.96 * np.sqrt((scores**2).sum()) / spread
        off = 1.96 * (won - promised).std(ddof=1) / np.sqrt(n)
        return cls(promised.mean(), won.mean(), off, slope, width)

    def cells(self) -> str:
        """Three cells of Markdown. The last is empty when the slope is not known to ± 1."""
        happened = f"{self.happened:.3f} ± {self.happened_half_width:.3f}"
        told = np.isfinite(self.slope) and self.slope_half_width < 1
        slope = f"{self.slope:.2f} ± {self.slope_half_width:.2f}" if told else ""
        return f" {self.promised:.3f} | {happened} | {slope} |"


def single_deals(strategies: str, deals: int, seed: int) -> Iterator[str]:
    """The records of single deals, at the levels 2 to A in turn."""
    return gd.simulate(deals=deals, strategies=strategies, level="all", seed=seed, log=["records"], workers=1).records()


def tribute_deals(strategies: str, deals: int, seed: int, payers: Sequence[int]) -> Iterator[str]:
    """The records of the deals of matches in which tribute was due and so many seats paid: none where it was void."""
    matches = (gd.Match(strategies=strategies, seed=seed, match=match).play() for match in count())
    lines = (line for match in matches for line in match.records)
    tributes = ((line, json.loads(line)["tribute"]) for line in lines)
    return islice((line for line, tribute in tributes if tribute and len(tribute.get("pays", ())) in payers), deals)


def deals_of(kind: str, strategies: str, deals: int, seed: int) -> Iterator[str]:
    """The records of deals of a kind of `KINDS`."""
    if kind == "single":
        return single_deals(strategies, deals, seed)
    return tribute_deals(strategies, deals, seed, PAYERS[kind])


def position(
    line: str, after: int, *, seats: range, samples: int, policy: str, belief: str, seed: int
) -> Position | None:
    """The first position after so many actions in which one of the seats is to act; None when the deal ends before."""
    record = json.loads(line)
    action = next((i for i, (seat, *_) in enumerate(record["plays"]) if i >= after and seat in seats), None)
    if action is None:
        return None
    seat, *taken = record["plays"][action]
    deal = gd.Deal.from_record(line, play=action)
    play = None if taken == ["pass"] else copy.copy(deal).play(*taken)
    frame = gd.rollout(deal, samples, policy, seed, workers=1, belief=belief, plays=[play])
    won = float(record["places"][0] % 2 == seat % 2)
    return Position(frame["win_rate"][0], frame["win_rate_se"][0] ** 2, won)


def policy_of(strategies: str) -> str:
    """The strategy whose play-outs value the positions: what plays itself, if it is simple, and `tempo` otherwise."""
    return strategies if strategies in ("lowest", "random") else "tempo"


def rows(
    strategies: str,
    deals: int,
    *,
    after: Sequence[int] = AFTER,
    kind: str,
    samples: int,
    policy: str,
    belief: str,
    seed: int,
) -> Iterator[tuple[int, Row]]:
    """For each number of actions what the positions after it say, where enough deals come so far.

    Tells of its progress on standard error.
    """
    seats = range(0, 4, len(split(strategies)))
    found: dict[int, list[Position]] = {actions: [] for actions in after}
    for number, line in enumerate(deals_of(kind, strategies, deals, seed), start=1):
        for actions, positions in found.items():
            valued = position(line, actions, seats=seats, samples=samples, policy=policy, belief=belief, seed=number)
            if valued is not None:
                positions.append(valued)
        if number % 50 == 0 or number == deals:
            print(f"{strategies}, {KINDS[kind]}: {number} of {deals}", file=sys.stderr)
    return ((actions, Row.of(positions)) for actions, positions in found.items() if len(positions) >= FEWEST_POSITIONS)


def at_least(fewest: int) -> Callable[[str], int]:
    """A whole number from `fewest` on, as the type of an argument."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = fewest - 1
        if number < fewest:
            raise argparse.ArgumentTypeError(f"expected a whole number from {fewest} on, got {text!r}")
        return number

    return read


def main() -> None:
    """Prints the table that the arguments ask for."""
    head, _, rest = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(
        description=head, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    add = parser.add_argument
    add("strategies", nargs="*", default=GROUPS, help="one strategy, or two with a comma (default: the whole table)")
    add("--deals", type=at_least(FEWEST_POSITIONS), default=300, help="deals of each kind (default: %(default)s)")
    add("--only", choices=KINDS, help="only one kind of deals (default: single, and with tribute)")
    add("--samples", type=at_least(2), default=100, help="play-outs of a position (default: %(default)s)")
    add("--policy", help="strategy of the play-outs (default: lowest and random for themselves, otherwise tempo)")
    add("--belief", choices=("plays", "uniform"), default="plays", help="how hidden hands are drawn (default: plays)")
    add("--seed", type=at_least(0), default=5, help="seed of the deals (default: %(default)s)")
    asked = parser.parse_args()
    for strategies in asked.strategies:
        if len(split(strategies)) > 2:
            parser.error(f"expected one strategy, or two with a comma between them, got {strategies}")
    kinds = [asked.only] if asked.only else ["single", "tribute"]
    lines = [
        "| strategies | after |" + "".join(f" {KINDS[kind]}: promised | happened | slope |" for kind in kinds),
        "|---|---|" + "---|---|---|" * len(kinds),
    ]
    try:
        for strategies in asked.strategies:
            found = [
                dict(
                    rows(
                        strategies,
                        asked.deals,
                        kind=kind,
                        samples=asked.samples,
                        policy=asked.policy or policy_of(strategies),
                        belief=asked.belief,
                        seed=asked.seed,
                    )
                )
                for kind in kinds
            ]
            for after in AFTER:
                cells = "".join(row[after].cells() if after in row else " | | |" for row in found)
                lines.append(f"| `{strategies}` | {after} |{cells}")
            print(*lines, sep="\n", flush=True)
            lines = []
    except gd.GuandanError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
