"""Tribute and returns, and who leads after them (docs/RULES.md R6)."""

from dataclasses import dataclass
from typing import Any

from oracle.combinations import JOKERS, RANKS

from referee.cards import Hand, height, is_wild, left_hand, without
from referee.ruleset import RuleSet
from referee.table import Finish
from referee.wrong import Wrong, same

#: Who gave what to whom, as in a record: from, to, card.
Gift = list[Any]


@dataclass(frozen=True)
class Settled:
    """The hands the play begins with, and its leader."""

    hands: list[Hand]
    leader: int


def payers(before: Finish) -> list[int]:
    """R6.2, R6.3: the last, after 1-2 third and last."""
    return list(before.places[2:] if before.partner_place == 2 else before.places[3:])


def receivers(before: Finish) -> list[int]:
    """The first, after 1-2 also the second."""
    return list(before.places[: len(payers(before))])


def big_jokers(before: Finish, hands: list[Hand]) -> list[int]:
    """The payers that hold big jokers, once for each."""
    return sorted(seat for seat in payers(before) for card in hands[seat] if card == "HR")


def void(rules: RuleSet, before: Finish, hands: list[Hand]) -> bool:
    """R6.10."""
    return rules.anti_tribute == "two_big_jokers" and len(big_jokers(before, hands)) == 2


def payable(rules: RuleSet, hand: Hand, level: str) -> set[str]:
    """The cards a payer chooses from (R6.4)."""
    natural = [card for card in hand if not is_wild(card, level)]
    top = max(height(card, level) for card in natural)
    # R13.31: a wild is as high as the level card beside it.
    payers_cards = hand if rules.tribute_wild else natural
    return {card for card in payers_cards if height(card, level) == top}


def pairings(rules: RuleSet, before: Finish, paid: dict[int, str], level: str) -> list[dict[int, int]]:
    """Who pays whom: what the rules give, or the choices they leave (R6.2, R6.3, R6.5)."""
    if len(paid) == 1:
        return [{before.places[3]: before.first}]
    first, second, third, last = before.places
    clockwise = {payer: left_hand(payer) for payer in (third, last)}
    if rules.tribute_double == "clockwise":
        return [clockwise]
    straight, crossed = {last: first, third: second}, {last: second, third: first}
    difference = height(paid[last], level) - height(paid[third], level)
    if difference:
        return [straight if difference > 0 else crossed]
    if rules.tribute_tie == "winner_chooses":
        return [straight, crossed]
    # R6.12: the tied losers of a stopped deal are neither third nor last.
    if rules.tribute_tie == "last_to_first" and not before.tied:
        return [straight]
    return [clockwise]


def returnable(rules: RuleSet, own: Hand, received: str, level: str) -> tuple[set[str], str]:
    """The cards a receiver chooses from, and the clause that says so (R6.7, R6.8); `own` without what it received."""
    held = [*own, received] if rules.tribute_return_received else own
    within = {card for card in held if _keeps_limits(rules, card, level)}
    if within:
        return within, "R6.7"
    bottom = min(height(card, level) for card in held)
    return {card for card in held if height(card, level) == bottom}, "R6.8"


def _keeps_limits(rules: RuleSet, card: str, level: str) -> bool:
    is_level = card not in JOKERS and card[1] == level
    if is_level and not rules.tribute_return_level:
        return False
    if rules.tribute_return_max == "none":
        return True
    # R13.15: jokers and level cards rank above A.
    return card not in JOKERS and not is_level and RANKS.index(card[1]) <= RANKS.index(rules.tribute_return_max)


def payer_of_higher(before: Finish, paid: dict[int, str], level: str) -> int:
    """Who paid the highest card; of equal cards the last did, or of two tied losers the higher seat (R13.19)."""
    return max(paid, key=lambda seat: (height(paid[seat], level), before.places.index(seat)))


def leader(rules: RuleSet, before: Finish, payer_to_first: int, payer_of_higher: int | None = None) -> int:
    """Who leads after cards were paid (R6.11, R6.12); `payer_of_higher` may be left out under rules that do not ask."""
    if rules.tribute_lead == "partner_of_payer" and before.partner_place != 2:
        return (payer_to_first + 2) % 4
    if rules.tribute_lead == "payer_of_higher" and payer_of_higher is not None:
        return payer_of_higher
    if rules.tribute_lead == "first":
        return before.first
    if rules.tribute_lead == "last" and not before.tied:
        return before.places[3]
    return payer_to_first


def check(record: dict[str, Any], rules: RuleSet, before: Finish, hands: list[Hand]) -> Settled:
    """The tribute of a deal after one that ended so."""
    tribute, level = record["tribute"], record["level"]
    if (tribute is None) == rules.tribute:
        raise Wrong("tribute", "R6.1", f"{tribute!r} is recorded, tribute is {'on' if rules.tribute else 'off'}")
    if tribute is None:
        return Settled(hands, before.first)
    same("tribute.void", "R6.10", tribute["void"], void(rules, before, hands))
    if tribute["void"]:
        same("tribute.big_jokers", "R6.10", sorted(tribute["big_jokers"]), big_jokers(before, hands))
        return Settled(hands, before.first)

    who_pays = "R6.2" if len(payers(before)) == 1 else "R6.3"
    pays = {gift[0]: gift for gift in _gifts(tribute["pays"], "tribute.pays", who_pays, payers(before))}
    paid = {seat: gift[2] for seat, gift in pays.items()}
    for seat, card in paid.items():
        allowed = payable(rules, hands[seat], level)
        if card not in allowed:
            raise Wrong("tribute.pays", "R6.4", f"seat {seat} pays {card}, it is to pay {_either(allowed)}")
    goes_to = {seat: gift[1] for seat, gift in pays.items()}
    right = pairings(rules, before, paid, level)
    equal = len({height(card, level) for card in paid.values()}) == 1 and len(paid) == 2
    if goes_to not in right:
        clause = "R6.5" if equal else who_pays
        raise Wrong("tribute.pays", clause, f"from seat to seat {goes_to}, right is {_either(right)}")
    payer_of = {receiver: payer for payer, receiver in goes_to.items()}

    returns = {gift[0]: gift for gift in _gifts(tribute["returns"], "tribute.returns", "R6.6", receivers(before))}
    to = {seat: gift[1] for seat, gift in returns.items()}
    picked = len(right) == 2 and sorted(to.values()) == sorted(paid)
    if to != payer_of and not picked:
        raise Wrong("tribute.returns", "R6.6", f"from seat to seat {to}, right is {payer_of}")
    for seat, gift in returns.items():
        allowed, clause = returnable(rules, hands[seat], paid[payer_of[seat]], level)
        if gift[2] not in allowed:
            raise Wrong("tribute.returns", clause, f"seat {seat} returns {gift[2]}, it may return {_either(allowed)}")

    after = [list(hand) for hand in hands]
    # Returns are chosen with the tribute in hand, so all of it moves first.
    for gift in [*pays.values(), *returns.values()]:
        giver, taker, card = gift
        after[giver] = without(after[giver], [card])
        after[taker].append(card)
    return Settled(after, leader(rules, before, payer_of[before.first], payer_of_higher(before, paid, level)))


def _gifts(gifts: list[Gift], place: str, clause: str, givers: list[int]) -> list[Gift]:
    """One gift of each giver and of nobody else."""
    same(f"{place}, the givers", clause, sorted(gift[0] for gift in gifts), sorted(givers))
    return gifts


def _either(options: object) -> str:
    listed = sorted(map(str, options)) if isinstance(options, (set, list)) else [str(options)]
    return " or ".join(listed)
