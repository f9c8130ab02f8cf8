//! A decision in the making: what is known when the seat has to act, and the plays that come into question.

use arrayvec::ArrayVec;

use super::Principle;
use super::costs::{Costs, Valuation, is_high};
use super::grouping::Grouping;
use crate::combo::{Combo, EqualCards, Filling, FullHouse, Play};
use crate::deal::View;
use crate::hand::{LevelHand, Nibble, Nibbles};
use crate::rules::Tables;

/// More than any other reason to play something: it empties the hand.
pub(super) const GOES_OUT: i32 = 100_000;

/// What is known when the seat has to act.
#[derive(Clone, Copy)]
pub(super) struct Decision<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) hand: &'a LevelHand,
    pub(super) tables: &'a Tables,
    pub(super) grouping: &'a Grouping,
    pub(super) valuation: &'a Valuation,
}

/// Which cards a candidate plays.
#[derive(Clone, Copy, Debug)]
pub(super) enum Selection {
    /// None: it passes.
    Pass,
    /// Loose cards of one rank and perhaps free wilds.
    Equal(EqualCards),
    /// Loose cards of two ranks.
    FullHouse(FullHouse),
    /// The group of this number in the grouping.
    Group(usize),
    /// The four jokers.
    JokerBomb,
    /// The play of this number among those that break groups up.
    Breaking(usize),
}

/// A play that could be made.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// What it counts as.
    pub(super) combo: Combo,
    /// What the hand costs more without its cards; below zero where that is less.
    pub(super) change: i32,
    /// Whether it is one of the plays that the grouping counts on.
    pub(super) counted: bool,
    pub(super) selection: Selection,
}

/// Thirteen ranks and two jokers as they are and thirteen with a wild, seven groups, bombs of up to five sizes of each rank, the
/// joker bomb and two plays that break groups up are never more, not even of hands larger than any that is dealt.
pub(super) const MOST_CANDIDATES: usize = 13 + 2 + 13 + 7 + 5 * 13 + 1 + 2;

/// The plays that come into question.
pub(super) type Candidates = ArrayVec<Candidate, MOST_CANDIDATES>;

/// The best of the candidates looked at so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) score: i32,
    pub(super) selection: Selection,
}

impl Best {
    /// Takes `selection` if its score is greater than the best so far.
    pub(super) fn offer(&mut self, score: i32, selection: Selection) {
        if score > self.score {
            *self = Best { score, selection };
        }
    }
}

