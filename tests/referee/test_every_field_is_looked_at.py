"""What was played by one rule set is refused under another that differs in a field, by a clause of that field."""

import json
from typing import Any

import pytest

from referee import Finding, RuleSet, judge
from referee.sample import match_lines, preset
from referee.table import Finish, Table
from referee.tribute import check
from referee.wrong import Wrong

#: The field, the value played by, the value judged by, other fields that make it matter, and the clause named.
FIELDS: list[tuple[str, Any, Any, dict[str, Any], str]] = [
    ("promotion", (3, 2, 1), (4, 2, 1), {}, "R7.3"),
    ("promotion", (3, 2, 1), (3, 3, 1), {}, "R7.3"),
    ("promotion", (3, 2, 1), (3, 2, 2), {}, "R7.3"),
    ("must_play", ("3", "A"), ("5", "A"), {}, "R7.3"),
    ("pass_ace", "partner_not_last", "double_down", {}, "R8.1"),
    ("pass_ace", "double_down", "partner_not_last", {}, "R8.1"),
    ("ace_attempts", 0, 1, {}, "R7.5"),
    ("ace_attempts", 2, 1, {}, "R7.5"),
    ("ace_attempts", 1, 0, {}, "R7.5"),
    ("ace_attempt_counts", "any_failure", "partner_last_only", {}, "R8.3"),
    ("ace_attempt_counts", "partner_last_only", "any_failure", {}, "R8.3"),
    ("ace_fall_to", "2", "5", {"ace_attempts": 1}, "R7.5"),
    ("ace_fall_first_win", "none", "9", {"ace_attempts": 1}, "R7.3"),
    ("ace_fall_first_win", "9", "none", {"ace_attempts": 1}, "R7.3"),
    ("ace_finish_demotes", False, True, {}, "R7.5"),
    ("streak_rises", 0, 2, {}, "R7.3"),
    ("streak_rises", 3, 2, {}, "R7.3"),
    ("streak_falls", 0, 2, {}, "R7.5"),
    ("streak_falls", 3, 2, {}, "R7.5"),
    ("lead_after_out", "partner", "next", {}, "R4.1"),
    ("lead_after_out", "next", "partner", {}, "R4.1"),
    ("double_down_ends_deal", False, True, {}, "R4.9"),
    ("double_down_ends_deal", True, False, {}, "R4.9"),
    ("tribute", True, False, {}, "R6.1"),
    ("tribute", False, True, {}, "R6.1"),
    ("anti_tribute", "two_big_jokers", "none", {}, "R6.10"),
    ("anti_tribute", "none", "two_big_jokers", {}, "R6.10"),
    ("tribute_return_max", "T", "5", {}, "R6.7"),
    ("tribute_return_max", "none", "T", {}, "R6.7"),
    ("tribute_return_level", True, False, {"tribute_return_max": "none"}, "R6.7"),
    ("tribute_return_received", True, False, {"tribute_return_max": "none", "tribute_return_level": True}, "R6.7"),
    ("tribute_lead", "payer_to_first", "first", {}, "R6.11"),
    ("tribute_lead", "payer_to_first", "last", {}, "R6.11"),
    ("tribute_lead", "last", "payer_to_first", {}, "R6.11"),
    ("tribute_lead", "payer_to_first", "partner_of_payer", {}, "R6.11"),
    ("tribute_lead", "partner_of_payer", "payer_of_higher", {}, "R6.11"),
    ("tribute_wild", True, False, {}, "R6.4"),
    ("tribute_double", "higher_to_first", "clockwise", {}, "R6.3"),
    ("tribute_double", "clockwise", "higher_to_first", {}, "R6.3"),
    ("first_lead", "random", "seat_0", {"cut": "none"}, "R5.1"),
    ("first_lead", "drawn", "random", {"cut": "none"}, "R5.1"),
    ("first_lead", "random", "drawn", {"cut": "none"}, "R5.1"),
    ("cut", "modulo_four", "none", {}, "R5.3"),
    ("cut", "none", "count_from_south", {}, "R5.3"),
    ("later_draw", "last", "last_or_right", {}, "R5.3"),
    ("later_draw", "last_or_either", "last", {}, "R5.3"),
    ("later_draw", "last_or_either", "last_or_right", {}, "R5.3"),
    ("later_shuffle", "last", "first_left_hand", {}, "R5.4"),
    ("later_shuffle", "first_left_hand", "last", {}, "R5.4"),
    ("clock", (40, 25, 30), (5, 25, 30), {}, "R10.1"),
    ("clock", (40, 25, 30), (40, 4, 30), {}, "R10.3"),
]

