//! A choice that tribute leaves to a seat.

use super::faces::lowest_faces;
use crate::card::{Rank, Seat};
use crate::combo::{Combo, Play};
use crate::hand::{Hand, LevelHand, Nibble};
use crate::rules::{Clause, Tables};

/// What a choice of tribute is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Which of its equal highest cards to pay (R6.4).
    Pay,
    /// Which card to return (R6.6 to R6.8).
    Return,
    /// Which of the two cards laid down by the other side to take (R6.5, R6.6).
    Pick,
}

impl Phase {
    /// The name strategies see.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Pay => "pay",
            Phase::Return => "return",
            Phase::Pick => "pick",
        }
    }
}

/// A choice that a seat has to make before the tribute goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Choice {
    /// Who chooses.
    pub seat: Seat,
    /// What for.
    pub phase: Phase,
    /// The cards to choose from, in canonical order, at least two. A face stands here twice only when two different
    /// players lay it down to be picked; the lower of their seats comes first then.
    pub cards: Hand,
    /// The clause that leaves these cards and no others.
    pub clause: Clause,
}

impl Choice {
    /// The number of options.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        self.cards.len()
    }

    /// Never true: a choice has at least two options.
    pub const fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The cards to choose from, each as a single, in their order.
    pub fn plays(&self, tables: &Tables) -> impl Iterator<Item = Play> {
        self.cards.cards().map(|card| {
            let cards = LevelHand::new(Hand::from_masks(1 << card.bit(), 0), tables.level);
            Play { combo: Combo::equal(Nibble::of_card(card), 1, tables), cards }
        })
    }

    /// The option that is lowest in level order; of equal ones the first listed.
    #[inline(always)]
    pub fn lowest(&self, level: Rank) -> u32 {
        let faces = lowest_faces(self.cards.one(), level);
        let below = (faces & faces.wrapping_neg()) - 1;
        (self.cards.one() & below).count_ones() + (self.cards.two() & below).count_ones()
    }
}
