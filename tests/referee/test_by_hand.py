"""The second referee against results worked out by hand from docs/RULES.md, clause by clause."""

from typing import Any

import pytest
from oracle.combinations import PACKS

from referee import opening, tribute
from referee.cards import Hand, without
from referee.sample import preset
from referee.standing import Consequence, Standing, after_deal, winner_at_bell
from referee.table import Finish, Table
from referee.wrong import Wrong

INSTITUTE = preset("institute")
COMPETITION = preset("competition")
WEB = preset("web")
GUANDAN_COM = preset("guandan_com")
NEXT_WIND = preset("next_wind")


def ended(*places: int, tied: bool = False, last_play: str = "S3") -> Finish:
    first, second, third, last = places
    return Finish((first, second, third, last), tied, tuple(last_play.split()))


# Seats 0 and 2 are team 0: first and second, first and third, first and last.
ONE_TWO, ONE_THREE, ONE_FOUR = ended(0, 2, 1, 3), ended(0, 1, 2, 3), ended(0, 1, 3, 2)
LOST = ended(1, 0, 2, 3)


def after(rules: Any, finish: Finish, **before: Any) -> Consequence:
    return after_deal(rules, Standing(**before), finish, number=7)


@pytest.mark.parametrize(
    ("rules", "risen"),
    [(INSTITUTE, "543"), (COMPETITION, "753"), (WEB, "543"), (GUANDAN_COM, "643"), (NEXT_WIND, "543")],
)
def test_r7_3_the_winners_rise_by_the_place_of_the_partner(rules: Any, risen: str) -> None:
    for finish, level in zip((ONE_TWO, ONE_THREE, ONE_FOUR), risen, strict=True):
        end = after(rules, finish)
        assert end.after.levels == (level, "2")
        assert (end.winners, end.after.declarers, end.after.level) == (0, 0, level)
        assert end.climbed == int(level) - 2


def test_r7_4_no_rise_goes_past_a_or_a_level_to_be_played() -> None:
    assert after(INSTITUTE, ONE_TWO, levels=("Q", "2"), declarers=0).after.levels == ("A", "2")
    assert after(COMPETITION, ONE_TWO, levels=("Q", "2"), declarers=0).climbed == 2
    fives = preset("institute", must_play=("5", "A"))
    assert after(fives, ONE_TWO, levels=("4", "2"), declarers=0).after.levels == ("5", "2")
    # Won at the opponents' level: the team's own 5 is not won by it.
    assert after(fives, ONE_TWO, levels=("5", "9"), declarers=1).after.levels == ("5", "9")
    won = after(fives, ONE_TWO, levels=("5", "9"), declarers=0)
    assert won.after.levels == ("8", "9")
    assert won.after.won == (frozenset("5"), frozenset())
    # Once won, it may be passed over after a fall.
    again = after(fives, ONE_TWO, levels=("4", "9"), declarers=1, won=(frozenset("5"), frozenset()))
    assert again.after.levels == ("7", "9")


def test_r7_2_the_losers_keep_their_level_and_the_winners_declare() -> None:
    end = after(INSTITUTE, ended(1, 0, 2, 3), levels=("5", "3"), declarers=0)
    assert (end.after.levels, end.after.declarers, end.after.level) == (("5", "4"), 1, "4")


def test_r8_1_declarers_at_their_own_a_pass_it() -> None:
    at_a = {"levels": ("A", "A"), "declarers": 0}
    assert after(INSTITUTE, ONE_TWO, **at_a).passed_ace
    assert after(INSTITUTE, ONE_THREE, **at_a).passed_ace
    assert not after(INSTITUTE, ONE_FOUR, **at_a).passed_ace
    assert after(GUANDAN_COM, ONE_TWO, **at_a).passed_ace
    assert not after(GUANDAN_COM, ONE_THREE, **at_a).passed_ace
    assert after(NEXT_WIND, ONE_THREE, **at_a).passed_ace
    assert after(COMPETITION, ended(0, 2, 1, 3, tied=True), **at_a).passed_ace


def test_r8_2_winning_at_the_others_a_wins_no_match() -> None:
    end = after(INSTITUTE, ONE_TWO, levels=("A", "A"), declarers=1)
    assert not end.passed_ace
    assert (end.after.levels, end.after.declarers, end.after.ace_failures) == (("A", "A"), 0, (0, 1))


def test_r7_6_the_deal_that_wins_the_match_changes_nothing() -> None:
    before = Standing(levels=("A", "5"), declarers=0, ace_failures=(2, 0), fallen=(False, True))
    assert after_deal(COMPETITION, before, ONE_TWO, number=7).after == before


