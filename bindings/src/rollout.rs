//! Play-outs of one decision.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use guandan_core::combo::{Detail, Play};
use guandan_core::deal::{ChoiceView, Log, Snapshot, View};
use guandan_core::error::{clip, counted};
use guandan_core::policy::{
    Aim, Belief, Decision, Estimate, Finish, Finishes, Search, Strategy, distinct_cards, levels,
};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::args::{Argument, Game, items, optional, whole, wrong_type};
use super::deal::PyDeal;
use super::errors::{GuandanError, IllegalPlay, OrRaise, PlanError, guarded};
use super::hand::{Cards, kind_of};
use super::play::PyPlay;
use super::strategy_objects::is_loaded;
use super::view::PyView;
use super::wait::interruptible;

/// The view of the seat to act, of the deal or the view given for the argument called `what`.
fn view_of(what: &str, given: &Bound<'_, PyAny>) -> PyResult<(Snapshot, Arc<Game>, Log)> {
    if let Ok(view) = given.cast::<PyView>() {
        return Ok(view.get().parts());
    }
    let deal = given.cast::<PyDeal>().map_err(|_| wrong_type(what, "a Deal or a View", given))?;
    Ok(deal.get().view_to_act().ok_or_else(over)?.parts())
}

/// The play (None for a pass), play-outs, share won, its standard error, mean levels, their standard error, and by what
/// plays are compared: its mean and standard error.
type Row = (Option<PyPlay>, u32, f64, f64, f64, f64, f64, f64);

/// Who won each play-out and by how many levels, flat: sample by sample, in each the plays.
type Each<'py> = Option<(Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<i8>>)>;

/// The most threads of one call: more are of no use on any machine.
pub(super) const MOST_THREADS: u64 = 4096;
/// Samples between two looks at whether to stop.
const BETWEEN_LOOKS: u32 = 16;

/// The most cards left in all in deals that are solved, as for the strategy `rollout`.
const MOST_SOLVED: u64 = 20;

/// The most sampled deals of one call.
const MOST_SAMPLES: u64 = 1_000_000;

