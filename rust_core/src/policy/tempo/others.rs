//! The other seats: who may still act, how close to the end they are, and how likely a play is to stand against them.
//!
//! Knows the view and nothing of the seat's own grouping. Chances are in 256ths.

use super::costs::Valuation;
use super::{Principle, Principles, Weights};
use crate::card::Seat;
use crate::combo::{Combo, Kind, Windows};
use crate::deal::View;
use crate::hand::{Counts, Nibble, Nibbles};
use crate::rules::{Key, Tables};

/// The chance of what is certain.
pub(super) const CERTAIN: i32 = 256;

/// Whether the own side leads next if the play on the table stands.
pub(super) fn ours_if_it_stands(view: &View<'_>, on: Principles) -> bool {
    let seat = view.seat();
    if on.has(Principle::Wind) { view.heir().team() == seat.team() } else { view.last_player() == Some(seat.plus(2)) }
}

/// The other seats as one seat sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Others<'a> {
    tables: &'a Tables,
    valuation: &'a Valuation,
    /// The number of cards of each nibble that may be in the other hands.
    unseen: Counts,
    /// The cards that the partner has left.
    pub(super) partner_left: u32,
    /// Whether the partner must act again after the play on the table if nobody beats it.
    pub(super) partner_pending: bool,
    /// The opponents, the one who acts next first.
    opponents: [Opponent; 2],
}

/// What an opponent may do about a play.
#[derive(Clone, Copy, Debug)]
struct Opponent {
    /// The cards left, 0 when it is out.
    left: u32,
    /// Whether it must act again after the play on the table if nobody beats it.
    pending: bool,
    /// Whether it has passed in this trick.
    passed: bool,
    /// The chance that it bombs a play that is no bomb.
    bombs: i32,
    /// The key of the card it paid as tribute, its highest: it has no single, pair or triple above that.
    highest: Option<Key>,
}

impl Opponent {
    /// The chance that it beats `combo`, which is no bomb. `in_kind` is the chance that an opponent with enough cards who has not
    /// passed beats it within its kind.
    fn beats(&self, combo: Combo, in_kind: i32, weights: &Weights) -> i32 {
        let beyond = combo.size < 4 && self.highest.is_some_and(|highest| combo.key >= highest);
        let in_kind = if self.left < u32::from(combo.size) || beyond { 0 } else { in_kind };
        self.bombs + if self.passed { in_kind * weights.passed / CERTAIN } else { in_kind }
    }
}

impl<'a> Others<'a> {
    /// What the view and, with [`Principle::Infer`], the cards and passes so far tell of the other seats.
    #[inline(always)]
    pub(super) fn of(view: &View<'a>, valuation: &'a Valuation) -> Others<'a> {
        let (seat, tables) = (view.seat(), view.tables());
        let infers = valuation.on.has(Principle::Infer);
        let last_player = view.last_player();
        let opponent = |who: Seat| {
            let pending = view.is_pending(who);
            let left = view.cards_left(who);
            Opponent {
                left,
                pending,
                bombs: if left < 4 { 0 } else { valuation.weights.bombed },
                passed: infers && !pending && last_player.is_some_and(|last_player| last_player != who),
                highest: None,
            }
        };
        let [next, partner, before] = [seat.plus(1), seat.plus(2), seat.plus(3)];
        let mut opponents = [opponent(next), opponent(before)];
        if infers {
            for payment in view.payments() {
                let highest = Some(tables.key(Nibble::of_card(payment.card)));
                if payment.from == next {
                    opponents[0].highest = highest;
                } else if payment.from == before {
                    opponents[1].highest = highest;
                }
            }
        }
        let unseen =
            if infers { view.unseen_counts() } else { Counts::PACKS - view.hand().counts().only(Nibbles::NATURAL) };
        Others {
            tables,
            valuation,
            unseen,
            partner_left: view.cards_left(partner),
            partner_pending: view.is_pending(partner),
            opponents,
        }
    }

    /// The cards of the opponent who is closest to the end: the fewest that one still in holds, or 99 if none is in.
    pub(super) fn closest_opponent(&self) -> u32 {
        self.opponents.iter().map(|opponent| opponent.left).filter(|&left| left > 0).min().unwrap_or(99)
    }

    /// Whether an opponent holds exactly `cards` cards, so that it may go out on a lead of as many.
    pub(super) fn opponent_holds(&self, cards: u32) -> bool {
        self.opponents.iter().any(|opponent| opponent.left == cards)
    }

    /// How many ranks or runs still out beat `combo`, which is no bomb, within its kind.
    fn above(&self, combo: Combo) -> u32 {
        if combo.kind.is_run() {
            let runs = Windows::of_runs(self.unseen, combo.kind, 0).lacking(0);
            return (runs & self.tables.starts_above(combo.key, combo.kind.places())).len();
        }
        // The triple decides about full houses.
        let equal = u32::from(combo.size).min(3);
        self.unseen.at_least_among(equal, self.tables.above(combo.key)).len()
    }

    /// The chance that no opponent beats `combo` when the own seat plays it now.
    // Always inlined, as what it consists of: as calls from the loops over candidates they take 50 instructions a decision.
    #[inline(always)]
    pub(super) fn stands(&self, combo: Combo) -> i32 {
        if self.valuation.on.has(Principle::Control) { self.stands_against([true; 2], combo) } else { CERTAIN / 2 }
    }

    /// The chance that no opponent who is still to act beats `combo`, which lies on the table.
    pub(super) fn goes_on_standing(&self, combo: Combo) -> i32 {
        self.stands_against([self.opponents[0].pending, self.opponents[1].pending], combo)
    }

    /// The chance that none of the opponents who `act` beats `combo`.
    #[inline(always)]
    fn stands_against(&self, act: [bool; 2], combo: Combo) -> i32 {
        let Valuation { beaten, weights, .. } = self.valuation;
        let [next, before] = &self.opponents;
        let beats = if combo.kind == Kind::JokerBomb {
            return CERTAIN;
        } else if combo.kind.is_bomb() {
            let beats = |opponent: &Opponent| if opponent.left < 4 { 0 } else { weights.bomb_beaten };
            [beats(next), beats(before)]
        } else {
            let in_kind = beaten[combo.kind as usize][self.above(combo).min(7) as usize];
            [next.beats(combo, in_kind, weights), before.beats(combo, in_kind, weights)]
        };
        let stands = |who: usize| if act[who] { CERTAIN - beats[who] } else { CERTAIN };
        stands(0) * stands(1) / CERTAIN
    }
}
