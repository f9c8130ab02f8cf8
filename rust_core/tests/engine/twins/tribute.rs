//! A second, slow reading of docs/RULES.md R6 with lists of cards, compared with the engine on random deals under
//! random rules and choices: the same questions in the same order, the same cards handed over, the same leader.

use crate::common::tributes::strength;
use crate::common::{Dice, common_rules};
use guandan_core::card::{Card, Rank, Seat, Suit};
use guandan_core::deal::{Dealt, Outcome, Phase, Tribute, TributeKind};
use guandan_core::hand::Hand;
use guandan_core::rules::{AntiTribute, Rules, TributeDouble, TributeLead, TributeTie};

/// A question as the slow reading asks it: who, for what, out of which cards.
type Question = (usize, Phase, Vec<Card>);
/// From, to, card.
type Given = (usize, usize, Card);

struct Slow<'a> {
    rules: &'a Rules,
    level: Rank,
    places: [usize; 4],
    tied: bool,
    hands: Vec<Vec<Card>>,
    /// Answers questions by number of option.
    answer: &'a mut dyn FnMut(Question) -> usize,
}

#[derive(Debug, PartialEq)]
struct Result {
    pays: Vec<Given>,
    returns: Vec<Given>,
    leader: usize,
    void: bool,
}

impl Slow<'_> {
    fn ask(&mut self, seat: usize, phase: Phase, mut options: Vec<Card>) -> usize {
        options.sort();
        if options.len() == 1 { 0 } else { (self.answer)((seat, phase, options)) }
    }

    /// Asks for one card out of several faces.
    fn ask_face(&mut self, seat: usize, phase: Phase, mut faces: Vec<Card>) -> Card {
        faces.sort();
        faces.dedup();
        faces[self.ask(seat, phase, faces.clone())]
    }

    /// Asks which of two cards that two seats laid down is picked: 0 or 1.
    fn ask_giver(&mut self, picker: usize, laid: [(usize, Card); 2]) -> usize {
        let answer = self.ask(picker, Phase::Pick, laid.map(|(_, card)| card).to_vec());
        let mut order = [0, 1];
        order.sort_by_key(|&which| (laid[which].1, laid[which].0));
        order[answer]
    }

    fn highest(&self, seat: usize) -> Vec<Card> {
        let wild = Card::new(self.level, Suit::Hearts);
        let mut cards: Vec<Card> = self.hands[seat].iter().copied().filter(|&card| card != wild).collect();
        let best = cards.iter().map(|&card| strength(card, self.level)).max().unwrap();
        cards.retain(|&card| strength(card, self.level) == best);
        let has_level_card = cards.iter().any(|card| card.rank() == Some(self.level));
        if self.rules.tribute_wild && has_level_card {
            cards.extend(self.hands[seat].iter().filter(|&&card| card == wild));
        }
        cards
    }

    fn may_return(&self, seat: usize, received: Card) -> Vec<Card> {
        let mut held = self.hands[seat].clone();
        if !self.rules.tribute_return_received {
            held.remove(held.iter().position(|&card| card == received).unwrap());
        }
        let within = |card: &Card| {
            let low_enough = match (self.rules.tribute_return_max, card.rank()) {
                (None, _) => true,
                (Some(highest), Some(rank)) => rank <= highest,
                (Some(_), None) => false,
            };
            low_enough && (self.rules.tribute_return_level || card.rank() != Some(self.level))
        };
        let allowed: Vec<Card> = held.iter().copied().filter(within).collect();
        if !allowed.is_empty() {
            return allowed;
        }
        let lowest = held.iter().map(|&card| strength(card, self.level)).min().unwrap();
        held.into_iter().filter(|&card| strength(card, self.level) == lowest).collect()
    }

    fn hand_over(&mut self, (from, to, card): Given) {
        let at = self.hands[from].iter().position(|&held| held == card).unwrap();
        self.hands[from].remove(at);
        self.hands[to].push(card);
    }

    fn run(&mut self) -> Result {
        let [first, second, third, last] = self.places;
        let nothing = |void| Result { pays: vec![], returns: vec![], leader: first, void };
        if !self.rules.tribute {
            return nothing(false);
        }
        let double = first % 2 == second % 2;
        let payers = if double { vec![third, last] } else { vec![last] };
        let big = |seat: &usize| self.hands[*seat].iter().filter(|&&card| card == Card::BIG_JOKER).count();
        if self.rules.anti_tribute == AntiTribute::TwoBigJokers && payers.iter().map(big).sum::<usize>() == 2 {
            return nothing(true);
        }
        let mut laid: Vec<(usize, Card)> = Vec::new();
        for &payer in &payers {
            let options = self.highest(payer);
            laid.push((payer, self.ask_face(payer, Phase::Pay, options)));
        }
        let mut pays: Vec<Given> = Vec::new();
        let mut equal = false;
        if double {
            let value = |at: usize| strength(laid[at].1, self.level);
            equal = value(0) == value(1);
            let to_first = if self.rules.tribute_double == TributeDouble::Clockwise {
                usize::from(laid[1].0 == (first + 1) % 4)
            } else if value(0) > value(1) {
                0
            } else if value(1) > value(0) {
                1
            } else if self.rules.tribute_tie == TributeTie::WinnerChooses {
                self.ask_giver(first, [laid[0], laid[1]])
            } else if self.rules.tribute_tie == TributeTie::LastToFirst && !self.tied {
                1
            } else {
                // Clockwise, to the seat that plays before the payer.
                usize::from((laid[0].0 + 3) % 4 != first)
            };
            pays.push((laid[to_first].0, first, laid[to_first].1));
            pays.push((laid[1 - to_first].0, second, laid[1 - to_first].1));
        } else {
            pays.push((last, first, laid[0].1));
        }
        for &pay in &pays {
            self.hand_over(pay);
        }
        let mut returns: Vec<Given> = Vec::new();
        for &(payer, receiver, card) in &pays {
            let options = self.may_return(receiver, card);
            returns.push((receiver, payer, self.ask_face(receiver, Phase::Return, options)));
        }
        let pairs_by_card = self.rules.tribute_double == TributeDouble::HigherToFirst;
        if equal && pairs_by_card && self.rules.tribute_tie == TributeTie::WinnerChooses {
            let picker = pays[0].0;
            let laid = [(returns[0].0, returns[0].2), (returns[1].0, returns[1].2)];
            if self.ask_giver(picker, laid) == 1 {
                returns[0].1 = pays[1].0;
                returns[1].1 = picker;
            }
        }
        for &given in &returns {
            self.hand_over(given);
        }
        let leader = match self.rules.tribute_lead {
            TributeLead::First => first,
            TributeLead::Last if !self.tied => last,
            TributeLead::PartnerOfPayer if !double => (pays[0].0 + 2) % 4,
            TributeLead::PayerOfHigher if double => {
                let worth = |&&(from, card): &&(usize, Card)| (strength(card, self.level), from == last);
                laid.iter().max_by_key(worth).unwrap().0
            }
            _ => pays[0].0,
        };
        Result { pays, returns, leader, void: false }
    }
}

