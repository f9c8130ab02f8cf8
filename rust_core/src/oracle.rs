//! A second, slow implementation of the rules, against which tests compare the engine (feature `oracle`).
//!
//! It was written from docs/RULES.md alone. It uses cards, hands and rule fields, and must use neither `combo` nor `deal`, so
//! that a fault of theirs cannot be repeated here. It answers every question by exhaustive search: all selections of cards from
//! a hand, and all faces for each wild.

use std::collections::HashSet;

use crate::card::{Card, Rank, Suit};
use crate::hand::Hand;
use crate::rules::{Rules, SequenceOrder};

mod referee;
mod shapes;

pub use referee::{Action, SlowDeal, SlowPerft};

/// A combination that a set of cards may be declared as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reading {
    /// The kind's name.
    pub kind: &'static str,
    /// The number of cards.
    pub size: usize,
    /// The place of `rank` in the order its kind is compared by, the lowest being 0.
    pub key: usize,
    /// The rank that is compared: that of equal cards, of the triple, or at the top of a run; empty for the joker bomb.
    pub rank: &'static str,
}

/// A play: the cards and the combination they are declared as.
pub type OraclePlay = (Reading, Hand);

/// The key by which plays that differ only in suits are grouped: the reading, the number of cards of each rank (wilds last),
/// and the suit of a straight flush.
pub type SameRanks = (Reading, [u32; 16], Option<Suit>);

/// Answers questions about combinations under one rule set at one level.
#[derive(Debug)]
pub struct Oracle {
    rules: Rules,
    level: Rank,
    wild: Card,
    level_order: Vec<&'static str>,
}

/// The largest number of cards in a combination: eight of a rank and two wilds.
const LARGEST: usize = 10;

/// The bombs from the weakest to the strongest: kind and number of cards.
const LADDER: [(&str, usize); 9] = [
    ("bomb", 4),
    ("bomb", 5),
    ("straight_flush", 5),
    ("bomb", 6),
    ("bomb", 7),
    ("bomb", 8),
    ("bomb", 9),
    ("bomb", 10),
    ("joker_bomb", 4),
];

/// The ranks of groups of equal cards: 2 to A, then the two jokers.
const NAMES: [&str; 15] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "SB", "HR"];
const ACE: usize = 12;
const SMALL_JOKER: usize = 13;

/// The index in [`NAMES`].
fn name_of(card: Card) -> usize {
    card.rank().map_or(if card == Card::SMALL_JOKER { SMALL_JOKER } else { SMALL_JOKER + 1 }, Rank::index)
}

/// The top rank of the run that `names` make, given lowest first; an ace may stand below a two. `None` if they make no run.
fn top_of_run(names: &[usize]) -> Option<usize> {
    let climbs = |run: &[usize]| run.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let (&last, rest) = names.split_last()?;
    if last < SMALL_JOKER && climbs(names) {
        return Some(last);
    }
    (last == ACE && rest.first() == Some(&0) && climbs(rest)).then(|| rest[rest.len() - 1])
}

impl Oracle {
    /// An oracle for deals at `level` under `rules`.
    pub fn new(rules: Rules, level: Rank) -> Oracle {
        let mut level_order = NAMES[..13].to_vec();
        level_order.retain(|&name| name != level.letter());
        level_order.extend([level.letter(), "SB", "HR"]);
        Oracle { rules, level, wild: Card::new(level, Suit::Hearts), level_order }
    }

    /// The rule set.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The level.
    pub fn level(&self) -> Rank {
        self.level
    }

    /// The heart of the level rank.
    pub fn wild(&self) -> Card {
        self.wild
    }

    fn by_level(&self, kind: &'static str, size: usize, name: usize) -> Reading {
        let rank = NAMES[name];
        Reading { kind, size, key: self.level_order.iter().position(|&other| other == rank).unwrap(), rank }
    }

    fn run(&self, kind: &'static str, size: usize, top: usize) -> Reading {
        if kind != "straight_flush" && self.rules.sequence_order == SequenceOrder::Level {
            return self.by_level(kind, size, top);
        }
        Reading { kind, size, key: top, rank: NAMES[top] }
    }

