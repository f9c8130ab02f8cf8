//! Running blocks on many threads, with the same result for any number of them.
//!
//! Blocks are cut into chunks. The result of a block is a pure function of the plan, and chunks are put together in order.

use std::cell::Cell;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::columns::{ColumnSpec, Table, add_rows, empty_table};
use super::error::{PlanError, SimError};
use super::match_state::MatchState;
use super::plan::{Plan, Unit};
use super::player::{Asking, Player, Seating};
use super::plays::{PlayRow, play_columns};
use super::recorder::{Recorder, Rows};
use super::rows::{DealRow, MatchRow, deal_columns, match_columns};
use crate::card::Rank;
use crate::deal::Stakes;
use crate::policy::Policy;
use crate::rules::Tables;
use crate::series::{Equity, Standing};

/// The tables and records of some blocks.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Part {
    /// The table `matches`, with a row for each match or single deal.
    pub matches: Table,
    /// The table `deals`, with a row for each deal.
    pub deals: Table,
    /// The table `plays`, with a row for each play and pass; without columns where the plan does not ask for it.
    pub plays: Table,
    /// A line for each deal (see [`crate::record`]); empty where the plan does not ask for records.
    pub records: String,
}

impl Part {
    /// The rows and records of `parts`, one part behind the other; all of them have the tables of `empty`.
    fn of_parts(empty: Part, parts: Vec<Part>) -> Part {
        let (mut matches, mut deals, mut plays, mut records) = (Vec::new(), Vec::new(), Vec::new(), String::new());
        for part in parts {
            matches.push(part.matches);
            deals.push(part.deals);
            plays.push(part.plays);
            records.push_str(&part.records);
        }
        Part {
            matches: Table::of_parts(empty.matches, matches),
            deals: Table::of_parts(empty.deals, deals),
            plays: Table::of_parts(empty.plays, plays),
            records,
        }
    }

    /// The tables that the plan asks for, by name.
    pub fn tables(&self) -> impl Iterator<Item = (&'static str, &Table)> {
        let tables = [("matches", &self.matches), ("deals", &self.deals), ("plays", &self.plays)];
        tables.into_iter().filter(|(_, table)| !table.columns.is_empty())
    }
}

/// The worker threads of a run. Not the global pool of rayon, which does not survive a fork of the process.
pub struct Pool(pub(super) rayon::ThreadPool);

impl Pool {
    /// Starts `threads` workers; 0 stands for one for each processor.
    ///
    /// # Errors
    /// When the system does not start them.
    pub fn new(threads: usize) -> Result<Pool, SimError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("guandan-{i}")).build();
        pool.map(Pool).map_err(|error| SimError::Threads { threads, message: error.to_string() })
    }

    /// The number of workers.
    pub fn threads(&self) -> usize {
        self.0.current_num_threads()
    }
}

/// The tables of a plan without rows: the names, types and meanings of their columns.
pub fn schema(plan: &Plan) -> Part {
    Part {
        matches: empty_table(&match_columns(plan), 0),
        deals: empty_table(&deal_columns(plan), 0),
        plays: empty_table(&play_specs(plan), 0),
        records: String::new(),
    }
}

/// The columns of the table `plays`, where the plan asks for it.
fn play_specs(plan: &Plan) -> Vec<ColumnSpec<PlayRow>> {
    if plan.plays { play_columns() } else { Vec::new() }
}

/// Plays `blocks` blocks from block `first` on.
///
/// `progress` is increased by the number of matches that have been finished. Setting `cancel` ends the run within
/// milliseconds.
///
/// # Errors
/// When the plan cannot be run or has players outside the engine, on cancellation, and when a match fails.
pub fn run_blocks(
    plan: &Plan,
    first: u64,
    blocks: u64,
    pool: &Pool,
    cancel: &AtomicBool,
    progress: &AtomicU64,
) -> Result<Part, SimError> {
    let end = check(plan, first, blocks)?;
    if let Some(player) = plan.strategies.iter().find(|player| matches!(player, Player::Outside { .. })) {
        return Err(PlanError::External(player.to_string()).into());
    }
    let context = RunContext::new(plan, |_| Asking::USUAL, false, false);
    let run = Run { context, specs: TableSpecs::new(plan), cancel, progress };
    // Large enough that making room for the columns costs nothing to speak of; small enough that rows stay in the cache until
    // they are columns, and that threads finish together where a deal takes long.
    let most = match plan.unit {
        Unit::Deal { .. } => 512,
        Unit::Match { .. } => 64,
    };
    let chunk = (blocks / (8 * pool.threads() as u64)).clamp(1, most);
    let chunks = blocks.div_ceil(chunk);
    pool.0.install(|| {
        let parts: Result<Vec<Part>, SimError> = (0..chunks)
            .into_par_iter()
            .map(|i| {
                let from = first + i * chunk;
                run.chunk(from..(from + chunk).min(end))
            })
            .collect();
        parts.map(|parts| Part::of_parts(schema(plan), parts))
    })
}

/// Checks that a plan can be run and these blocks of it numbered. Returns the number of the block behind the last.
pub(super) fn check(plan: &Plan, first: u64, blocks: u64) -> Result<u64, PlanError> {
    plan.check()?;
    first
        .checked_add(blocks)
        .filter(|end| end.checked_mul(plan.rotations.into()).is_some())
        .ok_or(PlanError::Blocks { first, blocks })
}

