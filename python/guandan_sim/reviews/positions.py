"""The decisions in a recorded deal: what the seat knew, what it did, and of a full record also all hands."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from guandan_sim._core import Deal, Hand, Play, Rules, View, read_record
from guandan_sim.errors import NotationError
from guandan_sim.formats.knowledge import is_knowledge_line, read_knowledge

Gift = tuple[int, int, str]
# What a decision is about. A play with at most `ENDING` cards left in all four hands is an ending, whose samples are
# solved and not played out.
Phase = Literal["pay", "return", "lead", "follow", "ending"]
ENDING = 12


@dataclass(frozen=True)
class Position:
    """A decision: the view that the seat had, and what it chose, None for a pass.

    `play` is the number of the action in the record, None for a choice of tribute. `open` is the deal with all hands;
    None where they are not known, and in tribute.
    """

    play: int | None
    phase: Phase
    view: View
    made: Play | None
    open: Deal | None


@dataclass(frozen=True)
class RecordedDeal:
    """A deal as a line of a file tells it, by all hands or by what one seat knew."""

    record: Mapping[str, Any]
    line: bytes
    rules: Rules

    @classmethod
    def read(cls, line: bytes, rules: Rules | None) -> "RecordedDeal":
        """The deal on a line, by `rules` or by those that its label names. Raises `NotationError` and `RulesError`."""
        record = read_knowledge(line) if is_knowledge_line(line) else json.loads(read_record(line))
        given = Rules(record["rules"]) if rules is None else rules
        if record["fingerprint"] != given.fingerprint:
            raise NotationError(f"fingerprint: {record['fingerprint']} recorded, but it is {given.fingerprint}")
        return cls(record, line, given)

    @property
    def knower(self) -> int | None:
        """The seat whose knowledge is recorded; None where all hands are."""
        seat: int | None = self.record.get("seat")
        return seat

    @property
    def is_of_match(self) -> bool:
        """Whether the deal is known to be part of a match, so that there is a chance to win the match."""
        record = self.record
        if self.knower is not None:
            return record["levels"] is not None and record["declarers"] is not None
        return not (record["match_over"] and record["ended_by"] is None)

    @cached_property
    def actions(self) -> Sequence[tuple[int, Play | None]]:
        """The actions in order: the seat, and its play or None for a pass. Raises `IllegalPlay` and `NotationError`."""
        plays = len(self.record["plays"])
        return self.deal(plays).history if self.knower is None else self.view(plays, self.knower).history

    def deal(self, play: int) -> Deal:
        """The deal before action `play`. Only for a record of all hands."""
        return Deal.from_record(self.line, play=play, rules=self.rules)

    def view(self, play: int, seat: int) -> View:
        """What `seat` knew before action `play`."""
        if self.knower is None:
            return self.deal(play).view(seat)
        told = self._told(seat)
        tribute = self.record["tribute"] or {}
        if tribute.get("void"):
            told["void_by"] = tribute.get("big_jokers") or ()
        plays = self.record["plays"][:play]
        return View.from_public(
            **told,
            history=[(seat, (what, *declared) if declared else None) for seat, what, *declared in plays],
            leader=self.record["leader"],
            paid=self._gifts("pays"),
            returned=self._gifts("returns"),
        )

    def positions(self, seats: Sequence[int]) -> Iterator[Position]:
        """The decisions of these seats in order, tribute first. A turn whose legal plays differ only in suits is none.

        Raises `IllegalPlay` and `NotationError` where the record contradicts the rules.
        """
        yield from self._in_tribute(seats)
        for play, (seat, made) in enumerate(self.actions):
            if seat not in seats or self.knower not in (None, seat):
                continue
            deal = None if self.knower is not None else self.deal(play)
            view = self.view(play, seat) if deal is None else deal.view(seat)
            others = view.legal_plays(detail="ranks")
            if len(others) + (view.table is not None) < 2:
                continue
            phase: Phase = "follow" if view.table is not None else "lead"
            if sum(view.counts) <= ENDING:
                phase = "ending"
            yield Position(play, phase, view, made, deal)

    def _in_tribute(self, seats: Sequence[int]) -> Iterator[Position]:
        """The choices of the cards that were paid and returned. A record does not tell who could pick what."""
        pays, returns = self._gifts("pays"), self._gifts("returns")
        stages: list[tuple[Literal["pay", "return"], list[Gift], list[Gift]]]
        stages = [("pay", pays, []), ("return", returns, pays)]
        for phase, gifts, paid in stages:
            for giver, _, card in gifts:
                if giver not in seats or self.record["hands"][giver] is None:
                    continue
                # Who leads says who was last in the deal before, where that is not told otherwise.
                leader = self.record["leader"] if phase == "return" else None
                view = View.from_public(**self._told(giver), phase=phase, paid=paid, leader=leader)
                legal = view.legal_plays()
                if len(legal) > 1:
                    made = next(play for play in legal if play.cards == (card,))
                    yield Position(None, phase, view, made, None)

    def _told(self, seat: int) -> dict[str, Any]:
        """What the record tells of the deal and of the match before it, as `View.from_public` takes it."""
        record = self.record
        told: dict[str, Any] = {
            "rules": self.rules,
            "level": record["level"],
            "seat": seat,
            "dealt": Hand(record["hands"][seat]),
            "match": record["match"],
            "deal": record["deal"],
            "seed": record["seed"] or 0,
        }
        if self.is_of_match:
            told |= {key: record[key] for key in ("levels", "declarers")}
            told |= {key: record[key] for key in ("ace_failures", "fallen") if record[key] is not None}
        return told

    def _gifts(self, key: str) -> list[Gift]:
        """The cards that were paid or returned: giver, receiver, card."""
        return [(giver, receiver, card) for giver, receiver, card in (self.record["tribute"] or {}).get(key, ())]