    /// The reading with this kind, this size and this place in the order of the kind.
    pub fn reading(&self, kind: &'static str, size: usize, key: usize) -> Reading {
        let in_natural_order = kind == "straight_flush" || self.rules.sequence_order == SequenceOrder::Natural;
        let rank = match kind {
            "joker_bomb" => "",
            "straight" | "tube" | "plate" | "straight_flush" if in_natural_order => NAMES[key],
            _ => self.level_order[key],
        };
        Reading { kind, size, key, rank }
    }

    /// Every reading that exists under these rules.
    pub fn every_reading(&self) -> Vec<Reading> {
        let mut all = vec![self.reading("joker_bomb", 4, 0)];
        for name in 0..NAMES.len() {
            all.extend([self.by_level("single", 1, name), self.by_level("pair", 2, name)]);
        }
        for name in 0..SMALL_JOKER {
            all.extend([self.by_level("triple", 3, name), self.by_level("full_house", 5, name)]);
            all.extend((4..=usize::from(self.rules.max_bomb)).map(|size| self.by_level("bomb", size, name)));
            let runs = [("straight", 5, 1), ("straight_flush", 5, 1), ("tube", 3, 2), ("plate", 2, 3)];
            let fitting = runs.into_iter().filter(|(_, groups, _)| name + 2 >= *groups);
            all.extend(fitting.map(|(kind, groups, each)| self.run(kind, groups * each, name)));
        }
        all
    }

    /// The reading of cards that all count as what is printed on them; there is at most one.
    pub fn plain(&self, cards: &[Card]) -> Option<Reading> {
        let mut counts = [0usize; NAMES.len()];
        for &card in cards {
            counts[name_of(card)] += 1;
        }
        // Groups of equal cards, lowest first.
        let mut names = [0; LARGEST];
        let mut groups = 0;
        for (name, &count) in counts.iter().enumerate() {
            if count > 0 {
                names[groups] = name;
                groups += 1;
            }
        }
        let names = &names[..groups];
        let size = cards.len();
        let all_are = |count: usize| names.iter().all(|&name| counts[name] == count);
        match groups {
            1 => match (size, names[0]) {
                (1, name) => Some(self.by_level("single", 1, name)),
                (2, name) => Some(self.by_level("pair", 2, name)),
                (_, name) if name >= SMALL_JOKER => None,
                (3, name) => Some(self.by_level("triple", 3, name)),
                (_, name) if size <= usize::from(self.rules.max_bomb) => Some(self.by_level("bomb", size, name)),
                _ => None,
            },
            2 if size == 4 && names[0] == SMALL_JOKER && all_are(2) => {
                Some(Reading { kind: "joker_bomb", size: 4, key: 0, rank: "" })
            }
            2 if size == 5 => {
                let triple = names.iter().copied().find(|&name| counts[name] == 3 && name < SMALL_JOKER)?;
                let joker_pair = names.iter().any(|&name| name >= SMALL_JOKER);
                (!joker_pair || self.rules.joker_pair_in_full_house).then(|| self.by_level("full_house", 5, triple))
            }
            2 if size == 6 && all_are(3) => top_of_run(names).map(|top| self.run("plate", 6, top)),
            3 if size == 6 && all_are(2) => top_of_run(names).map(|top| self.run("tube", 6, top)),
            5 if size == 5 => {
                let flush = cards.iter().all(|card| card.suit() == cards[0].suit());
                top_of_run(names).map(|top| self.run(if flush { "straight_flush" } else { "straight" }, 5, top))
            }
            _ => None,
        }
    }

