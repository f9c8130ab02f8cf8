//! The candidate actions: plays told apart by ranks, and by suits where they decide which straight flushes remain.

use rustc_hash::FxHashSet;

use crate::combo::{Combo, Detail, Kind, Play, Windows, for_each_play, has_straight_flush};
use crate::deal::View;
use crate::hand::{Counts, LevelHand, SuitedStarts};

/// The candidate actions of the seat to act, in the order in which plays are listed; `None`, the pass, comes last.
///
/// Where plays differ in their suits alone and leave the same straight flushes in the hand, the first stands for all.
pub(super) fn candidates(view: &View<'_>) -> Vec<Option<Play>> {
    let (hand, tables, to_beat) = (view.hand(), view.tables(), view.table());
    let mut candidates = Vec::new();
    if has_straight_flush(hand) {
        let mut seen = FxHashSet::default();
        for_each_play(hand, tables, to_beat, Detail::Cards, &mut |play| {
            if seen.insert((by_ranks(play), left_to_make(hand, play))) {
                candidates.push(Some(*play));
            }
        });
    } else {
        for_each_play(hand, tables, to_beat, Detail::Ranks, &mut |play| candidates.push(Some(*play)));
    }
    if to_beat.is_some() {
        candidates.push(None);
    }
    candidates
}

/// What tells a play apart at ranks detail: its combination, its cards by rank, and the suit of a straight flush.
fn by_ranks(play: &Play) -> (Combo, Counts, Option<u64>) {
    (play.combo, play.cards.counts(), (play.combo.kind == Kind::StraightFlush).then_some(play.cards.one()))
}

/// The straight flushes that can still be made after `play`.
fn left_to_make(hand: &LevelHand, play: &Play) -> Windows<SuitedStarts> {
    let mut rest = *hand;
    rest.remove(&play.cards);
    Windows::of_flushes(&rest, rest.wilds())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Rank, Seat};
    use crate::deal::Deal;
    use crate::hand::Hand;
    use crate::rng::{Address, Purpose};
    use crate::rules::{Tables, standard};

    fn texts(hand: &str, to_beat: Option<&str>) -> Vec<String> {
        let t = Tables::new(&standard().rules, Rank::TWO);
        let hands = [to_beat.unwrap_or("SQ"), hand, "SK", "SA"].map(|hand| hand.parse::<Hand>().unwrap());
        let with_more = hands[0].plus("D2".parse().unwrap()).unwrap();
        let leader = Seat::new(u8::from(to_beat.is_none()));
        let mut deal =
            Deal::new(&standard().rules, t.level, [with_more, hands[1], hands[2], hands[3]], leader).unwrap();
        if to_beat.is_some() {
            deal.play_cards(hands[0], None, None, &t).unwrap();
        }
        let view = View::new(&deal, Seat::new(1), &t, Address::new(0, Purpose::Play, 0, 0), None);
        let text = |action: Option<Play>| {
            let cards = action.map(|play| play.cards.to_hand(t.level).to_string());
            cards.unwrap_or_else(|| "pass".to_owned())
        };
        candidates(&view).into_iter().map(text).collect()
    }

    #[test]
    fn suits_are_told_apart_only_where_they_decide_which_straight_flushes_remain() {
        assert_eq!(texts("S7 H7", None), ["S7", "S7 H7"]);
        // Without the spade the straight flush is gone; the other two suits are all the same.
        let singles = texts("S3 S4 S5 S6 S7 H7 D7", Some("S6"));
        assert_eq!(singles, ["S7", "H7", "S3 S4 S5 S6 S7", "pass"]);
        // Each of the two straight flushes can be broken or kept.
        let pairs = texts("S3 S4 S5 S6 S7 H3 H4 H5 H6 H7 D7", Some("S6 D6"));
        assert_eq!(pairs, ["S7 H7", "S7 D7", "H7 D7", "S3 S4 S5 S6 S7", "H3 H4 H5 H6 H7", "pass"]);
    }
}
