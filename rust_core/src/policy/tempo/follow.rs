//! What to beat a play with, or whether to pass.

use super::Principle;
use super::decision::{Best, Candidate, Candidates, Decision, GOES_OUT, Selection};
use super::grouping::Grouping;
use super::others::{CERTAIN, Others, ours_if_it_stands};
use crate::combo::{Combo, Kind, Play, first_answer, weakest_bomb};
use crate::hand::Nibbles;

impl Decision<'_> {
    /// The play that beats `to_beat` with the best score, or `None` to pass.
    pub(super) fn follow(&self, to_beat: Combo) -> Option<Play> {
        let valuation = self.valuation;
        let on = valuation.on;
        let mut answers = Candidates::new();
        match to_beat.kind {
            Kind::Single | Kind::Pair | Kind::Triple => self.list_equal(to_beat, &mut answers),
            Kind::FullHouse => self.list_full_houses(to_beat, &mut answers),
            _ => {}
        }
        answers.extend(self.groups(&valuation.playing, |combo| combo.beats(to_beat)));
        self.list_bombs(to_beat, &mut answers);
        let ours_if_it_stands = ours_if_it_stands(self.view, on);
        let weighs_all = on.has(Principle::BeatWhenStronger);
        let breaking =
            if weighs_all && !ours_if_it_stands { self.list_breaking(to_beat, &mut answers) } else { [None; 2] };
        if answers.is_empty() {
            return None;
        }
        let (others, weights) = (Others::of(self.view, valuation), &valuation.weights);
        let closest = others.closest_opponent();
        let weakness = self.grouping.weakness(self.tables, &valuation.playing);
        let leaves_to_partner = on.has(Principle::Partner) && ours_if_it_stands;
        let pass = self.score_of_pass(to_beat, &others, leaves_to_partner, weakness);
        let mut best = Best { score: pass, selection: Selection::Pass };
        // Who does not weigh all answers beats whenever a play of the kind allows it and the partner is not winning.
        let always = !(weighs_all || leaves_to_partner);
        let (cards, plays) = (self.hand.len(), self.grouping.plays());
        let win = weights.winning(weakness, closest);
        // After an answer that the grouping does not count on, and after one that it does.
        let closing = [plays, plays.saturating_sub(1)].map(|plays_left| weights.closing(plays_left));
        let bombing = if on.has(Principle::Save) {
            weights.bombing(to_beat.kind.is_bomb(), self.grouping.bombs(), cards, closest)
        } else {
            0
        };
        for answer in &answers {
            let goes_out = u32::from(answer.combo.size) == cards;
            let trick = win + if goes_out { GOES_OUT } else { closing[usize::from(answer.counted)] };
            let gain = match answer.combo.kind.is_bomb() {
                true => bombing,
                false if always => GOES_OUT / 2,
                false => 0,
            };
            let gain = gain - answer.change;
            // Most answers are too dear however likely they stand, and how likely they do takes long to find out.
            if trick < 0 || gain + trick * valuation.most_certain / CERTAIN > best.score {
                best.offer(gain + trick * others.stands(answer.combo) / CERTAIN, answer.selection);
            }
        }
        self.play(best.selection, &breaking)
    }

    /// What speaks for a pass, in hundredths of a turn. With `leaves_to_partner` the own side is winning the trick and that counts.
    fn score_of_pass(&self, to_beat: Combo, others: &Others<'_>, leaves_to_partner: bool, weakness: u32) -> i32 {
        let (on, weights) = (self.valuation.on, &self.valuation.weights);
        let win = weights.winning_at_all(others.closest_opponent());
        let trick = if leaves_to_partner {
            win * weights.partner_wins / CERTAIN * others.goes_on_standing(to_beat) / CERTAIN
        } else if on.has(Principle::Partner) && others.partner_pending {
            win * weights.partner_takes / CERTAIN
        } else {
            0
        };
        trick + weights.passing(weakness, leaves_to_partner.then_some(others.partner_left))
    }

    /// Lists the singles, pairs or triples out of loose cards and free wilds that beat one of their kind.
    fn list_equal(&self, to_beat: Combo, answers: &mut Candidates) {
        let costs = &self.valuation.playing;
        let (n, above) = (u32::from(to_beat.size), self.above(to_beat));
        let naturals = (self.at_least(n) & above).iter().filter(|&nibble| self.may_break(nibble, n));
        answers.extend(naturals.map(|nibble| self.equal(costs, nibble, n)));
        if self.grouping.free_wilds() == 0 {
            return;
        }
        if n == 1 {
            let beats = above.contains(self.tables.level_nibble());
            answers.extend(beats.then(|| self.free_wild(costs)));
        } else {
            let ranks = (self.at_least(n - 1) & above & Nibbles::RANKS).iter();
            answers.extend(ranks.map(|nibble| self.equal_with_wild(costs, nibble, n - 1)));
        }
    }

    /// Lists the full houses out of loose cards that beat one.
    fn list_full_houses(&self, to_beat: Combo, answers: &mut Candidates) {
        let triples = (self.at_least(3) & self.above(to_beat) & Nibbles::RANKS).iter();
        answers.extend(triples.filter_map(|triple| self.full_house(&self.valuation.playing, triple)));
    }

    /// Lists the bombs out of loose cards that beat `to_beat`.
    fn list_bombs(&self, to_beat: Combo, answers: &mut Candidates) {
        let costs = &self.valuation.playing;
        for nibble in (self.grouping.at_least(4) & Nibbles::RANKS).iter() {
            for count in 4..=self.grouping.loose.get(nibble).min(self.tables.max_bomb) {
                let bomb = self.equal(costs, nibble, count);
                if bomb.combo.beats(to_beat) {
                    answers.push(bomb);
                }
            }
        }
        answers.extend(self.joker_bomb(costs));
    }

    /// Lists the lowest answer and the weakest bomb where they break groups up, and returns these plays.
    fn list_breaking(&self, to_beat: Combo, answers: &mut Candidates) -> [Option<Play>; 2] {
        let mut plays = [None; 2];
        if !self.lists_lowest(to_beat) {
            plays[0] = first_answer(self.hand, self.tables, to_beat);
        }
        if !self.lists_weakest_bomb(to_beat) {
            plays[1] = weakest_bomb(self.hand, self.tables, to_beat);
        }
        for (number, play) in plays.iter().enumerate() {
            if let Some(play) = play.as_ref().filter(|play| !self.is_listed(play)) {
                let selection = Selection::Breaking(number);
                let change = self.change_without(play);
                answers.push(Candidate { combo: play.combo, change, counted: false, selection });
            }
        }
        plays
    }

    /// Whether a play is of equal loose cards: then it is listed as such.
    fn is_listed(&self, play: &Play) -> bool {
        let equal = matches!(play.combo.kind, Kind::Single | Kind::Pair | Kind::Triple | Kind::Bomb);
        let size = u32::from(play.combo.size);
        let loose = |nibble| self.grouping.loose.get(nibble) >= size;
        equal && play.cards.wilds() == 0 && play.cards.counts().at_least(1).first().is_some_and(loose)
    }

    /// Whether the lowest answer is sure to be listed: all answers are of equal loose cards.
    fn lists_lowest(&self, to_beat: Combo) -> bool {
        let n = u32::from(to_beat.size);
        n <= 3
            && self.hand.wilds() == 0
            && self.hand.at_least(n) & self.above(to_beat) == self.grouping.at_least(n) & self.above(to_beat)
    }

    /// Whether the weakest bomb is sure to be listed: any bomb beats, and of some ranks there are four or more cards, all loose.
    fn lists_weakest_bomb(&self, to_beat: Combo) -> bool {
        let fours = self.hand.at_least(4) & Nibbles::RANKS;
        !to_beat.kind.is_bomb()
            && self.hand.wilds() == 0
            && !fours.is_empty()
            && fours == self.grouping.at_least(4) & Nibbles::RANKS
    }

    /// What the hand costs more without `play`, grouped anew if need be.
    fn change_without(&self, play: &Play) -> i32 {
        let Decision { hand, tables, grouping, valuation, .. } = *self;
        grouping.change_without(play, tables, valuation).unwrap_or_else(|| {
            let mut rest = *hand;
            rest.remove(&play.cards);
            let after = Grouping::of(&rest, tables, valuation);
            after.cost(tables, &valuation.playing) - grouping.cost(tables, &valuation.playing)
        })
    }

    /// The ranks and jokers above the key of `to_beat`.
    fn above(&self, to_beat: Combo) -> Nibbles {
        self.tables.above(to_beat.key)
    }
}
