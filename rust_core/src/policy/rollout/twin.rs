//! The slow, obvious twin of what is concluded about hidden hands: every way to give out the unseen cards, one by one, is
//! played back to the cards as dealt, and kept if the tribute and the plays could have gone as they did.

use std::collections::HashMap;

use super::determinizer::{Determinizer, take_by_hands};
use super::evidence::Evidence;
use crate::card::{Card, Rank, Seat};
use crate::deal::{Background, Deal, Dealt, Gift, Log, Outcome, Tribute, TributeKind, View};
use crate::hand::{Hand, LevelHand, Nibble};
use crate::policy::{BombCount, Policy, Random};
use crate::rng::{Address, Purpose, Stream};
use crate::rules::{Rules, Tables, presets};

/// A deal on its way, with all that was public.
struct Position {
    rules: Rules,
    t: Tables,
    before: Outcome,
    tribute: Tribute,
    deal: Deal,
    log: Log,
}

/// Where nothing random is drawn.
const NO_ADDRESS: Address = Address::new(0, Purpose::Play, 0, 0);

impl Position {
    /// A deal of `block` after its tribute, played at random until `is_enough`; `None` when it ends before.
    fn new(rules: &Rules, block: u64, is_enough: impl Fn(&Deal) -> bool) -> Option<Position> {
        let t = Tables::new(rules, Rank::new((block % 13) as u8));
        let places =
            [[0, 2, 1, 3], [1, 0, 2, 3], [2, 3, 1, 0], [3, 1, 0, 2], [0, 1, 2, 3]][block as usize % 5].map(Seat::new);
        let tied = places[1] == places[0].partner() && rules.double_down_ends_deal;
        let before = Outcome { places, tied, ace_finish: false };
        let dealt = Dealt::new(11, block, 0);
        let mut stream = Address::new(11, Purpose::Tribute, block, 0).stream();
        let tribute =
            Tribute::new(rules, t.level, before, dealt.hands()).settle(|_, choice| stream.below(choice.len()));
        let mut deal = Deal::new_unchecked(rules, t.level, *tribute.hands(), tribute.leader());
        let (mut log, mut memories) = (Log::default(), [BombCount::default(); 4]);
        let address = Address::new(11, Purpose::Play, block, 0);
        while !is_enough(&deal) {
            let seat = deal.turn()?;
            let view = View::new(&deal, seat, &t, address, Some(&log));
            match Random.act(&view, &mut memories[seat.index()]) {
                Some(play) => {
                    deal.play_unchecked(&play);
                    log.push(seat, &play, &deal);
                }
                None => deal.pass_unchecked(),
            }
        }
        deal.turn().map(|_| Position { rules: *rules, t, before, tribute, deal, log })
    }

    fn view_of<'a>(&'a self, deal: &'a Deal, seat: Seat) -> View<'a> {
        View::new(deal, seat, &self.t, NO_ADDRESS, Some(&self.log))
            .with_background(Background::new(Some(&self.tribute), None))
    }

    fn watcher(&self) -> Seat {
        self.deal.turn().expect("the deal goes on")
    }

    fn hand(&self, seat: Seat) -> Hand {
        self.deal.hand(seat).to_hand(self.t.level)
    }

    /// The cards `seat` has been seen to get or show and not to give away or play since, one by one.
    fn seen_to_hold(&self, seat: Seat) -> Vec<Card> {
        let mut cards: Vec<Card> =
            self.tribute.void_holders().into_iter().filter(|&s| s == seat).map(|_| Card::BIG_JOKER).collect();
        let lose = |cards: &mut Vec<Card>, card| {
            if let Some(place) = cards.iter().position(|&held| held == card) {
                cards.swap_remove(place);
            }
        };
        let paid = self.tribute.payments().iter().filter(|gift| gift.to == seat).map(|gift| gift.card);
        cards.extend(paid);
        if self.rules.tribute_return_received {
            self.tribute.returns().iter().filter(|gift| gift.from == seat).for_each(|gift| lose(&mut cards, gift.card));
        }
        cards.extend(self.tribute.returns().iter().filter(|gift| gift.to == seat).map(|gift| gift.card));
        for logged in self.log.plays().iter().filter(|logged| logged.seat == seat) {
            logged.play.cards.to_hand(self.t.level).cards().for_each(|card| lose(&mut cards, card));
        }
        cards
    }

