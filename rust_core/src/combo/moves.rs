//! Every play of a hand at ranks detail, one after another, as four bytes each.
//!
//! A [`Move`] says which shape is taken from which ranks; [`Move::play`] looks the cards up when they are wanted.

use super::by_wilds::by_wilds;
use super::groups::{self, SPLITS};
use super::patterns::{self, Shape};
use super::walk::{Listener, Split, walk, walk_kind};
use super::{Combo, Kind, Play};
use crate::hand::LevelHand;
use crate::rules::Tables;

/// A play at ranks detail, packed: kind, key, size, and what its kind needs to find the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u32);

impl Move {
    /// `place` is the nibble of the cards or of the triple, or the start of a run; `detail` the pair's nibble or the id of
    /// a run's pattern; `extra` the number of wilds, the split of a full house or the suit of a straight flush.
    #[inline(always)]
    fn new(combo: Combo, place: u32, detail: u32, extra: u32) -> Move {
        Move(
            combo.kind as u32
                | u32::from(combo.key) << 4
                | u32::from(combo.size) << 8
                | place << 12
                | detail << 16
                | extra << 20,
        )
    }

    /// What it counts as.
    #[inline(always)]
    pub fn combo(self) -> Combo {
        let [kind, key, size] = [0, 4, 8].map(|shift| (self.0 >> shift & 15) as u8);
        Combo::new(Kind::ALL[kind as usize], size, key)
    }

    /// The same with a detail, where it had none.
    #[inline(always)]
    fn with_detail(self, detail: u32) -> Move {
        Move(self.0 | detail << 16)
    }

    #[inline(always)]
    fn place(self) -> u32 {
        self.0 >> 12 & 15
    }

    #[inline(always)]
    fn detail(self) -> u32 {
        self.0 >> 16 & 15
    }

    #[inline(always)]
    fn extra(self) -> u32 {
        self.0 >> 20
    }

    /// The number of wilds it takes.
    pub fn wilds(self) -> u32 {
        match self.form() {
            Form::Same { wilds, .. } => wilds,
            Form::FullHouse { split, .. } => 5 - split[0] - split[1],
            Form::Run { pattern, .. } | Form::Flush { pattern, .. } => (0..5).map(|i| pattern >> (2 * i) & 3).sum(),
            Form::JokerBomb => 0,
        }
    }

    /// The representative cards, out of the hand the move was listed for.
    #[inline]
    pub fn play(self, hand: &LevelHand, t: &Tables) -> Play {
        let Combo { kind, size, .. } = self.combo();
        match self.form() {
            Form::Same { nibble, wilds } => groups::same(hand, t, kind, u32::from(size), nibble, wilds),
            Form::FullHouse { nibbles, split } => groups::full_house(hand, t, split, nibbles),
            Form::Run { start, pattern } => groups::run(hand, t, kind, start, pattern),
            Form::Flush { start, suit, pattern } => groups::straight_flush(start, suit, pattern),
            Form::JokerBomb => groups::JOKER_BOMB,
        }
    }

    /// The move unpacked.
    #[inline(always)]
    pub(super) fn form(self) -> Form {
        match self.combo().kind {
            Kind::Single | Kind::Pair | Kind::Triple | Kind::Bomb => {
                Form::Same { nibble: self.place(), wilds: self.extra() }
            }
            Kind::FullHouse => Form::FullHouse {
                nibbles: [self.place(), self.detail()],
                split: SPLITS[self.extra() as usize / 3][self.extra() as usize % 3],
            },
            kind @ (Kind::Straight | Kind::Tube | Kind::Plate) => {
                Form::Run { start: self.place(), pattern: u32::from(Shape::of(kind).patterns[self.detail() as usize]) }
            }
            Kind::StraightFlush => Form::Flush {
                start: self.place(),
                suit: self.extra(),
                pattern: u32::from(patterns::STRAIGHT.patterns[self.detail() as usize]),
            },
            Kind::JokerBomb => Form::JokerBomb,
        }
    }
}

/// What a move takes from a hand.
pub(super) enum Form {
    Same { nibble: u32, wilds: u32 },
    FullHouse { nibbles: [u32; 2], split: [u32; 2] },
    Run { start: u32, pattern: u32 },
    Flush { start: u32, suit: u32, pattern: u32 },
    JokerBomb,
}

/// Visits every play the hand can lead or, with `to_beat`, every play that beats it.
#[inline]
pub fn for_each_move(hand: &LevelHand, t: &Tables, to_beat: Option<Combo>, visit: &mut impl FnMut(Move)) {
    by_wilds!(hand, walk(hand, t, to_beat, &mut Moves(visit)));
}

/// Visits the plays of one kind.
#[inline]
pub(super) fn for_each_move_of_kind(hand: &LevelHand, t: &Tables, kind: Kind, visit: &mut impl FnMut(Move)) {
    by_wilds!(hand, walk_kind(hand, t, kind, None, &mut Moves(visit)));
}

/// Makes moves of the plays.
struct Moves<'a, F>(&'a mut F);

impl<F: FnMut(Move)> Listener for Moves<'_, F> {
    #[inline(always)]
    fn prepare(&mut self, _most: u32) {}

    #[inline(always)]
    fn same(&mut self, combo: Combo, nibble: u32, wilds: u32) {
        self.0(Move::new(combo, nibble, 0, wilds));
    }

    #[inline(always)]
    fn full_houses(&mut self, combo: Combo, triple: u8, split: Split, pairs: &[u8]) {
        let first = Move::new(combo, u32::from(triple), 0, split.number);
        for &pair in pairs {
            if pair != triple {
                self.0(first.with_detail(u32::from(pair)));
            }
        }
    }

    #[inline(always)]
    fn run(&mut self, combo: Combo, start: u32, id: u32) {
        self.0(Move::new(combo, start, id, 0));
    }

    #[inline(always)]
    fn straight_flush(&mut self, combo: Combo, start: u32, suit: u32, id: u32) {
        self.0(Move::new(combo, start, id, suit));
    }

    #[inline(always)]
    fn joker_bomb(&mut self) {
        self.0(Move::new(groups::JOKER_BOMB.combo, 0, 0, 0));
    }
}
