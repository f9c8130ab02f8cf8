"""Cards, plays and claims of Botzone, against examples worked out by hand and against the engine's own plays."""

import random

import pytest

import guandan_sim as gd
from guandan_sim.bots.botzone.cards import action_of, combination, copies, hand_of, level_of, level_text, text_of
from guandan_sim.bots.botzone.judge import AnswerError, card_of, check_claim, choice_of, read_action

RULES = gd.Rules("institute")
LEVELS = "23456789TJQKA"


def numbers(cards: str) -> list[int]:
    """Cards by number, the second copy of a face where it stands there twice."""
    found: list[int] = []
    for card in cards.split():
        first, second = copies(card)
        found.append(second if first in found else first)
    return found


def test_cards_have_two_numbers_each() -> None:
    assert [text_of(number) for number in (0, 1, 2, 3, 4, 26, 36, 48, 51, 52, 53)] == [
        *("HA", "DA", "SA", "CA", "H2", "S7", "HT", "HK", "CK", "SB", "HR")
    ]
    assert [text_of(number + 54) for number in range(54)] == [text_of(number) for number in range(54)]
    assert sorted(number for number in range(54) for number in copies(text_of(number))) == list(range(108))


def test_a_ten_is_written_as_zero_when_it_is_a_level() -> None:
    assert [level_text(level) for level in LEVELS] == [*"234567890JQKA"]
    assert [level_of(level_text(level)) for level in LEVELS] == [*LEVELS]


