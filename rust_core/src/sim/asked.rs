//! What somebody outside the engine is asked: a decision of one seat, as that seat sees it.

use super::open_deal::{Options, Played};
use crate::card::{Rank, Seat};
use crate::combo::{Combo, Kind, Play};
use crate::deal::{Choice, ChoiceView, Phase, View};
use crate::hand::{Hand, LevelHand};
use crate::rng::Address;
use crate::rules::Tables;

/// Where in a run a decision is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The match; in a run of single deals, the deal.
    pub match_number: u64,
    /// The deal of the match, from 0.
    pub deal: u32,
    /// How many plays and passes came before.
    pub action: u32,
    /// Who decides.
    pub seat: Seat,
    /// What about: a choice of tribute, or `None` while cards are played.
    pub phase: Option<Phase>,
}

impl Place {
    /// The name of the phase.
    pub const fn phase_name(&self) -> &'static str {
        match self.phase {
            None => "play",
            Some(phase) => phase.name(),
        }
    }
}

/// The seat's view of its decision.
#[derive(Clone, Copy, Debug)]
pub enum Sight<'a> {
    /// While cards are played.
    Play(View<'a>),
    /// Before, when cards are paid and returned.
    Choice(ChoiceView<'a>),
}

/// A decision to be made outside.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Where it is.
    pub place: Place,
    /// What the seat sees.
    pub sight: Sight<'a>,
    /// What it can do besides passing.
    pub options: Options<'a>,
    /// Whether it may pass.
    pub can_pass: bool,
    /// What each seat has played.
    pub played: &'a Played,
}

impl Asked<'_> {
    /// The number of answers there are.
    #[inline(always)]
    pub const fn answers(&self) -> usize {
        self.options.len() + self.can_pass as usize
    }
}

/// The options of a choice of tribute, a single card each.
pub(super) fn single_cards(choice: &Choice, t: &Tables) -> impl Iterator<Item = Play> {
    choice.cards.cards().map(|card| {
        let key = t.key_of_nibble[card.bit() as usize / 4];
        let cards = LevelHand::new(Hand::from_masks(1 << card.bit(), 0), t.level);
        Play { combo: Combo::new(Kind::Single, 1, key), cards }
    })
}

/// What a seat sees at a decision, without the history: small, flat and owned, for those who keep many of them.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Where the decision is.
    pub place: Place,
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
    /// The play to beat and who made it.
    pub table: Option<(Combo, Seat)>,
    /// The address of the decision's random numbers.
    address: Address,
}

impl Seen {
    /// What is seen at a decision.
    #[inline(always)]
    pub fn of(asked: &Asked<'_>) -> Seen {
        let place = asked.place;
        match &asked.sight {
            Sight::Play(view) => {
                let mut out = [0; 4];
                for (i, seat) in view.places().iter().enumerate() {
                    out[seat.index()] = i as u8 + 1;
                }
                Seen {
                    place,
                    level: view.level(),
                    hand: *view.hand(),
                    played: *asked.played,
                    left: Seat::ALL.map(|seat| view.cards_left(seat) as u8),
                    out,
                    table: view.table().zip(view.last_player()),
                    address: view.address(),
                }
            }
            Sight::Choice(view) => {
                let level = view.tables().level;
                Seen {
                    place,
                    level,
                    hand: LevelHand::new(view.hand(), level),
                    played: Played::default(),
                    left: Seat::ALL.map(|seat| view.cards_left(seat) as u8),
                    out: [0; 4],
                    table: None,
                    address: view.address(),
                }
            }
        }
    }

    /// 64 random bits for the decision, the `k`-th of them: those of [`View::random`].
    #[inline(always)]
    pub const fn random(&self, k: u32) -> u64 {
        let decision = match self.place.phase {
            None => self.place.action,
            Some(phase) => phase as u32,
        };
        self.address.value(self.place.seat.index() as u32, decision, k)
    }
}