    /// Every reading that `cards` may be declared as.
    pub fn readings(&self, cards: Hand) -> HashSet<Reading> {
        let (wilds, naturals): (Vec<Card>, Vec<Card>) = cards.cards().partition(|&card| card == self.wild);
        if wilds.len() + naturals.len() > LARGEST {
            return HashSet::new();
        }
        if wilds.is_empty() || naturals.is_empty() {
            // Wilds alone count as level cards.
            return self.plain(if wilds.is_empty() { &naturals } else { &wilds }).into_iter().collect();
        }
        // More than six cards can only be a bomb, for which the natural cards must be of one rank.
        if cards.len() > 6 && naturals.iter().any(|&card| name_of(card) != name_of(naturals[0])) {
            return HashSet::new();
        }
        let mut found = HashSet::new();
        let mut faces = naturals.clone();
        let in_suits: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
        for &first in &in_suits {
            faces.push(first);
            if wilds.len() == 1 {
                found.extend(self.plain(&faces));
            } else {
                // The two wilds are equal, so each pair of faces is tried once.
                for &second in in_suits.iter().filter(|&&second| second <= first) {
                    faces.push(second);
                    found.extend(self.plain(&faces));
                    faces.pop();
                }
            }
            faces.pop();
        }
        let one_suit = naturals.iter().all(|card| card.suit() == naturals[0].suit());
        if one_suit && !self.rules.plain_straight_from_flush {
            found.retain(|reading| reading.kind != "straight");
        }
        found
    }

    /// Whether `play` beats `on`.
    pub fn beats(&self, play: Reading, on: Reading) -> bool {
        let rung = |reading: Reading| LADDER.iter().position(|&bomb| bomb == (reading.kind, reading.size));
        match (rung(play), rung(on)) {
            (None, None) => (play.kind, play.size) == (on.kind, on.size) && play.key > on.key,
            (None, Some(_)) => false,
            (Some(_), None) => true,
            (Some(high), Some(low)) => high > low || high == low && play.key > on.key,
        }
    }

    /// The reading of `cards` that are played without a declaration. A follower gets the highest reading that beats `on`; a leader
    /// gets a bomb before anything else, then a plate before a tube, then the higher key.
    pub fn undeclared(&self, cards: Hand, on: Option<Reading>) -> Option<Reading> {
        let bomb = |reading: Reading| LADDER.contains(&(reading.kind, reading.size));
        self.readings(cards)
            .into_iter()
            .filter(|&reading| on.is_none_or(|on| self.beats(reading, on)))
            .max_by_key(|&reading| (bomb(reading), reading.kind == "plate", reading.key))
    }

    /// Lists every play of a leader who holds `hand`, by trying all selections of its cards.
    pub fn leads(&self, hand: Hand) -> HashSet<OraclePlay> {
        sub_multisets(hand, LARGEST)
            .into_iter()
            .flat_map(|cards| self.readings(cards).into_iter().map(move |reading| (reading, cards)))
            .collect()
    }

    /// Lists every play of a leader who holds `hand`: by [`Oracle::leads`] for small hands, otherwise by
    /// [`Oracle::leads_by_shape`], which is faster.
    pub fn leads_of_any_hand(&self, hand: Hand) -> HashSet<OraclePlay> {
        if hand.len() <= 9 { self.leads(hand) } else { self.leads_by_shape(hand) }
    }

    /// Keeps the plays of `leads` that beat `on`.
    pub fn answers(&self, leads: &HashSet<OraclePlay>, on: Reading) -> HashSet<OraclePlay> {
        leads.iter().copied().filter(|&(reading, _)| self.beats(reading, on)).collect()
    }

    /// The key under which plays are one play at detail `ranks`.
    pub fn same_ranks(&self, (reading, cards): OraclePlay) -> SameRanks {
        let mut counts = [0; 16];
        for card in cards.cards() {
            counts[if card == self.wild { 15 } else { name_of(card) }] += 1;
        }
        let natural = cards.cards().find(|&card| card != self.wild);
        let suit = if reading.kind == "straight_flush" { natural.and_then(Card::suit) } else { None };
        (reading, counts, suit)
    }
}

/// Lists every distinct selection of 1 to `largest` cards of `hand`.
fn sub_multisets(hand: Hand, largest: usize) -> Vec<Hand> {
    let mut chosen = vec![Hand::EMPTY];
    for card in Card::all().filter(|&card| hand.count(card) > 0) {
        let mut more = Vec::new();
        for &cards in &chosen {
            let once = cards.with(card).unwrap();
            more.push(once);
            if hand.count(card) == 2 {
                more.push(once.with(card).unwrap());
            }
        }
        chosen.extend(more);
        chosen.retain(|cards| cards.len() as usize <= largest);
    }
    chosen.retain(|cards| !cards.is_empty());
    chosen
}
