//! `guandan_sim.HandEvaluation` and the function that makes one.

use std::cell::Cell;
use std::sync::Arc;

use guandan_core::error::counted;
use guandan_core::evaluate::{Evaluation, Evaluator, MOST_CARDS, Plays};
use guandan_core::hand::{Hand, LevelHand};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::args::{Argument, Game, Given, Level};
use super::errors::{NotationError, guarded};
use super::hand::{Cards, PyHand};
use super::hash_of;
use super::pickles::{Reduced, reader};
use super::play::PyPlay;
use super::rules::{PyRules, RulesLike};

/// What a hand is worth by itself: how few plays empty it, and how well it holds the lead. `evaluate_hand` makes one;
/// docs/EVALUATION.md defines every number.
///
/// The evaluation imagines that every play is led and that nobody beats anything. Wilds stand for whatever helps most.
#[pyclass(name = "HandEvaluation", module = "guandan_sim", frozen)]
pub(super) struct PyHandEvaluation {
    hand: Hand,
    found: Evaluation,
    game: Arc<Game>,
}

/// An evaluator with the game whose hands it evaluates.
struct Kept {
    game: Arc<Game>,
    evaluator: Evaluator,
}

thread_local! {
    /// The evaluator used last: making one takes longer than evaluating most hands. It is taken out while it is used,
    /// so that an evaluator that panicked is not used again.
    static LAST: Cell<Option<Kept>> = const { Cell::new(None) };
}

impl PyHandEvaluation {
    fn plays(&self, plays: &Plays) -> impl ExactSizeIterator<Item = PyPlay> {
        plays.iter().map(|&play| PyPlay { play, game: Arc::clone(&self.game) })
    }
}

#[pymethods]
impl PyHandEvaluation {
    /// The largest hand that can be evaluated: the number of cards a player is dealt.
    #[classattr]
    const MOST_CARDS: u32 = MOST_CARDS;

    /// The hand that was evaluated.
    #[getter]
    fn hand(&self) -> PyHand {
        PyHand(self.hand)
    }

    /// The fewest plays that empty the hand, exactly.
    #[getter]
    fn min_plays(&self) -> u32 {
        self.found.min_plays
    }

    /// One way to empty the hand in `min_plays` plays, found fast. Among all ways it keeps the most control if
    /// straights of one suit counted as plain straights. The plays are sorted as `legal_plays` sorts them.
    #[getter]
    fn decomposition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plays(&self.found.decomposition.plays))
    }

    /// The way to empty the hand in `min_plays` plays that keeps the most control, with straight flushes counted as the
    /// bombs they are.
    #[getter]
    fn strongest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plays(&self.found.strongest.plays))
    }

    /// The points of control of all plays of `strongest` together. A play has as many points as the chance, in per
    /// cent, that neither opponent can answer it in kind at no cost, which means: its own hand then needs no more plays
    /// than before. A bomb has 100 points more.
    #[getter]
    fn control(&self) -> u32 {
        self.found.strongest.control
    }

    /// How many bombs the hand can hold at once: `natural_bombs` and `wild_bombs` together. Straight flushes do not
    /// count.
    #[getter]
    fn bombs(&self) -> u32 {
        self.found.natural_bombs + self.found.wild_bombs
    }

    /// The number of ranks held four times or more, where wilds count as level cards, and one more for all four jokers.
    #[getter]
    fn natural_bombs(&self) -> u32 {
        self.found.natural_bombs
    }

    /// How many more bombs, at most, the wilds can complete at once when they do not stay level cards.
    #[getter]
    fn wild_bombs(&self) -> u32 {
        self.found.wild_bombs
    }

    /// How many cards win tricks by their rank alone: jokers, level cards (the wilds among them) and aces.
    #[getter]
    fn control_cards(&self) -> u32 {
        self.found.control_cards
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyHandEvaluation>().is_ok_and(|other| {
            let other = other.get();
            self.hand == other.hand && self.game.is_same(&other.game)
        })
    }

    fn __hash__(&self) -> u64 {
        hash_of(&(self.hand, self.game.rules, self.game.tables.level))
    }

    fn __copy__(slf: Bound<'_, PyHandEvaluation>) -> Bound<'_, PyHandEvaluation> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, PyHandEvaluation>, _memo: &Bound<'py, PyAny>) -> Bound<'py, PyHandEvaluation> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Py<PyRules>, &'static str, PyHand)>> {
        let (rules, level) = self.game.saved(py)?;
        Ok((reader(py, "_evaluation")?, (rules, level, self.hand())))
    }

    fn __repr__(&self) -> String {
        let Evaluation { min_plays, control_cards, strongest, .. } = &self.found;
        let plays: Vec<String> = self.plays(&strongest.plays).map(|play| play.to_string()).collect();
        let (bombs, control) = (self.bombs(), strongest.control);
        let [fewest, bombs, cards] = [(*min_plays, "play"), (bombs, "bomb"), (*control_cards, "control card")]
            .map(|(count, thing)| counted(count as usize, thing));
        format!("<HandEvaluation {fewest}, {bombs}, {cards}, control {control}: {}>", plays.join("; "))
    }
}

/// Evaluates a hand of up to 27 cards: the fewest plays that empty it, ways to do so, its bombs and its control.
/// docs/EVALUATION.md defines every number.
///
/// `level` is the level of the deal; it decides which cards are wild. Raises `NotationError`, also for more than 27
/// cards, and `RulesError`.
///
/// >>> import guandan_sim as gd
/// >>> found = gd.evaluate_hand("S3 S4 D5 C6 S7 SA CA DA S2 C2 HT HR", level="T")
/// >>> found.min_plays, found.bombs, found.control_cards
/// (3, 1, 5)
/// >>> for play in found.strongest: print(play)
/// single HR: HR
/// straight 7: S3 S4 D5 C6 S7
/// plate 2: SA CA DA S2 C2 HT
#[pyfunction]
#[pyo3(
    signature = (hand, *, level = Given::LeftOut, rules = Given::LeftOut),
    text_signature = "(hand, *, level='2', rules='institute')"
)]
pub(super) fn evaluate_hand(hand: &Bound<'_, PyAny>, level: Given<'_>, rules: Given<'_>) -> PyResult<PyHandEvaluation> {
    let Cards(hand) = Cards::read("hand", hand)?;
    evaluated(hand, level.or("level", Level::LOWEST)?, rules.or("rules", RulesLike::standard())?)
}

/// The evaluation of a hand.
pub(super) fn evaluated(hand: Hand, level: Level, rules: RulesLike) -> PyResult<PyHandEvaluation> {
    if hand.len() > MOST_CARDS {
        return Err(NotationError::new_err(format!(
            "hand: {} cards, but only a hand of up to {MOST_CARDS}, as many as a player is dealt, is evaluated",
            hand.len()
        )));
    }
    guarded(|| {
        let kept = LAST.take().filter(|kept| kept.game.rules == rules.0 && kept.game.tables.level == level.0);
        let mut kept = kept.unwrap_or_else(|| {
            let game = Game::new(rules, level);
            Kept { evaluator: Evaluator::new(&game.tables), game }
        });
        let found = kept.evaluator.evaluate(&LevelHand::new(hand, level.0));
        let game = Arc::clone(&kept.game);
        LAST.set(Some(kept));
        Ok(PyHandEvaluation { hand, found, game })
    })
}
