//! `Views` and `Legals`: many decisions at once as `NumPy` arrays.
//!
//! What was seen is copied once, small and flat; an array is filled when it is asked for, so that a strategy pays for
//! what it looks at.

use std::sync::Arc;

use guandan_core::combo::{Combo, Detail, Move, Play, for_each_play};
use guandan_core::deal::Log;
use guandan_core::error::counted;
use guandan_core::hand::{Hand, LevelHand};
use guandan_core::policy::Strategy;
use guandan_core::rng::fraction;
use guandan_core::rules::{Rules, Tables};
use guandan_core::sim::{Decision, FlatObservation, Options};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::args::whole_or_0;

/// Faces of a card, in the order in which hands print: S2 H2 C2 D2 S3 … DA SB HR.
const FACES: usize = 54;
/// Decisions between two looks at whether Ctrl-C has been pressed.
const BETWEEN_LOOKS: usize = 4096;
/// The thirteen ranks 2 to A without wilds, small jokers, big jokers, wilds.
const RANKS: usize = 16;

/// Many decisions, copied so that Python can look at them as arrays.
#[derive(Debug)]
pub(super) struct Batch {
    rules: Rules,
    /// The rules, compiled for each level.
    tables: Arc<Vec<Tables>>,
    seen: Vec<FlatObservation>,
    can_pass: Vec<bool>,
    /// Where the options of each decision begin in the list, and as one more entry where the last ones end.
    offsets: Vec<i64>,
    listed: Listed,
}

/// The options of all decisions.
#[derive(Debug)]
enum Listed {
    Moves(Vec<Move>),
    Plays(Vec<Play>),
}

