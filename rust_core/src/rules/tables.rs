//! What the game looks up while it plays: one rule set at one level, compiled.

use super::{Rules, SequenceOrder};
use crate::bits::flag_set;
use crate::card::Rank;
use crate::hand::{Nibble, Nibbles, Start, Starts};

/// The strength of a combination among combinations of its kind and size: the higher key beats the lower.
///
/// Equal cards and full houses go by level order: 0 for the lowest rank, 11 for the highest but the level's, 12 for the
/// level's, 13 for small jokers, 14 for big jokers. Runs go by their highest rank: its natural number, or its place in
/// level order where the rules say `sequence_order = level`; straight flushes always by the natural number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(u8);

impl Key {
    /// The lowest key; the joker bomb has it too.
    pub const LOWEST: Key = Key(0);
    /// The key of equal cards of the level's rank.
    pub const LEVEL: Key = Key(12);

    /// The key numbered `index`, 0..=14.
    pub const fn new(index: u8) -> Key {
        debug_assert!(index < 16);
        Key(index)
    }

    /// The number of the key, 0 for the lowest.
    pub const fn index(self) -> usize {
        // The mask tells the compiler the bound, so that arrays of sixteen are indexed without a check.
        (self.0 & 15) as usize
    }
}

flag_set! {
    /// A set of keys.
    Keys of Key
}

/// A rule set at one level: the order of ranks and runs, and the fields that the referee and the combinations ask for.
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
    /// The keys of equal cards, by nibble.
    keys: [Key; 16],
    /// The nibbles of equal cards, by key.
    nibbles: [Nibble; 16],
    /// By key: the nibbles of higher keys.
    above: [Nibbles; 16],
    /// The ranks below the level and the jokers, whose keys are their natural numbers.
    kept: u64,
    /// The ranks above the level, whose keys are one less than their natural numbers.
    lowered: u64,
    /// The key of a straight, tube or plate by its highest rank.
    run_keys: [Key; 16],
    /// The highest rank of a straight, tube or plate by its key.
    run_tops: [Nibble; 16],
    /// By key of a straight, tube or plate: the highest ranks of the runs of its kind that beat it.
    tops_above: [Nibbles; 16],
    /// Whether straights, tubes and plates are in level order.
    runs_in_level_order: bool,
}

impl Tables {
    /// Compiles `rules` for deals at `level`.
    pub fn new(rules: &Rules, level: Rank) -> Tables {
        let natural = Rank::all().filter(|&rank| rank != level);
        let order = natural.chain([level]).map(Nibble::of).chain([Nibble::SMALL_JOKER, Nibble::BIG_JOKER]);
        let mut nibbles = [Nibble::WILD; 16];
        let mut keys = [Key(15); 16];
        for (key, nibble) in (0..).zip(order) {
            nibbles[key as usize] = nibble;
            keys[nibble.index()] = Key(key);
        }
        let above = std::array::from_fn(|key| nibbles[..15].iter().skip(key + 1).copied().collect());
        let mut run_keys = [Key(15); 16];
        let mut run_tops = [Nibble::WILD; 16];
        for top in Nibbles::RANKS.iter() {
            let key = match rules.sequence_order {
                SequenceOrder::Natural => Key(top.index() as u8),
                SequenceOrder::Level => keys[top.index()],
            };
            run_keys[top.index()] = key;
            run_tops[key.index()] = top;
        }
        let tops_above = std::array::from_fn(|key| {
            Nibbles::RANKS.iter().filter(|top| run_keys[top.index()].index() > key).collect()
        });
        let level_faces = Nibbles::of(Nibble::of(level)).faces();
        let kept = ((level_faces & level_faces.wrapping_neg()) - 1) | !Nibbles::RANKS.faces();
        Tables {
            level,
            promotion: rules.promotion,
            announce_at: u32::from(rules.announce_at),
            max_bomb: u32::from(rules.max_bomb),
            joker_pair_in_full_house: rules.joker_pair_in_full_house,
            plain_straight_from_flush: rules.plain_straight_from_flush,
            keys,
            nibbles,
            above,
            kept,
            lowered: !kept & !level_faces,
            run_keys,
            run_tops,
            tops_above,
            runs_in_level_order: rules.sequence_order == SequenceOrder::Level,
        }
    }

    /// Compiles `rules` for each level, by the level's index.
    pub fn all_levels(rules: &Rules) -> Vec<Tables> {
        Rank::all().map(|level| Tables::new(rules, level)).collect()
    }

    /// The nibble of the level's rank.
    pub const fn level_nibble(&self) -> Nibble {
        Nibble::of(self.level)
    }

    /// The place of a rank or joker in level order: the key of equal cards, and of a full house with such a triple.
    pub const fn key(&self, nibble: Nibble) -> Key {
        self.keys[nibble.index()]
    }

    /// The rank or joker at a place in level order.
    pub const fn nibble(&self, key: Key) -> Nibble {
        self.nibbles[key.index()]
    }

    /// The ranks and jokers of higher keys in level order.
    pub const fn above(&self, key: Key) -> Nibbles {
        self.above[key.index()]
    }

    /// The keys in level order of some ranks and jokers. Wilds, if there are any, get the number 15, above all keys.
    pub const fn in_level_order(&self, nibbles: Nibbles) -> Keys {
        let flags = nibbles.flags();
        let level = flags >> self.level_nibble().shift() & 8;
        Keys::from_flags((flags & self.kept) | (flags & self.lowered) >> 4 | level << 48)
    }

    /// The keys of the straights, tubes or plates with these highest ranks.
    pub const fn in_run_order(&self, tops: Nibbles) -> Keys {
        if self.runs_in_level_order { self.in_level_order(tops) } else { Keys::from_flags(tops.flags()) }
    }

    /// The lowest in level order of some ranks and jokers, of which there must be one.
    pub fn lowest(&self, nibbles: Nibbles) -> Nibble {
        let level = Nibbles::of(self.level_nibble());
        let natural = (nibbles & Nibbles::RANKS) - level;
        let first = if !natural.is_empty() {
            natural
        } else if (nibbles & level).is_empty() {
            nibbles
        } else {
            level
        };
        first.first().expect("there is one")
    }

    /// The key of a straight, tube or plate with this highest rank.
    pub const fn run_key(&self, top: Nibble) -> Key {
        self.run_keys[top.index()]
    }

    /// The highest rank of a straight, tube or plate with this key.
    pub const fn run_top(&self, key: Key) -> Nibble {
        self.run_tops[key.index()]
    }

    /// The starts of the straights, tubes or plates of `places` ranks that beat one with `key`.
    pub const fn starts_above(&self, key: Key, places: u32) -> Starts {
        // A start is numbered as many below its top's rank as the run has places beyond two.
        Starts::from_flags(self.tops_above[key.index()].flags() >> (4 * (places - 2)))
    }

    /// The keys of the straights, tubes or plates of `places` ranks from some starts.
    pub const fn run_keys(&self, starts: Starts, places: u32) -> Keys {
        self.in_run_order(Nibbles::from_flags(starts.flags() << (4 * (places - 2))))
    }

    /// Where the straight, tube or plate of `places` ranks with `key` begins.
    pub const fn run_start(&self, key: Key, places: u32) -> Start {
        Start::with_top(self.run_top(key), places)
    }
}
