//! What the tests of combinations share: rule sets, random hands in which rare shapes are common, and the engine's
//! answers in the oracle's terms.
#![allow(dead_code)] // each test file uses its own part

pub(crate) mod engine;
pub(crate) mod exhaustive;
pub(crate) mod judged;
pub(crate) mod matches;
pub(crate) mod played;
pub(crate) mod referees;
pub(crate) mod tributes;

use std::collections::HashSet;
use std::hash::Hash;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use guandan_core::card::{Card, Rank, Suit};
use guandan_core::hand::Hand;
use guandan_core::oracle::OraclePlay;
use guandan_core::rules::{Rules, SequenceOrder};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Rules for tests that set the fields they are about themselves.
pub(crate) fn common_rules() -> Rules {
    Rules::preset("institute").unwrap()
}

/// Reproducible choices.
pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    pub(crate) fn level(&mut self) -> Rank {
        Rank::new(self.below(13) as u8)
    }

    /// Rules with any value of the four fields that shape combinations.
    pub(crate) fn combination_rules(&mut self) -> Rules {
        Rules {
            max_bomb: 4 + self.below(7) as u8,
            joker_pair_in_full_house: self.coin(),
            plain_straight_from_flush: self.coin(),
            sequence_order: if self.coin() { SequenceOrder::Natural } else { SequenceOrder::Level },
            ..common_rules()
        }
    }

    /// Draws `cards` of the two packs' cards that `wanted` lets pass, without putting back.
    fn draw(&mut self, hand: Hand, cards: usize, wanted: impl Fn(Card) -> bool) -> Hand {
        let mut pool: Vec<Card> = Hand::FULL.minus(hand).cards().filter(|&card| wanted(card)).collect();
        let mut hand = hand;
        for _ in 0..cards.min(pool.len()) {
            hand = hand.with(pool.swap_remove(self.below(pool.len()))).unwrap();
        }
        hand
    }

    /// `size` cards with `wilds` wilds, drawn so that bombs, runs, flushes and joker bombs are frequent: mostly from a
    /// few ranks, a few neighbouring ranks, one suit or the jokers, the rest from anywhere.
    pub(crate) fn structured_hand(&mut self, size: usize, wilds: usize, level: Rank) -> Hand {
        let wild = Card::new(level, Suit::Hearts);
        let mut hand = Hand::EMPTY;
        for _ in 0..wilds.min(size) {
            hand = hand.with(wild).unwrap();
        }
        let strays = self.below(3);
        let within = (size - hand.len() as usize).saturating_sub(strays);
        let (low, width, suit) = (self.below(13), 1 + self.below(6), Suit::ALL[self.below(4)]);
        let in_window = |card: Card| card.rank().is_some_and(|rank| (rank.index() + 13 - low) % 13 < width);
        let few: Vec<Rank> = (0..=self.below(2)).map(|_| self.level()).collect();
        let natural = |card: Card| card != wild;
        hand = match self.below(6) {
            0 => self.draw(hand, within, |card| natural(card) && card.rank().is_some_and(|rank| few.contains(&rank))),
            1 => self.draw(hand, within, |card| natural(card) && card.suit() == Some(suit)),
            2 => self.draw(hand, within, |card| natural(card) && card.suit() == Some(suit) && in_window(card)),
            3 => {
                let jokers = self.draw(hand, within.min(4), Card::is_joker);
                self.draw(jokers, within - within.min(4), |card| natural(card) && in_window(card))
            }
            _ => self.draw(hand, within, |card| natural(card) && in_window(card)),
        };
        let missing = size - hand.len() as usize;
        self.draw(hand, missing, natural)
    }

    /// Four hands of these sizes out of the two packs.
    pub(crate) fn hands(&mut self, sizes: [usize; 4]) -> [Hand; 4] {
        self.hands_out_of(Hand::FULL, sizes)
    }

    /// Four hands of these sizes out of `cards`.
    pub(crate) fn hands_out_of(&mut self, cards: Hand, sizes: [usize; 4]) -> [Hand; 4] {
        let mut pool: Vec<Card> = cards.cards().collect();
        sizes.map(|size| {
            let dealt = (0..size).map(|_| pool.swap_remove(self.below(pool.len())));
            Hand::from_cards(dealt.collect::<Vec<_>>()).unwrap()
        })
    }

    /// `size` cards of at most four ranks and the jokers, with exactly `wilds` wilds.
    pub(crate) fn few_ranks_hand(&mut self, size: usize, wilds: usize, level: Rank) -> Hand {
        let wild = Card::new(level, Suit::Hearts);
        let ranks: Vec<Rank> = (0..4).map(|_| self.level()).collect();
        let only_wilds = self.draw(Hand::EMPTY, wilds, |card| card == wild);
        self.draw(only_wilds, size - wilds, |card| card != wild && card.rank().is_none_or(|rank| ranks.contains(&rank)))
    }

    /// `size` cards from anywhere but with exactly `wilds` wilds.
    pub(crate) fn any_hand(&mut self, size: usize, wilds: usize, level: Rank) -> Hand {
        let wild = Card::new(level, Suit::Hearts);
        let only_wilds = self.draw(Hand::EMPTY, wilds, |card| card == wild);
        self.draw(only_wilds, size - wilds, |card| card != wild)
    }
}

/// Runs a check of each item on all processors. The threads are the test's own, so that a failing check's message is
/// shown with its test, which a pool shared between tests would prevent.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], check: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            results.push(check(item));
        }
        results
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// How many checks: the first number as a rule, the second under `make proof`.
pub(crate) fn rounds(ordinary: u64, proof: u64) -> u64 {
    if std::env::var_os("GUANDAN_PROOF").is_some() { proof } else { ordinary }
}

/// The numbers of `count` checks.
pub(crate) fn numbers(count: u64) -> Vec<u64> {
    (0..count).collect()
}

/// What is in only one of the two sets, in words; empty when they are equal.
pub(crate) fn difference<T: Eq + Hash>(left: &HashSet<T>, right: &HashSet<T>, say: impl Fn(&T) -> String) -> String {
    let only = |name: &str, a: &HashSet<T>, b: &HashSet<T>| {
        let mut missing: Vec<String> = a.difference(b).map(&say).collect();
        missing.sort();
        missing.iter().fold(String::new(), |said, play| said + "  only " + name + ": " + play + "\n")
    };
    only("left", left, right) + &only("right", right, left)
}

/// A play as people read it.
pub(crate) fn say((reading, cards): &OraclePlay) -> String {
    format!("{} {} (key {}): {cards}", reading.kind, reading.rank, reading.key)
}
