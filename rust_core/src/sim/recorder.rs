//! What stays of a deal or match once it is over: its rows in the tables, and its record.
//!
//! Knows results only, not how the play was driven.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::observers::Counts;
use super::plan::Plan;
use super::plays::{PlayRow, play_rows};
use super::rows::{DealRow, HandFacts, MatchRow};
use crate::card::Seat;
use crate::deal::{Deal, Log};
use crate::evaluate::Fewest;
use crate::record::{Heading, PlayedDeal, Record};
use crate::rules::Tables;
use crate::series::{Consequence, DealEnd, DealStart, EndedBy, Standing};

/// The rows and records of deals and matches, in the order in which they ended.
#[derive(Clone, Default)]
pub(super) struct Rows {
    pub(super) deals: Vec<DealRow>,
    pub(super) matches: Vec<MatchRow>,
    pub(super) records: Vec<Record>,
    pub(super) plays: Vec<PlayRow>,
}

impl Rows {
    /// Adds the row of a match, or of a single deal taken as one, behind the rows of its deals. `ended_by` is `None` for a
    /// single deal.
    pub(super) fn push_match(&mut self, row: MatchRow, ended_by: Option<EndedBy>) {
        // A match of which no deal counted has no record that could say how it ended.
        if let Some(last) = self.records.last_mut().filter(|record| record.match_number == row.number) {
            last.ends_match(ended_by, row.winner_team);
        }
        self.matches.push(row);
    }

    /// Adds `others` behind these.
    pub(super) fn append(&mut self, mut others: Rows) {
        let Rows { deals, matches, records, plays } = &mut others;
        self.deals.append(deals);
        self.matches.append(matches);
        self.records.append(records);
        self.plays.append(plays);
    }
}

/// A deal that has been played to its end, and what that did to its match.
pub(super) struct FinishedDeal<'a> {
    pub(super) match_number: u64,
    pub(super) rotation: u8,
    /// What the deal started from, its tribute settled.
    pub(super) start: &'a DealStart,
    pub(super) tables: &'a Tables,
    pub(super) deal: &'a Deal,
    /// The plays; `None` where neither records nor the table `plays` are made.
    pub(super) log: Option<&'a Log>,
    pub(super) counts: Counts,
    /// Whether the deal was played out or left.
    pub(super) end: DealEnd,
    /// How many plays and passes came before that end.
    pub(super) actions: u32,
    /// The match before the deal.
    pub(super) before: &'a Standing,
    /// The match after the deal.
    pub(super) after: &'a Standing,
    pub(super) consequence: Consequence,
}

impl<'a> FinishedDeal<'a> {
    /// The plays.
    pub(super) fn log(&self) -> &'a Log {
        self.log.expect("a log is kept where records and rows of plays are made")
    }
}

/// Makes the rows and records of one plan.
pub(super) struct Recorder {
    plan: Arc<Plan>,
    /// The beginning that all records have in common; `None` where no records are made.
    heading: Option<Heading>,
    /// The strategies' text forms in records, by rotation and seat.
    strategies: [[String; 4]; 4],
    counters: Counters,
}

impl Recorder {
    /// The recorder of `plan`.
    pub(super) fn new(plan: &Arc<Plan>) -> Recorder {
        let texts = plan.strategies.each_ref().map(ToString::to_string);
        let at = |rotation| Seat::ALL.map(|seat| texts[Plan::strategy_at(seat, rotation)].clone());
        Recorder {
            plan: Arc::clone(plan),
            heading: plan.records.then(|| Heading::new(&plan.rules, &plan.label, plan.seed, plan.clock())),
            strategies: [0, 1, 2, 3].map(at),
            counters: Counters::default(),
        }
    }

    /// Adds what stays of a deal. A deal that was left has a record and no rows; one that the bell made void has neither.
    pub(super) fn record_deal(&self, finished: &FinishedDeal<'_>, rows: &mut Rows) {
        let FinishedDeal { match_number, start, tables, deal, before, consequence, .. } = *finished;
        if let Some(heading) = self.heading.as_ref().filter(|_| consequence != Consequence::Void) {
            rows.records.push(Record::of(
                heading,
                &PlayedDeal {
                    match_number,
                    strategies: &self.strategies[usize::from(finished.rotation)],
                    start,
                    tables,
                    log: finished.log(),
                    actions: finished.actions,
                    end: finished.end,
                    before,
                    after: finished.after,
                    promotion: consequence.promotion(),
                },
            ));
        }
        let (Consequence::Counted(promotion), DealEnd::Finished(outcome)) = (consequence, finished.end) else { return };
        if self.plan.plays {
            play_rows(finished, &self.plan.rules, &mut rows.plays);
        }
        let mut row = DealRow::new(match_number, start, deal, finished.counts, self.hand_facts(start, tables));
        row.declarers = before.declarers;
        row.finish(outcome, promotion);
        rows.deals.push(row);
    }

    /// Facts about the hands as dealt.
    fn hand_facts(&self, start: &DealStart, tables: &Tables) -> [HandFacts; 4] {
        let hands = start.dealt.hands();
        if !self.plan.hand_columns {
            return hands.map(|hand| HandFacts::of(hand, tables, None));
        }
        self.counters.lend(tables, |fewest| hands.map(|hand| HandFacts::of(hand, tables, Some(fewest))))
    }
}

/// Counters of fewest plays, lent to the threads of a run. Making a counter takes longer than counting a hand.
#[derive(Default)]
struct Counters(Mutex<Vec<Fewest>>);

impl Counters {
    /// Does `work` with a counter for the rules of `tables`, which no other thread uses meanwhile. All calls for one
    /// set of counters have to be for the same rules.
    fn lend<T>(&self, tables: &Tables, work: impl FnOnce(&mut Fewest) -> T) -> T {
        let free = self.free().pop();
        let mut fewest = free.unwrap_or_else(|| Fewest::new(tables));
        let done = work(&mut fewest);
        self.free().push(fewest);
        done
    }

    /// The counters that no thread uses at the moment.
    fn free(&self) -> MutexGuard<'_, Vec<Fewest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Rank;
    use crate::rules::Rules;

    #[test]
    fn a_counter_is_made_only_when_none_is_free() {
        let t = Tables::new(&Rules::preset("institute").unwrap(), Rank::TWO);
        let counters = Counters::default();
        counters.lend(&t, |_| counters.lend(&t, |_| assert!(counters.free().is_empty())));
        counters.lend(&t, |_| assert_eq!(counters.free().len(), 1));
        assert_eq!(counters.free().len(), 2);
    }
}
