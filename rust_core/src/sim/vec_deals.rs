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
    /// An answer is not an index of what the seat can do.
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
        (1, true) => "0 for the only play, or 1 to pass".to_owned(),
        (_, true) => format!("the number of a play, 0 to {}, or {last} to pass", last - 1),
        (_, false) => format!("the number of a play, 0 to {last}"),
    }
}

/// Single deals side by side, all four seats of which are played from outside.
///
/// With `n` deals, deal `i` is first the deal of block `i` in the run with that seed, then that of block `i + n`, and so on.
#[derive(Clone, Debug)]
pub struct VecDeals {
    rules: Rules,
    tables: Tables,
    seed: u64,
    /// Each deal with its block.
    deals: Vec<(DealState, u64)>,
}

impl VecDeals {
    /// `n` deals at `level`, each played on to its first decision.
    pub fn new(n: usize, rules: &Rules, level: Rank, seed: u64) -> VecDeals {
        let mut made =
            VecDeals { rules: *rules, tables: Tables::new(rules, level), seed, deals: Vec::with_capacity(n) };
        for block in 0..n as u64 {
            let (deal, address) = made.dealt(block);
            let mut state = DealState::new(deal, address, false, false);
            state.advance(&made.tables, None, &Seating::ALL_OUTSIDE);
            made.deals.push((state, block));
        }
        made
    }

    /// The number of deals side by side.
    pub const fn len(&self) -> usize {
        self.deals.len()
    }

    /// Whether there are no deals.
    pub const fn is_empty(&self) -> bool {
        self.deals.is_empty()
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
    /// [`WrongAnswer`] when there are not as many answers as deals, or one of them is not possible. Nothing has changed then.
    pub fn step(&mut self, answers: &[i64], mut ended: impl FnMut(usize, Outcome)) -> Result<(), WrongAnswer> {
        let n = self.deals.len();
        if answers.len() != n {
            return Err(WrongAnswer::Count { given: answers.len(), deals: n });
        }
        for (deal, (&answer, (state, _))) in answers.iter().zip(&self.deals).enumerate() {
            let (answers, can_pass) = (state.options().len() + usize::from(state.can_pass()), state.can_pass());
            if usize::try_from(answer).map_or(true, |answer| answer >= answers) {
                return Err(WrongAnswer::Option { deal, answer, answers, can_pass });
            }
        }
        for (i, &answer) in answers.iter().enumerate() {
            let (state, block) = &mut self.deals[i];
            state.answer(answer as usize, &self.tables);
            if state.advance(&self.tables, None, &Seating::ALL_OUTSIDE) {
                continue;
            }
            ended(i, state.deal().outcome().expect("the deal has been played out"));
            *block += n as u64;
            let (deal, address) = self.dealt(self.deals[i].1);
            let state = &mut self.deals[i].0;
            state.begin(deal, address, None);
            state.advance(&self.tables, None, &Seating::ALL_OUTSIDE);
        }
        Ok(())
    }

    /// The decision of the seat to act in each deal.
    pub fn decisions(&self) -> impl ExactSizeIterator<Item = Decision<'_>> {
        self.deals.iter().map(|(state, block)| {
            let view = state.view(&self.tables, None);
            let (action, seat) = (view.decision(), view.seat());
            state.decision(DecisionId { match_number: *block, deal: 0, action, seat, phase: None }, view)
        })
    }

    /// The levels that the end of a deal is worth, by seat: the promotion of the winners (R7.3), negative for the losers.
    pub fn rewards(&self, outcome: Outcome) -> [i8; 4] {
        let levels = self.tables.promotion[outcome.pattern() as usize] as i8;
        Seat::ALL.map(|seat| if seat.team() == outcome.winners() { levels } else { -levels })
    }
}
