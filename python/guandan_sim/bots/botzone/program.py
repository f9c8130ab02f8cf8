"""One of our strategies as a Botzone program: it reads the requests of a judge and answers each.

The judge tells a seat its own cards and what everybody sees. Who gets whose tribute it does not tell: that follows from
the rules, by which the program works it out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TextIO, TypeAlias

import msgspec

from guandan_sim._core import Play, Rules, View, classify
from guandan_sim.bots.asking import Strategy, answer_of
from guandan_sim.bots.botzone.cards import Action, action_of, combination, hand_of, level_of, number_of, text_of
from guandan_sim.bots.botzone.judge import read_action, read_cards
from guandan_sim.bots.botzone.requests import KEEP_RUNNING, SEATS, STAGES, Due, Request, Stage
from guandan_sim.errors import GuandanError, ProgramError, shown

Phase: TypeAlias = Literal["play", "pay", "return"]


class BotzoneProgram:
    """A seat in one deal that a judge tells of, and the strategy that decides for it."""

    def __init__(self, strategy: Strategy, rules: Rules, seed: int) -> None:
        """A seat that is still to be dealt its cards. Random numbers of the strategy belong to `seed`."""
        self._strategy = strategy
        self._rules = rules
        self._seed = seed
        self._seat = 0
        self._level = "2"
        self._due = Due()
        self._cards: list[int] = []
        self._history: list[tuple[int, Play | None]] = []
        # The cards that changed hands, once all of a stage are known: giver, receiver, card.
        self._moves: dict[Stage, list[tuple[int, int, str]]] = {stage: [] for stage in STAGES}
        # Whose big jokers void the tribute, a seat for each, where that can be told.
        self._void_by: tuple[int, ...] = ()

    def answer(self, request: Request) -> Any:
        """The response to a request. Raises `GuandanError` for what is no request or cannot have happened."""
        stage = self._hear(request)
        if stage == "deal" or (stage != "play" and request["global"].get("resist")):
            return []
        if stage == "play":
            action = action_of(self._decide("play"), self._cards)
            self._play(action)
            return action
        play = self._decide("pay" if stage == "tribute" else "return")
        if play is None:
            raise ProgramError(f"there is no card for the {stage}")
        return [number_of(play.cards[0], self._cards)]

    def repeat(self, request: Request, response: Any) -> None:
        """Takes a request that has been answered already."""
        if self._hear(request) == "play":
            self._play(read_action(response))

    def _hear(self, request: Request) -> str:
        """Takes what a request tells; returns its stage."""
        try:
            stage, told = str(request["stage"]), request["global"]
            if stage not in ("deal", "tribute", "return", "play"):
                raise ProgramError(f"unknown stage {shown(stage)}: expected deal, tribute, return or play")
            if stage == "deal":
                self._deal(request)
            else:
                self._hear_tribute(stage, told)
            if stage == "play":
                self._hear_moves(request["history"])
        except (KeyError, TypeError, ValueError, AttributeError, GuandanError) as error:
            why = str(error) if isinstance(error, GuandanError) else f"{type(error).__name__}: {error}"
            raise ProgramError(f"cannot read the judge's request {shown(request)}: {why}") from error
        return stage

    def _deal(self, request: Request) -> None:
        told = request["global"]
        self._seat = int(request["your_id"])
        self._level = level_of(str(told["level"]))
        self._cards = [*read_cards(request["deliver"])]
        self._due = Due(int(told["tribute"] or 0), told["first"], told["last"])

    def _hear_tribute(self, stage: str, told: Mapping[str, Any]) -> None:
        """Moves the cards of tribute as soon as all of them are known."""
        if told.get("resist"):
            self._void_by = self._void_by or self._holders()
            return
        if not self._due.cards:
            return
        if stage in ("return", "play"):
            self._move("tribute", told["tribute_cards"])
        if stage == "play":
            self._move("return", told["return_cards"])

    def _holders(self) -> tuple[int, ...]:
        """Who holds the big jokers that void the tribute: the one payer, or, as a payer knows, it and its partner.

        Nobody where it cannot be told. The seat has not played yet, for it is asked for its tribute all the same.
        """
        payers = self._due.givers("tribute")
        if len(payers) == 1:
            return (payers[0],) * 2
        if self._seat not in payers:
            return ()
        own = sum(text_of(card) == "HR" for card in self._cards)
        partner = payers[1 - payers.index(self._seat)]
        return (self._seat,) * own + (partner,) * (2 - own)

    def _move(self, stage: Stage, given: Mapping[str, Any]) -> None:
        if self._moves[stage]:
            return
        cards = {giver: int(given[str(giver)]) for giver in self._due.givers(stage)}
        for giver, receiver in self._ways(cards) if stage == "tribute" else self._ways_back():
            self._moves[stage].append((giver, receiver, text_of(cards[giver])))
            if giver == self._seat:
                self._cards.remove(cards[giver])
            if receiver == self._seat:
                self._cards.append(cards[giver])

    def _ways(self, cards: Mapping[int, int]) -> list[tuple[int, int]]:
        """Who pays whom, the tribute to the first before the other: the higher card goes to the first."""
        payers, (first, *others) = [*cards], self._due.givers("return")
        if not others:
            return [(payers[0], first)]
        one, two = (classify(text_of(cards[payer]), level=self._level, rules=self._rules)[0] for payer in payers)
        by_card = self._rules.tribute_double == "higher_to_first"
        if by_card and (one.beats(two) or two.beats(one)):
            is_ordered = one.beats(two)
        elif by_card and self._rules.tribute_tie == "last_to_first" and not self._rules.double_down_ends_deal:
            is_ordered = True
        else:
            # Each receiver takes the card of the seat after it. Where the winners choose, this is what Botzone does.
            is_ordered = payers[0] == (first + 1) % SEATS
        return [*zip(payers if is_ordered else payers[::-1], (first, *others), strict=True)]

    def _ways_back(self) -> list[tuple[int, int]]:
        """Who returns a card to whom: to the payer whose card it got."""
        return [(receiver, payer) for payer, receiver, _ in self._moves["tribute"]]

    def _hear_moves(self, shown_moves: Sequence[Any]) -> None:
        """Adds the moves since the seat's own last move, all of which a request shows."""
        moves = [move for move in shown_moves if move]
        own = [index for index, move in enumerate(moves) if move["player"] == self._seat]
        for move in moves[own[-1] + 1 if own else 0 :]:
            self._history.append((int(move["player"]), self._read(read_action(move["response"]))))

    def _read(self, action: Action) -> Play | None:
        """An action as a play; None for a pass."""
        cards, claim = action
        if not cards:
            return None
        hand = hand_of(cards)
        for play in classify(hand, level=self._level, rules=self._rules):
            if (play.kind, play.rank) == combination(claim):
                return play
        raise ProgramError(f"{hand} as {hand_of(claim)} is no play under these rules")

    def _play(self, action: Action) -> None:
        """The seat has played or passed."""
        self._history.append((self._seat, self._read(action)))
        for card in action[0]:
            self._cards.remove(card)

    def _decide(self, phase: Phase) -> Play | None:
        """What the strategy does."""
        view = View.from_public(
            rules=self._rules,
            level=self._level,
            seat=self._seat,
            hand=hand_of(self._cards),
            history=self._history,
            paid=self._moves["tribute"],
            returned=self._moves["return"],
            void_by=self._void_by,
            phase=phase,
            seed=self._seed,
        )
        legal = view.legal_plays(detail=getattr(self._strategy, "detail", "ranks"))
        if len(legal) + (view.table is not None) <= 1:
            # Strategies are not asked where there is nothing to choose.
            return legal[0] if legal else None
        index = answer_of(self._strategy, view, legal)
        return legal[index] if index < len(legal) else None


