//! The kinds of combination one by one: what a hand has of each, counted, picked by number, and the weakest of it.
//!
//! Everything here is at ranks detail: a rank's suits do not matter, a straight flush's do. What a hand has of a kind
//! is a set of ranks or starts, so that it is counted without listing. Leads and answers share their code: for answers
//! the set of `allowed` ranks or starts is smaller. `W` is the number of wilds that the hand holds: with it known when
//! compiling, a hand without wilds pays for none.
//!
//! What deals ask at every turn is always inlined. Left to the compiler, a deal of `random` took 20,100 to 22,600 instructions
//! and one of `lowest` 16,600 to 19,700.

mod bomb;
mod equal;
mod full_house;
mod run;

use super::{Kind, Play};
use crate::hand::LevelHand;
use crate::rules::{Key, Tables};

pub use bomb::{Bombs, StraightFlush, weakest_bomb};
pub use equal::{Equal, EqualCards};
pub use full_house::{Filling, FullHouse, FullHouses};
pub use run::{Run, Runs, Straights};

pub(super) use bomb::{count_bombs, pick_bomb};
pub(super) use equal::{first_equal, nibbles_with, wilds_alone};
pub(super) use full_house::{first_full_house_with, pairs, triples};
pub(super) use run::{break_suit, first_run, first_straight_with, straights_may_be_forced};

/// The plays of one kind, or all bombs, as answers to one of them. Bombs that beat the other kinds are not among them.
///
/// Code that is compiled for each kind takes this as a type parameter; the macro `by_kind!` finds the type where the kind is
/// known only when running.
pub trait OfKind {
    /// Whether plays of `kind` are meant.
    fn includes(kind: Kind) -> bool;

    /// How many answers of a higher key than `key` a hand with `W` wilds has.
    fn count<const W: u32>(hand: &LevelHand, tables: &Tables, key: Key) -> u32;

    /// The answer number `k` of those that [`OfKind::count`] counts.
    fn pick<const W: u32>(hand: &LevelHand, tables: &Tables, key: Key, k: u32) -> Play;

    /// The first in listing order of the answers of a hand that holds `wilds` wilds, or `None` if there is none.
    fn first(hand: &LevelHand, tables: &Tables, key: Key, wilds: u32) -> Option<Play>;
}

/// Evaluates an expression with `$of` standing for the [`OfKind`] of a kind that is known only when running.
macro_rules! by_kind {
    ($kind:expr, $of:ident => $answer:expr) => {{
        use $crate::combo::{Kind, kinds};
        match $kind {
            Kind::Single => {
                type $of = kinds::Equal<1>;
                $answer
            }
            Kind::Pair => {
                type $of = kinds::Equal<2>;
                $answer
            }
            Kind::Triple => {
                type $of = kinds::Equal<3>;
                $answer
            }
            Kind::FullHouse => {
                type $of = kinds::FullHouses;
                $answer
            }
            Kind::Straight => {
                type $of = kinds::Straights;
                $answer
            }
            Kind::Tube => {
                type $of = kinds::Runs<3>;
                $answer
            }
            Kind::Plate => {
                type $of = kinds::Runs<2>;
                $answer
            }
            Kind::Bomb | Kind::StraightFlush | Kind::JokerBomb => {
                type $of = kinds::Bombs;
                $answer
            }
        }
    }};
}

pub(crate) use by_kind;
