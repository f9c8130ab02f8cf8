//! List every lead of a large hand, for which trying all selections of cards would take too long.
//!
//! For each combination that exists it is known how many cards of which ranks or faces are needed. Backtracking gives the hand's
//! cards and wilds to these needs. The method is neither that of [`super`] nor that of `combo`.

use std::collections::HashSet;

use super::{ACE, NAMES, Oracle, OraclePlay, Reading, SMALL_JOKER, name_of, sub_multisets};
use crate::card::{Card, Rank, Suit};
use crate::hand::Hand;

/// A need: `cards` cards out of `pool`. Wilds may stand for missing cards unless those are jokers.
struct Need {
    pool: Hand,
    cards: usize,
    wilds_may_help: bool,
}

/// The cards of `hand` for which `wanted` holds.
fn pick(hand: Hand, wanted: impl Fn(Card) -> bool) -> Hand {
    Hand::from_cards(hand.cards().filter(|&card| wanted(card))).unwrap()
}

/// The ranks of a run of `length` groups below and including `top`; below the two comes the ace.
fn groups_below(top: usize, length: usize) -> Vec<usize> {
    (0..length).map(|down| if down > top { ACE } else { top - down }).collect()
}

impl Oracle {
    /// Lists every play of a leader who holds `hand`, combination by combination.
    pub fn leads_by_shape(&self, hand: Hand) -> HashSet<OraclePlay> {
        let mut found = HashSet::new();
        let group = |name: usize, cards: usize| Need {
            pool: pick(hand, |card| name_of(card) == name && card != self.wild()),
            cards,
            wilds_may_help: name < SMALL_JOKER,
        };
        let mut add = |reading: Reading, needs: &[Need]| {
            let mut ways = Vec::new();
            self.fill(needs, Hand::EMPTY, hand.count(self.wild()) as usize, &mut ways);
            found.extend(ways.into_iter().filter(|&cards| self.allowed(reading, cards)).map(|cards| (reading, cards)));
        };

        for name in 0..NAMES.len() {
            add(self.by_level("single", 1, name), &[group(name, 1)]);
            add(self.by_level("pair", 2, name), &[group(name, 2)]);
        }
        for name in 0..SMALL_JOKER {
            add(self.by_level("triple", 3, name), &[group(name, 3)]);
            for size in 4..=usize::from(self.rules().max_bomb) {
                add(self.by_level("bomb", size, name), &[group(name, size)]);
            }
            let pairs = if self.rules().joker_pair_in_full_house { NAMES.len() } else { SMALL_JOKER };
            for pair in (0..pairs).filter(|&pair| pair != name) {
                add(self.by_level("full_house", 5, name), &[group(name, 3), group(pair, 2)]);
            }
            for (kind, groups, of) in [("straight", 5, 1), ("tube", 3, 2), ("plate", 2, 3)] {
                if name + 2 >= groups {
                    let needs: Vec<Need> = groups_below(name, groups).into_iter().map(|name| group(name, of)).collect();
                    add(self.run(kind, groups * of, name), &needs);
                }
            }
            for suit in Suit::ALL {
                if name + 2 >= 5 {
                    let face = |name: usize| Card::new(Rank::new(name as u8), suit);
                    let one = |name: usize| Need {
                        pool: pick(hand, |card| card == face(name) && card != self.wild()),
                        cards: 1,
                        wilds_may_help: true,
                    };
                    let needs: Vec<Need> = groups_below(name, 5).into_iter().map(one).collect();
                    add(self.run("straight_flush", 5, name), &needs);
                }
            }
        }
        let jokers = Reading { kind: "joker_bomb", size: 4, key: 0, rank: "" };
        add(jokers, &[group(SMALL_JOKER, 2), group(SMALL_JOKER + 1, 2)]);
        found
    }

    /// Finds every way to meet `needs` in order with at most `wilds` wilds. Appends each, with the cards `so_far`, to `ways`.
    fn fill(&self, needs: &[Need], so_far: Hand, wilds: usize, ways: &mut Vec<Hand>) {
        let Some((need, later)) = needs.split_first() else {
            ways.push(so_far);
            return;
        };
        let missing_at_most = if need.wilds_may_help { wilds.min(need.cards) } else { 0 };
        for missing in 0..=missing_at_most {
            let mut with_wilds = so_far;
            for _ in 0..missing {
                with_wilds = with_wilds.with(self.wild()).unwrap();
            }
            let naturals = need.cards - missing;
            if naturals == 0 {
                self.fill(later, with_wilds, wilds - missing, ways);
                continue;
            }
            for chosen in sub_multisets(need.pool, naturals) {
                if chosen.len() as usize == naturals {
                    self.fill(later, with_wilds.plus(chosen).unwrap(), wilds - missing, ways);
                }
            }
        }
    }

    /// Checks what needs cannot express: wilds alone are level cards, and a run of one suit is a straight flush.
    pub(super) fn allowed(&self, reading: Reading, cards: Hand) -> bool {
        let naturals = pick(cards, |card| card != self.wild());
        if naturals.is_empty() {
            return reading.rank == self.level().letter();
        }
        let suits: HashSet<_> = naturals.cards().map(Card::suit).collect();
        let has_wild = naturals.len() < cards.len();
        reading.kind != "straight" || suits.len() > 1 || has_wild && self.rules().plain_straight_from_flush
    }
}
