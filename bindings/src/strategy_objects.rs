//! Strategies written in Python: objects with `act` or `act_batch`, asked by the lockstep of `sim`.

use std::collections::BTreeMap;
use std::sync::Arc;

use guandan_core::card::Rank;
use guandan_core::combo::Detail;
use guandan_core::deal::Log;
use guandan_core::error::counted;
use guandan_core::rules::Tables;
use guandan_core::sim::{
    Decision, Failure, FailureCause, LockstepError, Observation, OutsidePlayers, Plan, Player, expected,
};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use super::args::{Argument, DetailArg, Game, Level};
use super::batch::{Batch, PyLegals, PyViews};
use super::errors::{Exception, OrRaise, PlanError, StrategyError};
use super::hand::kind_of;
use super::play::PyPlay;
use super::rules::RulesLike;
use super::vec::whole_numbers;
use super::view::PyView;

/// What the text form of a strategy given as an object begins with.
const OBJECT: &str = "object:";
/// What the text form of a strategy given by its module and class begins with.
pub(super) const MODULE: &str = "python:";

/// The objects among the strategies of a plan, by the texts that stand for them.
pub(super) type ByText = BTreeMap<String, Py<PyAny>>;

/// Who is to play: a text, or an object, which is then among the `objects`. Raises `PlanError` when two different objects
/// go by one name.
pub(super) fn player(strategy: &Bound<'_, PyAny>, objects: &mut ByText) -> PyResult<Player> {
    if strategy.is_instance_of::<PyString>() {
        let text = String::read("strategies", strategy)?;
        let label = text.strip_prefix(OBJECT).or_else(|| text.starts_with(MODULE).then_some(&*text));
        return Ok(match label.map(str::to_owned) {
            Some(label) => Player::Outside { text, label },
            None => Player::BuiltIn(text.parse().or_raise()?),
        });
    }
    let label = name_of(strategy)?;
    let text = format!("{OBJECT}{label}");
    Object::new(&label, strategy)?;
    match objects.get(&text) {
        Some(other) if !other.is(strategy) => {
            return Err(PlanError::new_err(format!(
                "two different objects are both called {label:?}: give one of them another name (attribute `name`)"
            )));
        }
        _ => objects.insert(text.clone(), strategy.clone().unbind()),
    };
    Ok(Player::Outside { text, label })
}

/// What an object is called: its `name` if it has one, otherwise its class.
fn name_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let Some(name) = object.getattr_opt("name")? else { return Ok(kind_of(object)) };
    let text = name.extract::<String>().ok().filter(|text| !text.is_empty() && !text.contains(char::is_control));
    text.ok_or_else(|| {
        PlanError::new_err(format!("strategy {}: expected its name to be a line of text", kind_of(object)))
    })
}

/// How many matches go side by side when a strategy answers many decisions at once, as many as the processor's nearer caches
/// have room for; and when none does, only as many as keep the threads of built-in strategies busy.
const AT_ONCE: [usize; 2] = [2048, 64];

/// A strategy as Python has it.
struct Object {
    /// `act` or `act_batch`, bound.
    method: Py<PyAny>,
    batch: bool,
    detail: Detail,
}

impl Object {
    fn new(text: &str, object: &Bound<'_, PyAny>) -> PyResult<Object> {
        let batch = object.hasattr("act_batch")?;
        let name = if batch { "act_batch" } else { "act" };
        let method = object.getattr_opt(name)?.filter(Bound::is_callable).ok_or_else(|| {
            let kind = kind_of(object);
            PlanError::new_err(format!(
                "strategy {text}: expected an object with act(view, legal) or act_batch(views, legals), got {kind}"
            ))
        })?;
        let detail = match object.getattr_opt("detail")? {
            None => Detail::Ranks,
            Some(detail) => {
                let read = DetailArg::read("detail", &detail);
                read.map_err(|error| PlanError::new_err(format!("strategy {text}: {}", error.value(object.py()))))?.0
            }
        };
        Ok(Object { method: method.unbind(), batch, detail })
    }
}

/// The strategies of a plan that are written in Python.
pub(super) struct Objects {
    /// By the index at which each is first found in the plan.
    players: [Option<Object>; 4],
    /// The rules by level: for plays as Python has them, and for arrays.
    games: Vec<Arc<Game>>,
    tables: Arc<Vec<Tables>>,
    listener: Option<Py<PyAny>>,
    /// Whether the first fault ends the run, so that nobody need be asked after it.
    stops: bool,
}

