//! `random`: every legal play as likely as any other.

use super::{Memory, Policy};
use crate::combo::of_kind::OfKind;
use crate::combo::{Bits, Combo, Play, pick_answer, pick_answer_of, pick_lead};
use crate::deal::{ChoiceView, View};

/// Uniform over the plays told apart by ranks, passing being one more when following; uniform over the choices of
/// tribute.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Random;

impl Random {
    /// Of so many answers, or a pass.
    #[inline(always)]
    fn any_of(view: &View<'_>, count: u32) -> Option<u32> {
        // Who can only pass draws no number.
        if count == 0 {
            return None;
        }
        let k = view.below(0, count + 1);
        (k < count).then_some(k)
    }
}

impl Policy for Random {
    const FOLLOWS_BY_KIND: bool = true;

    #[inline(always)]
    fn act<B: Bits>(&self, view: &View<'_>, memory: &mut Memory) -> Option<Play> {
        let (hand, tables) = (view.hand(), view.tables());
        let bombs = memory.bombs::<B>(hand, tables);
        let play = match view.table() {
            None => Some(pick_lead::<B>(hand, tables, bombs, |count| view.below(0, count))),
            Some(to_beat) => pick_answer::<B>(hand, tables, to_beat, bombs, |count| Random::any_of(view, count)),
        };
        if play.is_some() {
            memory.plays();
        }
        play
    }

    #[inline(always)]
    fn follow<B: Bits, Of: OfKind>(&self, view: &View<'_>, to_beat: Combo, memory: &mut Memory) -> Option<Play> {
        let (hand, tables) = (view.hand(), view.tables());
        let bombs = memory.bombs::<B>(hand, tables);
        let play = pick_answer_of::<B, Of>(hand, tables, to_beat, bombs, |count| Random::any_of(view, count));
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
