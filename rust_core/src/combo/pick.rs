//! Counting what can be played and picking the play of a number, without listing any: what a random player needs.
//!
//! The numbering is this module's own (it follows what is cheap to count); it runs over exactly the plays that
//! [`for_each_lead`](super::for_each_lead) and [`for_each_answer`](super::for_each_answer) list at ranks detail.

use super::kinds::{self, Equal, FullHouses, OfKind, Runs, Straights, by_kind};
use super::{Combo, Play, Power};
use crate::hand::{LevelHand, Nibbles, Starts};
use crate::rules::Tables;

/// Calls a function with the number of wilds that a hand holds as a parameter known when compiling.
macro_rules! by_wilds {
    ($hand:expr, $function:ident($($argument:expr),*)) => {
        match $hand.wilds() {
            0 => $function::<0>($($argument),*),
            1 => $function::<1>($($argument),*),
            _ => $function::<2>($($argument),*),
        }
    };
}

pub(super) use by_wilds;

/// Picks one of the hand's leads at ranks detail: `draw` gets their number and returns a smaller one, that of the
/// lead. `all_bombs` is the hand's [`count_bombs`].
#[inline(always)]
pub fn pick_lead(hand: &LevelHand, tables: &Tables, all_bombs: u32, draw: impl FnOnce(u32) -> u32) -> Play {
    by_wilds!(hand, lead(hand, tables, all_bombs, |count| Some(draw(count)))).expect("a number was chosen")
}

/// The number of the hand's leads at ranks detail.
pub fn count_leads(hand: &LevelHand, tables: &Tables) -> u32 {
    let mut counted = 0;
    let decline = |count| {
        counted = count;
        None
    };
    by_wilds!(hand, lead(hand, tables, count_bombs(hand, tables), decline));
    counted
}

/// Picks one of the hand's answers to `to_beat` at ranks detail, or none: `draw` gets their number (a pass is not among
/// them) and returns a smaller one, or `None` to pick none. `all_bombs` is the hand's [`count_bombs`].
pub fn pick_answer(
    hand: &LevelHand,
    tables: &Tables,
    to_beat: Combo,
    all_bombs: u32,
    draw: impl FnOnce(u32) -> Option<u32>,
) -> Option<Play> {
    by_kind!(to_beat.kind, Of => pick_answer_of::<Of>(hand, tables, to_beat, all_bombs, draw))
}

/// The number of the hand's answers to `to_beat` at ranks detail.
pub fn count_answers(hand: &LevelHand, tables: &Tables, to_beat: Combo) -> u32 {
    let mut counted = 0;
    let decline = |count| {
        counted = count;
        None
    };
    pick_answer(hand, tables, to_beat, count_bombs(hand, tables), decline);
    counted
}

/// The number of bombs in a hand at ranks detail. Playing cards never makes a bomb, so a hand without any stays so.
#[inline(never)]
pub fn count_bombs(hand: &LevelHand, tables: &Tables) -> u32 {
    by_wilds!(hand, all_bombs(hand, tables))
}

/// The number of bombs of a hand with `W` wilds. Unlike [`count_bombs_above`] it has no floor that is known only when
/// running, so that the compiler leaves its checks out.
fn all_bombs<const W: u32>(hand: &LevelHand, tables: &Tables) -> u32 {
    kinds::count_bombs::<W>(hand, tables, Power::NONE)
}

/// The number of bombs of more power than `floor`. Not inlined, because few answers are bombs on bombs.
#[inline(never)]
fn count_bombs_above(hand: &LevelHand, tables: &Tables, floor: Power) -> u32 {
    use kinds::count_bombs;
    by_wilds!(hand, count_bombs(hand, tables, floor))
}

/// The bomb number `k` among the bombs of more power than `floor`. Not inlined, because few plays are bombs.
#[inline(never)]
fn pick_bomb(hand: &LevelHand, tables: &Tables, floor: Power, k: u32) -> Play {
    use kinds::pick_bomb;
    by_wilds!(hand, pick_bomb(hand, tables, floor, k))
}

/// Picks a lead of a hand with `W` wilds.
#[inline(always)]
fn lead<const W: u32>(
    hand: &LevelHand,
    tables: &Tables,
    all_bombs: u32,
    draw: impl FnOnce(u32) -> Option<u32>,
) -> Option<Play> {
    const RANKS: Nibbles = Nibbles::NATURAL;
    const STARTS: Starts = Starts::ALL;
    let counts = [
        Equal::<1>::count_among::<W>(hand, tables, RANKS),
        Equal::<2>::count_among::<W>(hand, tables, RANKS),
        Equal::<3>::count_among::<W>(hand, tables, RANKS),
        FullHouses::count_among::<W>(hand, tables, RANKS),
        Straights::count_among::<W>(hand, tables, STARTS),
        Runs::<3>::count_among::<W>(hand, STARTS),
        Runs::<2>::count_among::<W>(hand, STARTS),
        all_bombs,
    ];
    let mut k = draw(counts.iter().sum())?;
    let mut group = 0;
    while group < 7 && k >= counts[group] {
        k -= counts[group];
        group += 1;
    }
    Some(match group {
        0 => Equal::<1>::pick_among::<W>(hand, tables, RANKS, k),
        1 => Equal::<2>::pick_among::<W>(hand, tables, RANKS, k),
        2 => Equal::<3>::pick_among::<W>(hand, tables, RANKS, k),
        3 => FullHouses::pick_among::<W>(hand, tables, RANKS, k),
        4 => Straights::pick_among::<W>(hand, tables, STARTS, k),
        5 => Runs::<3>::pick_among::<W>(hand, tables, STARTS, k),
        6 => Runs::<2>::pick_among::<W>(hand, tables, STARTS, k),
        _ => pick_bomb(hand, tables, Power::NONE, k),
    })
}