/// Everything that the matches of one run share.
pub(super) struct RunContext {
    pub(super) plan: Arc<Plan>,
    /// The rules, compiled for each level.
    tables: Vec<Tables>,
    /// The chances to win a match, where a player asks what a deal is worth.
    equity: Option<Arc<Equity>>,
    /// Who plays the seats, by rotation.
    seatings: [Seating; 4],
    /// Whether the plays of a deal are logged.
    pub(super) logs: bool,
    pub(super) recorder: Recorder,
}

impl RunContext {
    /// The context of a run of `plan`. `asking` says how a player outside, known by its index, is asked; `looks_back` whether
    /// one of the players outside wants to see every play so far, and `asks_for_stakes` whether one wants to know what the ends
    /// of a deal are worth.
    pub(super) fn new(
        plan: &Plan,
        asking: impl Fn(usize) -> Asking,
        looks_back: bool,
        asks_for_stakes: bool,
    ) -> RunContext {
        let asks_for_stakes = matches!(plan.unit, Unit::Match { .. })
            && (asks_for_stakes || plan.built_in().any(Policy::asks_for_stakes));
        let plan = Arc::new(plan.clone());
        RunContext {
            tables: Tables::all_levels(&plan.rules),
            equity: asks_for_stakes.then(|| Equity::usual(&plan.rules)),
            seatings: [0, 1, 2, 3].map(|rotation| Seating::new(&plan, rotation, &asking)),
            logs: looks_back
                || plan.records
                || plan.plays
                || plan.leave_rate() > 0.0
                || plan.built_in().any(Policy::looks_back),
            recorder: Recorder::new(&plan),
            plan,
        }
    }

    /// The rules at `level`.
    pub(super) fn tables(&self, level: Rank) -> &Tables {
        &self.tables[level.index()]
    }

    /// Who plays the seats in a rotation.
    pub(super) fn seating(&self, rotation: u8) -> &Seating {
        &self.seatings[usize::from(rotation)]
    }

    /// What the ends of the deal after `standing` are worth, where a strategy asks for it.
    pub(super) fn stakes(&self, standing: &Standing) -> Option<Stakes> {
        self.equity.as_ref().and_then(|equity| equity.stakes(&self.plan.rules, standing))
    }
}

/// How the columns of the tables of a plan are made.
pub(super) struct TableSpecs {
    matches: Vec<ColumnSpec<MatchRow>>,
    deals: Vec<ColumnSpec<DealRow>>,
    plays: Vec<ColumnSpec<PlayRow>>,
}

impl TableSpecs {
    pub(super) fn new(plan: &Plan) -> TableSpecs {
        TableSpecs { matches: match_columns(plan), deals: deal_columns(plan), plays: play_specs(plan) }
    }

    /// The tables and records of these rows.
    pub(super) fn part(&self, rows: &Rows) -> Part {
        let mut part = Part {
            matches: empty_table(&self.matches, rows.matches.len()),
            deals: empty_table(&self.deals, rows.deals.len()),
            plays: empty_table(&self.plays, rows.plays.len()),
            records: rows.records.iter().flat_map(|record| [record.to_line(), "\n".to_owned()]).collect(),
        };
        add_rows(&rows.matches, &self.matches, &mut part.matches);
        add_rows(&rows.deals, &self.deals, &mut part.deals);
        add_rows(&rows.plays, &self.plays, &mut part.plays);
        part
    }
}

struct Run<'a> {
    context: RunContext,
    specs: TableSpecs,
    cancel: &'a AtomicBool,
    progress: &'a AtomicU64,
}

impl Run<'_> {
    /// Plays some blocks on this thread; a panic becomes an error that names the block.
    fn chunk(&self, blocks: Range<u64>) -> Result<Part, SimError> {
        let current = Cell::new(blocks.start);
        guarded(&current, || self.play(blocks, &current))
    }

    fn play(&self, blocks: Range<u64>, current: &Cell<u64>) -> Result<Part, SimError> {
        let mut state = MatchState::new(&self.context);
        for block in blocks {
            current.set(block);
            for rotation in 0..self.context.plan.rotations {
                state.begin(&self.context, block, rotation);
                state.advance(&self.context, self.cancel)?;
            }
        }
        let rows = state.take_rows();
        self.progress.fetch_add(rows.matches.len() as u64, Ordering::Relaxed);
        Ok(self.specs.part(&rows))
    }
}

/// Does `work`; a panic in it becomes an error that names the block being played.
pub(super) fn guarded<T>(block: &Cell<u64>, work: impl FnOnce() -> Result<T, SimError>) -> Result<T, SimError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        let line = text.and_then(|text| text.lines().next()).unwrap_or("unknown fault");
        Err(SimError::Failed { block: block.get(), message: line.to_owned() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_of_one_line_that_names_the_block() {
        let block = Cell::new(0);
        let failed = guarded(&block, || -> Result<(), SimError> {
            block.set(17);
            panic!("a card too many\n{}", "hand");
        });
        assert_eq!(failed.unwrap_err().to_string(), "block 17 failed: a card too many");
        assert_eq!(guarded(&block, || Ok(3)), Ok(3));
        assert_eq!(guarded(&block, || Err::<(), _>(SimError::Cancelled)), Err(SimError::Cancelled));
    }
}
