//! What the table tells: who may still act, how close to the end they are, and how likely a play is to stand.
//!
//! Knows the View; nothing of the own grouping.

use super::costs::Valuation;
use super::{Principle, Principles};
use crate::card::Seat;
use crate::combo::{Combo, Kind, Windows};
use crate::deal::View;
use crate::hand::{Counts, LevelHand, Nibble};
use crate::rules::{Key, Tables};

/// The chance of what is certain: chances are in 256ths.
pub(super) const CERTAIN: i32 = 256;

/// The opponent who acts next: a place in the lists of [`Others`].
pub(super) const NEXT: usize = 0;
/// The partner.
pub(super) const PARTNER: usize = 1;
/// The opponent who acts before.
pub(super) const BEFORE: usize = 2;

/// The table as one seat sees it; lists go by [`NEXT`], [`PARTNER`], [`BEFORE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Others<'a> {
    tables: &'a Tables,
    worth: &'a Valuation,
    on: Principles,
    /// The cards not seen yet, by nibble.
    unseen: Counts,
    /// Cards left.
    pub(super) left: [u32; 3],
    /// Whether the partner must act again after the play on the table if nobody beats it.
    pub(super) partner_pending: bool,
    /// The opponents: who acts next and who acts before.
    opponents: [Opponent; 2],
}

/// Whether the own side leads next if the play on the table stands.
#[inline(always)]
pub(super) fn ours_if_it_stands(view: &View<'_>, on: Principles) -> bool {
    let seat = view.seat();
    if on.has(Principle::Wind) { view.heir().team() == seat.team() } else { view.last_player() == Some(seat.plus(2)) }
}

/// What an opponent may do about a play.
#[derive(Clone, Copy, Debug)]
struct Opponent {
    left: u32,
    pending: bool,
    /// Whether it has passed in this trick.
    passed: bool,
    /// A single, pair or triple from this key on is more than it can hold if it paid tribute.
    highest: Option<Key>,
    /// How often it bombs a play.
    bombs: i32,
}

impl Opponent {
    /// How often it beats `combo`, `in_kind` being how often an opponent who holds enough cards does by the same kind.
    #[inline(always)]
    fn beats(&self, combo: Combo, in_kind: i32, passed: i32) -> i32 {
        let beyond = combo.size < 4 && self.highest.is_some_and(|highest| combo.key >= highest);
        let in_kind = if self.left < combo.size as u32 || beyond { 0 } else { in_kind };
        self.bombs + if self.passed { in_kind * passed / CERTAIN } else { in_kind }
    }
}

impl<'a> Others<'a> {
    #[inline(always)]
    pub(super) fn of(view: &View<'a>, worth: &'a Valuation, on: Principles) -> Others<'a> {
        let seat = view.seat();
        let infers = on.has(Principle::Infer);
        let [next, partner, before] = [seat.plus(1), seat.plus(2), seat.plus(3)];
        let top = view.last_player();
        let opponent = |who: Seat| {
            let (left, pending) = (view.cards_left(who), view.is_pending(who));
            Opponent {
                left,
                pending,
                passed: infers && !pending && top.is_some_and(|top| top != who),
                highest: None,
                bombs: if left < 4 { 0 } else { worth.weights.bombed[0] },
            }
        };
        let mut opponents = [opponent(next), opponent(before)];
        if infers {
            for payment in view.payments() {
                let highest = Some(view.tables().key(Nibble::of_card(payment.card)));
                if payment.from == next {
                    opponents[0].highest = highest;
                } else if payment.from == before {
                    opponents[1].highest = highest;
                }
            }
        }
        Others {
            tables: view.tables(),
            worth,
            on,
            unseen: if infers { view.unseen_counts() } else { unseen_at_first(view.hand()) },
            left: [opponents[0].left, view.cards_left(partner), opponents[1].left],
            partner_pending: view.is_pending(partner),
            opponents,
        }
    }

    /// The fewest cards an opponent still in holds; more than a hand when none is in.
    #[inline(always)]
    pub(super) fn closest_opponent(&self) -> u32 {
        // An opponent who is out wraps to the greatest number.
        (self.left[NEXT].wrapping_sub(1).min(self.left[BEFORE].wrapping_sub(1))).min(98) + 1
    }

    /// How many ranks or windows still out could beat `combo`, which is no bomb, within its kind.
    #[inline(always)]
    fn above(&self, combo: Combo) -> usize {
        let t = self.tables;
        let better = if combo.kind.is_run() {
            let above = t.starts_above(combo.key, combo.kind.places());
            (Windows::of_runs(self.unseen, combo.kind, 0).lacking(0) & above).len()
        } else {
            // The triple decides about full houses.
            self.unseen.at_least_among(combo.size.min(3) as u32, t.above(combo.key)).len()
        };
        better as usize
    }

    /// The chance, in 256ths, that no opponent beats `combo` when the own seat plays it now.
    #[inline(always)]
    pub(super) fn stands(&self, combo: Combo) -> i32 {
        if self.on.has(Principle::Control) { self.stands_against([true; 2], combo) } else { CERTAIN / 2 }
    }

    /// The chance, in 256ths, that no opponent who is still to act beats `combo`, which lies on the table.
    #[inline(always)]
    pub(super) fn goes_on_standing(&self, combo: Combo) -> i32 {
        self.stands_against([self.opponents[0].pending, self.opponents[1].pending], combo)
    }

    /// The chance, in 256ths, that none of those opponents who are to `act` beats `combo`.
    #[inline(always)]
    fn stands_against(&self, act: [bool; 2], combo: Combo) -> i32 {
        let [next, before] = &self.opponents;
        let beats = if combo.kind == Kind::JokerBomb {
            return CERTAIN;
        } else if combo.kind.is_bomb() {
            let bombs = |opponent: &Opponent| if opponent.left < 4 { 0 } else { self.worth.weights.bomb_beaten[0] };
            [bombs(next), bombs(before)]
        } else {
            let (in_kind, passed) =
                (self.worth.beaten[combo.kind as usize][self.above(combo).min(7)], self.worth.weights.passed[0]);
            [next.beats(combo, in_kind, passed), before.beats(combo, in_kind, passed)]
        };
        let stands = |who: usize| if act[who] { CERTAIN - beats[who] } else { CERTAIN };
        stands(0) * stands(1) / CERTAIN
    }
}

/// The cards outside a hand by nibble, none of them played: eight of a rank, two of each joker and wild.
#[inline(always)]
fn unseen_at_first(hand: &LevelHand) -> Counts {
    Counts::PACKS + Counts::of(Nibble::WILD, 2) - hand.counts()
}