impl Objects {
    /// The strategies that `plan` has from outside: those `given`, and those loaded from their modules; `None` when it has
    /// none. Raises `PlanError` for one that is not there, and for one that is no strategy.
    pub(super) fn of(
        py: Python<'_>,
        plan: &Plan,
        given: &ByText,
        listener: Option<Py<PyAny>>,
        stops: bool,
    ) -> PyResult<Option<Objects>> {
        let mut players = [const { None }; 4];
        for (index, player) in plan.strategies.iter().enumerate() {
            let Player::Outside { text, .. } = player else { continue };
            if plan.strategies.iter().position(|other| other == player) == Some(index) {
                let object = match given.get(text) {
                    Some(object) => object.bind(py).clone(),
                    None if text.starts_with(MODULE) => {
                        py.import("guandan_sim.strategies")?.call_method1("load", (text,))?
                    }
                    None => return Err(missing(text)),
                };
                players[index] = Some(Object::new(text, &object)?);
            }
        }
        if players.iter().all(Option::is_none) {
            return Ok(None);
        }
        let games = Rank::all().map(|level| Game::new(RulesLike(plan.rules), Level(level))).collect();
        let tables = Arc::new(Tables::all_levels(&plan.rules));
        Ok(Some(Objects { players, games, tables, listener, stops }))
    }

    fn object(&self, strategy: usize) -> &Object {
        self.players[strategy].as_ref().expect("a strategy of the plan")
    }

    /// Asks for one decision.
    fn act(&self, py: Python<'_>, object: &Object, decision: &Decision<'_>) -> PyResult<i64> {
        let (snapshot, level, log) = match &decision.observation {
            Observation::Play(view) => (view.snapshot(), view.level(), view.log().clone()),
            Observation::Choice(view) => {
                let level = view.tables().level;
                (view.snapshot(&self.games[level.index()].rules), level, Log::default())
            }
        };
        let game = &self.games[level.index()];
        let legal: Vec<PyPlay> = {
            let view = snapshot.view(&game.tables, None);
            let play = |i| PyPlay { play: decision.options.play(i, view.hand(), &game.tables), game: Arc::clone(game) };
            (0..decision.options.len()).map(play).collect()
        };
        let answer = object.method.bind(py).call1((PyView::new(&snapshot, Arc::clone(game), log), legal))?;
        // A truth value is a number to Python; who answers with one means something else.
        let number = if answer.is_instance_of::<PyBool>() { None } else { answer.extract().ok() };
        number.ok_or_else(|| {
            let choices = expected(decision.answers(), decision.can_pass);
            PyTypeError::new_err(format!("act returned {}: expected {choices}", kind_of(&answer)))
        })
    }