impl Decision<'_> {
    /// The play of the selected cards, or `None` for a pass. `breaking` are the plays that break groups up.
    // Always inlined: as a call it takes 18 instructions a decision.
    #[inline(always)]
    pub(super) fn play(&self, selection: Selection, breaking: &[Option<Play>]) -> Option<Play> {
        let (grouping, rest) = (self.grouping, &self.grouping.rest);
        match selection {
            Selection::Pass => None,
            Selection::Equal(cards) => Some(cards.play(rest, self.tables)),
            Selection::FullHouse(cards) => Some(cards.play(rest, self.tables)),
            Selection::Group(index) => Some(grouping.play_of(&grouping.groups()[index], self.tables)),
            Selection::JokerBomb => Some(Play::JOKER_BOMB),
            Selection::Breaking(number) => breaking[number],
        }
    }

    /// The candidate of loose cards of one rank and free wilds.
    // Always inlined: the number of wilds is known where it is called.
    #[inline(always)]
    fn equal_cards(&self, costs: &Costs, cards: EqualCards) -> Candidate {
        let held = self.grouping.loose.get(cards.nibble);
        Candidate {
            combo: cards.combo(self.tables),
            change: costs.without(self.tables, cards.nibble, held, cards.natural) - cards.wilds as i32 * costs.wild,
            counted: cards.natural == held,
            selection: Selection::Equal(cards),
        }
    }

    /// The candidate of `natural` loose cards of `nibble`.
    pub(super) fn equal(&self, costs: &Costs, nibble: Nibble, natural: u32) -> Candidate {
        self.equal_cards(costs, EqualCards { nibble, natural, wilds: 0 })
    }

    /// The candidate of `natural` loose cards of `nibble`, which is a rank, and a free wild.
    pub(super) fn equal_with_wild(&self, costs: &Costs, nibble: Nibble, natural: u32) -> Candidate {
        self.equal_cards(costs, EqualCards { nibble, natural, wilds: 1 })
    }

    /// The candidate of a free wild as the level card it is.
    pub(super) fn free_wild(&self, costs: &Costs) -> Candidate {
        let cards = EqualCards { nibble: self.tables.level_nibble(), natural: 0, wilds: 1 };
        Candidate { counted: false, ..self.equal_cards(costs, cards) }
    }

    /// The candidate of three loose cards of `triple` and the pair that is the greatest burden, or `None` without a pair.
    pub(super) fn full_house(&self, costs: &Costs, triple: Nibble) -> Option<Candidate> {
        let (pair, change) = self.spare_pair(costs, triple)?;
        let cards = FullHouse { triple, pair, filling: Filling::NATURAL };
        Some(Candidate {
            combo: cards.combo(self.tables),
            change: change + costs.without(self.tables, triple, self.grouping.loose.get(triple), 3),
            counted: true,
            selection: Selection::FullHouse(cards),
        })
    }

    /// The candidates of the groups set apart that count as a combination for which `lists` is true.
    pub(super) fn groups(&self, costs: &Costs, lists: impl Fn(Combo) -> bool) -> impl Iterator<Item = Candidate> {
        let groups = self.grouping.groups().iter().enumerate().filter(move |(_, group)| lists(group.combo));
        groups.map(|(index, group)| Candidate {
            combo: group.combo,
            change: -group.cost(self.tables, costs),
            counted: true,
            selection: Selection::Group(index),
        })
    }

    /// The candidate of the four jokers, if they are held.
    pub(super) fn joker_bomb(&self, costs: &Costs) -> Option<Candidate> {
        let change = |nibble| costs.without(self.tables, nibble, 2, 2);
        self.holds_joker_bomb().then(|| Candidate {
            combo: Combo::JOKER_BOMB,
            change: change(Nibble::SMALL_JOKER) + change(Nibble::BIG_JOKER),
            counted: true,
            selection: Selection::JokerBomb,
        })
    }

    /// Whether `count` of the loose cards of `nibble` may be played. Who does not play by [`Principle::Singles`] keeps high cards
    /// together.
    pub(super) fn may_break(&self, nibble: Nibble, count: u32) -> bool {
        self.valuation.on.has(Principle::Singles)
            || count == self.grouping.loose.get(nibble)
            || !is_high(self.tables, nibble)
    }

    /// Whether the four jokers are held.
    fn holds_joker_bomb(&self) -> bool {
        self.grouping.loose.has_joker_bomb()
    }

    /// Whether the four jokers are held and kept together as a bomb.
    pub(super) fn keeps_joker_bomb(&self) -> bool {
        self.holds_joker_bomb() && !self.valuation.on.has(Principle::Singles)
    }

    /// The ranks and jokers of which at least `n` loose cards are held, jokers that are kept as a bomb left out.
    pub(super) fn at_least(&self, n: u32) -> Nibbles {
        let nibbles = self.grouping.at_least(n);
        if self.keeps_joker_bomb() { nibbles & Nibbles::RANKS } else { nibbles }
    }

    /// The pair for a full house with the triple `but`: the one without which the hand costs least, and what it costs more without
    /// that pair.
    fn spare_pair(&self, costs: &Costs, but: Nibble) -> Option<(Nibble, i32)> {
        let pairs = self.at_least(2) - Nibbles::of(but);
        let pairs = if self.tables.joker_pair_in_full_house { pairs } else { pairs & Nibbles::RANKS };
        let change = |nibble| costs.without(self.tables, nibble, self.grouping.loose.get(nibble), 2);
        pairs.iter().map(|nibble| (nibble, change(nibble))).min_by_key(|&(_, change)| change)
    }
}
