//! Every play of a hand at ranks detail, one after another, as four bytes each.
//!
//! A [`Move`] says which shape is taken from which ranks; [`Move::play`] looks the cards up when they are wanted.

use arrayvec::ArrayVec;

use super::super::kinds::{EqualCards, Filling, FullHouse, Run, StraightFlush};
use super::super::pattern::{MOST, PatternId, Patterns, Shape, SuitedPatterns};
use super::super::pick::by_wilds;
use super::super::{Combo, Kind, Play};
use super::generate::{Listener, generate, generate_kind};
use super::page::{PLAYS, Page};
use crate::card::Suit;
use crate::hand::{LevelHand, Nibble, Start};
use crate::rules::{Key, Tables};

/// A play at ranks detail, packed: kind, key, size, and what its kind needs to find the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u32);

impl Move {
    /// `place` is the nibble of the cards or of the triple, or the start of a run; `detail` the pair's nibble or the id of
    /// a run's pattern; `extra` the number of wilds, the filling of a full house or the suit of a straight flush.
    #[inline]
    fn new(combo: Combo, place: usize, detail: u32, extra: u32) -> Move {
        let combo = combo.kind as u32 | (combo.key.index() as u32) << 4 | u32::from(combo.size) << 8;
        Move(combo | (place as u32) << 12 | detail << 16 | extra << 20)
    }

    /// What it counts as.
    #[inline]
    pub fn combo(self) -> Combo {
        let [kind, key, size] = [0, 4, 8].map(|shift| (self.0 >> shift & 15) as u8);
        Combo::new(Kind::ALL[kind as usize], size, Key::new(key))
    }

    /// This move with a detail, where it had none.
    #[inline]
    fn with_detail(self, detail: u32) -> Move {
        Move(self.0 | detail << 16)
    }

    #[inline]
    fn place(self) -> u8 {
        (self.0 >> 12 & 15) as u8
    }

    #[inline]
    fn detail(self) -> u32 {
        self.0 >> 16 & 15
    }

    #[inline]
    fn extra(self) -> u32 {
        self.0 >> 20
    }

    /// The number of wilds it takes.
    pub fn wilds(self) -> u32 {
        match self.combo().kind {
            Kind::Single | Kind::Pair | Kind::Triple | Kind::Bomb => self.equal_cards().wilds,
            Kind::FullHouse => self.full_house().filling.wilds(),
            Kind::Straight | Kind::Tube | Kind::Plate => self.run().wilds.wilds(),
            Kind::StraightFlush => self.straight_flush().wilds.wilds(),
            Kind::JokerBomb => 0,
        }
    }

    /// The play with its representative cards, out of the hand that the move was listed for.
    #[inline]
    pub fn play(self, hand: &LevelHand, tables: &Tables) -> Play {
        match self.combo().kind {
            Kind::Single | Kind::Pair | Kind::Triple | Kind::Bomb => self.equal_cards().play(hand, tables),
            Kind::FullHouse => self.full_house().play(hand, tables),
            Kind::Straight | Kind::Tube | Kind::Plate => self.run().play(hand, tables),
            Kind::StraightFlush => self.straight_flush().play(tables),
            Kind::JokerBomb => Play::JOKER_BOMB,
        }
    }

    #[inline]
    fn equal_cards(self) -> EqualCards {
        let wilds = self.extra();
        EqualCards { nibble: Nibble::new(self.place()), natural: u32::from(self.combo().size) - wilds, wilds }
    }

    #[inline]
    fn full_house(self) -> FullHouse {
        FullHouse {
            triple: Nibble::new(self.place()),
            pair: Nibble::new(self.detail() as u8),
            filling: Filling { triple: self.extra() & 3, pair: self.extra() >> 2 },
        }
    }

    #[inline]
    fn run(self) -> Run {
        let kind = self.combo().kind;
        Run { kind, start: Start::new(self.place()), wilds: Shape::of(kind).pattern(PatternId::new(self.detail())) }
    }

    #[inline]
    fn straight_flush(self) -> StraightFlush {
        StraightFlush {
            start: Start::new(self.place()),
            suit: Suit::ALL[self.extra() as usize],
            wilds: Shape::of(Kind::StraightFlush).pattern(PatternId::new(self.detail())),
        }
    }
}

/// Visits every play the hand can lead or, with `to_beat`, every play that beats it, in the order of
/// [`for_each_play`](super::for_each_play).
pub fn for_each_move(hand: &LevelHand, tables: &Tables, to_beat: Option<Combo>, visit: &mut impl FnMut(Move)) {
    moves_by_page(hand, tables, to_beat, &mut |moves| moves.iter().for_each(|&listed| visit(listed)));
}