impl Batch {
    /// Copies decisions. The options of all of them have to be listed in the same form.
    ///
    /// Raises what `go_on` does, which is called every few thousand decisions.
    pub(super) fn of<'a>(
        decisions: impl ExactSizeIterator<Item = Decision<'a>>,
        rules: &Rules,
        tables: &Arc<Vec<Tables>>,
        mut go_on: impl FnMut() -> PyResult<()>,
    ) -> PyResult<Arc<Batch>> {
        let n = decisions.len();
        let (mut moves, mut plays) = (Vec::new(), Vec::new());
        let mut batch = Batch {
            rules: *rules,
            tables: Arc::clone(tables),
            seen: Vec::with_capacity(n),
            can_pass: Vec::with_capacity(n),
            offsets: Vec::with_capacity(n + 1),
            listed: Listed::Plays(Vec::new()),
        };
        batch.offsets.push(0);
        for (i, decision) in decisions.enumerate() {
            if i % BETWEEN_LOOKS == 0 {
                go_on()?;
            }
            batch.seen.push(FlatObservation::of(&decision));
            batch.can_pass.push(decision.can_pass);
            match decision.options {
                Options::Moves(listed) => moves.extend_from_slice(listed),
                Options::Plays(listed) => plays.extend_from_slice(listed),
            }
            batch.offsets.push((moves.len() + plays.len()) as i64);
        }
        batch.listed = if plays.is_empty() { Listed::Moves(moves) } else { Listed::Plays(plays) };
        Ok(Arc::new(batch))
    }

    fn answers(&self) -> impl Iterator<Item = i64> {
        self.offsets.windows(2).zip(&self.can_pass).map(|(pair, &can_pass)| pair[1] - pair[0] + i64::from(can_pass))
    }

    /// What `strategy` does at each decision: an index into its options, or their number to pass. The strategy must not look
    /// back at the plays so far, which are not kept here. Meanwhile the interpreter is free for others, and Ctrl-C is heard.
    pub(super) fn answers_of(&self, py: Python<'_>, strategy: &Strategy) -> PyResult<Vec<i64>> {
        let mut answers = Vec::with_capacity(self.seen.len());
        while answers.len() < self.seen.len() {
            py.check_signals()?;
            py.detach(|| {
                let some = answers.len()..self.seen.len().min(answers.len() + BETWEEN_LOOKS);
                answers.extend(some.map(|i| self.answer(strategy, i) as i64));
            });
        }
        Ok(answers)
    }

    /// What `strategy` does at decision number `i`.
    fn answer(&self, strategy: &Strategy, i: usize) -> usize {
        let (seen, tables) = (&self.seen[i], self.tables(&self.seen[i]));
        let mut options = Vec::new();
        self.for_each_option(i, |play| options.push(*play));
        let cards = match seen.id.phase {
            None => Hand::EMPTY,
            Some(_) => options.iter().fold(Hand::EMPTY, |cards, play| {
                cards.plus(play.cards.to_hand(tables.level)).expect("two packs hold two of each face")
            }),
        };
        let snapshot = seen.snapshot(cards, &self.rules, tables);
        strategy.answer(&snapshot, &Log::default(), tables, &options).expect("a decision with its own options")
    }

    /// Calls `visit` with each option of decision number `i`.
    fn for_each_option(&self, i: usize, mut visit: impl FnMut(&Play)) {
        let seen = &self.seen[i];
        match &self.listed {
            // Listing the plays once more takes less time than looking up the cards of each move.
            Listed::Moves(_) => {
                let to_beat = seen.table.map(|(combo, _)| combo);
                for_each_play(&seen.hand, self.tables(seen), to_beat, Detail::Ranks, &mut visit);
            }
            Listed::Plays(plays) => {
                let range = self.offsets[i] as usize..self.offsets[i + 1] as usize;
                plays[range].iter().for_each(visit);
            }
        }
    }

    fn tables(&self, seen: &FlatObservation) -> &Tables {
        &self.tables[seen.level.index()]
    }

    fn per_decision<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        of: impl Fn(&FlatObservation) -> T,
    ) -> Bound<'py, PyArray1<T>> {
        self.seen.iter().map(of).collect::<Vec<T>>().into_pyarray(py)
    }

    /// An array with a row of bytes a decision, which `push` adds. Large ones take seconds: Ctrl-C is heard in between.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        width: usize,
        push: impl Fn(&mut Vec<u8>, &FlatObservation),
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let mut bytes = Vec::with_capacity(self.seen.len() * width);
        for some in self.seen.chunks(BETWEEN_LOOKS) {
            py.check_signals()?;
            for seen in some {
                push(&mut bytes, seen);
            }
        }
        Ok(bytes.into_pyarray(py))
    }

    fn options(&self) -> usize {
        match &self.listed {
            Listed::Moves(moves) => moves.len(),
            Listed::Plays(plays) => plays.len(),
        }
    }

    fn per_option<'py>(
        &self,
        py: Python<'py>,
        of_move: impl Fn(Move) -> u8,
        of_play: impl Fn(&Play) -> u8,
    ) -> Bound<'py, PyArray1<u8>> {
        let column: Vec<u8> = match &self.listed {
            Listed::Moves(moves) => moves.iter().map(|&listed| of_move(listed)).collect(),
            Listed::Plays(plays) => plays.iter().map(of_play).collect(),
        };
        column.into_pyarray(py)
    }

    fn combos<'py>(&self, py: Python<'py>, of: impl Fn(Combo) -> u8) -> Bound<'py, PyArray1<u8>> {
        self.per_option(py, |listed| of(listed.combo()), |play| of(play.combo))
    }

    /// Calls `visit` with the cards of each option and the decision it belongs to. Ctrl-C is heard in between.
    fn for_each_cards(&self, py: Python<'_>, mut visit: impl FnMut(&LevelHand, &FlatObservation)) -> PyResult<()> {
        for (i, seen) in self.seen.iter().enumerate() {
            if i % BETWEEN_LOOKS == 0 {
                py.check_signals()?;
            }
            self.for_each_option(i, |play| visit(&play.cards, seen));
        }
        Ok(())
    }
}

