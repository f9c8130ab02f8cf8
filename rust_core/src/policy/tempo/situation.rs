//! What the table tells: who may still act, how close to the end they are, and how likely a play is to stand.
//!
//! Knows the View; nothing of the own plan.

use super::worth::Worth;
use super::{Principle, Principles};
use crate::card::Seat;
use crate::combo::{Combo, Kind, runs_by_shortage, starts_above};
use crate::deal::View;
use crate::hand::{HIGHS, RANKS};
use crate::rules::Tables;

/// Chances in 256ths.
pub(super) const SURE: i32 = 256;

/// The table as one seat sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation<'a> {
    pub(super) tables: &'a Tables,
    /// The cards not seen yet, by nibble.
    pub(super) unseen: u64,
    /// Cards left: next opponent, partner, opponent before.
    pub(super) left: [u32; 3],
    /// Who must act again after the play on the table if nobody beats it.
    pub(super) pending: [bool; 3],
    /// Who made the last play: index as in `left`.
    pub(super) top: Option<usize>,
    worth: &'a Worth,
    on: Principles,
}

/// The places in [`Situation::left`].
pub(super) const NEXT: usize = 0;
pub(super) const PARTNER: usize = 1;
pub(super) const BEFORE: usize = 2;

impl<'a> Situation<'a> {
    #[inline(always)]
    pub(super) fn of(view: &View<'a>, worth: &'a Worth, on: Principles) -> Situation<'a> {
        let seat = view.seat();
        let others: [Seat; 3] = [seat.plus(1), seat.plus(2), seat.plus(3)];
        Situation {
            tables: view.tables(),
            unseen: view.unseen_counts(),
            left: others.map(|other| view.cards_left(other)),
            pending: others.map(|other| view.is_pending(other)),
            top: view.last_player().map(|top| (top.index() + 3 - seat.index()) & 3).filter(|&top| top < 3),
            worth,
            on,
        }
    }

    /// The fewest cards an opponent still in holds.
    #[inline(always)]
    pub(super) fn closest_opponent(&self) -> u32 {
        let count = |who: usize| if self.left[who] == 0 { 99 } else { self.left[who] };
        count(NEXT).min(count(BEFORE))
    }

    /// How many ranks or windows still out could beat `combo` within its kind.
    #[inline(always)]
    pub(super) fn above(&self, combo: Combo) -> usize {
        let t = self.tables;
        let at_least = |n: u32| (self.unseen + (8 - n) as u64 * (HIGHS >> 7)) & (HIGHS >> 4);
        let above = t.above[combo.key as usize & 15];
        (match combo.kind {
            Kind::Single => at_least(1) & above,
            Kind::Pair => at_least(2) & above,
            Kind::Triple | Kind::FullHouse => at_least(3) & above & RANKS,
            kind @ (Kind::Straight | Kind::Tube | Kind::Plate) => {
                runs_by_shortage(self.unseen, kind, 0)[0] & starts_above(t, kind, combo.key)
            }
            Kind::Bomb => at_least(combo.size as u32) & above & RANKS,
            Kind::StraightFlush | Kind::JokerBomb => 0,
        })
        .count_ones() as usize
    }

    /// The chance, in 256ths, that no opponent beats `combo` when the own seat plays it now.
    #[inline(always)]
    pub(super) fn stands(&self, combo: Combo) -> i32 {
        let above = self.above(combo).min(7);
        let mut chance = SURE;
        for who in [NEXT, BEFORE] {
            chance = chance * (SURE - self.beats(who, combo, above, self.top.is_some())) / SURE;
        }
        chance
    }

    /// The chance, in 256ths, that `who` beats a play that `above` ranks or windows could beat.
    #[inline(always)]
    pub(super) fn beats(&self, who: usize, combo: Combo, above: usize, following: bool) -> i32 {
        let left = self.left[who];
        if left == 0 {
            return 0;
        }
        if combo.kind.is_bomb() {
            return if left < 4 || combo.kind == Kind::JokerBomb { 0 } else { self.worth.weights.bomb_beaten[0] };
        }
        let same = if left < combo.size as u32 { 0 } else { self.worth.beaten[combo.kind as usize][above] };
        let bomb = if left < 4 { 0 } else { self.worth.weights.bombed[0] };
        let passed = following && !self.pending[who] && self.top != Some(who) && self.on.has(Principle::Infer);
        let same = if passed { same * self.worth.weights.passed[0] / SURE } else { same };
        same + bomb
    }
}
