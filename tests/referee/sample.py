"""Good records for the tests of the referee: matches of players who throw dice.

What a player may do and what follows from it is asked of the referee's own parts, so these records cannot show that
its reading of the rules is right (`test_by_hand` and the engine's records do that), only that a good record passes and
a damaged one does not.
"""

import json
import random
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from oracle.combinations import CIRCLE, PACKS, rank_of, readings

from referee import opening, tribute
from referee.cards import Hand, is_wild
from referee.ruleset import RuleSet
from referee.shape import Record
from referee.standing import Standing, after_deal, winner_at_bell
from referee.table import Table
from referee.wrong import Wrong

PRESETS = Path(__file__).parents[2] / "rust_core/src/rules/presets"


@cache
def preset(name: str, **changes: Any) -> RuleSet:
    """A preset's rule set, some fields changed (hashable, as the rule set keeps them)."""
    values: dict[str, Any] = {}
    for file in ("institute", name):
        values |= tomllib.loads((PRESETS / f"{file}.toml").read_text(encoding="utf-8"))
    values.pop("base", None)
    clock = changes.pop("clock", None)
    if clock is not None:
        values["clock"] = dict(zip(("match_minutes", "play_seconds", "leading_team_seconds"), clock, strict=True))
    return RuleSet.from_fields(values | changes)


@cache
def match_lines(rules: RuleSet, seed: int) -> tuple[str, ...]:
    """The records of a match."""
    return tuple(json.dumps(record) for record in _Match(rules, seed).records())


