//! Choices of tribute: each card is tried in sampled deals, whose tribute and play go on by the policy.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::aim::Aim;
use super::finishes::Finish;
use super::knowledge::Knowledge;
use super::sampler::Sampler;
use super::search::{Decision, Search};
use crate::combo::{Play, Windows};
use crate::deal::{Background, ChoiceView, Log, Phase, Tribute};
use crate::hand::{Hand, LevelHand};
use crate::policy::{DealSetup, Policy, Strategy, play_out};
use crate::rng::{Address, Purpose, Stream};

/// The most draws of hands for one sample. A draw in which the payers hold both big jokers makes the tribute void and is
/// repeated; that is less than a quarter of all draws.
const MOST_DRAWN: u32 = 1000;

/// The decision of a seat that pays, returns or picks a card. Its actions are the numbers of the cards in the choice.
pub struct TributeChoice<'a> {
    view: ChoiceView<'a>,
    policy: &'a Strategy,
    sampler: Sampler,
    seed: u64,
}

impl<'a> Search<TributeChoice<'a>> {
    /// A search for the seat that has the choice of `view`, among all its cards in the order of the choice.
    ///
    /// `policy` makes the other choices and plays the sampled deals to their end. `seed` makes the samples. `aim` says by what
    /// cards are compared. `None` where it is not known how the tribute goes on, or what was told of it contradicts itself.
    pub fn of_tribute(
        view: ChoiceView<'a>,
        policy: &'a Strategy,
        seed: u64,
        aim: Aim,
    ) -> Option<Search<TributeChoice<'a>>> {
        let sampler = Sampler::new(&Knowledge::in_tribute(&view)).filter(|_| view.is_known_to_go_on())?;
        let options = (0..view.choice().len() as usize).collect();
        let payoffs = aim.payoffs_to(view.choice().seat, view.tables(), view.stakes());
        Some(Search::of(TributeChoice { view, policy, sampler, seed }, options, payoffs))
    }
}

/// The cards of a choice of tribute that are worth trying, by their numbers in the choice: that of number `usual` first, if one
/// is given. Of cards to give of the same rank that leave the same straight flushes the first stands for all.
pub fn distinct_cards(view: &ChoiceView<'_>, usual: Option<usize>) -> Vec<usize> {
    let (hand, level) = (view.hand(), view.tables().level);
    let cards: Vec<Play> = view.choice().plays(view.tables()).collect();
    let meaning = |option: usize| {
        let card = cards[option].cards;
        let rest = LevelHand::new(hand.minus(card.to_hand(level)), level);
        (card.counts(), Windows::of_flushes(&rest, rest.wilds()))
    };
    let mut seen = FxHashSet::default();
    let others = (0..cards.len()).filter(|&option| Some(option) != usual);
    usual
        .into_iter()
        .chain(others)
        .filter(|&option| view.choice().phase == Phase::Pick || seen.insert(meaning(option)))
        .collect()
}

impl TributeChoice<'_> {
    /// Four hands, those of the other seats drawn from all that fit what they have shown.
    fn draw(&self, stream: &mut Stream) -> [Hand; 4] {
        let mut hands = [self.view.hand(); 4];
        for (n, hand) in self.sampler.sample(stream).into_iter().enumerate() {
            hands[self.view.choice().seat.plus(n as u8 + 1).index()] = hand;
        }
        hands
    }

    /// The tribute with hands that the seat may take the others to hold, and these hands.
    fn imagine(&self, stream: &mut Stream) -> (Tribute, [Hand; 4]) {
        let fitting = (0..MOST_DRAWN).find_map(|_| {
            let hands = self.draw(stream);
            self.view.determinized(hands).map(|tribute| (tribute, hands))
        });
        fitting.expect("most hands do not make the tribute void")
    }

    /// How a deal finishes when the seat takes the option of this number and the policy does all else.
    fn finish(&self, tribute: Tribute, option: usize, address: Address, log: &mut Option<Log>) -> Finish {
        let (choice, tables) = (self.view.choice(), self.view.tables());
        let settled = tribute.settle(|tribute, pending| {
            if (pending.seat, pending.phase) == (choice.seat, choice.phase) {
                return option as u32;
            }
            self.policy.choose(&ChoiceView::new(tribute, pending, tables, address).with_stakes(self.view.stakes()))
        });
        let mut deal = settled.deal();
        let background = Background::new(Some(&settled), self.view.stakes());
        let setup = DealSetup { tables, address, strategies: [self.policy; 4], background };
        if let Some(log) = log {
            *log = Log::default();
        }
        play_out(&mut deal, &setup, log.as_mut(), &mut ());
        Finish::of(deal.outcome().expect("played to its end"))
    }
}

