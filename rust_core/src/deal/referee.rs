//! The referee of one deal: whose turn it is, what lies on the table, who is out, who leads next.
//!
//! Knows the rules of play and nothing of strategies, statistics or how the cards were dealt. The actions here believe that
//! the caller has asked `combo` what may be played; those in `checked` verify it.

use super::Outcome;
use super::error::DealError;
use crate::card::{Rank, Seat};
use crate::combo::{Combo, Play};
use crate::hand::{Hand, LevelHand};
use crate::rules::{LeadAfterOut, Rules};

/// A set of seats, bit `i` for seat `i`.
type Seats = u8;

/// By which rules a deal goes on after somebody is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ends {
    lead_after_out: LeadAfterOut,
    stops_at_double_down: bool,
}

impl Ends {
    #[inline(always)]
    pub(super) const fn of(rules: &Rules) -> Ends {
        Ends { lead_after_out: rules.lead_after_out, stops_at_double_down: rules.double_down_ends_deal }
    }
}

/// A deal in progress or finished. It is small and cheap to copy.
///
/// All hands can be read here. A strategy never gets a `Deal` but a [`View`](super::View) of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    hands: [LevelHand; 4],
    /// The last play of the trick, or `None` before its lead.
    table: Option<Combo>,
    /// Who made the last play of the trick; the leader before the lead.
    top: Seat,
    /// The seats that have yet to act before the trick ends. It is empty once the deal is over.
    pending: Queue,
    /// The seats that hold cards.
    holding: Seats,
    level: Rank,
    lead_after_out: LeadAfterOut,
    stops_at_double_down: bool,
    ace_finish: bool,
    /// How many seats have gone out.
    out: u8,
    /// The seats that have gone out, first to last; all four once the deal is over.
    places: [Seat; 4],
    /// Wider than the other counts, so that the compiler does not count all of them up as one vector: that would delay
    /// the random numbers of the next decision, whose address this number is part of.
    actions: u32,
    plays: u16,
    tricks: u16,
}

impl Deal {
    /// A deal about to begin.
    ///
    /// Any hands will do, of equal size or not, as long as each has a card and two packs hold them all.
    ///
    /// # Errors
    /// When a hand is empty or the hands together hold a face three times.
    pub fn new(rules: &Rules, level: Rank, hands: [Hand; 4], leader: Seat) -> Result<Deal, DealError> {
        let mut all = Hand::EMPTY;
        for seat in Seat::ALL {
            let hand = hands[seat.index()];
            if hand.is_empty() {
                return Err(DealError::Empty { seat });
            }
            all = all.plus(hand).ok_or_else(|| DealError::too_many(&hands))?;
        }
        Ok(Deal::new_unchecked(rules, level, hands, leader))
    }

    /// A deal about to begin with hands that are known to be good; [`Deal::new`] is the checked form.
    #[inline(always)]
    pub fn new_unchecked(rules: &Rules, level: Rank, hands: [Hand; 4], leader: Seat) -> Deal {
        Deal::following(Ends::of(rules), level, hands, leader)
    }

    /// A deal before its first lead, of rules of which no more than `ends` is known.
    #[inline(always)]
    pub(super) fn following(ends: Ends, level: Rank, hands: [Hand; 4], leader: Seat) -> Deal {
        Deal {
            hands: hands.map(|hand| LevelHand::new(hand, level)),
            table: None,
            top: leader,
            pending: from(leader, 0b1111),
            holding: 0b1111,
            level,
            lead_after_out: ends.lead_after_out,
            stops_at_double_down: ends.stops_at_double_down,
            ace_finish: false,
            out: 0,
            places: [leader; 4],
            actions: 0,
            plays: 0,
            tricks: 1,
        }
    }

