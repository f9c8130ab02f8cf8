"""A deal that others tell becomes a record of ours: its plays are made again by the rules."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from guandan_sim._core import Deal, Hand, Play, RecordVerifier, Rules, classify, read_record
from guandan_sim.errors import GuandanError, NotationError, RulesError
from guandan_sim.formats.deals import DEALT, RANKS, Gift, ToldAction, ToldDeal
from guandan_sim.terms import counted

TOLD = ("hands", "level", "tribute", "leader", "plays")
"""The keys of a record whose values every format tells."""

_DECK = Hand([suit + rank for rank in RANKS for suit in "SHCD"] * 2 + ["SB", "HR"] * 2)
# The keys of a record that say what no single seat knows of its match.
_UNKNOWN = (
    *("seed", "ace_failures", "fallen", "promoted"),
    *("levels_after", "ace_failures_after", "fallen_after", "match_over", "ended_by", "winner"),
)
_PATTERNS = ("1-2", "1-3", "1-4")
# With which patterns the declarers pass A (docs/RULES.md R8.1), by the value of `pass_ace`.
_PASSING = {"partner_not_last": ("1-2", "1-3"), "double_down": ("1-2",)}


@dataclass(frozen=True)
class Composed:
    """A record made of a deal of others."""

    line: str
    """The record as JSON, without the end of the line."""
    notes: tuple[str, ...]
    """What had to be corrected or put in."""


def compose(told: ToldDeal, rules: Rules, number: int) -> Composed:
    """The record of a deal under `rules`, as match `number`. Raises `GuandanError` for what the rules refuse."""
    if told.level is None:
        return _compose_at_some_level(told, rules, number)
    notes: set[str] = set()
    deal = replayed(told, rules, notes)
    if not deal.is_over and told.seat is None and "left" not in told.record:
        raise NotationError(f"the deal is not over after {len(told.actions)} plays and passes")
    if deal.is_over and told.places not in (None, deal.places):
        raise NotationError(f"the places told are {told.places}, but by the rules they are {deal.places}")
    record = _record(told, rules, number, deal)
    if told.seat is not None:
        return Composed(json.dumps(record, ensure_ascii=False, separators=(",", ":")), tuple(sorted(notes)))
    line = read_record(json.dumps(record))
    RecordVerifier().check(line, rules)
    return Composed(line, tuple(sorted(notes)))


def replayed(told: ToldDeal, rules: Rules, notes: set[str] | None = None) -> Deal:
    """The deal after all its plays, made by the rules at the level that is told.

    Hands that are not told are filled so that they allow what the seats played. What had to be corrected is added to
    `notes`. Raises `GuandanError`.
    """
    level = told.level or "2"
    deal = Deal.new(rules=rules, level=level, hands=_filled(_known_hands(told), told), leader=_leader(told))
    said = set() if notes is None else notes
    for action in told.actions:
        try:
            _act(deal, action, level, rules, said)
        except GuandanError as error:
            raise NotationError(f"{action.place}: {error}") from error
    return deal


def _compose_at_some_level(told: ToldDeal, rules: Rules, number: int) -> Composed:
    """The record at the one level at which all of the deal is right."""
    found = []
    for level in RANKS:
        with suppress(GuandanError):
            found.append((level, compose(replace(told, level=level), rules, number)))
    if len(found) != 1:
        fitting = f"levels {', '.join(level for level, _ in found)} fit" if found else "no level fits"
        raise NotationError(f"the level is not told, and {fitting}")
    ((level, composed),) = found
    return Composed(composed.line, (f"level {level} inferred", *composed.notes))


def _known_hands(told: ToldDeal) -> list[Hand | None]:
    """The hands that are told, after tribute. Raises `NotationError` unless they are of one deck."""
    for seat, hand in enumerate(told.hands):
        if hand is not None and len(hand) != DEALT:
            raise NotationError(f"seat {seat} has {counted(len(hand), 'card')}, expected {DEALT}")
    hands = [*told.hands]
    for giver, receiver, card in (*told.pays, *told.returns):
        given, taken = hands[giver], hands[receiver]
        hands[giver] = None if given is None else given - card
        hands[receiver] = None if taken is None else taken + card
    return hands


def _filled(hands: Sequence[Hand | None], told: ToldDeal) -> list[Hand]:
    """The hands with those that are not told: what the seats played, and of the rest of the deck as much as lacks.

    A deal with such hands takes the same plays in the same turns as the real one.
    """
    filled = []
    for seat, hand in enumerate(hands):
        played = [card for action in told.actions if action.seat == seat for card in action.cards]
        filled.append(Hand(played) if hand is None else hand)
    left = _DECK
    for hand in filled:
        left -= hand
    unseen = [*left]
    for seat, hand in enumerate(hands):
        if hand is None:
            lacking = DEALT - len(filled[seat])
            if lacking < 0:
                raise NotationError(f"seat {seat} plays {counted(len(filled[seat]), 'card')}, expected {DEALT} at most")
            filled[seat] += Hand(unseen[:lacking])
            del unseen[:lacking]
    return filled


def _leader(told: ToldDeal) -> int:
    if not told.actions:
        raise NotationError("no play is told")
    return told.actions[0].seat


def _act(deal: Deal, action: ToldAction, level: str, rules: Rules, notes: set[str]) -> None:
    """Makes a play or a pass, after the passes before it that are left out. Raises `GuandanError`."""
    while deal.turn not in (None, action.seat):
        deal.pass_()
        notes.add("passes put in that were left out")
    if not action.cards:
        deal.pass_()
        return
    readings = [(play.kind, play.rank) for play in classify(list(action.cards), level=level, rules=rules)]
    cards = list(action.cards)
    if action.meant is None:
        deal.play(cards)
    elif action.meant in readings:
        deal.play(cards, *action.meant)
    else:
        kind = action.meant[0]
        deal.play(cards, kind if kind in (known for known, _ in readings) else None)
        notes.add("labels corrected by the cards")


def played(seat: int, play: Play | None) -> list[Any]:
    """An action as a record has it."""
    return [seat, "pass"] if play is None else [seat, " ".join(play.cards), play.kind, play.rank]


def _record(told: ToldDeal, rules: Rules, number: int, deal: Deal) -> dict[str, Any]:
    """The record with all its keys. Of one seat's knowledge it has null for what that seat does not know."""
    before, level = told.before, deal.level
    declarers = None if before is None else before.first % 2
    # What is not told of the other team stands as the level of the deal.
    levels = [level, level] if declarers is None or told.levels is None else [*told.levels]
    marks = {"first": [0] * 4, "last": [0] * 4}
    if before is not None:
        marks["first"][before.first] = 1
        for seat in before.lasts:
            marks["last"][seat] = 1
    drawer, shuffler, cutter = _roles(told, rules)
    record: dict[str, Any] = {
        "match": number,
        "deal": 0 if before is None else 1,
        "rules": rules.label,
        "fingerprint": rules.fingerprint,
        "seed": 0,
        "strategies": [*told.names],
        "levels": levels,
        "level": level,
        "declarers": declarers,
        "ace_failures": [0, 0],
        "fallen": [False, False],
        "streaks": marks,
        "hands": [None if hand is None else str(hand) for hand in told.hands],
        "turned_up": None,
        "first_drawer": drawer,
        "shuffler": shuffler,
        "cutter": cutter,
        "tribute": tribute_of(told, rules),
        "leader": _leader(told),
        "plays": [played(seat, play) for seat, play in deal.history],
    }
    if any(must != "A" for must in rules.must_play):
        record["won_at"] = [[], []]
    if told.seat is not None:
        return _knowledge(record, told, deal, rules)
    if told.record:
        return {**record, **{key: value for key, value in told.record.items() if key not in TOLD}}
    if rules.clock:
        raise RulesError(f"rules {rules.label}: the time of the deals before is not told; expected clock=none")
    return {**record, **_result(record, deal, rules)}


