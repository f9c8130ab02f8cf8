//! What counting the cards of a hand tells without a search: its bombs and its control cards.

use crate::card::Rank;
use crate::hand::{Counts, LevelHand, Nibble, Nibbles};

/// The number of ranks with at least `n` cards.
fn ranks_with(counts: Counts, n: u32) -> u32 {
    counts.at_least_among(n, Nibbles::RANKS).len()
}

/// The number of bombs held without a wild standing for another card: ranks with four cards or more, wilds counted as the
/// level cards they are, and the joker bomb.
pub fn natural_bombs(hand: &LevelHand, level: Rank) -> u32 {
    let counts = hand.counts() + Counts::of(Nibble::of(level), hand.wilds());
    ranks_with(counts, 4) + u32::from(counts.has_joker_bomb())
}

/// How many bombs more than [`natural_bombs`] a hand can have at once when its wilds stand for other cards: a wild makes a bomb
/// of a triple, two wilds make one of a pair.
pub fn wild_bombs(hand: &LevelHand, level: Rank) -> u32 {
    let [pairs, triples, fours] = [2, 3, 4].map(|n| ranks_with(hand.counts(), n));
    let (pairs, triples) = (pairs - triples, triples - fours);
    let made = match (hand.wilds(), triples) {
        (2, 0) => pairs.min(1),
        (wilds, triples) => triples.min(wilds),
    };
    let level_cards = hand.count(Nibble::of(level));
    let among_natural = level_cards < 4 && level_cards + hand.wilds() >= 4;
    made - u32::from(among_natural)
}

/// The number of cards that win tricks by their rank alone: jokers, level cards (wilds are level cards) and aces.
pub fn control_cards(hand: &LevelHand, level: Rank) -> u32 {
    let ranks = Nibbles::of(Nibble::of(level)) | Nibbles::of(Nibble::ACE);
    ((Nibbles::ALL - Nibbles::RANKS) | ranks).iter().map(|nibble| hand.count(nibble)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::Hand;

    /// The natural bombs, the bombs made by wilds and the control cards of a hand at level 5.
    fn census(hand: &str) -> [u32; 3] {
        let level = Rank::new(3);
        let hand = LevelHand::new(hand.parse::<Hand>().unwrap(), level);
        [natural_bombs(&hand, level), wild_bombs(&hand, level), control_cards(&hand, level)]
    }

    #[test]
    fn natural_bombs_are_groups_of_four_and_the_joker_bomb() {
        assert_eq!(census("S3 S3 D3 C3 SK SK DK DK CK SB SB HR HR"), [3, 0, 4]);
        assert_eq!(census("S5 D5 C5 SB SB HR"), [0, 0, 6]);
        // A wild among level cards stands for nothing but itself; it may also leave them to make another bomb.
        assert_eq!(census("S5 D5 C5 H5"), [1, 0, 4]);
        assert_eq!(census("S5 D5 C5 H5 S7 S7 D7"), [1, 0, 4]);
        assert_eq!(census("S5 D5 H5 H5 S7 S7 D7 S8 S8 C8"), [1, 1, 4]);
    }

    #[test]
    fn wilds_make_bombs_of_triples_before_they_are_spent_together_on_a_pair() {
        assert_eq!(census("S7 S7 D7 S8 D8 H5 H5"), [0, 1, 2]);
        assert_eq!(census("S7 S7 D7 S8 D8 D8 S9 S9 D9 H5 H5"), [0, 2, 2]);
        assert_eq!(census("S7 S7 S8 S8 H5 H5"), [0, 1, 2]);
        assert_eq!(census("S7 S7 S8 S8 H5"), [0, 0, 1]);
        assert_eq!(census("S7 S8 H5 H5"), [0, 0, 2]);
    }

    #[test]
    fn control_cards_are_jokers_level_cards_and_aces() {
        assert_eq!(census("SA DA S5 H5 SB HR SK D2"), [0, 0, 6]);
    }
}