#: Fields of combinations: the value that allows a play, the one that does not, what was led, the play, the clause.
COMBINATIONS: list[tuple[str, Any, Any, str, str, str]] = [
    ("max_bomb", 5, 4, "single 7: S7", "bomb 9: S9 H9 C9 D9 S9", "R2.14"),
    ("joker_pair_in_full_house", True, False, "full_house 4: S4 H4 C4 S6 H6", "full_house 9: S9 H9 C9 SB SB", "R2.14"),
    ("plain_straight_from_flush", True, False, "straight 6: D2 D3 D4 C5 D6", "straight T: S6 S7 S8 H5 ST", "R2.15"),
    ("sequence_order", "level", "natural", "straight A: ST SJ SQ DK DA", "straight 5: SA D2 C3 S4 S5", "R4.4"),
    ("sequence_order", "natural", "level", "straight 5: SA D2 C3 S4 S5", "straight 6: S2 D3 C4 S5 D6", "R4.4"),
]

#: How two equal tributes of seats 1 (third) and 3 (last) go, with the returns, and the rules that allow it.
TIES: list[tuple[dict[int, int], dict[int, int], set[str]]] = [
    ({1: 0, 3: 2}, {0: 1, 2: 3}, {"clockwise", "winner_chooses"}),
    ({1: 2, 3: 0}, {2: 1, 0: 3}, {"last_to_first", "winner_chooses"}),
    ({1: 0, 3: 2}, {0: 3, 2: 1}, {"winner_chooses"}),
    ({1: 2, 3: 0}, {2: 3, 0: 1}, {"winner_chooses"}),
]

#: No record tells them: how a count is announced, and points.
UNRECORDED = {"announce_at", "scoring"}


@pytest.mark.parametrize(("field", "played", "judged", "others", "clause"), FIELDS)
def test_other_rules_are_noticed(field: str, played: Any, judged: Any, others: dict[str, Any], clause: str) -> None:
    ours, theirs = (preset("institute", **others | {field: value}) for value in (played, judged))
    # What goes wrong first depends on the match, but this clause is among it.
    found = set()
    for seed in range(60):
        finding = judged_as(theirs, match_lines(ours, seed))
        if finding is not None:
            found.add(finding.clause)
            if finding.clause == clause:
                return
    pytest.fail(f"only {found}")


def judged_as(rules: RuleSet, lines: tuple[str, ...]) -> Finding | None:
    """What is wrong with the lines under rules they were not played by."""
    relabelled = [json.dumps(json.loads(line) | {"fingerprint": rules.fingerprint}) for line in lines]
    return judge(relabelled, [rules]).finding


@pytest.mark.parametrize(("field", "allowing", "refusing", "led", "answer", "clause"), COMBINATIONS)
def test_other_combinations_are_noticed(
    field: str, allowing: Any, refusing: Any, led: str, answer: str, clause: str
) -> None:
    declared = [part.replace(":", "").split() for part in (led, answer)]
    hands = [[*cards, "S3"] for _, _, *cards in declared] + [["S3"], ["S3"]]
    for value, refused in ((allowing, None), (refusing, clause)):
        table = Table(preset("institute", **{field: value}), "5", hands, 0)
        found = None
        for seat, (kind, rank, *cards) in enumerate(declared):
            try:
                table.play(seat, cards, kind, rank)
            except Wrong as wrong:
                found = wrong.clause
        assert found == refused


@pytest.mark.parametrize("rule", ["clockwise", "winner_chooses", "last_to_first"])
@pytest.mark.parametrize(("pays", "returns", "allowed_by"), TIES)
def test_other_ways_of_equal_tributes_are_noticed(
    rule: str, pays: dict[int, int], returns: dict[int, int], allowed_by: set[str]
) -> None:
    finish = Finish((0, 2, 1, 3), tied=False, last_play_of_first=("S3",))
    hands = [["S3"], ["SA"], ["C4"], ["DA"]]
    tribute = {
        "void": False,
        "pays": [[payer, receiver, hands[payer][0]] for payer, receiver in pays.items()],
        "returns": [[giver, taker, hands[giver][0]] for giver, taker in returns.items()],
    }
    try:
        check({"level": "2", "tribute": tribute}, preset("institute", tribute_tie=rule), finish, hands)
        found = None
    except Wrong as wrong:
        found = wrong.clause
    assert (found is None) == (rule in allowed_by)
    assert found in (None, "R6.5", "R6.6")


def test_every_field_is_here() -> None:
    looked_at = {field for field, *_ in (*FIELDS, *COMBINATIONS)} | {"tribute_tie"}
    assert looked_at | UNRECORDED == set(RuleSet.__dataclass_fields__)
