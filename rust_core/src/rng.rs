//! Random numbers by address.
//!
//! A number belongs to an address: master seed, purpose, block and deal, and within a deal seat, decision and a running
//! index. It is never "the next one" of a shared generator, so neither the number of workers nor what another strategy
//! draws can move a card. Knows nothing of cards or rules. Changing anything here changes every data set ever made.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// What a random number is drawn for. Numbers for different purposes have nothing to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Purpose {
    /// Which card goes to which seat.
    Cards = 1,
    /// Who leads a first or single deal, and who draws and shuffles where the rules leave a choice.
    Leader = 2,
    /// What strategies draw while they play.
    Play = 3,
    /// What strategies draw for the choices of tribute.
    Tribute = 4,
    /// Who leaves a match, and when.
    Leave = 5,
    /// Where hidden cards lie in a determinization that a strategy samples.
    Determinize = 6,
    /// What strategies draw in a determinization that another plays out.
    Playout = 7,
}

/// The odd constant of `SplitMix64`: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// `SplitMix64`'s output function (Stafford's variant 13): a bijection that makes neighbours unrelated.
#[inline(always)]
const fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}

/// The address of the random numbers of one deal for one purpose. Seat, decision and index tell them apart.
///
/// It holds where the sequence of a deal begins and the odd step by which it goes on. With a step for each deal the sequences
/// of two deals are not shifted copies of each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    start: u64,
    step: u64,
}

impl Address {
    /// The address of `deal` in `block` of the run seeded with `seed`. Every `seed` is good, 0 too.
    #[inline]
    pub const fn new(seed: u64, purpose: Purpose, block: u64, deal: u64) -> Address {
        let run = mix(seed.wrapping_add(GOLDEN.wrapping_mul(purpose as u64)));
        let start = mix(mix(run ^ block).wrapping_add(GOLDEN) ^ deal);
        let step = mix(start.wrapping_add(GOLDEN)) | 1;
        // A step that is nearly all ones or zeros would change few bits at a time; SplitMix64 splits the same way.
        let regular = (step ^ step >> 1).count_ones() < 24;
        Address { start: mix(start), step: if regular { step ^ 0xAAAA_AAAA_AAAA_AAAA } else { step } }
    }

    /// The two words of the address, by which [`Address::from_words`] makes it again.
    pub const fn words(self) -> [u64; 2] {
        [self.start, self.step]
    }

    /// The address with these words.
    pub const fn from_words([start, step]: [u64; 2]) -> Address {
        Address { start, step }
    }

    /// An address that has the same numbers for one decision of a seat, and others for everything else.
    ///
    /// It tells no more than those numbers do. From the whole address the seed could be worked out, and with it all hands.
    #[must_use]
    pub const fn of_decision(self, seat: u32, decision: u32) -> Address {
        // The numbers of one decision are 2^32 places apart, so that only the lower half of the step counts in them.
        let step = self.step & 0xFFFF_FFFF;
        let places = ((seat & 3) as u64 | (decision as u64) << 2).wrapping_add(1);
        Address { start: self.start.wrapping_add(self.step.wrapping_sub(step).wrapping_mul(places)), step }
    }

    /// Random bits number `k`, 64 of them, of a decision of a seat. `decision` and `k` have to be below 2^30.
    #[inline(always)]
    pub const fn value(self, seat: u32, decision: u32, k: u32) -> u64 {
        let place = (seat & 3) as u64 | (decision as u64) << 2 | (k as u64) << 32;
        mix(self.start.wrapping_add(self.step.wrapping_mul(place + 1)))
    }

    /// A number below `n`, which is at least 1; each is exactly as likely. Uses the random bits number `k` and, in rare cases, the
    /// following ones.
    #[inline(always)]
    pub fn below(self, seat: u32, decision: u32, mut k: u32, n: u32) -> u32 {
        bounded(n, || {
            let value = self.value(seat, decision, k);
            k += 1;
            value
        })
    }

    /// The generator for a purpose that draws many numbers in a fixed order.
    #[inline]
    pub fn stream(self) -> Stream {
        let mut seed = [0u8; 32];
        for (k, word) in seed.chunks_exact_mut(8).enumerate() {
            word.copy_from_slice(&self.value(0, 0, k as u32).to_le_bytes());
        }
        Stream(Xoshiro256PlusPlus::from_seed(seed))
    }
}

/// The number from 0 up to but not including 1 that 64 random bits stand for.
#[inline(always)]
pub const fn fraction(bits: u64) -> f64 {
    // A floating-point number holds 53 bits exactly.
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// A sequence of random numbers, made by xoshiro256++.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The next 64 bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 up to but not including 1.
    #[inline(always)]
    pub fn fraction(&mut self) -> f64 {
        fraction(self.bits())
    }

    /// A number below `n`, which is at least 1; each is exactly as likely.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        bounded(n, || self.bits())
    }
}

