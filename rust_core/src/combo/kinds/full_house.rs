//! Full houses: a triple and a pair, either of them helped by wilds.

use super::OfKind;
use crate::combo::suits::representatives;
use crate::combo::{Combo, Kind, Play};
use crate::hand::{LevelHand, Nibble, Nibbles};
use crate::rules::{Key, Tables};

/// The natural cards of a full house; wilds are the rest of its five.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Filling {
    /// How many of the triple's cards are natural.
    pub triple: u32,
    /// How many of the pair's cards are natural.
    pub pair: u32,
}

impl Filling {
    /// A triple and a pair without wilds.
    pub const NATURAL: Filling = Filling { triple: 3, pair: 2 };
    /// Every filling in listing order: by number of wilds, and then by how many of them stand in the triple, most first.
    const ALL: [Filling; 6] = [
        Filling::NATURAL,
        Filling { triple: 2, pair: 2 },
        Filling { triple: 3, pair: 1 },
        Filling { triple: 1, pair: 2 },
        Filling { triple: 2, pair: 1 },
        Filling { triple: 3, pair: 0 },
    ];

    /// The number of wilds.
    pub const fn wilds(self) -> u32 {
        5 - self.triple - self.pair
    }

    /// Every filling of up to `wilds` wilds in listing order: one, three or six.
    #[inline(always)]
    pub(in crate::combo) const fn up_to(wilds: u32) -> &'static [Filling] {
        Filling::ALL.split_at(((wilds + 1) * (wilds + 2) / 2) as usize).0
    }

    /// Every filling of exactly `wilds` wilds in listing order: one, two or three.
    #[inline(always)]
    const fn of_wilds(wilds: u32) -> &'static [Filling] {
        Filling::up_to(wilds).split_at((wilds * (wilds + 1) / 2) as usize).1
    }
}

/// A full house to be laid down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FullHouse {
    /// The rank of the triple.
    pub triple: Nibble,
    /// The rank or joker of the pair, another than the triple's. Where wilds alone are the pair, it is not looked at.
    pub pair: Nibble,
    /// How many cards of the triple and of the pair are natural.
    pub filling: Filling,
}

impl FullHouse {
    /// What it counts as.
    pub const fn combo(self, tables: &Tables) -> Combo {
        Combo::full_house(self.triple, tables)
    }

    /// The play, out of a hand that holds the cards; suits are the representative ones of ranks detail.
    #[inline(always)]
    pub fn play(self, hand: &LevelHand, tables: &Tables) -> Play {
        let mut cards = representatives(hand, self.triple, self.filling.triple);
        if self.filling.pair > 0 {
            cards = cards.join(&representatives(hand, self.pair, self.filling.pair));
        }
        Play { combo: self.combo(tables), cards: cards.join(&LevelHand::of_wilds(self.filling.wilds())) }
    }
}

/// The ranks of `allowed` with enough cards for a triple with `natural` natural cards.
#[inline(always)]
pub(in crate::combo) fn triples(hand: &LevelHand, natural: u32, allowed: Nibbles) -> Nibbles {
    hand.counts().at_least_among(natural, allowed & Nibbles::RANKS)
}

/// The ranks, and jokers where the rules let them, with enough cards for a pair with 1 or 2 natural cards.
#[inline(always)]
pub(in crate::combo) fn pairs(hand: &LevelHand, tables: &Tables, natural: u32) -> Nibbles {
    let jokers = natural == 2 && tables.joker_pair_in_full_house;
    hand.counts().at_least_among(natural, if jokers { Nibbles::NATURAL } else { Nibbles::RANKS })
}

/// The ranks that can be the triple and the pair of a full house with one filling.
#[derive(Clone, Copy)]
struct HouseRanks {
    triples: Nibbles,
    /// None where wilds alone are the pair, whatever rank they are said to be.
    pairs: Nibbles,
    filling: Filling,
}

impl HouseRanks {
    #[inline(always)]
    fn of(hand: &LevelHand, tables: &Tables, filling: Filling, allowed: Nibbles) -> HouseRanks {
        let pairs = if filling.pair == 0 { Nibbles::EMPTY } else { pairs(hand, tables, filling.pair) };
        HouseRanks { triples: triples(hand, filling.triple, allowed), pairs, filling }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        let triples = self.triples.len();
        if self.filling.pair == 0 {
            return triples;
        }
        triples * self.pairs.len() - (self.triples & self.pairs).len()
    }

    /// Full house number `k` of these.
    #[inline(always)]
    fn pick(self, k: u32) -> FullHouse {
        let HouseRanks { triples, pairs, filling } = self;
        if filling.pair == 0 {
            return FullHouse { triple: triples.nth(k), pair: Nibble::WILD, filling };
        }
        let count = pairs.len();
        // Triples that could be the pair too have one partner less.
        let both = triples & pairs;
        let overlapping = both.len() * (count - 1);
        let (triple, k) = if k < overlapping {
            (both.nth(k / (count - 1)), k % (count - 1))
        } else {
            let k = k - overlapping;
            ((triples - pairs).nth(k / count), k % count)
        };
        FullHouse { triple, pair: (pairs - Nibbles::of(triple)).nth(k), filling }
    }

