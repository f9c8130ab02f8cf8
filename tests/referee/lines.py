"""Judging records line by line: each deal by itself, and by the deals of its match before it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from oracle.combinations import RANKS

from referee import opening, tribute
from referee.cards import Hand
from referee.ruleset import RuleSet
from referee.shape import Record, read
from referee.standing import Consequence, Standing, after_deal, winner_at_bell
from referee.table import Finish, Table
from referee.wrong import FORMAT, Finding, Wrong, same

#: What all deals of a match share.
HEADING = ("match", "rules", "fingerprint", "seed", "strategies", "clock_model")


@dataclass(frozen=True)
class Report:
    """What was read, and the first thing wrong in it."""

    lines: int
    matches: int
    finding: Finding | None


@dataclass
class Course:
    """A match as far as it has been read."""

    heading: dict[str, Any]
    rules: RuleSet
    standing: Standing
    deals: int = 0
    finish: Finish | None = None
    seconds: float = 0.0
    over: bool = False


def judge(lines: Iterable[str], rulesets: Iterable[RuleSet]) -> Report:
    """Judges the lines of a file; every match begins with its deal 0, and its deals follow each other."""
    reader = _Reader({rules.fingerprint: rules for rules in rulesets})
    finding = None
    try:
        for line in lines:
            reader.read(line)
        reader.end()
    except Wrong as wrong:
        place = (reader.record.get("match"), reader.record.get("deal"))
        finding = Finding(reader.lines, *place, wrong.place, wrong.clause, wrong.message)
    return Report(reader.lines, reader.matches, finding)


@dataclass
class _Reader:
    """Lines read so far."""

    known: dict[str, RuleSet]
    lines: int = 0
    matches: int = 0
    record: Record = field(default_factory=dict)
    course: Course | None = None

    def read(self, line: str) -> None:
        self.lines += 1
        self.record = {}
        self.record = read(line)
        if self.course is None or self.course.over:
            self.course = _begin(self.record, self.known)
            self.matches += 1
        else:
            _check_follows(self.record, self.course)
        _check_deal(self.record, self.course)

    def end(self) -> None:
        if self.course is not None and not self.course.over:
            raise Wrong("match_over", "R7.1", "the match breaks off before its end")


def _begin(record: Record, known: dict[str, RuleSet]) -> Course:
    """The match whose first deal this is."""
    same("deal", FORMAT, record["deal"], 0)
    if record["fingerprint"] not in known:
        raise Wrong("fingerprint", FORMAT, f"no rule set given has {record['fingerprint']}")
    # A single deal may be played at any level.
    level = record["level"] if _is_single(record) else "2"
    heading = {key: record.get(key) for key in HEADING}
    return Course(heading, known[record["fingerprint"]], Standing(levels=(level, level)))


def _check_follows(record: Record, course: Course) -> None:
    """The next deal of the match before."""
    for key in HEADING:
        same(key, FORMAT, record.get(key), course.heading[key])
    same("deal", FORMAT, record["deal"], course.deals)


def _is_single(record: Record) -> bool:
    """A single deal is over but ended by nothing, and belongs to no match."""
    return bool(record["match_over"]) and record["ended_by"] is None


def _check_deal(record: Record, course: Course) -> None:
    hands = [hand.split(" ") for hand in record["hands"]]
    opening.check_hands(hands)
    _check_standing(record, course)
    hands = _check_start(record, course, hands)
    table = _replay(record, course.rules, hands)
    _check_clock(record, course, table)
    if "left" in record:
        _check_leaving(record, table)
        course.over = True
        return
    if not table.over:
        raise Wrong("plays", "R4.9", f"the deal is not over after {table.acts} plays and passes")
    finish = table.finish()
    same("places", "R4.8", record.get("places"), list(finish.places))
    same("tied", "R4.10", record.get("tied"), finish.tied)
    consequence = after_deal(course.rules, course.standing, finish, course.deals)
    _check_end(record, course, consequence)
    _check_consequence(record, course.standing, consequence)
    course.standing, course.finish, course.deals = consequence.after, finish, course.deals + 1


def _check_standing(record: Record, course: Course) -> None:
    """What stands before the deal is what the deal before has left."""
    standing = course.standing
    single = _is_single(record)
    if single and course.deals > 0:
        raise Wrong("match_over", FORMAT, "a match ended by nothing")
    same("levels", "R7.5" if course.deals else "R7.1", record["levels"], list(standing.levels))
    same("level", "R7.2" if course.deals else "R7.1", record["level"], record["level"] if single else standing.level)
    same("declarers", "R7.2" if course.deals else "R7.1", record["declarers"], standing.declarers)
    same("ace_failures", "R8.3", record["ace_failures"], list(standing.ace_failures))
    same("fallen", "R8.5", record["fallen"], list(standing.fallen))
    same("streaks.first", "R9.1", record["streaks"]["first"], list(standing.firsts))
    same("streaks.last", "R9.2", record["streaks"]["last"], list(standing.lasts))
    # The levels won are recorded where the rules ask for more of them than A.
    wanted = set(course.rules.must_play) - {"A"}
    won = [sorted(levels, key=RANKS.index) for levels in standing.won]
    same("won_at", "R7.4", record.get("won_at"), won if wanted else None)


def _check_start(record: Record, course: Course, hands: list[Hand]) -> list[Hand]:
    """The opening or the tribute, and the leader; the hands after tribute."""
    if course.finish is None:
        if _is_single(record):
            opening.check_single(record)
        else:
            opening.check_first(record, course.rules, hands)
        same("tribute", "R6.1", record["tribute"], None)
        return hands
    opening.check_later(record, course.rules, course.finish)
    settled = tribute.check(record, course.rules, course.finish, hands)
    same("leader", "R6.11", record["leader"], settled.leader)
    # R1.1: the 108 cards, 27 each, whatever changed hands.
    opening.check_hands(settled.hands)
    return settled.hands


def _replay(record: Record, rules: RuleSet, hands: list[Hand]) -> Table:
    table = Table(rules, record["level"], hands, record["leader"])
    for act in record["plays"]:
        if len(act) == 2:
            table.pass_(act[0])
        else:
            seat, cards, kind, rank = act
            table.play(seat, cards.split(" "), kind, rank)
    return table


def _check_clock(record: Record, course: Course, table: Table) -> None:
    """R10.1, R10.3: a deal that the bell cuts off is not recorded."""
    clock = course.rules.clock
    if (record.get("clock_model") is None) != (clock == "none"):
        raise Wrong("clock_model", FORMAT, "there exactly where the rules have a clock")
    if clock == "none":
        if record["ended_by"] == "clock":
            raise Wrong("ended_by", "R10.1", "the rules have no clock")
        return
    minutes, play_limit, _ = clock
    seconds = dict(part.split("=") for part in record["clock_model"].split(","))
    play, pause, between = (float(seconds[name]) for name in ("play", "pass", "between"))
    if max(play, pause) > play_limit:
        raise Wrong("clock_model", "R10.3", f"{record['clock_model']} takes more than {play_limit} s")
    course.seconds += table.plays * play + table.passes * pause + (between if course.deals else 0)
    if course.seconds > minutes * 60:
        raise Wrong("plays", "R10.1", f"the deal ends {course.seconds} s after the start, the bell is at {minutes} min")
    # The longest deal has 108 plays with three passes each.
    longest = between + 108 * (play + 3 * pause)
    if record["ended_by"] == "clock" and course.seconds + longest <= minutes * 60:
        raise Wrong("ended_by", "R10.1", f"at {course.seconds} s the bell cannot ring during the next deal")


def _check_leaving(record: Record, table: Table) -> None:
    """A deal that a seat left: nothing is decided, and the match is over."""
    if table.over:
        raise Wrong("left", "R4.9", "the deal was over before")
    same("left", FORMAT, record["left"][1], table.acts)
    for key in ("places", "tied", "promoted", "winner"):
        same(key, FORMAT, record.get(key), None)
    for key in ("levels", "ace_failures", "fallen"):
        same(f"{key}_after", FORMAT, record[f"{key}_after"], record[key])
    same("match_over", FORMAT, record["match_over"], True)
    same("ended_by", FORMAT, record["ended_by"], "leave")


def _check_end(record: Record, course: Course, consequence: Consequence) -> None:
    """Whether the match is over, why, and who has won it."""
    if _is_single(record):
        same("winner", "R4.9", record["winner"], consequence.winners)
        course.over = True
        return
    ended_by = "ace" if consequence.passed_ace else None
    if ended_by is None and record["ended_by"] == "clock":
        ended_by = "clock"
    winner = {None: None, "ace": consequence.winners, "clock": winner_at_bell(consequence.after)}[ended_by]
    same("ended_by", "R8.1", record["ended_by"], ended_by)
    same("match_over", "R8.1", record["match_over"], ended_by is not None)
    same("winner", "R10.2" if ended_by == "clock" else "R8.1", record["winner"], winner)
    course.over = ended_by is not None


def _check_consequence(record: Record, before: Standing, consequence: Consequence) -> None:
    after = consequence.after
    promoted = None if consequence.passed_ace else {"team": consequence.winners, "levels": consequence.climbed}
    unchanged = consequence.passed_ace
    same("promoted", "R7.6" if unchanged else "R7.3", record["promoted"], promoted)
    same("levels_after", "R7.6" if unchanged else "R7.5", record["levels_after"], list(after.levels))
    same("ace_failures_after", "R7.6" if unchanged else "R8.3", record["ace_failures_after"], list(after.ace_failures))
    fell = after.fallen != before.fallen and any(after.fallen)
    clause = "R7.6" if unchanged else "R8.4" if fell else "R8.5"
    same("fallen_after", clause, record["fallen_after"], list(after.fallen))
