//! Many deals and matches side by side, for players outside the engine.
//!
//! Each match goes on until a seat played from outside has a choice. Then all matches that wait for one player are put
//! to it together, so that it can answer thousands of decisions in one call. Built-in strategies decide at once, on the
//! threads of the pool. What is asked, in which order, and what comes of it depend neither on threads nor on time.
//! Since every random number has an address, a run whose players outside do what built-in strategies do has the rows
//! that [`super::run_blocks`] makes of the built-in ones.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use rayon::prelude::*;

use super::decision::{Decision, DecisionId};
use super::error::SimError;
use super::event::Moment;
use super::match_state::MatchState;
use super::outside::{Answer, Failure, FailureCause, LockstepError, Lockstepped, OnFailure, OutsidePlayers};
use super::plan::Plan;
use super::recorder::Rows;
use super::run::{Part, Pool, RunContext, TableSpecs, check, guarded};

/// Plays `blocks` blocks from block `first` on and asks `outside` for the players that are not built in. Returns the rows of
/// the blocks that came to their end and the failures of the others, both in the order of matches.
///
/// # Errors
/// When the plan cannot be run, when a player fails and the run is to stop at that, and when `outside` ends the run.
pub fn run_lockstep<P: OutsidePlayers>(
    plan: &Plan,
    first: u64,
    blocks: u64,
    pool: &Pool,
    on_failure: OnFailure,
    outside: &mut P,
) -> Lockstepped<P> {
    let end = check(plan, first, blocks).map_err(SimError::from)?;
    let players = plan.outside().map(|(player, _)| player);
    let observers: ArrayVec<usize, 4> = players.filter(|&player| outside.observes(player)).collect();
    let mut run = Lockstep {
        context: RunContext::new(
            plan,
            |player| outside.asking(player),
            outside.looks_back() || !observers.is_empty(),
            outside.asks_for_stakes(),
        ),
        observers,
        pool,
        on_failure,
        to_begin: (first..end).flat_map(|block| (0..plan.rotations).map(move |rotation| (block, rotation))),
        matches: Vec::new(),
        done: BTreeMap::new(),
        failures: Vec::new(),
        ended: 0,
        ticked: Instant::now(),
    };
    run.play(outside)?;
    Ok(run.result())
}

struct Lockstep<'a, I, E> {
    context: RunContext,
    /// The players that are told what happens.
    observers: ArrayVec<usize, 4>,
    pool: &'a Pool,
    on_failure: OnFailure,
    /// The block and rotation of each match that has not begun, in order.
    to_begin: I,
    /// The matches in progress.
    matches: Vec<MatchState>,
    /// The rows of the matches that are over, by number.
    done: BTreeMap<u64, Rows>,
    failures: Vec<Failure<E>>,
    /// How many matches have ended, by failures too.
    ended: u64,
    ticked: Instant,
}

/// The time between two calls of [`OutsidePlayers::tick`].
const PAUSE: Duration = Duration::from_millis(100);