    /// Whether the deal could have come to these hands by this tribute and these plays.
    fn could_be(&self, hands: [Hand; 4]) -> bool {
        let played = |seat: Seat| self.log.plays().iter().filter(move |logged| logged.seat == seat);
        let at_first_lead = Seat::ALL.map(|seat| {
            let cards = played(seat).map(|logged| logged.play.cards.to_hand(self.t.level));
            cards.fold(hands[seat.index()], |hand, cards| hand.plus(cards).expect("two packs"))
        });
        let mut dealt = at_first_lead;
        for gift in self.tribute.returns().iter().chain(self.tribute.payments()) {
            let card = Hand::EMPTY.with(gift.card).unwrap();
            let (from, to) = (gift.from.index(), gift.to.index());
            if !dealt[to].contains(card) {
                return false;
            }
            dealt[to] = dealt[to].minus(card);
            dealt[from] = dealt[from].plus(card).expect("two packs");
        }
        self.tribute_could_go_so(&Tribute::new(&self.rules, self.t.level, self.before, dealt), at_first_lead)
    }

    /// Whether some choices make the tribute end as it did.
    fn tribute_could_go_so(&self, tribute: &Tribute, hands: [Hand; 4]) -> bool {
        let Some(choice) = tribute.pending() else {
            let shown = |tribute: &Tribute| {
                (tribute.kind(), tribute.void_holders(), tribute.payments().to_vec(), tribute.returns().to_vec())
            };
            return shown(tribute) == shown(&self.tribute) && *tribute.hands() == hands;
        };
        let moved = |card: Card| self.gifts().any(|gift| gift.card == card);
        (0..choice.len()).zip(choice.cards.cards()).filter(|&(_, card)| moved(card)).any(|(option, _)| {
            let mut next = *tribute;
            next.choose(option);
            self.tribute_could_go_so(&next, hands)
        })
    }

    fn gifts(&self) -> impl Iterator<Item = &Gift> {
        self.tribute.payments().iter().chain(self.tribute.returns())
    }

    /// Every possible lie of the cards with the number of ways it comes about, each unseen card being one of its own.
    fn exact(&self) -> HashMap<[Hand; 4], u32> {
        let others = [1, 2, 3].map(|n| self.watcher().plus(n));
        let mut hands = [Hand::EMPTY; 4];
        hands[self.watcher().index()] = self.hand(self.watcher());
        let mut unseen: Vec<Card> = others.iter().flat_map(|&seat| self.hand(seat).cards()).collect();
        for seat in others {
            for card in self.seen_to_hold(seat) {
                let place = unseen.iter().position(|&other| other == card).expect("it is still out");
                unseen.swap_remove(place);
                hands[seat.index()] = hands[seat.index()].with(card).unwrap();
            }
        }
        let mut found = HashMap::new();
        self.give_out(&unseen, others, hands, &mut found);
        found
    }

    /// The number of ways to give out the unseen cards if nothing were known of them.
    fn ways(&self) -> u32 {
        let factorial = |n: u32| (1..=n).product::<u32>();
        let left = [1, 2, 3].map(|n| self.hand(self.watcher().plus(n)).len());
        factorial(left.iter().sum()) / left.map(factorial).iter().product::<u32>()
    }

    fn give_out(&self, unseen: &[Card], others: [Seat; 3], hands: [Hand; 4], found: &mut HashMap<[Hand; 4], u32>) {
        let Some((&card, rest)) = unseen.split_first() else {
            if found.contains_key(&hands) || self.could_be(hands) {
                *found.entry(hands).or_default() += 1;
            }
            return;
        };
        for seat in others {
            if hands[seat.index()].len() < self.hand(seat).len() {
                let mut hands = hands;
                hands[seat.index()] = hands[seat.index()].with(card).expect("two packs");
                self.give_out(rest, others, hands, found);
            }
        }
    }
}

/// Every preset, and a rule set under which returns outside the limits are common.
pub(super) fn rule_sets() -> Vec<Rules> {
    let mut rules: Vec<Rules> = presets().map(|preset| Rules::preset(preset.name).unwrap()).collect();
    let highest = Some(Rank::new(1));
    rules.push(Rules {
        tribute_return_max: highest,
        tribute_return_level: false,
        tribute_return_received: false,
        ..rules[0]
    });
    rules
}

