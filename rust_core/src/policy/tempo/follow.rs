//! What to beat a play with, or whether to pass.

use super::Principle;
use super::costs::Costs;
use super::decision::{Best, Candidate, Candidates, Decision, Selection};
use super::grouping::Grouping;
use super::lead::GOES_OUT;
use super::others::{CERTAIN, Others, ours_if_it_stands};
use crate::combo::{Combo, Kind, Play, first_answer, weakest_bomb};
use crate::hand::{Nibble, Nibbles};

impl Decision<'_> {
    /// The play that beats `to_beat`, or `None` to pass.
    #[inline(always)]
    pub(super) fn follow(&self, to_beat: Combo) -> Option<Play> {
        let mut list = Candidates::new();
        let mut outside = [None; 2];
        match to_beat.kind {
            Kind::Single => self.sames(to_beat, 1, &mut list),
            Kind::Pair => self.sames(to_beat, 2, &mut list),
            Kind::Triple => self.sames(to_beat, 3, &mut list),
            Kind::FullHouse => self.houses(to_beat, &mut list),
            _ => {}
        }
        self.groups(to_beat, &mut list);
        self.bombs(to_beat, &mut list);
        let ours_if_it_stands = ours_if_it_stands(self.view, self.on);
        if !ours_if_it_stands && self.on.has(Principle::BeatWhenStronger) {
            outside = self.outside(to_beat, &mut list);
        }
        if list.is_empty() {
            return None;
        }
        let (s, w) = (Others::of(self.view, self.worth, self.on), &self.worth.weights);
        let win = w.win[s.closest_opponent().min(27) as usize];
        let with_partner = self.on.has(Principle::Partner);
        let pass = if with_partner && ours_if_it_stands {
            win * w.partner_wins[0] / CERTAIN * s.goes_on_standing(to_beat) / CERTAIN
        } else if with_partner && s.partner_pending {
            win * w.partner_takes[0] / CERTAIN
        } else {
            0
        };
        // Whether to beat whenever a play of the kind allows it.
        let always = !(self.on.has(Principle::BeatWhenStronger) || with_partner && ours_if_it_stands);
        let (cards, turns) = (self.hand.len(), self.grouping.turns());
        let mut best = Best { score: pass, selection: Selection::Pass };
        for c in &list {
            let close = if c.combo.size as u32 == cards {
                GOES_OUT
            } else {
                w.close[(turns.saturating_sub(c.done as u32 + 1) as usize).min(w.close.len() - 1)]
            };
            let always = if always && !c.combo.kind.is_bomb() { GOES_OUT / 2 } else { 0 };
            let trick = win + close;
            // Most candidates are too dear however likely they stand.
            if trick < 0 || always + trick * self.worth.most_certain / CERTAIN - c.change > best.score {
                best.offer(always + trick * s.stands(c.combo) / CERTAIN - c.change, c.selection);
            }
        }
        self.play(best.selection, &outside)
    }

    /// Singles, pairs, triples out of the ranks and the free wilds.
    #[inline(always)]
    fn sames(&self, to_beat: Combo, n: u32, list: &mut Candidates) {
        let (grouping, t, costs) = (self.grouping, self.t, &self.worth.value);
        let above = t.above(to_beat.key);
        for nibble in (self.ranks(n) & above).iter() {
            let count = grouping.count(nibble);
            if self.may_break(nibble, count, n) {
                let change = self.change(costs, nibble, count, n);
                list.push(Candidate::new(
                    Combo::equal(nibble, n, t),
                    change,
                    count == n,
                    Selection::same(nibble, n, 0),
                ));
            }
        }
        if grouping.free_wilds() == 0 {
            return;
        }
        let level = t.level_nibble();
        if n == 1 {
            if above.contains(level) {
                list.push(Candidate::new(Combo::equal(level, 1, t), -costs.wild, false, Selection::same(level, n, 1)));
            }
            return;
        }
        for nibble in (self.ranks(n - 1) & above & Nibbles::RANKS).iter() {
            let count = grouping.count(nibble);
            let change = self.change(costs, nibble, count, n - 1) - costs.wild;
            list.push(Candidate::new(
                Combo::equal(nibble, n, t),
                change,
                count == n - 1,
                Selection::same(nibble, n, 1),
            ));
        }
    }

    /// Groups of the grouping.
    #[inline(always)]
    fn groups(&self, to_beat: Combo, list: &mut Candidates) {
        for (index, group) in (0..).zip(self.grouping.groups()) {
            let combo = group.combo;
            if combo.beats(to_beat) {
                let change = -group.cost(self.t, &self.worth.value);
                list.push(Candidate::new(combo, change, true, Selection::Group(index)));
            }
        }
    }

    #[inline(always)]
    fn houses(&self, to_beat: Combo, list: &mut Candidates) {
        let costs = &self.worth.value;
        for nibble in (self.ranks(3) & self.t.above(to_beat.key) & Nibbles::RANKS).iter() {
            if let Some((pair, change)) = self.spare_pair(costs, nibble) {
                let change = change + self.change(costs, nibble, self.grouping.count(nibble), 3);
                let house = Selection::House { triple: nibble, pair };
                list.push(Candidate::new(Combo::full_house(nibble, self.t), change, true, house));
            }
        }
    }

    #[inline(always)]
    fn bombs(&self, to_beat: Combo, list: &mut Candidates) {
        let (grouping, t, costs) = (self.grouping, self.t, &self.worth.value);
        for nibble in (grouping.at_least(4) & Nibbles::RANKS).iter() {
            let count = grouping.count(nibble);
            let (whole, most) = (costs.of_rank(t, nibble, count), count.min(t.max_bomb));
            // Not an inclusive range, which keeps whether it is exhausted.
            let mut n = 4;
            while n <= most {
                let combo = Combo::equal(nibble, n, t);
                if combo.beats(to_beat) {
                    let change = costs.of_rank(t, nibble, count - n) - whole;
                    list.push(Candidate::new(combo, change, count == n, Selection::same(nibble, n, 0)));
                }
                n += 1;
            }
        }
        if self.holds_joker_bomb() {
            list.push(Candidate::new(Combo::JOKER_BOMB, self.jokers_change(costs), true, Selection::JokerBomb));
        }
    }

    /// What the hand costs more without its four jokers.
    #[inline(always)]
    pub(super) fn jokers_change(&self, costs: &Costs) -> i32 {
        self.change(costs, Nibble::SMALL_JOKER, 2, 2) + self.change(costs, Nibble::BIG_JOKER, 2, 2)
    }

    /// Lists the lowest answer and the weakest bomb where they break the grouping, and returns them.
    #[inline(always)]
    fn outside(&self, to_beat: Combo, list: &mut Candidates) -> [Option<Play>; 2] {
        let mut plays = [None; 2];
        if !self.lists_lowest(to_beat) {
            plays[0] = first_answer(self.hand, self.t, to_beat);
        }
        if !self.lists_weakest_bomb(to_beat) {
            plays[1] = weakest_bomb(self.hand, self.t, to_beat);
        }
        for (number, play) in (0..).zip(&plays) {
            let Some(play) = play else { continue };
            if !self.is_listed(play) {
                let change = self.change_without(play);
                list.push(Candidate::new(play.combo, change, false, Selection::Outside(number)));
            }
        }
        plays
    }

    /// Whether a play takes its cards from a rank that the grouping plays rank by rank: then it is listed as such.
    #[inline(always)]
    fn is_listed(&self, play: &Play) -> bool {
        let same = matches!(play.combo.kind, Kind::Single | Kind::Pair | Kind::Triple | Kind::Bomb);
        same && play.cards.wilds() == 0 && self.grouping.count(self.t.nibble(play.combo.key)) >= play.combo.size as u32
    }

    /// Whether the lowest answer is sure to be listed: all answers are equal cards the grouping plays rank by rank.
    #[inline(always)]
    fn lists_lowest(&self, to_beat: Combo) -> bool {
        let (n, above) = (to_beat.size as u32, self.t.above(to_beat.key));
        n <= 3 && self.hand.wilds() == 0 && self.hand.at_least(n) & above == self.grouping.at_least(n) & above
    }

    /// Whether the weakest bomb is sure to be listed: any bomb beats, and there are four of some ranks, which the grouping plays
    /// rank by rank.
    #[inline(always)]
    fn lists_weakest_bomb(&self, to_beat: Combo) -> bool {
        let fours = self.hand.at_least(4) & Nibbles::RANKS;
        let all_ranks = !fours.is_empty() && fours == self.grouping.at_least(4) & Nibbles::RANKS;
        !to_beat.kind.is_bomb() && self.hand.wilds() == 0 && all_ranks
    }

    /// What the hand costs more without `play`, split anew if need be.
    #[inline(always)]
    fn change_without(&self, play: &Play) -> i32 {
        let Decision { hand, t, grouping, worth, on, .. } = *self;
        if let Some(change) = grouping.change_without(play, t, &worth.split, &worth.value) {
            return change;
        }
        let mut rest = *hand;
        rest.remove(&play.cards);
        let after = Grouping::of(&rest, t, &worth.split, on.has(Principle::Tempo));
        after.cost(t, &worth.value) - grouping.cost(t, &worth.value)
    }
}
