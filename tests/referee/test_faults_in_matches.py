"""Good matches pass; what is wrong with a line, or between deals, is named by line, place and clause."""

import json

import pytest

from referee import RuleSet, judge
from referee.damage import Damage, Spoil, change, check_named, drop, first_deal, later, next_seat, other_level, put
from referee.sample import match_lines, preset
from referee.shape import Record

INSTITUTE = preset("institute")
COMPETITION = preset("competition")
WEB = preset("web")
PAGAT = preset("pagat")
NEXT_WIND = preset("next_wind")
UNEQUAL = preset("institute", must_play=("5", "A"))


@pytest.mark.parametrize(
    "rules",
    [INSTITUTE, COMPETITION, WEB, PAGAT, NEXT_WIND, UNEQUAL, preset("jiangsu"), preset("guandan_com")],
)
def test_good_records_pass(rules: RuleSet) -> None:
    lines = [line for seed in range(2) for line in match_lines(rules, seed)]
    report = judge(lines, [INSTITUTE, rules])
    assert report.finding is None
    assert (report.lines, report.matches) == (len(lines), 2)


def leave_before_the_end(record: Record) -> None:
    """Makes a deal one that a seat left."""
    record["plays"] = record["plays"][:10]
    del record["places"], record["tied"]
    record |= {"left": [2, 10], "promoted": None, "match_over": True, "ended_by": "leave", "winner": None}
    for key in ("levels", "ace_failures", "fallen"):
        record[f"{key}_after"] = record[key]


def left_but(key: str, value: object) -> Spoil:
    """Left correctly but for one key."""

    def spoil(record: Record) -> None:
        leave_before_the_end(record)
        record[key] = value

    return spoil


