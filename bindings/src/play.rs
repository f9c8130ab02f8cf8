//! `guandan_sim.Play`, and the functions on cards alone: readings and legal plays.

use std::fmt;
use std::sync::Arc;

use guandan_core::card::Card;
use guandan_core::combo::{Combo, Play, classify as readings, for_each_play, placed};
use guandan_core::hand::{Hand, LevelHand};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::args::{Argument, DetailArg, Game, Given, Level, optional, wrong_type};
use super::errors::{GuandanError, NotationError, guarded};
use super::hand::{Cards, PyHand};
use super::hash_of;
use super::html;
use super::pickles::{Reduced, reader};
use super::rules::{PyRules, RulesLike};

/// One combination laid on the table: its kind, its rank and its cards.
///
/// `classify`, `legal_plays` and `Deal.play` return plays. `print` shows kind, rank and cards. Two plays are equal when
/// kind, rank, cards, level and rules are equal.
///
/// >>> import guandan_sim as gd
/// >>> play = gd.classify("SK DK H5 S2 D2", level="5")[0]
/// >>> print(play)
/// full_house K: SK DK H5 S2 D2
/// >>> play.kind, play.rank, play.size, play.stands_for
/// ('full_house', 'K', 5, ('SK', 'DK', 'HK', 'S2', 'D2'))
#[pyclass(name = "Play", module = "guandan_sim", frozen)]
#[derive(Clone)]
pub(super) struct PyPlay {
    pub(super) play: Play,
    pub(super) game: Arc<Game>,
}

/// A play as a user may give it: a `Play`, or cards.
pub(super) enum PlayLike<'py> {
    Play(Bound<'py, PyPlay>),
    Cards(Cards),
}

impl<'py> Argument<'py> for PlayLike<'py> {
    fn read(what: &str, given: &Bound<'py, PyAny>) -> PyResult<PlayLike<'py>> {
        match given.cast::<PyPlay>() {
            Ok(play) => Ok(PlayLike::Play(play.clone())),
            Err(_) => Cards::read(what, given).map(PlayLike::Cards),
        }
    }
}

impl PlayLike<'_> {
    /// What it counts as on the table.
    fn combo(&self, game: &Game) -> PyResult<Combo> {
        match self {
            PlayLike::Play(play) if play.get().game.is_same(game) => Ok(play.get().play.combo),
            PlayLike::Play(_) => Err(incomparable()),
            PlayLike::Cards(cards) => {
                let found = readings(&LevelHand::new(cards.0, game.tables.level), &game.tables);
                found.first().copied().ok_or_else(|| {
                    NotationError::new_err(format!("to_beat: {:?} is no combination", cards.0.to_string()))
                })
            }
        }
    }
}

fn incomparable() -> PyErr {
    GuandanError::new_err("plays at different levels or under different rules cannot be compared")
}

impl PyPlay {
    fn texts(&self, part: impl Fn((Card, Card)) -> Card) -> Vec<String> {
        placed(&self.play, &self.game.tables).into_iter().map(|pair| part(pair).to_string()).collect()
    }

    /// Kind, rank and cards as HTML, a wild with what it stands for.
    pub(super) fn html(&self) -> String {
        let cards = placed(&self.play, &self.game.tables).into_iter();
        let level = Some(self.game.tables.level);
        let shown: String = cards.map(|(card, stands_for)| html::card(card, level, stands_for)).collect();
        format!("{} {shown}", self.play.combo.name(&self.game.tables))
    }

    /// The play, if it was made in `game`; otherwise what is wrong with it there.
    pub(super) fn made_in(&self, game: &Game) -> Result<Play, &'static str> {
        if self.game.is_same(game) { Ok(self.play) } else { Err("a play at another level or under other rules") }
    }

    fn same(&self, other: &PyPlay) -> bool {
        self.play == other.play && self.game.is_same(&other.game)
    }
}

impl fmt::Display for PyPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.play.combo.name(&self.game.tables), self.texts(|(card, _)| card).join(" "))
    }
}

