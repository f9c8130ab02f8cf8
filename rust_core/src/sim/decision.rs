//! A decision that a player outside the engine has to make, and what its seat sees then.

use arrayvec::ArrayVec;

use super::deal_state::Options;
use super::observers::Played;
use crate::card::{Rank, Seat};
use crate::combo::Combo;
use crate::deal::{ChoiceView, Gift, Glance, Origin, Phase, Snapshot, View};
use crate::hand::{Hand, LevelHand};
use crate::rng::Address;
use crate::rules::{Rules, Tables};

/// Which decision of a run it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionId {
    /// The match; in a run of single deals, the deal.
    pub match_number: u64,
    /// The deal of the match, from 0.
    pub deal: u32,
    /// How many plays and passes of the deal came before.
    pub action: u32,
    /// Who decides.
    pub seat: Seat,
    /// The phase of tribute, or `None` while cards are played.
    pub phase: Option<Phase>,
}

impl DecisionId {
    /// The name of the phase, `play` while cards are played.
    pub const fn phase_name(&self) -> &'static str {
        match self.phase {
            None => "play",
            Some(phase) => phase.name(),
        }
    }
}

/// What the seat sees that has to decide.
#[derive(Clone, Copy, Debug)]
pub enum Observation<'a> {
    /// The view of a deal in which cards are played.
    Play(View<'a>),
    /// The view of a tribute, in which a card is to be paid, returned or picked.
    Choice(ChoiceView<'a>),
}

/// A decision to be made by a player outside the engine. The answer is the index of an option, or the number of options for
/// a pass.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    /// Which decision it is.
    pub id: DecisionId,
    /// The teams' levels before the deal; in a single deal twice the level that is played.
    pub levels: [Rank; 2],
    /// What the seat sees.
    pub observation: Observation<'a>,
    /// The plays, or the cards of a tribute, to choose from.
    pub options: Options<'a>,
    /// Whether the seat may pass.
    pub can_pass: bool,
    /// What each seat has played.
    pub played: &'a Played,
}

impl Decision<'_> {
    /// The number of possible answers: the options, and one more where the seat may pass. At least 2, but for a player that is
    /// asked at every turn.
    #[inline(always)]
    pub const fn answers(&self) -> usize {
        self.options.len() + self.can_pass as usize
    }

    /// Where the deal of the decision comes from.
    pub const fn origin(&self) -> Origin {
        Origin { match_number: self.id.match_number, deal: self.id.deal, levels: self.levels }
    }
}

/// What a seat sees at a decision, without the history of the deal: small, flat and owned, so that thousands can be kept.
#[derive(Clone, Copy, Debug)]
pub struct FlatObservation {
    /// Which decision it is.
    pub id: DecisionId,
    /// The level.
    pub level: Rank,
    /// The seat's own cards.
    pub hand: LevelHand,
    /// What each seat has played.
    pub played: Played,
    /// How many cards each seat holds.
    pub left: [u8; 4],
    /// Each seat's place, 1 to 4; 0 for those still in.
    pub out: [u8; 4],
    /// The play to beat and who made it; `None` for a lead.
    pub table: Option<(Combo, Seat)>,
    /// The cards paid as tribute before the deal.
    payments: [Option<Gift>; 2],
    /// The address of the random numbers of the deal, or of the tribute.
    address: Address,
}

impl FlatObservation {
    /// What the seat sees at `decision`.
    #[inline(always)]
    pub fn of(decision: &Decision<'_>) -> FlatObservation {
        let id = decision.id;
        match &decision.observation {
            Observation::Play(view) => {
                let mut out = [0; 4];
                for (i, seat) in view.places().iter().enumerate() {
                    out[seat.index()] = i as u8 + 1;
                }
                FlatObservation {
                    id,
                    level: view.level(),
                    hand: *view.hand(),
                    played: *decision.played,
                    left: Seat::ALL.map(|seat| view.cards_left(seat) as u8),
                    out,
                    table: view.table().zip(view.last_player()),
                    payments: [0, 1].map(|i| view.payments().get(i).copied()),
                    address: view.address(),
                }
            }
            Observation::Choice(view) => {
                let level = view.tables().level;
                FlatObservation {
                    id,
                    level,
                    hand: LevelHand::new(view.hand(), level),
                    played: Played::NOTHING,
                    left: Seat::ALL.map(|seat| view.cards_left(seat) as u8),
                    out: [0; 4],
                    table: None,
                    payments: [0, 1].map(|i| view.payments().get(i).copied()),
                    address: view.address(),
                }
            }
        }
    }

    /// A snapshot that shows what is seen here. `cards` are those to choose from in a phase of tribute.
    pub fn snapshot(&self, cards: Hand, rules: &Rules, tables: &Tables) -> Snapshot {
        let played = self.played.0.map(|cards| cards.to_hand(self.level));
        let hand = self.hand.to_hand(self.level);
        let known = played.into_iter().fold(hand, |sum, cards| sum.plus(cards).expect("two packs hold all cards"));
        let mut out: ArrayVec<Seat, 4> = Seat::ALL.into_iter().filter(|seat| self.out[seat.index()] > 0).collect();
        out.sort_unstable_by_key(|seat| self.out[seat.index()]);
        let payments: ArrayVec<Gift, 2> = self.payments.iter().flatten().copied().collect();
        let glance = Glance {
            seat: self.id.seat,
            hand,
            left: self.left.map(u32::from),
            unseen: Hand::FULL.minus(known),
            table: self.table,
            out: &out,
            actions: self.id.action,
            payments: &payments,
            choice: self.id.phase.map(|phase| (phase, cards)),
            address: self.address,
        };
        Snapshot::of_glance(&glance, rules, tables)
    }

    /// Random bits number `k` of the decision, 64 of them, as [`View::random`] gives them.
    #[inline(always)]
    pub const fn random(&self, k: u32) -> u64 {
        let decision = match self.id.phase {
            None => self.id.action,
            Some(phase) => phase as u32,
        };
        self.address.value(self.id.seat.index() as u32, decision, k)
    }
}