/// Visits the plays of one kind that the hand can lead, in listing order.
pub(in crate::combo) fn for_each_move_of_kind(
    hand: &LevelHand,
    tables: &Tables,
    kind: Kind,
    visit: &mut impl FnMut(Move),
) {
    let (mut blank, mut hand_over) = (BLANK, |moves: &[Move]| moves.iter().for_each(|&listed| visit(listed)));
    let mut listener = ListMoves::new(&mut blank, &mut hand_over);
    by_wilds!(hand, generate_kind(hand, tables, kind, None, &mut listener));
    listener.page.turn();
}

/// Lists every play that the hand can lead or, with `to_beat`, every play that beats it, and hands them over some at a time,
/// in listing order. Compiled once for all callers.
#[inline(never)]
pub fn moves_by_page(hand: &LevelHand, tables: &Tables, to_beat: Option<Combo>, hand_over: &mut dyn FnMut(&[Move])) {
    let mut blank = BLANK;
    let mut listener = ListMoves::new(&mut blank, hand_over);
    by_wilds!(hand, generate(hand, tables, to_beat, &mut listener));
    listener.page.turn();
}

const BLANK: [Move; PLAYS] = [Move(0); PLAYS];

/// The listener that packs moves.
struct ListMoves<'a> {
    /// By number of natural cards: the nibbles of the pairs of full houses, with zeros behind them for more than a row.
    pairs: [ArrayVec<u32, { 2 * MOST }>; 3],
    /// By number of natural cards: how many pairs there are.
    counts: [usize; 3],
    page: Page<'a, Move>,
}

impl<'a> ListMoves<'a> {
    #[inline]
    fn new(blank: &'a mut [Move; PLAYS], hand_over: &'a mut dyn FnMut(&[Move])) -> ListMoves<'a> {
        ListMoves { pairs: Default::default(), counts: [0; 3], page: Page::new(blank, hand_over) }
    }

    /// Writes `first` with each detail of a row and keeps the first `count` of them: a whole row takes a few wide
    /// instructions.
    #[inline]
    fn put_row<T: Copy + Into<u32>>(page: &mut Page<'_, Move>, first: Move, details: &[T; MOST], count: usize) {
        let mut row = [Move(0); MOST];
        for (listed, &detail) in row.iter_mut().zip(details) {
            *listed = first.with_detail(detail.into());
        }
        *page.row() = row;
        page.take(count);
    }
}

impl<const W: u32> Listener<W> for ListMoves<'_> {
    #[inline]
    fn prepare(&mut self, kind: Kind, _most: u32) {
        if kind == Kind::FullHouse {
            for pairs in &mut self.pairs {
                *pairs = ArrayVec::from([0; 2 * MOST]);
            }
        }
    }

    #[inline]
    fn equal(&mut self, combo: Combo, cards: EqualCards) {
        self.page.put(Move::new(combo, cards.nibble.index(), 0, cards.wilds));
    }

    #[inline]
    fn pair(&mut self, natural: u32, nibble: Nibble) {
        let count = &mut self.counts[natural as usize];
        self.pairs[natural as usize][*count] = nibble.index() as u32;
        *count += 1;
    }

    #[inline]
    fn full_houses(&mut self, combo: Combo, triple: Nibble, filling: Filling, own: Option<usize>) {
        let first = Move::new(combo, triple.index(), 0, filling.triple | filling.pair << 2);
        let (pairs, count) = (&self.pairs[filling.pair as usize], self.counts[filling.pair as usize]);
        let from = |number: usize| pairs[number..].first_chunk().expect("as many noughts are behind them");
        ListMoves::put_row(&mut self.page, first, from(0), own.unwrap_or(count));
        if let Some(own) = own {
            ListMoves::put_row(&mut self.page, first, from(own + 1), count - own - 1);
        }
    }

    #[inline]
    fn runs(&mut self, combo: Combo, start: Start, patterns: Patterns<'_>) {
        let first = Move::new(combo, start.index(), 0, 0);
        if W == 0 {
            // One pattern, or none where all cards are of one suit.
            for &id in patterns.ids() {
                self.page.put(first.with_detail(id.into()));
            }
        } else {
            ListMoves::put_row(&mut self.page, first, patterns.row, patterns.len);
        }
    }

    #[inline]
    fn straight_flushes(&mut self, combo: Combo, start: Start, patterns: SuitedPatterns) {
        for (id, suit) in patterns.iter() {
            self.page.put(Move::new(combo, start.index(), id.into(), suit as u32));
        }
    }

    #[inline]
    fn joker_bomb(&mut self) {
        self.page.put(Move::new(Combo::JOKER_BOMB, 0, 0, 0));
    }
}
