//! Which group to lead.

use arrayvec::ArrayVec;

use super::Principle;
use super::decision::{Best, Candidate, Candidates, Decision, GOES_OUT, MOST_CANDIDATES, Selection};
use super::others::{CERTAIN, Others};
use crate::combo::{Kind, Play};
use crate::rules::Key;

/// What the score of a lead depends on beside the lead itself.
struct Prospects {
    /// How many plays the hand takes.
    plays: u32,
    /// How many of them are not sure to stand.
    unsure: u32,
    /// Whether all of them are singles and the hand takes more than two plays.
    all_singles: bool,
    /// The lowest key among them.
    lowest: Key,
    /// The cards of the opponent who is closest to the end.
    closest_opponent: u32,
    /// The lead with the highest key of each kind: its key and the chance that it stands.
    highest: [(Key, i32); Kind::ALL.len()],
}

impl Decision<'_> {
    /// The lead with the best score.
    pub(super) fn lead(&self) -> Play {
        let others = Others::of(self.view, self.valuation);
        let mut leads = Candidates::new();
        self.list_leads(&mut leads);
        let mut chances = ArrayVec::<i32, MOST_CANDIDATES>::new();
        chances.extend(leads.iter().map(|lead| others.stands(lead.combo)));
        let plays = self.grouping.plays();
        let mut highest = [(Key::new(0), 0); Kind::ALL.len()];
        for (lead, &stands) in leads.iter().zip(&chances) {
            let of_kind = &mut highest[lead.combo.kind as usize];
            *of_kind = (*of_kind).max((lead.combo.key, stands));
        }
        let prospects = Prospects {
            plays,
            unsure: chances.iter().filter(|&&stands| stands < self.valuation.weights.sure).count() as u32,
            all_singles: plays > 2 && leads.iter().all(|lead| lead.combo.kind == Kind::Single),
            lowest: leads.iter().map(|lead| lead.combo.key).min().expect("a hand has a group to lead"),
            closest_opponent: others.closest_opponent(),
            highest,
        };
        let mut best = Best { score: i32::MIN, selection: Selection::Pass };
        for (lead, &stands) in leads.iter().zip(&chances) {
            best.offer(self.score_of_lead(lead, stands, &prospects, &others), lead.selection);
        }
        self.play(best.selection, &[]).expect("a lead was selected")
    }

    /// What speaks for a lead that stands with the chance `stands`, in hundredths of a turn.
    fn score_of_lead(&self, lead: &Candidate, stands: i32, prospects: &Prospects, others: &Others<'_>) -> i32 {
        let (on, weights) = (self.valuation.on, &self.valuation.weights);
        let (combo, size) = (lead.combo, u32::from(lead.combo.size));
        let (plays, sure) = (prospects.plays, prospects.unsure <= 1);
        let keeping = weights.keeping(plays - u32::from(lead.counted), prospects.closest_opponent);
        let mut score = -lead.change + keeping * stands / CERTAIN;
        let (highest, highest_stands) = prospects.highest[combo.kind as usize];
        if on.has(Principle::Control) && plays > 2 && highest > combo.key {
            score += weights.returns * highest_stands / CERTAIN;
        }
        if size == self.hand.len() {
            score += GOES_OUT;
        }
        if on.has(Principle::LongShapes) && !combo.kind.is_bomb() {
            score += weights.shape[combo.kind as usize];
        }
        if on.has(Principle::Save) && combo.kind.is_bomb() && plays > 2 && !sure {
            score += weights.bomb_lead;
        }
        if sure && plays > 1 && stands >= weights.sure {
            score += weights.run_out;
        }
        if on.has(Principle::LastCards) {
            if prospects.all_singles && !sure && combo.key == prospects.lowest {
                score += weights.lowest_single;
            }
            if others.opponent_holds(size) {
                score -= (CERTAIN - stands) * weights.lets_out / CERTAIN;
            }
        }
        let helps = size <= 2 && others.partner_left == size && combo.key <= weights.help_key;
        if helps && on.has(Principle::Partner) {
            score += weights.helps_out;
        }
        score
    }

    /// Lists the leads that come into question: every group; a free wild; of each rank all loose cards, or a full house with
    /// them, or one of them where the rest costs less alone.
    fn list_leads(&self, leads: &mut Candidates) {
        let costs = &self.valuation.leading;
        leads.extend(self.groups(costs, |_| true));
        if self.grouping.free_wilds() > 0 {
            leads.push(self.free_wild(costs));
        }
        if self.keeps_joker_bomb() {
            leads.extend(self.joker_bomb(costs));
        }
        for nibble in self.at_least(1).iter() {
            let held = self.grouping.loose.get(nibble);
            let whole = self.equal(costs, nibble, held.min(self.tables.max_bomb));
            if held == 3 {
                // A pair that is no burden is not given away.
                let full_house = self.full_house(costs, nibble).filter(|full_house| full_house.change < whole.change);
                leads.extend(full_house);
            }
            leads.push(whole);
            if (2..=3).contains(&held) && self.may_break(nibble, 1) {
                let single = self.equal(costs, nibble, 1);
                if single.change < 0 {
                    leads.push(single);
                }
            }
        }
    }
}