/// Adds the number of copies of each face.
fn push_faces(to: &mut Vec<u8>, cards: &LevelHand, seen: &FlatObservation) {
    let hand = cards.to_hand(seen.level);
    let mut bytes = [0u8; 56];
    for (i, byte) in bytes.chunks_exact_mut(8).enumerate() {
        let shift = 8 * i;
        byte.copy_from_slice(&(spread(hand.one() >> shift) + spread(hand.two() >> shift)).to_le_bytes());
    }
    // The big joker's bit is not next to that of the small one.
    bytes[FACES - 1] = ((hand.one() >> 56 & 1) + (hand.two() >> 56 & 1)) as u8;
    to.extend_from_slice(&bytes[..FACES]);
}

/// The low eight bits as eight bytes of 0 or 1, the lowest first.
const fn spread(bits: u64) -> u64 {
    let each = (bits & 0xFF).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (each + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101
}

/// Adds the number of cards of each rank: the nibbles as bytes.
fn push_ranks(to: &mut Vec<u8>, cards: &LevelHand) {
    let counts = cards.counts().word();
    for half in [counts & 0xFFFF_FFFF, counts >> 32] {
        let pairs = (half | half << 16) & 0x0000_FFFF_0000_FFFF;
        let bytes = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF;
        to.extend_from_slice(&((bytes | bytes << 4) & 0x0F0F_0F0F_0F0F_0F0F).to_le_bytes());
    }
}

/// Many views at once, one row for each decision. Attributes are `NumPy` arrays; each is filled when you ask for it, so
/// you pay only for what you read. n is the number of decisions.
///
/// Cards come in two forms. By face they are counts (0 to 2) in 54 columns: S2 H2 C2 D2 S3 … DA SB HR. By rank they are
/// counts in 16 columns: 2 3 … A without the wilds, small jokers, big jokers, wilds. Seats are the real seats 0 to 3.
///
/// | attribute | shape | dtype | meaning |
/// | --- | --- | --- | --- |
/// | `match`, `deal`, `decision` | (n,) | uint64, uint32, uint16 | match, deal, actions so far |
/// | `seat`, `level` | (n,) | uint8 | the seat that decides; the level, 0 for 2 to 12 for A |
/// | `phase` | (n,) | uint8 | 0 play, 1 pay, 2 return, 3 pick |
/// | `hand`, `hand_ranks` | (n, 54), (n, 16) | uint8 | the seat's own cards |
/// | `played`, `played_ranks` | (n, 4, 54), (n, 4, 16) | uint8 | the cards each seat has played |
/// | `counts` | (n, 4) | uint8 | how many cards each seat holds |
/// | `places` | (n, 4) | uint8 | the place of each seat, 0 while it holds cards |
/// | `table_kind`, `table_size`, `table_key`, `table_seat` | (n,) | int8 | the play to beat, its seat; -1 for a lead |
///
/// Kinds are numbered `single` 0, `pair` 1, `triple` 2, `full_house` 3, `straight` 4, `tube` 5, `plate` 6, `bomb` 7,
/// `straight_flush` 8, `joker_bomb` 9. The key is the strength of a play among plays of its kind and size. Runs go by
/// their top card. All others go from 0 for the lowest rank in level order to 12 for the level, then 13 for small
/// jokers and 14 for big ones.
#[pyclass(name = "Views", module = "guandan_sim", frozen)]
pub(super) struct PyViews(pub(super) Arc<Batch>);

/// An array of bytes with a row for each decision or play.
type ByteRows<'py> = PyResult<Bound<'py, PyArray2<u8>>>;

impl PyViews {
    fn table<'py>(&self, py: Python<'py>, of: impl Fn(Combo, u8) -> u8) -> Bound<'py, PyArray1<i8>> {
        self.0.per_decision(py, |seen| seen.table.map_or(-1, |(combo, seat)| of(combo, seat.index() as u8) as i8))
    }
}

#[pymethods]
impl PyViews {
    fn __len__(&self) -> usize {
        self.0.seen.len()
    }

