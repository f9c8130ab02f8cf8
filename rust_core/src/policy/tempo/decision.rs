//! A decision in the making: everything known at this turn, and the plays it can come to.

use arrayvec::ArrayVec;

use super::costs::{Costs, HIGH_KEY, Valuation};
use super::grouping::Grouping;
use super::{Principle, Principles};
use crate::combo::{Combo, EqualCards, Filling, FullHouse, Play};
use crate::deal::View;
use crate::hand::{LevelHand, Nibble, Nibbles};
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
    Same(EqualCards),
    /// A full house of natural cards.
    House { triple: Nibble, pair: Nibble },
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
    /// `n` cards of one rank, `wilds` of them free wilds.
    #[inline(always)]
    pub(super) fn same(nibble: Nibble, n: u32, wilds: u32) -> Selection {
        Selection::Same(EqualCards { nibble, natural: n - wilds, wilds })
    }
}

impl Decision<'_> {
    /// The play made of cards; `outside` are those that break the grouping.
    #[inline(always)]
    pub(super) fn play(&self, selection: Selection, outside: &[Option<Play>]) -> Option<Play> {
        let rest = &self.grouping.rest;
        Some(match selection {
            Selection::Pass => return None,
            Selection::Same(cards) => cards.play(rest, self.t),
            Selection::House { triple, pair } => {
                FullHouse { triple, pair, filling: Filling::NATURAL }.play(rest, self.t)
            }
            Selection::Group(index) => self.grouping.play_group(self.grouping.groups()[index as usize], self.t),
            Selection::JokerBomb => Play::JOKER_BOMB,
            Selection::Outside(number) => return outside[number as usize],
        })
    }

    /// What the hand costs more (or, below zero, less) without `n` of the `count` cards of a rank.
    #[inline(always)]
    pub(super) fn change(&self, costs: &Costs, nibble: Nibble, count: u32, n: u32) -> i32 {
        costs.without(self.t, nibble, count, n)
    }

    /// Whether `n` of the `count` cards of a rank may be played: high ranks are broken up only by those who use them
    /// singly.
    #[inline(always)]
    pub(super) fn may_break(&self, nibble: Nibble, count: u32, n: u32) -> bool {
        self.on.has(Principle::Singles) || n == count || self.t.key(nibble).index() < HIGH_KEY
    }

    /// Whether the four jokers are held.
    #[inline(always)]
    pub(super) fn holds_joker_bomb(&self) -> bool {
        self.grouping.counts.has_joker_bomb()
    }

    /// The nibbles whose cards are played rank by rank: jokers that are kept as a bomb are not.
    #[inline(always)]
    pub(super) fn ranks(&self, at_least: u32) -> Nibbles {
        let nibbles = self.grouping.at_least(at_least);
        if self.holds_joker_bomb() && !self.on.has(Principle::Singles) { nibbles & Nibbles::RANKS } else { nibbles }
    }

    /// The pair that is the greatest burden and not of the rank `but`: its nibble and the change of cost without it.
    #[inline(always)]
    pub(super) fn spare_pair(&self, costs: &Costs, but: Nibble) -> Option<(Nibble, i32)> {
        let allowed = if self.t.joker_pair_in_full_house { Nibbles::NATURAL } else { Nibbles::RANKS };
        let pairs = (self.ranks(2) & allowed) - Nibbles::of(but);
        let mut best: Option<(Nibble, i32)> = None;
        for nibble in pairs.iter() {
            let change = self.change(costs, nibble, self.grouping.count(nibble), 2);
            if best.is_none_or(|(_, least)| change < least) {
                best = Some((nibble, change));
            }
        }
        best
    }
}
