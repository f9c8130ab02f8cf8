//! The weakest answer and the longest lead, found without listing plays: what strategies ask that play their lowest
//! cards.
//!
//! "First" is the order of [`for_each_lead`](super::for_each_lead): key, number of wilds, places the wilds fill, suits.

use super::kinds::{
    self, OfKind, by_kind, first_equal, first_full_house_with, first_run, first_straight_with, nibbles_with,
    wilds_alone,
};
use super::windows::Windows;
use super::{Combo, Kind, Play};
use crate::hand::{LevelHand, Nibble, Nibbles, Starts};
use crate::rules::Tables;

pub use kinds::weakest_bomb;

/// The first answer to `to_beat` of its own kind: the lowest key, then the fewest wilds. `None` where the hand has none or
/// `to_beat` is a bomb.
pub fn first_answer(hand: &LevelHand, tables: &Tables, to_beat: Combo) -> Option<Play> {
    by_kind!(to_beat.kind, Of => first_answer_of::<Of>(hand, tables, to_beat))
}

/// The first answer of its own kind to `to_beat`, whose kind is one of `Of`. For callers that know the kind when
/// compiling; [`first_answer`] finds it out when running.
#[inline(always)]
pub fn first_answer_of<Of: OfKind>(hand: &LevelHand, tables: &Tables, to_beat: Combo) -> Option<Play> {
    // What wilds make is looked for in a function apart, so that it is no part of every loop that asks.
    if hand.wilds() == 0 {
        return Of::first(hand, tables, to_beat.key, 0);
    }
    first_with_wilds::<Of>(hand, tables, to_beat)
}

/// The first answer of a hand with wilds.
#[inline(never)]
fn first_with_wilds<Of: OfKind>(hand: &LevelHand, tables: &Tables, to_beat: Combo) -> Option<Play> {
    Of::first(hand, tables, to_beat.key, hand.wilds())
}

/// A quick test for whether the hand has an answer to `to_beat`. It is true whenever there is one, and seldom true when
/// there is none.
#[inline(always)]
pub fn may_answer(hand: &LevelHand, tables: &Tables, to_beat: Combo) -> bool {
    let wilds = hand.wilds();
    let bombs = hand.counts().at_least_among(4 - wilds, Nibbles::RANKS);
    if !bombs.is_empty() || !Windows::of_flushes(hand, wilds).is_empty() || hand.has_joker_bomb() {
        return true;
    }
    match to_beat.kind {
        Kind::Single | Kind::Pair | Kind::Triple | Kind::FullHouse => {
            // The triple decides about full houses.
            let n = u32::from(to_beat.size.min(3));
            let above = tables.above(to_beat.key);
            let helped = nibbles_with(hand, n, wilds.min(n - 1), above);
            !(nibbles_with(hand, n, 0, above) | helped).is_empty() || wilds_alone(hand, tables, n, above)
        }
        kind @ (Kind::Straight | Kind::Tube | Kind::Plate) => {
            let above = tables.starts_above(to_beat.key, kind.places());
            !(Windows::of_runs(hand.counts(), kind, wilds).any() & above).is_empty()
        }
        Kind::Bomb | Kind::StraightFlush | Kind::JokerBomb => false,
    }
}

/// The lead with most cards among the plays that hold a card of the hand's lowest rank (in level order) and are no
/// bombs. Among equally long ones it is the one with the fewest wilds, then the first in listing order. The hand must
/// not be empty.
#[inline(always)]
pub fn longest_lead_of_lowest(hand: &LevelHand, tables: &Tables) -> Play {
    // What wilds make is looked for in a function apart, so that hands without them pay for none.
    if hand.wilds() == 0 { longest_lead(hand, tables, 0) } else { longest_lead_with_wilds(hand, tables) }
}

/// The longest lead with the lowest rank of a hand with wilds.
#[inline(never)]
fn longest_lead_with_wilds(hand: &LevelHand, tables: &Tables) -> Play {
    longest_lead(hand, tables, hand.wilds())
}

