//! From the ranks of a decomposition back to plays made of cards.

use arrayvec::ArrayVec;

use super::partition::Partition;
use super::pricing::{Jokers, Pricing};
use super::walk::{Path, RunCounts};
use crate::combo::{Combo, EqualCards, Kind, Play};
use crate::hand::{LevelHand, Nibble, Start};
use crate::rules::Tables;

/// The plays of a decomposition. No hand of 27 cards has more.
pub type Plays = ArrayVec<Play, 27>;

/// A run that has some of its cards.
struct OpenRun {
    kind: Kind,
    start: Start,
    cards: LevelHand,
    /// The number of ranks it has cards of.
    places: u32,
}

/// A triple or a pair that is meant for a full house.
struct Matched {
    nibble: Nibble,
    cards: LevelHand,
}

/// A hand being laid down rank by rank.
pub(super) struct Layout<'a> {
    tables: &'a Tables,
    /// The cards not laid down yet.
    rest: LevelHand,
    plays: Plays,
    triples: ArrayVec<Matched, 9>,
    pairs: ArrayVec<Matched, 13>,
    /// The runs that need cards of ranks still to come.
    runs: ArrayVec<OpenRun, 9>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(tables: &'a Tables, hand: &LevelHand) -> Self {
        Layout {
            tables,
            rest: *hand,
            plays: Plays::new(),
            triples: ArrayVec::new(),
            pairs: ArrayVec::new(),
            runs: ArrayVec::new(),
        }
    }

    /// The plays of `path`, which was walked at the prices of `pricing` by a hand with these small and big jokers.
    pub(super) fn plays(mut self, path: &Path, jokers: [u8; 2], pricing: &Pricing) -> Plays {
        self.begin(path.low.0, Start::LOW_ACE);
        self.continue_runs(Nibble::ACE, u32::from(path.low.1));
        // Behind the low ace there is a start at each rank.
        for (start, step) in Start::all(1).skip(1).zip(&path.steps) {
            let nibble = start.nibble(0);
            self.begin(step.runs, start);
            let wilds = self.continue_runs(nibble, u32::from(step.wilds));
            self.groups(nibble, pricing.partition(step.rest.0, step.rest.1), wilds);
        }
        self.jokers(pricing.joker_play(jokers, path.jokers));
        self.leftover_wilds(u32::from(path.wilds.0), path.wilds.1 == Pricing::MATCHED);
        self.full_houses();
        debug_assert!(self.rest.is_empty());
        self.plays
    }

    /// Begins runs at `start`.
    fn begin(&mut self, runs: RunCounts, start: Start) {
        for (kind, n) in [(Kind::Straight, runs.straights), (Kind::Tube, runs.tubes), (Kind::Plate, runs.plates)] {
            self.runs.extend((0..n).map(|_| OpenRun { kind, start, cards: LevelHand::EMPTY, places: 0 }));
        }
    }

    /// Gives every open run its cards of the rank of `nibble`, wilds first as long as there are any of the `wilds`.
    /// Returns the number of wilds left.
    fn continue_runs(&mut self, nibble: Nibble, mut wilds: u32) -> u32 {
        for mut run in std::mem::take(&mut self.runs) {
            let wild = wilds.min(run.kind.each());
            wilds -= wild;
            run.cards.add(&self.take(nibble, run.kind.each() - wild, wild));
            run.places += 1;
            if run.places == run.kind.places() {
                self.finish(run);
            } else {
                self.runs.push(run);
            }
        }
        wilds
    }

    /// Lays a complete run down.
    fn finish(&mut self, OpenRun { kind, start, cards, .. }: OpenRun) {
        // The walk does not look at suits: a straight of one suit is a straight flush.
        let flush = kind == Kind::Straight && cards.all_suits().len() == 1;
        let combo = Combo::run(if flush { Kind::StraightFlush } else { kind }, start, self.tables);
        self.plays.push(Play { combo, cards });
    }

    /// Lays down the cards of a rank that no run has taken, `wilds` of them wild.
    fn groups(&mut self, nibble: Nibble, partition: &Partition, mut wilds: u32) {
        let mut group = |layout: &mut Self, size: u32| {
            // Every group keeps a card that is no wild.
            let wild = wilds.min(size - 1);
            wilds -= wild;
            layout.take(nibble, size - wild, wild)
        };
        for &size in &partition.free {
            let cards = group(self, u32::from(size));
            self.push_equal(nibble, cards);
        }
        for _ in 0..partition.matched_triples {
            let cards = group(self, 3);
            self.triples.push(Matched { nibble, cards });
        }
        for _ in 0..partition.matched_pairs {
            let cards = group(self, 2);
            self.pairs.push(Matched { nibble, cards });
        }
    }

    /// Lays the jokers down.
    fn jokers(&mut self, jokers: Jokers) {
        match jokers {
            Jokers::Bomb => {
                self.rest.remove(&LevelHand::JOKERS);
                self.plays.push(Play::JOKER_BOMB);
            }
            Jokers::Apart(each) => {
                for (nibble, jokers) in [Nibble::SMALL_JOKER, Nibble::BIG_JOKER].into_iter().zip(each) {
                    let cards = self.take(nibble, u32::from(jokers.count), 0);
                    if jokers.matched {
                        self.pairs.push(Matched { nibble, cards });
                    } else if jokers.count > 0 {
                        self.push_equal(nibble, cards);
                    }
                }
            }
        }
    }

    /// Lays down `n` wilds as the level cards they are, `matched` if they are the pair of a full house.
    fn leftover_wilds(&mut self, n: u32, matched: bool) {
        let nibble = self.tables.level_nibble();
        let cards = self.take(nibble, 0, n);
        if matched {
            // A pair of wilds goes with a triple of any rank.
            self.pairs.push(Matched { nibble: Nibble::WILD, cards });
        } else if n > 0 {
            self.push_equal(nibble, cards);
        }
    }

    /// Lays down the triples and pairs meant for full houses.
    fn full_houses(&mut self) {
        let (triples, mut pairs) = (std::mem::take(&mut self.triples), std::mem::take(&mut self.pairs));
        assert!(marry(&triples, &mut pairs, 0), "every triple finds a pair of another rank");
        for (mut triple, pair) in triples.into_iter().zip(pairs) {
            triple.cards.add(&pair.cards);
            self.plays.push(Play { combo: Combo::full_house(triple.nibble, self.tables), cards: triple.cards });
        }
    }

    /// Takes `natural` cards of `nibble` and `wilds` wilds out of the cards not laid down yet.
    fn take(&mut self, nibble: Nibble, natural: u32, wilds: u32) -> LevelHand {
        let taken = EqualCards { nibble, natural, wilds }.cards(&self.rest);
        self.rest.remove(&taken);
        taken
    }

    /// Lays equal cards down as a single, pair, triple or bomb.
    fn push_equal(&mut self, nibble: Nibble, cards: LevelHand) {
        self.plays.push(Play { combo: Combo::equal(nibble, cards.len(), self.tables), cards });
    }
}

/// Orders `pairs` so that each from number `at` on is of another rank than the triple of its number. Returns false if no order
/// does that.
fn marry(triples: &[Matched], pairs: &mut [Matched], at: usize) -> bool {
    if at == triples.len() {
        return true;
    }
    for i in at..pairs.len() {
        pairs.swap(at, i);
        if pairs[at].nibble != triples[at].nibble && marry(triples, pairs, at + 1) {
            return true;
        }
        pairs.swap(at, i);
    }
    false
}
