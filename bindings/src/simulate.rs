//! Mass simulation from Python: a plan, the parts played by it, and their tables as files.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use guandan_core::combo::Play;
use guandan_core::parquet;
use guandan_core::policy::Policy;
use guandan_core::series::ClockModel;
use guandan_core::sim::{
    Column, Levels, OnFailure, Part, Plan, Player, Pool, Table, Took, Unit, Values, run_blocks, run_lockstep, schema,
    seats,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::args::{Argument, Game, Given, Level, LevelsArg, function, items, number, optional, whole};
use super::errors::{OrRaise, PlanError, guarded};
use super::failures::{FailureReport, not_closed, stopped};
use super::given::{PASS, belongs, given_deal};
use super::hand::PyHand;
use super::parquet::{file, texts_of};
use super::play::PyPlay;
use super::rollout::MOST_THREADS;
use super::rules::RulesLike;
use super::stepped::PySteppedMatch;
use super::strategy_objects::{ByText, Objects, is_loaded, missing, player};
use super::wait::interruptible;

/// Plays the blocks of a plan. The same blocks always give the same result, with any number of threads.
///
/// `strategies` are one for all seats, two for the teams or four for the seats: texts, or objects written in Python.
/// `unit` is "deal", played at `level`, or "match". A level may be several in turn, as in "2,5,A" or "all". For
/// matches `clock_model` gives seconds, as in "play=5,pass=1.5,between=60", and `leave_rate` the probability that a
/// player leaves during a deal. With `records` every part also holds a record of each deal, with `plays` a table of
/// all plays and passes. `hand_columns` adds columns for the fewest plays of each dealt hand.
///
/// With `hands` every single deal begins with these four hands of 27 cards; None among them is a hand that is dealt at
/// random in every block. `leader` leads them all. With both given, `played` are the plays and passes that every deal
/// begins with: each "pass", a play's text such as "pair T: HT DT", or cards.
///
/// Raises `PlanError` for what cannot be played, for an option that belongs to the other unit, and, without
/// `allow_timing`, for a strategy that depends on time; `RulesError` and `NotationError`.
///
/// >>> from guandan_sim._core import Simulator
/// >>> simulator = Simulator(strategies=["random", "lowest"], seed=7)
/// >>> simulator.strategies, simulator.labels
/// (['random', 'lowest', 'random', 'lowest'], ['random', 'lowest', 'random', 'lowest'])
/// >>> simulator.play(0, 100, workers=1).rows("deals")
/// 100
#[pyclass(name = "Simulator", module = "guandan_sim._core", frozen)]
pub(super) struct PySimulator {
    plan: Arc<Plan>,
    /// The strategies that were given as objects.
    objects: ByText,
    /// The strategies that were loaded from their texts; they live until [`PySimulator::close`].
    loaded: Mutex<ByText>,
    /// How many answers strategies outside the engine have given, by their texts, and how long they took.
    took: Mutex<BTreeMap<String, Took>>,
}

#[pymethods]
impl PySimulator {
    #[new]
    #[pyo3(
        signature = (
            *, strategies, seed, rules = Given::LeftOut, unit = Given::LeftOut, level = Given::LeftOut,
            clock_model = Given::LeftOut, leave_rate = None, rotations = None, records = Given::LeftOut,
            plays = Given::LeftOut, hand_columns = Given::LeftOut, allow_timing = Given::LeftOut, hands = None,
            leader = None, played = None
        ),
        text_signature = "(*, strategies, seed, rules='institute', unit='deal', level='2', clock_model='', leave_rate=0.0, rotations=1, records=False, plays=False, hand_columns=False, allow_timing=True, hands=None, leader=None, played=())"
    )]
    #[allow(clippy::too_many_arguments)] // keyword arguments of a Python function
    fn new(
        strategies: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        rules: Given<'_>,
        unit: Given<'_>,
        level: Given<'_>,
        clock_model: Given<'_>,
        leave_rate: Option<&Bound<'_, PyAny>>,
        rotations: Option<&Bound<'_, PyAny>>,
        records: Given<'_>,
        plays: Given<'_>,
        hand_columns: Given<'_>,
        allow_timing: Given<'_>,
        hands: Option<&Bound<'_, PyAny>>,
        leader: Option<&Bound<'_, PyAny>>,
        played: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PySimulator> {
        let strategies = items("strategies", strategies)?;
        let seed = whole("seed", seed, 0..=u64::MAX)?;
        let rules = rules.or("rules", RulesLike::standard())?;
        let unit = unit.or("unit", "deal".to_owned())?;
        let levels = level.or("level", LevelsArg(Levels::one(Level::LOWEST.0)))?.0;
        let clock_model = clock_model.or("clock_model", String::new())?;
        let leave_rate = leave_rate.map_or(Ok(0.0), |rate| number("leave_rate", rate))?;
        let rotations = rotations.map_or(Ok(1), |rotations| whole("rotations", rotations, 0..=u8::MAX.into()))? as u8;
        let (records, plays) = (records.or("records", false)?, plays.or("plays", false)?);
        let hand_columns = hand_columns.or("hand_columns", false)?;
        let allow_timing = allow_timing.or("allow_timing", true)?;
        let unit = match unit.as_str() {
            "deal" => {
                const MATCHES: &str = "a run of matches; single deals have no clock and nobody leaves them";
                belongs("clock_model", &clock_model, clock_model.is_empty(), MATCHES)?;
                belongs("leave_rate", leave_rate, leave_rate == 0.0, MATCHES)?;
                Unit::Deal { levels }
            }
            "match" => {
                let usual = levels == Levels::one(Level::LOWEST.0);
                belongs("level", levels, usual, "a run of single deals; a match begins at level 2")?;
                let clock = if clock_model.is_empty() { Ok(ClockModel::default()) } else { clock_model.parse() };
                let clock = clock.map_err(PlanError::new_err)?;
                if rules.0.clock.is_none() {
                    let elsewhere = format!("rules with a clock, not {}", rules.label());
                    belongs("clock_model", &clock_model, clock_model.is_empty(), &elsewhere)?;
                }
                Unit::Match { clock, leave_rate }
            }
            other => return Err(PlanError::new_err(format!("unit: expected deal or match, got {other:?}"))),
        };
        let given = given_deal(rules, unit, hands, leader, played)?;
        let mut objects = ByText::new();
        let strategies: Vec<Player> =
            strategies.iter().map(|strategy| player(strategy, &mut objects)).collect::<PyResult<_>>()?;
        let (label, strategies) = (rules.label(), seats(&strategies).or_raise()?);
        let plan =
            Plan { label, rules: rules.0, unit, given, strategies, rotations, seed, records, plays, hand_columns };
        plan.check().or_raise()?;
        let made = PySimulator { plan: Arc::new(plan), objects, loaded: Mutex::default(), took: Mutex::default() };
        match made.depends_on_time().first() {
            Some(strategy) if !allow_timing => Err(PlanError::new_err(format!(
                "strategy {strategy} depends on time, so that the run cannot be repeated: \
                 allow it by --allow-timing (allow_timing=True)"
            ))),
            _ => Ok(made),
        }
    }

    /// The seconds of plays, passes and pauses in canonical text form. Empty where no clock runs.
    #[getter]
    fn clock_model(&self) -> String {
        match self.plan.unit {
            Unit::Match { clock, .. } if self.plan.rules.clock.is_some() => clock.to_string(),
            _ => String::new(),
        }
    }

    /// The level of single deals, or the levels that blocks take in turn, in canonical text form. Empty for matches.
    #[getter]
    fn level(&self) -> String {
        match self.plan.unit {
            Unit::Deal { levels } => levels.to_string(),
            Unit::Match { .. } => String::new(),
        }
    }

    /// The hands that every deal begins with, by seat; None for one that is dealt at random. None without given hands.
    #[getter]
    fn hands(&self) -> Option<[Option<PyHand>; 4]> {
        Some(self.plan.given.as_ref()?.hands().map(|hand| hand.map(PyHand)))
    }

    /// The seat that leads every deal; None where it is drawn for each block.
    #[getter]
    fn leader(&self) -> Option<usize> {
        Some(self.plan.given.as_ref()?.leader()?.index())
    }

    /// The plays and passes that every deal begins with, as text.
    #[getter]
    fn played(&self) -> Vec<String> {
        let (Some(given), Unit::Deal { levels }) = (&self.plan.given, self.plan.unit) else { return Vec::new() };
        let Some(level) = levels.only() else { return Vec::new() };
        let game = Game::shared(RulesLike(self.plan.rules), Level(level));
        let text = |action: &Option<Play>| match *action {
            Some(play) => PyPlay { play, game: Arc::clone(&game) }.to_string(),
            None => PASS.to_owned(),
        };
        given.actions().iter().map(text).collect()
    }

    /// The strategies by seat, in their canonical text form.
    #[getter]
    fn strategies(&self) -> Vec<String> {
        self.plan.strategies.iter().map(ToString::to_string).collect()
    }

    /// The strategies that were given as objects: a dict from their text to the object.
    #[getter]
    fn objects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let objects = PyDict::new(py);
        self.objects.iter().try_for_each(|(text, object)| objects.set_item(text, object))?;
        Ok(objects)
    }

    /// The names of the strategies in the data, by seat.
    #[getter]
    fn labels(&self) -> [String; 4] {
        self.plan.labels()
    }

    /// How long the strategies outside the engine have taken in `play`: a dict from the text of each to a tuple (answers,
    /// seconds). The seconds are by the clock, from question to answer.
    #[getter]
    fn answer_times(&self) -> BTreeMap<String, (u64, f64)> {
        let took = self.took.lock().unwrap_or_else(PoisonError::into_inner);
        took.iter().map(|(text, took)| (text.clone(), (took.actions, took.time.as_secs_f64()))).collect()
    }

    /// The strategies whose choices depend on the time they are given, in canonical text form. A run with them cannot
    /// be repeated exactly.
    #[getter]
    fn depends_on_time(&self) -> Vec<String> {
        self.plan.built_in().filter(|strategy| strategy.depends_on_time()).map(ToString::to_string).collect()
    }

    /// Begins match number `match`, to be taken step by step: it stops at every turn of the seats that no built-in
    /// strategy plays. With `answers`, the numbers of options as `SteppedMatch.answers` has them, it goes on from where
    /// these lead.
    ///
    /// Raises `PlanError` for a run of single deals, for rotations, and for a match that is not in the run;
    /// `NotationError` for answers that are not possible.
    #[pyo3(signature = (r#match, answers = None), text_signature = "($self, match, answers=())")]
    fn begin(
        &self,
        py: Python<'_>,
        r#match: &Bound<'_, PyAny>,
        answers: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PySteppedMatch> {
        let number = whole("match", r#match, 0..=u64::MAX)?;
        let answers = answers.map_or_else(|| Ok(Vec::new()), |answers| items("answers", answers))?;
        let answer = |(i, answer)| Ok(whole(&format!("answers[{i}]"), answer, 0..=u16::MAX.into())? as u16);
        let answers: Vec<u16> = answers.iter().enumerate().map(answer).collect::<PyResult<_>>()?;
        if !matches!(self.plan.unit, Unit::Match { .. }) || self.plan.rotations != 1 {
            return Err(PlanError::new_err("match: expected a run of matches without rotations"));
        }
        PySteppedMatch::begun(py, &self.plan, number, &answers)
    }

    /// The columns of each table: tuples (name, type, meaning, whether values may be missing, categories).
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let part = schema(&self.plan);
        let tables = PyDict::new(py);
        for (name, table) in part.tables() {
            let columns: Vec<_> = table
                .columns
                .iter()
                .map(|column| {
                    let values = column.values.type_name();
                    (&*column.name, values, column.about, column.valid.is_some(), column.categories.as_deref())
                })
                .collect();
            tables.set_item(name, columns)?;
        }
        Ok(tables)
    }

    /// Plays `blocks` blocks, the first of them number `first`, on `workers` threads, and returns them as a `Part`.
    ///
    /// Strategies written in Python are asked on the calling thread. When one raises an error or gives an invalid
    /// answer, this raises `StrategyError`. With `on_error="continue"` it leaves out the block instead, and the part's
    /// `failures()` lists it.
    ///
    /// With `records` the part holds records whatever the plan says; with `records=False` it holds none.
    ///
    /// `on_progress` is called about ten times a second with the number of finished matches. Ctrl-C and an error in
    /// `on_progress` stop the work within milliseconds.
    #[pyo3(
        signature = (first, blocks, *, workers, on_progress = None, on_error = Given::LeftOut, records = None),
        text_signature = "($self, first, blocks, *, workers, on_progress=None, on_error='stop', records=None)"
    )]
    #[allow(clippy::too_many_arguments)] // keyword arguments of a Python function
    fn play(
        &self,
        py: Python<'_>,
        first: &Bound<'_, PyAny>,
        blocks: &Bound<'_, PyAny>,
        workers: &Bound<'_, PyAny>,
        on_progress: Option<Bound<'_, PyAny>>,
        on_error: Given<'_>,
        records: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPart> {
        let (first, blocks) = (whole("first", first, 0..=u64::MAX)?, whole("blocks", blocks, 0..=u64::MAX)?);
        let workers = whole("workers", workers, 1..=MOST_THREADS)? as usize;
        let on_progress = on_progress.map(|listener| function("on_progress", listener)).transpose()?;
        let on_failure = match on_error.or("on_error", "stop".to_owned())?.as_str() {
            "stop" => OnFailure::Stop,
            "continue" => OnFailure::Continue,
            other => {
                return Err(PlanError::new_err(format!("on_error: expected stop or continue, got {other:?}")));
            }
        };
        let plan = match optional("records", records)? {
            Some(records) if records != self.plan.records => Arc::new(Plan { records, ..Plan::clone(&self.plan) }),
            _ => Arc::clone(&self.plan),
        };
        let listener = on_progress.as_ref().map(|listener| listener.clone().unbind());
        if let Some(mut objects) =
            Objects::of(py, &plan, |text| self.object(py, text), listener, on_failure == OnFailure::Stop)?
        {
            let played = guarded(|| {
                Ok(py.detach(|| {
                    let pool = Pool::new(workers)?;
                    run_lockstep(&plan, first, blocks, &pool, on_failure, &mut objects)
                }))
            })?;
            for (text, took) in objects.took(&plan) {
                let mut all = self.took.lock().unwrap_or_else(PoisonError::into_inner);
                let all = all.entry(text.to_owned()).or_default();
                all.actions += took.actions;
                all.time += took.time;
            }
            let (part, failures) = played.map_err(|error| stopped(py, error))?;
            let failures = failures.iter().map(|failure| FailureReport::of(py, failure)).collect();
            return Ok(PyPart { part, failures });
        }
        let cancel = Arc::new(AtomicBool::new(false));
        let progress = Arc::new(AtomicU64::new(0));
        let (stop, finished) = (Arc::clone(&cancel), Arc::clone(&progress));
        let work = move || {
            let pool = Pool::new(workers)?;
            run_blocks(&plan, first, blocks, &pool, &cancel, &progress)
        };
        let tick = || match &on_progress {
            Some(listener) => listener.call1((finished.load(Ordering::Relaxed),)).map(drop),
            None => Ok(()),
        };
        let part = guarded(|| interruptible(py, work, tick, || stop.store(true, Ordering::Relaxed))?.or_raise())?;
        Ok(PyPart { part, failures: Vec::new() })
    }

    /// Calls `close()` of each strategy that was loaded from its text and has such a method; one that plays again is
    /// loaded anew. Strategies that were given as objects stay as they are.
    ///
    /// Raises `StrategyError` for the first of them that raises an error, once all have been called.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let loaded = std::mem::take(&mut *self.loaded());
        let close = |object: &Py<PyAny>| match object.bind(py).getattr_opt("close")? {
            Some(close) => close.call0().map(drop),
            None => Ok(()),
        };
        let closed: Vec<PyResult<()>> =
            loaded.iter().map(|(text, object)| close(object).map_err(|error| not_closed(py, text, error))).collect();
        closed.into_iter().collect()
    }
}

