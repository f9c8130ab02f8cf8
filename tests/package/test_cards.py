"""Hands, readings and legal plays from Python."""

import pickle

import pytest

import guandan_sim as gd
from guandan_sim import Hand


def test_a_hand_is_a_value_that_prints_in_canonical_order() -> None:
    hand = Hand("HR S7,H7  S7")
    assert str(hand) == "S7 S7 H7 HR"
    assert list(hand) == ["S7", "S7", "H7", "HR"]
    assert hand == Hand(["S7", "HR", "S7", "H7"]) == Hand(hand)
    assert len({hand, Hand(str(hand))}) == 1
    assert (len(hand), hand.count("S7"), hand.count("D7")) == (4, 2, 0)
    assert "S7 S7" in hand
    assert "S7 D7" not in hand
    assert hand - "S7" == Hand("S7 H7 HR")
    assert hand + "D2" == Hand("D2 S7 S7 H7 HR")
    assert pickle.loads(pickle.dumps(hand)) == hand  # noqa: S301 - our own bytes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("s10", ['"s10"', "did you mean ST?"]),
        ("S7 S7 S7", ["3 copies of S7", "two packs"]),
        ("X", ['"X"', "expected a suit"]),
    ],
)
def test_text_that_is_no_hand_is_refused_with_what_was_expected(text: str, words: list[str]) -> None:
    with pytest.raises(gd.NotationError) as caught:
        Hand(text)
    assert all(word in str(caught.value) for word in words)
    assert isinstance(caught.value, ValueError)


def test_taking_away_or_adding_what_cannot_be_is_refused() -> None:
    with pytest.raises(gd.NotationError, match="not within"):
        Hand("S7") - "S8"
    with pytest.raises(gd.NotationError, match="more than twice"):
        Hand("S7 S7") + "S7"


def test_readings_come_with_what_the_wilds_stand_for() -> None:
    plays = gd.classify("SK DK H5 S2 D2", level="5")
    assert [str(play) for play in plays] == ["full_house K: SK DK H5 S2 D2", "full_house 2: S2 D2 H5 SK DK"]
    assert plays[0].stands_for == ("SK", "DK", "HK", "S2", "D2")
    assert (plays[0].kind, plays[0].rank, plays[0].size) == ("full_house", "K", 5)
    assert plays[0].beats(plays[1])
    assert not plays[1].beats(plays[0])
    assert gd.classify("SB HR", level="5") == []


def test_plays_are_values_at_one_level_under_one_rule_set() -> None:
    first, again = gd.classify("S7", level="5")[0], gd.classify("S7", level="5")[0]
    assert first == again
    assert len({first, again}) == 1
    elsewhere = gd.classify("S7", level="7")[0]
    assert first != elsewhere
    with pytest.raises(gd.GuandanError, match="different levels"):
        first.beats(elsewhere)


def test_answers_are_the_leads_that_beat() -> None:
    hand, level = "S3 H3 SQ DQ CQ H5 SK SB", "5"
    table = gd.classify("SJ DJ", level=level)[0]
    leads = gd.legal_plays(hand, level=level)
    assert gd.legal_plays(hand, level=level, to_beat=table) == [play for play in leads if play.beats(table)]
    assert gd.legal_plays(hand, level=level, to_beat="SJ DJ") == gd.legal_plays(hand, level=level, to_beat=table)


def test_ranks_detail_has_one_play_for_all_of_its_like() -> None:
    assert [play.cards for play in gd.legal_plays("S3 H3 C3", level="2", detail="ranks")] == [
        ("S3",),
        ("S3", "H3"),
        ("S3", "H3", "C3"),
    ]
    assert len(gd.legal_plays("S3 H3 C3", level="2", detail="cards")) == 7


def test_plays_under_rules_by_name_value_and_file_are_the_same(tmp_path: object) -> None:
    cards = "S6 S6 H6 H6 C6 C6 D6 D6 H2"
    kinds = [play.size for play in gd.legal_plays(cards, level="2", rules="competition") if play.kind == "bomb"]
    assert max(kinds) == 8
    assert gd.legal_plays(cards, level="2", rules=gd.Rules("competition")) == gd.legal_plays(
        cards, level="2", rules="competition"
    )
    assert max(play.size for play in gd.legal_plays(cards, level="2", rules="institute")) == 9
