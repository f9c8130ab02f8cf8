//! Players outside the engine: what they are asked and told, and how they fail.

use super::decision::{Decision, DecisionId};
use super::error::SimError;
use super::event::MatchEvent;
use super::player::Asking;
use super::run::Part;
use crate::card::Seat;

/// The players outside the engine. A player is known by its index: the first at which it stands in
/// [`Plan::strategies`](super::Plan::strategies).
pub trait OutsidePlayers {
    /// Why a player has no answer.
    type Error;
    /// Why the whole run has to end.
    type Stop;

    /// How a player is asked.
    fn asking(&self, player: usize) -> Asking;

    /// Whether views have to show every play so far.
    fn looks_back(&self) -> bool;

    /// Whether views have to show what the ends of a deal are worth in the match.
    fn asks_for_stakes(&self) -> bool;

    /// How many matches are played side by side.
    fn at_once(&self) -> usize;

    /// Adds the answers of one player to `decisions`, in order: the index of an option, or the number of options to
    /// pass; `None` when there is no answer yet, so that the match waits and the player is asked about the decision
    /// again. When one of the answers is an error the rest may be left out.
    ///
    /// # Errors
    /// When the whole run has to end.
    fn decide(
        &mut self,
        player: usize,
        decisions: &[Decision<'_>],
        answers: &mut Vec<Answer<Self::Error>>,
    ) -> Result<(), Self::Stop>;

    /// Whether a player is told what happens in its matches.
    fn observes(&self, player: usize) -> bool;

    /// Tells a player that something happened in a match in which it has these seats. Within a match events come in
    /// order, and a player is told all of them up to a decision before it is asked. Returns why the player fails at the
    /// event, if it does.
    ///
    /// # Errors
    /// When the whole run has to end.
    fn observe(
        &mut self,
        player: usize,
        seats: &[Seat],
        event: &MatchEvent,
    ) -> Result<Result<(), Self::Error>, Self::Stop>;

    /// Called about ten times a second with the number of matches that have ended.
    ///
    /// # Errors
    /// When the whole run has to end.
    fn tick(&mut self, ended: u64) -> Result<(), Self::Stop>;
}

/// What a player says to one decision; `None` when it has no answer yet.
pub type Answer<E> = Result<Option<i64>, E>;

/// Why a match could not go on.
#[derive(Debug)]
pub enum FailureCause<E> {
    /// The player had no answer.
    Raised(E),
    /// The player failed when it was told what had happened.
    Observing(E),
    /// The answer was not an index of what the player could do.
    Index {
        /// The answer.
        given: i64,
        /// How many answers were possible.
        answers: usize,
        /// Whether the last of them was a pass.
        can_pass: bool,
    },
}

/// A match that could not go on because a player outside failed.
#[derive(Debug)]
pub struct Failure<E> {
    /// The name of the player in plans and records.
    pub strategy: String,
    /// The block of the match. All matches of the block are left out.
    pub block: u64,
    /// The decision that the player failed at. Where it failed when it was told an event, the moment of the event and
    /// the player's first seat.
    pub decision: DecisionId,
    /// What was wrong.
    pub cause: FailureCause<E>,
}

/// Why a run was not finished.
#[derive(Debug)]
pub enum LockstepError<E, S> {
    /// The engine failed, or the plan cannot be run.
    Sim(SimError),
    /// A player outside failed, and the run was to stop at that.
    Failure(Box<Failure<E>>),
    /// The players outside ended the run.
    Stop(S),
}

impl<E, S> From<SimError> for LockstepError<E, S> {
    fn from(error: SimError) -> Self {
        LockstepError::Sim(error)
    }
}

/// The result of a run: the rows of the blocks that came to their end, and the failures of the others.
pub type Lockstepped<P> = Result<
    (Part, Vec<Failure<<P as OutsidePlayers>::Error>>),
    LockstepError<<P as OutsidePlayers>::Error, <P as OutsidePlayers>::Stop>,
>;

/// What is done when a player outside fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnFailure {
    /// The run ends.
    Stop,
    /// The whole block is left out, so that what is compared within a block stays comparable, and the run goes on.
    Continue,
}