    /// The number of the match, or of the single deal: (n,) uint64.
    #[getter]
    fn r#match<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        self.0.per_decision(py, |seen| seen.id.match_number)
    }

    /// The number of the deal in its match, from 0: (n,) uint32.
    #[getter]
    fn deal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.0.per_decision(py, |seen| seen.id.deal)
    }

    /// How many plays and passes the deal has had before this decision: (n,) uint16.
    #[getter]
    fn decision<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        self.0.per_decision(py, |seen| seen.id.action as u16)
    }

    /// The seat that decides, 0 to 3: (n,) uint8.
    #[getter]
    fn seat<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.0.per_decision(py, |seen| seen.id.seat.index() as u8)
    }

    /// The level, 0 for 2 to 12 for A: (n,) uint8.
    #[getter]
    fn level<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.0.per_decision(py, |seen| seen.level.index() as u8)
    }

    /// What is decided, 0 play, 1 pay, 2 return, 3 pick: (n,) uint8.
    #[getter]
    fn phase<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.0.per_decision(py, |seen| seen.id.phase.map_or(0, |phase| phase as u8 + 1))
    }

    /// The seat's own cards, counted by face: (n, 54) uint8.
    #[getter]
    fn hand<'py>(&self, py: Python<'py>) -> ByteRows<'py> {
        let rows = self.0.rows(py, FACES, |bytes, seen| push_faces(bytes, &seen.hand, seen))?;
        rows.reshape([self.0.seen.len(), FACES])
    }

    /// The seat's own cards, counted by rank: (n, 16) uint8.
    #[getter]
    fn hand_ranks<'py>(&self, py: Python<'py>) -> ByteRows<'py> {
        let rows = self.0.rows(py, RANKS, |bytes, seen| push_ranks(bytes, &seen.hand))?;
        rows.reshape([self.0.seen.len(), RANKS])
    }

    /// The cards each seat has played, counted by face: (n, 4, 54) uint8.
    #[getter]
    fn played<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let push = |bytes: &mut Vec<u8>, seen: &FlatObservation| {
            seen.played.0.iter().for_each(|cards| push_faces(bytes, cards, seen));
        };
        self.0.rows(py, 4 * FACES, push)?.reshape([self.0.seen.len(), 4, FACES])
    }

    /// The cards each seat has played, counted by rank: (n, 4, 16) uint8.
    #[getter]
    fn played_ranks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let push = |bytes: &mut Vec<u8>, seen: &FlatObservation| {
            seen.played.0.iter().for_each(|cards| push_ranks(bytes, cards));
        };
        self.0.rows(py, 4 * RANKS, push)?.reshape([self.0.seen.len(), 4, RANKS])
    }

    /// How many cards each seat holds: (n, 4) uint8.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> ByteRows<'py> {
        let bytes: Vec<u8> = self.0.seen.iter().flat_map(|seen| seen.left).collect();
        bytes.into_pyarray(py).reshape([self.0.seen.len(), 4])
    }

    /// The place of each seat, 1 to 4, and 0 while it holds cards: (n, 4) uint8.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> ByteRows<'py> {
        let bytes: Vec<u8> = self.0.seen.iter().flat_map(|seen| seen.out).collect();
        bytes.into_pyarray(py).reshape([self.0.seen.len(), 4])
    }

    /// The kind of the play to beat, -1 for a lead: (n,) int8.
    #[getter]
    fn table_kind<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.table(py, |combo, _| combo.kind as u8)
    }

    /// The number of cards of the play to beat, -1 for a lead: (n,) int8.
    #[getter]
    fn table_size<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.table(py, |combo, _| combo.size)
    }

    /// The key of the play to beat, -1 for a lead: (n,) int8.
    #[getter]
    fn table_key<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.table(py, |combo, _| combo.key.index() as u8)
    }

    /// The seat that made the play to beat, -1 for a lead: (n,) int8.
    #[getter]
    fn table_seat<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.table(py, |_, seat| seat)
    }

    /// One random number from 0 up to but not including 1 for each decision: (n,) float64. It is number `k` of the
    /// decision, the same that `View.random(k)` gives there.
    #[pyo3(signature = (k = None), text_signature = "($self, k=0)")]
    fn random<'py>(&self, py: Python<'py>, k: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let k = whole_or_0("k", k, u32::MAX.into())? as u32;
        Ok(self.0.per_decision(py, |seen| fraction(seen.random(k))))
    }

    fn __copy__(slf: Bound<'_, PyViews>) -> Bound<'_, PyViews> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, PyViews>, _memo: &Bound<'py, PyAny>) -> Bound<'py, PyViews> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "Views are not pickled, for they are as large as all their arrays: pickle those you need",
        ))
    }

    fn __repr__(&self) -> String {
        format!("<Views of {}>", counted(self.0.seen.len(), "decision"))
    }
}

