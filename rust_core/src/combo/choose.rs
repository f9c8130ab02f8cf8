//! Counting what can be played and picking the k-th play, without listing any: what a random player needs.
//!
//! The numbering is this module's own (it follows what is cheap to count); it runs over exactly the plays that
//! [`for_each_lead`](super::for_each_lead) and [`for_each_answer`](super::for_each_answer) list at ranks detail.

use super::bits::Bits;
use super::groups::{self, ALL_NIBBLES, ALL_STARTS, Bombs, Straights};
use super::patterns::{self, Windows};
use super::{Combo, Kind, Play};
use crate::hand::LevelHand;
use crate::rules::Tables;

/// The leads of a hand, counted.
pub struct Leads {
    straights: Straights,
    tubes: Windows,
    plates: Windows,
    bombs: Bombs,
    /// Plays by group: singles, pairs, triples, full houses, straights, tubes, plates, bombs.
    counts: [u32; 8],
}

impl Leads {
    /// Counts the leads of `hand`.
    #[inline(always)]
    pub fn of(hand: &LevelHand, t: &Tables) -> Leads {
        let wilds = hand.wilds();
        let straights = Straights::of(hand, t, ALL_STARTS);
        let tubes = Windows::of_ranks(hand, Kind::Tube, wilds);
        let plates = Windows::of_ranks(hand, Kind::Plate, wilds);
        let bombs = Bombs::above(hand, t, 0);
        let counts = [
            groups::count_sames(hand, t, 1, ALL_NIBBLES),
            groups::count_sames(hand, t, 2, ALL_NIBBLES),
            groups::count_sames(hand, t, 3, ALL_NIBBLES),
            groups::count_full_houses(hand, t, ALL_NIBBLES),
            straights.count(wilds),
            tubes.count(&patterns::TUBE, wilds),
            plates.count(&patterns::PLATE, wilds),
            bombs.count(hand, t),
        ];
        Leads { straights, tubes, plates, bombs, counts }
    }

    /// The number of leads at ranks detail.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The `k`-th lead, `k` less than the count; `hand` and `t` as counted.
    #[inline(always)]
    pub fn pick<B: Bits>(&self, hand: &LevelHand, t: &Tables, mut k: u32) -> Play {
        let mut group = 0;
        while k >= self.counts[group] {
            k -= self.counts[group];
            group += 1;
        }
        match group {
            0 => groups::pick_same::<B>(hand, t, Kind::Single, 1, ALL_NIBBLES, k),
            1 => groups::pick_same::<B>(hand, t, Kind::Pair, 2, ALL_NIBBLES, k),
            2 => groups::pick_same::<B>(hand, t, Kind::Triple, 3, ALL_NIBBLES, k),
            3 => groups::pick_full_house::<B>(hand, t, ALL_NIBBLES, k),
            4 => self.straights.pick::<B>(hand, t, k),
            5 => groups::pick_run::<B>(&self.tubes, hand, t, Kind::Tube, k),
            6 => groups::pick_run::<B>(&self.plates, hand, t, Kind::Plate, k),
            _ => self.bombs.pick::<B>(hand, t, k),
        }
    }
}

/// The number of bombs in a hand at ranks detail. It cannot grow while the hand is played, so callers may keep it.
#[inline(always)]
pub fn count_bombs(hand: &LevelHand, t: &Tables) -> u32 {
    Bombs::above(hand, t, 0).count(hand, t)
}

/// The answers of a hand to a combination, counted; a pass is not among them.
pub struct Answers {
    to_beat: Combo,
    /// Answers of the same kind, when it is no bomb.
    same_kind: u32,
    bombs: u32,
}

impl Answers {
    /// Counts the answers of `hand` to `to_beat`.
    #[inline(always)]
    pub fn of(hand: &LevelHand, t: &Tables, to_beat: Combo) -> Answers {
        let bombs = Bombs::above(hand, t, to_beat.power()).count(hand, t);
        Answers { to_beat, same_kind: Answers::same_kind(hand, t, to_beat), bombs }
    }

