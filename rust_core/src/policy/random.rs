//! `random`: every legal play as likely as any other.

use super::Policy;
use crate::combo::{Answers, Bits, Leads, Play};
use crate::deal::{ChoiceView, View};

/// Uniform over the plays told apart by ranks, passing being one more when following; uniform over the choices of
/// tribute.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Random;

impl Policy for Random {
    #[inline(always)]
    fn act<B: Bits>(&self, view: &View<'_>) -> Option<Play> {
        let (hand, tables) = (view.hand(), view.tables());
        match view.table() {
            None => {
                let leads = Leads::of(hand, tables);
                Some(leads.pick::<B>(hand, tables, view.below(0, leads.count())))
            }
            Some(to_beat) => {
                let answers = Answers::of(hand, tables, to_beat);
                let count = answers.count();
                let k = view.below(0, count + 1);
                (k < count).then(|| answers.pick::<B>(hand, tables, k))
            }
        }
    }

    #[inline(always)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        view.below(0, view.choice().len())
    }
}
