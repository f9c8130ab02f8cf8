//! `guandan_sim.View`: what one seat may know at one of its decisions.

use std::sync::Arc;

use guandan_core::card::Seat;
use guandan_core::combo::{Detail, Play};
use guandan_core::deal::{Event, Gift, Log, Origin, Phase, PublicPosition, Snapshot, View};
use guandan_core::policy::{Strategy, Unanswerable, is_possible};
use guandan_core::rng::{Address, Purpose, fraction};
use guandan_core::series::Equity;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::args::{Argument, DetailArg, Game, Given, Level, SeatArg, items, optional, whole, whole_or_0};
use super::errors::{OrRaise, PlanError, guarded};
use super::hand::{Cards, PyHand};
use super::hash_of;
use super::html;
use super::pickles::{Reduced, reader};
use super::play::PyPlay;
use super::public::{GiftArg, PhaseArg, placed, seat_and_action, standing_of};
use super::rules::{PyRules, RulesLike};

/// What one seat may know at one moment of a deal: its own cards and everything that is public. Hidden cards are not in
/// it.
///
/// A strategy decides by the view of its seat. `phase` says what it decides: "play" while cards are played; before a
/// later deal of a match also "pay" (which of equal cards goes as tribute), "return" (which card goes back) or "pick"
/// (which of two cards to take). A view stays as it is when the deal goes on, so you can keep it. Two views are equal when
/// they show the same; a pickle holds what the view shows, and nothing of who has which of the hidden cards.
///
/// >>> import guandan_sim as gd
/// >>> view = gd.Deal.new(rules="institute", level="2", seed=7).view(3)
/// >>> view.seat, view.phase, len(view.hand), view.counts, view.table
/// (3, 'play', 27, (27, 27, 27, 27), None)
#[derive(Clone)]
#[pyclass(name = "View", module = "guandan_sim", frozen)]
pub(super) struct PyView {
    snapshot: Snapshot,
    game: Arc<Game>,
    log: Log,
}

/// A card that went from one seat to another: who gave it, who got it, the card.
pub(super) type GiftTuple = (usize, usize, String);

impl PyView {
    pub(super) fn new(snapshot: &Snapshot, game: Arc<Game>, log: Log) -> PyView {
        PyView { snapshot: *snapshot, game, log }
    }

    /// The snapshot, the game and the log that the view is made of.
    pub(super) fn parts(&self) -> (Snapshot, Arc<Game>, Log) {
        (self.snapshot, Arc::clone(&self.game), self.log.clone())
    }

    fn view(&self) -> View<'_> {
        self.snapshot.view(&self.game.tables, Some(&self.log))
    }

    /// What the seat can do besides passing.
    pub(super) fn options(&self, detail: Detail) -> Vec<Play> {
        self.snapshot.options(&self.game.tables, detail)
    }

    /// The plays of the seat as Python objects.
    pub(super) fn plays(&self, detail: Detail) -> PyResult<Vec<PyPlay>> {
        guarded(|| Ok(self.options(detail).iter().map(|play| self.play(play)).collect()))
    }

    /// What a strategy does here: the number of one of the plays `offered`, or their number to pass.
    pub(super) fn answered_by(&self, strategy: &Strategy, offered: &[Play]) -> Result<usize, Unanswerable> {
        strategy.answer(&self.snapshot, &self.log, &self.game.tables, offered)
    }

    /// The rules and the level of the deal.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// What the view shows, as text. The stakes are left out, because they are worked out and not shown.
    fn text(&self) -> String {
        self.snapshot.with_stakes(None).save(&self.log, &self.game.tables)
    }

    fn play(&self, play: &Play) -> PyPlay {
        PyPlay { play: *play, game: Arc::clone(&self.game) }
    }
}

