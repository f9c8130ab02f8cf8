//! Singles, pairs, triples and bombs of a rank: equal cards.

use super::OfKind;
use crate::combo::suits::representatives;
use crate::combo::{Combo, Kind, Play};
use crate::hand::{LevelHand, Nibble, Nibbles};
use crate::rules::{Key, Tables};

/// Equal cards to be laid down: a single, pair, triple or bomb of one rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EqualCards {
    /// The cards' nibble: a rank, or jokers without wilds. One or two wilds alone are cards of the level's rank.
    pub nibble: Nibble,
    /// The number of cards that are no wilds.
    pub natural: u32,
    /// The number of wilds among them.
    pub wilds: u32,
}

impl EqualCards {
    /// What they count as.
    pub const fn combo(self, tables: &Tables) -> Combo {
        Combo::equal(self.nibble, self.natural + self.wilds, tables)
    }

    /// The cards, out of a hand that holds them; suits are the representative ones of ranks detail.
    #[inline(always)]
    pub fn cards(self, hand: &LevelHand) -> LevelHand {
        representatives(hand, self.nibble, self.natural).join(&LevelHand::of_wilds(self.wilds))
    }

    /// The play, out of a hand that holds the cards; suits are the representative ones of ranks detail.
    #[inline(always)]
    pub fn play(self, hand: &LevelHand, tables: &Tables) -> Play {
        Play { combo: self.combo(tables), cards: self.cards(hand) }
    }
}

/// Singles, pairs or triples: `N` equal cards.
pub struct Equal<const N: u32>;

/// The nibbles of `allowed`, a set without that of the wilds, of which the hand has `n` equal cards when `wilds` of
/// them are wilds. Plays of wilds alone are left to [`wilds_alone`].
#[inline(always)]
pub(in crate::combo) fn nibbles_with(hand: &LevelHand, n: u32, wilds: u32, allowed: Nibbles) -> Nibbles {
    hand.counts().at_least_among(n - wilds, if wilds == 0 { allowed } else { allowed & Nibbles::RANKS })
}

/// Whether wilds alone make `n` level cards that `allowed` lets through: a single or a pair, never more.
#[inline(always)]
pub(in crate::combo) fn wilds_alone(hand: &LevelHand, tables: &Tables, n: u32, allowed: Nibbles) -> bool {
    hand.wilds() >= n && allowed.contains(tables.level_nibble())
}

impl<const N: u32> Equal<N> {
    /// How many plays of `N` equal cards of `allowed` nibbles a hand with `W` wilds has.
    #[inline(always)]
    pub(in crate::combo) fn count_among<const W: u32>(hand: &LevelHand, tables: &Tables, allowed: Nibbles) -> u32 {
        let mut count = nibbles_with(hand, N, 0, allowed).len();
        for wilds in 1..=W.min(N - 1) {
            count += nibbles_with(hand, N, wilds, allowed).len();
        }
        if W >= N {
            count += u32::from(wilds_alone(hand, tables, N, allowed));
        }
        count
    }

    /// Play number `k` of those that [`Equal::count_among`] counts, in order of their number of wilds.
    #[inline(always)]
    pub(in crate::combo) fn pick_among<const W: u32>(
        hand: &LevelHand,
        tables: &Tables,
        allowed: Nibbles,
        mut k: u32,
    ) -> Play {
        for wilds in 0..=W.min(N - 1) {
            let nibbles = nibbles_with(hand, N, wilds, allowed);
            let count = nibbles.len();
            if W == 0 || k < count {
                return EqualCards { nibble: nibbles.nth(k), natural: N - wilds, wilds }.play(hand, tables);
            }
            k -= count;
        }
        EqualCards { nibble: tables.level_nibble(), natural: 0, wilds: N }.play(hand, tables)
    }
}

impl<const N: u32> OfKind for Equal<N> {
    fn includes(kind: Kind) -> bool {
        kind == Kind::of_equal(N)
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
        first_equal(hand, tables, N, tables.above(key), wilds)
    }
}

/// The lowest `n` equal cards of `allowed`, then the fewest wilds, of a hand that holds `wilds` wilds.
#[inline(always)]
pub(in crate::combo) fn first_equal(
    hand: &LevelHand,
    tables: &Tables,
    n: u32,
    allowed: Nibbles,
    wilds: u32,
) -> Option<Play> {
    let most = wilds.min(n - 1);
    // No more than eight cards of a rank are natural.
    let with = |wilds| if n - wilds > 8 { Nibbles::EMPTY } else { nibbles_with(hand, n, wilds, allowed) };
    let mut any = with(0);
    if wilds > 0 {
        any = (1..=most).fold(any, |any, wilds| any | with(wilds));
        if wilds_alone(hand, tables, n, allowed) {
            any |= Nibbles::of(tables.level_nibble());
        }
    }
    if any.is_empty() {
        return None;
    }
    let nibble = tables.lowest(any);
    let wilds = if wilds == 0 { 0 } else { (0..=most).find(|&wilds| with(wilds).contains(nibble)).unwrap_or(n) };
    Some(EqualCards { nibble, natural: n - wilds, wilds }.play(hand, tables))
}
