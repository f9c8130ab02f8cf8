//! What the game looks up while it plays: one rule set at one level, compiled.

use super::{Rules, SequenceOrder};
use crate::card::Rank;
use crate::combo::Kind;
use crate::hand::{BIG_JOKER_NIBBLE, HIGHS, RANKS, SMALL_JOKER_NIBBLE};

/// The order of ranks and runs at one level, and the fields that shape combinations.
///
/// A *nibble* is a rank's place in a [`LevelHand`](crate::hand::LevelHand): 0..=12 natural ranks, 13 SB, 14 HR. A *start*
/// is where a run begins: 0 for the low ace, `i` for the rank of index `i - 1`.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The deal's level.
    pub level: Rank,
    /// Levels won by a finish of 1-2, 1-3, 1-4.
    pub promotion: [u8; 3],
    /// Cards left at which a seat announces its count.
    pub announce_at: u32,
    /// Most cards of one rank in a bomb.
    pub max_bomb: u32,
    /// Whether two equal jokers may be the pair of a full house.
    pub joker_pair_in_full_house: bool,
    /// Whether a one-suit run holding a wild may be a plain straight.
    pub plain_straight_from_flush: bool,
    /// The key (place in level order) of each nibble.
    pub key_of_nibble: [u8; 16],
    /// The nibble of each key 0..=14.
    pub nibble_of_key: [u8; 16],
    /// For each key, bit 3 of the nibbles ranked above it.
    pub above: [u64; 16],
    /// Ranks below the level, and the jokers: what [`Tables::in_level_order`] leaves in place.
    kept: u64,
    /// Ranks above the level, which it moves down by one.
    lowered: u64,
    /// The key of a straight, tube or plate by its top rank.
    pub run_key: [u8; 13],
    /// The top rank of a straight, tube or plate by its key.
    pub run_top: [u8; 13],
    /// For each key of a straight, tube and plate, bit 3 of the starts (a nibble each) of those that beat it.
    pub runs_above: [[u64; 13]; 3],
    /// The same for straight flushes, all four bits of each start.
    pub flushes_above: [u64; 13],
    /// Whether straights, tubes and plates are in level order.
    runs_in_level_order: bool,
}

/// The number of ranks in a run of this kind.
pub const fn run_length(kind: Kind) -> u32 {
    match kind {
        Kind::Straight | Kind::StraightFlush => 5,
        Kind::Tube => 3,
        Kind::Plate => 2,
        _ => panic!("not a run"),
    }
}

/// The natural index of the top rank of a run of `length` ranks beginning at `start`.
pub const fn top_of_start(start: u32, length: u32) -> u32 {
    start + length - 2
}

impl Tables {
    /// Compiles `rules` for deals at `level`.
    pub fn new(rules: &Rules, level: Rank) -> Tables {
        let mut nibble_of_key = [15u8; 16];
        let natural = (0..13u8).filter(|&rank| rank as usize != level.index());
        let order = natural.chain([level.index() as u8, SMALL_JOKER_NIBBLE as u8, BIG_JOKER_NIBBLE as u8]).enumerate();
        let mut key_of_nibble = [15u8; 16];
        for (key, nibble) in order {
            nibble_of_key[key] = nibble;
            key_of_nibble[nibble as usize] = key as u8;
        }
        let mut above = [0u64; 16];
        for (key, mask) in above.iter_mut().enumerate() {
            for &nibble in nibble_of_key.iter().take(15).skip(key + 1) {
                *mask |= 8 << (4 * nibble);
            }
        }
        let kept = ((1 << (4 * level.index())) - 1) | (u64::MAX << 52);
        let mut run_key = [0u8; 13];
        let mut run_top = [0u8; 13];
        for top in 0..13 {
            run_key[top] = match rules.sequence_order {
                SequenceOrder::Natural => top as u8,
                SequenceOrder::Level => key_of_nibble[top],
            };
            run_top[run_key[top] as usize] = top as u8;
        }
        let starts_above = |length: u32, beats: &dyn Fn(usize) -> bool| {
            (0..=14 - length)
                .filter(|&start| beats(top_of_start(start, length) as usize))
                .fold(0u64, |mask, start| mask | 8 << (4 * start))
        };
        let runs_above = [Kind::Straight, Kind::Tube, Kind::Plate]
            .map(|kind| std::array::from_fn(|key| starts_above(run_length(kind), &|top| run_key[top] as usize > key)));
        let flushes_above = std::array::from_fn(|key| (starts_above(5, &|top| top > key) & HIGHS) / 8 * 15);
        Tables {
            level,
            promotion: rules.promotion,
            announce_at: rules.announce_at as u32,
            max_bomb: rules.max_bomb as u32,
            joker_pair_in_full_house: rules.joker_pair_in_full_house,
            plain_straight_from_flush: rules.plain_straight_from_flush,
            key_of_nibble,
            nibble_of_key,
            above,
            kept,
            lowered: RANKS & !kept & !(15 << (4 * level.index())),
            run_key,
            run_top,
            runs_above,
            flushes_above,
            runs_in_level_order: rules.sequence_order == SequenceOrder::Level,
        }
    }

    /// The flag of the level rank in level order.
    pub const LEVEL_FLAG: u64 = 8 << 48;

    /// Moves each nibble's flag (bit 3) to its place in level order: nibble `key` then speaks for the rank of that key.
    #[inline(always)]
    pub fn in_level_order(&self, flags: u64) -> u64 {
        (flags & self.kept) | (flags & self.lowered) >> 4 | (flags >> (4 * self.level.index()) & 8) << 48
    }

    /// Moves the flag of each top rank of straights, tubes or plates to the place of its key.
    #[inline(always)]
    pub fn in_run_order(&self, tops: u64) -> u64 {
        if self.runs_in_level_order { self.in_level_order(tops) } else { tops }
    }

    /// Compiles `rules` for each level, by the level's index.
    pub fn all_levels(rules: &Rules) -> Vec<Tables> {
        Rank::all().map(|level| Tables::new(rules, level)).collect()
    }

    /// The key of a run of `kind` whose top rank has natural index `top`.
    #[inline(always)]
    pub fn key_of_run(&self, kind: Kind, top: u32) -> u8 {
        if matches!(kind, Kind::StraightFlush) { top as u8 } else { self.run_key[top as usize] }
    }

    /// The natural index of the top rank of a run of `kind` with `key`.
    #[inline(always)]
    pub fn top_of_run(&self, kind: Kind, key: u8) -> u32 {
        if matches!(kind, Kind::StraightFlush) { key as u32 } else { self.run_top[key as usize] as u32 }
    }
}
