//! `random`: every legal play as likely as any other.

use super::{Memory, Policy};
use crate::combo::{Bits, Play, pick_answer, pick_lead};
use crate::deal::{ChoiceView, View};

/// Uniform over the plays told apart by ranks, passing being one more when following; uniform over the choices of
/// tribute.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Random;

impl Policy for Random {
    #[inline(always)]
    fn act<B: Bits>(&self, view: &View<'_>, memory: &mut Memory) -> Option<Play> {
        let (hand, tables) = (view.hand(), view.tables());
        let play = match view.table() {
            None => Some(pick_lead::<B>(hand, tables, |count| view.below(0, count))),
            Some(to_beat) => {
                let bombs = memory.bombs::<B>(hand, tables);
                pick_answer::<B>(hand, tables, to_beat, bombs, |count| {
                    // Who can only pass draws no number.
                    if count == 0 {
                        return None;
                    }
                    let k = view.below(0, count + 1);
                    (k < count).then_some(k)
                })
            }
        };
        if play.is_some() {
            memory.plays();
        }
        play
    }

    #[inline(always)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        view.below(0, view.choice().len())
    }
}
