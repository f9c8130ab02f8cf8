//! The hot loops, compiled to the instructions every processor has and to those most have: which of the two is found out
//! here, once at the top of a batch.

use crate::combo::{Bits, Portable, Work};
use crate::deal::{Dealt, Shuffle};
use crate::policy::Trial;

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

    /// Does `work` with these instructions.
    pub(super) fn run<W: Work>(self, work: W) -> W::Done {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            return crate::combo::Bmi2::compiled(work);
        }
        Portable::compiled(work)
    }

    /// The cards of a block's first deal.
    pub(super) fn deal(self, seed: u64, block: u64) -> Dealt {
        self.run(Shuffle { seed, block, deal: 0 })
    }

    /// [`Trial::sample`].
    pub fn sample(self, trial: &mut Trial<'_>, samples: u32, alive: &[usize], threads: u32) {
        self.run(Sample { trial, samples, alive, threads });
    }
}

/// A trial that is to go on.
struct Sample<'a, 'b> {
    trial: &'b mut Trial<'a>,
    samples: u32,
    alive: &'b [usize],
    threads: u32,
}

impl Work for Sample<'_, '_> {
    type Done = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        self.trial.sample::<B>(self.samples, self.alive, self.threads);
    }
}
