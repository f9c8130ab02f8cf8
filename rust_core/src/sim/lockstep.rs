//! Many deals and matches side by side, for strategies that decide outside the engine.
//!
//! Each deal goes on until a seat played from outside has a choice; then all that wait are asked at once, so that a
//! strategy may answer thousands of decisions in one go. Built-in strategies act at once, on the pool's threads. What is
//! asked, in which order, and what comes of it depend neither on threads nor on time; and as every random number has an
//! address, the rows are those of [`super::run_blocks`] when the strategies outside do what the built-in ones do.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::asked::{Asked, Place};
use super::clerk::{Clerk, Entries};
use super::counters::Counters;
use super::error::SimError;
use super::plan::Plan;
use super::recording::Recording;
use super::run::{Part, Pool, Sheets, check, equity, guarded, keeps_logs};
use super::slot::{Deciders, Slot};
use crate::card::Seat;
use crate::combo::Detail;
use crate::rules::Tables;

/// Those outside the engine who are asked.
pub trait External {
    /// Why a strategy has no answer.
    type Fault;
    /// What ends the whole run.
    type Stop;

    /// How finely plays are listed for a strategy.
    fn detail(&self, strategy: usize) -> Detail;

    /// Whether views are to show every play so far.
    fn looks_back(&self) -> bool;

    /// How many matches go side by side.
    fn at_once(&self) -> usize;

    /// Answers what one strategy is asked, in order: the number of an option, or the number of options to pass. The
    /// strategy is known by its first place in the plan.
    ///
    /// # Errors
    /// When the run is to end.
    fn decide(
        &mut self,
        strategy: usize,
        asked: &[Asked<'_>],
        answers: &mut Vec<Result<i64, Self::Fault>>,
    ) -> Result<(), Self::Stop>;

    /// Called about ten times a second with the number of matches that have ended.
    ///
    /// # Errors
    /// When the run is to end.
    fn tick(&mut self, ended: u64) -> Result<(), Self::Stop>;
}

/// Why a match could not go on.
#[derive(Debug)]
pub enum Fault<F> {
    /// The strategy had no answer.
    Raised(F),
    /// The answer is the number of nothing it could do.
    Index {
        /// The answer.
        given: i64,
        /// How many answers there were.
        answers: usize,
        /// Whether the last of them was a pass.
        can_pass: bool,
    },
}

/// A match that could not go on, and the decision that was not made.
#[derive(Debug)]
pub struct Failure<F> {
    /// The strategy's text form.
    pub strategy: String,
    /// Its block, all of whose matches are left out.
    pub block: u64,
    /// The decision.
    pub place: Place,
    /// What was wrong.
    pub fault: Fault<F>,
}

/// A run that was not finished.
#[derive(Debug)]
pub enum LockstepError<F, S> {
    /// For a reason of its own.
    Sim(SimError),
    /// A strategy failed, and the run was to stop at that.
    Failure(Box<Failure<F>>),
    /// Those outside ended it.
    Stop(S),
}

impl<F, S> From<SimError> for LockstepError<F, S> {
    fn from(error: SimError) -> Self {
        LockstepError::Sim(error)
    }
}

/// What comes of a run: the rows of the blocks that came to their end, and the failures of the others.
pub type Lockstepped<E> =
    Result<(Part, Vec<Failure<<E as External>::Fault>>), LockstepError<<E as External>::Fault, <E as External>::Stop>>;

/// What is to be done when a strategy fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnFailure {
    /// The run ends.
    Stop,
    /// The block is left out, whole, so that what is compared within a block stays comparable; the run goes on.
    Continue,
}

/// Plays `blocks` blocks from block `first` on, asking `external` for the strategies that are not built in. Returns the
/// rows of the blocks that came to their end, and the failures of the others, in the order of matches.
///
/// # Errors
/// When the plan makes no sense, when a strategy fails and the run is to stop at that, and when `external` says so.
pub fn run_lockstep<E: External>(
    plan: &Plan,
    first: u64,
    blocks: u64,
    pool: &Pool,
    on_failure: OnFailure,
    external: &mut E,
) -> Lockstepped<E> {
    let end = check(plan, first, blocks).map_err(SimError::from)?;
    let details = [0, 1, 2, 3].map(|strategy| external.detail(strategy));
    let tables = Tables::all_levels(&plan.rules);
    let equity = equity(plan);
    let recording = plan.records.then(|| Recording::new(plan));
    let counters = Counters::default();
    let ground = Ground {
        clerk: Clerk {
            plan,
            tables: &tables,
            equity: equity.as_deref(),
            recording: recording.as_ref(),
            counters: &counters,
        },
        deciders: [0, 1, 2, 3].map(|rotation| Deciders::new(plan, rotation, details)),
        externals: [0, 1, 2, 3].map(|rotation| Seat::ALL.map(|seat| plan.external_at(seat, rotation))),
        logs: keeps_logs(plan) || external.looks_back(),
    };
    let mut run = Lockstep {
        ground,
        pool,
        on_failure,
        units: (first..end).flat_map(|block| (0..plan.rotations).map(move |rotation| (block, rotation))),
        slots: Vec::new(),
        done: BTreeMap::new(),
        failures: Vec::new(),
        ended: 0,
        ticked: Instant::now(),
    };
    run.play(external)?;
    Ok(run.result())
}

