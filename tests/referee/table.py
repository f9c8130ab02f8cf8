"""A deal being played: whose turn it is, what lies on the table, who is out (docs/RULES.md R2 to R4)."""

from dataclasses import dataclass
from functools import lru_cache

from oracle.combinations import House, Play, Reading, beats, readings

from referee.cards import Hand, missing, partner, right_hand, without
from referee.ruleset import RuleSet
from referee.wrong import Wrong


@dataclass(frozen=True)
class Finish:
    """How a deal ended: seats from first to last, whether it stopped at 1-2, and the first's last play."""

    places: tuple[int, int, int, int]
    tied: bool
    last_play_of_first: tuple[str, ...]

    @property
    def first(self) -> int:
        return self.places[0]

    @property
    def partner_place(self) -> int:
        """The place of the first's partner, 2 to 4: the deal went 1-2, 1-3 or 1-4 (R4.9)."""
        return self.places.index(partner(self.first)) + 1

    @property
    def lasts(self) -> tuple[int, ...]:
        """Who came last: both losers of a stopped deal (R4.10)."""
        return self.places[2:] if self.tied else self.places[3:]


class Table:
    """The cards in play. A refused action raises `Wrong` and changes nothing."""

    def __init__(self, rules: RuleSet, level: str, hands: list[Hand], leader: int) -> None:
        self.rules = rules
        self.house: House = rules.house(level)
        self.hands = [list(hand) for hand in hands]
        self.turn = leader
        #: The last play of the trick and who made it.
        self.on_table: Play | None = None
        self.owner = leader
        #: Who has passed since that play.
        self.passed: set[int] = set()
        #: Seats in the order of going out.
        self.out: list[int] = []
        self.last_play_of_first: tuple[str, ...] = ()
        #: Plays and passes so far.
        self.plays = 0
        self.passes = 0

    @property
    def acts(self) -> int:
        return self.plays + self.passes

    @property
    def stopped(self) -> bool:
        """Whether the deal stopped at 1-2 (R4.9)."""
        return self.rules.double_down_ends_deal and len(self.out) == 2 and self.out[1] == partner(self.out[0])

    @property
    def over(self) -> bool:
        """R4.9."""
        return len(self.out) == 3 or self.stopped

    def finish(self) -> Finish:
        """The end of a deal that is over."""
        others = [seat for seat in range(4) if seat not in self.out]
        first, second, third, last = self.out + others
        return Finish((first, second, third, last), self.stopped, self.last_play_of_first)

    def play(self, seat: int, cards: Hand, kind: str, rank: str) -> None:
        """A seat lays down cards, declared to be this kind and rank."""
        self._act(seat)
        lacking = missing(cards, self.hands[seat])
        if lacking:
            raise Wrong(self._place, "R4.2", f"seat {seat} does not hold {' '.join(lacking)}")
        meant = _readings(tuple(sorted(cards)), self.house)
        if not meant:
            raise Wrong(self._place, "R2.14", f"{' '.join(cards)} is no combination")
        if (kind, rank) not in meant:
            can_be = ", ".join(sorted(f"{kind} {rank}".strip() for kind, rank in meant))
            raise Wrong(self._place, "R2.15", f"{' '.join(cards)} is no {kind} {rank} but {can_be}")
        play = (kind, rank, tuple(cards))
        if self.on_table is not None and not beats(play, self.on_table, self.house):
            clause = "R3.4" if (kind, rank, len(cards)) == (*self.on_table[:2], len(self.on_table[2])) else "R4.4"
            against = f"{self.on_table[0]} {self.on_table[1]} of {len(self.on_table[2])}"
            raise Wrong(self._place, clause, f"{kind} {rank} of {len(cards)} does not beat {against}")
        self.plays += 1
        self.hands[seat] = without(self.hands[seat], cards)
        self.on_table = play
        self.owner = seat
        self.passed = set()
        if not self.hands[seat]:
            self.out.append(seat)
            if len(self.out) == 1:
                self.last_play_of_first = tuple(cards)
        self._next_turn(seat)

    def pass_(self, seat: int) -> None:
        """A seat lays down nothing."""
        self._act(seat)
        if self.on_table is None:
            raise Wrong(self._place, "R4.3", f"seat {seat} leads and may not pass")
        self.passes += 1
        self.passed.add(seat)
        self._next_turn(seat)

    @property
    def _place(self) -> str:
        return f"plays[{self.acts}]"

    def _act(self, seat: int) -> None:
        if self.over:
            raise Wrong(self._place, "R4.9", "the deal was over before")
        if seat != self.turn:
            raise Wrong(self._place, "R4.1", f"seat {seat} acts, it is the turn of seat {self.turn}")

    def _next_turn(self, seat: int) -> None:
        if self.over:
            return
        others = {other for other in range(4) if self.hands[other] and other != self.owner}
        if others <= self.passed:
            self.on_table = None
            self.passed = set()
            self.turn = self._next_leader()
        else:
            self.turn = self._holder_after(seat)

    def _next_leader(self) -> int:
        """R4.6, R4.7."""
        if self.hands[self.owner]:
            return self.owner
        if self.rules.lead_after_out == "partner" and self.hands[partner(self.owner)]:
            return partner(self.owner)
        return self._holder_after(self.owner)

    def _holder_after(self, seat: int) -> int:
        """The next seat that holds cards (R4.1)."""
        after = right_hand(seat)
        while not self.hands[after]:
            after = right_hand(after)
        return after


@lru_cache(maxsize=1 << 16)
def _readings(cards: tuple[str, ...], house: House) -> set[Reading]:
    return readings(cards, house)