#[pymethods]
impl PyView {
    /// The view of a position that is known from one seat only: its own cards, and what everybody at the table has seen. All
    /// seats are dealt 27 cards.
    ///
    /// * `hand` are the cards that the seat holds now, `dealt` those it was dealt, before tribute. One of the two is enough.
    /// * `history` has the actions so far, from the first lead on: pairs (seat, play). A play is a `Play`, or None for a
    ///   pass, or cards, or a triple (cards, kind, rank). Cards alone count as in `Deal.play`.
    /// * `leader` is the seat that leads the deal. Without it this is the first seat in `history`, or `seat` itself. In a
    ///   choice of tribute it is the seat that is going to lead.
    /// * `paid` and `returned` have the tribute before the deal as triples (giver, receiver, card). `void_by` has the seats
    ///   whose big jokers made it void, one entry for each joker.
    /// * `phase` is "pay", "return" or "pick" where the seat is to choose a card of tribute. `cards` are those it may choose
    ///   from; what may be paid and returned follows from the rules where `cards` are left out.
    /// * `levels` are the teams' levels, for strategies that play for the match. `declarers`, the team whose level is played,
    ///   follows from them unless they are equal; `ace_failures` and `fallen` are by team. Streaks count as begun anew.
    /// * `match` and `deal` are their numbers in a run. With `seed` they say which random numbers `random` and `below` give:
    ///   those of the run with that seed.
    ///
    /// Counts, table, turn and places follow. The rules judge every action: whose turn it is, what beats the table, that no
    /// card is seen three times. Who had to pay or return which card is not judged.
    ///
    /// Raises `IllegalPlay` for an action that the rules forbid and `PlanError` for whatever else cannot be, both with the
    /// place, as in `history[12]`; `NotationError` and `RulesError`.
    ///
    /// >>> import guandan_sim as gd
    /// >>> hand = "S4 C4 D4 S5 H6 C7 S9 D9 CT ST SJ HJ DQ CQ SK HK CK SA DA S2 C2 D2 H3 C3 D3 SB HR"
    /// >>> view = gd.View.from_public(level="8", seat=1, dealt=hand, history=[(0, "S3 S3"), (1, "S9 D9"), (2, None)])
    /// >>> view.turn, str(view.table), view.counts
    /// (3, 'pair 9: S9 D9', (25, 25, 27, 27))
    /// >>> gd.View.from_public(level="8", seat=1, dealt=hand, history=[(0, "S3 S3"), (2, "S9 D9")])
    /// Traceback (most recent call last):
    /// guandan_sim.errors.IllegalPlay: history[1]: seat 2 acts, but seat 1 is to act
    #[staticmethod]
    #[pyo3(
        signature = (
            *, rules = Given::LeftOut, level, seat, hand = None, dealt = None, history = None, leader = None, paid = None,
            returned = None, void_by = None, phase = Given::LeftOut, cards = None, levels = None,
            declarers = None, ace_failures = None, fallen = None, r#match = None, deal = None, seed = None
        ),
        text_signature = "(*, rules='institute', level, seat, hand=None, dealt=None, history=(), leader=None, paid=(), returned=(), void_by=(), phase='play', cards=None, levels=None, declarers=None, ace_failures=(0, 0), fallen=(False, False), match=None, deal=None, seed=0)"
    )]
    #[allow(clippy::too_many_arguments)] // keyword arguments of a Python function
    fn from_public(
        rules: Given<'_>,
        level: &Bound<'_, PyAny>,
        seat: &Bound<'_, PyAny>,
        hand: Option<&Bound<'_, PyAny>>,
        dealt: Option<&Bound<'_, PyAny>>,
        history: Option<&Bound<'_, PyAny>>,
        leader: Option<&Bound<'_, PyAny>>,
        paid: Option<&Bound<'_, PyAny>>,
        returned: Option<&Bound<'_, PyAny>>,
        void_by: Option<&Bound<'_, PyAny>>,
        phase: Given<'_>,
        cards: Option<&Bound<'_, PyAny>>,
        levels: Option<&Bound<'_, PyAny>>,
        declarers: Option<&Bound<'_, PyAny>>,
        ace_failures: Option<&Bound<'_, PyAny>>,
        fallen: Option<&Bound<'_, PyAny>>,
        r#match: Option<&Bound<'_, PyAny>>,
        deal: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyView> {
        let game = Game::shared(rules.or("rules", RulesLike::standard())?, Level::read("level", level)?);
        let phase = phase.or("phase", PhaseArg(None))?.0;
        let purpose = if phase.is_some() { Purpose::Tribute } else { Purpose::Play };
        let match_number = whole_or_0("match", r#match, u64::MAX)?;
        let deal_number = whole_or_0("deal", deal, u32::MAX.into())?;
        let address = Address::new(whole_or_0("seed", seed, u64::MAX)?, purpose, match_number, deal_number);
        let hand_of = |what, given: Option<&Bound<'_, PyAny>>| {
            let Some(given) = given else { return Ok(None) };
            placed(given.py(), what, Cards::read(what, given)).map(|cards| Some(cards.0))
        };
        let gifts = |what, given| {
            let gifts: Option<Vec<GiftArg>> = optional(what, given)?;
            Ok::<_, PyErr>(gifts.unwrap_or_default().into_iter().map(|gift| gift.0).collect())
        };
        let actions = history.map_or_else(|| Ok(Vec::new()), |history| items("history", history))?;
        let actions = actions.iter().enumerate().map(|(i, did)| seat_and_action(&format!("history[{i}]"), did, &game));
        let void_by: Option<Vec<SeatArg>> = optional("void_by", void_by)?;
        let standing = standing_of(&game, levels, declarers, ace_failures, fallen)?;
        let is_told = [r#match, deal, levels].iter().any(Option::is_some);
        let levels = standing.map_or([game.tables.level; 2], |standing| standing.levels);
        let origin = is_told.then_some(Origin { match_number, deal: deal_number as u32, levels });
        let position = PublicPosition {
            seat: SeatArg::read("seat", seat)?.0,
            hand: hand_of("hand", hand)?,
            dealt: hand_of("dealt", dealt)?,
            history: actions.collect::<PyResult<_>>()?,
            leader: optional::<SeatArg>("leader", leader)?.map(|leader| leader.0),
            paid: gifts("paid", paid)?,
            returned: gifts("returned", returned)?,
            void_by: void_by.unwrap_or_default().into_iter().map(|holder| holder.0).collect(),
            phase,
            cards: hand_of("cards", cards)?,
            address,
            origin,
        };
        guarded(|| {
            let (snapshot, log) = position.snapshot(&game.rules, &game.tables).or_raise()?;
            if !is_possible(&snapshot.view(&game.tables, Some(&log))) {
                return Err(PlanError::new_err("paid, returned: no hands of the others fit them and what was played"));
            }
            let rules = &game.rules;
            let stakes = standing.and_then(|standing| Equity::usual(rules).stakes(rules, &standing));
            Ok(PyView::new(&snapshot.with_stakes(stakes), game, log))
        })
    }

    /// The seat whose view this is, 0 to 3.
    #[getter]
    fn seat(&self) -> usize {
        self.view().seat().index()
    }

    /// The seat's own cards.
    #[getter]
    fn hand(&self) -> PyHand {
        let view = self.view();
        PyHand(view.hand().to_hand(view.level()))
    }

    /// The level of the deal, a letter such as `T`.
    #[getter]
    fn level(&self) -> &'static str {
        self.view().level().letter()
    }

    /// The rules of the deal.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.game.rules)
    }

    /// The number of the match in its run, as in the data and in records. In a run of single deals it is the number of the
    /// deal. None for a deal that is part of no run and no record.
    #[getter]
    fn r#match(&self) -> Option<u64> {
        self.snapshot.origin().map(|origin| origin.match_number)
    }

    /// The number of the deal in its match, from 0. None for a deal that is part of no run and no record.
    #[getter]
    fn deal(&self) -> Option<u32> {
        self.snapshot.origin().map(|origin| origin.deal)
    }

    /// The levels of the teams before the deal: that of seats 0 and 2, that of seats 1 and 3. In a single deal both are
    /// the level that is played. None for a deal that is part of no run and no record.
    #[getter]
    fn levels(&self) -> Option<(&'static str, &'static str)> {
        self.snapshot.origin().map(|origin| (origin.levels[0].letter(), origin.levels[1].letter()))
    }

    /// The cards that were dealt to the seat, before tribute.
    #[getter]
    fn dealt(&self) -> PyHand {
        PyHand(self.snapshot.dealt(&self.log))
    }

    /// What is decided: "play", or for tribute "pay", "return" or "pick".
    #[getter]
    fn phase(&self) -> &'static str {
        self.snapshot.phase().map_or("play", Phase::name)
    }

    /// The seat that acts next, 0 to 3. None when the deal is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.view().turn().map(Seat::index)
    }

    /// How many cards each seat holds, by seat. The numbers are exact.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, Seat::ALL.map(|seat| self.view().cards_left(seat)))
    }

    /// How many cards each seat holds where it has to announce them (`announce_at`), and None elsewhere.
    #[getter]
    fn announced<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, Seat::ALL.map(|seat| self.view().announced(seat)))
    }

    /// The seats that have gone out, first to last.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.view().places().iter().map(|seat| seat.index()))
    }

    /// The play to beat. None when the seat to act leads.
    #[getter]
    fn table(&self) -> Option<PyPlay> {
        self.view().table()?;
        self.log.plays().last().map(|logged| self.play(&logged.play))
    }

    /// The seat that made the play to beat, 0 to 3. None when the seat to act leads.
    #[getter]
    fn table_seat(&self) -> Option<usize> {
        self.view().last_player().map(Seat::index)
    }

    /// All actions so far, in order: tuples (seat, play), with None for a pass.
    #[getter]
    fn history(&self) -> Vec<(usize, Option<PyPlay>)> {
        let pair = |event: Event<'_>| (event.seat.index(), event.play.map(|play| self.play(play)));
        self.log.events(self.view().decision()).map(pair).collect()
    }

    /// The tribute paid before the deal, as tuples (giver, receiver, card). Empty in a first or single deal and when
    /// the tribute was void.
    #[getter]
    fn paid(&self) -> Vec<GiftTuple> {
        gift_tuples(self.view().payments())
    }

    /// The cards returned for tribute, as tuples (giver, receiver, card). Empty until all returns are shown together.
    #[getter]
    fn returned(&self) -> Vec<GiftTuple> {
        gift_tuples(self.view().returns())
    }

    /// The plays of the seat whose view this is. The list is empty when it can only pass and when it is not to act. While
    /// tribute is paid these are the single cards to choose from. `detail` is explained at `guandan_sim.legal_plays`.
    ///
    /// >>> import guandan_sim as gd
    /// >>> deal = gd.Deal.new(seed=7)
    /// >>> deal.view(deal.turn).legal_plays() == deal.legal_plays()
    /// True
    #[pyo3(signature = (*, detail = Given::LeftOut), text_signature = "($self, *, detail='cards')")]
    fn legal_plays(&self, detail: Given<'_>) -> PyResult<Vec<PyPlay>> {
        self.plays(detail.or("detail", DetailArg::CARDS)?.0)
    }

    /// A random number from 0 up to but not including 1: number `k` of this decision.
    ///
    /// The number belongs to the decision and not to the call. The same `k` gives the same number again, and nothing
    /// that others draw changes it. A strategy that uses only these numbers plays the same with any number of workers.
    #[pyo3(signature = (k = None), text_signature = "($self, k=0)")]
    fn random(&self, k: Option<Bound<'_, PyAny>>) -> PyResult<f64> {
        Ok(fraction(self.snapshot.random(number(k)?)))
    }

    /// A random whole number from 0 up to but not including `n`, all equally likely: number `k` of this decision, drawn
    /// as by `random`. Raises `PlanError` unless `n` is at least 1.
    #[pyo3(signature = (n, k = None), text_signature = "($self, n, k=0)")]
    fn below(&self, n: &Bound<'_, PyAny>, k: Option<Bound<'_, PyAny>>) -> PyResult<u32> {
        let n = whole("below", n, 1..=u32::MAX.into())? as u32;
        Ok(self.snapshot.below(number(k)?, n))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyView>().is_ok_and(|other| {
            let other = other.get();
            self.game.is_same(&other.game) && self.text() == other.text()
        })
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.text())
    }

    fn __copy__(slf: Bound<'_, PyView>) -> Bound<'_, PyView> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, PyView>, _memo: &Bound<'py, PyAny>) -> Bound<'py, PyView> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Py<PyRules>, &'static str, String)>> {
        let (rules, level) = self.game.saved(py)?;
        Ok((reader(py, "_view")?, (rules, level, self.snapshot.save(&self.log, &self.game.tables))))
    }

    /// The view as a notebook shows it: the own cards, the play to beat, and how many cards each seat holds.
    fn _repr_html_(&self) -> String {
        let view = self.view();
        let level = self.game.tables.level;
        let mut rows = vec![(format!("hand of seat {}", view.seat()), html::cards(self.hand().0.cards(), Some(level)))];
        if let (Some(table), Some(seat)) = (self.table(), self.table_seat()) {
            rows.push((format!("to beat, of seat {seat}"), table.html()));
        }
        let counts: Vec<String> = Seat::ALL.map(|seat| view.cards_left(seat).to_string()).to_vec();
        rows.push(("cards left, by seat".to_owned(), counts.join(", ")));
        let to_act = self.turn().map_or_else(|| "the deal is over".to_owned(), |seat| format!("seat {seat} to act"));
        let label = RulesLike(self.game.rules).label();
        html::table(&format!("Level {}, {label}: {to_act}", level.letter()), &rows)
    }

    fn __repr__(&self) -> String {
        format!("<View of seat {}, {}>", self.seat(), self.hand().0)
    }
}

/// The number of a draw.
fn number(k: Option<Bound<'_, PyAny>>) -> PyResult<u32> {
    Ok(whole_or_0("k", k.as_ref(), u32::MAX.into())? as u32)
}

/// Cards that went from one seat to another, as Python has them.
pub(super) fn gift_tuples(gifts: &[Gift]) -> Vec<GiftTuple> {
    gifts.iter().map(|gift| (gift.from.index(), gift.to.index(), gift.card.to_string())).collect()
}
