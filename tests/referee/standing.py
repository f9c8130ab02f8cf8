"""What a deal does to a match: levels, passing A, failures, falls, streaks (docs/RULES.md R7 to R9)."""

from dataclasses import dataclass, field, replace

from oracle.combinations import RANKS

from referee.cards import team
from referee.ruleset import RuleSet
from referee.table import Finish


@dataclass(frozen=True)
class Standing:
    """A match between two deals; pairs by team, fours by seat. As it begins (R7.1)."""

    levels: tuple[str, str] = ("2", "2")
    declarers: int | None = None
    #: Failed attempts at A since a team's last fall.
    ace_failures: tuple[int, int] = (0, 0)
    #: From a fall until the team's next first place.
    fallen: tuple[bool, bool] = (False, False)
    #: First and last places in a row.
    firsts: tuple[int, int, int, int] = (0, 0, 0, 0)
    lasts: tuple[int, int, int, int] = (0, 0, 0, 0)
    #: Levels won as declarers (R7.4).
    won: tuple[frozenset[str], frozenset[str]] = field(default=(frozenset(), frozenset()))
    #: The deal in which a team last moved to its level, -1 before it moves (R10.2).
    moved: tuple[int, int] = (-1, -1)

    @property
    def level(self) -> str:
        """The level of the deal to come (R7.1, R7.2)."""
        return "2" if self.declarers is None else self.levels[self.declarers]


@dataclass(frozen=True)
class Consequence:
    """The match after a deal; `climbed` and the team are null after the deal that wins it."""

    after: Standing
    winners: int
    climbed: int
    passed_ace: bool


def passes_ace(rules: RuleSet, before: Standing, finish: Finish) -> bool:
    """R8.1, R8.2: only declarers, and a deal of declarers is played at their own level."""
    enough = {"double_down": (2,), "partner_not_last": (2, 3)}[rules.pass_ace]
    return before.declarers == team(finish.first) and before.level == "A" and finish.partner_place in enough


def after_deal(rules: RuleSet, before: Standing, finish: Finish, number: int) -> Consequence:
    """Deal `number` of the match has ended."""
    winners = team(finish.first)
    if passes_ace(rules, before, finish):
        # R7.6
        return Consequence(before, winners, 0, passed_ace=True)

    firsts = tuple(before.firsts[seat] + 1 if seat == finish.first else 0 for seat in range(4))
    both_last = finish.places[2:] if finish.partner_place == 2 else finish.places[3:]
    lasts = tuple(before.lasts[seat] + 1 if seat in both_last else 0 for seat in range(4))

    levels, failures = list(before.levels), list(before.ace_failures)
    fallen, won = list(before.fallen), list(before.won)
    if before.declarers == winners:
        won[winners] |= {before.level}

    # R7.5, first: the rise.
    if fallen[winners] and rules.ace_fall_first_win != "none":
        levels[winners] = rules.ace_fall_first_win
    else:
        steps = rules.promotion[finish.partner_place - 2] + _streak(rules.streak_rises, firsts[finish.first])
        levels[winners] = _risen(rules, levels[winners], steps, won[winners])
    fallen[winners] = False
    climbed = max(0, RANKS.index(levels[winners]) - RANKS.index(before.levels[winners]))

    # R7.5, second: a failed attempt at A, and the fall.
    if before.declarers is not None and before.level == "A":
        declarers = before.declarers
        lost = declarers != winners
        if rules.ace_attempt_counts == "any_failure" or not lost:
            failures[declarers] += 1
        too_often = 0 < rules.ace_attempts <= failures[declarers]
        by_aces = rules.ace_finish_demotes and lost and all(card[1] == "A" for card in finish.last_play_of_first)
        if too_often or by_aces:
            levels[declarers], failures[declarers], fallen[declarers] = rules.ace_fall_to, 0, True

    # R7.5, third: the streak falls, of two partners only the larger (R9.3).
    for side in (0, 1):
        steps = max(_streak(rules.streak_falls, lasts[seat]) for seat in (side, side + 2))
        levels[side] = RANKS[max(0, RANKS.index(levels[side]) - steps)]

    moved = [number if levels[side] != before.levels[side] else before.moved[side] for side in (0, 1)]
    after = replace(
        before,
        levels=(levels[0], levels[1]),
        declarers=winners,
        ace_failures=(failures[0], failures[1]),
        fallen=(fallen[0], fallen[1]),
        firsts=(firsts[0], firsts[1], firsts[2], firsts[3]),
        lasts=(lasts[0], lasts[1], lasts[2], lasts[3]),
        won=(won[0], won[1]),
        moved=(moved[0], moved[1]),
    )
    return Consequence(after, winners, climbed, passed_ace=False)


def _streak(from_length: int, length: int) -> int:
    """R9.1, R9.2: one level at that length, one more for each further place; a length of 0 turns it off."""
    return max(0, length - from_length + 1) if from_length else 0


def _risen(rules: RuleSet, level: str, steps: int, won: frozenset[str]) -> str:
    """R7.4, a level at a time."""
    for _ in range(steps):
        if level == "A" or (level in rules.must_play and level not in won):
            break
        level = RANKS[RANKS.index(level) + 1]
    return level


def winner_at_bell(standing: Standing) -> int | None:
    """R10.1, R10.2: the higher level, then who has been at it for longer."""
    ours, theirs = (RANKS.index(level) for level in standing.levels)
    if ours != theirs:
        return 0 if ours > theirs else 1
    if standing.moved[0] != standing.moved[1]:
        return 0 if standing.moved[0] < standing.moved[1] else 1
    return None
