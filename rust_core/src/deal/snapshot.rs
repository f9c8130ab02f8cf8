//! A view that owns its data, and so outlives the deal it was taken from.

use super::{Background, ChoiceView, Deal, Log, Phase, Stakes, Tribute, View};
use crate::card::Seat;
use crate::rng::Address;
use crate::rules::Tables;

/// What one seat saw at one decision. Like a [`View`] it shows no hidden hand.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    pub(super) deal: Deal,
    pub(super) seat: Seat,
    pub(super) address: Address,
    pub(super) tribute: Option<Tribute>,
    pub(super) stakes: Option<Stakes>,
    /// Set while tribute is being paid: `deal` then holds the hands as they are at that moment, and nothing is played.
    pub(super) phase: Option<Phase>,
}

impl Snapshot {
    /// The view that the snapshot was taken of. `tables` and `log` are those of its deal.
    pub const fn view<'a>(&'a self, tables: &'a Tables, log: Option<&'a Log>) -> View<'a> {
        View::new(&self.deal, self.seat, tables, self.address, log)
            .with_background(Background::new(self.tribute.as_ref(), self.stakes.as_ref()))
    }

    /// What of the tribute was to be chosen; `None` while cards were played.
    pub const fn phase(&self) -> Option<Phase> {
        self.phase
    }

    /// Random bits number `k` of the decision, 64 of them, as [`View::random`] gives them.
    pub fn random(&self, k: u32) -> u64 {
        self.address.value(self.seat.index() as u32, self.decision(), k)
    }

    /// A random number below `n` of the decision, as [`View::below`] or [`ChoiceView::below`] gives it.
    pub fn below(&self, k: u32, n: u32) -> u32 {
        self.address.below(self.seat.index() as u32, self.decision(), k, n)
    }

    /// The number of the decision in the address of its random numbers.
    pub(super) fn decision(&self) -> u32 {
        self.phase.map_or(self.deal.actions(), |phase| phase as u32)
    }
}

impl View<'_> {
    /// A snapshot of this view.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            deal: *self.deal,
            seat: self.seat,
            address: self.address(),
            tribute: self.tribute().copied(),
            stakes: self.stakes().copied(),
            phase: None,
        }
    }
}

impl ChoiceView<'_> {
    /// A snapshot of this view. `rules` are those of the deal to come.
    pub fn snapshot(&self, rules: &crate::rules::Rules) -> Snapshot {
        let (choice, level) = (*self.choice(), self.tables().level);
        Snapshot {
            deal: Deal::new_unchecked(rules, level, *self.tribute.hands(), choice.seat),
            seat: choice.seat,
            address: self.address(),
            tribute: Some(*self.tribute),
            stakes: None,
            phase: Some(choice.phase),
        }
    }
}