    /// A deal in progress as it looks from a seat: with the play to beat and who made it, unless `turn` leads, and the seats
    /// that are out. It goes on as any other, but its counts of plays and tricks begin anew.
    pub(super) fn in_progress(
        rules: &Rules,
        level: Rank,
        hands: [Hand; 4],
        (table, turn): (Option<(Combo, Seat)>, Seat),
        out: &[Seat],
        actions: u32,
    ) -> Deal {
        let mut deal = Deal::new_unchecked(rules, level, hands, turn);
        deal.holding =
            Seat::ALL.iter().filter(|seat| !hands[seat.index()].is_empty()).fold(0, |set, &seat| set | bit(seat));
        deal.pending = from(turn, deal.holding);
        if let Some((combo, top)) = table {
            (deal.table, deal.top) = (Some(combo), top);
            // The seats from the one to act up to the last player have yet to act.
            let acted = (0..4).map(|n| turn.plus(n)).skip_while(|&seat| seat != top);
            deal.pending = from(turn, acted.fold(deal.holding, |seats, seat| seats & !bit(seat)));
        }
        deal.places[..out.len()].copy_from_slice(out);
        deal.out = out.len() as u8;
        deal.actions = actions;
        deal
    }

    /// Lays down a play of the seat whose turn it is. It must be legal; [`Deal::play`] is the checked form.
    #[inline(always)]
    pub fn play_unchecked(&mut self, play: &Play) {
        let seat = self.seat_to_act();
        let hand = &mut self.hands[seat.index()];
        hand.remove(&play.cards);
        let done = hand.is_empty();
        self.table = Some(play.combo);
        self.top = seat;
        self.actions += 1;
        self.plays += 1;
        // A copy for the call, so that the play itself stays in registers: five instructions a decision of `random`.
        if done && self.goes_out(seat, &{ *play }) {
            return;
        }
        self.pending = after(seat, self.holding);
    }

    /// Passes for the seat whose turn it is, which must not be leading; [`Deal::pass`] is the checked form.
    #[inline(always)]
    pub fn pass_unchecked(&mut self) {
        self.pass_and_tell();
    }

    /// Passes for the seat whose turn it is, which must not be leading. Returns whether that ends the trick.
    #[inline(always)]
    pub(crate) fn pass_and_tell(&mut self) -> bool {
        self.actions += 1;
        self.pending >>= 4;
        let is_over = self.pending == 0;
        if is_over {
            self.end_trick();
        }
        is_over
    }

    /// Gives `seat` the next place. Returns whether that ends the deal.
    #[inline(never)]
    fn goes_out(&mut self, seat: Seat, play: &Play) -> bool {
        let place = self.out as usize;
        self.places[place] = seat;
        self.out += 1;
        self.holding &= !bit(seat);
        if place == 0 {
            self.ace_finish = only_aces(&play.cards, self.level);
        }
        let double_down = place == 1 && self.places[0] == seat.partner();
        if place < 2 && !(double_down && self.stops_at_double_down) {
            return false;
        }
        let mut rest = Seat::ALL.into_iter().filter(|&other| self.holding & bit(other) != 0);
        for place in &mut self.places[place + 1..] {
            *place = rest.next().expect("four seats, four places");
        }
        self.pending = 0;
        true
    }

    /// Ends the trick after all others have passed: the last player leads, or whoever takes the wind.
    #[inline(always)]
    fn end_trick(&mut self) {
        self.table = None;
        self.tricks += 1;
        self.top = self.heir();
        self.pending = from(self.top, self.holding);
    }

    /// Who leads next if everyone still to act passes: the last player, or whoever takes the wind.
    #[inline(always)]
    pub fn heir(&self) -> Seat {
        if self.holding & bit(self.top) != 0 { self.top } else { self.wind_from(self.top) }
    }

    /// Who takes the wind when the last play of a trick is one that `seat` went out with.
    #[inline(always)]
    fn wind_from(&self, seat: Seat) -> Seat {
        let partner = seat.partner();
        let to_partner = matches!(self.lead_after_out, LeadAfterOut::Partner) && self.holding & bit(partner) != 0;
        if to_partner { partner } else { first(after(seat, self.holding)) }
    }

    /// Whose turn it is, or `None` once the deal is over.
    #[inline(always)]
    pub const fn turn(&self) -> Option<Seat> {
        if self.is_over() { None } else { Some(self.seat_to_act()) }
    }

    /// Whose turn it is while the deal goes on.
    #[inline(always)]
    pub(crate) const fn seat_to_act(&self) -> Seat {
        first(self.pending)
    }

    /// Whether the deal has ended.
    #[inline(always)]
    pub const fn is_over(&self) -> bool {
        self.pending == 0
    }