def test_r8_3_failures_at_a() -> None:
    at_a = {"levels": ("A", "3"), "declarers": 0, "ace_failures": (1, 0)}
    last_only = preset("institute", ace_attempts=4, ace_attempt_counts="partner_last_only")
    assert after(INSTITUTE, LOST, **at_a).after.ace_failures == (2, 0)
    assert after(INSTITUTE, ONE_FOUR, **at_a).after.ace_failures == (2, 0)
    assert after(GUANDAN_COM, ONE_THREE, **at_a).after.ace_failures == (2, 0)
    assert after(last_only, LOST, **at_a).after.ace_failures == (1, 0)
    assert after(last_only, ONE_FOUR, **at_a).after.ace_failures == (2, 0)
    # The others' A is no attempt of the winners.
    assert after(INSTITUTE, ONE_FOUR, levels=("5", "A"), declarers=1).after.ace_failures == (0, 1)


@pytest.mark.parametrize("finish", [LOST, ONE_FOUR])
def test_r8_4_the_third_failure_is_a_fall_for_winners_too(finish: Finish) -> None:
    end = after(COMPETITION, finish, levels=("A", "3"), declarers=0, ace_failures=(2, 1))
    assert end.after.levels[0] == "2"
    assert (end.after.ace_failures, end.after.fallen) == ((0, 1), (True, False))


def test_r8_5_the_next_first_place_after_a_fall() -> None:
    fallen = {"levels": ("2", "9"), "declarers": 1, "fallen": (True, False)}
    end = after(COMPETITION, ONE_TWO, **fallen)
    assert (end.after.levels, end.after.fallen, end.climbed) == (("3", "9"), (False, False), 1)
    assert after(COMPETITION, LOST, **fallen).after.fallen == (True, False)
    assert after(WEB, ONE_TWO, **fallen).after.levels == ("5", "9")


def test_r8_6_a_last_play_of_aces() -> None:
    at_a = {"levels": ("A", "3"), "declarers": 0}
    aces, others = ended(1, 0, 3, 2, last_play="SA HA DA"), ended(1, 0, 3, 2, last_play="SA HA DA SK CK")
    assert after(WEB, aces, **at_a).after.levels == ("2", "5")
    assert after(WEB, others, **at_a).after.levels == ("A", "5")
    assert after(INSTITUTE, aces, **at_a).after.levels == ("A", "5")
    # The declarers' own aces, and a deal that is not at their A, are nothing.
    assert after(WEB, ended(0, 1, 3, 2, last_play="SA"), **at_a).after.levels == ("A", "3")
    assert after(WEB, aces, levels=("K", "3"), declarers=0).after.levels == ("K", "5")


def test_r9_1_streaks_of_first_places() -> None:
    assert after(NEXT_WIND, ONE_FOUR, firsts=(1, 0, 0, 0)).after.levels == ("3", "2")
    third = after(NEXT_WIND, ONE_FOUR, firsts=(2, 0, 0, 0))
    assert (third.after.levels, third.after.firsts, third.climbed) == (("4", "2"), (3, 0, 0, 0), 2)
    assert after(NEXT_WIND, ONE_FOUR, firsts=(3, 0, 0, 0)).after.levels == ("5", "2")
    assert after(NEXT_WIND, ONE_TWO, firsts=(9, 0, 0, 0)).after.levels == ("K", "2")
    # The partner's first place ends the streak.
    assert after(NEXT_WIND, ended(2, 0, 1, 3), firsts=(5, 0, 0, 0)).after.firsts == (0, 0, 1, 0)


def test_r9_2_and_r9_3_streaks_of_last_places() -> None:
    third = after(NEXT_WIND, ONE_THREE, levels=("2", "9"), lasts=(0, 0, 0, 2))
    assert (third.after.levels, third.after.lasts) == (("4", "8"), (0, 0, 0, 3))
    assert after(NEXT_WIND, ONE_THREE, levels=("2", "9"), lasts=(0, 0, 0, 3)).after.levels == ("4", "7")
    # A double-down is a last place for both; only the larger fall counts.
    both = after(NEXT_WIND, ONE_TWO, levels=("2", "9"), lasts=(0, 2, 0, 3))
    assert (both.after.levels, both.after.lasts) == (("5", "7"), (0, 3, 0, 4))
    # The last of 1-4 falls though its team has won: one level up, one down.
    assert after(NEXT_WIND, ONE_FOUR, levels=("5", "9"), lasts=(0, 0, 2, 0)).after.levels == ("5", "9")
    assert after(NEXT_WIND, ONE_THREE, levels=("2", "3"), lasts=(0, 0, 0, 8)).after.levels == ("4", "2")


