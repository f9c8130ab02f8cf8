//! Every play of a hand at ranks detail, one after another, as four bytes each.
//!
//! A [`Move`] says which shape is taken from which ranks; [`Move::play`] looks the cards up when they are wanted. The
//! order is fixed: kind, size, key, number of wilds, the places the wilds fill (low places first; the triple of a full
//! house before its pair), the pair of a full house in level order, the suit of a straight flush.

use super::bits::bits;
use super::groups::{self, ALL_NIBBLES, Bombs, FullHouses, SPLITS, Straights};
use super::patterns::{self, Shape, Windows};
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
    match to_beat {
        None => Kind::ALL.iter().for_each(|&kind| for_each_move_of_kind(hand, t, kind, None, visit)),
        Some(combo) => {
            if !combo.kind.is_bomb() {
                for_each_move_of_kind(hand, t, combo.kind, to_beat, visit);
            }
            for kind in [Kind::Bomb, Kind::StraightFlush, Kind::JokerBomb] {
                for_each_move_of_kind(hand, t, kind, to_beat, visit);
            }
        }
    }
}

/// Visits the plays of one kind that beat `to_beat`, if given.
#[inline]
pub(super) fn for_each_move_of_kind(
    hand: &LevelHand,
    t: &Tables,
    kind: Kind,
    to_beat: Option<Combo>,
    visit: &mut impl FnMut(Move),
) {
    let floor = to_beat.map_or(0, Combo::power);
    let allowed = to_beat.map_or(ALL_NIBBLES, |combo| t.above[combo.key as usize]);
    let first_key = to_beat.map_or(0, |combo| combo.key + 1);
    match kind {
        Kind::Single => sames(hand, t, kind, 1, allowed, visit),
        Kind::Pair => sames(hand, t, kind, 2, allowed, visit),
        Kind::Triple => sames(hand, t, kind, 3, allowed, visit),
        Kind::FullHouse => full_houses(hand, t, allowed, visit),
        Kind::Straight | Kind::Tube | Kind::Plate => runs(hand, t, kind, first_key, visit),
        Kind::Bomb => {
            for n in 4..=t.max_bomb.min(8 + hand.wilds()) {
                sames(hand, t, kind, n, Bombs::allowed(t, floor, n), visit);
            }
        }
        Kind::StraightFlush => straight_flushes(hand, t, floor, visit),
        Kind::JokerBomb => {
            if groups::has_joker_bomb(hand) && floor < groups::JOKER_BOMB.combo.power() {
                visit(Move::new(groups::JOKER_BOMB.combo, 0, 0, 0));
            }
        }
    }
}

/// `n` equal cards in the `allowed` nibbles.
#[inline(always)]
fn sames(hand: &LevelHand, t: &Tables, kind: Kind, n: u32, allowed: u64, visit: &mut impl FnMut(Move)) {
    let most = hand.wilds().min(n - 1);
    let flags = [0, 1, 2].map(|wilds| {
        if wilds > most || n - wilds > 8 { 0 } else { t.in_level_order(groups::sames(hand, n, wilds) & allowed) }
    });
    let bare = if groups::bare_wilds(hand, t, n, allowed) { Tables::LEVEL_FLAG } else { 0 };
    for bit in bits(flags[0] | flags[1] | flags[2] | bare) {
        let key = bit >> 2;
        let nibble = u32::from(t.nibble_of_key[key as usize]);
        let combo = Combo::new(kind, n as u8, key as u8);
        for wilds in 0..=most {
            if flags[wilds as usize] >> bit & 1 == 1 {
                visit(Move::new(combo, nibble, 0, wilds));
            }
        }
        if bare >> bit & 1 == 1 {
            visit(Move::new(combo, nibble, 0, n));
        }
    }
}

#[inline(always)]
fn full_houses(hand: &LevelHand, t: &Tables, allowed: u64, visit: &mut impl FnMut(Move)) {
    let wilds = hand.wilds() as usize;
    // Each split needs fewer natural cards in the triple than the ones with fewer wilds.
    let triples = t.in_level_order(hand.at_least(3 - wilds as u32) & crate::hand::RANKS & allowed);
    for bit in bits(triples) {
        let (key, flag) = (bit >> 2, 1u64 << bit);
        let triple = u32::from(t.nibble_of_key[key as usize]);
        let combo = Combo::new(Kind::FullHouse, 5, key as u8);
        for (number, splits) in SPLITS[..=wilds].iter().enumerate() {
            for (split_number, &split) in splits.iter().enumerate() {
                let houses = FullHouses::of(hand, t, split, allowed);
                if houses.triples >> (4 * triple + 3) & 1 == 0 {
                    continue;
                }
                let extra = (3 * number + split_number) as u32;
                if houses.bare_pair {
                    visit(Move::new(combo, triple, 0, extra));
                    continue;
                }
                for pair in bits(t.in_level_order(houses.pairs) & !flag) {
                    visit(Move::new(combo, triple, u32::from(t.nibble_of_key[(pair >> 2) as usize]), extra));
                }
            }
        }
    }
}

#[inline(always)]
fn runs(hand: &LevelHand, t: &Tables, kind: Kind, first_key: u8, visit: &mut impl FnMut(Move)) {
    let windows = Windows::of_ranks(hand, kind, hand.wilds()).any();
    if windows == 0 {
        return;
    }
    let shape = Shape::of(kind);
    let suits_matter = matches!(kind, Kind::Straight) && Straights::any_forced(hand, t);
    for key in first_key..13 {
        let Some(start) = groups::start_of_key(t, kind, key) else { continue };
        if windows >> (4 * start + 3) & 1 == 0 {
            continue;
        }
        let combo = Combo::new(kind, (shape.places * shape.each) as u8, key);
        for id in bits(u64::from(groups::covering(hand, kind, start, hand.wilds()))) {
            if !suits_matter || !groups::forced_suit(hand, t, start, u32::from(shape.patterns[id as usize])) {
                visit(Move::new(combo, start, id, 0));
            }
        }
    }
}

#[inline(always)]
fn straight_flushes(hand: &LevelHand, t: &Tables, floor: u8, visit: &mut impl FnMut(Move)) {
    let wilds = hand.wilds();
    let mut windows = Windows::of_suits(hand.one, wilds).any() & Bombs::allowed_flushes(t, floor);
    while windows != 0 {
        let start = windows.trailing_zeros() >> 2;
        let suits = windows >> (4 * start) & 15;
        windows &= !(15 << (4 * start));
        // Suits are the last to be compared, so the patterns of all four go side by side.
        let patterns = [0, 1, 2, 3]
            .map(|suit| if suits >> suit & 1 == 1 { groups::covering_suit(hand, start, suit, wilds) } else { 0 });
        let combo = Combo::new(Kind::StraightFlush, 5, (start + 3) as u8);
        for id in bits(u64::from(patterns.iter().fold(0, |all, some| all | some))) {
            for suit in 0..4u32 {
                if patterns[suit as usize] >> id & 1 == 1 {
                    visit(Move::new(combo, start, id, suit));
                }
            }
        }
    }
}