impl<I: Iterator<Item = (u64, u8)>, E> Lockstep<'_, I, E> {
    fn play<P: OutsidePlayers<Error = E>>(&mut self, outside: &mut P) -> Result<(), LockstepError<E, P::Stop>> {
        for (block, rotation) in self.to_begin.by_ref().take(outside.at_once().max(1)) {
            let mut state = MatchState::new(&self.context);
            if !self.observers.is_empty() {
                state.keep_events();
            }
            state.begin(&self.context, block, rotation);
            self.matches.push(state);
        }
        while !self.matches.is_empty() {
            self.advance(outside)?;
            self.tell(outside)?;
            self.collect();
            self.ask(outside)?;
        }
        Ok(())
    }

    /// Begins the next match in the place of the match at `index`. Where all have begun the last match in progress moves
    /// there. Says whether a match has begun.
    fn replace(&mut self, index: usize) -> bool {
        let Some((block, rotation)) = self.to_begin.next() else {
            self.matches.swap_remove(index);
            return false;
        };
        self.matches[index].begin(&self.context, block, rotation);
        true
    }

    /// Plays all matches, on the threads of the pool, until each waits for a player outside or is over. Meanwhile this thread
    /// calls [`OutsidePlayers::tick`].
    fn advance<P: OutsidePlayers<Error = E>>(&mut self, outside: &mut P) -> Result<(), LockstepError<E, P::Stop>> {
        let (context, matches, ended) = (&self.context, &mut self.matches, self.ended);
        let cancel = AtomicBool::new(false);
        let (sender, receiver) = channel();
        let (cancel, ticked) = (&cancel, &mut self.ticked);
        self.pool.0.in_place_scope(|scope| {
            scope.spawn(move |_| {
                let moved: Result<(), SimError> = matches
                    .par_iter_mut()
                    .with_min_len(16)
                    .try_for_each(|state| guarded(&Cell::new(state.block()), || state.advance(context, cancel)));
                // The receiver is gone only when the run has been stopped.
                let _ = sender.send(moved);
            });
            loop {
                match receiver.recv_timeout(PAUSE.saturating_sub(ticked.elapsed())) {
                    Ok(moved) => return Ok(moved?),
                    Err(RecvTimeoutError::Disconnected) => unreachable!("the job sends before it ends"),
                    Err(RecvTimeoutError::Timeout) => {
                        *ticked = Instant::now();
                        if let Err(stop) = outside.tick(ended) {
                            cancel.store(true, Ordering::Relaxed);
                            return Err(LockstepError::Stop(stop));
                        }
                    }
                }
            }
        })
    }

    /// Tells the players that observe what has happened in each match.
    fn tell<P: OutsidePlayers<Error = E>>(&mut self, outside: &mut P) -> Result<(), LockstepError<E, P::Stop>> {
        if self.observers.is_empty() {
            return Ok(());
        }
        let mut failed = Vec::new();
        for index in 0..self.matches.len() {
            if self.tell_of(outside, index)? {
                failed.push(index);
            }
        }
        self.abandon(outside, failed)
    }

    /// Tells the players that observe what has happened in the match at `index`. Says whether one of them failed; a
    /// player that failed is told no more of this match.
    fn tell_of<P: OutsidePlayers<Error = E>>(
        &mut self,
        outside: &mut P,
        index: usize,
    ) -> Result<bool, LockstepError<E, P::Stop>> {
        let events = self.matches[index].take_events();
        let rotation = self.matches[index].rotation();
        let before = self.failures.len();
        for player in self.observers.clone() {
            let seats = self.context.seating(rotation).seats_of(player);
            for event in &events {
                let Err(error) = outside.observe(player, &seats, event).map_err(LockstepError::Stop)? else { continue };
                let Moment { match_number, block, deal, action, .. } = event.moment;
                let decision = DecisionId { match_number, deal, action, seat: seats[0], phase: None };
                self.fail(player, block, decision, FailureCause::Observing(error))?;
                break;
            }
        }
        Ok(self.failures.len() > before)
    }

    /// Takes the rows of the matches that are over, and begins others in their places.
    fn collect(&mut self) {
        let mut i = 0;
        while i < self.matches.len() {
            let state = &mut self.matches[i];
            if state.is_over() {
                self.done.insert(state.number(), state.take_rows());
                self.ended += 1;
                if !self.replace(i) {
                    continue;
                }
            }
            i += 1;
        }
    }

    /// Asks each player for all matches that wait for it: first about tribute, where there is any, then about plays.
    fn ask<P: OutsidePlayers<Error = E>>(&mut self, outside: &mut P) -> Result<(), LockstepError<E, P::Stop>> {
        let mut waiting: [[Vec<usize>; 2]; 4] = Default::default();
        for (i, state) in self.matches.iter().enumerate() {
            if let Some(seat) = state.seat_to_decide() {
                let player = self.context.seating(state.rotation()).player(seat);
                waiting[player][usize::from(!state.is_in_tribute())].push(i);
            }
        }
        let mut failed = Vec::new();
        for (player, groups) in waiting.iter().enumerate() {
            for group in groups.iter().filter(|group| !group.is_empty()) {
                self.ask_player(outside, player, group, &mut failed)?;
            }
        }
        self.abandon(outside, failed)
    }

    /// Gives up the matches at the indices of `failed`, and begins others in their places.
    fn abandon<P: OutsidePlayers<Error = E>>(
        &mut self,
        outside: &mut P,
        mut failed: Vec<usize>,
    ) -> Result<(), LockstepError<E, P::Stop>> {
        // From behind, so that the match that takes a place has not failed itself.
        failed.sort_unstable();
        for index in failed.into_iter().rev() {
            self.ended += 1;
            self.matches[index].abandon();
            self.tell_of(outside, index)?;
            self.replace(index);
        }
        Ok(())
    }

    /// Notes that a player has failed.
    ///
    /// # Errors
    /// When the run is to stop at that.
    fn fail<S>(
        &mut self,
        player: usize,
        block: u64,
        decision: DecisionId,
        cause: FailureCause<E>,
    ) -> Result<(), LockstepError<E, S>> {
        let strategy = self.context.plan.strategies[player].to_string();
        let failure = Failure { strategy, block, decision, cause };
        if self.on_failure == OnFailure::Stop {
            return Err(LockstepError::Failure(Box::new(failure)));
        }
        self.failures.push(failure);
        Ok(())
    }

    /// Asks one player about the matches at the indices of `group`; adds the indices of those it fails in to `failed`.
    fn ask_player<P: OutsidePlayers<Error = E>>(
        &mut self,
        outside: &mut P,
        player: usize,
        group: &[usize],
        failed: &mut Vec<usize>,
    ) -> Result<(), LockstepError<E, P::Stop>> {
        let decisions: Vec<Decision<'_>> =
            group.iter().map(|&index| self.matches[index].decision(&self.context)).collect();
        let mut answers = Vec::with_capacity(decisions.len());
        outside.decide(player, &decisions, &mut answers).map_err(LockstepError::Stop)?;
        let judged: Vec<Judged<E>> =
            decisions.iter().zip(answers).map(|(decision, answer)| judge(decision, answer)).collect();
        assert!(judged.len() == group.len() || judged.iter().any(Result::is_err), "an answer to each decision");
        for (&index, judged) in group.iter().zip(judged) {
            match judged {
                Ok(Some(option)) => self.matches[index].answer(option),
                Ok(None) => {}
                Err((decision, cause)) => {
                    self.fail(player, self.matches[index].block(), decision, cause)?;
                    failed.push(index);
                }
            }
        }
        if self.ticked.elapsed() >= PAUSE {
            self.ticked = Instant::now();
            outside.tick(self.ended).map_err(LockstepError::Stop)?;
        }
        Ok(())
    }

    /// The rows of the blocks without a failure, and the failures.
    fn result(mut self) -> (Part, Vec<Failure<E>>) {
        let plan = &self.context.plan;
        let left_out: BTreeSet<u64> = self.failures.iter().map(|failure| failure.block).collect();
        let mut kept = Rows::default();
        for (number, rows) in std::mem::take(&mut self.done) {
            if !left_out.contains(&(number / u64::from(plan.rotations))) {
                kept.append(rows);
            }
        }
        self.failures.sort_by_key(|failure| failure.decision.match_number);
        (TableSpecs::new(plan).part(&kept), self.failures)
    }
}

/// What an answer comes to: the index of an option, `None` when there is no answer yet, or the decision and why the
/// answer cannot be taken.
type Judged<E> = Result<Option<usize>, (DecisionId, FailureCause<E>)>;

fn judge<E>(decision: &Decision<'_>, answer: Answer<E>) -> Judged<E> {
    let cause = match answer {
        Ok(None) => return Ok(None),
        Ok(Some(given)) => match usize::try_from(given) {
            Ok(option) if option < decision.answers() => return Ok(Some(option)),
            _ => FailureCause::Index { given, answers: decision.answers(), can_pass: decision.can_pass },
        },
        Err(raised) => FailureCause::Raised(raised),
    };
    Err((decision.id, cause))
}