class _Match:
    def __init__(self, rules: RuleSet, seed: int) -> None:
        self.rules = rules
        self.seed = seed
        self.dice = random.Random(seed)

    def records(self) -> list[Record]:
        rules, standing, finish, seconds = self.rules, Standing(), None, 0.0
        records: list[Record] = []
        while not records or not records[-1]["match_over"]:
            number = len(records)
            cards = self.dice.sample(PACKS, 108)
            hands = [cards[seat * 27 : seat * 27 + 27] for seat in range(4)]
            record = self._before(number, standing, hands)
            if finish is None:
                record |= self._opening(hands)
            else:
                record |= self._roles(finish) | self._tribute(finish, hands, standing.level)
                if record["tribute"] is not None:
                    settled = tribute.check(record, rules, finish, hands)
                    hands, record["leader"] = settled.hands, settled.leader
            table = Table(rules, standing.level, hands, record["leader"])
            record["plays"] = self._play(table)
            seconds += 5 * table.plays + 1.5 * table.passes + (60 if number else 0)
            if rules.clock != "none" and seconds > rules.clock[0] * 60:
                records[-1] |= {"match_over": True, "ended_by": "clock", "winner": winner_at_bell(standing)}
                return records
            finish = table.finish()
            end = after_deal(rules, standing, finish, number)
            standing = end.after
            record |= {
                "places": list(finish.places),
                "tied": finish.tied,
                "promoted": None if end.passed_ace else {"team": end.winners, "levels": end.climbed},
                "levels_after": list(standing.levels),
                "ace_failures_after": list(standing.ace_failures),
                "fallen_after": list(standing.fallen),
                "match_over": end.passed_ace,
                "ended_by": "ace" if end.passed_ace else None,
                "winner": end.winners if end.passed_ace else None,
            }
            records.append(record)
        return records

    def _before(self, number: int, standing: Standing, hands: list[Hand]) -> Record:
        record: Record = {
            "match": self.seed,
            "deal": number,
            "rules": "sample",
            "fingerprint": self.rules.fingerprint,
            "seed": self.seed,
            "strategies": ["dice"] * 4,
            "levels": list(standing.levels),
            "level": standing.level,
            "declarers": standing.declarers,
            "ace_failures": list(standing.ace_failures),
            "fallen": list(standing.fallen),
            "streaks": {"first": list(standing.firsts), "last": list(standing.lasts)},
            "hands": [" ".join(hand) for hand in hands],
        }
        if self.rules.clock != "none":
            record["clock_model"] = "play=5,pass=1.5,between=60"
        if set(self.rules.must_play) - {"A"}:
            record["won_at"] = [sorted(levels, key=CIRCLE[1:].index) for levels in standing.won]
        return record

    def _opening(self, hands: list[Hand]) -> Record:
        leader = self.dice.randrange(4)
        card = self.dice.choice([card for card in hands[leader] if card not in ("SB", "HR", "H2")])
        turned_up = None if self.rules.first_lead == "random" else {"card": card, "holder": leader}
        cuts = self.rules.cut != "none"
        return {
            "turned_up": turned_up,
            "first_drawer": opening.first_drawer(self.rules, card) if cuts else None,
            "shuffler": opening.first_shuffler(self.rules),
            "cutter": opening.SOUTH if cuts else None,
            "tribute": None,
            "leader": leader,
        }

    def _roles(self, finish: Any) -> Record:
        return {
            "turned_up": None,
            "first_drawer": self.dice.choice(sorted(opening.drawers(self.rules, finish))),
            "shuffler": self.dice.choice(sorted(opening.shufflers(self.rules, finish))),
            "cutter": finish.first,
        }

    def _tribute(self, finish: Any, hands: list[Hand], level: str) -> Record:
        rules, dice = self.rules, self.dice
        if not rules.tribute:
            return {"tribute": None, "leader": finish.first, "level": level}
        if tribute.void(rules, finish, hands):
            return {"tribute": {"void": True, "big_jokers": tribute.big_jokers(finish, hands)}, "level": level}
        paid = {
            seat: dice.choice(sorted(tribute.payable(rules, hands[seat], level))) for seat in tribute.payers(finish)
        }
        options = tribute.pairings(rules, finish, paid, level)
        goes_to = dice.choice(options)
        returns = []
        takers = list(goes_to)
        if len(options) == 2:
            dice.shuffle(takers)
        for taker, (payer, receiver) in zip(takers, goes_to.items(), strict=True):
            allowed, _ = tribute.returnable(rules, hands[receiver], paid[payer], level)
            returns.append([receiver, taker, dice.choice(sorted(allowed))])
        pays = [[payer, receiver, paid[payer]] for payer, receiver in goes_to.items()]
        return {"tribute": {"void": False, "pays": pays, "returns": returns}, "level": level}

    def _play(self, table: Table) -> list[list[Any]]:
        acts: list[list[Any]] = []
        while not table.over:
            seat = table.turn
            act = self._lay_down(table, seat)
            if act is None:
                table.pass_(seat)
                acts.append([seat, "pass"])
            else:
                acts.append([seat, *act])
        return acts

    def _lay_down(self, table: Table, seat: int) -> list[str] | None:
        """Cards proposed at random until some can be played; a leader tries for ever."""
        hand, tries = self.dice.sample(table.hands[seat], len(table.hands[seat])), 0
        ranks: dict[str, Hand] = defaultdict(list)
        for card in hand:
            ranks[rank_of(card)].append(card)
        wilds = [card for card in ranks[table.house.level] if is_wild(card, table.house.level)]
        while table.on_table is None or tries < 5:
            tries += 1
            cards = self._propose(ranks, wilds)
            if table.on_table is not None and len(cards) < 4 and len(cards) != len(table.on_table[2]):
                continue
            for kind, rank in sorted(readings(cards, table.house), key=lambda _: self.dice.random()):
                try:
                    table.play(seat, cards, kind, rank)
                except Wrong:
                    continue
                return [" ".join(cards), kind, rank]
        return None

    def _propose(self, ranks: dict[str, Hand], wilds: Hand) -> Hand:
        """Cards that are often a combination."""
        rank, other = (self.dice.choice([rank for rank in ranks if ranks[rank]]) for _ in range(2))
        shape = self.dice.choice(("same", "same", "same", "full_house", "straight", "tube", "plate"))
        if shape == "same" or (shape == "full_house" and rank == other):
            return ranks[rank][: self.dice.randint(1, 10)]
        if shape == "full_house":
            return ranks[rank][:3] + ranks[other][:2]
        length, each = {"straight": (5, 1), "tube": (3, 2), "plate": (2, 3)}[shape]
        start = self.dice.randrange(len(CIRCLE) - length + 1)
        cards = [card for rank in CIRCLE[start : start + length] for card in ranks.get(rank, [])[:each]]
        natural = [card for card in cards if card not in wilds]
        return natural + wilds[: length * each - len(natural)]
