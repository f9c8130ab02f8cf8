//! The referee of a deal, clause by clause of docs/RULES.md R4: who acts, when a trick ends, who leads next, how a deal
//! ends, and that a refused action changes nothing.

use crate::common::common_rules;
use guandan_core::card::{Rank, Seat};
use guandan_core::combo::{Kind, Play};
use guandan_core::deal::View;
use guandan_core::deal::{Deal, DealError, Dealt, Illegal, Log, Pattern};
use guandan_core::hand::Hand;
use guandan_core::policy::{BombCount, Policy, Random};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{LeadAfterOut, Rules, Tables};

/// A deal with small hands and the tables that go with it.
struct Game {
    deal: Deal,
    tables: Tables,
}

impl Game {
    fn new(rules: &Rules, level: &str, leader: u8, hands: [&str; 4]) -> Game {
        let level: Rank = level.parse().unwrap();
        let hands = hands.map(|hand| hand.parse().unwrap());
        let deal = Deal::new(rules, level, hands, Seat::new(leader)).unwrap();
        Game { deal, tables: Tables::new(rules, level) }
    }

    /// Plays the undeclared reading of `cards`, or passes when there are none.
    fn act(&mut self, cards: &str) -> Result<(), Illegal> {
        if cards.is_empty() {
            return self.deal.pass();
        }
        self.deal.play_cards(cards.parse().unwrap(), None, None, &self.tables).map(|_| ())
    }

    /// Several actions that must be legal, each by the seat given.
    fn acts(&mut self, actions: &[(u8, &str)]) {
        for &(seat, cards) in actions {
            assert_eq!(self.turn(), Some(seat), "before {cards:?}");
            self.act(cards).unwrap();
        }
    }

    fn turn(&self) -> Option<u8> {
        self.deal.turn().map(|seat| seat.index() as u8)
    }

    fn leads(&self) -> bool {
        self.deal.table().is_none() && !self.deal.is_over()
    }

    /// Asserts that an action is refused with this clause and message and leaves the deal as it was.
    fn refuses(&mut self, cards: &str, clause: &str, message: &str) {
        let before = self.deal;
        let error = self.act(cards).unwrap_err();
        assert_eq!(error.clause().id(), clause, "{error}");
        assert_eq!(error.to_string(), message);
        assert_eq!(self.deal, before);
    }
}

fn next_wind() -> Rules {
    Rules { lead_after_out: LeadAfterOut::Next, ..common_rules() }
}

fn stops_at_double_down() -> Rules {
    Rules { double_down_ends_deal: true, ..common_rules() }
}

#[test]
fn r4_1_j09_the_turn_goes_from_seat_3_to_seat_0() {
    let mut game = Game::new(&common_rules(), "2", 2, ["S9 S3", "S3 S4", "S4 S5", "S7 S8"]);
    game.acts(&[(2, "S4"), (3, "S7"), (0, "S9"), (1, "")]);
    assert_eq!(game.turn(), Some(2));
}

#[test]
fn r4_3_m06_the_leader_of_a_trick_may_not_pass() {
    let mut game = Game::new(&common_rules(), "2", 1, ["S3", "S3 S4", "S4", "S7"]);
    game.refuses("", "R4.3", "seat 1 leads and may not pass (R4.3)");
    game.acts(&[(1, "S3"), (2, ""), (3, ""), (0, "")]);
    game.refuses("", "R4.3", "seat 1 leads and may not pass (R4.3)");
}

#[test]
fn r4_5_a_seat_that_passed_may_come_back_in_the_same_trick() {
    let mut game = Game::new(&common_rules(), "2", 0, ["S3 SK", "S5 SA C5", "S4 S9", "S7 S8"]);
    game.acts(&[(0, "S3"), (1, ""), (2, "S9"), (3, ""), (0, "SK"), (1, "SA")]);
    assert_eq!(game.turn(), Some(2), "it passed on nothing and seat 0 is out");
    assert_eq!(game.deal.tricks(), 1);
}

#[test]
fn r4_4_m15_the_last_play_is_to_be_beaten_not_the_lead() {
    let mut game = Game::new(&common_rules(), "2", 0, ["S3 SK", "S5 SA", "S4 S9", "C5 S4 S8"]);
    game.acts(&[(0, "S3"), (1, "S5"), (2, "")]);
    game.refuses("S4", "R4.4", "single 4 does not beat the single 5 on the table (R4.4)");
    game.refuses("C5", "R3.4", "single 5 does not beat the single 5 on the table (R3.4)");
    game.acts(&[(3, "S8")]);
}

