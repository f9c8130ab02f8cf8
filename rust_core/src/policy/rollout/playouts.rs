//! Playing sampled deals to their end and keeping count.

use std::ops::Range;

use super::aim::Aim;
use super::candidates::actions;
use super::endings::Endings;
use super::knowledge::Imagination;
use super::passes::Passes;
use crate::card::Seat;
use crate::combo::Play;
use crate::deal::{Deal, Log, Outcome, Pattern, Stakes, View};
use crate::endgame::Solver;
use crate::hand::Hand;
use crate::policy::{DealSetup, Policy, Strategy, act, play_out};
use crate::rng::{Address, Purpose, Stream};

/// How many play-outs ended how: by the seat that was first and the place of its partner.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Finishes([[u32; 3]; 4]);

impl Finishes {
    fn add(&mut self, first: Seat, pattern: Pattern) {
        self.0[first.index()][pattern as usize] += 1;
    }

    fn add_all(&mut self, other: &Finishes) {
        for (count, more) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *count += more;
        }
    }

    /// The number of play-outs.
    pub fn count(&self) -> u32 {
        self.0.as_flattened().iter().sum()
    }

    /// The mean of what `worth` says of each finish, and the standard error of that mean (0 for a single play-out).
    pub fn mean(&self, worth: impl Fn(Seat, Pattern) -> f64) -> (f64, f64) {
        let n = f64::from(self.count());
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
            let cells = Seat::ALL.into_iter().flat_map(|first| Pattern::ALL.map(|pattern| (first, pattern)));
            cells.map(|(first, pattern)| f64::from(self.of(first, pattern)) * f(worth(first, pattern))).sum()
        };
        let mean = sum(&|worth| worth) / n;
        let squares = sum(&|worth| (worth - mean).powi(2));
        (mean, if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { 0.0 })
    }

    /// How many play-outs ended with this seat first and its partner as in `pattern`.
    pub fn of(&self, first: Seat, pattern: Pattern) -> u32 {
        self.0[first.index()][pattern as usize]
    }
}

/// What the play-outs say of one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The play, or `None` for a pass.
    pub play: Option<Play>,
    /// How the play-outs ended.
    pub finishes: Finishes,
    /// How far it was ahead of the first action tried with it.
    lead: Lead,
}

/// Differences of worth on the same samples, summed up. They are whole numbers, so that the order of adding, and with it
/// the number of threads, does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Lead {
    count: i64,
    sum: i64,
    squares: i64,
}

impl Lead {
    fn add(&mut self, difference: i64) {
        self.count += 1;
        self.sum += difference;
        self.squares += difference * difference;
    }

    fn add_all(&mut self, other: &Lead) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl Estimate {
    /// The sum of the differences to the first action tried with it, positive when this one is better.
    pub(super) fn lead(&self) -> i64 {
        self.lead.sum
    }

    /// Whether it is ahead by more than so many standard errors of the mean difference.
    pub(super) fn leads_by(&self, standard_errors: f64) -> bool {
        let Lead { count, sum, squares } = self.lead;
        let (n, sum) = (count as f64, sum as f64);
        // n² times the variance of the mean, for both sides are multiplied by n.
        let spread = ((squares as f64 - sum * sum / n) * n / (n - 1.0).max(1.0)).max(0.0).sqrt();
        sum > 0.0 && sum > standard_errors * spread
    }
}

/// What finishes are worth to the seat to act, in [`UNIT`]s of a level or of certainty to win the match or to be first.
pub(super) type Worth = [[i64; 3]; 4];

/// Squared differences of a million samples fit in 64 bits.
pub(super) const UNIT: f64 = 65536.0;

/// The actions of one decision on trial: all of them on the same sampled deals with the same random numbers, so that
/// their differences are seen long before their values are.
pub struct Trial<'a> {
    view: View<'a>,
    policy: &'a Strategy,
    imagination: Imagination,
    /// The passes so far and how many deals are drawn for each sample, where they count.
    passes: Option<(Passes<'a>, u32)>,
    /// Which deals are solved and not played out, where any are.
    endings: Option<Endings>,
    /// The estimates so far, as the actions are listed, a pass last.
    estimates: Vec<Estimate>,
    worth: Worth,
    /// How many deals have been sampled.
    sampled: u64,
    seed: u64,
}

impl<'a> Trial<'a> {
    /// A trial of what the seat of `view`, whose turn it is, can do, played out with `policy`; `seed` makes the samples.
    ///
    /// Actions are compared by what `aim` says.
    pub fn new(view: View<'a>, policy: &'a Strategy, seed: u64, aim: Aim) -> Trial<'a> {
        Trial::with(view, policy, seed, aim, Imagination::of(&view))
    }

