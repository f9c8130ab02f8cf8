//! What happens in a match, as players outside the engine are told of it.

use arrayvec::ArrayVec;

use crate::card::{Rank, Seat};
use crate::combo::Play;
use crate::deal::{Deal, Event, Gift, Log, Tribute};
use crate::hand::Hand;

/// Something that happened in a match. All of it is public but for the hands as dealt, of which a player may be told those
/// of its own seats.
#[derive(Clone, Debug)]
pub struct MatchEvent {
    /// When it happened.
    pub moment: Moment,
    /// What happened.
    pub kind: EventKind,
}

/// A moment of a match.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The match in the run; in a run of single deals, the deal.
    pub match_number: u64,
    /// The block of the match.
    pub block: u64,
    /// The rotation of the match in its block.
    pub rotation: u8,
    /// The deal of the match, from 0.
    pub deal: u32,
    /// How many plays and passes of the deal came before.
    pub action: u32,
    /// The level of the deal.
    pub level: Rank,
    /// The teams' levels before the deal, and from its end on those after it.
    pub levels: [Rank; 2],
    /// Who made the first lead of the deal; `None` before.
    pub leader: Option<Seat>,
}

/// What happened in a match.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// The cards were dealt; tribute has not been paid yet.
    Dealt {
        /// The cards of each seat.
        hands: [Hand; 4],
    },
    /// Big jokers made the tribute void.
    NoTribute {
        /// Who showed them, an entry a joker, in seat order.
        holders: ArrayVec<Seat, 2>,
    },
    /// All tribute was paid.
    Paid(ArrayVec<Gift, 2>),
    /// All cards were returned for it.
    Returned(ArrayVec<Gift, 2>),
    /// A seat made a play, or passed.
    Action {
        /// Who.
        seat: Seat,
        /// The play; `None` for a pass.
        play: Option<Play>,
    },
    /// The deal was played out.
    DealOver {
        /// The seats in the order of their places; tied ones in seat order.
        places: [Seat; 4],
        /// The cards that each seat still holds.
        left: [Hand; 4],
    },
    /// The match ended, or the single deal.
    MatchOver {
        /// The team that won; `None` after a draw and when a player left.
        winner_team: Option<u8>,
    },
    /// The match is given up, because a player outside failed in it.
    Abandoned,
}

/// The events of one match that have not been told yet, and what is needed to find the next ones.
#[derive(Clone, Debug)]
pub(super) struct EventLog {
    untold: Vec<MatchEvent>,
    /// The moment that the match has come to.
    now: Moment,
    /// Which events of tribute have been noted in this deal: void or paid, and returned.
    noted: [bool; 2],
}

impl EventLog {
    /// The log of a match that begins.
    pub(super) const fn new(match_number: u64, block: u64, rotation: u8) -> EventLog {
        let (level, levels) = (Rank::TWO, [Rank::TWO; 2]);
        let now = Moment { match_number, block, rotation, deal: 0, action: 0, level, levels, leader: None };
        EventLog { untold: Vec::new(), now, noted: [false; 2] }
    }

    /// Takes what has not been told.
    pub(super) fn take(&mut self) -> Vec<MatchEvent> {
        std::mem::take(&mut self.untold)
    }

    fn note(&mut self, kind: EventKind) {
        self.untold.push(MatchEvent { moment: self.now, kind });
    }

    /// Notes that the cards of a deal were dealt.
    pub(super) fn dealt(&mut self, deal: u32, level: Rank, levels: [Rank; 2], hands: [Hand; 4]) {
        self.now = Moment { deal, action: 0, level, levels, leader: None, ..self.now };
        self.noted = [false; 2];
        self.note(EventKind::Dealt { hands });
    }

    /// Notes what of the tribute has become public since the last call.
    pub(super) fn tribute(&mut self, tribute: &Tribute) {
        let holders = tribute.void_holders();
        if !self.noted[0] && !holders.is_empty() {
            self.noted[0] = true;
            self.note(EventKind::NoTribute { holders });
        }
        if !self.noted[0] && !tribute.payments().is_empty() {
            self.noted[0] = true;
            self.note(EventKind::Paid(tribute.payments().iter().copied().collect()));
        }
        if !self.noted[1] && !tribute.returns().is_empty() {
            self.noted[1] = true;
            self.note(EventKind::Returned(tribute.returns().iter().copied().collect()));
        }
    }

    /// Notes the plays and passes of `deal` since the last call.
    pub(super) fn actions(&mut self, deal: &Deal, log: &Log) {
        for Event { seat, play, .. } in log.events(deal.actions()).skip(self.now.action as usize) {
            self.now.leader.get_or_insert(seat);
            self.note(EventKind::Action { seat, play: play.copied() });
            self.now.action += 1;
        }
    }

    /// Notes the end of `deal`, after which the teams' levels are `levels`.
    pub(super) fn deal_over(&mut self, deal: &Deal, levels: [Rank; 2]) {
        self.now.levels = levels;
        let places = deal.places().try_into().expect("a deal that is over has four places");
        let left = Seat::ALL.map(|seat| deal.hand(seat).to_hand(deal.level()));
        self.note(EventKind::DealOver { places, left });
    }

    /// Notes the end of the match.
    pub(super) fn match_over(&mut self, winner_team: Option<u8>) {
        self.note(EventKind::MatchOver { winner_team });
    }

    /// Notes that the match is given up.
    pub(super) fn abandoned(&mut self) {
        self.note(EventKind::Abandoned);
    }
}