/// Picks one of the hand's answers to `to_beat`, whose kind is one of `Of`, at ranks detail, or none. For callers that
/// know the kind when compiling; [`pick_answer`] finds it out when running.
#[inline(always)]
pub fn pick_answer_of<Of: OfKind>(
    hand: &LevelHand,
    tables: &Tables,
    to_beat: Combo,
    all_bombs: u32,
    draw: impl FnOnce(u32) -> Option<u32>,
) -> Option<Play> {
    let (key, wild) = (to_beat.key, hand.wilds() > 0);
    // What wilds make is worked out in functions apart, so that it is no part of every loop that asks.
    let count = if wild { count_with_wilds::<Of>(hand, tables, to_beat) } else { Of::count::<0>(hand, tables, key) };
    let bombs = if !to_beat.kind.is_bomb() || all_bombs == 0 {
        all_bombs
    } else {
        count_bombs_above(hand, tables, to_beat.power())
    };
    let k = draw(count + bombs)?;
    Some(if k >= count {
        pick_bomb(hand, tables, to_beat.power(), k - count)
    } else if wild {
        pick_with_wilds::<Of>(hand, tables, to_beat, k)
    } else {
        Of::pick::<0>(hand, tables, key, k)
    })
}

/// The number of answers of one kind of a hand with wilds.
fn count_with_wilds<Of: OfKind>(hand: &LevelHand, tables: &Tables, to_beat: Combo) -> u32 {
    if hand.wilds() == 1 {
        Of::count::<1>(hand, tables, to_beat.key)
    } else {
        Of::count::<2>(hand, tables, to_beat.key)
    }
}

/// The answer number `k` of one kind of a hand with wilds.
fn pick_with_wilds<Of: OfKind>(hand: &LevelHand, tables: &Tables, to_beat: Combo, k: u32) -> Play {
    if hand.wilds() == 1 {
        Of::pick::<1>(hand, tables, to_beat.key, k)
    } else {
        Of::pick::<2>(hand, tables, to_beat.key, k)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::card::{Card, Rank};
    use crate::combo::{Detail, for_each_answer, for_each_lead};
    use crate::hand::Hand;
    use crate::rules::test_rules;

    /// A hand of `size` cards drawn by a small generator of the test's own, with repeats so that shapes occur.
    fn hand(state: &mut u64, size: usize) -> Hand {
        let mut hand = Hand::EMPTY;
        while (hand.len() as usize) < size {
            *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let face = (*state >> 33) as usize % if *state >> 60 < 8 { 20 } else { Card::FACES };
            hand = hand.with(Card::from_index(face as u8)).unwrap_or(hand);
        }
        hand
    }

    #[test]
    fn picking_by_number_runs_over_exactly_the_listed_plays() {
        let mut state = 1;
        for round in 0..3000 {
            let t = Tables::new(&test_rules(round), Rank::new((round % 13) as u8));
            let hand = LevelHand::new(hand(&mut state, 1 + round % 27), t.level);
            let mut listed = Vec::new();
            for_each_lead(&hand, &t, Detail::Ranks, &mut |play| listed.push(*play));
            let count = count_leads(&hand, &t);
            let picked: HashSet<Play> =
                (0..count).map(|k| pick_lead(&hand, &t, count_bombs(&hand, &t), |_| k)).collect();
            assert_eq!(count as usize, listed.len(), "{} at {}", hand.to_hand(t.level), t.level);
            assert_eq!(picked, listed.iter().copied().collect::<HashSet<_>>());
            for lead in listed.iter().step_by(1 + listed.len() / 12) {
                let mut listed = Vec::new();
                for_each_answer(&hand, &t, lead.combo, Detail::Ranks, &mut |play| listed.push(*play));
                let (count, bombs) = (count_answers(&hand, &t, lead.combo), count_bombs(&hand, &t));
                let picked: HashSet<Play> =
                    (0..count).map(|k| pick_answer(&hand, &t, lead.combo, bombs, |_| Some(k)).unwrap()).collect();
                assert_eq!(count as usize, listed.len());
                assert_eq!(picked, listed.iter().copied().collect::<HashSet<_>>());
            }
        }
    }
}
