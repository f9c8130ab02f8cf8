//! What to beat a play with, or whether to pass.

use super::Principle;
use super::lead::GOES_OUT;
use super::pick::{Best, Pick, Turn};
use super::plan::Plan;
use super::situation::{CERTAIN, PARTNER};
use super::worth::Costs;
use crate::combo::{Bits, Combo, JOKER_BOMB, Kind, Play, Work, first_answer, weakest_bomb};
use crate::hand::{BIG_JOKER_NIBBLE, RANKS, SMALL_JOKER_NIBBLE};

/// Weighs the plays that come into question and keeps the best.
struct Scale<'a> {
    turn: &'a Turn<'a>,
    /// What winning the trick is worth.
    win: i32,
    /// How many plays the hand takes.
    turns: u32,
    /// Whether to beat whenever a play of the kind allows it.
    always: bool,
    best: Best,
}

impl Scale<'_> {
    /// Weighs a play that leaves the hand `change` more costly and `done` plays shorter.
    #[inline(always)]
    fn weigh(&mut self, combo: Combo, change: i32, done: u32, pick: Pick) {
        let (turn, w) = (self.turn, &self.turn.worth.weights);
        let close = if combo.size as u32 == turn.hand.len() {
            GOES_OUT
        } else {
            w.close[(self.turns.saturating_sub(done + 1) as usize).min(w.close.len() - 1)]
        };
        let always = if self.always && !combo.kind.is_bomb() { GOES_OUT / 2 } else { 0 };
        let won = (self.win + close) * turn.situation.stands(combo) / CERTAIN;
        self.best.offer(always + won - change, pick);
    }
}

