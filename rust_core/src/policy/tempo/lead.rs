//! Which group to lead.

use arrayvec::ArrayVec;

use super::Principle;
use super::decision::{Best, Candidate, Candidates, Decision, MOST_CANDIDATES, Selection};
use super::others::{BEFORE, CERTAIN, NEXT, Others, PARTNER};
use crate::combo::{Combo, Kind, Play};

impl Decision<'_> {
    /// The lead.
    #[inline(always)]
    pub(super) fn lead(&self) -> Play {
        let (s, w) = (Others::of(self.view, self.worth, self.on), &self.worth.weights);
        let mut candidates = Candidates::new();
        self.list(&mut candidates);
        let (turns, last_cards) = (self.grouping.turns(), self.on.has(Principle::LastCards));
        let mut stands = ArrayVec::<i32, MOST_CANDIDATES>::new();
        let (mut unsure, mut lowest, mut all_singles) = (0, usize::MAX, last_cards && turns > 1);
        for c in &candidates {
            let chance = s.stands(c.combo);
            stands.push(chance);
            unsure += u32::from(chance < w.sure[0]);
            lowest = lowest.min(c.combo.key.index());
            all_singles &= c.combo.kind == Kind::Single;
        }
        let mut best = Best { score: i32::MIN, selection: Selection::Pass };
        for (c, stands) in candidates.iter().zip(stands) {
            let size = c.combo.size as u32;
            let mut score = -c.change + w.keep_lead[0] * stands / CERTAIN;
            if size == self.hand.len() {
                score += GOES_OUT;
            }
            if !c.combo.kind.is_bomb() {
                score += if self.on.has(Principle::LongShapes) { w.shape[c.combo.kind as usize] } else { 0 };
            } else if turns > 2 && unsure > 1 && self.on.has(Principle::Save) {
                score += w.bomb_lead[0];
            }
            if unsure <= 1 && turns > 1 && stands >= w.sure[0] {
                score += w.run_out[0];
            }
            if all_singles && unsure > 1 && c.combo.key.index() == lowest {
                score += w.lowest_single[0];
            }
            if last_cards && (s.left[NEXT] == size || s.left[BEFORE] == size) {
                score -= (CERTAIN - stands) * w.lets_out[0] / CERTAIN;
            }
            let helps = self.on.has(Principle::Partner) && s.left[PARTNER] == size && size <= 2;
            if helps && c.combo.key.index() as i32 <= w.help_key[0] {
                score += w.helps_out[0];
            }
            best.offer(score, c.selection);
        }
        self.play(best.selection, &[]).expect("a hand has a group to lead")
    }

    /// Lists the groups that come into question.
    #[inline(always)]
    fn list(&self, list: &mut Candidates) {
        let (grouping, t, costs) = (self.grouping, self.t, &self.worth.lead);
        for (index, group) in (0..).zip(grouping.groups()) {
            list.push(Candidate::new(group.combo, -group.cost(t, costs), true, Selection::Group(index)));
        }
        if grouping.free_wilds() > 0 {
            let nibble = t.level_nibble();
            list.push(Candidate::new(Combo::equal(nibble, 1, t), -costs.wild, false, Selection::same(nibble, 1, 1)));
        }
        if self.ranks(1) != grouping.at_least(1) {
            list.push(Candidate::new(Combo::JOKER_BOMB, self.jokers_change(costs), true, Selection::JokerBomb));
        }
        let mut housed = false;
        for nibble in self.ranks(1).iter() {
            let count = grouping.count(nibble);
            let n = count.min(t.max_bomb);
            let whole = self.change(costs, nibble, count, n);
            let pair = if count == 3 && !housed { self.spare_pair(costs, nibble) } else { None };
            if let Some((pair, change)) = pair.filter(|&(_, change)| change < 0) {
                let house = Selection::House { triple: nibble, pair };
                list.push(Candidate::new(Combo::full_house(nibble, t), change + whole, true, house));
                housed = true;
            }
            list.push(Candidate::new(Combo::equal(nibble, n, t), whole, count == n, Selection::same(nibble, n, 0)));
            let single = self.change(costs, nibble, count, 1);
            if (2..=3).contains(&count) && single < 0 && self.may_break(nibble, count, 1) {
                list.push(Candidate::new(Combo::equal(nibble, 1, t), single, false, Selection::same(nibble, 1, 0)));
            }
        }
    }
}

/// More than any other reason.
pub(super) const GOES_OUT: i32 = 100_000;