/// What all matches stand on.
struct Ground<'a> {
    clerk: Clerk<'a>,
    /// By rotation.
    deciders: [Deciders<'a>; 4],
    /// The numbers of the strategies outside, by rotation and seat.
    externals: [[Option<usize>; 4]; 4],
    logs: bool,
}

struct Lockstep<'a, U, F> {
    ground: Ground<'a>,
    pool: &'a Pool,
    on_failure: OnFailure,
    /// The blocks with their rotations, in order, that have not begun.
    units: U,
    /// The matches in progress.
    slots: Vec<Slot>,
    /// What has come to its end, by match.
    done: BTreeMap<u64, Entries>,
    failures: Vec<Failure<F>>,
    ended: u64,
    ticked: Instant,
}

/// How often [`External::tick`] is called.
const PAUSE: Duration = Duration::from_millis(100);

impl<U: Iterator<Item = (u64, u8)>, F> Lockstep<'_, U, F> {
    fn play<E: External<Fault = F>>(&mut self, external: &mut E) -> Result<(), LockstepError<F, E::Stop>> {
        let Ground { clerk: Clerk { plan, .. }, logs, .. } = self.ground;
        let begun = self.units.by_ref().take(external.at_once().max(1));
        self.slots = begun.map(|(block, rotation)| Slot::new(plan, block, rotation, logs)).collect();
        while !self.slots.is_empty() {
            self.advance(external)?;
            self.collect();
            self.ask(external)?;
        }
        Ok(())
    }

    /// The next match takes a slot's place, or if there is none the last slot; whether there was one.
    fn replace(&mut self, slot: usize) -> bool {
        let Some((block, rotation)) = self.units.next() else {
            self.slots.swap_remove(slot);
            return false;
        };
        self.slots[slot].restart(self.ground.clerk.plan, block, rotation);
        true
    }

    /// Everyone goes on until it is somebody's turn outside, or to the end; this thread looks up meanwhile.
    fn advance<E: External<Fault = F>>(&mut self, external: &mut E) -> Result<(), LockstepError<F, E::Stop>> {
        let (ground, slots, ended) = (&self.ground, &mut self.slots, self.ended);
        let cancel = AtomicBool::new(false);
        let (sender, receiver) = channel();
        let (cancel, ticked) = (&cancel, &mut self.ticked);
        self.pool.0.in_place_scope(|scope| {
            scope.spawn(move |_| {
                let moved: Result<(), SimError> = slots.par_iter_mut().with_min_len(16).try_for_each(|slot| {
                    let deciders = &ground.deciders[usize::from(slot.rotation())];
                    guarded(&Cell::new(slot.block()), || slot.advance(&ground.clerk, deciders, cancel))
                });
                // The receiver is gone only when the run has been stopped.
                let _ = sender.send(moved);
            });
            loop {
                match receiver.recv_timeout(PAUSE.saturating_sub(ticked.elapsed())) {
                    Ok(moved) => return Ok(moved?),
                    Err(RecvTimeoutError::Disconnected) => unreachable!("the job sends before it ends"),
                    Err(RecvTimeoutError::Timeout) => {
                        *ticked = Instant::now();
                        if let Err(stop) = external.tick(ended) {
                            cancel.store(true, Ordering::Relaxed);
                            return Err(LockstepError::Stop(stop));
                        }
                    }
                }
            }
        })
    }

    /// Takes away what has come to its end.
    fn collect(&mut self) {
        let mut i = 0;
        while i < self.slots.len() {
            let slot = &mut self.slots[i];
            if slot.is_over() {
                let entries = std::mem::take(slot.entries());
                self.done.insert(slot.number(), entries);
                self.ended += 1;
                if !self.replace(i) {
                    continue;
                }
            }
            i += 1;
        }
    }

    /// Asks each strategy for all who wait for it: first about tribute, where there is any, then about plays.
    fn ask<E: External<Fault = F>>(&mut self, external: &mut E) -> Result<(), LockstepError<F, E::Stop>> {
        let mut waiting: [[Vec<usize>; 2]; 4] = Default::default();
        for (i, slot) in self.slots.iter().enumerate() {
            if let Some(seat) = slot.waits_for() {
                let strategy = self.ground.externals[usize::from(slot.rotation())][seat.index()];
                let strategy = strategy.expect("only those outside are waited for");
                waiting[strategy][usize::from(!slot.is_choosing())].push(i);
            }
        }
        let mut failed = Vec::new();
        for (strategy, groups) in waiting.iter().enumerate() {
            for group in groups.iter().filter(|group| !group.is_empty()) {
                self.ask_one(external, strategy, group, &mut failed)?;
            }
        }
        // From behind, so that no slot that takes the place of another has failed too.
        failed.sort_unstable();
        for slot in failed.into_iter().rev() {
            self.ended += 1;
            self.replace(slot);
        }
        Ok(())
    }

    /// Asks one strategy about the slots of one group.
    fn ask_one<E: External<Fault = F>>(
        &mut self,
        external: &mut E,
        strategy: usize,
        group: &[usize],
        failed: &mut Vec<usize>,
    ) -> Result<(), LockstepError<F, E::Stop>> {
        let Clerk { plan, tables, .. } = self.ground.clerk;
        let asked: Vec<Asked<'_>> = group.iter().map(|&slot| self.slots[slot].asked(tables)).collect();
        let mut answers = Vec::with_capacity(asked.len());
        external.decide(strategy, &asked, &mut answers).map_err(LockstepError::Stop)?;
        let judged: Vec<Result<usize, (Place, Fault<F>)>> =
            asked.iter().zip(answers).map(|(asked, answer)| judged(asked, answer)).collect();
        assert!(judged.len() == group.len() || judged.iter().any(Result::is_err), "an answer to each question");
        for (&slot, judged) in group.iter().zip(judged) {
            match judged {
                Ok(option) => self.slots[slot].choose(option),
                Err((place, fault)) => {
                    let strategy = plan.strategies[strategy].to_string();
                    let failure = Failure { strategy, block: self.slots[slot].block(), place, fault };
                    if self.on_failure == OnFailure::Stop {
                        return Err(LockstepError::Failure(Box::new(failure)));
                    }
                    self.failures.push(failure);
                    failed.push(slot);
                }
            }
        }
        if self.ticked.elapsed() >= PAUSE {
            self.ticked = Instant::now();
            external.tick(self.ended).map_err(LockstepError::Stop)?;
        }
        Ok(())
    }

    fn result(mut self) -> (Part, Vec<Failure<F>>) {
        let plan = self.ground.clerk.plan;
        let left_out: BTreeSet<u64> = self.failures.iter().map(|failure| failure.block).collect();
        let mut kept = Entries::default();
        for (number, entries) in std::mem::take(&mut self.done) {
            if !left_out.contains(&(number / u64::from(plan.rotations))) {
                kept.append(entries);
            }
        }
        self.failures.sort_by_key(|failure| failure.place.match_number);
        (Sheets::new(plan).fill(&kept), self.failures)
    }
}

/// The option chosen, if it is one.
fn judged<F>(asked: &Asked<'_>, answer: Result<i64, F>) -> Result<usize, (Place, Fault<F>)> {
    let fault = match answer {
        Ok(given) => match usize::try_from(given) {
            Ok(option) if option < asked.answers() => return Ok(option),
            _ => Fault::Index { given, answers: asked.answers(), can_pass: asked.can_pass },
        },
        Err(raised) => Fault::Raised(raised),
    };
    Err((asked.place, fault))
}

impl<'a> Deciders<'a> {
    fn new(plan: &'a Plan, rotation: u8, details: [Detail; 4]) -> Deciders<'a> {
        Deciders(Seat::ALL.map(|seat| {
            use super::open_deal::Decider;
            match (plan.external_at(seat, rotation), plan.strategies[Plan::strategy_at(seat, rotation)].built_in()) {
                (None, Some(strategy)) => Decider::BuiltIn(strategy),
                (number, _) => Decider::External(details[number.expect("built in or not")]),
            }
        }))
    }
}