    /// The triples that leave a rank for the pair.
    #[inline(always)]
    fn triples_with_pair(self) -> Nibbles {
        match self.pairs.len() {
            _ if self.filling.pair == 0 => self.triples,
            0 => Nibbles::EMPTY,
            1 => self.triples - self.pairs,
            _ => self.triples,
        }
    }

    /// The triples beside which `pair` can stand.
    #[inline(always)]
    fn triples_beside(self, pair: Nibble) -> Nibbles {
        if self.pairs.contains(pair) { self.triples - Nibbles::of(pair) } else { Nibbles::EMPTY }
    }

    /// The full house of `triple` with its lowest pair, of which there must be one.
    #[inline(always)]
    fn with_lowest_pair(self, triple: Nibble, tables: &Tables) -> FullHouse {
        let pair = match self.filling.pair {
            0 => Nibble::WILD,
            _ => tables.lowest(self.pairs - Nibbles::of(triple)),
        };
        FullHouse { triple, pair, filling: self.filling }
    }
}

/// Full houses.
pub struct FullHouses;

impl FullHouses {
    /// How many full houses with a triple of `allowed` ranks a hand with `W` wilds has.
    #[inline(always)]
    pub(in crate::combo) fn count_among<const W: u32>(hand: &LevelHand, tables: &Tables, allowed: Nibbles) -> u32 {
        Filling::up_to(W).iter().map(|&filling| HouseRanks::of(hand, tables, filling, allowed).count()).sum()
    }

    /// Full house number `k` of those that [`FullHouses::count_among`] counts, in order of their number of wilds and
    /// their filling.
    #[inline(always)]
    pub(in crate::combo) fn pick_among<const W: u32>(
        hand: &LevelHand,
        tables: &Tables,
        allowed: Nibbles,
        mut k: u32,
    ) -> Play {
        for &filling in Filling::up_to(W) {
            let ranks = HouseRanks::of(hand, tables, filling, allowed);
            let count = ranks.count();
            if W == 0 || k < count {
                return ranks.pick(k).play(hand, tables);
            }
            k -= count;
        }
        unreachable!("k is less than the count")
    }
}

impl OfKind for FullHouses {
    fn includes(kind: Kind) -> bool {
        kind == Kind::FullHouse
    }

    #[inline(always)]
    fn count<const W: u32>(hand: &LevelHand, tables: &Tables, key: Key) -> u32 {
        Self::count_among::<W>(hand, tables, tables.above(key))
    }

    #[inline(always)]
    fn pick<const W: u32>(hand: &LevelHand, tables: &Tables, key: Key, k: u32) -> Play {
        Self::pick_among::<W>(hand, tables, tables.above(key), k)
    }

    #[inline(always)]
    fn first(hand: &LevelHand, tables: &Tables, key: Key, wilds: u32) -> Option<Play> {
        let ranks = || {
            let fillings = Filling::up_to(wilds).iter();
            fillings.map(|&filling| HouseRanks::of(hand, tables, filling, tables.above(key)))
        };
        let any = ranks().fold(Nibbles::EMPTY, |any, of| any | of.triples_with_pair());
        if any.is_empty() {
            return None;
        }
        let triple = tables.lowest(any);
        let of = ranks().find(|of| of.triples_with_pair().contains(triple))?;
        Some(of.with_lowest_pair(triple, tables).play(hand, tables))
    }
}

/// The first full house with exactly `wilds` wilds that holds cards of the rank `lowest`: with the rank in the triple, or else
/// in the pair.
#[inline(always)]
pub(in crate::combo) fn first_full_house_with(
    hand: &LevelHand,
    tables: &Tables,
    lowest: Nibble,
    wilds: u32,
) -> Option<Play> {
    let ranks = || {
        let fillings = Filling::of_wilds(wilds).iter();
        fillings.map(|&filling| HouseRanks::of(hand, tables, filling, Nibbles::RANKS))
    };
    if let Some(of) = ranks().find(|of| of.triples_with_pair().contains(lowest)) {
        return Some(of.with_lowest_pair(lowest, tables).play(hand, tables));
    }
    let any = ranks().fold(Nibbles::EMPTY, |any, of| any | of.triples_beside(lowest));
    if any.is_empty() {
        return None;
    }
    let triple = tables.lowest(any);
    let of = ranks().find(|of| of.triples_beside(lowest).contains(triple))?;
    Some(FullHouse { triple, pair: lowest, filling: of.filling }.play(hand, tables))
}