    /// Asks for many decisions at once.
    fn act_batch(&self, py: Python<'_>, object: &Object, decisions: &[Decision<'_>]) -> PyResult<Vec<i64>> {
        let batch = Batch::of(decisions.iter().copied(), &self.tables, || Ok(()))?;
        let answers = object.method.bind(py).call1((PyViews(Arc::clone(&batch)), PyLegals(batch)))?;
        let answers: PyReadonlyArray1<'_, i64> = whole_numbers(&answers)?;
        let answers = answers.as_slice()?;
        if answers.len() != decisions.len() {
            let counts = format!(
                "act_batch returned {} to {}",
                counted(answers.len(), "answer"),
                counted(decisions.len(), "decision")
            );
            return Err(PyValueError::new_err(counts));
        }
        Ok(answers.to_vec())
    }

    /// The answers to what one strategy is asked; an error that ends the run when Python is to stop.
    fn answers(
        &self,
        py: Python<'_>,
        object: &Object,
        decisions: &[Decision<'_>],
        answers: &mut Vec<Result<i64, PyErr>>,
    ) -> PyResult<()> {
        if object.batch {
            match self.act_batch(py, object, decisions) {
                Ok(given) => {
                    answers.extend(given.into_iter().map(Ok));
                    return Ok(());
                }
                Err(error) => return self.one_by_one(py, object, decisions, error, answers),
            }
        }
        for decision in decisions {
            match self.act(py, object, decision) {
                Ok(answer) => answers.push(Ok(answer)),
                Err(error) => {
                    answers.push(Err(fault(py, error)?));
                    if self.stops {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// A batch has failed: asks for each of its decisions alone, to find those at fault. When none fails alone, all have.
    fn one_by_one(
        &self,
        py: Python<'_>,
        object: &Object,
        decisions: &[Decision<'_>],
        error: PyErr,
        answers: &mut Vec<Result<i64, PyErr>>,
    ) -> PyResult<()> {
        let error = fault(py, error)?;
        if decisions.len() > 1 {
            for decision in decisions {
                let answer = self.act_batch(py, object, std::slice::from_ref(decision));
                answers.push(match answer {
                    Ok(answer) => Ok(answer[0]),
                    Err(error) => Err(fault(py, error)?),
                });
            }
            if answers.iter().any(Result::is_err) {
                return Ok(());
            }
            answers.clear();
        }
        answers.extend(decisions.iter().map(|_| Err(error.clone_ref(py))));
        Ok(())
    }
}

fn missing(text: &str) -> PyErr {
    let name = text.strip_prefix(OBJECT).unwrap_or(text);
    PlanError::new_err(format!(
        "strategy {name} was given as an object, which is not kept with a run: \
         call simulate with the object and the same arguments to go on"
    ))
}

/// The error of a strategy; as an error of the run when it is none, as when Ctrl-C is pressed.
fn fault(py: Python<'_>, error: PyErr) -> PyResult<PyErr> {
    if error.is_instance_of::<PyException>(py) { Ok(error) } else { Err(error) }
}

impl OutsidePlayers for Objects {
    type Error = PyErr;
    type Stop = PyErr;

    fn detail(&self, strategy: usize) -> Detail {
        self.players[strategy].as_ref().map_or(Detail::Ranks, |object| object.detail)
    }

    fn looks_back(&self) -> bool {
        self.players.iter().flatten().any(|object| !object.batch)
    }

    fn at_once(&self) -> usize {
        AT_ONCE[usize::from(!self.players.iter().flatten().any(|object| object.batch))]
    }

    fn decide(
        &mut self,
        strategy: usize,
        decisions: &[Decision<'_>],
        answers: &mut Vec<Result<i64, PyErr>>,
    ) -> Result<(), PyErr> {
        Python::attach(|py| self.answers(py, self.object(strategy), decisions, answers))
    }

    fn tick(&mut self, ended: u64) -> Result<(), PyErr> {
        Python::attach(|py| {
            py.check_signals()?;
            match &self.listener {
                Some(listener) => listener.call1(py, (ended,)).map(drop),
                None => Ok(()),
            }
        })
    }
}

/// A failure as it is told and kept.
pub(super) struct FailureReport {
    pub(super) strategy: String,
    pub(super) block: u64,
    pub(super) match_number: u64,
    pub(super) deal: u32,
    pub(super) play: u32,
    pub(super) seat: usize,
    pub(super) phase: &'static str,
    pub(super) error: String,
}

impl FailureReport {
    pub(super) fn of(py: Python<'_>, failure: &Failure<PyErr>) -> FailureReport {
        let decision = &failure.decision;
        let error = match &failure.cause {
            FailureCause::Raised(error) => raised(py, error),
            FailureCause::Index { given, answers, can_pass } => {
                format!("it answered {given}: expected {}", expected(*answers, *can_pass))
            }
        };
        FailureReport {
            strategy: failure.strategy.clone(),
            block: failure.block,
            match_number: decision.match_number,
            deal: decision.deal,
            play: decision.action,
            seat: decision.seat.index(),
            phase: decision.phase_name(),
            error,
        }
    }

    fn message(&self) -> String {
        let FailureReport { strategy, match_number, deal, play, seat, phase, error, .. } = self;
        format!(
            "strategy {strategy} failed in match {match_number}, deal {deal}, at play {play} (seat {seat}, {phase}): {error}"
        )
    }
}

/// What was raised, and where, in a line.
fn raised(py: Python<'_>, error: &PyErr) -> String {
    let value = error.value(py);
    let text = value.str().map_or_else(|_| String::new(), |text| text.to_string());
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let place = place_of(py, error).unwrap_or_default();
    if text.is_empty() { format!("{}{place}", kind_of(value)) } else { format!("{}: {text}{place}", kind_of(value)) }
}

/// Where it was raised: ` (bots.py:12)`; nothing for what the engine itself raises.
fn place_of(py: Python<'_>, error: &PyErr) -> Option<String> {
    let mut frame = error.traceback(py)?.into_any();
    while let Some(next) = frame.getattr("tb_next").ok().filter(|next| !next.is_none()) {
        frame = next;
    }
    let file: String =
        frame.getattr("tb_frame").ok()?.getattr("f_code").ok()?.getattr("co_filename").ok()?.extract().ok()?;
    let line: u32 = frame.getattr("tb_lineno").ok()?.extract().ok()?;
    let name = std::path::Path::new(&file).file_name()?.to_string_lossy().into_owned();
    Some(format!(" ({name}:{line})"))
}

/// The error of a run that was not finished.
pub(super) fn stopped(py: Python<'_>, error: LockstepError<PyErr, PyErr>) -> PyErr {
    match error {
        LockstepError::Sim(error) => error.exception(),
        LockstepError::Stop(error) => error,
        LockstepError::Failure(failure) => {
            let told = StrategyError::new_err(FailureReport::of(py, &failure).message());
            if let FailureCause::Raised(cause) = failure.cause {
                told.set_cause(py, Some(cause));
            }
            told
        }
    }
}
