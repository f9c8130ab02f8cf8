//! Single deals side by side, played from outside; when a deal ends, the next one takes its place.

use thiserror::Error;

use super::deal_state::DealState;
use super::decision::{Decision, DecisionId};
use super::player::Seating;
use crate::card::{Rank, Seat};
use crate::deal::{Deal, Outcome};
use crate::error::counted;
use crate::rng::{Address, Purpose};
use crate::rules::{Rules, Tables};
use crate::series::DealStart;

/// Answers that cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WrongAnswer {
    /// There are not as many answers as deals.
    #[error("{} to {}", counted(*.given, "answer"), counted(*.deals, "deal"))]
    Count {
        /// The number of answers.
        given: usize,
        /// The number of deals.
        deals: usize,
    },
    /// An answer is not the index of an option.
    #[error("answer {answer} of deal {deal}: expected {}", expected(*answers, *can_pass))]
    Option {
        /// The index of the deal among those side by side.
        deal: usize,
        /// The answer.
        answer: i64,
        /// How many answers are possible.
        answers: usize,
        /// Whether the last of them is a pass.
        can_pass: bool,
    },
}

/// The possible answers of a seat, in words: `answers` of them, the last of which is a pass if `can_pass`.
pub fn expected(answers: usize, can_pass: bool) -> String {
    let last = answers - 1;
    match (last, can_pass) {
        (0, true) => "0 to pass".to_owned(),
        (0, false) => "0 for the only play".to_owned(),
        (1, true) => "0 for the only play, or 1 to pass".to_owned(),
        (_, true) => format!("the number of a play, 0 to {}, or {last} to pass", last - 1),
        (_, false) => format!("the number of a play, 0 to {last}"),
    }
}

/// The number of deals after which [`VecDeals`] asks once more whether to go on.
const BETWEEN_LOOKS: usize = 4096;

/// Why a step was not made to its end.
#[derive(Debug)]
pub enum StepError<E> {
    /// An answer cannot be taken. Nothing has changed.
    Wrong(WrongAnswer),
    /// The caller wanted to stop. Some deals have made the step and others have not, so that they cannot go on.
    Stopped(E),
}

/// Single deals side by side, all four seats of which are played from outside.
///
/// With `n` deals, deal `i` is first the deal of block `i` in the run with that seed, then that of block `i + n`, and so on.
#[derive(Clone, Debug)]
pub struct VecDeals {
    rules: Rules,
    tables: Tables,
    seed: u64,
    slots: Vec<Slot>,
}

/// A place for one deal after the other.
#[derive(Clone, Debug)]
struct Slot {
    state: DealState,
    /// The block of the deal in progress.
    block: u64,
    /// The answers given in this deal, from which it can be played again.
    answers: Vec<u16>,
}

impl Slot {
    /// Makes the seat to act take an option, and plays on to the next decision. Returns whether there is one; otherwise
    /// the deal is over.
    fn answer(&mut self, option: usize, t: &Tables) -> bool {
        self.answers.push(option as u16);
        self.state.answer(option, t);
        self.state.advance(t, None, &Seating::ALL_OUTSIDE)
    }

    /// The number of options of the seat to act, a pass included.
    fn options(&self) -> usize {
        self.state.options().len() + usize::from(self.state.can_pass())
    }
}

