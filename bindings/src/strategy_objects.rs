//! Strategies written in Python: objects with `act`, `act_each` or `act_batch`, asked by the lockstep of `sim`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use guandan_core::card::{Rank, Seat};
use guandan_core::deal::Log;
use guandan_core::error::counted;
use guandan_core::rules::Tables;
use guandan_core::sim::{
    Answer, Asking, Decision, MatchEvent, Observation, OutsidePlayers, Plan, Player, Took, expected,
};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyBaseException, PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::args::{Argument, Game, Level, number_of};
use super::batch::{Batch, PyLegals, PyViews};
use super::errors::{OrRaise, PlanError};
use super::events::event_for;
use super::hand::kind_of;
use super::object::{Object, Way, member};
use super::play::PyPlay;
use super::rules::RulesLike;
use super::strategies::PyStrategy;
use super::vec::whole_numbers;
use super::view::PyView;

/// What the text form of a strategy given as an object begins with.
const OBJECT: &str = "object:";

/// Whether the text of a strategy stands for an object that `guandan_sim.strategies` loads.
pub(super) fn is_loaded(py: Python<'_>, text: &str) -> PyResult<bool> {
    // Built-in strategies have no colon, and need no module for it.
    Ok(text.contains(':') && py.import("guandan_sim.strategies")?.call_method1("is_loaded", (text,))?.extract()?)
}

/// The objects among the strategies of a plan, by the texts that stand for them.
pub(super) type ByText = BTreeMap<String, Py<PyAny>>;

