//! Every play of a hand at ranks detail, one after another, as four bytes each.
//!
//! A [`Move`] says which shape is taken from which ranks; [`Move::play`] looks the cards up when they are wanted. The
//! order is fixed: kind, size, key, number of wilds, the places the wilds fill (low places first; the triple of a full
//! house before its pair), the pair of a full house in level order, the suit of a straight flush.

use super::bits::bits;
use super::by_wilds::by_wilds;
use super::groups::{self, ALL_NIBBLES, ALL_STARTS, Bombs, FullHouses, SPLITS, Straights};
use super::patterns::{self, Shape, Windows};
use super::{Combo, Kind, Play};
use crate::hand::{LevelHand, RANKS};
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

    /// The same with an extra, where it had none.
    #[inline(always)]
    fn with_extra(self, extra: u32) -> Move {
        Move(self.0 | extra << 20)
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
    by_wilds!(hand, all(hand, t, to_beat, visit));
}

/// Visits the plays of one kind.
#[inline]
pub(super) fn for_each_move_of_kind(hand: &LevelHand, t: &Tables, kind: Kind, visit: &mut impl FnMut(Move)) {
    by_wilds!(hand, of_kind(hand, t, kind, None, visit));
}

/// The plays of a hand with `W` wilds.
#[inline(always)]
fn all<const W: usize>(hand: &LevelHand, t: &Tables, to_beat: Option<Combo>, visit: &mut impl FnMut(Move)) {
    match to_beat {
        None => Kind::ALL.iter().for_each(|&kind| of_kind::<W>(hand, t, kind, None, visit)),
        Some(combo) => {
            if !combo.kind.is_bomb() {
                of_kind::<W>(hand, t, combo.kind, to_beat, visit);
            }
            for kind in [Kind::Bomb, Kind::StraightFlush, Kind::JokerBomb] {
                of_kind::<W>(hand, t, kind, to_beat, visit);
            }
        }
    }
}

/// Those of one kind that beat `to_beat`, if given.
#[inline(always)]
fn of_kind<const W: usize>(
    hand: &LevelHand,
    t: &Tables,
    kind: Kind,
    to_beat: Option<Combo>,
    visit: &mut impl FnMut(Move),
) {
    let floor = to_beat.map_or(0, Combo::power);
    let allowed = to_beat.map_or(ALL_NIBBLES, |combo| t.above[combo.key as usize]);
    match kind {
        Kind::Single => sames::<W>(hand, t, kind, 1, allowed, visit),
        Kind::Pair => sames::<W>(hand, t, kind, 2, allowed, visit),
        Kind::Triple => sames::<W>(hand, t, kind, 3, allowed, visit),
        Kind::FullHouse => full_houses::<W>(hand, t, allowed, visit),
        Kind::Straight | Kind::Tube | Kind::Plate => {
            let starts = to_beat.map_or(ALL_STARTS, |combo| groups::starts_above(t, kind, combo.key));
            runs::<W>(hand, t, kind, starts, visit);
        }
        Kind::Bomb => {
            for n in 4..=t.max_bomb.min(8 + W as u32) {
                if hand.at_least(n - W as u32) & RANKS == 0 {
                    return;
                }
                sames::<W>(hand, t, kind, n, Bombs::allowed(t, floor, n), visit);
            }
        }
        Kind::StraightFlush => straight_flushes::<W>(hand, t, floor, visit),
        Kind::JokerBomb => {
            if groups::has_joker_bomb(hand) && floor < groups::JOKER_BOMB.combo.power() {
                visit(Move::new(groups::JOKER_BOMB.combo, 0, 0, 0));
            }
        }
    }
}

/// `n` equal cards in the `allowed` nibbles.
#[inline(always)]
fn sames<const W: usize>(hand: &LevelHand, t: &Tables, kind: Kind, n: u32, allowed: u64, visit: &mut impl FnMut(Move)) {
    let most = (W as u32).min(n - 1);
    let flags = [0, 1, 2].map(|wilds| {
        if wilds > most || n - wilds > 8 { 0 } else { t.in_level_order(groups::sames(hand, n, wilds) & allowed) }
    });
    let bare = if W as u32 >= n && groups::bare_wilds(hand, t, n, allowed) { Tables::LEVEL_FLAG } else { 0 };
    for bit in bits(flags[0] | flags[1] | flags[2] | bare) {
        let key = bit >> 2;
        let first = Move::new(Combo::new(kind, n as u8, key as u8), u32::from(t.nibble_of_key[key as usize]), 0, 0);
        for wilds in 0..=most {
            if W == 0 || flags[wilds as usize] >> bit & 1 == 1 {
                visit(first.with_extra(wilds));
            }
        }
        if bare >> bit & 1 == 1 {
            visit(first.with_extra(n));
        }
    }
}

