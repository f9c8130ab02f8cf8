//! The exact worth of the last few cards of a deal with all cards open.
//!
//! An alpha-beta search over the referee's own positions with a transposition table. It knows nothing of strategies, and the
//! caller says what a finish is worth.

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use crate::card::Seat;
use crate::combo::{Combo, Detail, Play, distinct_actions, for_each_play, has_straight_flush};
use crate::deal::{Deal, Outcome};
use crate::hand::LevelHand;
use crate::rules::{Rules, Tables};

/// What a finish is worth to team 0; to team 1 it is worth the opposite. It must depend on the places alone.
pub type Worth<'a> = &'a dyn Fn(&Outcome) -> i32;

/// The worth of a finish in levels: those that team 0 rises by `promotion` (docs/RULES.md R7.3), or, below zero, those that team
/// 1 rises.
pub fn levels_won(rules: &Rules) -> impl Fn(&Outcome) -> i32 + use<> {
    let promotion = rules.promotion;
    move |outcome| {
        let levels = i32::from(promotion[outcome.pattern() as usize]);
        if outcome.winners() == 0 { levels } else { -levels }
    }
}

/// An action of a solved position and what it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// The play, or `None` for a pass.
    pub play: Option<Play>,
    /// Its exact worth to team 0.
    pub worth: i32,
}

/// Solves positions of one rule set and level. What it finds out about positions helps with later questions about the same deal.
pub struct Solver<'a> {
    tables: &'a Tables,
    worth: Worth<'a>,
    table: FxHashMap<Transposition, Bounds>,
    nodes: u64,
    most_nodes: u64,
    /// When set, the search gives up as soon as this is true.
    stop: Option<&'a AtomicBool>,
}

/// All that the rest of a deal depends on: positions that are equal in this have the same worth. Suits are left out where they
/// cannot matter any more.
#[derive(PartialEq, Eq, Hash)]
struct Transposition {
    hands: [(u64, u64); 4],
    turn: Seat,
    table: Option<(Combo, Seat)>,
    places: [Option<Seat>; 2],
}

/// What is known of the worth of a position.
#[derive(Clone, Copy)]
struct Bounds {
    least: i32,
    most: i32,
}

/// The search would have looked at more positions than it was allowed to, or was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyPositions;

impl<'a> Solver<'a> {
    /// A solver for deals under `tables` that gives up a question after `most_nodes` positions.
    pub fn new(tables: &'a Tables, worth: Worth<'a>, most_nodes: u64) -> Solver<'a> {
        Solver { tables, worth, table: FxHashMap::default(), nodes: 0, most_nodes, stop: None }
    }

    /// This solver, which gives up a question as soon as `stop` is true.
    #[must_use]
    pub fn until(self, stop: &'a AtomicBool) -> Solver<'a> {
        Solver { stop: Some(stop), ..self }
    }

    /// What `deal` is worth to team 0 when everybody plays the best for the own team.
    ///
    /// # Errors
    /// When that takes more positions than allowed.
    pub fn worth(&mut self, deal: &Deal) -> Result<i32, TooManyPositions> {
        self.nodes = 0;
        self.search(deal, i32::MIN, i32::MAX)
    }

    /// Every action of the seat to act with its exact worth, in the order of [`distinct_actions`]. Empty when the deal is over.
    ///
    /// # Errors
    /// When that takes more positions than allowed.
    pub fn actions(&mut self, deal: &Deal) -> Result<Vec<Solved>, TooManyPositions> {
        self.nodes = 0;
        let Some(seat) = deal.turn() else { return Ok(Vec::new()) };
        distinct_actions(deal.hand(seat), self.tables, deal.table())
            .into_iter()
            .map(|play| Ok(Solved { play, worth: self.search(&after(deal, play.as_ref()), i32::MIN, i32::MAX)? }))
            .collect()
    }

    /// The worth to team 0 of `deal` if it lies between `least` and `most`, and otherwise a bound on the same side.
    fn search(&mut self, deal: &Deal, mut least: i32, mut most: i32) -> Result<i32, TooManyPositions> {
        if let Some(outcome) = deal.outcome() {
            return Ok((self.worth)(&outcome));
        }
        self.nodes += 1;
        if self.nodes > self.most_nodes || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(TooManyPositions);
        }
        let position = Transposition::of(deal);
        if let Some(known) = self.table.get(&position) {
            if known.least >= most || known.least == known.most {
                return Ok(known.least);
            }
            if known.most <= least {
                return Ok(known.most);
            }
            least = least.max(known.least);
            most = most.min(known.most);
        }
        let maximises = deal.turn().is_some_and(|seat| seat.team() == 0);
        let (mut low, mut high) = (least, most);
        let mut best = if maximises { i32::MIN } else { i32::MAX };
        for play in self.legal_actions(deal) {
            let worth = self.search(&after(deal, play.as_ref()), low, high)?;
            if maximises {
                best = best.max(worth);
                low = low.max(best);
            } else {
                best = best.min(worth);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        let bounds = self.table.entry(position).or_insert(Bounds { least: i32::MIN, most: i32::MAX });
        // Outside the window asked about, the value found is only a bound.
        if best > least {
            bounds.least = bounds.least.max(best);
        }
        if best < most {
            bounds.most = bounds.most.min(best);
        }
        Ok(best)
    }

    /// The actions of the seat to act, large plays first, because they shorten the rest most.
    fn legal_actions(&self, deal: &Deal) -> Vec<Option<Play>> {
        let Some(seat) = deal.turn() else { return Vec::new() };
        let hand = deal.hand(seat);
        let detail = if has_straight_flush(hand) { Detail::Cards } else { Detail::Ranks };
        let mut plays = Vec::new();
        for_each_play(hand, self.tables, deal.table(), detail, &mut |play| plays.push(Some(*play)));
        if deal.table().is_some() {
            plays.push(None);
        }
        // A stable sort keeps the listing order among plays of one size.
        plays.sort_by_key(|play| play.map_or(0, |play: Play| -i32::from(play.combo.size)));
        plays
    }
}

/// The deal after an action of the seat to act.
fn after(deal: &Deal, play: Option<&Play>) -> Deal {
    let mut next = *deal;
    match play {
        Some(play) => next.play_unchecked(play),
        None => next.pass_unchecked(),
    }
    next
}

impl Transposition {
    fn of(deal: &Deal) -> Transposition {
        let mut places = deal.places().iter().copied();
        Transposition {
            hands: Seat::ALL.map(|seat| cards_that_matter(deal.hand(seat))),
            turn: deal.turn().expect("the deal goes on"),
            table: deal.table().zip(deal.last_player()),
            places: [places.next(), places.next()],
        }
    }
}

/// The cards of a hand as far as they matter. Suits do only while the hand can make a straight flush.
fn cards_that_matter(hand: &LevelHand) -> (u64, u64) {
    if has_straight_flush(hand) { (hand.one(), hand.two()) } else { (0, hand.counts().word()) }
}