/// The player that `strategy` names: a text, a built-in strategy, or another object, which is then added to `objects`.
/// Raises `PlanError` when two different objects have the same name.
pub(super) fn player(strategy: &Bound<'_, PyAny>, objects: &mut ByText) -> PyResult<Player> {
    if strategy.is_instance_of::<PyString>() {
        let text = String::read("strategies", strategy)?;
        let label = match text.strip_prefix(OBJECT) {
            Some(label) => Some(label.to_owned()),
            None => is_loaded(strategy.py(), &text)?.then(|| text.clone()),
        };
        return Ok(match label {
            Some(label) => Player::Outside { text, label },
            None => Player::BuiltIn(text.parse().or_raise()?),
        });
    }
    if let Ok(built_in) = strategy.cast::<PyStrategy>() {
        return Ok(Player::BuiltIn(built_in.get().0.clone()));
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
    let Some(name) = member(&kind_of(object), object, "name")? else { return Ok(kind_of(object)) };
    let text = name.extract::<String>().ok().filter(|text| !text.is_empty() && !text.contains(char::is_control));
    text.ok_or_else(|| {
        PlanError::new_err(format!("strategy {}: expected its name to be a line of text", kind_of(object)))
    })
}

/// What a strategy answers to some decisions, in order.
type Answers = Vec<Answer<PyErr>>;

/// How many matches are played side by side. The first number holds when a strategy answers many decisions by arrays:
/// so many matches fit into the processor's nearer caches. The second holds otherwise: so many keep the threads of
/// built-in strategies busy.
const AT_ONCE: [usize; 2] = [2048, 64];

/// The strategies of a plan that are written in Python.
pub(super) struct Objects {
    /// Each strategy at the index at which the plan first has it.
    players: [Option<Object>; 4],
    /// The rules by level, for plays as Python objects.
    games: Vec<Arc<Game>>,
    tables: Arc<Vec<Tables>>,
    /// The class of events.
    event: Py<PyAny>,
    listener: Option<Py<PyAny>>,
    /// Whether the first fault ends the run, so that nobody need be asked after it.
    stops: bool,
    /// How many answers each strategy has given, and how long they took from question to answer.
    took: [Took; 4],
}

impl Objects {
    /// The strategies of `plan` that are not built in; `None` when it has none. `object` returns the Python object for
    /// a text of the plan. Raises `PlanError` for an object that is no strategy, and what `object` raises.
    pub(super) fn of<'py>(
        py: Python<'py>,
        plan: &Plan,
        object: impl Fn(&str) -> PyResult<Bound<'py, PyAny>>,
        listener: Option<Py<PyAny>>,
        stops: bool,
    ) -> PyResult<Option<Objects>> {
        let mut players = [const { None }; 4];
        for (index, text) in plan.outside() {
            players[index] = Some(Object::new(text, &object(text)?)?);
        }
        if players.iter().all(Option::is_none) {
            return Ok(None);
        }
        let games = Rank::all().map(|level| Game::new(RulesLike(plan.rules), Level(level))).collect();
        let tables = Arc::new(Tables::all_levels(&plan.rules));
        let event = py.import("guandan_sim.event")?.getattr("Event")?.unbind();
        Ok(Some(Objects { players, games, tables, event, listener, stops, took: Default::default() }))
    }

    /// How many answers each strategy of `plan` has given, by its text, and how long they took from question to answer.
    pub(super) fn took<'a>(&self, plan: &'a Plan) -> impl Iterator<Item = (&'a str, Took)> {
        plan.outside().map(|(index, text)| (text, self.took[index]))
    }

    fn object(&self, strategy: usize) -> &Object {
        self.players[strategy].as_ref().expect("a strategy of the plan")
    }

    /// The view of a decision, and the plays to choose from.
    fn shown(&self, decision: &Decision<'_>) -> (PyView, Vec<PyPlay>) {
        let (snapshot, level, log) = match &decision.observation {
            Observation::Play(view) => (view.snapshot(), view.level(), view.log().clone()),
            Observation::Choice(view) => {
                let level = view.tables().level;
                (view.snapshot(&self.games[level.index()].rules), level, Log::default())
            }
        };
        let snapshot = snapshot.with_origin(Some(decision.origin()));
        let game = &self.games[level.index()];
        let hand = snapshot.view(&game.tables, None).hand();
        let play = |i| PyPlay { play: decision.options.play(i, hand, &game.tables), game: Arc::clone(game) };
        let legal = (0..decision.options.len()).map(play).collect();
        (PyView::new(&snapshot, Arc::clone(game), log), legal)
    }

    /// Asks one strategy about decisions by a single call of its method, and adds the answers. Where the method is
    /// `act` there must be one decision. Fails when the call fails, with nothing added.
    fn ask(&self, py: Python<'_>, object: &Object, decisions: &[Decision<'_>], answers: &mut Answers) -> PyResult<()> {
        let method = object.method.bind(py);
        let given: Vec<Bound<'_, PyAny>> = match object.way {
            Way::Act => {
                let [decision] = decisions else { unreachable!("act is asked about one decision") };
                vec![method.call1(self.shown(decision))?]
            }
            Way::ActEach => {
                let shown: (Vec<PyView>, Vec<Vec<PyPlay>>) =
                    decisions.iter().map(|decision| self.shown(decision)).unzip();
                let given = method.call1(shown)?;
                given.extract().map_err(|_| {
                    let expected = counted(decisions.len(), "answer");
                    PyTypeError::new_err(format!(
                        "act_each returned {}: expected a list of {expected}",
                        kind_of(&given)
                    ))
                })?
            }
            Way::ActBatch => {
                let batch = Batch::of(decisions.iter().copied(), &self.games[0].rules, &self.tables, || Ok(()))?;
                let given = method.call1((PyViews(Arc::clone(&batch)), PyLegals(batch)))?;
                let given: PyReadonlyArray1<'_, i64> = whole_numbers(&given)?;
                let given = given.as_slice()?;
                as_many(object.way, given.len(), decisions.len())?;
                answers.extend(given.iter().map(|&answer| Ok(Some(answer))));
                return Ok(());
            }
        };
        as_many(object.way, given.len(), decisions.len())?;
        let read = given.iter().zip(decisions).map(|(answer, decision)| match number(object.way, answer, decision) {
            Ok(number) => Ok(Ok(number)),
            Err(error) => fault(py, error).map(Err),
        });
        let read: Answers = read.collect::<PyResult<_>>()?;
        answers.extend(read);
        Ok(())
    }

    /// Asks one strategy about decisions, in as many calls as its method needs, and adds the answers. Fails only where
    /// the run has to end, as when Ctrl-C is pressed.
    fn answers(
        &self,
        py: Python<'_>,
        object: &Object,
        decisions: &[Decision<'_>],
        answers: &mut Answers,
    ) -> PyResult<()> {
        let at_once = if object.way == Way::Act { 1 } else { decisions.len() };
        for asked in decisions.chunks(at_once) {
            if let Err(error) = self.ask(py, object, asked, answers) {
                self.one_by_one(py, object, asked, error, answers)?;
            }
            if self.stops && answers.last().is_some_and(Result::is_err) {
                break;
            }
        }
        Ok(())
    }

    /// Asks about each decision of a call that failed alone, to find those at fault. When none fails alone, the error
    /// of the call counts for all of them.
    fn one_by_one(
        &self,
        py: Python<'_>,
        object: &Object,
        decisions: &[Decision<'_>],
        error: PyErr,
        answers: &mut Answers,
    ) -> PyResult<()> {
        let error = fault(py, error)?;
        if decisions.len() > 1 {
            for decision in decisions {
                if let Err(error) = self.ask(py, object, std::slice::from_ref(decision), answers) {
                    answers.push(Err(fault(py, error)?));
                }
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

/// Raises `ValueError` unless there are as many answers as decisions.
fn as_many(way: Way, answers: usize, decisions: usize) -> PyResult<()> {
    if answers == decisions {
        return Ok(());
    }
    let (answers, decisions) = (counted(answers, "answer"), counted(decisions, "decision"));
    Err(PyValueError::new_err(format!("{} returned {answers} to {decisions}", way.name())))
}

/// The number that a strategy answers with. `act_each` may return an exception in place of a number, which is then the
/// error of that decision, or None when there is no answer yet.
fn number(way: Way, answer: &Bound<'_, PyAny>, decision: &Decision<'_>) -> Answer<PyErr> {
    if way == Way::ActEach && answer.is_none() {
        return Ok(None);
    }
    if way == Way::ActEach && answer.is_instance_of::<PyBaseException>() {
        return Err(PyErr::from_value(answer.clone()));
    }
    number_of(answer).map(Some).ok_or_else(|| {
        let choices = expected(decision.answers(), decision.can_pass);
        PyTypeError::new_err(format!("{} returned {}: expected {choices}", way.name(), kind_of(answer)))
    })
}

/// The error of resuming a run whose strategy was given as an object: objects are not kept with a run.
pub(super) fn missing(text: &str) -> PyErr {
    let name = text.strip_prefix(OBJECT).unwrap_or(text);
    PlanError::new_err(format!(
        "strategy {name} was given as an object, which is not kept with a run: \
         call simulate with the object and the same arguments to go on"
    ))
}

/// Tells a strategy's error from one that ends the run: returns the first, and fails with the second, as when Ctrl-C is
/// pressed.
fn fault(py: Python<'_>, error: PyErr) -> PyResult<PyErr> {
    if error.is_instance_of::<PyException>(py) { Ok(error) } else { Err(error) }
}

impl OutsidePlayers for Objects {
    type Error = PyErr;
    type Stop = PyErr;

    fn asking(&self, strategy: usize) -> Asking {
        self.players[strategy].as_ref().map_or(Asking::USUAL, |object| object.asking)
    }

    fn asks_for_stakes(&self) -> bool {
        self.players.iter().flatten().any(|object| object.asks_for_stakes)
    }

    fn looks_back(&self) -> bool {
        self.players.iter().flatten().any(|object| object.way != Way::ActBatch)
    }

    fn at_once(&self) -> usize {
        let objects = || self.players.iter().flatten();
        let usual = AT_ONCE[usize::from(objects().all(|object| object.way != Way::ActBatch))];
        objects().filter_map(|object| object.at_once).min().unwrap_or(usual)
    }

    fn decide(&mut self, strategy: usize, decisions: &[Decision<'_>], answers: &mut Answers) -> Result<(), PyErr> {
        let before = answers.len();
        let begun = Instant::now();
        let asked = Python::attach(|py| self.answers(py, self.object(strategy), decisions, answers));
        let took = &mut self.took[strategy];
        took.time += begun.elapsed();
        // A strategy that has not decided yet is asked again.
        took.actions += answers[before..].iter().filter(|answer| !matches!(answer, Ok(None))).count() as u64;
        asked
    }

    fn observes(&self, strategy: usize) -> bool {
        self.players[strategy].as_ref().is_some_and(|object| object.observe.is_some())
    }

    fn observe(&mut self, strategy: usize, seats: &[Seat], event: &MatchEvent) -> Result<PyResult<()>, PyErr> {
        Python::attach(|py| {
            let observe = self.object(strategy).observe.as_ref().expect("the strategy observes");
            let game = &self.games[event.moment.level.index()];
            let shown = event_for(py, self.event.bind(py), seats, event, game);
            let observed = shown.and_then(|event| observe.call1(py, (event,)));
            observed.map_or_else(|error| fault(py, error).map(Err), |_| Ok(Ok(())))
        })
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