    /// The play to beat, or `None` when the seat to act leads.
    #[inline(always)]
    pub const fn table(&self) -> Option<Combo> {
        self.table
    }

    /// Who made the last play of the trick in progress, or `None` before its lead.
    #[inline(always)]
    pub const fn last_player(&self) -> Option<Seat> {
        if self.table.is_some() { Some(self.top) } else { None }
    }

    /// Whether `seat` must act again before the trick ends without a further play.
    #[inline(always)]
    pub const fn is_pending(&self, seat: Seat) -> bool {
        // The nibble of `seat`, if it is queued, is zero in `others`, and a subtraction of one borrows from a zero
        // nibble.
        let others = self.pending ^ ((QUEUED | seat.index() as Queue) * 0x1111);
        others.wrapping_sub(0x1111) & !others & 0x8888 != 0
    }

    /// Whether `seat` still holds cards.
    #[inline(always)]
    pub const fn is_in(&self, seat: Seat) -> bool {
        self.holding & bit(seat) != 0
    }

    /// The cards `seat` holds.
    #[inline(always)]
    pub const fn hand(&self, seat: Seat) -> &LevelHand {
        &self.hands[seat.index()]
    }

    /// This position with other hands. The seats that hold cards must be the same.
    pub(super) fn with_hands(&self, hands: [Hand; 4]) -> Deal {
        Deal { hands: hands.map(|hand| LevelHand::new(hand, self.level)), ..*self }
    }

    /// The level.
    #[inline(always)]
    pub const fn level(&self) -> Rank {
        self.level
    }

    /// The seats that are out, first to last; once the deal is over all four.
    #[inline(always)]
    pub fn places(&self) -> &[Seat] {
        if self.is_over() { &self.places } else { &self.places[..self.out as usize] }
    }

    /// How many plays and passes there have been, which is the number of the decision to come.
    #[inline(always)]
    pub const fn actions(&self) -> u32 {
        self.actions
    }

    /// How many plays there have been.
    #[inline(always)]
    pub const fn plays(&self) -> u32 {
        self.plays as u32
    }

    /// How many tricks have begun, the one in progress included.
    #[inline(always)]
    pub const fn tricks(&self) -> u32 {
        self.tricks as u32
    }

    /// How the deal ended, or `None` while it goes on.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then_some(Outcome { places: self.places, tied: self.out == 2, ace_finish: self.ace_finish })
    }
}

/// The set of one seat.
#[inline(always)]
const fn bit(seat: Seat) -> Seats {
    1 << seat.index()
}

/// Seats in playing order, the next to act lowest: a nibble for each, [`QUEUED`] and the seat.
type Queue = u32;

/// The bit of a nibble of a [`Queue`] that says that there is a seat in it.
const QUEUED: Queue = 4;

/// The first seat of a queue.
#[inline(always)]
const fn first(queue: Queue) -> Seat {
    Seat::new((queue & 3) as u8)
}

/// The seats of a set that come after `seat`, which is not among them.
#[inline(always)]
const fn after(seat: Seat, seats: Seats) -> Queue {
    AFTER[seat.index()][seats as usize & 15]
}

/// The seats of a set in their order from `seat` on, which is one of them.
#[inline(always)]
const fn from(seat: Seat, seats: Seats) -> Queue {
    after(seat, seats) << 4 | QUEUED | seat.index() as Queue
}

/// The results of [`after`] by seat and set. A table, because every play asks for one.
static AFTER: [[Queue; 16]; 4] = {
    let mut table = [[0; 16]; 4];
    let mut seat = 0;
    while seat < 4 {
        let mut seats = 0;
        while seats < 16 {
            let mut n = 3;
            while n > 0 {
                let other = (seat + n) % 4;
                if seats >> other & 1 == 1 {
                    table[seat][seats] = table[seat][seats] << 4 | QUEUED | other as Queue;
                }
                n -= 1;
            }
            seats += 1;
        }
        seat += 1;
    }
    table
};

/// Whether an ace is printed on every card. A wild is an ace at level A only.
const fn only_aces(cards: &LevelHand, level: Rank) -> bool {
    let aces = Hand::from_masks(0xF << 48, 0xF << 48);
    let others = Hand::FULL.minus(aces);
    cards.to_hand(level).one() & others.one() == 0
}