    /// The same, given the number of all the hand's bombs ([`count_bombs`]).
    #[inline(always)]
    pub fn with_bombs(hand: &LevelHand, t: &Tables, to_beat: Combo, all_bombs: u32) -> Answers {
        let bombs = if all_bombs == 0 || !to_beat.kind.is_bomb() {
            all_bombs
        } else {
            Bombs::above(hand, t, to_beat.power()).count(hand, t)
        };
        Answers { to_beat, same_kind: Answers::same_kind(hand, t, to_beat), bombs }
    }

    #[inline(always)]
    fn same_kind(hand: &LevelHand, t: &Tables, to_beat: Combo) -> u32 {
        let above = t.above[to_beat.key as usize];
        let wilds = hand.wilds();
        let windows = |kind| Windows::of_ranks(hand, kind, wilds).within(groups::starts_above(t, kind, to_beat.key));
        match to_beat.kind {
            Kind::Single => groups::count_sames(hand, t, 1, above),
            Kind::Pair => groups::count_sames(hand, t, 2, above),
            Kind::Triple => groups::count_sames(hand, t, 3, above),
            Kind::FullHouse => groups::count_full_houses(hand, t, above),
            Kind::Straight => Straights::of(hand, t, groups::starts_above(t, Kind::Straight, to_beat.key)).count(wilds),
            Kind::Tube => windows(Kind::Tube).count(&patterns::TUBE, wilds),
            Kind::Plate => windows(Kind::Plate).count(&patterns::PLATE, wilds),
            Kind::Bomb | Kind::StraightFlush | Kind::JokerBomb => 0,
        }
    }

    /// The number of answers at ranks detail.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.same_kind + self.bombs
    }

    /// The `k`-th answer, `k` less than the count; `hand` and `t` as counted.
    #[inline(always)]
    pub fn pick<B: Bits>(&self, hand: &LevelHand, t: &Tables, k: u32) -> Play {
        let to_beat = self.to_beat;
        if k >= self.same_kind {
            return Bombs::above(hand, t, to_beat.power()).pick::<B>(hand, t, k - self.same_kind);
        }
        let above = t.above[to_beat.key as usize];
        let windows =
            |kind| Windows::of_ranks(hand, kind, hand.wilds()).within(groups::starts_above(t, kind, to_beat.key));
        match to_beat.kind {
            Kind::Single => groups::pick_same::<B>(hand, t, Kind::Single, 1, above, k),
            Kind::Pair => groups::pick_same::<B>(hand, t, Kind::Pair, 2, above, k),
            Kind::Triple => groups::pick_same::<B>(hand, t, Kind::Triple, 3, above, k),
            Kind::FullHouse => groups::pick_full_house::<B>(hand, t, above, k),
            Kind::Straight => {
                Straights::of(hand, t, groups::starts_above(t, Kind::Straight, to_beat.key)).pick::<B>(hand, t, k)
            }
            Kind::Tube => groups::pick_run::<B>(&windows(Kind::Tube), hand, t, Kind::Tube, k),
            Kind::Plate => groups::pick_run::<B>(&windows(Kind::Plate), hand, t, Kind::Plate, k),
            Kind::Bomb | Kind::StraightFlush | Kind::JokerBomb => unreachable!("bombs are counted apart"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::card::{Card, Rank};
    use crate::combo::{Detail, Portable, for_each_answer, for_each_lead};
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
            let leads = Leads::of(&hand, &t);
            let picked: HashSet<Play> = (0..leads.count()).map(|k| leads.pick::<Portable>(&hand, &t, k)).collect();
            assert_eq!(leads.count() as usize, listed.len(), "{} at {}", hand.to_hand(t.level), t.level);
            assert_eq!(picked, listed.iter().copied().collect::<HashSet<_>>());
            for lead in listed.iter().step_by(1 + listed.len() / 12) {
                let mut listed = Vec::new();
                for_each_answer(&hand, &t, lead.combo, Detail::Ranks, &mut |play| listed.push(*play));
                let answers = Answers::with_bombs(&hand, &t, lead.combo, count_bombs(&hand, &t));
                assert_eq!(answers.count(), Answers::of(&hand, &t, lead.combo).count());
                let picked: HashSet<Play> =
                    (0..answers.count()).map(|k| answers.pick::<Portable>(&hand, &t, k)).collect();
                assert_eq!(answers.count() as usize, listed.len());
                assert_eq!(picked, listed.iter().copied().collect::<HashSet<_>>());
            }
        }
    }
}