/// The longest lead with the lowest rank of a hand that holds `wilds` wilds.
#[inline(always)]
fn longest_lead(hand: &LevelHand, tables: &Tables, wilds: u32) -> Play {
    let wild = if wilds > 0 { Nibbles::of(tables.level_nibble()) } else { Nibbles::EMPTY };
    let lowest = tables.lowest(hand.counts().at_least_among(1, Nibbles::NATURAL) | wild);
    // Returns, not a chain of `or_else`: its closures were calls that took 4,000 of the 19,700 instructions of a deal.
    if let Some(play) = six_cards_with(hand, tables, lowest, wilds) {
        return play;
    }
    if let Some(play) = five_cards_with(hand, tables, lowest, wilds) {
        return play;
    }
    for n in [3, 2] {
        if let Some(play) = first_equal(hand, tables, n, Nibbles::of(lowest), wilds) {
            return play;
        }
    }
    first_equal(hand, tables, 1, Nibbles::of(lowest), wilds).expect("the single card at least")
}

/// By number of ranks in a run and nibble: the starts of the runs that contain the nibble.
static STARTS_OVER: [[Starts; 16]; 6] = {
    let mut table = [[Starts::EMPTY; 16]; 6];
    let mut places = 2;
    while places < 6 {
        let mut nibble = 0;
        while nibble < 13 {
            table[places][nibble] = Starts::over(Nibble::new(nibble as u8), places as u32);
            nibble += 1;
        }
        places += 1;
    }
    table
};

/// The starts of the runs of `kind` that contain `nibble`, of a hand with `wilds` wilds.
#[inline(always)]
fn windows_over(hand: &LevelHand, kind: Kind, nibble: Nibble, wilds: u32) -> Windows<Starts> {
    Windows::of_runs(hand.counts(), kind, wilds).within(STARTS_OVER[kind.places() as usize][nibble.index()])
}

/// The tube or plate with a card of the rank `lowest`: fewest wilds, then tube before plate, then the first in listing order.
#[inline(always)]
fn six_cards_with(hand: &LevelHand, tables: &Tables, lowest: Nibble, wilds: u32) -> Option<Play> {
    let tubes = windows_over(hand, Kind::Tube, lowest, wilds);
    let plates = windows_over(hand, Kind::Plate, lowest, wilds);
    // Wilds that fill exactly what is lacking leave at least one natural card at every place the hand has one of.
    for lacking in 0..1 + wilds {
        if !tubes.lacking(lacking).is_empty() {
            return first_run(hand, tables, Kind::Tube, tubes.lacking(lacking), wilds);
        }
        if !plates.lacking(lacking).is_empty() {
            return first_run(hand, tables, Kind::Plate, plates.lacking(lacking), wilds);
        }
    }
    None
}

/// The full house or straight with a card of the rank `lowest`: fewest wilds, then full house before straight, then the first
/// in listing order.
#[inline(always)]
fn five_cards_with(hand: &LevelHand, tables: &Tables, lowest: Nibble, wilds: u32) -> Option<Play> {
    let straights = windows_over(hand, Kind::Straight, lowest, wilds).any();
    for used in 0..1 + wilds {
        let house = first_full_house_with(hand, tables, lowest, used);
        if house.is_some() {
            return house;
        }
        if !straights.is_empty() {
            let straight = first_straight_with(hand, tables, straights, lowest, used, wilds);
            if straight.is_some() {
                return straight;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Rank};
    use crate::combo::{Detail, count_answers, for_each_lead};
    use crate::hand::Hand;
    use crate::rules::test_rules;

    /// A hand of up to `most` cards.
    fn hand(state: &mut u64, most: u64, level: Rank) -> LevelHand {
        let mut below = |n: u64| {
            *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (*state >> 33) % n
        };
        let mut hand = Hand::EMPTY;
        for _ in 0..=below(most) {
            hand = hand.with(Card::from_index(below(Card::FACES as u64) as u8)).unwrap_or(hand);
        }
        LevelHand::new(hand, level)
    }

    #[test]
    fn whoever_has_an_answer_may_answer_and_few_others() {
        let mut state = 1;
        let (mut without, mut mistaken) = (0, 0);
        for round in 0..2000 {
            let t = Tables::new(&test_rules(round), Rank::new((round % 13) as u8));
            let (leader, hand) = (hand(&mut state, 27, t.level), hand(&mut state, 12, t.level));
            for_each_lead(&leader, &t, Detail::Ranks, &mut |lead| {
                let may = may_answer(&hand, &t, lead.combo);
                if count_answers(&hand, &t, lead.combo) > 0 {
                    assert!(may, "{} on {lead:?}", hand.to_hand(t.level));
                } else {
                    without += 1;
                    mistaken += u32::from(may);
                }
            });
        }
        assert!(without > 10_000 && mistaken < without / 10, "{mistaken} of {without}");
    }
}
