//! Every play of a hand with its cards, at either detail.
//!
//! The order is that of [`for_each_move`]; at cards detail every choice of suits (S H C D) is a play of its own, at ranks
//! detail one representative stands for all.

use super::groups;
use super::moves::{Form, Move, for_each_move};
use super::patterns::{Shape, nibble_of_start};
use super::take::{choices, held, put_faces, put_wilds};
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

/// Visits every play the hand can lead.
pub fn for_each_lead(hand: &LevelHand, t: &Tables, detail: Detail, visit: &mut impl FnMut(&Play)) {
    every_move(hand, t, None, &mut |listed| resolve(listed, hand, t, detail, visit));
}

/// Visits every play of the hand that beats `to_beat`.
pub fn for_each_answer(hand: &LevelHand, t: &Tables, to_beat: Combo, detail: Detail, visit: &mut impl FnMut(&Play)) {
    every_move(hand, t, Some(to_beat), &mut |listed| resolve(listed, hand, t, detail, visit));
}

/// [`for_each_move`] compiled once for all who look the cards up as they go: that takes longer than a call.
fn every_move(hand: &LevelHand, t: &Tables, to_beat: Option<Combo>, mut visit: &mut dyn FnMut(Move)) {
    for_each_move(hand, t, to_beat, &mut visit);
}

/// Visits the plays a move stands for.
fn resolve(listed: Move, hand: &LevelHand, t: &Tables, detail: Detail, visit: &mut impl FnMut(&Play)) {
    if detail == Detail::Ranks {
        visit(&listed.play(hand, t));
        return;
    }
    let combo = listed.combo();
    let wilds = listed.wilds();
    let mut cards = LevelHand::EMPTY;
    put_wilds(&mut cards, wilds);
    // A run has up to five places; the other kinds one or two.
    let mut places: [(u32, &[u8]); 5] = [(0, &[]); 5];
    let mut count = 0;
    let mut place = |nibble: u32, n: u32| {
        if n > 0 {
            cards.counts += u64::from(n) << (4 * nibble);
            places[count] = (nibble, choices(held(hand, nibble), n));
            count += 1;
        }
    };
    match listed.form() {
        Form::Same { nibble, wilds } => place(nibble, u32::from(combo.size) - wilds),
        Form::FullHouse { nibbles, split } => {
            place(nibbles[0], split[0]);
            place(nibbles[1], split[1]);
        }
        Form::Run { start, pattern } => {
            let shape = Shape::of(combo.kind);
            for i in 0..shape.places {
                place(nibble_of_start(start + i), shape.each - (pattern >> (2 * i) & 3));
            }
        }
        Form::Flush { start, suit, pattern } => {
            visit(&groups::straight_flush(start, suit, pattern));
            return;
        }
        Form::JokerBomb => {
            visit(&groups::JOKER_BOMB);
            return;
        }
    }
    // A straight of one suit is no plain straight, unless a wild among it may pass for another suit.
    let one_suit_barred = combo.kind == Kind::Straight && (wilds == 0 || !t.plain_straight_from_flush);
    expand(&places[..count], cards, 15, &mut |cards, suits| {
        if !(one_suit_barred && suits != 0) {
            visit(&Play { combo, cards });
        }
    });
}

/// Visits every combination of one choice per place, with the suits common to all of them. `cards` has the counts of all
/// places already, for they are the same whatever is chosen.
fn expand(places: &[(u32, &[u8])], cards: LevelHand, suits: u8, visit: &mut impl FnMut(LevelHand, u8)) {
    let Some((&(nibble, options), rest)) = places.split_first() else {
        visit(cards, suits);
        return;
    };
    for &byte in options {
        let mut cards = cards;
        put_faces(&mut cards, nibble, byte);
        // The last place has no call for each of its choices: most of the plays are made there.
        if rest.is_empty() {
            visit(cards, suits & byte);
        } else {
            expand(rest, cards, suits & byte, visit);
        }
    }
}
