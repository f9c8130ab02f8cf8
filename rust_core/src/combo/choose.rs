//! Counting what can be played and picking the k-th play, without listing any: what a random player needs.
//!
//! The numbering is this module's own (it follows what is cheap to count); it runs over exactly the plays that
//! [`for_each_lead`](super::for_each_lead) and [`for_each_answer`](super::for_each_answer) list at ranks detail. The work
//! is compiled once for each number of wilds.

use super::by_wilds::by_wilds;
use super::groups::{self, ALL_NIBBLES, ALL_STARTS, Bombs, Straights};
use super::of_kind::{OfKind, by_kind};
use super::patterns::{self, Windows};
use super::{Combo, Kind, Play};
use crate::hand::LevelHand;
use crate::rules::Tables;

/// Picks one of the hand's leads at ranks detail: `choose` is told how many there are and answers with a number below.
/// `all_bombs` is the hand's [`count_bombs`].
#[inline(always)]
pub fn pick_lead(hand: &LevelHand, t: &Tables, all_bombs: u32, choose: impl FnOnce(u32) -> u32) -> Play {
    by_wilds!(hand, lead(hand, t, all_bombs, |count| Some(choose(count)))).expect("a number was chosen")
}

/// The number of the hand's leads at ranks detail.
#[inline(always)]
pub fn count_leads(hand: &LevelHand, t: &Tables) -> u32 {
    let mut counted = 0;
    let bombs = count_bombs(hand, t);
    let chosen = by_wilds!(
        hand,
        lead(hand, t, bombs, |count| {
            counted = count;
            None
        })
    );
    debug_assert!(chosen.is_none());
    counted
}

/// Picks one of the hand's answers to `to_beat` at ranks detail, or none: `choose` is told how many there are (a pass is
/// not among them) and answers with a number below. `all_bombs` is the hand's [`count_bombs`].
#[inline(always)]
pub fn pick_answer(
    hand: &LevelHand,
    t: &Tables,
    to_beat: Combo,
    all_bombs: u32,
    choose: impl FnOnce(u32) -> Option<u32>,
) -> Option<Play> {
    by_wilds!(hand, answer(hand, t, to_beat, all_bombs, choose))
}

/// The number of the hand's answers to `to_beat` at ranks detail.
#[inline(always)]
pub fn count_answers(hand: &LevelHand, t: &Tables, to_beat: Combo) -> u32 {
    let mut counted = 0;
    let bombs = count_bombs(hand, t);
    let chosen = by_wilds!(
        hand,
        answer(hand, t, to_beat, bombs, |count| {
            counted = count;
            None
        })
    );
    debug_assert!(chosen.is_none());
    counted
}

/// The number of bombs in a hand at ranks detail. It cannot grow while the hand is played, so callers may keep it.
#[inline(never)]
pub fn count_bombs(hand: &LevelHand, t: &Tables) -> u32 {
    by_wilds!(hand, all_bombs(hand, t))
}

/// Whether the hand can make a straight flush, so that the suits of its cards matter.
#[inline]
pub fn has_straight_flush(hand: &LevelHand) -> bool {
    flush_windows(hand) != [0; 3]
}

/// The straight flushes the hand can make, by the number of cards it lacks (0 to its number of wilds), as one bit for each
/// start and suit: equal for hands whose suits matter in the same way.
#[inline]
pub fn flush_windows(hand: &LevelHand) -> [u64; 3] {
    Windows::of_suits(hand.one, hand.wilds()).by_shortage
}

/// The number of bombs of more power ([`Combo::power`]) than `floor`, which is not 0.
#[inline(never)]
fn count_bombs_above(hand: &LevelHand, t: &Tables, floor: u8) -> u32 {
    by_wilds!(hand, bombs_above(hand, t, floor))
}

/// The `k`-th bomb of more power than `floor`. A call, for few plays are bombs.
#[inline(never)]
fn pick_bomb(hand: &LevelHand, t: &Tables, floor: u8, k: u32) -> Play {
    by_wilds!(hand, bomb(hand, t, floor, k))
}

#[inline(always)]
fn all_bombs<const W: usize>(hand: &LevelHand, t: &Tables) -> u32 {
    bombs_above::<W>(hand, t, 0)
}

#[inline(always)]
fn bombs_above<const W: usize>(hand: &LevelHand, t: &Tables, floor: u8) -> u32 {
    Bombs::above::<W>(hand, t, floor).count::<W>(hand, t)
}

#[inline(always)]
fn bomb<const W: usize>(hand: &LevelHand, t: &Tables, floor: u8, k: u32) -> Play {
    Bombs::above::<W>(hand, t, floor).pick::<W>(hand, t, k)
}

