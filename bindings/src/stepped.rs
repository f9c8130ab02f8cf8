//! A match step by step, behind `guandan_sim.Match`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use guandan_core::card::{Rank, Seat};
use guandan_core::deal::{Phase, StatedAction};
use guandan_core::policy::Policy;
use guandan_core::sim::{Plan, SteppedMatch};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::args::{Argument, DetailArg, Game, Given, Level, SeatArg, number_of};
use super::errors::{NotationError, OrRaise, guarded};
use super::play::PyPlay;
use super::public::stated_action;
use super::rules::RulesLike;
use super::view::PyView;
use super::wait::interruptible;

/// An action as `act` is given it.
enum ActionArg {
    /// The number of an option.
    Number(i64),
    /// Anything else that says what is played.
    Stated(StatedAction),
}

/// A match that stops at every turn of the seats that no built-in strategy plays; `Simulator.begin` begins it and
/// `guandan_sim.Match` shows it.
///
/// A copy goes on by itself: what happens in it changes nothing in the original.
///
/// >>> from guandan_sim._core import Simulator
/// >>> simulator = Simulator(strategies=["object:me", "lowest"], seed=7, unit="match")
/// >>> match = simulator.begin(0)
/// >>> match.deal, match.phase, match.turn, match.levels
/// (0, 'play', 2, ('2', '2'))
/// >>> print(match.act(match.legal_plays()[0]))
/// single 4: C4
#[pyclass(name = "SteppedMatch", module = "guandan_sim._core", frozen)]
pub(super) struct PySteppedMatch {
    /// By level.
    games: Arc<Vec<Arc<Game>>>,
    /// Threads may share a match: each call is done as a whole. Nobody calls Python with the lock in hand.
    state: Mutex<SteppedMatch>,
    /// Whether a built-in strategy that plays in it may take long for a decision, as those by play-outs do.
    takes_long: bool,
}

#[pymethods]
impl PySteppedMatch {
    /// The number of the deal in progress, from 0. After the match it is that of the last deal.
    #[getter]
    fn deal(&self) -> u32 {
        self.state().deal()
    }

    /// The level of the deal, a letter such as `T`.
    #[getter]
    fn level(&self) -> &'static str {
        self.state().level().letter()
    }

    /// The teams' levels, after the deals that are over.
    #[getter]
    fn levels(&self) -> (&'static str, &'static str) {
        let [first, second] = self.state().standing().levels;
        (first.letter(), second.letter())
    }

    /// What is decided: "pay", "return" or "pick" while tribute is paid, then "play"; "over" after the match.
    #[getter]
    fn phase(&self) -> &'static str {
        let state = self.state();
        if state.is_over() { "over" } else { state.phase().map_or("play", Phase::name) }
    }

    /// The seat that acts next, 0 to 3. None when the match is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.state().turn().map(Seat::index)
    }

    /// The seats that have gone out in the deal, first to last.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let places: Vec<usize> = self.state().places().iter().map(|seat| seat.index()).collect();
        PyTuple::new(py, places)
    }

    /// Whether the match has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.state().is_over()
    }

    /// The team that won, 0 or 1. None while the match goes on, after a draw at the bell, and when a player left.
    #[getter]
    fn winner_team(&self) -> Option<u8> {
        self.state().winner_team()
    }

    /// What ended the match: "ace", "clock" or "leave". None while it goes on.
    #[getter]
    fn ended_by(&self) -> Option<&'static str> {
        self.state().ended_by()
    }

    /// The records of the deals that are over, a line of JSON each (docs/RECORDS.md).
    #[getter]
    fn records(&self) -> Vec<String> {
        self.state().records().iter().map(ToString::to_string).collect()
    }

    /// The numbers of the options taken so far, in order. The plan and these numbers determine the match.
    #[getter]
    fn answers(&self) -> Vec<u16> {
        self.state().answers().to_vec()
    }

    /// What `seat` may know at this moment, as a `View`.
    fn view(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyView> {
        self.seen_by(SeatArg::read("seat", seat)?.0)
    }

    /// The plays of the seat to act, and in the phases of tribute the single cards to choose from. The list is empty when the
    /// seat can only pass and when the match is over. `detail` is explained at `guandan_sim.legal_plays`.
    #[pyo3(signature = (*, detail = Given::LeftOut), text_signature = "($self, *, detail='cards')")]
    fn legal_plays(&self, detail: Given<'_>) -> PyResult<Vec<PyPlay>> {
        let detail = detail.or("detail", DetailArg::CARDS)?.0;
        let turn = self.state().turn();
        turn.map_or_else(|| Ok(Vec::new()), |seat| self.seen_by(seat)?.plays(detail))
    }

    /// Acts for the seat to act, and plays on to the next turn that no built-in strategy has. Returns the play made, or None
    /// for a pass.
    ///
    /// `action` is the index of one of `legal_plays()`, their number for a pass, a `Play`, None for a pass, cards, or a triple
    /// (cards, kind, rank). Cards alone count as in `Deal.play`.
    ///
    /// Raises `IllegalPlay` for what the seat may not do, `NotationError` and `GuandanError`; nothing has changed then.
    fn act(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Option<PyPlay>> {
        let game = Arc::clone(&self.games[self.state().level().index()]);
        let action = match number_of(action) {
            Some(number) => ActionArg::Number(number),
            None => ActionArg::Stated(stated_action("action", action, &game)?),
        };
        guarded(|| {
            // Strategies play on without the lock in hand, and without the interpreter.
            let mut next = self.state().clone();
            let option = match &action {
                ActionArg::Number(number) => next.option_at(*number),
                ActionArg::Stated(action) => next.option_of(action),
            };
            let option = option.or_raise()?;
            let play = next.play_at(option);
            let answer = move || next.answer(option).map(|()| next);
            *self.state() =
                if self.takes_long { interruptible(py, answer, || Ok(()), || ())? } else { py.detach(answer) }
                    .or_raise()?;
            Ok(play.map(|play| PyPlay { play, game }))
        })
    }

    fn __copy__(&self) -> PySteppedMatch {
        PySteppedMatch {
            games: Arc::clone(&self.games),
            state: Mutex::new(self.state().clone()),
            takes_long: self.takes_long,
        }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PySteppedMatch {
        self.__copy__()
    }
}

impl PySteppedMatch {
    /// The match of this number in a run of `plan`.
    pub(super) fn begun(py: Python<'_>, plan: &Arc<Plan>, number: u64, answers: &[u16]) -> PyResult<PySteppedMatch> {
        let (shared, answers) = (Arc::clone(plan), answers.to_vec());
        let play = move || {
            let mut state = SteppedMatch::new(&shared, number).or_raise()?;
            for answer in answers {
                let option = state.option_at(answer.into());
                let option = option.map_err(|error| NotationError::new_err(format!("not a saved match: {error}")))?;
                state.answer(option).or_raise()?;
            }
            Ok(state)
        };
        let state = guarded(|| interruptible(py, play, || Ok(()), || ())?)?;
        let games = Rank::all().map(|level| Game::new(RulesLike(plan.rules), Level(level))).collect();
        let takes_long = plan.built_in().any(Policy::looks_back);
        Ok(PySteppedMatch { games: Arc::new(games), state: Mutex::new(state), takes_long })
    }

    fn state(&self) -> MutexGuard<'_, SteppedMatch> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seen_by(&self, seat: Seat) -> PyResult<PyView> {
        guarded(|| {
            let state = self.state();
            let (snapshot, log) = state.seen_by(seat);
            Ok(PyView::new(&snapshot, Arc::clone(&self.games[state.level().index()]), log))
        })
    }
}