impl PySimulator {
    /// The object that plays under this text: one that was given, or one that is loaded and then stays until `close`.
    fn object<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        if let Some(object) = self.objects.get(text) {
            return Ok(object.bind(py).clone());
        }
        if let Some(object) = self.loaded().get(text) {
            return Ok(object.bind(py).clone());
        }
        if !is_loaded(py, text)? {
            return Err(missing(text));
        }
        // Nobody calls Python with the lock in hand, which could come back here and wait for itself.
        let object = py.import("guandan_sim.strategies")?.call_method1("load", (text,))?;
        Ok(self.loaded().entry(text.to_owned()).or_insert_with(|| object.unbind()).bind(py).clone())
    }

    fn loaded(&self) -> MutexGuard<'_, ByText> {
        // A panic while the lock was held has changed nothing.
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rows and records of some consecutive blocks. `Simulator.play` makes one.
#[pyclass(name = "Part", module = "guandan_sim._core", frozen)]
pub(super) struct PyPart {
    part: Part,
    failures: Vec<FailureReport>,
}

#[pymethods]
impl PyPart {
    /// The number of rows of a table: "matches", "deals" or, if the plan asks for it, "plays". Raises `PlanError` for
    /// another name.
    fn rows(&self, table: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.table(&String::read("table", table)?)?.rows())
    }

    /// The records of the deals in order, one line of JSON each (docs/RECORDS.md). Empty when the plan does not ask for
    /// records.
    fn records(&self) -> &str {
        &self.part.records
    }

    /// The failures of strategies written in Python, in order: dicts with `strategy`, `block` (all of which is left
    /// out), `match`, `deal`, `play`, `seat`, `phase` and `error`.
    fn failures<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let dict_of = |failure: &FailureReport| {
            let dict = PyDict::new(py);
            dict.set_item("strategy", &failure.strategy)?;
            dict.set_item("block", failure.block)?;
            dict.set_item("match", failure.match_number)?;
            dict.set_item("deal", failure.deal)?;
            dict.set_item("play", failure.play)?;
            dict.set_item("seat", failure.seat)?;
            dict.set_item("phase", failure.phase)?;
            dict.set_item("error", &failure.error)?;
            Ok(dict)
        };
        self.failures.iter().map(dict_of).collect()
    }

    /// A table as the bytes of a Parquet file. `metadata` is written into the file, and a row group has `group_rows`
    /// rows. Raises `PlanError` for a table that is not there.
    fn parquet<'py>(
        &self,
        py: Python<'py>,
        table: &Bound<'_, PyAny>,
        metadata: &Bound<'_, PyAny>,
        group_rows: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (table, metadata) = (String::read("table", table)?, texts_of("metadata", metadata)?);
        let group_rows = whole("group_rows", group_rows, 1..=u64::MAX)? as usize;
        let columns: Vec<parquet::Column<'_>> = self.table(&table)?.columns.iter().map(stored).collect();
        file(py, &columns, metadata, group_rows)
    }
}

impl PyPart {
    fn table(&self, name: &str) -> PyResult<&Table> {
        let found = self.part.tables().find(|&(table, _)| table == name).map(|(_, table)| table);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.part.tables().map(|(name, _)| name).collect();
            PlanError::new_err(format!("unknown table {name:?}: expected {}", names.join(" or ")))
        })
    }
}

/// A column of the engine as the Parquet writer takes it.
fn stored(column: &Column) -> parquet::Column<'_> {
    let values = match &column.values {
        Values::U8(values) => parquet::Values::U8(values),
        Values::U16(values) => parquet::Values::U16(values),
        Values::U32(values) => parquet::Values::U32(values),
        Values::U64(values) => parquet::Values::U64(values),
        Values::I32(values) => parquet::Values::I32(values),
        Values::Text(texts) => parquet::Values::Text(&texts.bytes, &texts.ends),
    };
    parquet::Column {
        name: &column.name,
        values,
        valid: column.valid.as_deref(),
        categories: column.categories.as_deref(),
    }
}
