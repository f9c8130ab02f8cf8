//! Every play of a hand at ranks detail, one after another, as four bytes each.
//!
//! A [`Move`] says which shape is taken from which ranks; [`Move::play`] looks the cards up when they are wanted.

use arrayvec::ArrayVec;

use super::by_wilds::by_wilds;
use super::groups::{self, SPLITS};
use super::page::{PLAYS, Page};
use super::patterns::{self, MOST, Shape};
use super::walk::{Listener, Split, walk, walk_kind};
use super::{Combo, Kind, Play};
use crate::bits::bits;
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
    moves_by_page(hand, t, to_beat, &mut |moves| moves.iter().for_each(|&listed| visit(listed)));
}

/// Visits the plays of one kind.
pub(super) fn for_each_move_of_kind(hand: &LevelHand, t: &Tables, kind: Kind, visit: &mut impl FnMut(Move)) {
    let (mut blank, mut hand_over) = (BLANK, |moves: &[Move]| moves.iter().for_each(|&listed| visit(listed)));
    let mut listener = ListMoves::new(&mut blank, &mut hand_over);
    by_wilds!(hand, walk_kind(hand, t, kind, None, &mut listener));
    listener.page.turn();
}

/// Lists what the hand can lead or, with `to_beat`, what beats it, and hands it over in pages. Compiled once for all.
#[inline(never)]
pub fn moves_by_page(hand: &LevelHand, t: &Tables, to_beat: Option<Combo>, hand_over: &mut dyn FnMut(&[Move])) {
    let mut blank = BLANK;
    let mut listener = ListMoves::new(&mut blank, hand_over);
    by_wilds!(hand, walk(hand, t, to_beat, &mut listener));
    listener.page.turn();
}

const BLANK: [Move; PLAYS] = [Move(0); PLAYS];

/// Makes moves of the plays.
struct ListMoves<'a> {
    /// The nibbles of the pairs of full houses, by number of natural cards, and noughts behind them, a row and more.
    pairs: [ArrayVec<u32, { 2 * ROW }>; 3],
    /// How many they are.
    counts: [usize; 3],
    page: Page<'a, Move>,
}

/// What is put down at once: at least as many as there are patterns of a run or pairs of a full house.
const ROW: usize = 16;

impl<'a> ListMoves<'a> {
    #[inline(always)]
    fn new(blank: &'a mut [Move; PLAYS], hand_over: &'a mut dyn FnMut(&[Move])) -> ListMoves<'a> {
        ListMoves { pairs: Default::default(), counts: [0; 3], page: Page::new(blank, hand_over) }
    }

    /// Puts down `first` with each detail, of which only the first `count` stay: all at once take a few wide instructions.
    #[inline(always)]
    fn put_row(page: &mut Page<'_, Move>, first: Move, details: &[u32; ROW], count: usize) {
        let mut row = [Move(0); ROW];
        for (listed, &detail) in row.iter_mut().zip(details) {
            *listed = first.with_detail(detail);
        }
        *page.row() = row;
        page.take(count);
    }
}

impl<const W: usize> Listener<W> for ListMoves<'_> {
    #[inline(always)]
    fn prepare(&mut self, kind: Kind, _most: u32) {
        if kind == Kind::FullHouse {
            for pairs in &mut self.pairs {
                *pairs = ArrayVec::from([0; 2 * ROW]);
            }
        }
    }

    #[inline(always)]
    fn same(&mut self, combo: Combo, nibble: u32, wilds: u32) {
        self.page.put(Move::new(combo, nibble, 0, wilds));
    }

    #[inline(always)]
    fn pair(&mut self, natural: u32, nibble: u32) {
        let count = &mut self.counts[natural as usize];
        self.pairs[natural as usize][*count] = nibble;
        *count += 1;
    }

    #[inline(always)]
    fn full_houses(&mut self, combo: Combo, triple: u32, split: Split, own: Option<usize>) {
        let first = Move::new(combo, triple, 0, split.number);
        let (pairs, count) = (&self.pairs[split.natural[1] as usize], self.counts[split.natural[1] as usize]);
        let from = |number: usize| pairs[number..].first_chunk().expect("as many noughts are behind them");
        ListMoves::put_row(&mut self.page, first, from(0), own.unwrap_or(count));
        if let Some(own) = own {
            ListMoves::put_row(&mut self.page, first, from(own + 1), count - own - 1);
        }
    }

    #[inline(always)]
    fn runs(&mut self, combo: Combo, start: u32, ids: &[u32; MOST], count: usize) {
        let first = Move::new(combo, start, 0, 0);
        if W == 0 {
            // One, unless its cards are all of one suit.
            for &id in &ids[..count] {
                self.page.put(first.with_detail(id));
            }
        } else {
            ListMoves::put_row(&mut self.page, first, ids, count);
        }
    }

    #[inline(always)]
    fn straight_flushes(&mut self, combo: Combo, start: u32, which: u64) {
        for bit in bits(which) {
            self.page.put(Move::new(combo, start, bit >> 2, bit & 3));
        }
    }

    #[inline(always)]
    fn joker_bomb(&mut self) {
        self.page.put(Move::new(groups::JOKER_BOMB.combo, 0, 0, 0));
    }
}