def test_r10_1_and_r10_2_the_winner_at_the_bell() -> None:
    assert winner_at_bell(Standing(levels=("9", "T"), moved=(3, 5))) == 1
    assert winner_at_bell(Standing(levels=("9", "9"), moved=(3, 5))) == 0
    assert winner_at_bell(Standing(levels=("9", "9"), moved=(6, 5))) == 1
    assert winner_at_bell(Standing(levels=("2", "2"))) is None
    assert winner_at_bell(Standing(levels=("9", "9"), moved=(4, 4))) is None
    assert after(INSTITUTE, ONE_TWO, moved=(1, 3)).after.moved == (7, 3)
    assert after(INSTITUTE, ONE_FOUR, levels=("A", "3"), declarers=0, moved=(1, 3)).after.moved == (1, 3)


# Tribute.


def dealt(**given: str) -> list[Hand]:
    """Four hands of 27; seats named `s0` to `s3` hold these cards, the rest goes round from the top."""
    hands = [given.get(f"s{seat}", "").split() for seat in range(4)]
    rest = without(list(reversed(PACKS)), [card for hand in hands for card in hand])
    for hand in hands:
        hand += [rest.pop(0) for _ in range(27 - len(hand))]
    return hands


def record(level: str, pays: list[Any], returns: list[Any]) -> dict[str, Any]:
    return {"level": level, "tribute": {"void": False, "pays": pays, "returns": returns}}


def test_r6_10_both_big_jokers_void_the_tribute() -> None:
    hands = dealt(s1="HR", s3="HR")
    assert tribute.void(INSTITUTE, ONE_TWO, hands)
    assert not tribute.void(preset("institute", anti_tribute="none"), ONE_TWO, hands)
    # Seat 1 pays nothing after 1-3.
    assert not tribute.void(INSTITUTE, ONE_THREE, hands)
    assert tribute.void(INSTITUTE, ONE_THREE, dealt(s3="HR HR"))
    assert not tribute.void(INSTITUTE, ONE_THREE, dealt(s3="HR SB SB"))


@pytest.mark.parametrize(
    ("level", "hand", "payable"),
    [
        ("5", "H5 S5 SA S2", {"S5"}),
        ("2", "SA DA SK", {"SA", "DA"}),
        ("2", "SA SA SK", {"SA"}),
        ("K", "HK SK CK DA", {"SK", "CK"}),
        ("7", "HR SA S7", {"HR"}),
        ("7", "SB SB S7", {"SB"}),
    ],
)
def test_r6_4_the_highest_card_is_paid(level: str, hand: str, payable: set[str]) -> None:
    assert tribute.payable(INSTITUTE, hand.split(), level) == payable


def test_r6_4_a_wild_is_paid_beside_another_level_card() -> None:
    rules = preset("institute", tribute_wild=True)
    assert tribute.payable(rules, ["H5", "S5", "SA"], "5") == {"H5", "S5"}
    assert tribute.payable(rules, ["H5", "H5", "SA"], "5") == {"SA"}
    assert tribute.payable(rules, ["H5", "S5", "SB"], "5") == {"SB"}


def test_r6_3_the_higher_card_goes_to_the_first() -> None:
    # Third is 1, last is 3.
    assert tribute.pairings(INSTITUTE, ONE_TWO, {1: "HR", 3: "SK"}, "2") == [{1: 0, 3: 2}]
    assert tribute.pairings(INSTITUTE, ONE_TWO, {1: "SK", 3: "SA"}, "2") == [{1: 2, 3: 0}]
    assert tribute.pairings(INSTITUTE, ONE_TWO, {1: "SK", 3: "SA"}, "K") == [{1: 0, 3: 2}]


def test_r6_3_clockwise_whatever_the_cards() -> None:
    rules = preset("competition", tribute_double="clockwise")
    for paid in ({1: "HR", 3: "SK"}, {1: "SK", 3: "HR"}, {1: "SA", 3: "DA"}):
        assert tribute.pairings(rules, ONE_TWO, paid, "2") == [{1: 0, 3: 2}]


def test_r6_5_equal_tributes() -> None:
    paid = {1: "SA", 3: "DA"}
    stopped = ended(2, 0, 1, 3, tied=True)
    assert tribute.pairings(INSTITUTE, ONE_TWO, paid, "2") == [{1: 0, 3: 2}]
    assert tribute.pairings(WEB, ONE_TWO, paid, "2") == [{3: 0, 1: 2}]
    assert tribute.pairings(WEB, ended(2, 0, 1, 3), paid, "2") == [{3: 2, 1: 0}]
    assert tribute.pairings(preset("web", double_down_ends_deal=True), stopped, paid, "2") == [{1: 0, 3: 2}]
    assert len(tribute.pairings(COMPETITION, stopped, paid, "2")) == 2