impl Turn<'_> {
    /// The play that beats `to_beat`, or `None` to pass.
    #[inline(always)]
    pub(super) fn follow<B: Bits>(&self, to_beat: Combo) -> Option<Play> {
        let (s, w) = (self.situation, &self.worth.weights);
        let closest = s.closest_opponent();
        let win = w.win[closest.min(27) as usize];
        let with_partner = self.on.has(Principle::Partner);
        let pass = if with_partner && s.ours_if_it_stands {
            win * w.partner_wins[0] / CERTAIN * s.goes_on_standing(to_beat) / CERTAIN
        } else if with_partner && s.pending[PARTNER] {
            win * w.partner_takes[0] / CERTAIN
        } else {
            0
        };
        let always = !(self.on.has(Principle::BeatWhenStronger) || with_partner && s.ours_if_it_stands);
        let best = Best { score: pass, pick: Pick::Pass };
        let mut scale = Scale { turn: self, win, turns: self.plan.turns(), always, best };
        match to_beat.kind {
            Kind::Single => self.sames(to_beat, 1, &mut scale),
            Kind::Pair => self.sames(to_beat, 2, &mut scale),
            Kind::Triple => self.sames(to_beat, 3, &mut scale),
            Kind::FullHouse => self.houses(to_beat, &mut scale),
            _ => {}
        }
        for &group in self.plan.groups() {
            let combo = group.combo(self.t);
            if combo.beats(to_beat) {
                scale.weigh(combo, -group.cost(self.t, &self.worth.value), 1, Pick::Group(group));
            }
        }
        self.bombs(to_beat, &mut scale);
        if !s.ours_if_it_stands && self.on.has(Principle::BeatWhenStronger) {
            B::compiled(Outside { to_beat, scale: &mut scale });
        }
        self.play(scale.best.pick)
    }

    /// Singles, pairs, triples out of the ranks and the free wilds.
    #[inline(always)]
    fn sames(&self, to_beat: Combo, n: u32, scale: &mut Scale<'_>) {
        let (plan, t, costs) = (self.plan, self.t, &self.worth.value);
        let above = t.above[to_beat.key as usize & 15];
        let mut ranks = self.ranks(n) & above;
        while ranks != 0 {
            let nibble = ranks.trailing_zeros() >> 2;
            ranks &= ranks - 1;
            let count = plan.count(nibble);
            if self.may_break(nibble, count, n) {
                let change = self.change(costs, nibble, count, n);
                scale.weigh(self.same(n, nibble), change, u32::from(count == n), Pick::Same { n, nibble, wilds: 0 });
            }
        }
        if plan.free_wilds() == 0 {
            return;
        }
        let level = t.level.index() as u32;
        if n == 1 {
            if above >> (4 * level + 3) & 1 == 1 {
                scale.weigh(self.same(1, level), -costs.wild, 0, Pick::Same { n, nibble: level, wilds: 1 });
            }
            return;
        }
        let mut ranks = self.ranks(n - 1) & above & RANKS;
        while ranks != 0 {
            let nibble = ranks.trailing_zeros() >> 2;
            ranks &= ranks - 1;
            let count = plan.count(nibble);
            let change = self.change(costs, nibble, count, n - 1) - costs.wild;
            scale.weigh(self.same(n, nibble), change, u32::from(count == n - 1), Pick::Same { n, nibble, wilds: 1 });
        }
    }

    #[inline(always)]
    fn houses(&self, to_beat: Combo, scale: &mut Scale<'_>) {
        let costs = &self.worth.value;
        let mut ranks = self.ranks(3) & self.t.above[to_beat.key as usize & 15] & RANKS;
        while ranks != 0 {
            let nibble = ranks.trailing_zeros() >> 2;
            ranks &= ranks - 1;
            if let Some((pair, change)) = self.spare_pair(costs, nibble) {
                let change = change + self.change(costs, nibble, self.plan.count(nibble), 3);
                scale.weigh(self.house(nibble), change, 1, Pick::House { nibbles: [nibble, pair] });
            }
        }
    }

    #[inline(always)]
    fn bombs(&self, to_beat: Combo, scale: &mut Scale<'_>) {
        let (plan, t, costs) = (self.plan, self.t, &self.worth.value);
        let mut ranks = plan.at_least(4) & RANKS;
        while ranks != 0 {
            let nibble = ranks.trailing_zeros() >> 2;
            ranks &= ranks - 1;
            let count = plan.count(nibble);
            for n in 4..=count.min(t.max_bomb) {
                let combo = self.same(n, nibble);
                if combo.beats(to_beat) {
                    let change = self.change(costs, nibble, count, n);
                    scale.weigh(combo, change, u32::from(count == n), Pick::Same { n, nibble, wilds: 0 });
                }
            }
        }
        if self.holds_joker_bomb() {
            scale.weigh(JOKER_BOMB.combo, self.jokers_change(costs), 1, Pick::JokerBomb);
        }
    }

    /// What the hand costs more without its four jokers.
    #[inline(always)]
    pub(super) fn jokers_change(&self, costs: &Costs) -> i32 {
        self.change(costs, SMALL_JOKER_NIBBLE, 2, 2) + self.change(costs, BIG_JOKER_NIBBLE, 2, 2)
    }

    /// Whether a play takes its cards from a rank that the plan plays rank by rank: then it has been weighed as such.
    #[inline(always)]
    fn is_weighed(&self, play: &Play) -> bool {
        let same = matches!(play.combo.kind, Kind::Single | Kind::Pair | Kind::Triple | Kind::Bomb);
        same && play.cards.wilds() == 0
            && self.plan.count(play.cards.counts.trailing_zeros() >> 2) >= play.combo.size as u32
    }
}

/// Answers that break the plan, to be weighed: the lowest of the kind and the weakest bomb.
struct Outside<'a, 'b> {
    to_beat: Combo,
    scale: &'b mut Scale<'a>,
}

impl Work for Outside<'_, '_> {
    type Done = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let Outside { to_beat, scale } = self;
        let Turn { hand, t, plan, worth, on, .. } = *scale.turn;
        let before = plan.cost(t, &worth.value);
        for answer in [first_answer(hand, t, to_beat), weakest_bomb(hand, t, to_beat)] {
            let Some(play) = answer else { continue };
            if scale.turn.is_weighed(&play) {
                continue;
            }
            let mut rest = *hand;
            rest.remove(&play.cards);
            let after = Plan::of(&rest, t, &worth.split, on.has(Principle::Tempo));
            scale.weigh(play.combo, after.cost(t, &worth.value) - before, 0, Pick::Other(play));
        }
    }
}
