//! What groups of cards cost their holder under one choice of principles: [`Weights`] made into tables.

use super::others::CERTAIN;
use super::{Principle, Principles, Weights};
use crate::combo::Kind;
use crate::hand::{Nibble, Start};
use crate::rules::Tables;

/// Most cards of one rank that can come together: eight and two wilds.
const MOST: usize = 10;
/// Up to so many cards taken from a rank at once, what that changes is looked up.
const TABLED: usize = 3;
/// Too much to be chosen.
const NEVER: i32 = 3000;

/// The cost of every group of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Costs {
    /// `[max_bomb - 4][cards][key]`: a rank's cards split in the cheapest way.
    rank: [[[i16; 16]; MOST + 1]; 7],
    /// `[max_bomb - 4][cards taken - 1][key][cards]`: what that changes when some are taken, or all there are.
    without: [[[[i16; 16]; 16]; TABLED]; 7],
    /// `[max_bomb - 4][key][cards]`: what changes when a wild joins them.
    with_wild: [[[i16; 16]; 16]; 7],
    /// `[max_bomb - 4][key][cards]`: what changes when one, two or three are taken.
    taken: [[[Taken; 16]; 16]; 7],
    /// By kind (straight, tube, plate, straight flush) and top rank.
    run: [[i16; 13]; 4],
    /// A wild that stands for nothing.
    pub(super) wild: i32,
}

impl Costs {
    fn new(w: &Weights, whole_high_ranks: bool) -> Costs {
        let flush = std::array::from_fn(|top| w.straight_flush[0] - w.bomb_step[0] * top as i32);
        let mut rank = [[[0; 16]; MOST + 1]; 7];
        for (page, max_bomb) in rank.iter_mut().zip(4..) {
            #[allow(clippy::needless_range_loop)] // the rank is the second index
            for key in 0..15 {
                for count in 1..=MOST {
                    let split = |size| group(w, size, key) + page[count - size][key] as i32;
                    let cheapest = (1..=count.min(max_bomb)).map(split).min().expect("one card at least");
                    let kept = whole_high_ranks && key >= HIGH_KEY && count <= 3 && group(w, count, key) < NEVER;
                    page[count][key] = if kept { group(w, count, key) } else { cheapest } as i16;
                }
            }
        }
        let mut without = [[[[0; 16]; 16]; TABLED]; 7];
        for (without, page) in without.iter_mut().zip(&rank) {
            for (taken, keys) in (1..).zip(without) {
                for (key, change) in keys.iter_mut().enumerate() {
                    for (count, cost) in page.iter().enumerate() {
                        change[count] = page[count.saturating_sub(taken)][key] - cost[key];
                    }
                }
            }
        }
        let mut taken = [[[Taken::NOTHING; 16]; 16]; 7];
        for (taken, without) in taken.iter_mut().zip(&without) {
            for (key, counts) in taken.iter_mut().enumerate() {
                for (count, taken) in counts.iter_mut().enumerate() {
                    *taken = Taken::new([0, 1, 2].map(|n| without[n][key][count]));
                }
            }
        }
        let mut with_wild = [[[NEVER as i16; 16]; 16]; 7];
        for ((with_wild, page), max_bomb) in with_wild.iter_mut().zip(&rank).zip(4..) {
            for (key, counts) in with_wild.iter_mut().enumerate() {
                for (count, change) in counts.iter_mut().enumerate().take(max_bomb).skip(1) {
                    *change = page[count + 1][key] - page[count][key] - w.free_wild[0] as i16;
                }
            }
        }
        let run = [w.straight, w.tube, w.plate, flush].map(|kind| kind.map(|cost| cost as i16));
        Costs { rank, without, with_wild, taken, run, wild: w.free_wild[0] }
    }

    /// What `count` cards of the rank in `nibble` cost.
    #[inline(always)]
    pub(super) fn of_rank(&self, t: &Tables, nibble: Nibble, count: u32) -> i32 {
        let key = t.key(nibble).index();
        self.rank[t.max_bomb as usize - 4][count as usize][key] as i32
    }

    /// What taking `n` of the `count` cards of the rank in `nibble`, or all of fewer, changes.
    #[inline(always)]
    pub(super) fn without(&self, t: &Tables, nibble: Nibble, count: u32, n: u32) -> i32 {
        let key = t.key(nibble).index();
        match self.without[t.max_bomb as usize - 4].get(n as usize - 1) {
            Some(keys) => keys[key][count as usize & 15] as i32,
            None => self.of_rank(t, nibble, count.saturating_sub(n)) - self.of_rank(t, nibble, count),
        }
    }

    /// What a free wild changes that joins the `count` cards of the rank in `nibble`; too much where no bomb is that large.
    #[inline(always)]
    pub(super) fn with_wild(&self, t: &Tables, nibble: Nibble, count: u32) -> i32 {
        let key = t.key(nibble).index();
        self.with_wild[t.max_bomb as usize - 4][key][count as usize & 15] as i32
    }

    /// What taking one, two or three of the `count` cards of the rank in `nibble` (or all of fewer) changes.
    #[inline(always)]
    pub(super) fn taken(&self, t: &Tables, nibble: Nibble, count: u32) -> Taken {
        let key = t.key(nibble).index();
        self.taken[t.max_bomb as usize - 4][key][count as usize & 15]
    }