/// The legal plays of many decisions, in one long list. The plays of decision i go from `offsets[i]` up to but not
/// including `offsets[i + 1]`. n is the number of decisions and m the number of plays.
///
/// To choose, answer each decision with the index of a play among the plays of that decision, counted from 0. Where
/// `can_pass` is true, one index more means passing. In the phases of tribute the plays are the single cards to choose
/// from.
///
/// | attribute | shape | dtype | meaning |
/// | --- | --- | --- | --- |
/// | `offsets` | (n + 1,) | int64 | where the plays of each decision begin |
/// | `can_pass` | (n,) | bool | whether the seat may pass |
/// | `answers` | (n,) | int64 | how many answers there are, the pass included; at least 2 |
/// | `kind`, `size`, `key` | (m,) | uint8 | what the play is, numbered as in `Views` |
/// | `wilds` | (m,) | uint8 | how many wilds the play takes |
/// | `cards`, `ranks` | (m, 54), (m, 16) | uint8 | the cards of the play, counted by face and by rank |
#[pyclass(name = "Legals", module = "guandan_sim", frozen)]
pub(super) struct PyLegals(pub(super) Arc<Batch>);

#[pymethods]
impl PyLegals {
    fn __len__(&self) -> usize {
        self.0.options()
    }

    /// Where the plays of each decision begin; the last entry is where they end: (n + 1,) int64.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_slice(py, &self.0.offsets)
    }

    /// Whether the seat may pass: (n,) bool.
    #[getter]
    fn can_pass<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_slice(py, &self.0.can_pass)
    }

    /// How many answers each decision has, the pass included; at least 2: (n,) int64.
    #[getter]
    fn answers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.0.answers().collect::<Vec<i64>>().into_pyarray(py)
    }

    /// The kind of each play, numbered as in `Views`: (m,) uint8.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.0.combos(py, |combo| combo.kind as u8)
    }

    /// The number of cards of each play: (m,) uint8.
    #[getter]
    fn size<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.0.combos(py, |combo| combo.size)
    }

    /// The key of each play, its strength among plays of its kind and size: (m,) uint8.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.0.combos(py, |combo| combo.key.index() as u8)
    }

    /// How many wilds each play takes: (m,) uint8.
    #[getter]
    fn wilds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.0.per_option(py, |listed| listed.wilds() as u8, |play| play.cards.wilds() as u8)
    }

    /// The cards of each play, counted by face: (m, 54) uint8.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> ByteRows<'py> {
        let mut bytes = Vec::with_capacity(self.0.options() * FACES);
        self.0.for_each_cards(py, |cards, seen| push_faces(&mut bytes, cards, seen))?;
        bytes.into_pyarray(py).reshape([self.0.options(), FACES])
    }

    /// The cards of each play, counted by rank: (m, 16) uint8.
    #[getter]
    fn ranks<'py>(&self, py: Python<'py>) -> ByteRows<'py> {
        let mut bytes = Vec::with_capacity(self.0.options() * RANKS);
        self.0.for_each_cards(py, |cards, _| push_ranks(&mut bytes, cards))?;
        bytes.into_pyarray(py).reshape([self.0.options(), RANKS])
    }

    fn __copy__(slf: Bound<'_, PyLegals>) -> Bound<'_, PyLegals> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, PyLegals>, _memo: &Bound<'py, PyAny>) -> Bound<'py, PyLegals> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "Legals are not pickled, for they are as large as all their arrays: pickle those you need",
        ))
    }

    fn __repr__(&self) -> String {
        format!("<Legals of {}: {}>", counted(self.0.seen.len(), "decision"), counted(self.0.options(), "play"))
    }
}
