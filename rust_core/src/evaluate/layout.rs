//! From the ranks of a decomposition back to plays made of cards.

use arrayvec::ArrayVec;

use super::partition::Partition;
use super::pricing::{Jokers, Pricing};
use super::walk::{Path, RunCounts};
use crate::combo::{Combo, EqualCards, Kind, Play};
use crate::hand::{LevelHand, Nibble, Start};
use crate::rules::{Key, Tables};

/// The plays of a decomposition; no hand of 27 cards has more.
pub type Plays = ArrayVec<Play, 27>;

/// Lays cards of a hand down, rank by rank.
pub(super) struct Layout<'a> {
    t: &'a Tables,
    /// What is not laid down yet.
    rest: LevelHand,
    plays: Plays,
    /// The matched triples and pairs, with their nibbles.
    triples: ArrayVec<(Nibble, LevelHand), 9>,
    pairs: ArrayVec<(Nibble, LevelHand), 13>,
    /// RunCounts that still lack ranks: their plays, kinds and starts.
    runs: ArrayVec<(Kind, Start, LevelHand), 9>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(t: &'a Tables, hand: &LevelHand) -> Self {
        Layout {
            t,
            rest: *hand,
            plays: Plays::new(),
            triples: ArrayVec::new(),
            pairs: ArrayVec::new(),
            runs: ArrayVec::new(),
        }
    }

    /// The plays of `path`, walked with the prices of `pricing` and these small and big jokers.
    pub(super) fn plays(mut self, path: &Path, jokers: [u8; 2], pricing: &Pricing) -> Plays {
        self.begin(path.low.0, Start::LOW_ACE);
        self.continue_runs(Start::LOW_ACE, path.low.1);
        for (rank, step) in path.steps.iter().enumerate() {
            let start = Start::new(rank as u8 + 1);
            self.begin(step.runs, start);
            let wilds = self.continue_runs(start, step.wilds);
            self.groups(start.nibble(0), pricing.partition(step.split.0, step.split.1), wilds);
        }
        self.jokers(pricing.joker_play(jokers, path.jokers));
        self.leftover_wilds(path.wilds.0, path.wilds.1 == Pricing::MATCHED);
        self.full_houses();
        debug_assert!(self.rest.is_empty());
        self.plays
    }

    fn begin(&mut self, runs: RunCounts, start: Start) {
        for (kind, n) in [(Kind::Straight, runs.straights), (Kind::Tube, runs.tubes), (Kind::Plate, runs.plates)] {
            for _ in 0..n {
                self.runs.push((kind, start, LevelHand::EMPTY));
            }
        }
    }

    /// Gives every open run its cards of the rank at `at`, wilds first; what is left of the `wilds`.
    fn continue_runs(&mut self, at: Start, mut wilds: u8) -> u8 {
        let mut open = std::mem::take(&mut self.runs);
        for (kind, start, cards) in &mut open {
            let each = kind.each() as u8;
            let wild = wilds.min(each);
            wilds -= wild;
            self.take(cards, at.nibble(0), u32::from(each - wild), u32::from(wild));
            if at.index() + 1 == start.index() + kind.places() as usize {
                self.finish_run(*kind, *start, *cards);
            } else {
                self.runs.push((*kind, *start, *cards));
            }
        }
        wilds
    }

    fn finish_run(&mut self, kind: Kind, start: Start, cards: LevelHand) {
        // A straight that happens to be of one suit may be more than a straight.
        let suited = kind == Kind::Straight && cards.all_suits().len() == 1;
        let kind = if suited { Kind::StraightFlush } else { kind };
        self.plays.push(Play { combo: Combo::run(kind, start, self.t), cards });
    }

    fn groups(&mut self, nibble: Nibble, partition: &Partition, mut wilds: u8) {
        let mut group = |layout: &mut Self, size: u8| {
            // Every group keeps a card that is no wild.
            let wild = wilds.min(size - 1);
            wilds -= wild;
            let mut cards = LevelHand::EMPTY;
            layout.take(&mut cards, nibble, u32::from(size - wild), u32::from(wild));
            cards
        };
        for &size in &partition.free {
            let cards = group(self, size);
            self.push_same(nibble, cards);
        }
        for _ in 0..partition.matched_triples {
            let cards = group(self, 3);
            self.triples.push((nibble, cards));
        }
        for _ in 0..partition.matched_pairs {
            let cards = group(self, 2);
            self.pairs.push((nibble, cards));
        }
    }

    fn jokers(&mut self, jokers: Jokers) {
        if jokers.bomb {
            let mut cards = LevelHand::EMPTY;
            self.take(&mut cards, Nibble::SMALL_JOKER, 2, 0);
            self.take(&mut cards, Nibble::BIG_JOKER, 2, 0);
            self.push(Kind::JokerBomb, Key::LOWEST, cards);
            return;
        }
        for (nibble, (n, matched)) in [Nibble::SMALL_JOKER, Nibble::BIG_JOKER].into_iter().zip(jokers.each) {
            let mut cards = LevelHand::EMPTY;
            self.take(&mut cards, nibble, u32::from(n), 0);
            if matched {
                self.pairs.push((nibble, cards));
            } else if n > 0 {
                self.push_same(nibble, cards);
            }
        }
    }

    fn leftover_wilds(&mut self, n: u8, matched: bool) {
        let mut cards = LevelHand::EMPTY;
        self.take(&mut cards, self.t.level_nibble(), 0, u32::from(n));
        if matched {
            self.pairs.push((Nibble::WILD, cards));
        } else if n > 0 {
            self.push_same(self.t.level_nibble(), cards);
        }
    }

    fn full_houses(&mut self) {
        let (triples, mut pairs) = (std::mem::take(&mut self.triples), std::mem::take(&mut self.pairs));
        assert!(marry(&triples, &mut pairs, 0), "every triple finds a pair of another rank");
        for ((triple, mut cards), (_, pair)) in triples.into_iter().zip(pairs) {
            cards.add(&pair);
            self.push(Kind::FullHouse, self.t.key(triple), cards);
        }
    }

    /// Moves `n` cards of `nibble` and `wilds` wilds from the rest to `cards`.
    fn take(&mut self, cards: &mut LevelHand, nibble: Nibble, n: u32, wilds: u32) {
        let taken = EqualCards { nibble, natural: n, wilds }.cards(&self.rest);
        self.rest.remove(&taken);
        cards.add(&taken);
    }

    /// Lays equal cards down as one play.
    fn push_same(&mut self, nibble: Nibble, cards: LevelHand) {
        let combo = Combo::equal(nibble, cards.len(), self.t);
        self.plays.push(Play { combo, cards });
    }

    fn push(&mut self, kind: Kind, key: Key, cards: LevelHand) {
        self.plays.push(Play { combo: Combo::new(kind, cards.len() as u8, key), cards });
    }
}

/// Puts the pairs into an order in which the pairs from `at` on stand beside triples of other ranks.
fn marry(triples: &[(Nibble, LevelHand)], pairs: &mut [(Nibble, LevelHand)], at: usize) -> bool {
    if at == triples.len() {
        return true;
    }
    for i in at..pairs.len() {
        pairs.swap(at, i);
        if pairs[at].0 != triples[at].0 && marry(triples, pairs, at + 1) {
            return true;
        }
        pairs.swap(at, i);
    }
    false
}
