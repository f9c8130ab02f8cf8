//! Single deals side by side that never end: the seats are played from outside, and a deal that is over makes room for
//! the next.

use thiserror::Error;

use super::asked::{Asked, Place, Sight};
use super::open_deal::{Decider, OpenDeal};
use crate::card::{Rank, Seat};
use crate::combo::Detail;
use crate::deal::{Deal, Dealt, Outcome};
use crate::error::counted;
use crate::rng::{Address, Purpose};
use crate::rules::{Rules, Tables};
use crate::series::opening::random_leader;

/// Everybody is played from outside.
const DECIDERS: [Decider<'static>; 4] = [Decider::External(Detail::Ranks); 4];

/// Answers that are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WrongAnswer {
    /// Another number of answers than of deals.
    #[error("{} to {}", counted(*.given, "answer"), counted(*.deals, "deal"))]
    Count {
        /// The number of answers.
        given: usize,
        /// The number of deals.
        deals: usize,
    },
    /// The number of nothing the seat could do.
    #[error("answer {answer} of deal {deal}: expected {}", expected(*answers, *can_pass))]
    Option {
        /// The place of the deal, from 0.
        deal: usize,
        /// The answer.
        answer: i64,
        /// How many there were.
        answers: usize,
        /// Whether the last of them was a pass.
        can_pass: bool,
    },
}

/// What an answer may be, in words.
pub fn expected(answers: usize, can_pass: bool) -> String {
    let last = answers - 1;
    match (last, can_pass) {
        (1, true) => "0 for the only play, or 1 to pass".to_owned(),
        (_, true) => format!("the number of a play, 0 to {}, or {last} to pass", last - 1),
        (_, false) => format!("the number of a play, 0 to {last}"),
    }
}

/// So many deals side by side. Deal `i` of them is first the deal of block `i` of the seed, then of block `i + n`, and
/// so on: the deals of a run with that seed.
#[derive(Clone, Debug)]
pub struct VecDeals {
    rules: Rules,
    tables: Tables,
    seed: u64,
    /// With the block of each.
    deals: Vec<(OpenDeal, u64)>,
}

impl VecDeals {
    /// `n` deals at `level`, begun.
    pub fn new(n: usize, rules: &Rules, level: Rank, seed: u64) -> VecDeals {
        let mut made =
            VecDeals { rules: *rules, tables: Tables::new(rules, level), seed, deals: Vec::with_capacity(n) };
        for block in 0..n as u64 {
            let (deal, address) = made.dealt(block);
            let mut open = OpenDeal::new(deal, address, false, false);
            open.advance(&made.tables, None, &DECIDERS);
            made.deals.push((open, block));
        }
        made
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.deals.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.deals.is_empty()
    }

    /// The seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The rules at the level played.
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    fn dealt(&self, block: u64) -> (Deal, Address) {
        let hands = Dealt::new(self.seed, block, 0).hands();
        let leader = random_leader(Address::new(self.seed, Purpose::Leader, block, 0));
        let deal = Deal::new_unchecked(&self.rules, self.tables.level, hands, leader);
        (deal, Address::new(self.seed, Purpose::Play, block, 0))
    }

    /// In each deal the seat to act takes the option of this number, the number behind the last being a pass. `ended` is
    /// told each deal that this brought to its end, and how.
    ///
    /// # Errors
    /// When an answer is none; nothing has changed then.
    pub fn step(&mut self, answers: &[i64], mut ended: impl FnMut(usize, Outcome)) -> Result<(), WrongAnswer> {
        let n = self.deals.len();
        if answers.len() != n {
            return Err(WrongAnswer::Count { given: answers.len(), deals: n });
        }
        for (deal, (&answer, (open, _))) in answers.iter().zip(&self.deals).enumerate() {
            let (answers, can_pass) = (open.options().len() + usize::from(open.can_pass()), open.can_pass());
            if usize::try_from(answer).map_or(true, |answer| answer >= answers) {
                return Err(WrongAnswer::Option { deal, answer, answers, can_pass });
            }
        }
        for (i, &answer) in answers.iter().enumerate() {
            let (open, block) = &mut self.deals[i];
            open.choose(answer as usize, &self.tables);
            if open.advance(&self.tables, None, &DECIDERS) {
                continue;
            }
            ended(i, open.deal().outcome().expect("played to its end"));
            *block += n as u64;
            let (deal, address) = self.dealt(self.deals[i].1);
            let open = &mut self.deals[i].0;
            open.start(deal, address, None);
            open.advance(&self.tables, None, &DECIDERS);
        }
        Ok(())
    }

    /// What the seat to act of each deal is asked.
    pub fn asked(&self) -> impl ExactSizeIterator<Item = Asked<'_>> {
        self.deals.iter().map(|(open, block)| {
            let view = open.view(&self.tables, None);
            Asked {
                place: Place { match_number: *block, deal: 0, action: view.decision(), seat: view.seat(), phase: None },
                sight: Sight::Play(view),
                options: open.options(),
                can_pass: open.can_pass(),
                played: open.played(),
            }
        })
    }

    /// The levels an end of a deal is worth to each seat: those of its finish to the team of the first, as many less to
    /// the other (R8.1).
    pub fn rewards(&self, outcome: Outcome) -> [i8; 4] {
        let levels = self.tables.promotion[outcome.pattern() as usize] as i8;
        Seat::ALL.map(|seat| if seat.team() == outcome.winners() { levels } else { -levels })
    }
}
