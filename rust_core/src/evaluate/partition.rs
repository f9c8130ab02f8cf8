//! What is left of a rank after runs have taken their cards, laid down as singles, pairs, triples and bombs.
//!
//! Knows how `n` equal cards can be partitioned and how large bombs may be; knows nothing of hands. A pair or a triple is
//! *matched* when it is meant for a full house and *free* when it is a play of its own. It does not matter which triple meets
//! which pair as long as they are of different ranks, so a partition only says how many of each it offers.

use arrayvec::ArrayVec;

/// The most equal cards there can be: eight and two wilds.
pub(super) const MOST_EQUAL: usize = 10;

/// One way to lay down `n` equal cards.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Partition {
    /// The pairs meant for full houses.
    pub(super) matched_pairs: u8,
    /// The triples meant for full houses.
    pub(super) matched_triples: u8,
    /// The sizes of the plays of this rank alone: singles, pairs, triples and bombs.
    pub(super) free: ArrayVec<u8, MOST_EQUAL>,
}

impl Partition {
    /// The number of groups the cards are laid down in.
    pub(super) fn groups(&self) -> u8 {
        self.matched_pairs + self.matched_triples + self.free.len() as u8
    }

    /// How many full houses a decomposition must have for this rank's matched triples and pairs all to meet pairs and triples
    /// of other ranks; 0 where any number will do.
    ///
    /// By Hall's theorem, `m` triples and `m` pairs can be married without a couple of one rank exactly when no rank has
    /// more than `m` of both together. That is no demand where a rank has only triples or only pairs.
    pub(super) fn full_houses_needed(&self) -> u8 {
        if self.matched_pairs > 0 && self.matched_triples > 0 { self.matched_pairs + self.matched_triples } else { 0 }
    }
}

/// The partitions of `n` equal cards that a decomposition into the fewest plays may need.
///
/// Two sorts are left out because another partition is as good: those with two free groups that would be one play together
/// (a single and a pair are a triple, a triple and a single a bomb, …), and, where five equal cards are a bomb, those with a
/// matched triple beside a matched pair. In the second case, the five cards as a bomb and the two strangers as a full house
/// are as many plays.
pub(super) fn partitions(n: usize, max_bomb: usize) -> Vec<Partition> {
    let mut found = Vec::new();
    for matched_triples in 0..=n / 3 {
        for matched_pairs in 0..=(n - 3 * matched_triples) / 2 {
            if max_bomb >= 5 && matched_triples > 0 && matched_pairs > 0 {
                continue;
            }
            let partition = Partition {
                matched_pairs: matched_pairs as u8,
                matched_triples: matched_triples as u8,
                free: ArrayVec::new(),
            };
            add_free(partition, n - 3 * matched_triples - 2 * matched_pairs, max_bomb, max_bomb, &mut found);
        }
    }
    found
}

/// Adds to `found` every partition that has the groups of `partition` and puts the other `rest` cards into free groups of
/// at most `largest` cards, in falling sizes.
fn add_free(partition: Partition, rest: usize, largest: usize, max_bomb: usize, found: &mut Vec<Partition>) {
    if rest == 0 {
        found.push(partition);
        return;
    }
    for size in 1..=largest.min(rest) {
        let mergeable = partition.free.last().is_some_and(|&other| usize::from(other) + size <= max_bomb);
        if !mergeable {
            let mut partition = partition.clone();
            partition.free.push(size as u8);
            add_free(partition, rest - size, size, max_bomb, found);
        }
    }
}

/// The numbers of full houses to demand, one walk for each, so that together the walks meet every decomposition.
///
/// Only where five equal cards are no bomb can a rank offer both triples and pairs; it then has two to four of them together.
pub(super) const fn full_houses_to_try(max_bomb: u32) -> &'static [u8] {
    if max_bomb >= 5 { &[0] } else { &[0, 2, 3, 4] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_split_uses_all_cards_and_no_two_free_groups_make_one_play() {
        for max_bomb in 4..=10 {
            for n in 0..=MOST_EQUAL {
                let partitions = partitions(n, max_bomb);
                assert!(!partitions.is_empty());
                for partition in &partitions {
                    let free: u8 = partition.free.iter().sum();
                    assert_eq!(usize::from(2 * partition.matched_pairs + 3 * partition.matched_triples + free), n);
                    for (i, a) in partition.free.iter().enumerate() {
                        assert!(partition.free[i + 1..].iter().all(|b| usize::from(a + b) > max_bomb));
                    }
                }
            }
        }
    }

    #[test]
    fn four_equal_cards_are_a_bomb_two_matched_pairs_or_feed_one_full_house() {
        let listed: Vec<_> = partitions(4, 10)
            .into_iter()
            .map(|partition| (partition.matched_pairs, partition.matched_triples, partition.free.to_vec()))
            .collect();
        assert_eq!(listed, [(0, 0, vec![4]), (1, 0, vec![2]), (2, 0, vec![]), (0, 1, vec![1])]);
    }
}
