//! What the table tells: who may still act, how close to the end they are, and how likely a play is to stand.
//!
//! Knows the View; nothing of the own plan.

use super::worth::Worth;
use super::{Principle, Principles};
use crate::card::Seat;
use crate::combo::{Combo, Kind, runs_by_shortage, starts_above};
use crate::deal::View;
use crate::hand::{HIGHS, LOWS, LevelHand, RANKS};
use crate::rules::Tables;

/// The chance of what is certain: chances are in 256ths.
pub(super) const CERTAIN: i32 = 256;

/// The opponent who acts next: a place in the lists of [`Situation`].
pub(super) const NEXT: usize = 0;
/// The partner.
pub(super) const PARTNER: usize = 1;
/// The opponent who acts before.
pub(super) const BEFORE: usize = 2;
/// The seat itself.
const OWN: usize = 3;

/// The table as one seat sees it; lists go by [`NEXT`], [`PARTNER`], [`BEFORE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation<'a> {
    tables: &'a Tables,
    worth: &'a Worth,
    on: Principles,
    /// The cards not seen yet, by nibble.
    unseen: u64,
    /// Cards left.
    pub(super) left: [u32; 3],
    /// Who must act again after the play on the table if nobody beats it.
    pub(super) pending: [bool; 3],
    /// Who made the last play, in a trick that has one.
    pub(super) top: Option<usize>,
    /// Whether the own side leads next if the play on the table stands.
    pub(super) ours_if_it_stands: bool,
    /// A single above this key is more than who paid tribute can hold.
    highest: [u8; 3],
}

impl<'a> Situation<'a> {
    #[inline(always)]
    pub(super) fn of(view: &View<'a>, worth: &'a Worth, on: Principles) -> Situation<'a> {
        let seat = view.seat();
        let others: [Seat; 3] = [seat.plus(1), seat.plus(2), seat.plus(3)];
        let place = |other: Seat| (other.index() + OWN - seat.index()) & 3;
        let (infers, winds) = (on.has(Principle::Infer), on.has(Principle::Wind));
        let top = view.last_player().map(place);
        let ours = |other: Seat| other.team() == seat.team();
        let mut highest = [u8::MAX; 3];
        if infers {
            for payment in view.payments().iter().filter(|payment| payment.from != seat) {
                highest[place(payment.from)] = view.tables().key_of_nibble[payment.card.bit() as usize >> 2];
            }
        }
        Situation {
            tables: view.tables(),
            worth,
            on,
            unseen: if infers { view.unseen_counts() } else { unseen_at_first(view.hand()) },
            left: others.map(|other| view.cards_left(other)),
            pending: others.map(|other| view.is_pending(other)),
            top,
            ours_if_it_stands: if winds { ours(view.heir()) } else { top == Some(PARTNER) },
            highest,
        }
    }

    /// The fewest cards an opponent still in holds; more than a hand when none is in.
    #[inline(always)]
    pub(super) fn closest_opponent(&self) -> u32 {
        // An opponent who is out wraps to the greatest number.
        (self.left[NEXT].wrapping_sub(1).min(self.left[BEFORE].wrapping_sub(1))).min(98) + 1
    }

    /// How many ranks or windows still out could beat `combo` within its kind.
    #[inline(always)]
    pub(super) fn above(&self, combo: Combo) -> usize {
        let t = self.tables;
        let at_least = |n: u32| (self.unseen + (8 - n) as u64 * (LOWS >> 4)) & (HIGHS >> 4);
        let above = t.above[combo.key as usize & 15];
        let better = match combo.kind {
            Kind::Single => at_least(1) & above,
            Kind::Pair => at_least(2) & above,
            Kind::Triple | Kind::FullHouse => at_least(3) & above & RANKS,
            Kind::Straight | Kind::Tube | Kind::Plate => {
                runs_by_shortage(self.unseen, combo.kind, 0)[0] & starts_above(t, combo.kind, combo.key)
            }
            Kind::Bomb | Kind::StraightFlush | Kind::JokerBomb => 0,
        };
        better.count_ones() as usize
    }

    /// The chance, in 256ths, that no opponent beats `combo` when the own seat plays it now.
    #[inline(always)]
    pub(super) fn stands(&self, combo: Combo) -> i32 {
        if !self.on.has(Principle::Control) {
            return CERTAIN / 2;
        }
        let above = self.above(combo);
        let stands = |who: usize| CERTAIN - self.beats(who, combo, above);
        stands(NEXT) * stands(BEFORE) / CERTAIN
    }

    /// The chance, in 256ths, that no opponent who is still to act beats `combo`, which lies on the table.
    #[inline(always)]
    pub(super) fn goes_on_standing(&self, combo: Combo) -> i32 {
        let above = self.above(combo);
        let stands = |who: usize| if self.pending[who] { CERTAIN - self.beats(who, combo, above) } else { CERTAIN };
        stands(NEXT) * stands(BEFORE) / CERTAIN
    }

    /// The chance, in 256ths, that `who` beats a play that `above` ranks or windows could beat.
    #[inline(always)]
    fn beats(&self, who: usize, combo: Combo, above: usize) -> i32 {
        let (left, w) = (self.left[who], &self.worth.weights);
        if left == 0 {
            return 0;
        }
        if combo.kind.is_bomb() {
            return if left < 4 || combo.kind == Kind::JokerBomb { 0 } else { w.bomb_beaten[0] };
        }
        let beyond = combo.size < 4 && combo.key >= self.highest[who];
        let same =
            if left < combo.size as u32 || beyond { 0 } else { self.worth.beaten[combo.kind as usize][above.min(7)] };
        let passed = self.top.is_some_and(|top| top != who) && !self.pending[who] && self.on.has(Principle::Infer);
        let same = if passed { same * w.passed[0] / CERTAIN } else { same };
        same + if left < 4 { 0 } else { w.bombed[0] }
    }
}

/// The cards outside a hand by nibble, none of them played: eight of a rank, two of each joker and wild.
#[inline(always)]
fn unseen_at_first(hand: &LevelHand) -> u64 {
    (LOWS & RANKS) * 8 + (0x222 << 52) - hand.counts
}