const LEADS: [TributeLead; 5] = [
    TributeLead::PayerToFirst,
    TributeLead::Last,
    TributeLead::First,
    TributeLead::PartnerOfPayer,
    TributeLead::PayerOfHigher,
];

fn random_rules(dice: &mut Dice) -> Rules {
    let tribute_return_max = if dice.coin() { None } else { Some(dice.level()) };
    Rules {
        tribute: dice.below(10) > 0,
        anti_tribute: if dice.below(3) > 0 { AntiTribute::TwoBigJokers } else { AntiTribute::None },
        tribute_return_max,
        tribute_return_level: tribute_return_max.is_none() && dice.coin(),
        tribute_return_received: dice.coin(),
        tribute_tie: [TributeTie::Clockwise, TributeTie::WinnerChooses, TributeTie::LastToFirst][dice.below(3)],
        tribute_lead: LEADS[dice.below(LEADS.len())],
        tribute_wild: dice.coin(),
        tribute_double: if dice.below(3) > 0 { TributeDouble::HigherToFirst } else { TributeDouble::Clockwise },
        ..common_rules()
    }
}

/// A deal in which equal tributes, void tributes and hands of high cards only are frequent.
fn random_hands(dice: &mut Dice, block: u64) -> [Hand; 4] {
    if dice.coin() {
        return Dealt::new(3, block, 0).hands();
    }
    let mut high: Vec<Card> =
        Hand::FULL.cards().filter(|card| card.rank().is_none_or(|rank| rank > Rank::TEN)).collect();
    let mut low: Vec<Card> =
        Hand::FULL.cards().filter(|card| card.rank().is_some_and(|rank| rank <= Rank::TEN)).collect();
    let rich = dice.below(4);
    let mut hands = [Hand::EMPTY; 4];
    for (seat, hand) in hands.iter_mut().enumerate() {
        while hand.len() < 27 {
            let pool = if (seat == rich || low.is_empty()) && !high.is_empty() { &mut high } else { &mut low };
            let card = pool.swap_remove(dice.below(pool.len()));
            *hand = hand.with(card).unwrap();
        }
    }
    // A few cards change places, so that the poor get something to pay.
    for _ in 0..dice.below(6) {
        let (a, b) = (dice.below(4), dice.below(4));
        let nth = |hand: Hand, at: usize| Hand::from_cards(hand.cards().nth(at)).unwrap();
        let (from_a, from_b) = (nth(hands[a], dice.below(27)), nth(hands[b], dice.below(27)));
        if a != b {
            hands[a] = hands[a].minus(from_a).plus(from_b).unwrap();
            hands[b] = hands[b].minus(from_b).plus(from_a).unwrap();
        }
    }
    hands
}