impl VecDeals {
    /// `n` deals at `level`, each played on to its first decision.
    ///
    /// # Errors
    /// Whatever `go_on` fails with, which is called every few thousand deals.
    pub fn new<E>(
        n: usize,
        rules: &Rules,
        level: Rank,
        seed: u64,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<VecDeals, E> {
        let mut made = VecDeals::with_room(n, rules, level, seed);
        for block in 0..n {
            if block % BETWEEN_LOOKS == 0 {
                go_on()?;
            }
            made.slots.push(made.begun(block as u64));
        }
        Ok(made)
    }

    /// Deals played again from what [`VecDeals::history`] says of them: the block and the answers of each. `None` when
    /// an answer is not possible.
    ///
    /// # Errors
    /// Whatever `go_on` fails with, which is called every few thousand deals.
    pub fn replayed<E>(
        history: &[(u64, Vec<u16>)],
        rules: &Rules,
        level: Rank,
        seed: u64,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<VecDeals>, E> {
        let mut made = VecDeals::with_room(history.len(), rules, level, seed);
        for (i, (block, answers)) in history.iter().enumerate() {
            if i % BETWEEN_LOOKS == 0 {
                go_on()?;
            }
            let mut slot = made.begun(*block);
            for &answer in answers {
                if usize::from(answer) >= slot.options() || !slot.answer(answer.into(), &made.tables) {
                    return Ok(None);
                }
            }
            made.slots.push(slot);
        }
        Ok(Some(made))
    }

    fn with_room(n: usize, rules: &Rules, level: Rank, seed: u64) -> VecDeals {
        VecDeals { rules: *rules, tables: Tables::new(rules, level), seed, slots: Vec::with_capacity(n) }
    }

    /// The deal of a block, played on to its first decision.
    fn begun(&self, block: u64) -> Slot {
        let (deal, address) = self.dealt(block);
        let mut state = DealState::new(deal, address, false, false);
        state.advance(&self.tables, None, &Seating::ALL_OUTSIDE);
        Slot { state, block, answers: Vec::new() }
    }

    /// The block of each deal in progress, and the answers given in it so far.
    pub fn history(&self) -> impl Iterator<Item = (u64, &[u16])> {
        self.slots.iter().map(|slot| (slot.block, &*slot.answers))
    }

    /// The number of deals side by side.
    pub const fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no deals.
    pub const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The seed that the cards and leaders come from.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The rules at the level that is played.
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The deal of a block before its first lead, and the address of its random numbers.
    fn dealt(&self, block: u64) -> (Deal, Address) {
        let start = DealStart::single(self.seed, block, self.tables.level);
        let deal = Deal::new_unchecked(&self.rules, start.level, start.hands(), start.leader());
        (deal, Address::new(self.seed, Purpose::Play, block, 0))
    }

    /// Makes the seat to act of each deal take the option at the index given for it, the number of options standing for a
    /// pass. Calls `ended` with the index and the outcome of each deal that ends with it; the next deal then takes its place.
    ///
    /// # Errors
    /// When an answer cannot be taken, and whatever `go_on` fails with, which is called every few thousand deals.
    pub fn step<E>(
        &mut self,
        answers: &[i64],
        mut go_on: impl FnMut() -> Result<(), E>,
        mut ended: impl FnMut(usize, Outcome),
    ) -> Result<(), StepError<E>> {
        self.check(answers).map_err(StepError::Wrong)?;
        let n = self.slots.len() as u64;
        for (i, &answer) in answers.iter().enumerate() {
            if i % BETWEEN_LOOKS == 0 {
                go_on().map_err(StepError::Stopped)?;
            }
            let slot = &mut self.slots[i];
            if slot.answer(answer as usize, &self.tables) {
                continue;
            }
            ended(i, slot.state.deal().outcome().expect("the deal has been played out"));
            slot.block += n;
            slot.answers.clear();
            let (deal, address) = self.dealt(self.slots[i].block);
            let state = &mut self.slots[i].state;
            state.begin(deal, address, None);
            state.advance(&self.tables, None, &Seating::ALL_OUTSIDE);
        }
        Ok(())
    }

    /// Whether there is an answer for each deal, and each is possible.
    fn check(&self, answers: &[i64]) -> Result<(), WrongAnswer> {
        let n = self.slots.len();
        if answers.len() != n {
            return Err(WrongAnswer::Count { given: answers.len(), deals: n });
        }
        for (deal, (&answer, slot)) in answers.iter().zip(&self.slots).enumerate() {
            let answers = slot.options();
            if usize::try_from(answer).map_or(true, |answer| answer >= answers) {
                return Err(WrongAnswer::Option { deal, answer, answers, can_pass: slot.state.can_pass() });
            }
        }
        Ok(())
    }

    /// The decision of the seat to act in each deal.
    pub fn decisions(&self) -> impl ExactSizeIterator<Item = Decision<'_>> {
        self.slots.iter().map(|Slot { state, block, .. }| {
            let view = state.view(&self.tables, None);
            let (action, seat) = (view.decision(), view.seat());
            let id = DecisionId { match_number: *block, deal: 0, action, seat, phase: None };
            state.decision(id, [view.level(); 2], view)
        })
    }

    /// The levels that the end of a deal is worth, by seat: the promotion of the winners (R7.3), negative for the losers.
    pub fn rewards(&self, outcome: Outcome) -> [i8; 4] {
        let levels = self.tables.promotion[outcome.pattern() as usize] as i8;
        Seat::ALL.map(|seat| if seat.team() == outcome.winners() { levels } else { -levels })
    }
}
