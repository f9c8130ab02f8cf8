//! The ledger of control: plays and points at once, by the full houses still unfinished.

use super::control::MOST_POINTS;
use super::ledger::{Ledger, Price, Trace};

/// What a play costs before its points are taken off: more than any decomposition has points.
pub(super) const PLAY: i32 = 1 << 16;

/// The least cost, in plays less points, for each surplus of matched triples over matched pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance([i32; LANES]);

/// Surpluses from -8 to 7: a hand has no more than five full houses.
const LANES: usize = 16;
/// The lane of no surplus.
const EVEN: usize = 8;
/// Dearer than anything, and far enough from overflow.
const NEVER: i32 = i32::MAX / 2;

impl Ledger for Balance {
    type Cost = i32;
    type Padded = [[i32; LANES]; 3];
    const NONE: Self = Balance([NEVER; LANES]);
    const START: Self = {
        let mut lanes = [NEVER; LANES];
        lanes[EVEN] = 0;
        Balance(lanes)
    };

    #[inline(always)]
    fn padded(&self) -> [[i32; LANES]; 3] {
        [[NEVER; LANES], self.0, [NEVER; LANES]]
    }

    #[inline(always)]
    fn merge(&mut self, from: &[[i32; LANES]; 3], price: Price<i32>) {
        let start = (LANES as i32 - i32::from(price.lanes)) as usize;
        for (lane, &other) in self.0.iter_mut().zip(&from.as_flattened()[start..start + LANES]) {
            *lane = (*lane).min(other + price.cost);
        }
    }

    #[inline(always)]
    fn hopeless(&self, limit: u32, volume: u32) -> bool {
        // Every play to come takes at most 6 cards, but where matched triples wait, pairs of 2 come for nothing, and where
        // matched pairs wait, so many triples have to come that take 3 each and not 6.
        let lanes = self.0.iter().zip(0i32..);
        let least = lanes.fold(NEVER, |least, (&cost, lane)| {
            let plays = (volume as i32 - 2 * (lane - EVEN as i32) + 5).max(0) / 6;
            least.min(cost + plays * (PLAY - MOST_POINTS as i32))
        });
        least as u32 >= limit
    }

    #[inline(always)]
    fn total(&self, owed: u8) -> u32 {
        let cost = self.0[EVEN];
        if owed > 0 || cost >= NEVER { u32::MAX } else { cost as u32 }
    }
}

impl Trace for Balance {
    const END: usize = EVEN;

    fn leads_to(&self, price: Price<i32>, to: &Balance, lane: usize) -> Option<usize> {
        let from = lane.checked_add_signed(-isize::from(price.lanes)).filter(|&from| from < LANES)?;
        (self.0[from] + price.cost == to.0[lane]).then_some(from)
    }
}
