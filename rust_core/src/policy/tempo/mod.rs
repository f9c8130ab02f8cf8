//! `tempo`: plays by the twelve principles of docs/STRATEGIES.md, each of which can be switched off.
//!
//! A decision is made in four steps:
//!
//! 1. The hand is cut into groups that are meant to be played together ([`grouping`], found by [`greedy`]). A grouping is kept
//!    from one decision to the next where it is sure to stay the best one ([`keep`]), because finding it is most of the work.
//! 2. Each group costs its holder something, in hundredths of a turn ([`costs`], made of the numbers in [`weights`]).
//! 3. The view tells how likely a play is to stand against the other seats ([`others`]).
//! 4. The few plays that come into question are listed as candidates ([`decision`]). [`lead`] and [`follow`] score each: what
//!    the hand costs less without its cards, and what the trick is worth times the chance to win it. The best is played.
//!
//! Where each principle has its effect:
//!
//! | principle | file | what it switches |
//! |---|---|---|
//! | `tempo` | [`greedy`] | whether runs and places for wilds are looked for |
//! | `control` | [`others`], [`lead`] | whether chances to stand differ from play to play; leads that a higher one may bring back |
//! | `decomposition` | [`costs`] | the costs by which hands are grouped |
//! | `save` | [`costs`], [`lead`], [`follow`] | what bombs and wilds cost; leading a bomb early; when bombs answer |
//! | `smallest_first` | [`costs`] | the costs by which leads are compared |
//! | `singles` | [`costs`], [`decision`] | whether high cards are taken out of pairs, triples and the joker bomb |
//! | `beat_when_stronger` | [`follow`] | whether all answers are weighed against a pass |
//! | `infer` | [`others`] | what is known of the other hands |
//! | `partner` | [`lead`], [`follow`] | what a pass and a low lead are worth to the partner |
//! | `last_cards` | [`lead`] | the lowest of the last singles; letting an opponent out |
//! | `long_shapes` | [`lead`] | the bonus of long kinds |
//! | `wind` | [`others`] | who leads after somebody has gone out |

mod costs;
mod decision;
mod follow;
mod greedy;
mod grouping;
mod keep;
mod lead;
mod others;
mod principles;
mod weights;

use std::fmt;
use std::sync::Arc;

pub(super) use grouping::Grouping;
pub use principles::{Principle, Principles};

use super::parameters::Parameters;
use super::{Memory, Policy};
use crate::combo::{Play, may_answer};
use crate::deal::{ChoiceView, Phase, View};
use crate::hand::{Hand, LevelHand};
use crate::rules::Tables;
use costs::Valuation;
use decision::Decision;
use others::{CERTAIN, Others};
use weights::Weights;

/// The strategy `tempo` with the principles it plays by.
#[derive(Clone, PartialEq, Debug)]
pub struct Tempo {
    valuation: Arc<Valuation>,
}

impl Tempo {
    /// The strategy that plays by the principles `on`.
    pub fn new(on: Principles) -> Tempo {
        Tempo { valuation: Arc::new(Valuation::new(on, Weights::DEFAULT)) }
    }

    /// The principles it plays by.
    pub fn principles(&self) -> Principles {
        self.valuation.on
    }

    /// A quick score of each action, in hundredths of a turn: how much less the hand costs after it, and what the trick is worth
    /// times the chance to win it. A pass (`None`) scores 0. `rollout` chooses its candidates by these scores.
    pub(super) fn scores(&self, view: &View<'_>, actions: &[Option<Play>]) -> Vec<i32> {
        let (hand, tables, valuation) = (view.hand(), view.tables(), &*self.valuation);
        let others = Others::of(view, valuation);
        let weights = &valuation.weights;
        let closest = others.closest_opponent();
        let grouping = Grouping::of(hand, tables, valuation);
        let before = grouping.cost(tables, &valuation.playing);
        let win = weights.winning(grouping.weakness(tables, &valuation.playing), closest);
        let score = |play: &Play| {
            let mut rest = *hand;
            rest.remove(&play.cards);
            let after = Grouping::of(&rest, tables, valuation);
            let plays_left = after.plays();
            let trick = match view.table() {
                None => weights.keeping(plays_left, closest),
                Some(_) => win + weights.closing(plays_left),
            };
            before - after.cost(tables, &valuation.playing) + trick * others.stands(play.combo) / CERTAIN
        };
        actions.iter().map(|action| action.as_ref().map_or(0, score)).collect()
    }

    /// What `hand` is worth to this player. For those who ask whether a player is likely to hold it.
    pub(super) fn appraise(&self, hand: &LevelHand, tables: &Tables) -> Appraisal {
        let grouping = Grouping::of(hand, tables, &self.valuation);
        let cost = grouping.cost(tables, &self.valuation.playing);
        Appraisal { plays: grouping.plays(), cost, bombs: grouping.bombs() }
    }
}

/// What a hand is worth, cut into groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Appraisal {
    /// How many plays it takes.
    pub(super) plays: u32,
    /// What its groups cost together, in hundredths of a turn.
    pub(super) cost: i32,
    /// How many of its groups are bombs.
    pub(super) bombs: u32,
}

impl Default for Tempo {
    fn default() -> Tempo {
        Tempo::new(Principles::default())
    }
}

impl fmt::Display for Tempo {
    /// The text form, with the switches that differ from the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.principles().print(f)
    }
}

impl Policy for Tempo {
    type Memory = Memory;

    // A decision takes much longer than a call, and the code is large: one copy for all loops that play.
    #[inline(never)]
    fn act(&self, view: &View<'_>, memory: &mut Memory) -> Option<Play> {
        let (hand, tables, valuation) = (view.hand(), view.tables(), &*self.valuation);
        let to_beat = view.table();
        if to_beat.is_some_and(|to_beat| !may_answer(hand, tables, to_beat)) {
            return None;
        }
        let grouping = &mut memory.grouping;
        if !grouping.is_of(hand) {
            *grouping = Grouping::rank_by_rank(hand);
            grouping.improve(tables, valuation);
        }
        let decision = Decision { view, hand, tables, grouping, valuation };
        let play = match to_beat {
            None => decision.lead(),
            Some(to_beat) => decision.follow(to_beat)?,
        };
        grouping.play(&play, tables, &valuation.grouping);
        Some(play)
    }

    /// The option that leaves the cheapest hand, without the card paid or returned or with the one picked. Of equals it is the
    /// first, which is the lowest card.
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        let (choice, tables, valuation) = (view.choice(), view.tables(), &*self.valuation);
        let cost_with_choice_of = |card| {
            let hand = match choice.phase {
                Phase::Pay | Phase::Return => view.hand().minus(Hand::EMPTY.with(card).expect("one card")),
                Phase::Pick => view.hand().with(card).expect("two packs hold two of each face"),
            };
            let hand = LevelHand::new(hand, tables.level);
            Grouping::of(&hand, tables, valuation).cost(tables, &valuation.playing)
        };
        let options = choice.cards.cards().zip(0..);
        options.min_by_key(|&(card, _)| cost_with_choice_of(card)).expect("a choice has options").1
    }
}
