//! A view that owns its data, and so outlives the deal it was taken from.

use super::filled::filled;
use super::{Background, ChoiceView, Deal, Gift, Illegal, Log, Phase, Stakes, Tribute, View};
use crate::card::{Rank, Seat};
use crate::combo::{Combo, Detail, Play, for_each_play};
use crate::hand::Hand;
use crate::rng::Address;
use crate::rules::{Rules, Tables};

/// Where a deal comes from: its match in a run, and how that match stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The number of the match in the run; in a run of single deals, of the deal.
    pub match_number: u64,
    /// The number of the deal in its match, from 0.
    pub deal: u32,
    /// The teams' levels before the deal; in a single deal twice the level that is played.
    pub levels: [Rank; 2],
}

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
    /// `None` for a deal that is part of no run and no record.
    pub(super) origin: Option<Origin>,
}

/// What a seat sees at a decision, the plays that led there left out.
#[derive(Clone, Copy, Debug)]
pub struct Glance<'a> {
    /// The seat that decides.
    pub seat: Seat,
    /// Its cards.
    pub hand: Hand,
    /// How many cards each seat holds.
    pub left: [u32; 4],
    /// The cards that the other seats hold together.
    pub unseen: Hand,
    /// The play to beat and who made it; `None` for a lead.
    pub table: Option<(Combo, Seat)>,
    /// The seats that are out, first to last.
    pub out: &'a [Seat],
    /// How many plays and passes there have been.
    pub actions: u32,
    /// The cards paid as tribute before the deal.
    pub payments: &'a [Gift],
    /// The phase of tribute and the cards to choose from; `None` while cards are played.
    pub choice: Option<(Phase, Hand)>,
    /// The address of the random numbers.
    pub address: Address,
}

impl Snapshot {
    /// A snapshot that shows what is seen at a glance. It knows neither the plays so far nor the returns of tribute.
    pub fn of_glance(glance: &Glance<'_>, rules: &Rules, tables: &Tables) -> Snapshot {
        let Glance { seat, hand, left, unseen, table, out, actions, payments, choice, address } = *glance;
        let hands = filled(seat, hand, left, unseen);
        let deal = Deal::in_progress(rules, tables.level, hands, (table, seat), out, actions);
        let mut tribute = Tribute::of_gifts(rules, tables.level, &[], [payments, &[]], None);
        if let Some((phase, cards)) = choice {
            tribute = tribute.waiting_for(seat, phase, cards, hands);
        }
        let phase = choice.map(|(phase, _)| phase);
        Snapshot { deal, seat, address, tribute: Some(tribute), stakes: None, phase, origin: None }
    }

    /// The snapshot with where its deal comes from.
    #[must_use]
    pub const fn with_origin(self, origin: Option<Origin>) -> Snapshot {
        Snapshot { origin, ..self }
    }

    /// Where the deal comes from; `None` for one that is part of no run and no record.
    pub const fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// The cards that were dealt to the seat, before tribute. They follow from the cards that the seat holds, has
    /// played, has given and has got. `log` is the log of the deal.
    pub fn dealt(&self, log: &Log) -> Hand {
        const TWO_PACKS: &str = "two packs hold all cards";
        let level = self.deal.level();
        let mut hand = self.deal.hand(self.seat).to_hand(level);
        for logged in log.plays().iter().filter(|logged| logged.seat == self.seat) {
            hand = hand.plus(logged.play.cards.to_hand(level)).expect(TWO_PACKS);
        }
        let tribute = self.tribute.as_ref();
        let gifts: Vec<&Gift> =
            tribute.map_or_else(Vec::new, |tribute| tribute.payments().iter().chain(tribute.returns()).collect());
        for gift in gifts.iter().filter(|gift| gift.from == self.seat) {
            hand = hand.with(gift.card).expect(TWO_PACKS);
        }
        for gift in gifts.iter().filter(|gift| gift.to == self.seat) {
            hand = hand.minus(Hand::from_masks(1 << gift.card.bit(), 0));
        }
        hand
    }

    /// The snapshot with what the ends of the deal are worth in the match, or without it.
    #[must_use]
    pub const fn with_stakes(self, stakes: Option<Stakes>) -> Snapshot {
        Snapshot { stakes, ..self }
    }

    /// The view that the snapshot was taken of. `tables` are the rules at the level of its deal, `log` is the log of
    /// that deal.
    pub const fn view<'a>(&'a self, tables: &'a Tables, log: Option<&'a Log>) -> View<'a> {
        View::new(&self.deal, self.seat, tables, self.address, log)
            .with_background(Background::new(self.tribute.as_ref(), self.stakes.as_ref()))
    }

    /// The view of the choice of tribute that the seat has to make; `None` while cards are played or another seat chooses.
    pub fn choice_view<'a>(&'a self, tables: &'a Tables) -> Option<ChoiceView<'a>> {
        self.phase?;
        let tribute = self.tribute.as_ref()?;
        let choice = tribute.pending().filter(|choice| choice.seat == self.seat)?;
        Some(ChoiceView::new(tribute, choice, tables, self.address).with_stakes(self.stakes.as_ref()))
    }

    /// What the seat to act can do besides passing, in listing order: its plays, or the cards of a choice of tribute as
    /// singles. Empty for the view of another seat, and once the deal is over.
    pub fn options(&self, tables: &Tables, detail: Detail) -> Vec<Play> {
        if let Some(choice) = self.choice_view(tables) {
            return choice.choice().plays(tables).collect();
        }
        let mut plays = Vec::new();
        if self.deal.turn() == Some(self.seat) {
            let visit = &mut |play: &Play| plays.push(*play);
            for_each_play(self.deal.hand(self.seat), tables, self.deal.table(), detail, visit);
        }
        plays
    }

    /// Whether the seat to act may make `play`.
    ///
    /// # Errors
    /// The reason why it may not, with the clause of the rules.
    pub fn check(&self, play: &Play, tables: &Tables) -> Result<(), Illegal> {
        self.deal.check(play, tables)
    }

    /// What the choice of tribute was about that the seat had to make; `None` while cards were played.
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
            origin: None,
        }
    }
}

impl ChoiceView<'_> {
    /// A snapshot of this view. `rules` are the rules of the deal to come.
    pub fn snapshot(&self, rules: &Rules) -> Snapshot {
        self.seen_by(self.choice().seat, rules)
    }

    /// What `seat` sees while the choice is pending, whether it is its own or another seat's. `rules` are the rules of
    /// the deal to come.
    pub fn seen_by(&self, seat: Seat, rules: &Rules) -> Snapshot {
        let (choice, level) = (*self.choice(), self.tables().level);
        Snapshot {
            deal: Deal::new_unchecked(rules, level, *self.tribute.hands(), choice.seat),
            seat,
            address: self.address(),
            tribute: Some(*self.tribute),
            stakes: None,
            phase: Some(choice.phase),
            origin: None,
        }
    }
}