    /// Whether wilds in the places of all `count` cards of the rank in `nibble` never make a run cheaper, whether it takes one,
    /// two or three cards of a rank.
    #[inline(always)]
    pub(super) fn dearer_as_wilds(&self, t: &Tables, nibble: Nibble, count: u32) -> bool {
        (1..=3).all(|each| self.without(t, nibble, count, each) <= -self.wild * count.min(each) as i32)
    }

    /// What a run costs.
    #[inline(always)]
    pub(super) fn of_run(&self, kind: Kind, start: Start) -> i32 {
        let top = start.top(kind.places()).index();
        let index = match kind {
            Kind::Tube => 1,
            Kind::Plate => 2,
            Kind::StraightFlush => 3,
            _ => 0,
        };
        self.run[index][top] as i32
    }
}

/// What taking one card, two and three (or all of fewer) from each of some places changes: three sums in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Taken(u64);

impl Taken {
    /// Taken from no place.
    pub(super) const NOTHING: Taken = Taken(0);
    /// The bits of a sum: room for the changes of all places of a run's order.
    const LANE: u32 = 21;
    /// Added to every change, so that no sum is negative.
    const OFFSET: i32 = 1 << 15;

    fn new(changes: [i16; 3]) -> Taken {
        let lane = |n: usize| ((changes[n] as i32 + Taken::OFFSET) as u64) << (Taken::LANE * n as u32);
        Taken(lane(0) | lane(1) | lane(2))
    }

    /// The sums with one place more.
    #[inline(always)]
    pub(super) fn and(self, place: Taken) -> Taken {
        Taken(self.0 + place.0)
    }

    /// What taking `each` from the last so many places changes, `before` being the sums without them.
    #[inline(always)]
    pub(super) fn since(self, before: Taken, each: u32, places: u32) -> i32 {
        let sum = (self.0 - before.0) >> (Taken::LANE * (each - 1)) & ((1 << Taken::LANE) - 1);
        sum as i32 - places as i32 * Taken::OFFSET
    }
}

/// From this key on (aces, level cards, jokers) cards may be worth more singly than together.
pub(super) const HIGH_KEY: usize = 11;

/// What `size` cards of a rank cost as one group.
fn group(w: &Weights, size: usize, key: usize) -> i32 {
    match size {
        1 => w.single[key],
        2 => w.pair[key],
        _ if key > 12 => NEVER,
        3 => w.triple[key],
        _ => w.bomb[size] - w.bomb_step[0] * key as i32,
    }
}

/// The tables of one choice of principles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Valuation {
    /// By which a hand is split.
    pub(super) split: Costs,
    /// By which plays are weighed.
    pub(super) value: Costs,
    /// By which leads are weighed.
    pub(super) lead: Costs,
    /// How often one opponent beats a play of a kind, by how many ranks or windows still out could.
    pub(super) beaten: [[i32; 8]; 7],
    /// No play stands more surely, in 256ths.
    pub(super) most_certain: i32,
    pub(super) weights: Weights,
}

impl Valuation {
    pub(super) fn new(on: Principles, w: Weights) -> Valuation {
        let whole = !on.has(Principle::Singles);
        let mut value = w.clone();
        if !on.has(Principle::Save) {
            value.bomb = [0; 11];
            value.straight_flush = [0];
            value.free_wild = [0];
        }
        let choose = |principle, other: Weights| if on.has(principle) { value.clone() } else { other };
        let beaten = [
            w.beaten_single,
            w.beaten_pair,
            w.beaten_triple,
            w.beaten_full_house,
            w.beaten_straight,
            w.beaten_tube,
            w.beaten_plate,
        ];
        Valuation {
            split: Costs::new(&if on.has(Principle::Decomposition) { w.clone() } else { flat(&w) }, whole),
            lead: Costs::new(&choose(Principle::SmallestFirst, flat(&value)), whole),
            value: Costs::new(&value, whole),
            beaten,
            most_certain: most_certain(&beaten, &w),
            weights: w,
        }
    }
}

/// The greatest chance that a play stands against two opponents who each beat it as often as these tables can say.
fn most_certain(beaten: &[[i32; 8]; 7], w: &Weights) -> i32 {
    let passed = |&often: &i32| often * w.passed[0] / CERTAIN;
    let in_kind = beaten.as_flattened().iter();
    let in_kind = in_kind.clone().map(passed).chain(in_kind.copied()).chain([0]);
    let bombs = [0, w.bombed[0]];
    let often = in_kind.flat_map(|often| bombs.map(|bombs| often + bombs)).chain([w.bomb_beaten[0]]);
    let stands = often.map(|often| CERTAIN - often);
    let (least, most) = stands.fold((CERTAIN, CERTAIN), |(least, most), stands| (least.min(stands), most.max(stands)));
    (least * least).max(most * most) / CERTAIN
}

/// The same with every group of a kind costing what the kind costs on average.
fn flat(w: &Weights) -> Weights {
    fn mean<const N: usize>(list: [i32; N], from: usize, to: usize) -> [i32; N] {
        [list[from..to].iter().sum::<i32>() / (to - from) as i32; N]
    }
    Weights {
        single: mean(w.single, 0, 15),
        pair: mean(w.pair, 0, 15),
        triple: mean(w.triple, 0, 13),
        straight: mean(w.straight, 3, 13),
        tube: mean(w.tube, 1, 13),
        plate: mean(w.plate, 0, 13),
        bomb_step: [0],
        ..w.clone()
    }
}