/// One way to split a full house between natural cards and wilds, and the ranks it can be made of in level order.
#[derive(Clone, Copy, Default)]
struct Split {
    triples: u64,
    pairs: u64,
    bare_pair: bool,
    extra: u32,
}

#[inline(always)]
fn full_houses<const W: usize>(hand: &LevelHand, t: &Tables, allowed: u64, visit: &mut impl FnMut(Move)) {
    // Each split needs fewer natural cards in the triple than the ones with fewer wilds.
    let triples = t.in_level_order(hand.at_least(3 - W as u32) & RANKS & allowed);
    if triples == 0 {
        return;
    }
    let mut by_split = [Split::default(); 6];
    let mut count = 0;
    for (number, splits) in SPLITS[..=W].iter().enumerate() {
        for (split_number, &split) in splits.iter().enumerate() {
            let FullHouses { triples, pairs, bare_pair } = FullHouses::of(hand, t, split, allowed);
            let [triples, pairs] = [triples, pairs].map(|flags| t.in_level_order(flags));
            by_split[count] = Split { triples, pairs, bare_pair, extra: (3 * number + split_number) as u32 };
            count += 1;
        }
    }
    for bit in bits(triples) {
        let (key, flag) = (bit >> 2, 1u64 << bit);
        let triple = u32::from(t.nibble_of_key[key as usize]);
        let first = Move::new(Combo::new(Kind::FullHouse, 5, key as u8), triple, 0, 0);
        for split in &by_split[..count] {
            if W > 0 && split.triples & flag == 0 {
                continue;
            }
            let first = first.with_extra(split.extra);
            if W == 2 && split.bare_pair {
                visit(first);
                continue;
            }
            for pair in bits(split.pairs & !flag) {
                visit(first.with_detail(u32::from(t.nibble_of_key[(pair >> 2) as usize])));
            }
        }
    }
}

#[inline(always)]
fn runs<const W: usize>(hand: &LevelHand, t: &Tables, kind: Kind, starts: u64, visit: &mut impl FnMut(Move)) {
    let windows = Windows::of_ranks(hand, kind, W as u32).any() & starts;
    if windows == 0 {
        return;
    }
    let shape = Shape::of(kind);
    let suits_matter = matches!(kind, Kind::Straight) && Straights::any_forced::<W>(hand, t);
    // From the start to the rank at the top, and from there to the place of its key.
    let first_top = shape.places - 2;
    for bit in bits(t.in_run_order(windows << (4 * first_top))) {
        let key = bit >> 2;
        let start = t.top_of_run(kind, key as u8) - first_top;
        let first = Move::new(Combo::new(kind, (shape.places * shape.each) as u8, key as u8), start, 0, 0);
        let patterns = if W == 0 { 1 } else { groups::covering(hand, kind, start, W as u32) };
        for id in bits(u64::from(patterns)) {
            if !suits_matter || !groups::forced_suit(hand, t, start, u32::from(shape.patterns[id as usize])) {
                visit(first.with_detail(id));
            }
        }
    }
}

#[inline(always)]
fn straight_flushes<const W: usize>(hand: &LevelHand, t: &Tables, floor: u8, visit: &mut impl FnMut(Move)) {
    let mut windows = Windows::of_suits(hand.one, W as u32).any() & Bombs::allowed_flushes(t, floor);
    while windows != 0 {
        let start = windows.trailing_zeros() >> 2;
        let suits = windows >> (4 * start) & 15;
        windows &= !(15 << (4 * start));
        // Suits are the last to be compared, so the patterns of all four go side by side.
        let patterns = [0, 1, 2, 3].map(|suit| match suits >> suit & 1 {
            0 => 0,
            _ if W == 0 => 1,
            _ => groups::covering_suit(hand, start, suit, W as u32),
        });
        let first = Move::new(Combo::new(Kind::StraightFlush, 5, (start + 3) as u8), start, 0, 0);
        for id in bits(u64::from(patterns.iter().fold(0, |all, some| all | some))) {
            for suit in 0..4u32 {
                if patterns[suit as usize] >> id & 1 == 1 {
                    visit(first.with_detail(id).with_extra(suit));
                }
            }
        }
    }
}
