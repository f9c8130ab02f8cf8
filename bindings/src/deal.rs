//! `guandan_sim.Deal`, the referee of one deal.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use guandan_core::card::Seat;
use guandan_core::deal::{Background, Deal, Dealt, Illegal, Log, Origin, Referee, View};
use guandan_core::hand::Hand;
use guandan_core::record::{Position, Record};
use guandan_core::rng::{Address, Purpose};
use guandan_core::series::Equity;
use guandan_core::series::opening::random_leader;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::args::{
    Argument, DetailArg, Game, Given, KindArg, Level, LineArg, SeatArg, optional, whole, whole_or_0, wrong_type,
};
use super::errors::{GuandanError, NotationError, OrRaise, PlanError, guarded};
use super::hand::{Cards, PyHand};
use super::html;
use super::pickles::{Reduced, reader};
use super::play::{PlayLike, PyPlay, listed};
use super::records::rules_of;
use super::rules::{PyRules, RulesLike};
use super::view::PyView;

/// One deal, from the first lead to the last place. The deal is its own referee: it refuses what the rules forbid,
/// names the clause of docs/RULES.md, and stays as it was. Threads may share a deal: each call is done as a whole.
/// Copies and pickles go on from where the deal stands. Two deals are equal when everything about them is equal, the
/// random numbers too.
///
/// `Deal.new` deals the cards or takes hands. `turn` says who acts and `legal_plays()` what that seat can play; `play`
/// and `pass_` act.
///
/// >>> import guandan_sim as gd
/// >>> deal = gd.Deal.new(rules="institute", level="2", hands=["S3 S7 D7", "S5", "S9", "ST"], leader=0)
/// >>> deal.play("S7 D7").kind, deal.turn
/// ('pair', 1)
/// >>> deal.play("S5")
/// Traceback (most recent call last):
///   ...
/// guandan_sim.errors.IllegalPlay: single 5 does not beat the pair 7 on the table (R4.4)
/// >>> for _ in range(3): deal.pass_()
/// >>> deal.turn, str(deal.hands[0])
/// (0, 'S3')
#[pyclass(name = "Deal", module = "guandan_sim", frozen)]
pub(super) struct PyDeal {
    game: Arc<Game>,
    /// Threads may share a deal: each call is done as a whole. Nobody calls Python with the lock in hand, which could come
    /// back here and wait for itself.
    referee: Mutex<Referee>,
}

