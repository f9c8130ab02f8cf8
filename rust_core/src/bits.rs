//! Finding set bits in a mask.

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
