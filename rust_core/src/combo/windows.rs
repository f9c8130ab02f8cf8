//! The starts from which a hand can make runs, found for all starts at once and grouped by how many cards are lacking.
//!
//! Knows counts, faces and starts, and nothing of which pattern of wilds fills what is lacking.

use std::ops::{BitAnd, BitOr};

use super::Kind;
use super::pattern::{Shape, WildPattern};
use crate::card::Suit;
use crate::hand::{Counts, LevelHand, Nibble, Start, Starts, SuitedStarts};

/// A set of starts of runs: [`Starts`] of straights, tubes or plates, [`SuitedStarts`] of straight flushes.
pub trait StartSet: Copy + Default + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// The number of starts.
    fn len(self) -> u32;

    /// Whether the set has no starts.
    fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl StartSet for Starts {
    #[inline]
    fn len(self) -> u32 {
        Starts::len(self)
    }
}

impl StartSet for SuitedStarts {
    #[inline]
    fn len(self) -> u32 {
        SuitedStarts::len(self)
    }
}

/// The starts from which some cards and a number of wilds can make runs of one kind, by how many cards the wilds have
/// to replace.
///
/// ```
/// use guandan_core::card::Rank;
/// use guandan_core::combo::{Kind, Windows};
/// use guandan_core::hand::{Hand, LevelHand, Start};
///
/// let hand: Hand = "S3 D4 C5 S7 H2".parse()?;
/// let hand = LevelHand::new(hand, Rank::TWO);
/// let straights = Windows::of_runs(hand.counts(), Kind::Straight, hand.wilds());
/// assert!(straights.lacking(0).is_empty());
/// assert_eq!(straights.lacking(1).first(), Some(Start::new(2)));
/// # Ok::<(), guandan_core::error::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Windows<S>([S; 3]);

impl<S: StartSet> Windows<S> {
    /// The starts from which exactly `n` cards are lacking, `n` in 0..=2.
    #[inline]
    pub fn lacking(&self, n: u32) -> S {
        self.0[n as usize]
    }

    /// Every start, however many cards are lacking.
    #[inline]
    pub fn any(&self) -> S {
        self.0[0] | self.0[1] | self.0[2]
    }

    /// Whether there is no start.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.any().is_empty()
    }

    /// The windows that begin at one of the `allowed` starts.
    #[inline]
    #[must_use]
    pub fn within(self, allowed: S) -> Windows<S> {
        let Windows([none, one, two]) = self;
        Windows([none & allowed, one & allowed, two & allowed])
    }

    /// The number of runs that `wilds` wilds allow. Runs from one start with wilds at different places are different
    /// runs.
    #[inline]
    pub(super) fn count(&self, shape: &Shape, wilds: u32) -> u32 {
        let mut count = self.0[0].len() * shape.weight(wilds, 0);
        if wilds > 0 {
            count += self.0[1].len() * shape.weight(wilds, 1) + self.0[2].len() * shape.weight(wilds, 2);
        }
        count
    }
}

impl Windows<Starts> {
    /// The straights, tubes or plates out of `counts`, with up to `wilds` wilds. Suits are left aside.
    #[inline]
    pub fn of_runs(counts: Counts, kind: Kind, wilds: u32) -> Windows<Starts> {
        let counts = with_low_ace(counts.word());
        let at_least = |n: u32| (counts + u64::from(8 - n) * PLACES) & (8 * PLACES);
        let enough = at_least(kind.each());
        let [lacking_one, lacking_two] = if wilds == 0 {
            [0; 2]
        } else {
            let one_less = at_least(kind.each() - 1);
            let two_less = if kind.each() == 1 { one_less } else { at_least(kind.each() - 2) };
            [one_less & !enough, two_less & !one_less]
        };
        Windows(chain(kind.places(), wilds, enough, lacking_one, lacking_two).map(Starts::from_flags))
    }
}

impl Windows<SuitedStarts> {
    /// The straight flushes out of a hand's cards, with up to `wilds` wilds.
    #[inline]
    pub fn of_flushes(hand: &LevelHand, wilds: u32) -> Windows<SuitedStarts> {
        Windows::of_faces(hand.one(), wilds)
    }

    /// The straight flushes out of some faces, with up to `wilds` wilds.
    #[inline]
    pub(super) fn of_faces(faces: u64, wilds: u32) -> Windows<SuitedStarts> {
        let held = with_low_ace(faces);
        Windows(chain(Kind::StraightFlush.places(), wilds, held, !held, 0).map(SuitedStarts::from_word))
    }

    /// No straight flush.
    pub(super) const NONE: Windows<SuitedStarts> = Windows([SuitedStarts::EMPTY; 3]);
}

/// Whether the hand can make a straight flush, so that the suits of its cards matter.
pub fn has_straight_flush(hand: &LevelHand) -> bool {
    !Windows::of_flushes(hand, hand.wilds()).is_empty()
}