#[test]
fn the_engine_asks_and_hands_over_what_the_slow_reading_does() {
    let mut dice = Dice::new(6);
    let (mut void, mut picks, mut pays, mut fallbacks) = (0, 0, 0, 0);
    for block in 0..60_000 {
        let (rules, level) = (random_rules(&mut dice), dice.level());
        let hands = random_hands(&mut dice, block);
        let mut seats = vec![0, 1, 2, 3];
        let mut places: [usize; 4] = std::array::from_fn(|_| seats.remove(dice.below(seats.len())));
        let double = places[0] % 2 == places[1] % 2;
        let tied = double && dice.coin();
        if tied {
            places[2..].sort_unstable();
        }
        let outcome = Outcome { places: places.map(|seat| Seat::new(seat as u8)), tied, ace_finish: false };

        let mut asked: Vec<(Question, usize)> = Vec::new();
        let fast = Tribute::new(&rules, level, outcome, hands).settle(|_, choice| {
            let options: Vec<Card> = choice.cards.cards().collect();
            let option = dice.below(options.len());
            asked.push(((choice.seat.index(), choice.phase, options), option));
            option as u32
        });

        let mut questions = asked.iter();
        let mut answer = |question: Question| {
            let (expected, option) = questions.next().expect("the engine asked fewer questions");
            assert_eq!(expected, &question, "{rules:?} level {level} {outcome:?} {hands:?}");
            *option
        };
        let cards = hands.map(|hand| hand.cards().collect()).to_vec();
        let mut slow = Slow { rules: &rules, level, places, tied, hands: cards, answer: &mut answer };
        let result = slow.run();
        let after = slow.hands;
        assert!(questions.next().is_none(), "the engine asked more questions");

        let given = |gifts: &[guandan_core::deal::Gift]| -> Vec<Given> {
            gifts.iter().map(|gift| (gift.from.index(), gift.to.index(), gift.card)).collect()
        };
        let found = Result {
            pays: given(fast.payments()),
            returns: given(fast.returns()),
            leader: fast.leader().index(),
            void: fast.kind() == TributeKind::Void,
        };
        assert_eq!(found, result, "{rules:?} level {level} {outcome:?} {hands:?}");
        for (hand, cards) in fast.hands().iter().zip(after) {
            assert_eq!(*hand, Hand::from_cards(cards).unwrap());
        }
        // T19: 27 cards each, and together the 108 there were.
        assert!(fast.hands().iter().all(|hand| hand.len() == 27));
        let all = fast.hands().iter().try_fold(Hand::EMPTY, |sum, &hand| sum.plus(hand));
        assert_eq!(all, Some(Hand::FULL));

        void += usize::from(found.void);
        picks += asked.iter().filter(|((_, phase, _), _)| *phase == Phase::Pick).count();
        pays += asked.iter().filter(|((_, phase, _), _)| *phase == Phase::Pay).count();
        let above = |card: Card| rules.tribute_return_max.is_some_and(|max| card.rank().is_none_or(|rank| rank > max));
        fallbacks += found.returns.iter().filter(|&&(_, _, card)| above(card)).count();
    }
    assert!(void > 1_000 && picks > 1_000 && pays > 10_000 && fallbacks > 500, "{void} {picks} {pays} {fallbacks}");
}
