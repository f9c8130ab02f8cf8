//! Which group to lead.

use arrayvec::ArrayVec;

use super::Principle;
use super::pick::{Best, Pick, Turn};
use super::situation::{BEFORE, NEXT, PARTNER, SURE};
use crate::combo::{Combo, Kind, Play};
use crate::hand::RANKS;

/// A group that could be led.
#[derive(Clone, Copy)]
struct Candidate {
    combo: Combo,
    /// What the hand costs more without it.
    change: i32,
    /// The chance that it stands, 256ths.
    stands: i32,
    pick: Pick,
}

impl Turn<'_> {
    /// The lead.
    #[inline(always)]
    pub(super) fn lead(&self) -> Play {
        let w = &self.worth.weights;
        let candidates = self.candidates();
        let turns = self.plan.turns();
        let losers = candidates.iter().filter(|c| c.stands < w.sure[0]).count();
        let mut best = Best { score: i32::MIN, pick: Pick::Pass };
        let all_singles =
            self.on.has(Principle::LastCards) && turns > 1 && candidates.iter().all(|c| c.combo.kind == Kind::Single);
        let lowest = candidates.iter().map(|c| c.combo.key).min().unwrap_or(0);
        for c in &candidates {
            let mut score = -c.change + w.keep_lead[0] * c.stands / SURE;
            if c.combo.size as u32 == self.hand.len() {
                score += 100_000;
            }
            if c.combo.kind.is_bomb() {
                score += if turns <= 2 || losers <= 1 { 0 } else { w.bomb_lead[0] };
            } else if self.on.has(Principle::LongShapes) {
                score += w.shape[c.combo.kind as usize];
            }
            if losers <= 1 && turns > 1 {
                score += if c.stands >= w.sure[0] { w.run_out[0] } else { 0 };
            }
            if all_singles && losers > 1 && c.combo.key == lowest {
                score += w.lowest_single[0];
            }
            for who in [NEXT, BEFORE] {
                if self.situation.left[who] == c.combo.size as u32 {
                    score -= (SURE - c.stands) * w.lets_out[0] / SURE;
                }
            }
            if self.on.has(Principle::Partner)
                && self.situation.left[PARTNER] == c.combo.size as u32
                && c.combo.size <= 2
                && c.combo.key as i32 <= w.help_key[0]
            {
                score += w.helps_out[0];
            }
            best.offer(score, c.pick);
        }
        self.play(best.pick).expect("a hand has a group to lead")
    }

    /// The groups that come into question.
    #[inline(always)]
    fn candidates(&self) -> ArrayVec<Candidate, 32> {
        let (plan, t) = (self.plan, self.t);
        let mut list = ArrayVec::new();
        let mut add = |combo: Combo, change: i32, pick: Pick| {
            list.push(Candidate { combo, change, stands: self.situation.stands(combo), pick });
        };
        for &group in plan.groups() {
            add(group.combo(t), -group.cost(t, self.worth), Pick::Group(group));
        }
        if plan.free_wilds() > 0 {
            let nibble = t.level.index() as u32;
            add(self.same(1, nibble), -(self.worth.wild as i32), Pick::Same { n: 1, nibble, wilds: 1 });
        }
        let mut house = false;
        let mut ranks = plan.at_least(1);
        while ranks != 0 {
            let nibble = ranks.trailing_zeros() >> 2;
            ranks &= ranks - 1;
            let count = plan.count(nibble);
            if count > 3 {
                let n = count.min(t.max_bomb);
                add(self.same(n, nibble), self.change(nibble, count, n), Pick::Same { n, nibble, wilds: 0 });
                continue;
            }
            let pair = if count == 3 && !house { self.spare_pair(nibble) } else { None };
            if let Some((pair, change)) = pair.filter(|&(_, change)| change < 0) {
                let key = t.key_of_nibble[nibble as usize & 15];
                let pick = Pick::House { natural: [3, 2], nibbles: [nibble, pair] };
                add(Combo::new(Kind::FullHouse, 5, key), change + self.change(nibble, 3, 3), pick);
                house = true;
            }
            let change = self.change(nibble, count, count);
            add(self.same(count, nibble), change, Pick::Same { n: count, nibble, wilds: 0 });
            let one = self.change(nibble, count, 1);
            if count > 1 && one < 0 {
                add(self.same(1, nibble), one, Pick::Same { n: 1, nibble, wilds: 0 });
            }
        }
        debug_assert!(plan.counts & RANKS == 0 || !list.is_empty());
        list
    }
}
