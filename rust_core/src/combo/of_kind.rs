//! Answers to a play of one kind, for code that is compiled for each kind: what follows in a trick asks for the same kind
//! turn after turn.

use super::first::{first_full_house, first_run_above, first_same};
use super::groups::{self, Straights};
use super::patterns::{Shape, Windows};
use super::{Kind, Play};
use crate::hand::LevelHand;
use crate::rules::Tables;

/// The plays of one kind, or all bombs, as answers to one of them. Bombs that beat the other kinds are not among them.
pub trait OfKind {
    /// Whether plays of `kind` are meant.
    fn includes(kind: Kind) -> bool;

    /// How many answers of more than `key` a hand with `W` wilds has at ranks detail.
    fn count<const W: usize>(hand: &LevelHand, t: &Tables, key: u8) -> u32;

    /// The `k`-th of them.
    fn pick<const W: usize>(hand: &LevelHand, t: &Tables, key: u8, k: u32) -> Play;

    /// The first listed of those of a hand that holds `wilds` wilds.
    fn first(hand: &LevelHand, t: &Tables, key: u8, wilds: u32) -> Option<Play>;
}

/// Singles, pairs or triples.
pub struct Sames<const N: u32>;

/// Full houses.
pub struct FullHouses;

/// Plain straights.
pub struct PlainStraights;

/// Tubes or plates, by the number of their places.
pub struct Runs<const PLACES: u32>;

/// Bombs of all kinds, which are counted by their power and not here.
pub struct Bombs;

impl<const N: u32> Sames<N> {
    const KIND: Kind = Kind::ALL[N as usize - 1];
}

impl<const N: u32> OfKind for Sames<N> {
    #[inline(always)]
    fn includes(kind: Kind) -> bool {
        kind as u32 == N - 1
    }

    #[inline(always)]
    fn count<const W: usize>(hand: &LevelHand, t: &Tables, key: u8) -> u32 {
        groups::count_sames::<W>(hand, t, N, t.above[key as usize & 15])
    }

    #[inline(always)]
    fn pick<const W: usize>(hand: &LevelHand, t: &Tables, key: u8, k: u32) -> Play {
        groups::pick_same::<W>(hand, t, Self::KIND, N, t.above[key as usize & 15], k)
    }

    #[inline(always)]
    fn first(hand: &LevelHand, t: &Tables, key: u8, wilds: u32) -> Option<Play> {
        first_same(hand, t, Self::KIND, N, t.above[key as usize & 15], wilds)
    }
}

impl OfKind for FullHouses {
    #[inline(always)]
    fn includes(kind: Kind) -> bool {
        kind == Kind::FullHouse
    }

    #[inline(always)]
    fn count<const W: usize>(hand: &LevelHand, t: &Tables, key: u8) -> u32 {
        groups::count_full_houses::<W>(hand, t, t.above[key as usize & 15])
    }

    #[inline(always)]
    fn pick<const W: usize>(hand: &LevelHand, t: &Tables, key: u8, k: u32) -> Play {
        groups::pick_full_house::<W>(hand, t, t.above[key as usize & 15], k)
    }

    #[inline(always)]
    fn first(hand: &LevelHand, t: &Tables, key: u8, wilds: u32) -> Option<Play> {
        first_full_house(hand, t, t.above[key as usize & 15], wilds)
    }
}

impl PlainStraights {
    #[inline(always)]
    fn above<const W: usize>(hand: &LevelHand, t: &Tables, key: u8) -> Straights {
        Straights::of::<W>(hand, t, groups::starts_above(t, Kind::Straight, key))
    }
}

impl OfKind for PlainStraights {
    #[inline(always)]
    fn includes(kind: Kind) -> bool {
        kind == Kind::Straight
    }

    #[inline(always)]
    fn count<const W: usize>(hand: &LevelHand, t: &Tables, key: u8) -> u32 {
        Self::above::<W>(hand, t, key).count::<W>()
    }

    #[inline(always)]
    fn pick<const W: usize>(hand: &LevelHand, t: &Tables, key: u8, k: u32) -> Play {
        Self::above::<W>(hand, t, key).pick::<W>(hand, t, k)
    }

    #[inline(always)]
    fn first(hand: &LevelHand, t: &Tables, key: u8, wilds: u32) -> Option<Play> {
        first_run_above(hand, t, Kind::Straight, key, wilds)
    }
}

impl<const PLACES: u32> Runs<PLACES> {
    const KIND: Kind = if PLACES == 3 { Kind::Tube } else { Kind::Plate };

    #[inline(always)]
    fn above<const W: usize>(hand: &LevelHand, t: &Tables, key: u8) -> Windows {
        Windows::of_ranks(hand, Self::KIND, W as u32).within(groups::starts_above(t, Self::KIND, key))
    }
}

impl<const PLACES: u32> OfKind for Runs<PLACES> {
    #[inline(always)]
    fn includes(kind: Kind) -> bool {
        kind == Self::KIND
    }

    #[inline(always)]
    fn count<const W: usize>(hand: &LevelHand, t: &Tables, key: u8) -> u32 {
        Self::above::<W>(hand, t, key).count(Shape::of(Self::KIND), W as u32)
    }

    #[inline(always)]
    fn pick<const W: usize>(hand: &LevelHand, t: &Tables, key: u8, k: u32) -> Play {
        groups::pick_run::<W>(&Self::above::<W>(hand, t, key), hand, t, Self::KIND, k)
    }

    #[inline(always)]
    fn first(hand: &LevelHand, t: &Tables, key: u8, wilds: u32) -> Option<Play> {
        first_run_above(hand, t, Self::KIND, key, wilds)
    }
}

impl OfKind for Bombs {
    #[inline(always)]
    fn includes(kind: Kind) -> bool {
        kind.is_bomb()
    }

    #[inline(always)]
    fn count<const W: usize>(_hand: &LevelHand, _t: &Tables, _key: u8) -> u32 {
        0
    }

    #[inline(always)]
    fn pick<const W: usize>(_hand: &LevelHand, _t: &Tables, _key: u8, _k: u32) -> Play {
        unreachable!("there are none to pick from")
    }

    #[inline(always)]
    fn first(_hand: &LevelHand, _t: &Tables, _key: u8, _wilds: u32) -> Option<Play> {
        None
    }
}

/// Evaluates an expression with `$of` standing for the [`OfKind`] of a kind that is known only when running.
macro_rules! by_kind {
    ($kind:expr, $of:ident => $answer:expr) => {{
        use $crate::combo::{Kind, of_kind};
        match $kind {
            Kind::Single => {
                type $of = of_kind::Sames<1>;
                $answer
            }
            Kind::Pair => {
                type $of = of_kind::Sames<2>;
                $answer
            }
            Kind::Triple => {
                type $of = of_kind::Sames<3>;
                $answer
            }
            Kind::FullHouse => {
                type $of = of_kind::FullHouses;
                $answer
            }
            Kind::Straight => {
                type $of = of_kind::PlainStraights;
                $answer
            }
            Kind::Tube => {
                type $of = of_kind::Runs<3>;
                $answer
            }
            Kind::Plate => {
                type $of = of_kind::Runs<2>;
                $answer
            }
            Kind::Bomb | Kind::StraightFlush | Kind::JokerBomb => {
                type $of = of_kind::Bombs;
                $answer
            }
        }
    }};
}

pub(crate) use by_kind;
