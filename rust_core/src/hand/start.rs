//! Where runs of ranks begin. In the natural order of ranks an ace stands both below the twos and above the kings.
//!
//! Knows the order of ranks and nothing of kinds or levels.

use super::{HIGHS, Nibble};
use crate::bits::{bits, flag_set, select};
use crate::card::{Suit, Suits};

/// Where a run of neighbouring ranks begins: at an ace below the twos, or at one of the thirteen ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Start(u8);

impl Start {
    /// The ace below the twos.
    pub const LOW_ACE: Start = Start(0);

    /// The start numbered `index`: 0 for the low ace, 1 for the twos, up to 13 for the aces above the kings.
    pub const fn new(index: u8) -> Start {
        debug_assert!(index < 14);
        Start(index)
    }

    /// The number of the start: 0 for the low ace, 1 for the twos.
    pub const fn index(self) -> usize {
        // The mask tells the compiler the bound, so that arrays of sixteen are indexed without a check.
        (self.0 & 15) as usize
    }

    /// Every start from which a run of `places` ranks ends at an ace or below, lowest first.
    pub fn all(places: u32) -> impl Iterator<Item = Start> {
        (0..15 - places as u8).map(Start)
    }

    /// The nibble at a place of the run, counted from 0 at its start.
    pub const fn nibble(self, place: u32) -> Nibble {
        match self.0 + place as u8 {
            0 => Nibble::ACE,
            rank => Nibble::new(rank - 1),
        }
    }

    /// The nibbles at the `places` places of the run, lowest first.
    pub fn nibbles(self, places: u32) -> impl Iterator<Item = Nibble> {
        (0..places).map(move |place| self.nibble(place))
    }

    /// The nibble at the top of a run of `places` ranks.
    pub const fn top(self, places: u32) -> Nibble {
        Nibble::new(self.0 + places as u8 - 2)
    }

    /// The start of the run of `places` ranks whose highest rank is `top`.
    pub const fn with_top(top: Nibble, places: u32) -> Start {
        Start(top.index() as u8 + 2 - places as u8)
    }
}

flag_set! {
    /// A set of starts of runs.
    Starts of Start
}

impl Starts {
    /// Every start.
    pub const ALL: Starts = Starts(HIGHS);

    /// The starts of the runs of `places` ranks that contain `nibble`, which must be that of a rank.
    pub const fn over(nibble: Nibble, places: u32) -> Starts {
        let mut starts = Starts::EMPTY;
        let mut index = 0;
        while index < 15 - places as u8 {
            let mut place = 0;
            while place < places {
                if Start(index).nibble(place).index() == nibble.index() {
                    starts.0 |= Starts::of(Start(index)).0;
                }
                place += 1;
            }
            index += 1;
        }
        starts
    }
}

/// A set of straight flushes by start and suit: bit `4 * start + suit`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SuitedStarts(u64);

impl SuitedStarts {
    /// The set without members.
    pub const EMPTY: SuitedStarts = SuitedStarts(0);
    /// Every start in every suit.
    pub const ALL: SuitedStarts = SuitedStarts(u64::MAX);

    /// The straight flushes of all suits from the given starts.
    pub const fn of(starts: Starts) -> SuitedStarts {
        SuitedStarts((starts.0 >> 3) * 15)
    }

    /// The straight flushes of all suits that begin above `start`.
    pub const fn above(start: Start) -> SuitedStarts {
        SuitedStarts(u64::MAX << (4 * start.0 + 4))
    }

    /// Whether the set has no members.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of members.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The suits of the members that begin at `start`.
    pub const fn suits(self, start: Start) -> Suits {
        Suits::from_bits((self.0 >> (4 * start.0)) as u8 & 15)
    }

    /// The set without the members that begin at `start`.
    #[must_use]
    pub const fn without(self, start: Start) -> SuitedStarts {
        SuitedStarts(self.0 & !(15 << (4 * start.0)))
    }

    /// The lowest start, or `None` of an empty set.
    pub const fn first_start(self) -> Option<Start> {
        if self.is_empty() { None } else { Some(Start((self.0.trailing_zeros() >> 2) as u8)) }
    }

    /// The member number `k`, counted from 0 in order of start and then of suit; the set must have more than `k`
    /// members.
    pub fn nth(self, k: u32) -> (Start, Suit) {
        start_and_suit(select(self.0, k))
    }

    /// The members in order of start and then of suit.
    pub fn iter(self) -> impl Iterator<Item = (Start, Suit)> {
        bits(self.0).map(start_and_suit)
    }

    /// The set with bit `4 * i + j` for start `i` and suit `j`.
    pub(crate) const fn from_word(word: u64) -> SuitedStarts {
        SuitedStarts(word)
    }
}

/// The start and the suit that bit number `bit` of a [`SuitedStarts`] stands for.
const fn start_and_suit(bit: u32) -> (Start, Suit) {
    (Start((bit >> 2) as u8), Suit::ALL[(bit & 3) as usize])
}

impl std::ops::BitAnd for SuitedStarts {
    type Output = SuitedStarts;

    fn bitand(self, other: SuitedStarts) -> SuitedStarts {
        SuitedStarts(self.0 & other.0)
    }
}

impl std::ops::BitOr for SuitedStarts {
    type Output = SuitedStarts;

    fn bitor(self, other: SuitedStarts) -> SuitedStarts {
        SuitedStarts(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_leads_from_the_low_ace_or_a_rank_to_its_top() {
        let wheel: Vec<Nibble> = Start::LOW_ACE.nibbles(5).collect();
        assert_eq!(wheel, [12, 0, 1, 2, 3].map(Nibble::new));
        assert_eq!(Start::LOW_ACE.top(5), Nibble::new(3));
        for places in [2, 3, 5] {
            for start in Start::all(places) {
                assert_eq!(Start::with_top(start.top(places), places), start);
                assert_eq!(start.top(places), start.nibble(places - 1));
                for nibble in Nibble::all() {
                    let over = start.nibbles(places).any(|other| other == nibble);
                    assert_eq!(Starts::over(nibble, places).contains(start), over);
                }
            }
            assert_eq!(Start::all(places).last().map(|start| start.top(places)), Some(Nibble::ACE));
        }
    }

    #[test]
    fn suited_starts_are_listed_by_start_and_then_by_suit() {
        let some = SuitedStarts::of([Start::new(2), Start::new(9)].into_iter().collect());
        let listed: Vec<(Start, Suit)> = some.iter().collect();
        assert_eq!(listed.len() as u32, some.len());
        assert_eq!(listed[3], (Start::new(2), Suit::Diamonds));
        assert!((0..).zip(&listed).all(|(k, &member)| some.nth(k) == member));
        assert_eq!(some & SuitedStarts::above(Start::new(2)), SuitedStarts::of(Starts::of(Start::new(9))));
        assert_eq!(some.suits(Start::new(9)), Suits::ALL);
    }
}