    /// The same when the others hold any of `cards`, the rest of which nobody holds. `None` when those are too few.
    pub fn among(view: View<'a>, policy: &'a Strategy, seed: u64, cards: Hand) -> Option<Trial<'a>> {
        Some(Trial::with(view, policy, seed, Aim::Levels, Imagination::among(&view, cards)?))
    }

    fn with(view: View<'a>, policy: &'a Strategy, seed: u64, aim: Aim, imagination: Imagination) -> Trial<'a> {
        let new = |play| Estimate { play, finishes: Finishes::default(), lead: Lead::default() };
        let estimates = actions(&view).into_iter().map(new).collect();
        let worth = aim.worth(&view);
        Trial { view, policy, imagination, passes: None, endings: None, estimates, worth, sampled: 0, seed }
    }

    /// Lets passes count: of so many deals drawn for each sample the one that fewest of them speak against is taken, the
    /// first of several. With one deal they do not count.
    #[must_use]
    pub fn heeding_passes(self, drawn: u32) -> Trial<'a> {
        let passes = (drawn > 1).then(|| (Passes::of(&self.view), drawn));
        Trial { passes, ..self }
    }

    /// Solves sampled deals that have so many cards left in all after an action, with all cards open, instead of playing them
    /// out; with 0 none.
    #[must_use]
    pub fn solving_endings(self, most_cards: u32) -> Trial<'a> {
        let endings = (most_cards > 0).then(|| Endings::new(most_cards, self.view.seat(), &self.worth));
        Trial { endings, ..self }
    }

    /// The hidden cards of a sample.
    fn hands(&self, stream: &mut Stream) -> [Hand; 4] {
        let first = self.imagination.hands(stream);
        let Some((passes, drawn)) = &self.passes else { return first };
        let (mut best, mut least) = (first, passes.against(&first));
        for _ in 1..*drawn {
            if least == 0 {
                break;
            }
            let hands = self.imagination.hands(stream);
            let against = passes.against(&hands);
            if against < least {
                (best, least) = (hands, against);
            }
        }
        best
    }

    /// The estimates so far, as the actions are listed, a pass last.
    pub fn estimates(&self) -> &[Estimate] {
        &self.estimates
    }

    /// Plays `samples` more deals out for each action whose number is in `alive`, on so many threads. What comes out does not
    /// depend on their number. Leads are over the first of `alive`, which should stay the same from call to call.
    pub fn sample(&mut self, samples: u32, alive: &[usize], threads: u32) {
        let (first, samples) = (self.sampled, u64::from(samples));
        self.sampled += samples;
        let shared = &*self;
        let threads = u64::from(threads).min(samples).max(1);
        let part = |i: u64| first + samples * i / threads..first + samples * (i + 1) / threads;
        let counted = if threads == 1 {
            shared.play_samples(part(0), alive)
        } else {
            std::thread::scope(|scope| {
                let play = |range| move || shared.play_samples(range, alive);
                let workers: Vec<_> = (1..threads).map(|i| scope.spawn(play(part(i)))).collect();
                let mut counted = play(part(0))();
                for worker in workers {
                    let more = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                    for (sum, more) in counted.iter_mut().zip(&more) {
                        sum.0.add_all(&more.0);
                        sum.1.add_all(&more.1);
                    }
                }
                counted
            })
        };
        for (&number, (finishes, lead)) in alive.iter().zip(&counted) {
            self.estimates[number].finishes.add_all(finishes);
            self.estimates[number].lead.add_all(lead);
        }
    }
}

