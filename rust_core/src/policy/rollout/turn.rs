//! A turn to play or pass: its actions are tried in deals whose hidden hands are sampled.

use std::ops::Range;

use super::aim::Aim;
use super::belief::Belief;
use super::determinizer::Determinizer;
use super::endings::Endings;
use super::finishes::Finish;
use super::passes::Passes;
use super::search::{Decision, Search};
use crate::combo::{Play, distinct_actions};
use crate::deal::{Deal, Log, Outcome, View};
use crate::endgame::Solver;
use crate::hand::Hand;
use crate::policy::{DealSetup, Policy, Strategy, act, play_out};
use crate::rng::{Address, Purpose, Stream};

/// The decision of a seat that plays or passes.
pub struct Turn<'a> {
    view: View<'a>,
    policy: &'a Strategy,
    determinizer: Determinizer<'a>,
    /// Where passes count: the passes so far, and how many deals are drawn for each sample.
    passes: Option<(Passes<'a>, u32)>,
    /// Where sampled deals are solved and not played out: which of them.
    endings: Option<Endings>,
    seed: u64,
}

impl<'a> Search<Turn<'a>> {
    /// A search for the seat of `view`, whose turn it is, among all its actions: plays in the order in which they are listed,
    /// a pass last.
    ///
    /// `policy` plays the sampled deals to their end. `seed` makes the samples. `aim` says by what candidates are compared.
    pub fn new(view: View<'a>, policy: &'a Strategy, seed: u64, aim: Aim) -> Search<Turn<'a>> {
        Search::with(view, policy, seed, aim, Determinizer::of(&view))
    }

    /// A search where the other seats hold any of `cards`, the rest of which nobody holds.
    ///
    /// Returns `None` when the cards are fewer than the other seats hold.
    pub fn among(view: View<'a>, policy: &'a Strategy, seed: u64, aim: Aim, cards: Hand) -> Option<Search<Turn<'a>>> {
        Some(Search::with(view, policy, seed, aim, Determinizer::any_of(&view, cards)?))
    }

    fn with(
        view: View<'a>,
        policy: &'a Strategy,
        seed: u64,
        aim: Aim,
        determinizer: Determinizer<'a>,
    ) -> Search<Turn<'a>> {
        let actions = distinct_actions(view.hand(), view.tables(), view.table());
        let payoffs = aim.payoffs(&view);
        Search::of(Turn { view, policy, determinizer, passes: None, endings: None, seed }, actions, payoffs)
    }

    /// Draws the hidden hands by `belief`. Every deal that fits is equally likely without this, and with a policy whose plays
    /// say nothing of its cards, such as `random`.
    #[must_use]
    pub fn believing(mut self, belief: Belief) -> Search<Turn<'a>> {
        if belief.in_players_like(self.decision.policy) == Belief::Plays {
            self.decision.determinizer = Determinizer::believing(&self.decision.view);
        }
        self
    }

    /// Makes passes count: of `drawn` deals for each sample the search takes the one that fewest passes speak against, the
    /// first of several. With one deal they do not count.
    #[must_use]
    pub fn heeding_passes(mut self, drawn: u32) -> Search<Turn<'a>> {
        self.decision.passes = (drawn > 1).then(|| (Passes::of(&self.decision.view), drawn));
        self
    }

    /// Solves sampled deals with at most `most_cards` cards left in all after a candidate, all cards open, instead of
    /// playing them out. With 0 none is solved.
    #[must_use]
    pub fn solving_endings(mut self, most_cards: u32) -> Search<Turn<'a>> {
        let seat = self.decision.view.seat();
        self.decision.endings = (most_cards > 0).then(|| Endings::new(most_cards, seat, self.payoffs()));
        self
    }
}

impl Turn<'_> {
    /// The hands of a sample, by seat.
    fn hands(&self, stream: &mut Stream) -> [Hand; 4] {
        let first = self.determinizer.hands(stream);
        let Some((passes, drawn)) = &self.passes else { return first };
        let (mut best, mut least) = (first, passes.against(&first));
        for _ in 1..*drawn {
            if least == 0 {
                break;
            }
            let hands = self.determinizer.hands(stream);
            let against = passes.against(&hands);
            if against < least {
                (best, least) = (hands, against);
            }
        }
        best
    }

    /// What [`Decision::play_samples`] does, compiled for one type of policy.
    fn play_samples_by(
        &self,
        policy: &impl Policy,
        numbers: Range<u64>,
        actions: &[Option<Play>],
        mut finished: impl FnMut(usize, Finish),
    ) {
        let endings = self.endings.as_ref();
        let place = |outcome: &Outcome| endings.map_or(0, |endings| endings.place(Finish::of(*outcome)));
        let mut log = policy.looks_back().then(|| self.view.log().clone());
        for sample in numbers {
            let address = |purpose| Address::new(self.seed, purpose, sample, 0);
            let deal = self.view.determinized(self.hands(&mut address(Purpose::Determinize).stream()));
            let setup = DealSetup {
                tables: self.view.tables(),
                address: address(Purpose::Playout),
                strategies: [policy; 4],
                background: self.view.background(),
            };
            let mut solver = endings.map(|_| Endings::solver(self.view.tables(), &place));
            for (candidate, action) in actions.iter().enumerate() {
                if let Some(log) = &mut log {
                    log.clone_from(self.view.log());
                }
                finished(candidate, self.finish(&setup, deal, action.as_ref(), log.as_mut(), solver.as_mut()));
            }
        }
    }

    /// How a sampled deal finishes after `action`.
    #[inline(always)]
    fn finish<P: Policy>(
        &self,
        setup: &DealSetup<'_, P>,
        mut deal: Deal,
        action: Option<&Play>,
        mut log: Option<&mut Log>,
        solver: Option<&mut Solver<'_>>,
    ) -> Finish {
        act(&mut deal, self.view.seat(), action, setup.tables, log.as_deref_mut(), &mut ());
        if let (Some(endings), Some(solver)) = (&self.endings, solver)
            && endings.includes(&deal)
            && let Some(finish) = endings.finish(solver, &deal)
        {
            return finish;
        }
        play_out(&mut deal, setup, log, &mut ());
        Finish::of(deal.outcome().expect("played to its end"))
    }
}

impl Decision for Turn<'_> {
    type Action = Option<Play>;

    fn play_of(&self, action: Option<Play>) -> Option<Play> {
        action
    }

    fn play_samples(&self, numbers: Range<u64>, actions: &[Option<Play>], finished: impl FnMut(usize, Finish)) {
        // `random` and `lowest` decide faster than a call takes.
        match self.policy {
            Strategy::Random(policy) => self.play_samples_by(policy, numbers, actions, finished),
            Strategy::Lowest(policy) => self.play_samples_by(policy, numbers, actions, finished),
            policy => self.play_samples_by(policy, numbers, actions, finished),
        }
    }
}