#[pymethods]
impl PyDeal {
    /// Makes a deal that is about to begin.
    ///
    /// Give either `hands` and a `leader`, or a `seed`. `hands` are four hands by seat, each of at least one card. With
    /// a `seed` the cards are those of deal number `deal` of match number `match` in a run with that seed, before
    /// tribute; the leader is the one of single deals, unless you give another. A run with several rotations plays the
    /// cards of match m // rotations in its match m.
    ///
    /// Raises `PlanError` unless exactly one of hands and seed is given, and `NotationError` for cards that are not in
    /// two packs.
    #[staticmethod]
    #[pyo3(
        signature = (
            *, rules = Given::LeftOut, level = Given::LeftOut, seed = None, hands = None, leader = None, r#match = None, deal = None
        ),
        text_signature = "(*, rules='institute', level='2', seed=None, hands=None, leader=None, match=0, deal=0)"
    )]
    #[allow(clippy::too_many_arguments)] // keyword arguments of a Python function
    fn new(
        rules: Given<'_>,
        level: Given<'_>,
        seed: Option<Bound<'_, PyAny>>,
        hands: Option<Bound<'_, PyAny>>,
        leader: Option<Bound<'_, PyAny>>,
        r#match: Option<Bound<'_, PyAny>>,
        deal: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PyDeal> {
        let (rules, level) = (rules.or("rules", RulesLike::standard())?, level.or("level", Level::LOWEST)?);
        let seed = seed.map(|seed| whole("seed", &seed, 0..=u64::MAX)).transpose()?;
        let hands: Option<Vec<Cards>> = optional("hands", hands.as_ref())?;
        let leader: Option<SeatArg> = optional("leader", leader.as_ref())?;
        let r#match = whole_or_0("match", r#match.as_ref(), u64::MAX)?;
        let deal = whole_or_0("deal", deal.as_ref(), u64::MAX)?;
        guarded(|| {
            let game = Game::new(rules, level);
            let (hands, drawn) = match (hands, seed) {
                (Some(hands), None) => (four(&hands)?, None),
                (None, Some(seed)) => {
                    let leader = random_leader(Address::new(seed, Purpose::Leader, r#match, deal));
                    (Dealt::new(seed, r#match, deal).hands(), Some(leader))
                }
                _ => return Err(PlanError::new_err("a deal needs either hands or a seed")),
            };
            let leader = leader.map(|seat| seat.0).or(drawn);
            let leader = leader.ok_or_else(|| PlanError::new_err("a deal from hands needs a leader, 0 to 3"))?;
            let deal_number = deal;
            let deal = Deal::new(&game.rules, level.0, hands, leader).or_raise()?;
            let address = Address::new(seed.unwrap_or(0), Purpose::Play, r#match, deal_number);
            let log = Log::default();
            Ok(PyDeal::of(game, Referee { deal, log, address, tribute: None, stakes: None, origin: None }))
        })
    }

    /// Makes the deal of a record (a line of docs/RECORDS.md) as it stood before play or pass number `play`, counted
    /// from 0. The views of this deal also know its tribute and the match around it. `rules` are the rules it was
    /// played by; without them the record's label has to be a preset.
    ///
    /// Raises `NotationError` for a line that is not a record, `RulesError` for a label that is not a preset, and
    /// `IllegalPlay` for the first thing in the record that is wrong.
    #[staticmethod]
    #[pyo3(signature = (line, *, play = None, rules = None), text_signature = "(line, *, play=0, rules=None)")]
    fn from_record(
        line: &Bound<'_, PyAny>,
        play: Option<Bound<'_, PyAny>>,
        rules: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PyDeal> {
        let (line, rules) = (LineArg::read("line", line)?, optional::<RulesLike>("rules", rules.as_ref())?);
        let play = whole_or_0("play", play.as_ref(), u32::MAX.into())? as usize;
        guarded(|| {
            let record = Record::parse(line.bytes()).or_raise()?;
            let game = Game::new(rules_of(&record, rules)?, Level(record.level));
            let Position { deal, log, tribute, standing } =
                record.position(&game.rules, &game.tables, play).or_raise()?;
            let stakes = standing.and_then(|standing| Equity::usual(&game.rules).stakes(&game.rules, &standing));
            let address = Address::new(record.seed, Purpose::Play, record.match_number, record.deal.into());
            let levels = standing.map_or([record.level; 2], |standing| standing.levels);
            let origin = Some(Origin { match_number: record.match_number, deal: record.deal, levels });
            Ok(PyDeal::of(game, Referee { deal, log, address, tribute, stakes, origin }))
        })
    }

    /// The rules of the deal.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.game.rules)
    }

    /// The level of the deal, a letter such as `T`.
    #[getter]
    fn level(&self) -> &'static str {
        self.game.tables.level.letter()
    }

    /// The seat that acts next, 0 to 3. None when the deal is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.referee().deal.turn().map(Seat::index)
    }

    /// Whether the deal has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.referee().deal.is_over()
    }

    /// The seats that have gone out, first to last. When the deal is over all four are in it; tied seats (docs/RULES.md
    /// R4.10) stand in seat order.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let deal = self.deal();
        PyTuple::new(py, deal.places().iter().map(|seat| seat.index()))
    }

    /// The places of the winning team: "1-2", "1-3" or "1-4". None while the deal goes on.
    #[getter]
    fn pattern(&self) -> Option<&'static str> {
        self.deal().outcome().map(|outcome| outcome.pattern().name())
    }

    /// The cards that each seat holds now, four hands by seat.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let deal = self.deal();
        PyTuple::new(py, Seat::ALL.map(|seat| PyHand(held(&deal, seat))))
    }

    /// The play to beat. None when the seat to act leads.
    #[getter]
    fn table(&self) -> Option<PyPlay> {
        let referee = self.referee();
        referee.deal.table()?;
        referee.log.plays().last().map(|logged| PyPlay { play: logged.play, game: Arc::clone(&self.game) })
    }

    /// All actions so far, in order: tuples (seat, play), with None for a pass.
    #[getter]
    fn history(&self) -> Vec<(usize, Option<PyPlay>)> {
        let referee = self.referee();
        let play = |&play| PyPlay { play, game: Arc::clone(&self.game) };
        let events = referee.log.events(referee.deal.actions());
        events.map(|event| (event.seat.index(), event.play.map(play))).collect()
    }

    /// The plays of the seat to act. The list is empty when the seat can only pass and when the deal is over. `detail`
    /// is explained at `guandan_sim.legal_plays`.
    #[pyo3(signature = (*, detail = Given::LeftOut), text_signature = "($self, *, detail='cards')")]
    fn legal_plays(&self, detail: Given<'_>) -> PyResult<Vec<PyPlay>> {
        let (detail, deal) = (detail.or("detail", DetailArg::CARDS)?, self.deal());
        guarded(|| {
            let plays = |seat| listed(held(&deal, seat), &self.game, deal.table(), detail);
            Ok(deal.turn().map_or_else(Vec::new, plays))
        })
    }

    /// Plays for the seat to act, and returns the play made.
    ///
    /// `play` is a `Play` or cards. For cards, `kind` and `rank` declare what they are. Without a declaration cards
    /// count as their highest reading that beats the table, or when leading as their first reading (R2.16, R2.17).
    ///
    /// Raises `IllegalPlay` for a play that the rules forbid; nothing has changed then. Raises `NotationError` for
    /// cards that cannot be read, and for `kind` or `rank` beside a `Play`. Raises `GuandanError` for a `Play` of
    /// another level or other rules.
    #[pyo3(signature = (play, kind = None, rank = None))]
    fn play(
        &self,
        play: &Bound<'_, PyAny>,
        kind: Option<&Bound<'_, PyAny>>,
        rank: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPlay> {
        let play = PlayLike::read("play", play)?;
        let (kind, rank) = (optional::<KindArg>("kind", kind)?, optional::<String>("rank", rank)?);
        let game = &self.game;
        guarded(|| {
            let mut referee = self.referee();
            let seat = referee.deal.turn().ok_or(Illegal::Over).or_raise()?;
            let mut after = referee.deal;
            let made = match play {
                PlayLike::Cards(cards) => {
                    after.play_cards(cards.0, kind.map(|kind| kind.0), rank.as_deref(), &game.tables).or_raise()?
                }
                PlayLike::Play(given) => {
                    if kind.is_some() || rank.is_some() {
                        return Err(NotationError::new_err(
                            "a Play is declared already: give kind and rank with cards only",
                        ));
                    }
                    let play = given.get().made_in(game).map_err(GuandanError::new_err)?;
                    after.play(&play, &game.tables).or_raise()?;
                    play
                }
            };
            referee.log.push(seat, &made, &after);
            referee.deal = after;
            Ok(PyPlay { play: made, game: Arc::clone(game) })
        })
    }

    /// Passes for the seat to act. Raises `IllegalPlay` for the leader of a trick.
    fn pass_(&self) -> PyResult<()> {
        self.referee().deal.pass().or_raise()
    }

    /// What `seat` may know at this moment, as a `View`.
    fn view(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyView> {
        Ok(self.seen_by(SeatArg::read("seat", seat)?.0))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyDeal>().is_ok_and(|other| {
            let other = other.get();
            self.game.is_same(&other.game) && self.text() == other.text()
        })
    }

    fn __hash__(&self) -> PyResult<u64> {
        Err(PyTypeError::new_err("a Deal changes as it is played and has no hash: take its views, or id(deal)"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Py<PyRules>, &'static str, String)>> {
        let (rules, level) = self.game.saved(py)?;
        Ok((reader(py, "_deal")?, (rules, level, self.text())))
    }

    fn __copy__(&self) -> PyDeal {
        PyDeal::of(Arc::clone(&self.game), self.referee().clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyDeal {
        self.__copy__()
    }

    /// The deal as a notebook shows it: all four hands and the play to beat.
    fn _repr_html_(&self) -> String {
        let deal = self.deal();
        let level = deal.level();
        let hand = |seat: Seat| (format!("seat {seat}"), html::cards(held(&deal, seat).cards(), Some(level)));
        let mut rows = Seat::ALL.map(hand).to_vec();
        if let Some(table) = self.table() {
            rows.push(("to beat".to_owned(), table.html()));
        }
        let to_act = deal.turn().map_or_else(|| "over".to_owned(), |seat| format!("seat {seat} to act"));
        html::table(&format!("Level {}: {to_act}", level.letter()), &rows)
    }

    fn __repr__(&self) -> String {
        let deal = self.deal();
        let state = deal.turn().map_or_else(|| "over".to_owned(), |seat| format!("seat {seat} to act"));
        format!("<Deal at level {}, {} actions, {state}>", deal.level(), deal.actions())
    }
}

impl PyDeal {
    pub(super) const fn of(game: Arc<Game>, referee: Referee) -> PyDeal {
        PyDeal { game, referee: Mutex::new(referee) }
    }

    /// The deal given for the argument called `what`.
    pub(super) fn given<'a>(what: &str, given: &'a Bound<'_, PyAny>) -> PyResult<&'a PyDeal> {
        Ok(given.cast::<PyDeal>().map_err(|_| wrong_type(what, "a Deal", given))?.get())
    }

    fn referee(&self) -> MutexGuard<'_, Referee> {
        // A panic while the lock was held has changed nothing: a play is made on a copy.
        self.referee.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The deal as it stands.
    fn deal(&self) -> Deal {
        self.referee().deal
    }

    /// The whole deal as text, from which a pickle plays it again.
    fn text(&self) -> String {
        self.referee().save(&self.game.tables)
    }

    /// A copy of the deal, with the game it is played by.
    pub(super) fn position(&self) -> (Deal, Arc<Game>) {
        (self.deal(), Arc::clone(&self.game))
    }

    /// The view of the seat to act, while the deal goes on.
    pub(super) fn view_to_act(&self) -> Option<PyView> {
        let turn = self.deal().turn();
        turn.map(|seat| self.seen_by(seat))
    }

    fn seen_by(&self, seat: Seat) -> PyView {
        let Referee { deal, log, address, tribute, stakes, origin } = self.referee().clone();
        let view = View::new(&deal, seat, &self.game.tables, address, Some(&log));
        let snapshot = view.with_background(Background::new(tribute.as_ref(), stakes.as_ref())).snapshot();
        PyView::new(&snapshot.with_origin(origin), Arc::clone(&self.game), log)
    }
}

/// The cards that a seat holds.
fn held(deal: &Deal, seat: Seat) -> Hand {
    deal.hand(seat).to_hand(deal.level())
}

fn four(hands: &[Cards]) -> PyResult<[Hand; 4]> {
    match hands {
        [a, b, c, d] => Ok([a.0, b.0, c.0, d.0]),
        _ => Err(NotationError::new_err(format!("hands: expected 4, one a seat, got {}", hands.len()))),
    }
}
