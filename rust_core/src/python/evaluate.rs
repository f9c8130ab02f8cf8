//! `guandan_sim.HandEvaluation` and the function that makes one.

use std::cell::Cell;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::args::{Game, Level};
use super::errors::{NotationError, guarded};
use super::hand::{Cards, PyHand};
use super::play::PyPlay;
use super::rules::RulesLike;
use crate::error::counted;
use crate::evaluate::{Evaluation, Evaluator, MOST_CARDS, Plays};
use crate::hand::{Hand, LevelHand};

/// What a hand is worth by itself: how few plays empty it, and how much control it keeps. docs/EVALUATION.md defines it.
///
/// Every play is led and nobody beats anything; wilds stand for what helps most. See `evaluate_hand`.
#[pyclass(name = "HandEvaluation", module = "guandan_sim", frozen)]
pub(super) struct PyHandEvaluation {
    hand: Hand,
    found: Evaluation,
    game: Arc<Game>,
}

/// An evaluator and what it is for.
struct Kept {
    game: Arc<Game>,
    evaluator: Evaluator,
}

thread_local! {
    /// The evaluator used last: making one takes longer than evaluating most hands. It is away while it is used, so that
    /// one that fails is not used again.
    static LAST: Cell<Option<Kept>> = const { Cell::new(None) };
}

impl PyHandEvaluation {
    fn plays(&self, plays: &Plays) -> impl ExactSizeIterator<Item = PyPlay> {
        plays.iter().map(|&play| PyPlay { play, game: Arc::clone(&self.game) })
    }
}

#[pymethods]
impl PyHandEvaluation {
    /// The most cards a hand may have to be evaluated: as many as a player is dealt.
    #[classattr]
    const MOST_CARDS: u32 = MOST_CARDS;

    /// The hand.
    #[getter]
    fn hand(&self) -> PyHand {
        PyHand(self.hand)
    }

    /// The fewest plays that empty the hand, exactly.
    #[getter]
    fn min_plays(&self) -> u32 {
        self.found.min_plays
    }

    /// One way to empty the hand in `min_plays` plays, found fast: it keeps most control as long as a straight of one suit
    /// counts as a plain straight. By kind, size and rank, as `legal_plays` lists plays.
    #[getter]
    fn decomposition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plays(&self.found.decomposition.plays))
    }

    /// The way to empty the hand in `min_plays` plays that keeps most control, straight flushes counted as the bombs they are.
    #[getter]
    fn strongest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plays(&self.found.strongest.plays))
    }

    /// The points of control of the plays of `strongest` together. A play's points are the chance in per cent that neither
    /// opponent can answer it in kind at no cost; a bomb has 100 more.
    #[getter]
    fn control(&self) -> u32 {
        self.found.strongest.control
    }

    /// The bombs of one rank and the joker bomb that the hand can hold at once: `natural_bombs` and `wild_bombs` together.
    #[getter]
    fn bombs(&self) -> u32 {
        self.found.natural_bombs + self.found.wild_bombs
    }

    /// Ranks held four times or more, the wilds being level cards, and one more for all four jokers.
    #[getter]
    fn natural_bombs(&self) -> u32 {
        self.found.natural_bombs
    }

    /// How many bombs more, at most, the wilds make at once where they do not stay level cards.
    #[getter]
    fn wild_bombs(&self) -> u32 {
        self.found.wild_bombs
    }

    /// Jokers, level cards (the wilds among them) and aces: the cards that win tricks by their rank alone.
    #[getter]
    fn control_cards(&self) -> u32 {
        self.found.control_cards
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

/// Evaluates a hand of up to 27 cards by itself: the fewest plays that empty it, ways to do so, bombs and control
/// (docs/EVALUATION.md).
///
/// `level` is the deal's level, which makes the wilds. Raises `NotationError` (also for more than 27 cards) and
/// `RulesError`.
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
    signature = (hand, *, level = Level::LOWEST, rules = RulesLike::standard()),
    text_signature = "(hand, *, level='2', rules='institute')"
)]
pub(super) fn evaluate_hand(hand: Cards, level: Level, rules: RulesLike) -> PyResult<PyHandEvaluation> {
    let Cards(hand) = hand;
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