#[test]
fn r4_6_a_trick_ends_when_all_others_have_passed_since_the_last_play() {
    let mut game = Game::new(&common_rules(), "2", 0, ["S3 SK S6", "S5 SA", "S4 S9", "S7 S8"]);
    game.acts(&[(0, "S3"), (1, "S5"), (2, ""), (3, ""), (0, "SK"), (1, ""), (2, ""), (3, "")]);
    assert!(game.leads());
    assert_eq!(game.turn(), Some(0));
    assert_eq!((game.deal.tricks(), game.deal.actions(), game.deal.plays()), (2, 8, 3));
}

#[test]
fn r4_6_j01_three_passes_close_the_trick_of_a_player_who_went_out() {
    let mut game = Game::new(&common_rules(), "2", 0, ["S3", "S5 S4", "S4 S9", "S7 S8"]);
    game.acts(&[(0, "S3"), (1, ""), (2, "")]);
    assert_eq!(game.turn(), Some(3));
    assert!(!game.leads(), "seat 3 has not been asked yet");
}

#[test]
fn r4_7_j02_the_wind_goes_to_the_partner_or_to_the_next_seat_by_lead_after_out() {
    for (rules, leader) in [(common_rules(), 2), (next_wind(), 1)] {
        let mut game = Game::new(&rules, "2", 0, ["S3", "S5 S4", "S4 S9", "S7 S8"]);
        game.acts(&[(0, "S3"), (1, ""), (2, ""), (3, "")]);
        assert_eq!(game.turn(), Some(leader));
        assert!(game.leads());
    }
}

#[test]
fn r4_7_j04_there_is_no_wind_when_the_last_play_of_the_one_who_went_out_is_beaten() {
    let mut game = Game::new(&common_rules(), "2", 0, ["S7", "S9 S4", "S4 S8", "S6 S8"]);
    game.acts(&[(0, "S7"), (1, "S9"), (2, ""), (3, "")]);
    assert_eq!(game.turn(), Some(1));
    assert!(game.leads());
}

#[test]
fn r4_1_j06_only_players_with_cards_are_asked() {
    let mut game = Game::new(&common_rules(), "2", 1, ["SK S3", "S9", "S4 S8", "S6 S8"]);
    game.acts(&[(1, "S9"), (2, ""), (3, ""), (0, "SK"), (2, ""), (3, "")]);
    assert_eq!(game.turn(), Some(0));
    assert!(game.leads());
}

#[test]
fn r4_7_the_wind_passes_over_a_partner_who_is_out_too() {
    for rules in [common_rules(), next_wind()] {
        let mut game = Game::new(&rules, "2", 0, ["S3", "S5 S4", "S9", "S7 S8"]);
        game.acts(&[(0, "S3"), (1, ""), (2, "S9"), (3, ""), (1, "")]);
        assert_eq!(game.turn(), Some(3), "the next seat after seat 2 that holds cards");
        assert!(game.leads());
    }
}

#[test]
fn r4_8_places_are_given_in_the_order_of_going_out_until_three_are_out() {
    let mut game = Game::new(&common_rules(), "2", 3, ["S9", "S4 S5", "S6", "S5 S3"]);
    game.acts(&[(3, "S3"), (0, "S9"), (1, ""), (2, ""), (3, "")]);
    game.acts(&[(2, "S6"), (3, ""), (1, ""), (3, "S5")]);
    let outcome = game.deal.outcome().unwrap();
    assert_eq!(outcome.places.map(Seat::index), [0, 2, 3, 1]);
    assert!(!outcome.tied);
    assert_eq!(outcome.pattern(), Pattern::OneTwo);
    assert_eq!(game.deal.places(), outcome.places);
    assert_eq!(game.deal.hand(Seat::new(1)).len(), 2);
}

#[test]
fn r4_9_and_10_j08_partners_first_and_second_end_the_deal_only_with_double_down_ends_deal() {
    let hands = ["S9", "S3 S4 S5", "ST", "S3 S4 S5 S6 S7 S8 C3 C4 C5"];
    let begin = |rules: &Rules| {
        let mut game = Game::new(rules, "2", 0, hands);
        game.acts(&[(0, "S9"), (1, ""), (2, "ST")]);
        game
    };
    let stopped = begin(&stops_at_double_down());
    let outcome = stopped.deal.outcome().unwrap();
    assert!(outcome.tied);
    assert_eq!(outcome.places.map(Seat::index), [0, 2, 1, 3], "the tied in seat order");
    assert_eq!(stopped.turn(), None);
    let played_on = begin(&common_rules());
    assert_eq!(played_on.deal.outcome(), None);
    assert_eq!(played_on.turn(), Some(3));
}