def serve(strategy: Strategy, rules: Rules, seed: int, keeps_running: bool, lines: TextIO, out: TextIO) -> None:
    """Answers the requests in `lines` on `out`: of the first line all that are there, then one a line.

    Without `keeps_running` only the first line is read. Raises `GuandanError` for what cannot be read.
    """
    program = BotzoneProgram(strategy, rules, seed)
    for request in _requests(program, lines):
        print(msgspec.json.encode({"response": program.answer(request)}).decode(), file=out)
        if not keeps_running:
            return
        print(KEEP_RUNNING, file=out, flush=True)


def _requests(program: BotzoneProgram, lines: TextIO) -> Iterator[Request]:
    """The requests that are to be answered; those that have been are repeated."""
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        try:
            told = msgspec.json.decode(line)
            if number:
                yield told
                continue
            *answered, request = told["requests"]
            repeated = [*zip(answered, told["responses"], strict=True)]
        except (msgspec.DecodeError, RecursionError, TypeError, KeyError, ValueError) as error:
            expected = "a request" if number else '{"requests": [...], "responses": [...]}'
            raise ProgramError(
                f"line {number + 1} of the judge: expected {expected}, got {shown(line.rstrip())}"
            ) from error
        for before, response in repeated:
            program.repeat(before, response)
        yield request