/// A number below `n` by Lemire's multiplication method: the high word of `n * bits`, drawn again in the few cases that would
/// favour some numbers.
#[inline(always)]
fn bounded(n: u32, mut bits: impl FnMut() -> u64) -> u32 {
    debug_assert!(n > 0);
    let n = n as u64;
    let mut product = bits() as u128 * n as u128;
    if (product as u64) < n {
        let unfair = n.wrapping_neg() % n;
        while (product as u64) < unfair {
            product = bits() as u128 * n as u128;
        }
    }
    (product >> 64) as u32
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_address_of_a_decision_gives_its_numbers_and_no_others() {
        for block in 0..20 {
            let address = Address::new(7, Purpose::Play, block, 3);
            for (seat, decision) in [(0, 0), (3, 1), (2, 400)] {
                let alone = address.of_decision(seat, decision);
                for k in [0, 1, 5, (1 << 30) - 1] {
                    assert_eq!(alone.value(seat, decision, k), address.value(seat, decision, k));
                }
                assert_ne!(alone.value(seat, decision + 1, 0), address.value(seat, decision + 1, 0));
                assert_ne!(alone.value(seat ^ 1, decision, 0), address.value(seat ^ 1, decision, 0));
                assert_eq!(alone.of_decision(seat, decision), alone);
            }
        }
    }

    #[test]
    fn every_part_of_the_address_changes_the_number() {
        let mut seen = HashSet::new();
        for seed in [0, 1, 2, u64::MAX] {
            for purpose in [Purpose::Cards, Purpose::Leader, Purpose::Play, Purpose::Tribute, Purpose::Leave] {
                for (block, deal) in [(0, 0), (0, 1), (1, 0), (1, 1), (u64::MAX, 0), (0, u64::MAX)] {
                    let address = Address::new(seed, purpose, block, deal);
                    for (seat, decision, k) in [(0, 0, 0), (3, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1), (3, 400, 7)] {
                        assert!(seen.insert(address.value(seat, decision, k)), "{seed} {purpose:?} {block} {deal}");
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_do_not_depend_on_the_order_of_asking() {
        let address = Address::new(7, Purpose::Play, 3, 0);
        let forward: Vec<u64> = (0..100).map(|decision| address.value(2, decision, 0)).collect();
        let backward: Vec<u64> = (0..100).rev().map(|decision| address.value(2, decision, 0)).collect();
        assert!(forward.iter().eq(backward.iter().rev()));
    }

    #[test]
    fn bounded_numbers_are_uniform() {
        // 99.9 % points of chi-square with n - 1 degrees of freedom.
        for (n, limit) in [(2, 10.83), (3, 13.82), (7, 22.46), (27, 54.05)] {
            let address = Address::new(1, Purpose::Play, 0, 0);
            let mut stream = Address::new(1, Purpose::Cards, 0, 0).stream();
            let mut counts = [vec![0u32; n as usize], vec![0u32; n as usize]];
            let draws = 20_000;
            for decision in 0..draws {
                counts[0][address.below(decision & 3, decision, 0, n) as usize] += 1;
                counts[1][stream.below(n) as usize] += 1;
            }
            let expected = draws as f64 / n as f64;
            for counts in counts {
                let chi: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
                assert!(chi < limit, "n = {n}: {chi}");
            }
        }
    }

    #[test]
    fn bounded_draws_again_exactly_when_the_low_word_is_unfair() {
        // 2^64 mod 3 is 1, so only the product with low word 0 is one too many for a result of 0.
        let mut words = [0u64, u64::MAX].into_iter();
        assert_eq!(bounded(3, || words.next().unwrap()), 2);
        assert_eq!(words.next(), None);
        let mut words = [1u64].into_iter();
        assert_eq!(bounded(3, || words.next().unwrap()), 0);
    }

    #[test]
    fn neighbouring_addresses_share_no_bits() {
        // Mean Hamming distance of 32 with a standard error of 4 / sqrt(pairs).
        let distance = |a: u64, b: u64| f64::from((a ^ b).count_ones());
        let pairs = 4_000u32;
        let mut sums = [0.0; 4];
        for i in 0..pairs {
            let address = |seed, block| Address::new(seed, Purpose::Play, block, 0);
            let (seed, block) = (i as u64, i as u64);
            sums[0] += distance(address(seed, 0).value(0, 0, 0), address(seed + 1, 0).value(0, 0, 0));
            sums[1] += distance(address(0, block).value(0, 0, 0), address(0, block + 1).value(0, 0, 0));
            sums[2] += distance(address(0, 0).value(0, i, 0), address(0, 0).value(0, i + 1, 0));
            sums[3] += distance(address(0, 0).value(0, 0, i), address(0, 0).value(0, 0, i + 1));
        }
        for sum in sums {
            let mean = sum / f64::from(pairs);
            assert!((mean - 32.0).abs() < 4.0 * 4.0 / f64::from(pairs).sqrt(), "{mean}");
        }
    }
}