def test_plays_of_the_protocols_example_are_read() -> None:
    fours = gd.classify("H4 H4", level="2")[0]
    hand = [26, 4]
    legal = gd.legal_plays(hand_of(hand), level="2", to_beat=fours)
    assert str(legal[choice_of([[26, 4], [26, 24]], hand, legal, fours, "2", RULES)]) == "pair 7: S7 H2"
    hand = [26, 27, 4, 58]
    legal = gd.legal_plays(hand_of(hand), level="2", to_beat=fours)
    found = legal[choice_of([[26, 27, 4, 58], [26, 27, 24, 25]], hand, legal, fours, "2", RULES)]
    assert str(found) == "bomb 7: S7 C7 H2 H2"


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("SB", ("single", "SB")),
        ("HR HR", ("pair", "HR")),
        ("SB HR", None),
        ("S3 S4", None),
        ("S3 D3 C3", ("triple", "3")),
        ("SB SB HR HR", ("joker_bomb", "")),
        ("SB SB HR", None),
        ("S3 D3 C3 SB SB", ("full_house", "3")),
        ("S3 D3 C3 SB HR", None),
        ("S3 D3 C3 H5 D5", ("full_house", "3")),
        ("SA C2 D3 H4 S5", ("straight", "5")),
        ("ST CJ DQ HK SA", ("straight", "A")),
        ("SJ CQ DK HA S2", None),
        ("S2 C3 D4 H5 S7", None),
        ("CA C2 C3 C4 C5", ("straight_flush", "5")),
        ("SA CA H2 D2 S3 H3", ("tube", "3")),
        ("SK CK HA DA S2 H2", None),
        ("SK CK HK SA CA HA", ("plate", "A")),
        ("SA CA HA S2 C2 H2", ("plate", "2")),
        ("S3 C3 H3 S5 C5 H5", None),
        ("S3 C3 D3 H3", ("bomb", "3")),
        ("S3 C3 D3 H3 S4 C4", None),
        ("S3 C3 D3 H3 S3 C3 D3 H3", ("bomb", "3")),
        ("", None),
    ],
)
def test_kind_and_rank_are_read_from_the_claim(claim: str, found: tuple[str, str] | None) -> None:
    assert combination(numbers(claim)) == found


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_play_is_said_and_read_as_itself(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(range(108), 27)
    level = LEVELS[rng.randrange(13)]
    # As many wilds as there are, for they make the plays that are easily misread.
    cards = [*{*cards[:25], *copies(f"H{level}")}]
    legal = gd.legal_plays(hand_of(cards), level=level)
    for play in legal:
        action, claim = action_of(play, cards)
        assert hand_of(action) == play.hand
        check_claim(action, claim, level)
        assert combination(claim) == (play.kind, play.rank)
    for index in rng.sample(range(len(legal)), min(60, len(legal))):
        assert choice_of(action_of(legal[index], cards), cards, legal, None, level, RULES) == index


def test_the_claim_decides_what_cards_with_two_readings_are() -> None:
    hand = numbers("SK CK H2 S7 C7")
    legal = gd.legal_plays(hand_of(hand), level="2")
    readings = [
        legal[choice_of([hand, numbers(claim)], hand, legal, None, "2", RULES)]
        for claim in ("SK CK DK S7 C7", "SK CK H7 S7 C7")
    ]
    assert [str(play) for play in readings] == ["full_house K: SK CK H2 S7 C7", "full_house 7: S7 C7 H2 SK CK"]


FAULTS = [
    ("INVALID_PASS: it passed, and it leads", [], "S3", None),
    ("INVALID_FORMAT: it answered 'pass', expected [action, claim]", "pass", "S3", None),
    ("INVALID_FORMAT: it answered [[10]], expected [action, claim]", [[10]], "S3", None),
    ("INVALID_FORMAT: it answered ['S3'], expected a list of cards from 0 to 107", [["S3"], ["S3"]], "S3", None),
    ("INVALID_FORMAT: it answered [108], expected a list of cards from 0 to 107", [[108], [108]], "S3", None),
    ("INVALID_FORMAT: it answered [True], expected a list of cards from 0 to 107", [[True], [1]], "S3", None),
    ("NOT_YOUR_POKER: it does not hold S4 ([14])", [[14], [14]], "S3", None),
    ("NOT_YOUR_POKER: it does not hold S3 S3 ([10, 10])", [[10, 10], [10, 10]], "S3", None),
    ("NOT_YOUR_POKER: it does not hold S3 ([64])", [[64], [64]], "S3", None),
    ("ILLEGAL_CLAIM: S3 cannot count as S4", [[10], [14]], "S3", None),
    ("ILLEGAL_CLAIM: S3 cannot count as no cards", [[10], []], "S3", None),
    ("ILLEGAL_CLAIM: no cards cannot count as S3", [[], [10]], "S3", None),
    ("ILLEGAL_CLAIM: S3 H2 cannot count as S3 S3 S3", [[10, 4], [10, 64, 10]], "S3 H2", None),
    ("ILLEGAL_CLAIM: a wild cannot count as a joker, as in HR", [[4], [53]], "H2", None),
    ("INVALID_TYPE: S3 C4 is no combination", [[10, 15], [10, 15]], "S3 C4", None),
    ("INVALID_TYPE: these rules know no single 5 of H2", [[4], [16]], "H2", None),
    ("POKERTYPE_MISMATCH: pair 7 of S7 C7 does not follow single 4: H4", [[26, 27], [26, 27]], "S7 C7", "H4"),
    ("SMALLER_POINTS: single 3 of S3 does not beat single 4: H4", [[10], [10]], "S3", "H4"),
    ("SMALLER_POINTS: single 4 of S4 does not beat single 4: H4", [[14], [14]], "S4", "H4"),
]


@pytest.mark.parametrize(("message", "answer", "hand", "table"), FAULTS)
def test_a_faulty_answer_is_called_what_the_judge_calls_it(
    message: str, answer: object, hand: str, table: str | None
) -> None:
    to_beat = gd.classify(table, level="2")[0] if table else None
    legal = gd.legal_plays(hand, level="2", to_beat=to_beat)
    with pytest.raises(AnswerError) as caught:
        choice_of(read_action(answer), numbers(hand), legal, to_beat, "2", RULES)
    assert str(caught.value) == message
    assert message.startswith(caught.value.fault)


def test_both_forms_of_a_pass_are_read() -> None:
    fours = gd.classify("H4", level="2")[0]
    for answer in ([], [[], []]):
        assert (
            choice_of(read_action(answer), [26], gd.legal_plays("S7", level="2", to_beat=fours), fours, "2", RULES) == 1
        )


def test_a_card_of_tribute_is_one_that_is_held_and_allowed() -> None:
    assert card_of([80], [80, 27], ["S7", "C7"]) == 80
    for answer in ([], [26], [80, 27], [3], [[80]], 80):
        with pytest.raises(AnswerError, match=r"INVALID_(MOVE|FORMAT)"):
            card_of(answer, [80, 27, 3], ["S7", "C7"])
