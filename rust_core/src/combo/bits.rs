//! The one operation worth a special instruction: finding the k-th set bit.
//!
//! Hot functions are generic over [`Bits`]. [`Portable`] runs everywhere; [`Bmi2`] compiles to `pdep` + `tzcnt` and may
//! only be used below a function compiled with those features: in [`Work`] chosen once at the top of a batch (see `sim`).
//! Both give the same answers.

use std::num::NonZero;

/// A way to find set bits.
pub trait Bits: Copy + Default + Send + Sync + 'static {
    /// The index of the `k`-th (from 0, from below) set bit of `mask`, which must have more than `k` set bits.
    fn select(mask: u64, k: u32) -> u32;

    /// Does `work` in a function compiled with the instructions this way needs: for hot loops behind a call.
    fn compiled<W: Work>(work: W) -> W::Done;
}

/// Work to be compiled for a processor.
///
/// Not a closure: nothing makes the compiler put the body of a closure into the function with the instructions, and apart
/// from it the body is compiled without them. `run` is to be `#[inline(always)]`, and so is what it calls in its loops.
pub trait Work {
    /// What comes of it.
    type Done;

    /// Does it.
    fn run<B: Bits>(self) -> Self::Done;
}

/// The indices of the set bits, lowest first.
#[inline(always)]
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = NonZero::new(mask)?.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        Some(bit)
    })
}

/// Plain arithmetic.
#[derive(Clone, Copy, Default, Debug)]
pub struct Portable;

impl Bits for Portable {
    #[inline(always)]
    fn select(mask: u64, k: u32) -> u32 {
        let mut rest = mask;
        for _ in 0..k {
            rest &= rest.wrapping_sub(1);
        }
        rest.trailing_zeros()
    }

    // A function of its own, as with `Bmi2`: large work that several callers do is there once.
    fn compiled<W: Work>(work: W) -> W::Done {
        work.run::<Self>()
    }
}

/// `pdep` and `tzcnt`. Use only where the processor is known to have BMI2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Default, Debug)]
pub struct Bmi2;

#[cfg(target_arch = "x86_64")]
impl Bits for Bmi2 {
    #[inline(always)]
    #[allow(unsafe_code)]
    fn select(mask: u64, k: u32) -> u32 {
        // SAFETY: `Bmi2` is only named by callers that checked for the feature at run time.
        unsafe { std::arch::x86_64::_pdep_u64(1 << k, mask) }.trailing_zeros()
    }

    #[inline(always)]
    #[allow(unsafe_code)]
    fn compiled<W: Work>(work: W) -> W::Done {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn with_features<W: Work>(work: W) -> W::Done {
            work.run::<Bmi2>()
        }
        // SAFETY: as in `select`.
        unsafe { with_features(work) }
    }
}