impl Decision for TributeChoice<'_> {
    type Action = usize;

    fn play_of(&self, option: usize) -> Option<Play> {
        self.view.choice().plays(self.view.tables()).nth(option)
    }

    fn play_samples(&self, numbers: Range<u64>, options: &[usize], mut finished: impl FnMut(usize, Finish)) {
        let mut log = self.policy.looks_back().then(Log::default);
        for sample in numbers {
            let address = |purpose| Address::new(self.seed, purpose, sample, 0);
            let (tribute, _) = self.imagine(&mut address(Purpose::Determinize).stream());
            for (candidate, &option) in options.iter().enumerate() {
                finished(candidate, self.finish(tribute, option, address(Purpose::Playout), &mut log));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::twin::{check, rule_sets};
    use super::*;
    use crate::card::{Card, Rank, Seat};
    use crate::deal::{Choice, Dealt, Gift, Outcome};
    use crate::rules::{Rules, Tables};

    const NO_ADDRESS: Address = Address::new(0, Purpose::Tribute, 0, 0);

    /// A tribute of three cards each, most of them high.
    fn small(rules: &Rules, level: Rank, outcome: Outcome, stream: &mut Stream) -> Tribute {
        let ranks = [level, Rank::new(12), Rank::new(11), Rank::new(3), Rank::new(8)];
        let mut cards: Vec<Card> = Card::all()
            .filter(|card| card.rank().is_none_or(|rank| ranks.contains(&rank)))
            .flat_map(|card| [card; 2])
            .collect();
        let hands = [(); 4].map(|()| {
            (0..3).fold(Hand::EMPTY, |hand, _| {
                let card = cards.swap_remove(stream.below(cards.len() as u32) as usize);
                hand.with(card).unwrap()
            })
        });
        Tribute::new(rules, level, outcome, hands)
    }

    /// What everyone sees while a choice is pending: whose it is, the payments, and for a pick who laid down which card.
    fn seen(tribute: &Tribute, choice: &Choice) -> (Choice, Vec<Gift>, Vec<Gift>) {
        let mut next = *tribute;
        if choice.phase == Phase::Pick {
            next.choose(0);
        }
        (*choice, next.payments().to_vec(), next.returns().to_vec())
    }

    /// Whether some choices lead from `from` to where everyone sees what is seen of `tribute`.
    fn leads_to(from: &Tribute, tribute: &Tribute) -> bool {
        let (Some(choice), Some(sought)) = (from.pending(), tribute.pending()) else { return false };
        if seen(from, choice) == seen(tribute, sought) {
            return true;
        }
        (0..choice.len()).any(|option| {
            let mut next = *from;
            next.choose(option);
            leads_to(&next, tribute)
        })
    }

    /// Every way to hold the cards that the seat which chooses does not see, if the tribute could have come so far with it.
    fn exact(rules: &Rules, tribute: &Tribute) -> HashMap<[Hand; 4], f64> {
        let seat = tribute.pending().unwrap().seat;
        let others = [1, 2, 3].map(|n| seat.plus(n));
        let mut unseen: Vec<Card> = others.iter().flat_map(|&other| tribute.hands()[other.index()].cards()).collect();
        let mut hands = [Hand::EMPTY; 4];
        hands[seat.index()] = tribute.hands()[seat.index()];
        for other in others {
            for card in seen_to_hold(rules, tribute, other) {
                unseen.swap_remove(unseen.iter().position(|&held| held == card).unwrap());
                hands[other.index()] = hands[other.index()].with(card).unwrap();
            }
        }
        let mut found = HashMap::new();
        give_out(&unseen, others, hands, tribute, &mut |hands| {
            let mut dealt = hands;
            for gift in tribute.payments() {
                let card = Hand::EMPTY.with(gift.card).unwrap();
                let (from, to) = (gift.from.index(), gift.to.index());
                if !dealt[to].contains(card) {
                    return;
                }
                dealt[to] = dealt[to].minus(card);
                dealt[from] = dealt[from].plus(card).unwrap();
            }
            if leads_to(&Tribute::new(rules, tribute.level(), *tribute.outcome(), dealt), tribute) {
                *found.entry(hands).or_default() += 1.0;
            }
        });
        found
    }

    /// The very cards that `seat` has been seen to get or to lay down, one by one.
    fn seen_to_hold(rules: &Rules, tribute: &Tribute, seat: Seat) -> Vec<Card> {
        let got = tribute.payments().iter().filter(|gift| gift.to == seat).map(|gift| gift.card);
        let mut cards: Vec<Card> = got.collect();
        let choice = tribute.pending().unwrap();
        if choice.phase == Phase::Pick {
            // One card or the other is picked: whose it is shows in what is handed over then.
            let mut next = *tribute;
            next.choose(0);
            let is_return = !tribute.payments().is_empty();
            let gifts = if is_return { next.returns() } else { next.payments() };
            for gift in gifts.iter().filter(|gift| gift.from == seat) {
                // What is returned may be what was received.
                if !(is_return && rules.tribute_return_received && cards.contains(&gift.card)) {
                    cards.push(gift.card);
                }
            }
        }
        cards
    }

    fn give_out(
        unseen: &[Card],
        others: [Seat; 3],
        hands: [Hand; 4],
        tribute: &Tribute,
        visit: &mut impl FnMut([Hand; 4]),
    ) {
        let Some((&card, rest)) = unseen.split_first() else { return visit(hands) };
        for seat in others {
            if hands[seat.index()].len() < tribute.hands()[seat.index()].len() {
                let mut hands = hands;
                hands[seat.index()] = hands[seat.index()].with(card).unwrap();
                give_out(rest, others, hands, tribute, visit);
            }
        }
    }

    #[test]
    fn threads_change_no_estimate() {
        let rules = Rules::preset("institute").unwrap();
        let t = Tables::new(&rules, Rank::TWO);
        let outcome = Outcome { places: [0, 2, 1, 3].map(Seat::new), tied: false, ace_finish: false };
        let policy = "tempo".parse().unwrap();
        for block in 0..8 {
            let tribute = Tribute::new(&rules, t.level, outcome, Dealt::new(2, block, 0).hands());
            let Some(choice) = tribute.pending() else { continue };
            let view = ChoiceView::new(&tribute, choice, &t, NO_ADDRESS);
            let estimates = [1, 3].map(|threads| {
                let mut search = Search::of_tribute(view, &policy, 7, Aim::First).unwrap();
                let all: Vec<usize> = (0..search.estimates().len()).collect();
                search.sample(7, &all, threads);
                search.estimates().to_vec()
            });
            assert_eq!(estimates[0], estimates[1]);
            assert!(estimates[0].iter().all(|estimate| estimate.finishes.count() == 7));
        }
    }

    #[test]
    fn hands_are_drawn_from_all_with_which_the_tribute_could_have_come_so_far() {
        let policy = "random".parse().unwrap();
        let mut counts = HashMap::new();
        for (number, rules) in rule_sets().iter().enumerate() {
            for block in 0..60 {
                let t = Tables::new(rules, Rank::new((block % 13) as u8));
                let mut stream = Address::new(17, Purpose::Tribute, block, number as u64).stream();
                let places =
                    [[0, 1, 2, 3], [0, 2, 1, 3], [3, 1, 0, 2], [1, 3, 2, 0]][block as usize % 4].map(Seat::new);
                let tied = places[1] == places[0].partner() && rules.double_down_ends_deal;
                let outcome = Outcome { places, tied, ace_finish: false };
                let mut tribute = small(rules, t.level, outcome, &mut stream);
                while let Some(choice) = tribute.pending().copied() {
                    let view = ChoiceView::new(&tribute, &choice, &t, NO_ADDRESS);
                    let search = Search::of_tribute(view, &policy, 7, Aim::Levels);
                    let search = search.expect("the rules made the choice pending");
                    *counts.entry(choice.phase).or_insert(0) += 1;
                    check(&exact(rules, &tribute), number as u64 * 1000 + block, |stream| {
                        search.decision.imagine(stream).1
                    });
                    tribute.choose(stream.below(choice.len()));
                }
            }
        }
        assert!([Phase::Pay, Phase::Return, Phase::Pick].iter().all(|phase| counts[phase] > 10), "{counts:?}");
    }
}
