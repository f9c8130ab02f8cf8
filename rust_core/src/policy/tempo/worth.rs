//! What groups of cards cost or gain their holder: the numbers `tempo` thinks in.
//!
//! The unit is a hundredth of a turn. A group that will need a lead of its own costs about 100; one that brings the lead
//! back costs less than nothing. Keys are places in level order (0 the lowest rank, 12 the level, 13 SB, 14 HR), for runs
//! the natural top rank.

use super::{Principles, Weights};
use crate::combo::Kind;
use crate::rules::{Tables, run_length, top_of_start};

/// Most cards of one rank that can come together: eight and two wilds.
const MOST: usize = 10;

/// The costs of one choice of principles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Worth {
    /// `[max_bomb - 4][cards][key]`: a rank's cards split in the cheapest way.
    pub(super) rank: [[[i16; 16]; MOST + 1]; 7],
    /// By kind (straight, tube, plate, straight flush) and top rank.
    pub(super) run: [[i16; 13]; 4],
    /// A free wild.
    pub(super) wild: i16,
    /// How often one opponent beats a play of a kind, by how many ranks or windows still out could.
    pub(super) beaten: [[i32; 8]; 7],
    pub(super) weights: Weights,
}

impl Worth {
    pub(super) fn new(_on: Principles, w: Weights) -> Worth {
        let flush = std::array::from_fn(|top| w.straight_flush[0] - w.bomb_step[0] * top as i32);
        let mut worth = Worth {
            rank: [[[0; 16]; MOST + 1]; 7],
            run: [w.straight, w.tube, w.plate, flush].map(|kind| kind.map(|cost| cost as i16)),
            wild: w.free_wild[0] as i16,
            beaten: [
                w.beaten_single,
                w.beaten_pair,
                w.beaten_triple,
                w.beaten_full_house,
                w.beaten_straight,
                w.beaten_tube,
                w.beaten_plate,
            ],
            weights: w,
        };
        for max_bomb in 4..=MOST {
            for key in 0..15 {
                for count in 1..=MOST {
                    let splits = (1..=count.min(max_bomb)).map(|size| {
                        whole(&worth.weights, size, key).saturating_add(worth.rank[max_bomb - 4][count - size][key])
                    });
                    worth.rank[max_bomb - 4][count][key] = splits.min().expect("one card at least");
                }
            }
        }
        worth
    }

    /// What `count` cards of the rank in `nibble` cost.
    #[inline(always)]
    pub(super) fn of_rank(&self, t: &Tables, nibble: u32, count: u32) -> i32 {
        let key = t.key_of_nibble[nibble as usize & 15] as usize & 15;
        self.rank[t.max_bomb as usize - 4][count as usize][key] as i32
    }

    /// What a run costs.
    #[inline(always)]
    pub(super) fn of_run(&self, kind: Kind, start: u32) -> i32 {
        let top = top_of_start(start, run_length(kind));
        self.run[kind_index(kind)][top as usize] as i32
    }
}

/// The place of a kind of run in [`Worth::run`].
#[inline(always)]
const fn kind_index(kind: Kind) -> usize {
    match kind {
        Kind::Tube => 1,
        Kind::Plate => 2,
        Kind::StraightFlush => 3,
        _ => 0,
    }
}

/// What `size` cards of a rank cost as one group.
fn whole(w: &Weights, size: usize, key: usize) -> i16 {
    (match size {
        1 => w.single[key],
        2 => w.pair[key],
        3 => w.triple[key],
        _ if key > 12 => 1000,
        _ => w.bomb[size] - w.bomb_step[0] * key as i32,
    }) as i16
}
