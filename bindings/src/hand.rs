//! `guandan_sim.Hand`.

use guandan_core::card::Card;
use guandan_core::hand::Hand;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use super::args::{Argument, optional, wrong_type};
use super::errors::{NotationError, OrRaise};
use super::html;

/// A set of cards out of the two packs. Each of the 54 faces can be in it twice.
///
/// Make one from text: cards in any order, with blanks or commas between them. A card is a suit, `S H C D`, and a rank,
/// `2 3 4 5 6 7 8 9 T J Q K A`. `SB` is the small joker and `HR` the big one. Wherever a function asks for cards, text
/// will do as well.
///
/// A hand never changes. `+` and `-` make new hands, `in` asks whether cards are in it, `len` counts them, and
/// iteration gives the cards as texts. Hands with the same cards are equal and have the same hash. A hand prints from 2
/// to A, within a rank in the order S H C D, and then the jokers.
///
/// Raises `NotationError` for text that is not a card and for a third copy of a card.
///
/// >>> import guandan_sim as gd
/// >>> hand = gd.Hand("HR S7, H7 S7")
/// >>> print(hand, len(hand), "S7" in hand, hand - "S7", sep=" | ")
/// S7 S7 H7 HR | 4 | True | S7 H7 HR
#[pyclass(name = "Hand", module = "guandan_sim", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PyHand(pub(super) Hand);

/// Cards as a user may give them: a `Hand`, text, or an iterable of card texts.
pub(super) struct Cards(pub(super) Hand);

/// The most cards that are read: two packs hold no more, and an iterable may be endless.
const MOST_CARDS: usize = 108;

impl Argument<'_> for Cards {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<Cards> {
        if let Ok(hand) = given.cast::<PyHand>() {
            return Ok(Cards(hand.get().0));
        }
        if given.is_instance_of::<PyString>() {
            return Ok(Cards(String::read(what, given)?.parse().or_raise()?));
        }
        let expected = || wrong_type(what, "text, a Hand or card texts", given);
        let mut cards = Vec::new();
        for item in given.try_iter().map_err(|_| expected())? {
            let item = item?;
            if !item.is_instance_of::<PyString>() {
                return Err(expected());
            }
            if cards.len() == MOST_CARDS {
                let said = format!("{what}: expected at most {MOST_CARDS} cards, as many as two packs have");
                return Err(NotationError::new_err(said));
            }
            cards.push(String::read(what, &item)?.parse::<Card>().or_raise()?);
        }
        Ok(Cards(Hand::from_cards(cards).or_raise()?))
    }
}

/// The name of a value's type, for messages.
pub(super) fn kind_of(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string())
}

#[pymethods]
impl PyHand {
    #[new]
    #[pyo3(signature = (cards = None))]
    fn new(cards: Option<&Bound<'_, PyAny>>) -> PyResult<PyHand> {
        let cards: Option<Cards> = optional("cards", cards)?;
        Ok(PyHand(cards.map_or(Hand::EMPTY, |cards| cards.0)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Hand({:?})", self.0.to_string())
    }

    /// The cards as a notebook shows them.
    fn _repr_html_(&self) -> String {
        html::cards(self.0.cards(), None)
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    fn __contains__(&self, cards: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.contains(Cards::read("cards", cards)?.0))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let cards: Vec<String> = self.0.cards().map(|card| card.to_string()).collect();
        Ok(cards.into_pyobject(py)?.try_iter()?.into_any())
    }

    // The other side may be any object, so that the refusal of a value that is no hand names it. Otherwise Python would
    // say only that `+` cannot be done.
    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<PyHand> {
        let other = Cards::read("cards", other)?;
        self.0.plus(other.0).map(PyHand).ok_or_else(|| {
            NotationError::new_err(format!("{} + {}: a face would be held more than twice", self.0, other.0))
        })
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<PyHand> {
        let other = Cards::read("cards", other)?;
        if !self.0.contains(other.0) {
            return Err(NotationError::new_err(format!("{} is not within {}", other.0, self.0)));
        }
        Ok(PyHand(self.0.minus(other.0)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyHand>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().0.to_string(),))
    }

    /// Counts the copies of `card` in the hand: 0, 1 or 2. Raises `NotationError` for text that is not a card.
    fn count(&self, card: &Bound<'_, PyAny>) -> PyResult<u32> {
        Ok(self.0.count(String::read("card", card)?.parse::<Card>().or_raise()?))
    }
}