#[pymethods]
impl PyPlay {
    /// The kind: one of `single pair triple full_house straight tube plate bomb straight_flush joker_bomb`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.play.combo.kind.name()
    }

    /// The rank that names the play. It is the rank of the equal cards or of the triple (`K`, `SB`), and for runs the
    /// top rank (`5` for A2345). The joker bomb has the empty text.
    #[getter]
    fn rank(&self) -> &'static str {
        self.play.combo.rank_name(&self.game.tables)
    }

    /// The number of cards.
    #[getter]
    fn size(&self) -> u8 {
        self.play.combo.size
    }

    /// The cards as texts, in the order in which they print: a triple before its pair, runs upward from the low end (A
    /// first in A2345), each wild in the place it fills.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.texts(|(card, _)| card))
    }

    /// The card that each of `cards` stands for, in the same order: itself, except for the wilds.
    #[getter]
    fn stands_for<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.texts(|(_, stands_for)| stands_for))
    }

    /// The cards as a `Hand`.
    #[getter]
    fn hand(&self) -> PyHand {
        PyHand(self.play.cards.to_hand(self.game.tables.level))
    }

    /// The play as a notebook shows it: kind, rank and cards, a wild with what it stands for.
    fn _repr_html_(&self) -> String {
        self.html()
    }

    /// Tells whether this play beats `other` (docs/RULES.md R3). Raises `GuandanError` when the two have different
    /// levels or rules.
    fn beats(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let other = other.cast::<PyPlay>().map_err(|_| wrong_type("other", "a Play", other))?.get();
        if !self.game.is_same(&other.game) {
            return Err(incomparable());
        }
        Ok(self.play.combo.beats(other.play.combo))
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Play {self}>")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPlay>().is_ok_and(|other| self.same(other.get()))
    }

    fn __copy__(slf: Bound<'_, PyPlay>) -> Bound<'_, PyPlay> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, PyPlay>, _memo: &Bound<'py, PyAny>) -> Bound<'py, PyPlay> {
        slf
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Reduced<'py, (Py<PyRules>, &'static str, String, &str, &str)>> {
        let (rules, level) = self.game.saved(py)?;
        let cards = self.play.cards.to_hand(self.game.tables.level).to_string();
        Ok((reader(py, "_play")?, (rules, level, cards, self.kind(), self.rank())))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&(self.play, self.game.tables.level))
    }
}

/// Lists every combination that `cards` form when all of them are used. The list is empty when they form none
/// (docs/RULES.md R2).
///
/// The first play is the one that counts when a leader does not declare its cards. `level` is the level of the deal; it
/// decides which cards are wild. Raises `NotationError` and `RulesError`.
///
/// >>> import guandan_sim as gd
/// >>> [str(play) for play in gd.classify("H4 H4 C8 D8 S9 C9", level="4")]
/// ['plate 9: C8 D8 H4 S9 C9 H4', 'tube T: C8 D8 S9 C9 H4 H4', 'tube 9: H4 H4 C8 D8 S9 C9']
#[pyfunction]
#[pyo3(
    signature = (cards, *, level, rules = Given::LeftOut),
    text_signature = "(cards, *, level, rules='institute')"
)]
pub(super) fn classify(cards: &Bound<'_, PyAny>, level: &Bound<'_, PyAny>, rules: Given<'_>) -> PyResult<Vec<PyPlay>> {
    let (cards, level) = (Cards::read("cards", cards)?, Level::read("level", level)?);
    let rules = rules.or("rules", RulesLike::standard())?;
    guarded(|| {
        let game = Game::new(rules, level);
        let cards = LevelHand::new(cards.0, game.tables.level);
        let play = |combo| PyPlay { play: Play { combo, cards }, game: Arc::clone(&game) };
        Ok(readings(&cards, &game.tables).into_iter().map(play).collect())
    })
}

/// Lists every play of `hand`. Without `to_beat` these are all possible leads. With `to_beat`, a `Play` or cards, they
/// are all plays that beat it. The list holds no pass.
///
/// The plays are sorted by kind, size, rank and cards. `detail="cards"` lists two plays when kind, rank or cards
/// differ. `detail="ranks"` lists one play for all that differ in suits only; straight flushes of different suits stay
/// apart. Cards given as `to_beat` count as their first reading. Raises `NotationError` and `RulesError`.
///
/// >>> import guandan_sim as gd
/// >>> [str(play) for play in gd.legal_plays("SK H3 SB", level="3", to_beat="SQ DQ")]
/// ['pair K: SK H3']
#[pyfunction]
#[pyo3(
    signature = (hand, *, level, rules = Given::LeftOut, to_beat = None, detail = Given::LeftOut),
    text_signature = "(hand, *, level, rules='institute', to_beat=None, detail='cards')"
)]
pub(super) fn legal_plays(
    hand: &Bound<'_, PyAny>,
    level: &Bound<'_, PyAny>,
    rules: Given<'_>,
    to_beat: Option<&Bound<'_, PyAny>>,
    detail: Given<'_>,
) -> PyResult<Vec<PyPlay>> {
    let (hand, level) = (Cards::read("hand", hand)?, Level::read("level", level)?);
    let rules = rules.or("rules", RulesLike::standard())?;
    let to_beat: Option<PlayLike<'_>> = optional("to_beat", to_beat)?;
    let detail = detail.or("detail", DetailArg::CARDS)?;
    guarded(|| {
        let game = Game::new(rules, level);
        let to_beat = to_beat.map(|to_beat| to_beat.combo(&game)).transpose()?;
        Ok(listed(hand.0, &game, to_beat, detail))
    })
}

/// The plays of a hand as Python objects.
pub(super) fn listed(hand: Hand, game: &Arc<Game>, to_beat: Option<Combo>, detail: DetailArg) -> Vec<PyPlay> {
    let hand = LevelHand::new(hand, game.tables.level);
    let mut plays = Vec::new();
    for_each_play(&hand, &game.tables, to_beat, detail.0, &mut |play| {
        plays.push(PyPlay { play: *play, game: Arc::clone(game) });
    });
    plays
}