/// A lead of a hand with `W` wilds.
#[inline(always)]
fn lead<const W: usize>(
    hand: &LevelHand,
    t: &Tables,
    all_bombs: u32,
    choose: impl FnOnce(u32) -> Option<u32>,
) -> Option<Play> {
    let straights = Straights::of::<W>(hand, t, ALL_STARTS);
    let tubes = Windows::of_ranks(hand, Kind::Tube, W as u32);
    let plates = Windows::of_ranks(hand, Kind::Plate, W as u32);
    let counts = [
        groups::count_sames::<W>(hand, t, 1, ALL_NIBBLES),
        groups::count_sames::<W>(hand, t, 2, ALL_NIBBLES),
        groups::count_sames::<W>(hand, t, 3, ALL_NIBBLES),
        groups::count_full_houses::<W>(hand, t, ALL_NIBBLES),
        straights.count::<W>(),
        tubes.count(&patterns::TUBE, W as u32),
        plates.count(&patterns::PLATE, W as u32),
        all_bombs,
    ];
    let mut k = choose(counts.iter().sum())?;
    let mut group = 0;
    while group < 7 && k >= counts[group] {
        k -= counts[group];
        group += 1;
    }
    Some(match group {
        0 => groups::pick_same::<W>(hand, t, Kind::Single, 1, ALL_NIBBLES, k),
        1 => groups::pick_same::<W>(hand, t, Kind::Pair, 2, ALL_NIBBLES, k),
        2 => groups::pick_same::<W>(hand, t, Kind::Triple, 3, ALL_NIBBLES, k),
        3 => groups::pick_full_house::<W>(hand, t, ALL_NIBBLES, k),
        4 => straights.pick::<W>(hand, t, k),
        5 => groups::pick_run::<W>(&tubes, hand, t, Kind::Tube, k),
        6 => groups::pick_run::<W>(&plates, hand, t, Kind::Plate, k),
        _ => pick_bomb(hand, t, 0, k),
    })
}

/// An answer of a hand with `W` wilds.
#[inline(always)]
fn answer<const W: usize>(
    hand: &LevelHand,
    t: &Tables,
    to_beat: Combo,
    all_bombs: u32,
    choose: impl FnOnce(u32) -> Option<u32>,
) -> Option<Play> {
    let count = by_kind!(to_beat.kind, Of => Of::count::<W>(hand, t, to_beat.key));
    // Chosen in one place, so that the choice becomes part of the loop it is made in.
    let k = choose(count + answering_bombs(hand, t, to_beat, all_bombs))?;
    if k >= count {
        return Some(pick_bomb(hand, t, to_beat.power(), k - count));
    }
    Some(by_kind!(to_beat.kind, Of => Of::pick::<W>(hand, t, to_beat.key, k)))
}

/// How many of the hand's `all_bombs` beat `to_beat`.
#[inline(always)]
fn answering_bombs(hand: &LevelHand, t: &Tables, to_beat: Combo, all_bombs: u32) -> u32 {
    if !to_beat.kind.is_bomb() || all_bombs == 0 { all_bombs } else { count_bombs_above(hand, t, to_beat.power()) }
}

/// [`pick_answer`] where the kind of `to_beat` is known when compiling. Wilds are few, so what they make is worked out apart.
#[inline(always)]
pub fn pick_answer_of<Of: OfKind>(
    hand: &LevelHand,
    t: &Tables,
    to_beat: Combo,
    all_bombs: u32,
    choose: impl FnOnce(u32) -> Option<u32>,
) -> Option<Play> {
    let key = to_beat.key;
    let wild = hand.wilds() > 0;
    let count = if wild { count_wild::<Of>(hand, t, key) } else { Of::count::<0>(hand, t, key) };
    let k = choose(count + answering_bombs(hand, t, to_beat, all_bombs))?;
    Some(if k >= count {
        pick_bomb(hand, t, to_beat.power(), k - count)
    } else if wild {
        pick_wild::<Of>(hand, t, key, k)
    } else {
        Of::pick::<0>(hand, t, key, k)
    })
}

/// The number of answers of a kind that a hand with wilds has.
fn count_wild<Of: OfKind>(hand: &LevelHand, t: &Tables, key: u8) -> u32 {
    if hand.wilds() == 1 { Of::count::<1>(hand, t, key) } else { Of::count::<2>(hand, t, key) }
}

/// The `k`-th answer of a kind that a hand with wilds has.
fn pick_wild<Of: OfKind>(hand: &LevelHand, t: &Tables, key: u8, k: u32) -> Play {
    if hand.wilds() == 1 { Of::pick::<1>(hand, t, key, k) } else { Of::pick::<2>(hand, t, key, k) }
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
                // Compiled for the kind, the same numbers are the same plays.
                for k in 0..count {
                    let of_any = pick_answer(&hand, &t, lead.combo, bombs, |_| Some(k));
                    let of_kind = by_kind!(lead.combo.kind, Of => {
                        pick_answer_of::<Of>(&hand, &t, lead.combo, bombs, |of_kind| (of_kind == count).then_some(k))
                    });
                    assert_eq!(of_kind, of_any);
                }
            }
        }
    }
}