impl Trial<'_> {
    /// Plays the samples of these `numbers` out for each action in `alive`.
    fn play_samples(&self, numbers: Range<u64>, alive: &[usize]) -> Vec<(Finishes, Lead)> {
        // `random` and `lowest` decide faster than a call takes.
        match self.policy {
            Strategy::Random(policy) => self.play_samples_by(policy, numbers, alive),
            Strategy::Lowest(policy) => self.play_samples_by(policy, numbers, alive),
            policy => self.play_samples_by(policy, numbers, alive),
        }
    }

    fn play_samples_by(&self, policy: &impl Policy, numbers: Range<u64>, alive: &[usize]) -> Vec<(Finishes, Lead)> {
        let trial = self;
        let mut counted = vec![(Finishes::default(), Lead::default()); alive.len()];
        let endings = trial.endings.as_ref();
        let place = |outcome: &Outcome| endings.map_or(0, |endings| endings.place(*outcome));
        let solver = || endings.map(|_| Endings::solver(trial.view.tables(), &place));
        let mut log = policy.looks_back().then(|| trial.view.log().clone());
        for sample in numbers {
            let address = |purpose| Address::new(trial.seed, purpose, sample, 0);
            let deal = trial.view.imagine(trial.hands(&mut address(Purpose::Imagine).stream()));
            let setup = DealSetup {
                tables: trial.view.tables(),
                address: address(Purpose::Playout),
                strategies: [policy; 4],
                background: trial.view.background(),
            };
            let mut solver = solver();
            let mut to_beat = None;
            for (&number, (finishes, lead)) in alive.iter().zip(&mut counted) {
                if let Some(log) = &mut log {
                    log.clone_from(trial.view.log());
                }
                let action = trial.estimates[number].play.as_ref();
                let (first, pattern) = trial.finish(&setup, deal, action, log.as_mut(), solver.as_mut());
                finishes.add(first, pattern);
                let worth = trial.worth[first.index()][pattern as usize];
                lead.add(worth - *to_beat.get_or_insert(worth));
            }
        }
        counted
    }

    /// How a sampled deal ends after `action`.
    #[inline(always)]
    fn finish<P: Policy>(
        &self,
        setup: &DealSetup<'_, P>,
        mut deal: Deal,
        action: Option<&Play>,
        mut log: Option<&mut Log>,
        solver: Option<&mut Solver<'_>>,
    ) -> (Seat, Pattern) {
        let seat = self.view.seat();
        act(&mut deal, seat, action, setup.tables, log.as_deref_mut(), &mut ());
        if let (Some(endings), Some(solver)) = (&self.endings, solver)
            && endings.includes(&deal)
            && let Some(finish) = endings.finish(solver, &deal)
        {
            return finish;
        }
        play_out(&mut deal, setup, log, &mut ());
        let outcome = deal.outcome().expect("played to its end");
        (outcome.first(), outcome.pattern())
    }
}

/// What a finish is worth to the team of the seat of `view`: levels won, lost ones negative.
pub fn levels(view: &View<'_>, first: Seat, pattern: Pattern) -> f64 {
    let levels = f64::from(view.tables().promotion[pattern as usize]);
    if first.team() == view.seat().team() { levels } else { -levels }
}

/// What a finish is worth to the team of `seat`: its chance to win the match.
pub fn chance(stakes: &Stakes, seat: Seat, first: Seat, pattern: Pattern) -> f64 {
    let chance = stakes.of(first, pattern);
    if seat.team() == 0 { chance } else { 1.0 - chance }
}
