//! What groups of cards cost their holder, in hundredths of a turn: [`Weights`] made into tables.

use super::others::CERTAIN;
use super::{Principle, Principles, Weights};
use crate::combo::Kind;
use crate::hand::{Nibble, Start};
use crate::rules::Tables;

/// The most cards of one rank that can come together: eight and two wilds.
const MOST_EQUAL: usize = 10;
/// A cost so high that nothing with it is chosen.
const NEVER: i32 = 3000;
/// From this key on (aces, level cards, jokers) cards may be worth more singly than together.
const HIGH_KEY: usize = 11;

/// Whether a rank or joker is so high that its cards may be worth more singly than together.
pub(super) fn is_high(tables: &Tables, nibble: Nibble) -> bool {
    tables.key(nibble).index() >= HIGH_KEY
}

/// The cost of every group of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Costs {
    /// What equal cards cost in the groups that are cheapest together, as `[max_bomb - 4][key][number of cards]`.
    equal: [[[i16; 16]; 16]; 7],
    /// What a hand costs more that loses 0, 1, 2 or 3 equal cards, or all where they are fewer, by the same indices.
    without: [[[[i32; 4]; 16]; 16]; 7],
    /// What a straight, tube, plate and straight flush cost, by top rank; the last three entries are not used.
    run: [[i32; 16]; 4],
    /// What a wild costs that stands for nothing yet.
    pub(super) wild: i32,
}

impl Costs {
    /// The costs by these weights. With `whole_high_ranks` up to three equal aces, level cards or jokers are one group even
    /// where they cost less apart.
    fn new(weights: &Weights, whole_high_ranks: bool) -> Costs {
        let mut equal = [[[0; 16]; 16]; 7];
        for (costs, max_bomb) in equal.iter_mut().zip(4..) {
            for (key, costs) in costs.iter_mut().enumerate().take(15) {
                for count in 1..=MOST_EQUAL {
                    let whole = weights.group(count, key);
                    let with_group_of = |size| weights.group(size, key) + i32::from(costs[count - size]);
                    let cheapest = (1..=count.min(max_bomb)).map(with_group_of).min().expect("one card at least");
                    let kept = whole_high_ranks && key >= HIGH_KEY && count <= 3 && whole < NEVER;
                    costs[count] = if kept { whole } else { cheapest } as i16;
                }
            }
        }
        let without = equal.map(|keys| keys.map(without_few));
        let straight_flush = std::array::from_fn(|top| weights.straight_flush - weights.bomb_step * top as i32);
        let runs: [[i32; 13]; 4] = [weights.straight, weights.tube, weights.plate, straight_flush];
        let run = runs.map(|kind| std::array::from_fn(|top| kind.get(top).copied().unwrap_or(NEVER)));
        Costs { equal, without, run, wild: weights.free_wild }
    }

    /// What `count` equal cards cost, 0 to 10 of them.
    pub(super) fn of_equal(&self, tables: &Tables, nibble: Nibble, count: u32) -> i32 {
        i32::from(self.equal[tables.max_bomb as usize - 4][tables.key(nibble).index()][count as usize])
    }

    /// What a hand costs more, or less where that is below zero, when it loses 0, 1, 2 or 3 of `count` equal cards, or all where
    /// they are fewer.
    pub(super) fn without_few(&self, tables: &Tables, nibble: Nibble, count: u32) -> [i32; 4] {
        self.without[tables.max_bomb as usize - 4][tables.key(nibble).index()][count as usize]
    }

    /// What a hand costs more, or less where that is below zero, when it loses `taken` of `count` equal cards, or all where they
    /// are fewer.
    pub(super) fn without(&self, tables: &Tables, nibble: Nibble, count: u32, taken: u32) -> i32 {
        match self.without_few(tables, nibble, count).get(taken as usize) {
            Some(&change) => change,
            None => self.of_equal(tables, nibble, count.saturating_sub(taken)) - self.of_equal(tables, nibble, count),
        }
    }

    /// What a hand costs more when a wild that stood for nothing joins `count` equal cards. It is more than anything else where
    /// they would be too many for a bomb.
    pub(super) fn with_wild(&self, tables: &Tables, nibble: Nibble, count: u32) -> i32 {
        if count >= tables.max_bomb {
            return NEVER;
        }
        -self.without(tables, nibble, count + 1, 1) - self.wild
    }

    /// Whether a run with wilds in the places of all `count` equal cards is never cheaper than with those cards, whether it
    /// takes one, two or three of a rank.
    pub(super) fn dearer_as_wilds(&self, tables: &Tables, nibble: Nibble, count: u32) -> bool {
        (1..=3).all(|each| self.without(tables, nibble, count, each) <= -self.wild * count.min(each) as i32)
    }

