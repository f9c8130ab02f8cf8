//! What to beat a play with, or whether to pass.

use super::Principle;
use super::pick::{Best, Pick, Turn};
use super::situation::{BEFORE, NEXT, PARTNER, SURE};
use crate::combo::{Combo, Kind, Play, first_answer, weakest_bomb};
use crate::policy::tempo::plan::Plan;

impl Turn<'_> {
    /// The play that beats `to_beat`, or `None` to pass.
    #[inline(always)]
    pub(super) fn follow(&self, to_beat: Combo) -> Option<Play> {
        let s = self.situation;
        let closest = s.closest_opponent();
        let w = &self.worth.weights;
        let lead = w.win[closest.min(27) as usize];
        let pass = if s.top == Some(PARTNER) && self.on.has(Principle::Partner) {
            let above = s.above(to_beat).min(7);
            let mut chance = SURE;
            for who in [NEXT, BEFORE] {
                if s.pending[who] {
                    chance = chance * (SURE - s.beats(who, to_beat, above, true)) / SURE;
                }
            }
            lead * w.partner_wins[0] / SURE * chance / SURE
        } else if s.pending[PARTNER] && self.on.has(Principle::Partner) {
            lead * w.partner_takes[0] / SURE
        } else {
            0
        };
        let mut best = Best { score: pass, pick: Pick::Pass };
        let turns = self.plan.turns();
        let mut weigh = |combo: Combo, change: i32, done: u32, pick: Pick| {
            let left = (turns + 1 - done.min(turns + 1)).min(20);
            let close = if combo.size as u32 == self.hand.len() { 100_000 } else { w.close[left.min(5) as usize] };
            best.offer(-change + (lead + close) * s.stands(combo) / SURE, pick);
        };
        match to_beat.kind {
            Kind::Single => self.sames(to_beat, 1, &mut weigh),
            Kind::Pair => self.sames(to_beat, 2, &mut weigh),
            Kind::Triple => self.sames(to_beat, 3, &mut weigh),
            Kind::FullHouse => self.houses(to_beat, &mut weigh),
            _ => {}
        }
        for &group in self.plan.groups() {
            let combo = group.combo(self.t);
            if combo.beats(to_beat) {
                weigh(combo, -group.cost(self.t, self.worth), 2, Pick::Group(group));
            }
        }
        self.bombs(to_beat, &mut weigh);
        if closest as i32 <= w.desperate[0] && s.top != Some(PARTNER) {
            self.outside(to_beat, &mut weigh);
        }
        self.play(best.pick)
    }

    /// Singles, pairs, triples out of the ranks and the free wilds.
    #[inline(always)]
    fn sames(&self, to_beat: Combo, n: u32, weigh: &mut impl FnMut(Combo, i32, u32, Pick)) {
        let (plan, t) = (self.plan, self.t);
        let above = t.above[to_beat.key as usize & 15];
        let mut ranks = plan.at_least(n) & above;
        while ranks != 0 {
            let nibble = ranks.trailing_zeros() >> 2;
            ranks &= ranks - 1;
            let count = plan.count(nibble);
            let done = if count == n { 2 } else { 1 };
            weigh(self.same(n, nibble), self.change(nibble, count, n), done, Pick::Same { n, nibble, wilds: 0 });
        }
        if plan.free_wilds() == 0 {
            return;
        }
        let wild = -(self.worth.wild as i32);
        let level = t.level.index() as u32;
        if n == 1 && above >> (4 * level + 3) & 1 == 1 {
            weigh(self.same(1, level), wild, 1, Pick::Same { n: 1, nibble: level, wilds: 1 });
        }
        if n > 1 {
            let mut ranks = plan.at_least(n - 1) & above & crate::hand::RANKS;
            while ranks != 0 {
                let nibble = ranks.trailing_zeros() >> 2;
                ranks &= ranks - 1;
                let count = plan.count(nibble);
                let change = self.change(nibble, count, n - 1) + wild;
                weigh(self.same(n, nibble), change, 1, Pick::Same { n, nibble, wilds: 1 });
            }
        }
    }

    #[inline(always)]
    fn houses(&self, to_beat: Combo, weigh: &mut impl FnMut(Combo, i32, u32, Pick)) {
        let (plan, t) = (self.plan, self.t);
        let mut ranks = plan.at_least(3) & t.above[to_beat.key as usize & 15] & crate::hand::RANKS;
        while ranks != 0 {
            let nibble = ranks.trailing_zeros() >> 2;
            ranks &= ranks - 1;
            if let Some((pair, change)) = self.spare_pair(nibble) {
                let change = change + self.change(nibble, plan.count(nibble), 3);
                let combo = Combo::new(Kind::FullHouse, 5, t.key_of_nibble[nibble as usize & 15]);
                weigh(combo, change, 2, Pick::House { natural: [3, 2], nibbles: [nibble, pair] });
            }
        }
    }

    #[inline(always)]
    fn bombs(&self, to_beat: Combo, weigh: &mut impl FnMut(Combo, i32, u32, Pick)) {
        let (plan, t) = (self.plan, self.t);
        let mut ranks = plan.at_least(4) & crate::hand::RANKS;
        while ranks != 0 {
            let nibble = ranks.trailing_zeros() >> 2;
            ranks &= ranks - 1;
            let count = plan.count(nibble);
            for n in 4..=count.min(t.max_bomb) {
                let combo = self.same(n, nibble);
                if combo.beats(to_beat) {
                    weigh(combo, self.change(nibble, count, n), 2, Pick::Same { n, nibble, wilds: 0 });
                }
            }
        }
        if plan.count(13) == 2 && plan.count(14) == 2 {
            let change = self.change(13, 2, 2) + self.change(14, 2, 2);
            weigh(Combo::new(Kind::JokerBomb, 4, 0), change, 2, Pick::JokerBomb);
        }
    }

    /// Answers that break the plan: the lowest of the kind and the weakest bomb.
    #[inline(never)]
    fn outside(&self, to_beat: Combo, weigh: &mut impl FnMut(Combo, i32, u32, Pick)) {
        let before = self.plan.cost(self.t, self.worth);
        let answers = [first_answer(self.hand, self.t, to_beat), weakest_bomb(self.hand, self.t, to_beat)];
        for play in answers.into_iter().flatten() {
            let mut rest = *self.hand;
            rest.remove(&play.cards);
            let after = Plan::of(&rest, self.t, self.worth);
            weigh(play.combo, after.cost(self.t, self.worth) - before, 1, Pick::Other(play));
        }
    }
}