/// Moves the nibbles of ranks up by one and copies the aces below the twos, so that a run is a row of neighbours.
#[inline]
const fn with_low_ace(ranks: u64) -> u64 {
    ((ranks << 4) & (PLACES * 15)) | (ranks >> Nibble::ACE.shift() & 15)
}

/// Bit 0 of the fourteen places of runs, the low ace's first.
const PLACES: u64 = 0x0011_1111_1111_1111;

/// The rows of `places` neighbours that lack no card, one and two: `enough` has a flag for each place (or suit of it) where no
/// card is lacking, `lacking_one` and `lacking_two` where one or two are. With fewer `wilds` less is worked out.
///
/// Always inlined: kind and number of wilds are known where it is called, and most of it falls away.
#[inline(always)]
fn chain(places: u32, wilds: u32, enough: u64, lacking_one: u64, lacking_two: u64) -> [u64; 3] {
    if wilds == 0 {
        // `enough` has no flags past the ace's place, so that no row leads past it.
        let two = enough & enough >> 4;
        let none = match places {
            2 => two,
            3 => two & enough >> 8,
            _ => two & two >> 8 & enough >> 16,
        };
        return [none, 0, 0];
    }
    let starts = (1 << (4 * (15 - places))) - 1;
    let [mut none, mut one, mut two] = [enough & starts, lacking_one & starts, lacking_two & starts];
    for place in 1..places {
        let [e, l1, l2] = [enough, lacking_one, lacking_two].map(|flags| flags >> (4 * place));
        two = two & e | one & l1 | none & l2;
        one = one & e | none & l1;
        none &= e;
    }
    [none, one, if wilds == 1 { 0 } else { two }]
}

/// How many cards each of the fourteen places lacks for a run, two bits a place: the shortage for every start at once.
#[derive(Clone, Copy)]
pub(super) struct Shortages(u32);

impl Shortages {
    /// Nothing is lacking.
    pub(super) const NONE: Shortages = Shortages(0);

    /// What counts lack for straights, tubes or plates.
    #[inline]
    pub(super) fn of_runs(counts: Counts, kind: Kind) -> Shortages {
        let counts = with_low_ace(counts.word());
        let mut lacking = u64::from(kind.each()) * PLACES;
        for less in 0..kind.each() {
            lacking -= (counts + u64::from(7 - less) * PLACES) >> 3 & PLACES;
        }
        Shortages::packed(lacking)
    }

    /// What faces lack for straight flushes of `suit`.
    #[inline]
    pub(super) fn of_suit(faces: u64, suit: Suit) -> Shortages {
        Shortages::packed(!with_low_ace(faces) >> suit as u32 & PLACES)
    }

    /// Two bits a place, from four.
    #[inline]
    const fn packed(mut lacking: u64) -> Shortages {
        lacking = (lacking | lacking >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
        lacking = (lacking | lacking >> 4) & 0x00FF_00FF_00FF_00FF;
        lacking = (lacking | lacking >> 8) & 0x0000_FFFF_0000_FFFF;
        Shortages((lacking | lacking >> 16) as u32)
    }

    /// What the run of `places` ranks from `start` lacks.
    #[inline]
    pub(super) const fn at(self, start: Start, places: u32) -> WildPattern {
        WildPattern::from_bits((self.0 >> (2 * start.index()) & ((1 << (2 * places)) - 1)) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortages_and_windows_side_by_side_are_those_of_each_start() {
        let mut word = 0x0123_4567_8876_5432u64;
        for _ in 0..1000 {
            word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Up to eight of a rank.
            let counts = Counts::from_word((word & 0x7777_7777_7777_7777) + (word >> 9 & 0x1111_1111_1111_1111));
            let faces = LevelHand::from_words(word, 0, Counts::NONE);
            for wilds in 0..3 {
                for kind in [Kind::Straight, Kind::Tube, Kind::Plate] {
                    let (all, windows) = (Shortages::of_runs(counts, kind), Windows::of_runs(counts, kind, wilds));
                    for start in Start::all(kind.places()) {
                        let shortage = WildPattern::lacking(counts, kind, start);
                        assert_eq!(all.at(start, kind.places()), shortage);
                        for n in 0..3 {
                            assert_eq!(windows.lacking(n).contains(start), shortage.wilds() == n && n <= wilds);
                        }
                    }
                }
                for suit in Suit::ALL {
                    let (all, windows) = (Shortages::of_suit(word, suit), Windows::of_faces(word, wilds));
                    for start in Start::all(5) {
                        let shortage = WildPattern::lacking_in_suit(&faces, start, suit);
                        assert_eq!(all.at(start, 5), shortage);
                        for n in 0..3 {
                            let there = windows.lacking(n).suits(start).contains(suit);
                            assert_eq!(there, shortage.wilds() == n && n <= wilds);
                        }
                    }
                }
            }
        }
    }
}