def test_r6_2_the_last_pays_the_first_partner_or_not() -> None:
    assert tribute.pairings(INSTITUTE, ONE_FOUR, {2: "SA"}, "2") == [{2: 0}]
    assert tribute.leader(INSTITUTE, ONE_FOUR, payer_to_first=2) == 2
    assert tribute.leader(WEB, ONE_FOUR, payer_to_first=2) == 0


@pytest.mark.parametrize(
    ("rules", "level", "own", "received", "returnable", "clause"),
    [
        (INSTITUTE, "7", "S3 ST SJ S7 SB", "SA", "S3 ST", "R6.7"),
        (INSTITUTE, "2", "SJ SQ", "S9", "S9", "R6.7"),
        (INSTITUTE, "2", "SJ CJ SQ", "HR", "SJ CJ", "R6.8"),
        (WEB, "2", "S3 SJ", "S4", "S3", "R6.7"),
        (WEB, "2", "S3 SJ", "S3", "S3", "R6.7"),
        (WEB, "2", "SQ SK", "SJ", "SQ", "R6.8"),
        (GUANDAN_COM, "7", "S3 S7 H7 HR", "SA", "S3 S7 H7 HR SA", "R6.7"),
        (preset("pagat"), "7", "S3 S7 HR", "SA", "S3 S7 HR", "R6.7"),
        (preset("institute", tribute_return_max="none"), "7", "S3 S7 HR", "SA", "S3 HR SA", "R6.7"),
    ],
)
def test_r6_7_and_r6_8_what_may_be_returned(
    rules: Any, level: str, own: str, received: str, returnable: str, clause: str
) -> None:
    assert tribute.returnable(rules, own.split(), received, level) == (set(returnable.split()), clause)


def test_r6_11_and_r6_12_who_leads() -> None:
    stopped = ended(0, 2, 1, 3, tied=True)
    assert tribute.leader(INSTITUTE, ONE_TWO, payer_to_first=1) == 1
    assert tribute.leader(NEXT_WIND, ONE_TWO, payer_to_first=1) == 3
    assert tribute.leader(preset("next_wind", double_down_ends_deal=True), stopped, payer_to_first=1) == 1
    partner = preset("institute", tribute_lead="partner_of_payer")
    assert tribute.leader(partner, ONE_THREE, payer_to_first=3) == 1
    assert tribute.leader(partner, ONE_TWO, payer_to_first=3) == 3
    higher = preset("institute", tribute_lead="payer_of_higher")
    for paid, payer in (({1: "SA", 3: "SK"}, 1), ({1: "SA", 3: "S2"}, 3), ({1: "SA", 3: "DA"}, 3)):
        assert tribute.payer_of_higher(stopped, paid, "2") == payer
        assert tribute.leader(higher, stopped, payer_to_first=1, payer_of_higher=payer) == payer


def test_r6_cards_change_hands_and_every_seat_keeps_27() -> None:
    hands = dealt(s0="S3", s2="C4", s1="HR", s3="SB")
    settled = tribute.check(
        record("2", [[1, 0, "HR"], [3, 2, "SB"]], [[0, 1, "S3"], [2, 3, "C4"]]), INSTITUTE, ONE_TWO, hands
    )
    assert settled.leader == 1
    assert [len(hand) for hand in settled.hands] == [27] * 4
    assert "HR" in settled.hands[0]
    assert "S3" in settled.hands[1]
    # T10: the higher card is due to the first whoever holds it.
    with pytest.raises(Wrong) as wrong:
        tribute.check(
            record("2", [[1, 2, "HR"], [3, 0, "SB"]], [[0, 1, "S3"], [2, 3, "C4"]]), INSTITUTE, ONE_TWO, hands
        )
    assert wrong.value.clause == "R6.3"


# The opening.


@pytest.mark.parametrize(
    ("cut", "card", "seat"),
    [
        ("count_from_south", "SA", 3),
        ("count_from_south", "S2", 0),
        ("count_from_south", "SK", 3),
        ("count_from_south", "S8", 2),
        ("modulo_four", "SK", 3),
        ("modulo_four", "S8", 2),
        ("modulo_four", "HR", 0),
        ("modulo_four", "SB", 1),
    ],
)
def test_r13_25_the_cut_says_who_draws_first(cut: str, card: str, seat: int) -> None:
    assert opening.first_drawer(preset("institute", cut=cut), card) == seat


