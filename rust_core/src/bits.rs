//! Set bits of a word: finding them, and the macro that makes typed sets of them.

use std::num::NonZero;

/// The index of the `k`-th set bit of `mask`, counted from 0 and from below. `mask` must have more than `k` set bits.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn select(mask: u64, k: u32) -> u32 {
    // SAFETY: compiled only where the whole build may use BMI2, the instructions `pdep` belongs to.
    unsafe { std::arch::x86_64::_pdep_u64(1 << k, mask) }.trailing_zeros()
}

/// The index of the `k`-th set bit of `mask`, counted from 0 and from below. `mask` must have more than `k` set bits.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
pub(crate) fn select(mask: u64, k: u32) -> u32 {
    let mut rest = mask;
    for _ in 0..k {
        rest &= rest.wrapping_sub(1);
    }
    rest.trailing_zeros()
}

/// The indices of the set bits of `mask`, lowest first.
#[inline(always)]
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = NonZero::new(mask)?.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        Some(bit)
    })
}

/// Makes a set of small numbers below 16: member `i` is bit `4 * i + 3` of a word, the bit that an addition to a nibble of
/// counts carries into. The member type must be a tuple struct of one `u8`.
macro_rules! flag_set {
    ($(#[$doc:meta])* $Set:ident of $Member:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $Set(u64);

        impl $Set {
            /// The set without members.
            pub const EMPTY: $Set = $Set(0);

            /// The set of one member.
            pub const fn of(member: $Member) -> $Set {
                $Set(8 << (4 * member.0))
            }

            /// Whether `member` is in the set.
            pub const fn contains(self, member: $Member) -> bool {
                self.0 >> (4 * member.0 + 3) & 1 == 1
            }

            /// Whether the set has no members.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The number of members.
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// The lowest member, or `None` of an empty set.
            pub const fn first(self) -> Option<$Member> {
                if self.is_empty() { None } else { Some($Member((self.0.trailing_zeros() >> 2) as u8)) }
            }

            /// The member number `k`, counted from 0 and from the lowest; the set must have more than `k` members.
            pub fn nth(self, k: u32) -> $Member {
                $Member((crate::bits::select(self.0, k) >> 2) as u8)
            }

            /// The flags of the members, bit 3 of each nibble.
            pub(crate) const fn flags(self) -> u64 {
                self.0
            }

            /// The set with these flags, which must be bits 3 of nibbles.
            pub(crate) const fn from_flags(flags: u64) -> $Set {
                debug_assert!(flags & 0x7777_7777_7777_7777 == 0);
                $Set(flags)
            }

            /// The members, lowest first.
            pub fn iter(self) -> impl Iterator<Item = $Member> {
                crate::bits::bits(self.0).map(|bit| $Member((bit >> 2) as u8))
            }
        }

        impl std::ops::BitAnd for $Set {
            type Output = $Set;

            /// The members of both sets.
            fn bitand(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }
        }

        impl std::ops::BitOr for $Set {
            type Output = $Set;

            /// The members of either set.
            fn bitor(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $Set {
            fn bitor_assign(&mut self, other: $Set) {
                self.0 |= other.0;
            }
        }

        impl std::ops::Sub for $Set {
            type Output = $Set;

            /// The members of this set that are not in the other.
            fn sub(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }
        }

        impl std::ops::SubAssign for $Set {
            fn sub_assign(&mut self, other: $Set) {
                self.0 &= !other.0;
            }
        }

        impl FromIterator<$Member> for $Set {
            fn from_iter<I: IntoIterator<Item = $Member>>(members: I) -> $Set {
                members.into_iter().fold($Set::EMPTY, |set, member| set | $Set::of(member))
            }
        }

        impl std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}

pub(crate) use flag_set;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn select_finds_the_kth_of_the_listed_bits() {
        let mut mask = 0x0123_4567_89AB_CDEFu64;
        for _ in 0..1000 {
            mask = mask.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let listed: Vec<u32> = bits(mask).collect();
            assert_eq!(listed.len() as u32, mask.count_ones());
            for (k, &bit) in (0..).zip(&listed) {
                assert_eq!(select(mask, k), bit);
                assert_eq!(mask >> bit & 1, 1);
            }
            assert!(listed.is_sorted());
        }
    }
}
