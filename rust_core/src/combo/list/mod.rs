//! Every play of a hand in listing order, as moves, as plays with representative cards, or as plays with all their cards.
//!
//! One generator finds the plays; a listener for each of the three writes them on pages, which are handed over when they
//! are full.

mod cards;
mod generate;
mod moves;
mod page;
mod products;
mod ranks;

use self::cards::{ListCards, Room};
use self::generate::generate;
use self::page::{PLAYS, Page};
use self::ranks::ListRanks;
use super::pick::by_wilds;
use super::{Combo, Kind, Play};
use crate::hand::LevelHand;
use crate::rules::{Key, Tables};

pub(super) use self::moves::for_each_move_of_kind;
pub use self::moves::{Move, for_each_move, moves_by_page};

/// How finely plays are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detail {
    /// By kind, key, the number of cards of each rank (wilds apart) and, for straight flushes, the suit.
    Ranks,
    /// By kind, key and cards.
    Cards,
}

/// Visits every play that the hand can lead or, with `to_beat`, every play that beats it, in listing order: kind, size, key,
/// number of wilds, places the wilds fill, suits. At ranks detail one representative stands for all selections of suits.
pub fn for_each_play(
    hand: &LevelHand,
    tables: &Tables,
    to_beat: Option<Combo>,
    detail: Detail,
    visit: &mut impl FnMut(&Play),
) {
    plays_by_page(hand, tables, to_beat, detail, &mut |plays| plays.iter().for_each(&mut *visit));
}

/// Lists every play that the hand can lead or, with `to_beat`, every play that beats it, and hands them over some at a time,
/// in the order of [`for_each_play`].
pub fn plays_by_page(
    hand: &LevelHand,
    tables: &Tables,
    to_beat: Option<Combo>,
    detail: Detail,
    hand_over: &mut dyn FnMut(&[Play]),
) {
    match detail {
        Detail::Ranks => by_ranks(hand, tables, to_beat, hand_over),
        Detail::Cards => by_cards(hand, tables, to_beat, hand_over),
    }
}

/// Visits every play that the hand can lead, in the order of [`for_each_play`].
pub fn for_each_lead(hand: &LevelHand, tables: &Tables, detail: Detail, visit: &mut impl FnMut(&Play)) {
    for_each_play(hand, tables, None, detail, visit);
}

/// Visits every play of the hand that beats `to_beat`, in the order of [`for_each_play`].
pub fn for_each_answer(
    hand: &LevelHand,
    tables: &Tables,
    to_beat: Combo,
    detail: Detail,
    visit: &mut impl FnMut(&Play),
) {
    for_each_play(hand, tables, Some(to_beat), detail, visit);
}

const BLANK: [Play; PLAYS] = [Play { combo: Combo::new(Kind::Single, 0, Key::LOWEST), cards: LevelHand::EMPTY }; PLAYS];

/// Lists at ranks detail. Compiled once for all callers.
#[inline(never)]
fn by_ranks(hand: &LevelHand, tables: &Tables, to_beat: Option<Combo>, hand_over: &mut dyn FnMut(&[Play])) {
    let mut blank = BLANK;
    let mut listener = ListRanks::new(hand, tables, Page::new(&mut blank, hand_over));
    by_wilds!(hand, generate(hand, tables, to_beat, &mut listener));
    listener.finish();
}

/// Lists at cards detail. Compiled once for all callers.
#[inline(never)]
fn by_cards(hand: &LevelHand, tables: &Tables, to_beat: Option<Combo>, hand_over: &mut dyn FnMut(&[Play])) {
    let mut blank = BLANK;
    let mut room = Room::new();
    let mut listener = ListCards::new(hand, tables, &mut room, Page::new(&mut blank, hand_over));
    by_wilds!(hand, generate(hand, tables, to_beat, &mut listener));
    listener.finish();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Rank};
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