#[test]
fn r4_9_opponents_first_and_second_do_not_stop_the_deal() {
    let mut game = Game::new(&stops_at_double_down(), "2", 0, ["S9", "ST", "S3 S4", "S5 S6"]);
    game.acts(&[(0, "S9"), (1, "ST"), (2, ""), (3, "")]);
    assert_eq!(game.turn(), Some(3), "seat 1's partner");
    game.acts(&[(3, "S5"), (2, ""), (3, "S6")]);
    let outcome = game.deal.outcome().unwrap();
    assert_eq!(outcome.places.map(Seat::index), [0, 1, 3, 2]);
    assert_eq!((outcome.tied, outcome.pattern()), (false, Pattern::OneFour));
}

#[test]
fn an_ace_finish_is_the_firsts_last_play_of_nothing_but_printed_aces() {
    let finish = |level: &str, last: &str| {
        let mut game = Game::new(&common_rules(), level, 0, [last, "S3", "S4", "S5"]);
        game.act(last).unwrap();
        game.acts(&[(1, ""), (2, ""), (3, ""), (2, "S4"), (3, "S5")]);
        game.deal.outcome().unwrap().ace_finish
    };
    assert!(finish("2", "SA"));
    assert!(finish("A", "SA HA"), "at level A the wild is an ace");
    assert!(!finish("2", "SA H2"), "the wild stands for an ace and is none");
    assert!(!finish("2", "SA SA DA SK SK"));
    assert!(!finish("2", "SK"));
}

#[test]
fn r4_2_m10_a_play_takes_one_copy_of_a_face_and_leaves_the_other() {
    let mut game = Game::new(&common_rules(), "2", 0, ["S9 S9 D9", "S3", "S4", "S5"]);
    game.act("S9").unwrap();
    assert_eq!(game.deal.hand(Seat::new(0)).to_hand(Rank::TWO).to_string(), "S9 D9");
}

#[test]
fn r4_2_m11_the_cards_played_leave_the_hand_not_those_they_stand_for() {
    let mut game = Game::new(&common_rules(), "2", 0, ["S5 S6 S7 S9 H2 S8", "S3", "S4", "S5"]);
    game.act("S5 S6 S7 S9 H2").unwrap();
    assert_eq!(game.deal.table().unwrap().kind, Kind::StraightFlush);
    assert_eq!(game.deal.hand(Seat::new(0)).to_hand(Rank::TWO).to_string(), "S8");
}

#[test]
fn refusals_name_what_is_wrong_and_change_nothing() {
    let mut game = Game::new(&common_rules(), "2", 0, ["SK SK S8 D8 H2 S3", "S9 S9", "ST", "S5"]);
    game.refuses("SQ SK SK", "R4.2", "seat 0 does not hold SQ (R4.2)");
    game.refuses("S3 S3", "R4.2", "seat 0 does not hold S3 (R4.2)");
    game.refuses("C4 C4 S3", "R4.2", "seat 0 does not hold C4 C4 (R4.2)");
    game.refuses("S3 S8", "R2.14", "S3 S8 are no combination (R2.14)");
    let before = game.deal;
    let declare = |game: &mut Game, cards: &str, kind, rank| {
        game.deal.play_cards(cards.parse().unwrap(), kind, rank, &game.tables).unwrap_err()
    };
    let error = declare(&mut game, "SK SK S8 D8 H2", Some(Kind::Straight), None);
    assert_eq!(
        error.to_string(),
        "H2 S8 D8 SK SK cannot be declared straight: they are full_house K, full_house 8 (R2.15)"
    );
    let error = declare(&mut game, "SK SK S8 D8 H2", None, Some("9"));
    assert!(error.to_string().contains("cannot be declared 9"), "{error}");
    let error = declare(&mut game, "", None, None);
    assert_eq!((error.clause().id(), error.to_string().as_str()), ("R2.14", "no cards are no combination (R2.14)"));
    assert_eq!(game.deal, before);
    game.acts(&[(0, "S8"), (1, ""), (2, "ST"), (3, ""), (0, "SK"), (1, ""), (3, ""), (0, "SK")]);
    game.acts(&[(1, ""), (3, "")]);
    game.act("S3").unwrap();
    game.act("S9").unwrap();
}

#[test]
fn r4_9_a_finished_deal_refuses_everything() {
    let mut game = Game::new(&stops_at_double_down(), "2", 0, ["S9", "S3", "ST", "S4"]);
    game.acts(&[(0, "S9"), (1, ""), (2, "ST")]);
    game.refuses("", "R4.9", "the deal is over: nothing can be played (R4.9)");
    game.refuses("S3", "R4.9", "the deal is over: nothing can be played (R4.9)");
}