#[test]
fn sampled_hands_follow_the_exact_posterior_of_everything_seen() {
    let (mut positions, mut bound, mut kinds) = (0, 0, [0; 4]);
    for (number, rules) in rule_sets().iter().enumerate() {
        for block in 0..4000 {
            let hidden = |deal: &Deal| {
                let all: u32 = Seat::ALL.into_iter().map(|seat| deal.hand(seat).len()).sum();
                all - deal.turn().map_or(0, |seat| deal.hand(seat).len())
            };
            let Some(position) = Position::new(rules, block, |deal| hidden(deal) <= 9) else { continue };
            // Big jokers that were shown are seldom still held so late: they are looked for longer.
            let jokers_held =
                || [1, 2, 3].into_iter().any(|n| !position.seen_to_hold(position.watcher().plus(n)).is_empty());
            if block >= 100 && !(position.tribute.kind() == TributeKind::Void && jokers_held()) {
                continue;
            }
            let exact = position.exact();
            // Positions where the tribute says something, and a few where it does not.
            let says = exact.values().sum::<u32>() < position.ways();
            if exact.len() < 2 || (!says && block % 8 != 0) {
                continue;
            }
            positions += 1;
            bound += u32::from(says);
            kinds[position.tribute.kind() as usize] += u32::from(says);
            let view = position.view_of(&position.deal, position.watcher());
            let exact = exact.into_iter().map(|(hands, ways)| (hands, f64::from(ways))).collect();
            let determinizer = Determinizer::of(&view);
            check(&exact, number as u64 * 10_000 + block, |stream| determinizer.hands(stream));
        }
    }
    assert!(positions > 60 && bound > 40, "{positions} positions, {bound} where the tribute says something");
    let [none, single, double, void] = kinds;
    assert!(none == 0 && single > 5 && double > 5 && void > 2, "{kinds:?} of {:?}", TributeKind::NAMES);
}

/// Compares samples with the exact posterior, given by the weights of hands, by chi-square.
pub(super) fn check<const N: usize>(
    exact: &HashMap<[Hand; N], f64>,
    number: u64,
    mut draw: impl FnMut(&mut Stream) -> [Hand; N],
) {
    let mut stream = Address::new(5, Purpose::Determinize, number, 0).stream();
    let samples = 60 * exact.len() as u32;
    let mut drawn: HashMap<[Hand; N], u32> = HashMap::new();
    for _ in 0..samples {
        *drawn.entry(draw(&mut stream)).or_default() += 1;
    }
    let total: f64 = exact.values().sum();
    // Hands that are expected less than five times are counted together.
    let (mut chi, mut cells, mut rare) = (0.0, 0, (0.0, 0.0));
    let mut add = |expected: f64, found: f64| {
        chi += (found - expected).powi(2) / expected;
        cells += 1;
    };
    for (hands, &weight) in exact {
        let expected = f64::from(samples) * weight / total;
        let found = f64::from(drawn.remove(hands).unwrap_or(0));
        if expected < 5.0 {
            rare = (rare.0 + expected, rare.1 + found);
        } else {
            add(expected, found);
        }
    }
    if rare.0 > 0.0 {
        add(rare.0.max(1.0), rare.1);
    }
    assert!(drawn.is_empty(), "position {number}: hands that cannot be: {drawn:?}");
    // Six standard deviations above the mean of chi-square: once in millions of positions.
    let freedom = f64::from(cells - 1);
    assert!(chi < freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0, "position {number}: {chi} for {freedom}");
}