def test_r13_26_and_r13_27_who_draws_and_shuffles_later() -> None:
    stopped = ended(0, 2, 1, 3, tied=True)
    assert opening.drawers(INSTITUTE, ONE_THREE) == {3}
    assert opening.drawers(INSTITUTE, ONE_TWO) == {1}
    assert opening.drawers(COMPETITION, stopped) == {1, 3}
    assert opening.drawers(NEXT_WIND, ONE_TWO) == {3}
    assert opening.shufflers(INSTITUTE, ONE_TWO) == {3}
    assert opening.shufflers(NEXT_WIND, ONE_FOUR) == {2}
    assert opening.shufflers(COMPETITION, stopped) == {1, 3}


# Play.


def table(*hands: str, rules: Any = INSTITUTE, level: str = "2", leader: int = 0) -> Table:
    return Table(rules, level, [hand.split() for hand in hands], leader)


def single(deal: Table, seat: int, card: str) -> None:
    deal.play(seat, [card], "single", card if card in ("SB", "HR") else card[1])


def test_j01_j02_a_trick_ends_when_all_others_passed_and_the_wind_goes_by_the_rules() -> None:
    for rules, leader in ((INSTITUTE, 2), (NEXT_WIND, 1)):
        deal = table("S3", "S4 S5", "S6 S7", "S8 S9", rules=rules)
        single(deal, 0, "S3")
        deal.pass_(1)
        deal.pass_(2)
        assert (deal.turn, deal.on_table is None) == (3, False)
        deal.pass_(3)
        assert (deal.turn, deal.on_table) == (leader, None)


def test_j04_no_wind_when_the_last_play_was_beaten() -> None:
    deal = table("S7", "S9 S3", "S6 S8", "S8 ST")
    single(deal, 0, "S7")
    single(deal, 1, "S9")
    deal.pass_(2)
    deal.pass_(3)
    assert (deal.turn, deal.on_table) == (1, None)


def test_j06_a_seat_that_is_out_is_not_waited_for() -> None:
    deal = table("S4 S7", "S3", "S6 S8", "S8 ST", leader=1)
    single(deal, 1, "S3")
    for seat in (2, 3):
        deal.pass_(seat)
    single(deal, 0, "S7")
    deal.pass_(2)
    deal.pass_(3)
    assert (deal.turn, deal.on_table) == (0, None)


def test_r4_7_a_partner_who_is_out_too_passes_the_lead_on() -> None:
    deal = table("S3", "S4 S5", "S6", "S8 S9")
    single(deal, 0, "S3")
    deal.pass_(1)
    single(deal, 2, "S6")
    deal.pass_(3)
    deal.pass_(1)
    assert deal.turn == 3


def test_r4_5_who_passed_may_play_later_in_the_trick() -> None:
    deal = table("S3 S4", "S9 ST", "S6 S7", "S8 S9")
    single(deal, 0, "S3")
    deal.pass_(1)
    single(deal, 2, "S6")
    deal.pass_(3)
    deal.pass_(0)
    single(deal, 1, "S9")
    assert deal.owner == 1


def test_r4_9_and_r4_10_where_a_deal_ends() -> None:
    for rules, over in ((INSTITUTE, False), (COMPETITION, True)):
        deal = table("S3", "S4 S5", "S6", "S8 S9", rules=rules)
        single(deal, 0, "S3")
        deal.pass_(1)
        single(deal, 2, "S6")
        assert deal.over is over
    assert deal.finish() == Finish((0, 2, 1, 3), tied=True, last_play_of_first=("S3",))


@pytest.mark.parametrize(
    ("cards", "kind", "rank", "clause"),
    [
        ("SQ DQ", "pair", "Q", "R4.2"),
        ("S8 C9", "pair", "9", "R2.14"),
        ("S8 C8", "pair", "9", "R2.15"),
        ("S8 C8", "pair", "8", "R4.4"),
        ("D9 C9", "pair", "9", "R3.4"),
        ("D9 C9 SB", "triple", "9", "R2.14"),
        ("SK", "single", "K", "R4.4"),
    ],
)
def test_refusals_change_nothing(cards: str, kind: str, rank: str, clause: str) -> None:
    deal = table("S9 H9 S3", "D9 C9 S8 C8 SK SB", "S6", "S7")
    deal.play(0, ["S9", "H9"], "pair", "9")
    with pytest.raises(Wrong) as wrong:
        deal.play(1, cards.split(), kind, rank)
    assert (wrong.value.clause, wrong.value.place) == (clause, "plays[1]")
    assert (deal.turn, deal.acts, len(deal.hands[1])) == (1, 1, 6)
