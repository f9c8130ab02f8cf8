//! Every play of a hand with its cards, at either detail.
//!
//! The order is that of [`for_each_move`](super::for_each_move); at cards detail every choice of suits (S H C D) is a play
//! of its own, at ranks detail one representative stands for all.

use super::by_wilds::by_wilds;
use super::choices::{Choices, ListChoices};
use super::page::{PLAYS, Page};
use super::products::Products;
use super::representatives::ListRepresentatives;
use super::walk::walk;
use super::{Combo, Kind, Play};
use crate::hand::LevelHand;
use crate::rules::Tables;

/// How finely plays are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detail {
    /// By kind, key, the number of cards of each rank (wilds apart) and, for straight flushes, the suit.
    Ranks,
    /// By kind, key and cards.
    Cards,
}

/// Visits every play the hand can lead or, with `to_beat`, every play that beats it.
pub fn for_each_play(
    hand: &LevelHand,
    t: &Tables,
    to_beat: Option<Combo>,
    detail: Detail,
    visit: &mut impl FnMut(&Play),
) {
    plays_by_page(hand, t, to_beat, detail, &mut |plays| plays.iter().for_each(&mut *visit));
}

/// The same, some plays at a time.
pub fn plays_by_page(
    hand: &LevelHand,
    t: &Tables,
    to_beat: Option<Combo>,
    detail: Detail,
    hand_over: &mut dyn FnMut(&[Play]),
) {
    match detail {
        Detail::Ranks => by_ranks(hand, t, to_beat, hand_over),
        Detail::Cards => by_cards(hand, t, to_beat, hand_over),
    }
}

/// Visits every play the hand can lead.
pub fn for_each_lead(hand: &LevelHand, t: &Tables, detail: Detail, visit: &mut impl FnMut(&Play)) {
    for_each_play(hand, t, None, detail, visit);
}

/// Visits every play of the hand that beats `to_beat`.
pub fn for_each_answer(hand: &LevelHand, t: &Tables, to_beat: Combo, detail: Detail, visit: &mut impl FnMut(&Play)) {
    for_each_play(hand, t, Some(to_beat), detail, visit);
}

const BLANK: [Play; PLAYS] = [Play { combo: Combo::new(Kind::Single, 0, 0), cards: LevelHand::EMPTY }; PLAYS];

/// Lists at ranks detail and hands over pages. Compiled once for all.
#[inline(never)]
fn by_ranks(hand: &LevelHand, t: &Tables, to_beat: Option<Combo>, hand_over: &mut dyn FnMut(&[Play])) {
    let mut blank = BLANK;
    let mut listener = ListRepresentatives::new(hand, t, Page::new(&mut blank, hand_over));
    by_wilds!(hand, walk(hand, t, to_beat, &mut listener));
    listener.finish();
}

/// The same at cards detail.
#[inline(never)]
fn by_cards(hand: &LevelHand, t: &Tables, to_beat: Option<Combo>, hand_over: &mut dyn FnMut(&[Play])) {
    let mut blank = BLANK;
    let (mut choices, mut products) = (Choices::new(), Products::NONE);
    let mut listener = ListChoices::new(hand, t, &mut choices, &mut products, Page::new(&mut blank, hand_over));
    by_wilds!(hand, walk(hand, t, to_beat, &mut listener));
    listener.finish();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Rank};
    use crate::combo::for_each_move;
    use crate::hand::Hand;
    use crate::rules::test_rules;

    #[test]
    fn plays_at_ranks_detail_are_the_moves_with_their_cards_looked_up() {
        let mut state = 1u64;
        for round in 0..2000 {
            let t = Tables::new(&test_rules(round), Rank::new((round % 13) as u8));
            let wild = 4 * t.level.index() + 1;
            let mut hand = Hand::EMPTY;
            while (hand.len() as usize) < 1 + round % 40 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                // Few faces, so that shapes occur, and wilds more often than others.
                let face = if state >> 60 == 0 { wild } else { (state >> 33) as usize % (24 + round % 31) };
                hand = hand.with(Card::from_index(face as u8)).unwrap_or(hand);
            }
            let hand = LevelHand::new(hand, t.level);
            let mut to_beat = vec![None];
            for_each_move(&hand, &t, None, &mut |listed| to_beat.push(Some(listed.combo())));
            for to_beat in to_beat.into_iter().step_by(7) {
                let (mut looked_up, mut listed) = (Vec::new(), Vec::new());
                for_each_move(&hand, &t, to_beat, &mut |listed| looked_up.push(listed.play(&hand, &t)));
                for_each_play(&hand, &t, to_beat, Detail::Ranks, &mut |play| listed.push(*play));
                assert_eq!(listed, looked_up, "{} on {to_beat:?} at {}", hand.to_hand(t.level), t.level);
            }
        }
    }
}
