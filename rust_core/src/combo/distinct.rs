//! The actions of a seat that differ in what they leave: by ranks, and by suits where these decide which straight flushes
//! remain.

use rustc_hash::FxHashSet;

use super::{Combo, Detail, Kind, Play, Tables, Windows, for_each_play, has_straight_flush};
use crate::hand::{Counts, LevelHand, SuitedStarts};

/// What a seat with this hand can do, in the order in which plays are listed; `None`, the pass, comes last, where there is a
/// play `to_beat`.
///
/// Where plays differ in their suits alone and leave the same straight flushes in the hand, the first stands for all.
pub fn distinct_actions(hand: &LevelHand, tables: &Tables, to_beat: Option<Combo>) -> Vec<Option<Play>> {
    let mut actions = Vec::new();
    if has_straight_flush(hand) {
        let mut seen = FxHashSet::default();
        for_each_play(hand, tables, to_beat, Detail::Cards, &mut |play| {
            if seen.insert((by_ranks(play), left_to_make(hand, play))) {
                actions.push(Some(*play));
            }
        });
    } else {
        for_each_play(hand, tables, to_beat, Detail::Ranks, &mut |play| actions.push(Some(*play)));
    }
    if to_beat.is_some() {
        actions.push(None);
    }
    actions
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
    use crate::card::Rank;
    use crate::combo::classify;
    use crate::hand::Hand;
    use crate::rules::standard;

    fn texts(cards: &str, to_beat: Option<&str>) -> Vec<String> {
        let t = Tables::new(&standard().rules, Rank::TWO);
        let hand = |text: &str| LevelHand::new(text.parse::<Hand>().unwrap(), t.level);
        let to_beat = to_beat.map(|combination| classify(&hand(combination), &t)[0]);
        let text = |action: Option<Play>| {
            let cards = action.map(|play| play.cards.to_hand(t.level).to_string());
            cards.unwrap_or_else(|| "pass".to_owned())
        };
        distinct_actions(&hand(cards), &t, to_beat).into_iter().map(text).collect()
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
