//! A decision in the making: everything known at this turn, and the plays it can come to.

use arrayvec::ArrayVec;

use super::costs::{Costs, HIGH_KEY, Valuation};
use super::grouping::Grouping;
use super::{Principle, Principles};
use crate::combo::{Combo, JOKER_BOMB, Kind, Play, make_full_house, make_same};
use crate::deal::View;
use crate::hand::{BIG_JOKER_NIBBLE, LevelHand, RANKS, SMALL_JOKER_NIBBLE};
use crate::rules::Tables;

/// What is known when the seat has to act.
#[derive(Clone, Copy)]
pub(super) struct Decision<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) hand: &'a LevelHand,
    pub(super) t: &'a Tables,
    pub(super) grouping: &'a Grouping,
    pub(super) worth: &'a Valuation,
    pub(super) on: Principles,
}

/// A play not yet made into cards.
#[derive(Clone, Copy, Debug)]
pub(super) enum Selection {
    /// None.
    Pass,
    /// Cards of one rank, some of them free wilds.
    Same { n: u8, nibble: u8, wilds: u8 },
    /// A full house of natural cards: the nibbles of triple and pair.
    House { nibbles: [u8; 2] },
    /// The group of this number in the grouping.
    Group(u8),
    /// The four jokers.
    JokerBomb,
    /// The play of this number among those that break the grouping.
    Outside(u8),
}

/// A play that could be made.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) combo: Combo,
    /// What the hand costs more without it.
    pub(super) change: i32,
    /// Whether it is one of the plays the grouping takes.
    pub(super) done: bool,
    pub(super) selection: Selection,
}

impl Candidate {
    #[inline(always)]
    pub(super) fn new(combo: Combo, change: i32, done: bool, selection: Selection) -> Candidate {
        Candidate { combo, change, done, selection }
    }
}

/// Thirteen ranks and two jokers as they are and thirteen with a wild, seven groups, bombs of up to five sizes of each rank, the
/// joker bomb and two plays that break the grouping are never more, not even of hands larger than any that is dealt.
pub(super) const MOST_CANDIDATES: usize = 13 + 2 + 13 + 7 + 5 * 13 + 1 + 2;

/// What could be played.
pub(super) type Candidates = ArrayVec<Candidate, MOST_CANDIDATES>;

/// The best play found so far and its score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) score: i32,
    pub(super) selection: Selection,
}

impl Best {
    /// Keeps `selection` if it scores more than what was kept.
    #[inline(always)]
    pub(super) fn offer(&mut self, score: i32, selection: Selection) {
        if score > self.score {
            *self = Best { score, selection };
        }
    }
}

impl Selection {
    /// Cards of one rank, `wilds` of them free wilds.
    #[inline(always)]
    pub(super) fn same(n: u32, nibble: u32, wilds: u32) -> Selection {
        Selection::Same { n: n as u8, nibble: nibble as u8, wilds: wilds as u8 }
    }
}

impl Decision<'_> {
    /// The play made of cards; `outside` are those that break the grouping.
    #[inline(always)]
    pub(super) fn play(&self, selection: Selection, outside: &[Option<Play>]) -> Option<Play> {
        let rest = &self.grouping.rest;
        Some(match selection {
            Selection::Pass => return None,
            Selection::Same { n, nibble, wilds } => make_same(rest, self.t, n as u32, nibble as u32, wilds as u32),
            Selection::House { nibbles } => make_full_house(rest, self.t, [3, 2], nibbles.map(u32::from)),
            Selection::Group(index) => self.grouping.play_group(self.grouping.groups()[index as usize], self.t),
            Selection::JokerBomb => JOKER_BOMB,
            Selection::Outside(number) => return outside[number as usize],
        })
    }

    /// What the hand costs more (or, below zero, less) without `n` of the `count` cards of a rank.
    #[inline(always)]
    pub(super) fn change(&self, costs: &Costs, nibble: u32, count: u32, n: u32) -> i32 {
        costs.without(self.t, nibble, count, n)
    }

    /// What `n` cards of the rank in `nibble` count as.
    #[inline(always)]
    pub(super) fn same(&self, n: u32, nibble: u32) -> Combo {
        let kind = [Kind::Single, Kind::Pair, Kind::Triple, Kind::Bomb][n.min(4) as usize - 1];
        Combo::new(kind, n as u8, self.t.key_of_nibble[nibble as usize & 15])
    }

    /// The full house of a triple and a pair.
    #[inline(always)]
    pub(super) fn house(&self, triple: u32) -> Combo {
        Combo::new(Kind::FullHouse, 5, self.t.key_of_nibble[triple as usize & 15])
    }

    /// Whether `n` of the `count` cards of a rank may be played: high ranks are broken up only by those who use them
    /// singly.
    #[inline(always)]
    pub(super) fn may_break(&self, nibble: u32, count: u32, n: u32) -> bool {
        self.on.has(Principle::Singles)
            || n == count
            || (self.t.key_of_nibble[nibble as usize & 15] as usize) < HIGH_KEY
    }

    /// Whether the four jokers are held.
    #[inline(always)]
    pub(super) fn holds_joker_bomb(&self) -> bool {
        self.grouping.count(SMALL_JOKER_NIBBLE) == 2 && self.grouping.count(BIG_JOKER_NIBBLE) == 2
    }

    /// The nibbles whose cards are played rank by rank: jokers that are kept as a bomb are not.
    #[inline(always)]
    pub(super) fn ranks(&self, at_least: u32) -> u64 {
        let flags = self.grouping.at_least(at_least);
        if self.holds_joker_bomb() && !self.on.has(Principle::Singles) { flags & RANKS } else { flags }
    }

    /// The pair that is the greatest burden and not of the rank `but`: its nibble and the change of cost without it.
    #[inline(always)]
    pub(super) fn spare_pair(&self, costs: &Costs, but: u32) -> Option<(u32, i32)> {
        let jokers = if self.t.joker_pair_in_full_house { u64::MAX } else { RANKS };
        let mut pairs = self.ranks(2) & jokers & !(8 << (4 * but));
        let mut best: Option<(u32, i32)> = None;
        while pairs != 0 {
            let nibble = pairs.trailing_zeros() >> 2;
            let change = self.change(costs, nibble, self.grouping.count(nibble), 2);
            if best.is_none_or(|(_, least)| change < least) {
                best = Some((nibble, change));
            }
            pairs &= pairs - 1;
        }
        best
    }
}