/// Estimates every action of the seat to act by play-outs.
///
/// For each of `samples` samples it deals the hidden cards anew, in a way that fits what the seat has seen. With `belief`
/// "uniform" every such deal is equally likely; with "plays" a deal is the likelier, the better it explains what the
/// other seats have played and passed (of players like `random` and `lowest` nothing is concluded). After each action
/// `policy` plays the deal to its end. With `unseen` the other seats draw their cards from these, which may be more than
/// they hold, each equally likely; None for `belief` is "plays" without `unseen`.
///
/// With `plays` only these are tried, in this order; None among them is a pass. A sampled deal that has at most `exact` cards
/// left in all after an action is solved with all cards open, as `aim` compares its ends, and not played out.
///
/// For a choice of tribute the actions are its cards, as singles. Of cards to pay or return of the same rank that leave the
/// same straight flushes only the first is tried. The other seats draw from all hands that fit what was shown, whatever the
/// `belief`, and `policy` makes their choices too.
///
/// Returns `(rows, each)`. A row is a tuple for each action, in the order of `legal_plays` with the pass last: the play
/// (None for a pass), the number of play-outs, the share of them that the seat's team wins and its standard error, the
/// mean levels won (negative when lost) and their standard error, and the mean of what `aim` compares plays by and its
/// standard error. `aim` is "levels", "first" or "match", as of the strategy `rollout`. `each` is None, or with `each=True`
/// a tuple of two arrays, bool and int8: whether the seat's team won, and the levels, of each play-out. They are flat:
/// sample by sample, in each the actions. The numbers depend on `seed` and not on `threads`.
///
/// Raises `PlanError` for a strategy, seed, belief, aim or number of samples that will not do, for a view of a seat that is not to
/// act, for a choice of tribute that the view does not tell enough of, and for too few unseen cards; `IllegalPlay` for a play that the seat may not make;
/// `GuandanError` when the deal is over.
#[pyfunction]
#[pyo3(
    signature = (
        position, *, samples, policy, seed, threads = None, unseen = None, belief = None, aim = None, exact = None, plays = None,
        each = None
    ),
    text_signature = "(position, *, samples, policy, seed, threads=1, unseen=None, belief=None, aim='levels', exact=0, plays=None, each=False)"
)]
#[allow(clippy::too_many_arguments)] // keyword arguments of a Python function
pub(super) fn rollout<'py>(
    py: Python<'py>,
    position: &Bound<'_, PyAny>,
    samples: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    unseen: Option<&Bound<'_, PyAny>>,
    belief: Option<&Bound<'_, PyAny>>,
    aim: Option<&Bound<'_, PyAny>>,
    exact: Option<&Bound<'_, PyAny>>,
    plays: Option<&Bound<'_, PyAny>>,
    each: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Vec<Row>, Each<'py>)> {
    let samples = whole("samples", samples, 1..=MOST_SAMPLES)? as u32;
    let seed = whole("seed", seed, 0..=u64::MAX)?;
    let policy = played_by(policy)?;
    let threads = threads.map_or(Ok(1), |threads| whole("threads", threads, 1..=MOST_THREADS))? as u32;
    let unseen: Option<Cards> = optional("unseen", unseen)?;
    let belief = belief_in(belief, unseen.is_some())?;
    let aim = aim.map_or(Ok(Aim::Levels), |aim| Aim::named(&String::read("aim", aim)?).map_err(PlanError::new_err))?;
    let exact = exact.map_or(Ok(0), |exact| whole("exact", exact, 0..=MOST_SOLVED))? as u32;
    let each = each.map_or(Ok(false), |each| bool::read("each", each))?;
    let (snapshot, game, log) = view_of("position", position)?;
    let view = snapshot.view(&game.tables, Some(&log));
    let seat = view.seat();
    match view.turn() {
        None => return Err(over()),
        Some(turn) if turn != seat => {
            return Err(PlanError::new_err(format!(
                "rollout: seat {turn} is to act, but the view is that of seat {seat}"
            )));
        }
        Some(_) => {}
    }
    if snapshot.phase().is_some() && unseen.is_some() {
        return Err(PlanError::new_err(
            "unseen: expected none for a choice of tribute, where hidden hands hold all other cards",
        ));
    }
    let plays = plays.map(|plays| tried(plays, &snapshot, &game)).transpose()?;
    let (cancel, shared) = (Arc::new(AtomicBool::new(false)), Arc::clone(&game));
    let stop = Arc::clone(&cancel);
    let work = move || -> PyResult<_> {
        let view = snapshot.view(&shared.tables, Some(&log));
        let play_out = PlayOuts { samples, threads, each, cancel: &cancel };
        let (estimates, each) = if let Some(choice) = snapshot.choice_view(&shared.tables) {
            let search = Search::of_tribute(choice, &policy, seed, aim).ok_or_else(unknown_tribute)?;
            let options = plays.map_or_else(|| distinct_cards(&choice, None), |plays| numbers_of(&plays, &choice));
            play_out.after_each(search.trying(options))
        } else {
            let search = match unseen {
                None => Search::new(view, &policy, seed, aim).believing(belief),
                Some(cards) => {
                    Search::among(view, &policy, seed, aim, cards.0).ok_or_else(|| too_few(&view, cards.0.len()))?
                }
            };
            let search = search.solving_endings(exact);
            play_out.after_each(match plays {
                None => search,
                Some(plays) => search.trying(plays),
            })
        };
        let row = |finishes: &Finishes| {
            let won = finishes.mean(|first, _| if first.team() == seat.team() { 1.0 } else { 0.0 });
            let risen = finishes.mean(|first, pattern| levels(&view, first, pattern));
            let value = finishes.mean(|first, pattern| aim.value(&view, first, pattern));
            (finishes.count(), won, risen, value)
        };
        let rows: Vec<_> = estimates.iter().map(|estimate| (estimate.play, row(&estimate.finishes))).collect();
        let won_and_levels =
            |&Finish { first, pattern }: &Finish| (first.team() == seat.team(), levels(&view, first, pattern) as i8);
        let each: Vec<(bool, i8)> = each.iter().map(won_and_levels).collect();
        Ok((rows, each))
    };
    let (rows, finished) = guarded(|| interruptible(py, work, || Ok(()), || stop.store(true, Ordering::Relaxed)))??;
    let play = |play| PyPlay { play, game: Arc::clone(&game) };
    let rows = rows
        .into_iter()
        .map(|(made, (n, won, risen, value))| (made.map(play), n, won.0, won.1, risen.0, risen.1, value.0, value.1))
        .collect();
    let each = each.then(|| {
        let (won, levels): (Vec<bool>, Vec<i8>) = finished.into_iter().unzip();
        (won.into_pyarray(py), levels.into_pyarray(py))
    });
    Ok((rows, each))
}

/// How the actions of a search are tried.
struct PlayOuts<'a> {
    samples: u32,
    threads: u32,
    /// Whether to keep how every play-out finishes.
    each: bool,
    cancel: &'a AtomicBool,
}