    /// What a run costs.
    pub(super) fn of_run(&self, kind: Kind, start: Start) -> i32 {
        let costs = match kind {
            Kind::Tube => &self.run[1],
            Kind::Plate => &self.run[2],
            Kind::StraightFlush => &self.run[3],
            _ => &self.run[0],
        };
        costs[start.top(kind.places()).index()]
    }
}

/// What a hand costs more that loses 0, 1, 2 or 3 of 0, 1, 2, … equal cards, which cost so much.
fn without_few(costs: [i16; 16]) -> [[i32; 4]; 16] {
    std::array::from_fn(|count| {
        [0, 1, 2, 3].map(|taken: usize| i32::from(costs[count.saturating_sub(taken)] - costs[count]))
    })
}

impl Weights {
    /// What `size` cards of a rank cost as one group.
    fn group(&self, size: usize, key: usize) -> i32 {
        match size {
            1 => self.single[key],
            2 => self.pair[key],
            // There are only two of each joker.
            _ if key > 12 => NEVER,
            3 => self.triple[key],
            _ => self.bomb[size] - self.bomb_step * key as i32,
        }
    }

    /// These weights with every group of a kind costing what the kind costs on average.
    fn flat(&self) -> Weights {
        fn mean<const N: usize>(list: [i32; N], from: usize) -> [i32; N] {
            [list[from..].iter().sum::<i32>() / (N - from) as i32; N]
        }
        Weights {
            single: mean(self.single, 0),
            pair: mean(self.pair, 0),
            triple: mean(self.triple, 0),
            straight: mean(self.straight, 3),
            tube: mean(self.tube, 1),
            plate: mean(self.plate, 0),
            bomb_step: 0,
            ..self.clone()
        }
    }

    /// These weights with bombs and wilds that cost nothing to spend.
    fn without_saving(&self) -> Weights {
        Weights { bomb: [0; 11], straight_flush: 0, free_wild: 0, ..self.clone() }
    }
}

/// How a seat that plays by certain principles values cards and chances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Valuation {
    pub(super) on: Principles,
    pub(super) weights: Weights,
    /// The costs by which a hand is grouped.
    pub(super) grouping: Costs,
    /// The costs by which plays are compared, leads aside.
    pub(super) playing: Costs,
    /// The costs by which leads are compared.
    pub(super) leading: Costs,
    /// How often one opponent beats a play of a kind, in 256ths, by how many ranks or runs still out could.
    pub(super) beaten: [[i32; 8]; 7],
    /// No play has a greater chance to stand, in 256ths.
    pub(super) most_certain: i32,
}

impl Valuation {
    /// The valuation of who plays by the principles `on`.
    pub(super) fn new(on: Principles, weights: Weights) -> Valuation {
        let if_on =
            |principle, with: &Weights, without: Weights| if on.has(principle) { with.clone() } else { without };
        let grouping = if_on(Principle::Decomposition, &weights, weights.flat());
        let playing = if_on(Principle::Save, &weights, weights.without_saving());
        let leading = if_on(Principle::SmallestFirst, &playing, playing.flat());
        let [grouping, playing, leading] =
            [grouping, playing, leading].map(|weights| Costs::new(&weights, !on.has(Principle::Singles)));
        let beaten = [
            weights.beaten_single,
            weights.beaten_pair,
            weights.beaten_triple,
            weights.beaten_full_house,
            weights.beaten_straight,
            weights.beaten_tube,
            weights.beaten_plate,
        ];
        let most_certain = most_certain(&beaten, &weights);
        Valuation { on, weights, grouping, playing, leading, beaten, most_certain }
    }
}

/// The greatest chance, in 256ths, with which a play stands against two opponents who each beat it as often as some entry of
/// these tables says.
fn most_certain(beaten: &[[i32; 8]; 7], weights: &Weights) -> i32 {
    let in_kind = beaten.as_flattened().iter();
    let after_a_pass = in_kind.clone().map(|often| often * weights.passed / CERTAIN);
    let in_kind = in_kind.copied().chain(after_a_pass).chain([0]);
    let often = in_kind.flat_map(|often| [often, often + weights.bombed]).chain([weights.bomb_beaten]);
    let stands = often.map(|often| CERTAIN - often);
    let (least, most) = stands.fold((CERTAIN, CERTAIN), |(least, most), stands| (least.min(stands), most.max(stands)));
    (least * least).max(most * most) / CERTAIN
}