def _knowledge(record: dict[str, Any], told: ToldDeal, deal: Deal, rules: Rules) -> dict[str, Any]:
    """The record of one seat's knowledge."""
    record |= dict.fromkeys(_UNKNOWN)
    if told.before is None:
        record |= {"declarers": None, "streaks": None, "levels": None if told.levels is None else [*told.levels]}
    over = deal.is_over
    places = {"places": [*deal.places] if over else None, "tied": _is_tied(deal, rules) if over else None}
    kept = {key: told.record[key] for key in ("match", "strategies", "levels") if key in told.record}
    return {**record, **kept, **places, "seat": told.seat, "source": told.record.get("source", told.place)}


def _roles(told: ToldDeal, rules: Rules) -> tuple[int | None, int | None, int | None]:
    """Who draws first, shuffles and cuts, as the rules say (docs/RULES.md R5.3, R5.4)."""
    if told.before is None:
        return None, None, None
    first, lasts = told.before
    right_draws = rules.later_draw == "last_or_right" and len(lasts) > 1
    drawer = (first + 1) % 4 if right_draws else lasts[-1]
    return drawer, (first + 3) % 4 if rules.later_shuffle == "first_left_hand" else lasts[-1], first


def tribute_of(told: ToldDeal, rules: Rules) -> dict[str, Any] | None:
    """The tribute as a record has it, the card for the first before the other."""
    if told.before is None or not rules.tribute:
        return None
    first = told.before.first
    if not told.pays:
        if told.seat is not None:
            return {"void": True, "big_jokers": None}
        holders = [seat for seat, hand in enumerate(told.hands) if hand for _ in range(hand.count("HR"))]
        return {"void": True, "big_jokers": holders}

    def to_first(place: int) -> list[list[Any]]:
        gifts: Sequence[Gift] = (told.pays, told.returns)[place == 0]
        return [list(gift) for gift in sorted(gifts, key=lambda gift: gift[place] != first)]

    return {"void": False, "pays": to_first(1), "returns": to_first(0)}


