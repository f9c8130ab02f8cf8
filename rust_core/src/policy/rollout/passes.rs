//! What passes tell about hidden hands.
//!
//! Who passes on a play of the other side could mostly not have beaten it, bombs apart. That is not certain, so no hands are
//! excluded: of several deals that fit, the search takes the one that fewest passes speak against.

use crate::card::Seat;
use crate::combo::{Combo, first_answer};
use crate::deal::View;
use crate::hand::{Hand, LevelHand};
use crate::rules::Tables;

/// A pass of a hidden seat on a play of the other side.
struct Pass {
    seat: Seat,
    /// The combination that the seat did not beat.
    to_beat: Combo,
    /// The cards that the seat has played since.
    since: Hand,
}

/// The passes that speak for or against hidden hands.
pub(super) struct Passes<'a> {
    tables: &'a Tables,
    passes: Vec<Pass>,
}

impl<'a> Passes<'a> {
    /// The passes of the other seats on plays of their opponents, as the seat of `view` has watched them.
    pub(super) fn of(view: &View<'a>) -> Passes<'a> {
        let mut passes: Vec<Pass> = Vec::new();
        let mut last: Option<(Seat, Combo)> = None;
        for event in view.log().events(view.decision()) {
            let seat = event.seat;
            if let Some(play) = event.play {
                last = Some((seat, play.combo));
                let cards = play.cards.to_hand(view.level());
                for pass in passes.iter_mut().filter(|pass| pass.seat == seat) {
                    pass.since = pass.since.plus(cards).expect("two packs hold all that is played");
                }
            } else if let Some((player, to_beat)) = last
                && seat != view.seat()
                && seat.team() != player.team()
                && !to_beat.kind.is_bomb()
            {
                passes.push(Pass { seat, to_beat, since: Hand::EMPTY });
            }
        }
        Passes { tables: view.tables(), passes }
    }

    /// How many passes speak against `hands`: with them the seat could have beaten the play with one of the same kind.
    pub(super) fn against(&self, hands: &[Hand; 4]) -> usize {
        let could = |pass: &&Pass| {
            let then = hands[pass.seat.index()].plus(pass.since).expect("two packs hold all hands");
            first_answer(&LevelHand::new(then, self.tables.level), self.tables, pass.to_beat).is_some()
        };
        self.passes.iter().filter(could).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Rank;
    use crate::combo::{Play, classify};
    use crate::deal::{Deal, Log};
    use crate::rng::{Address, Purpose};
    use crate::rules::Rules;

    fn hand(text: &str) -> Hand {
        text.parse().unwrap()
    }

    /// What `watcher` counts against `hands` after seat 0 has led; `actions` are cards to play, or nothing to pass.
    fn against(dealt: [&str; 4], actions: &[&str], watcher: u8, hands: [&str; 4]) -> usize {
        let rules = Rules::preset("institute").unwrap();
        let t = Tables::new(&rules, Rank::TWO);
        let mut deal = Deal::new(&rules, t.level, dealt.map(hand), Seat::new(0)).unwrap();
        let mut log = Log::default();
        for cards in actions {
            let seat = deal.turn().unwrap();
            if cards.is_empty() {
                deal.pass().unwrap();
                continue;
            }
            let cards = LevelHand::new(hand(cards), t.level);
            let play = Play { combo: classify(&cards, &t)[0], cards };
            deal.play(&play, &t).unwrap();
            log.push(seat, &play, &deal);
        }
        let address = Address::new(0, Purpose::Play, 0, 0);
        let view = View::new(&deal, Seat::new(watcher), &t, address, Some(&log));
        Passes::of(&view).against(&hands.map(hand))
    }

    const DEALT: [&str; 4] = ["S5 S4", "S3 H6 CQ", "SK DK", "CA C3"];

    #[test]
    fn a_pass_speaks_against_hands_that_could_have_beaten_the_play() {
        let count = |hands| against(DEALT, &["S5", ""], 2, hands);
        assert_eq!(count(["S4", "S3 H6 CQ", "SK DK", "CA C3"]), 1);
        assert_eq!(count(["CQ", "S3 C3 S4", "SK DK", "CA H6"]), 0);
    }

    #[test]
    fn bombs_are_no_reason_to_beat() {
        let count = |hands| against(DEALT, &["S5", ""], 2, hands);
        assert_eq!(count(["S4", "S3 C3 D3 H3", "SK DK", "CA H6"]), 0);
    }

    #[test]
    fn passing_on_a_partner_says_nothing() {
        let hands = ["S4", "S3 H6 CQ", "DK", "C3 CA"];
        // Seat 3 passes on seat 2, then seat 0 on its partner: only seat 3 could have been expected to beat the king.
        assert_eq!(against(DEALT, &["S5", "", "SK", "", ""], 1, hands), 1);
        assert_eq!(against(DEALT, &["S5", "", "SK", "", ""], 1, ["CA", "S3 H6 CQ", "DK", "C3 S4"]), 0);
    }

    #[test]
    fn what_was_played_later_was_held_when_passing() {
        // Seat 1 keeps its six on the five and beats the four with it later; nothing else of it is more than the five.
        let actions = ["S5", "", "", "", "S4", "H6", ""];
        assert_eq!(against(DEALT, &actions, 2, ["CQ", "S3 C3", "SK DK", "C4"]), 1);
        assert_eq!(against(DEALT, &actions[..4], 2, ["CQ H6", "S3 C3", "SK DK", "C4"]), 0);
    }
}
