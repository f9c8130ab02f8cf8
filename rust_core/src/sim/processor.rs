//! The hot loops, compiled to the instructions every processor has and to those most have.
//!
//! The only place in the engine with unsafe code: calling what was compiled for a feature that has been asked for.

use super::drive::{Setting, play_out};
use super::observe::Counts;
use super::open_deal::{Decider, OpenDeal};
#[cfg(target_arch = "x86_64")]
use crate::combo::Bmi2;
use crate::combo::{Bits, Portable};
use crate::deal::{Deal, Dealt, Log, Tribute};
use crate::policy::Trial;
use crate::rules::Tables;

/// Which instructions the inner loops use. All give the same results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Processor {
    /// Only ever true where [`Processor::detect`] found the features.
    bmi2: bool,
}

impl Processor {
    /// The instructions every processor has.
    pub const PORTABLE: Processor = Processor { bmi2: false };

    /// The best this machine has.
    pub fn detect() -> Processor {
        #[cfg(target_arch = "x86_64")]
        let bmi2 = std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let bmi2 = false;
        Processor { bmi2 }
    }

    /// What the loops are compiled for, in a word.
    pub const fn name(self) -> &'static str {
        if self.bmi2 { "bmi2" } else { "portable" }
    }

    /// [`Trial::sample`].
    pub fn sample(self, trial: &mut Trial<'_>, samples: u32, alive: &[usize], threads: u32) {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            return trial.sample::<crate::combo::Bmi2>(samples, alive, threads);
        }
        trial.sample::<Portable>(samples, alive, threads);
    }

    /// The cards of a block's first deal.
    pub(super) fn deal(self, seed: u64, block: u64) -> Dealt {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            #[allow(unsafe_code)]
            // SAFETY: `bmi2` is set by `detect` alone.
            return unsafe { bmi2::deal(seed, block) };
        }
        Dealt::new::<Portable>(seed, block, 0)
    }

    /// [`OpenDeal::advance_with`].
    pub(super) fn advance(
        self,
        open: &mut OpenDeal,
        tables: &Tables,
        tribute: Option<&Tribute>,
        deciders: &[Decider<'_>; 4],
    ) -> bool {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            return Bmi2::compiled(|| open.advance_with::<Bmi2>(tables, tribute, deciders));
        }
        open.advance_with::<Portable>(tables, tribute, deciders)
    }

    /// [`play_out`] with counting.
    pub(super) fn play_out(self, deal: &mut Deal, setting: &Setting<'_>, log: Option<&mut Log>, counts: &mut Counts) {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            #[allow(unsafe_code)]
            // SAFETY: `bmi2` is set by `detect` alone.
            return unsafe { bmi2::play_out(deal, setting, log, counts) };
        }
        play_out::<Portable>(deal, setting, log, counts);
    }
}

#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use super::{Bmi2, Counts, Deal, Dealt, Log, Setting};

    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn deal(seed: u64, block: u64) -> Dealt {
        Dealt::new::<Bmi2>(seed, block, 0)
    }

    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn play_out(deal: &mut Deal, setting: &Setting<'_>, log: Option<&mut Log>, counts: &mut Counts) {
        super::play_out::<Bmi2>(deal, setting, log, counts);
    }
}