def _is_tied(deal: Deal, rules: Rules) -> bool:
    return deal.pattern == "1-2" and rules.double_down_ends_deal


def _result(before: dict[str, Any], deal: Deal, rules: Rules) -> dict[str, Any]:
    """What the deal did to the levels (docs/RULES.md R7, R8), as far as nothing is known of earlier deals."""
    levels, declarers, places = before["levels"], before["declarers"], deal.places
    team, pattern = places[0] % 2, deal.pattern or ""
    is_single, wins = declarers is None, declarers == team
    at_ace = declarers is not None and levels[declarers] == "A"
    passes = at_ace and wins and pattern in _PASSING.get(rules.pass_ace, ())
    after, failures, promoted = [*levels], [0, 0], None
    if not passes:
        level = RANKS.index(levels[team])
        in_a_row = before["streaks"]["first"][places[0]] + 1
        extra = max(0, in_a_row - rules.streak_rises + 1) if rules.streak_rises else 0
        # The level that the declarers have just won at stops them no more.
        stops = [RANKS.index(must) for must in (*rules.must_play, "A")]
        ceiling = min((stop for stop in stops if stop >= level + wins), default=RANKS.index("A"))
        climbed = min(rules.promotion[_PATTERNS.index(pattern)] + extra, ceiling - level)
        promoted, after[team] = {"team": team, "levels": climbed}, RANKS[level + climbed]
        if at_ace and (rules.ace_attempt_counts == "any_failure" or wins):
            failures[declarers] = 1
    return {
        "places": [*places],
        "tied": _is_tied(deal, rules),
        "promoted": promoted,
        "levels_after": after,
        "ace_failures_after": failures,
        "fallen_after": [False, False],
        "match_over": is_single or passes,
        "ended_by": "ace" if passes else None,
        "winner": team if is_single or passes else None,
    }