#[test]
fn a_declaration_chooses_among_the_readings() {
    let rules = common_rules();
    for (kind, rank, expected) in [
        (None, None, "full_house K"),
        (Some(Kind::FullHouse), None, "full_house K"),
        (None, Some("8"), "full_house 8"),
        (Some(Kind::FullHouse), Some("8"), "full_house 8"),
    ] {
        let mut game = Game::new(&rules, "2", 0, ["SK SK S8 D8 H2 S3", "S9", "ST", "S5"]);
        let play = game.deal.play_cards("H2 S8 D8 SK SK".parse().unwrap(), kind, rank, &game.tables).unwrap();
        assert_eq!(play.combo.name(&game.tables), expected);
    }
    // C41: of three readings, only the tube to T beats a tube to 9.
    let mut game = Game::new(&rules, "4", 0, ["S7 D7 S8 C8 H9 D9 S2", "H4 H4 C8 D8 S9 C9 S3", "ST", "S5"]);
    game.act("S7 D7 S8 C8 H9 D9").unwrap();
    game.act("H4 H4 C8 D8 S9 C9").unwrap();
    assert_eq!(game.deal.table().unwrap().name(&game.tables), "tube T");
}

#[test]
fn a_declared_reading_that_does_not_beat_is_refused_though_another_would() {
    let mut game = Game::new(&common_rules(), "2", 0, ["S9 D9 C9 S3 D3 S4", "SK SK S8 D8 H2 S3", "ST", "S5"]);
    game.act("S9 D9 C9 S3 D3").unwrap();
    let before = game.deal;
    let cards: Hand = "SK SK S8 D8 H2".parse().unwrap();
    let error = game.deal.play_cards(cards, None, Some("8"), &game.tables).unwrap_err();
    assert_eq!(error.to_string(), "full_house 8 does not beat the full_house 9 on the table (R4.4)");
    assert_eq!(game.deal, before);
    game.deal.play_cards(cards, None, None, &game.tables).unwrap();
}

#[test]
fn a_play_built_by_hand_is_checked_like_declared_cards() {
    let mut game = Game::new(&common_rules(), "2", 0, ["S9 D9 S3", "SK", "ST", "S5"]);
    let pair = game.deal.declare("S9 D9".parse().unwrap(), None, None, &game.tables).unwrap();
    let other = Game::new(&common_rules(), "2", 0, ["S8 D8 S3", "SK", "ST", "S5"]);
    let eights = other.deal.declare("S8 D8".parse().unwrap(), None, None, &other.tables).unwrap();
    let before = game.deal;
    let forged = Play { combo: eights.combo, cards: pair.cards };
    assert!(matches!(game.deal.play(&forged, &game.tables), Err(Illegal::NotAReading { .. })));
    assert!(matches!(game.deal.play(&eights, &game.tables), Err(Illegal::NotHeld { .. })));
    assert_eq!(game.deal, before);
    game.deal.play(&pair, &game.tables).unwrap();
    assert_eq!(game.deal.last_player(), Some(Seat::new(0)));
}

#[test]
fn a_deal_needs_cards_in_every_hand_and_no_more_than_two_packs() {
    let rules = common_rules();
    let begin = |hands: [&str; 4]| Deal::new(&rules, Rank::TWO, hands.map(|hand| hand.parse().unwrap()), Seat::new(0));
    assert_eq!(begin(["S3", "", "S4", "S5"]), Err(DealError::Empty { seat: Seat::new(1) }));
    let error = begin(["S3 S3", "S4", "S3", "S5"]).unwrap_err();
    assert_eq!(error.to_string(), "3 copies of S3 in the four hands: two packs hold 2 of each card");
}

#[test]
fn the_log_tells_every_play_and_pass_and_no_card_is_lost() {
    let rules = common_rules();
    for block in 0..200 {
        let level = Rank::new((block % 13) as u8);
        let tables = Tables::new(&rules, level);
        let dealt = Dealt::new(21, block, 0);
        let address = Address::new(21, Purpose::Play, block, 0);
        let mut deal = Deal::new(&rules, level, dealt.hands(), Seat::new((block % 4) as u8)).unwrap();
        let mut log = Log::default();
        let mut told = Vec::new();
        while let Some(seat) = deal.turn() {
            let trick = deal.tricks() as u16 - 1;
            let play = Random.act(&View::new(&deal, seat, &tables, address, None), &mut BombCount::default());
            match play {
                Some(play) => {
                    deal.play(&play, &tables).unwrap();
                    log.push(seat, &play, &deal);
                }
                None => deal.pass().unwrap(),
            }
            told.push((seat, told.len() as u16, trick, play));
            let held: u32 = Seat::ALL.map(|seat| deal.hand(seat).len()).iter().sum();
            let played: u32 = log.plays().iter().map(|logged| logged.play.cards.len()).sum();
            assert_eq!(held + played, 108);
        }
        let logged =
            log.events(deal.actions()).map(|event| (event.seat, event.action, event.trick, event.play.copied()));
        assert!(logged.eq(told), "block {block}");
    }
}