#[test]
fn hands_are_believed_in_as_the_evidence_says() {
    let (mut positions, mut moved) = (0, 0);
    for (number, rules) in rule_sets().iter().enumerate() {
        for block in 0..20 {
            let left = |deal: &Deal| Seat::ALL.into_iter().map(|seat| deal.hand(seat).len()).sum::<u32>();
            let own = |deal: &Deal| deal.turn().map_or(0, |seat| deal.hand(seat).len());
            let Some(position) = Position::new(rules, block, |deal| left(deal) - own(deal) <= 7) else { continue };
            let ways = position.exact();
            if ways.len() < 2 {
                continue;
            }
            let view = position.view_of(&position.deal, position.watcher());
            let evidence = Evidence::of(&view);
            let hidden = |hands: &[Hand; 4]| [1, 2, 3].map(|n| hands[position.watcher().plus(n).index()]);
            let weight = |hands: &[Hand; 4]| {
                let held = hidden(hands).map(|hand| LevelHand::new(hand, position.t.level));
                let of_seat = |seat: usize| -> f64 {
                    Nibble::all().map(|nibble| evidence.log_weight(seat, nibble, held[seat].count(nibble))).sum()
                };
                (of_seat(0) + of_seat(1) + of_seat(2)).exp()
            };
            let believed: HashMap<[Hand; 4], f64> =
                ways.iter().map(|(hands, &ways)| (*hands, f64::from(ways) * weight(hands))).collect();
            let (total, total_ways) = (believed.values().sum::<f64>(), f64::from(ways.values().sum::<u32>()));
            let distance = |hands| (believed[hands] / total - f64::from(ways[hands]) / total_ways).abs();
            positions += 1;
            moved += u32::from(ways.keys().map(distance).sum::<f64>() > 0.2);
            let (number, determinizer) = (number as u64 * 10_000 + block, Determinizer::drawing(&view, 1));
            check(&believed, number, |stream| determinizer.hands(stream));
            let mut deals: Vec<[Hand; 3]> = ways.keys().map(hidden).collect();
            // Tables of hashes list them in another order in each run.
            deals.sort_unstable_by_key(|hands| hands.map(|hand| (hand.one(), hand.two())));
            deals.truncate(8);
            let by_hands = deals.iter().map(|hands| (*hands, evidence.log_weight_of_hands(hands).exp())).collect();
            check(&by_hands, number, |stream| take_by_hands(&deals, &evidence, stream));
        }
    }
    assert!(positions > 60 && moved > 30, "{positions} positions, in {moved} the evidence says much");
}

#[test]
fn a_resampled_deal_gives_the_same_view() {
    let mut moved = 0;
    for (number, rules) in rule_sets().iter().enumerate() {
        for block in 0..40 {
            let Some(position) = Position::new(rules, block, |deal| deal.actions() >= 5 * (block as u32 % 20)) else {
                continue;
            };
            let seat = position.watcher();
            let view = position.view_of(&position.deal, seat);
            let determinizer = Determinizer::of(&view);
            let mut stream = Address::new(number as u64, Purpose::Determinize, block, 0).stream();
            for _ in 0..10 {
                let sampled = view.determinized(determinizer.hands(&mut stream));
                moved += u32::from(sampled != position.deal);
                let again = position.view_of(&sampled, seat);
                assert_eq!(seen(&again), seen(&view), "rules {number}, block {block}");
            }
        }
    }
    assert!(moved > 1000, "only {moved} lie otherwise than the deal itself");
}

/// Everything a view shows, as text.
fn seen(view: &View<'_>) -> String {
    let by_seat =
        Seat::ALL.map(|seat| (view.cards_left(seat), view.is_pending(seat), view.is_in(seat), view.shown(seat)));
    format!(
        "{:?}",
        (
            (view.seat(), view.hand(), view.level(), view.turn(), view.table(), view.last_player(), view.heir()),
            (by_seat, view.unseen(), view.unseen_counts(), view.places(), view.decision()),
            (view.plays(), view.payments(), view.returns(), view.random(0)),
        )
    )
}

#[test]
fn the_deal_itself_is_never_ruled_out() {
    for (number, rules) in rule_sets().iter().enumerate() {
        for block in 0..150 {
            let Some(position) = Position::new(rules, block, |deal| deal.actions() >= block as u32 % 60) else {
                continue;
            };
            for seat in Seat::ALL {
                let shown = position.tribute.shown(seat);
                let hand = position.tribute.hands()[seat.index()];
                assert!(hand.contains(shown.held), "rules {number}, block {block}");
                assert_eq!(hand.minus(shown.held).one() & shown.lacks, 0, "rules {number}, block {block}");
            }
            assert!(position.could_be(Seat::ALL.map(|seat| position.hand(seat))), "the twin knows it too");
        }
    }
}