DAMAGES: dict[str, Damage] = {
    # The record as a text.
    "a missing key": (INSTITUTE, later, drop("cutter"), "cutter", "format"),
    "an unknown key": (INSTITUTE, later, put("note", "x"), "note", "format"),
    "seat 4": (INSTITUTE, later, put("leader", 4), "leader", "format"),
    "a level that is no rank": (INSTITUTE, later, put("level", "10"), "level", "format"),
    "a flag for a number": (INSTITUTE, later, put("ace_failures", [False, 0]), "ace_failures", "format"),
    "a card that does not exist": (INSTITUTE, later, put("plays", 0, 1, "1S"), "plays[0]", "format"),
    "a kind that does not exist": (INSTITUTE, later, put("plays", 0, 2, "rocket"), "plays[0]", "format"),
    "an empty hand": (INSTITUTE, later, put("hands", 1, ""), "hands[1]", "format"),
    "other rules": (INSTITUTE, first_deal, put("fingerprint", "0" * 16), "fingerprint", "format"),
    "other rules within a match": (INSTITUTE, later, put("fingerprint", "0" * 16), "fingerprint", "format"),
    "another seed within a match": (INSTITUTE, later, put("seed", 10**6), "seed", "format"),
    "a wrong number of a deal": (INSTITUTE, later, change("deal", lambda deal: deal + 1), "deal", "format"),
    "a match from its middle on": (INSTITUTE, first_deal, put("deal", 3), "deal", "format"),
    "a time model without a clock": (INSTITUTE, later, put("clock_model", "play=5"), "clock_model", "format"),
    "a void tribute that says what was paid": (
        INSTITUTE,
        lambda r: "pays" in (r["tribute"] or {}),
        put("tribute", "void", True),
        "tribute",
        "format",
    ),
    # The cards.
    "a missing card": (INSTITUTE, later, change("hands", lambda h: [h[0][3:], *h[1:]]), "hands[0]", "R1.1"),
    "a third copy": (INSTITUTE, later, change("hands", lambda h: [h[0], h[0], *h[2:]]), "hands[0]", "R1.1"),
    # The match before the deal.
    "another level of a team": (
        INSTITUTE,
        later,
        change("levels", lambda levels: [*map(other_level, levels)]),
        "levels",
        "R7.5",
    ),
    "not from level 2": (INSTITUTE, first_deal, put("levels", ["3", "2"]), "levels", "R7.1"),
    "the losers' level": (INSTITUTE, later, change("level", other_level), "level", "R7.2"),
    "a first deal at 3": (INSTITUTE, first_deal, put("level", "3"), "level", "R7.1"),
    "the losers as declarers": (INSTITUTE, later, change("declarers", lambda team: 1 - team), "declarers", "R7.2"),
    "declarers in a first deal": (INSTITUTE, first_deal, put("declarers", 0), "declarers", "R7.1"),
    "failures nobody had": (INSTITUTE, first_deal, put("ace_failures", [0, 1]), "ace_failures", "R8.3"),
    "a fallen team that is not": (INSTITUTE, later, put("fallen", [True, True]), "fallen", "R8.5"),
    "another streak of first places": (
        INSTITUTE,
        later,
        put("streaks", "first", [9, 0, 0, 0]),
        "streaks.first",
        "R9.1",
    ),
    "another streak of last places": (INSTITUTE, later, put("streaks", "last", [9, 0, 0, 0]), "streaks.last", "R9.2"),
    "levels won that were not": (UNEQUAL, later, put("won_at", [["K"], []]), "won_at", "R7.4"),
    "no levels won where they count": (UNEQUAL, later, drop("won_at"), "won_at", "R7.4"),
    "levels won where they do not count": (INSTITUTE, later, put("won_at", [[], []]), "won_at", "R7.4"),
    # Before the first play.
    "no card turned up": (INSTITUTE, first_deal, put("turned_up", None), "turned_up", "R5.1"),
    "a card turned up in a later deal": (
        INSTITUTE,
        later,
        put("turned_up", {"card": "S3", "holder": 0}),
        "turned_up",
        "R5.1",
    ),
    "a card turned up for a random leader": (
        WEB,
        first_deal,
        put("turned_up", {"card": "S3", "holder": 0}),
        "turned_up",
        "R5.1",
    ),
    "a joker turned up": (
        INSTITUTE,
        lambda record: first_deal(record) and "HR" in record["hands"][3],
        put("turned_up", {"card": "HR", "holder": 3}),
        "turned_up",
        "R13.25",
    ),
    "a turned-up card of another seat": (
        INSTITUTE,
        lambda record: first_deal(record) and "S3" not in record["hands"][1],
        put("turned_up", {"card": "S3", "holder": 1}),
        "turned_up",
        "R5.2",
    ),
    "a leader who does not hold the turned-up card": (
        INSTITUTE,
        first_deal,
        change("leader", next_seat),
        "leader",
        "R5.2",
    ),
    "another first drawer by the cut": (
        INSTITUTE,
        first_deal,
        change("first_drawer", next_seat),
        "first_drawer",
        "R5.3",
    ),
    "a first drawer without a cut": (WEB, first_deal, put("first_drawer", 0), "first_drawer", "R5.3"),
    "another cutter of the first deal": (COMPETITION, first_deal, put("cutter", 0), "cutter", "R13.25"),
    "a shuffler of the first deal": (COMPETITION, first_deal, put("shuffler", 0), "shuffler", "R13.25"),
    "another shuffler of the first deal": (INSTITUTE, first_deal, put("shuffler", 3), "shuffler", "R13.25"),
    "another first drawer": (INSTITUTE, later, change("first_drawer", next_seat), "first_drawer", "R5.3"),
    "another shuffler": (INSTITUTE, later, change("shuffler", next_seat), "shuffler", "R5.4"),
    "another cutter": (INSTITUTE, later, change("cutter", next_seat), "cutter", "R5.4"),
    # What the deal did.
    "another rise": (INSTITUTE, lambda r: r["promoted"], put("promoted", "levels", 7), "promoted", "R7.3"),
    "the losers promoted": (
        INSTITUTE,
        lambda r: r["promoted"],
        lambda r: put("promoted", "team", 1 - r["promoted"]["team"])(r),
        "promoted",
        "R7.3",
    ),
    "other levels after": (
        INSTITUTE,
        lambda r: not r["match_over"],
        change("levels_after", lambda levels: [*map(other_level, levels)]),
        "levels_after",
        "R7.5",
    ),
    "a rise in the deal that wins": (
        INSTITUTE,
        lambda r: r["match_over"],
        put("promoted", {"team": 0, "levels": 1}),
        "promoted",
        "R7.6",
    ),
    "a level in the deal that wins": (
        INSTITUTE,
        lambda r: r["match_over"],
        put("levels_after", ["2", "2"]),
        "levels_after",
        "R7.6",
    ),
    "a failure not counted": (
        INSTITUTE,
        lambda record: sum(record["ace_failures_after"]) > sum(record["ace_failures"]),
        lambda record: put("ace_failures_after", record["ace_failures"])(record),
        "ace_failures_after",
        "R8.3",
    ),
    "a fall that is not told": (
        preset("institute", ace_attempts=1),
        lambda r: any(r["fallen_after"]),
        put("fallen_after", [False, False]),
        "fallen_after",
        "R8.4",
    ),
    "fallen still after a first place": (
        preset("institute", ace_attempts=1),
        lambda r: any(r["fallen"]) and not any(r["fallen_after"]),
        lambda r: put("fallen_after", r["fallen"])(r),
        "fallen_after",
        "R8.5",
    ),
    "a match ended too early": (
        INSTITUTE,
        lambda r: not r["match_over"],
        lambda r: r.update({"match_over": True, "ended_by": "ace", "winner": 0}),
        "ended_by",
        "R8.1",
    ),
    "over, but ended by nothing": (
        INSTITUTE,
        lambda r: later(r) and not r["match_over"],
        put("match_over", True),
        "match_over",
        "format",
    ),
    "the wrong winner": (
        INSTITUTE,
        lambda r: r["match_over"],
        change("winner", lambda team: 1 - team),
        "winner",
        "R8.1",
    ),
    "a match that goes on after its end": (
        INSTITUTE,
        lambda r: r["match_over"],
        lambda r: r.update({"match_over": False, "ended_by": None, "winner": None}),
        "ended_by",
        "R8.1",
    ),
    # The clock, and leaving.
    "a bell without a clock": (INSTITUTE, lambda r: r["match_over"], put("ended_by", "clock"), "ended_by", "R10.1"),
    "a bell that cannot have rung": (
        COMPETITION,
        first_deal,
        lambda r: r.update({"match_over": True, "ended_by": "clock", "winner": 0}),
        "ended_by",
        "R10.1",
    ),
    "the lower level wins at the bell": (
        COMPETITION,
        lambda r: r["ended_by"] == "clock",
        change("winner", lambda team: 1 - team),
        "winner",
        "R10.2",
    ),
    "no time model": (COMPETITION, first_deal, drop("clock_model"), "clock_model", "format"),
    "a time model of two parts": (
        COMPETITION,
        first_deal,
        put("clock_model", "play=5,pass=1"),
        "clock_model",
        "format",
    ),
    "longer than a play may take": (
        COMPETITION,
        first_deal,
        put("clock_model", "play=26,pass=1,between=0"),
        "clock_model",
        "R10.3",
    ),
    "a deal after the bell": (
        COMPETITION,
        first_deal,
        put("clock_model", "play=25,pass=25,between=0"),
        "plays",
        "R10.1",
    ),
    "left at another action": (INSTITUTE, later, left_but("left", [2, 11]), "left", "format"),
    "left, but decided": (INSTITUTE, later, left_but("winner", 0), "winner", "format"),
    "left, but promoted": (INSTITUTE, later, left_but("promoted", {"team": 0, "levels": 1}), "promoted", "format"),
    "left, but risen": (INSTITUTE, later, left_but("levels_after", ["A", "A"]), "levels_after", "format"),
    "left after the end": (
        INSTITUTE,
        later,
        lambda r: r.update({"left": [2, len(r["plays"])], "match_over": True, "ended_by": "leave", "winner": None}),
        "left",
        "R4.9",
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_named(name: str) -> None:
    check_named(DAMAGES[name])


def test_a_deal_that_was_left_passes() -> None:
    lines = list(match_lines(INSTITUTE, 0))
    record = json.loads(lines[1])
    leave_before_the_end(record)
    assert judge([lines[0], json.dumps(record)], [INSTITUTE]).finding is None


@pytest.mark.parametrize("line", ["", "{", "[]", "null", '{"match": 0}', "\ufeff{}"])
def test_lines_that_are_no_records_are_named(line: str) -> None:
    finding = judge([*match_lines(INSTITUTE, 0), line], [INSTITUTE]).finding
    assert finding is not None
    assert (finding.line, finding.clause) == (len(match_lines(INSTITUTE, 0)) + 1, "format")


def test_a_short_line_is_named() -> None:
    lines = list(match_lines(INSTITUTE, 0))
    lines[2] = lines[2][: len(lines[2]) // 2]
    finding = judge(lines, [INSTITUTE]).finding
    assert finding is not None
    assert (finding.line, finding.place, finding.clause) == (3, "record", "format")


def test_a_missing_line_is_named() -> None:
    lines = list(match_lines(INSTITUTE, 0))
    finding = judge([*lines[:3], *lines[4:]], [INSTITUTE]).finding
    assert finding is not None
    assert (finding.line, finding.place) == (4, "deal")


def test_a_file_that_breaks_off_is_named() -> None:
    lines = match_lines(INSTITUTE, 0)
    finding = judge(lines[:-1], [INSTITUTE]).finding
    assert finding is not None
    assert (finding.line, finding.place, finding.clause) == (len(lines) - 1, "match_over", "R7.1")