impl PlayOuts<'_> {
    /// Plays out the samples after each action of `search`, fewer when cancelled. Returns the estimates, and every single
    /// finish where these are kept.
    fn after_each(&self, mut search: Search<impl Decision>) -> (Vec<Estimate>, Vec<Finish>) {
        if self.each {
            search = search.keeping_each();
        }
        let all: Vec<usize> = (0..search.estimates().len()).collect();
        let mut left = self.samples;
        while left > 0 && !self.cancel.load(Ordering::Relaxed) {
            let now = left.min(BETWEEN_LOOKS * self.threads);
            search.sample(now, &all, self.threads);
            left -= now;
        }
        (search.estimates().to_vec(), search.each().to_vec())
    }
}

/// The numbers of the cards in the choice that these singles are, which have been found among them. A face that two players
/// have laid down is the first of the two when it is given once, and both in their order when it is given twice.
fn numbers_of(plays: &[Option<Play>], choice: &ChoiceView<'_>) -> Vec<usize> {
    let cards: Vec<Option<Play>> = choice.choice().plays(choice.tables()).map(Some).collect();
    let number = |(place, play): (usize, &Option<Play>)| {
        let given_before = plays[..place].iter().filter(|given| *given == play).count();
        let mut numbers = (0..cards.len()).filter(|&number| cards[number] == *play).cycle();
        numbers.nth(given_before).expect("one of the cards of the choice")
    };
    plays.iter().enumerate().map(number).collect()
}

/// The plays to try, None for a pass. Raises `PlanError` for an empty list, `IllegalPlay` for what the seat may not play.
fn tried(plays: &Bound<'_, PyAny>, snapshot: &Snapshot, game: &Arc<Game>) -> PyResult<Vec<Option<Play>>> {
    let given = items("plays", plays)?;
    if given.is_empty() {
        return Err(PlanError::new_err("plays: expected at least one play"));
    }
    let to_beat = snapshot.view(&game.tables, None).table();
    let legal = guarded(|| Ok(snapshot.options(&game.tables, Detail::Cards)))?;
    let read = |(i, item): (usize, Bound<'_, PyAny>)| {
        let what = format!("plays[{i}]");
        if item.is_none() {
            return match to_beat {
                Some(_) => Ok(None),
                None => Err(IllegalPlay::new_err(format!("{what}: a leader may not pass"))),
            };
        }
        let play = item.cast::<PyPlay>().map_err(|_| wrong_type(&what, "a Play or None", &item))?.get();
        if play.game.is_same(game) && legal.contains(&play.play) {
            return Ok(Some(play.play));
        }
        Err(IllegalPlay::new_err(format!("{what}: not a legal play here: {play}")))
    };
    given.into_iter().enumerate().map(read).collect()
}

/// The belief given; with `unseen` cards nothing can be concluded from plays.
fn belief_in(given: Option<&Bound<'_, PyAny>>, unseen: bool) -> PyResult<Belief> {
    let usual = if unseen { Belief::Uniform } else { Belief::Plays };
    let Some(given) = given else { return Ok(usual) };
    let belief = Belief::named(&String::read("belief", given)?).map_err(PlanError::new_err)?;
    if unseen && belief != usual {
        return Err(PlanError::new_err("belief: expected uniform with unseen cards, got plays"));
    }
    Ok(belief)
}

/// The strategy that plays the sampled deals to their end.
fn played_by(policy: &Bound<'_, PyAny>) -> PyResult<Strategy> {
    if !policy.is_instance_of::<PyString>() {
        let kind = kind_of(policy);
        return Err(PlanError::new_err(format!("policy: expected the text of a strategy, got {kind}")));
    }
    let text = String::read("policy", policy)?;
    if is_loaded(policy.py(), &text)? {
        let what = if text.starts_with("python:") { "written in Python" } else { "played from outside" };
        return Err(PlanError::new_err(format!(
            "policy: {} is {what}, and play-outs are by built-in strategies",
            clip(&text)
        )));
    }
    text.parse().or_raise()
}

fn over() -> PyErr {
    GuandanError::new_err("rollout: the deal is over")
}

fn unknown_tribute() -> PyErr {
    PlanError::new_err(
        "rollout: the view does not tell how this tribute goes on: expected a view of a Match, or one from_public with phase \
         return, all that was paid, and the seat that is going to lead",
    )
}

fn too_few(view: &View<'_>, unseen: u32) -> PyErr {
    PlanError::new_err(format!(
        "rollout: {}, but the others hold {}",
        counted(unseen as usize, "unseen card"),
        view.unseen().len()
    ))
}
