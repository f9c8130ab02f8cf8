//! `random`: every legal play as likely as any other.

use super::{BombCount, Policy};
use crate::combo::kinds::OfKind;
use crate::combo::{Combo, Play, pick_answer, pick_answer_of, pick_lead};
use crate::deal::{ChoiceView, View};

/// The strategy `random`: every play at ranks detail is as likely as any other, and so is a pass when following. Every choice of
/// tribute is as likely as any other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Random;

impl Random {
    /// The number of one of `count` answers, or `None` for a pass; each is as likely.
    // Always inlined: as a call it takes 26 instructions a decision.
    #[inline(always)]
    fn answer_of(view: &View<'_>, count: u32) -> Option<u32> {
        // A seat that can only pass draws no random number.
        if count == 0 {
            return None;
        }
        let k = view.below(0, count + 1);
        (k < count).then_some(k)
    }
}

impl Policy for Random {
    type Memory = BombCount;

    #[inline(always)]
    fn act(&self, view: &View<'_>, bombs: &mut BombCount) -> Option<Play> {
        let Some(to_beat) = view.table() else {
            return Some(self.lead(view, bombs));
        };
        let (hand, tables) = (view.hand(), view.tables());
        let count = bombs.of(hand, tables);
        let play = pick_answer(hand, tables, to_beat, count, |count| Random::answer_of(view, count));
        if play.is_some() {
            bombs.plays();
        }
        play
    }

    #[inline(always)]
    fn lead(&self, view: &View<'_>, bombs: &mut BombCount) -> Play {
        let (hand, tables) = (view.hand(), view.tables());
        let play = pick_lead(hand, tables, bombs.of(hand, tables), |count| view.below(0, count));
        bombs.plays();
        play
    }

    #[inline(always)]
    fn follow<Of: OfKind>(&self, view: &View<'_>, to_beat: Combo, bombs: &mut BombCount) -> Option<Play> {
        let (hand, tables) = (view.hand(), view.tables());
        let count = bombs.of(hand, tables);
        let play = pick_answer_of::<Of>(hand, tables, to_beat, count, |count| Random::answer_of(view, count));
        if play.is_some() {
            bombs.plays();
        }
        play
    }

    #[inline(always)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        view.below(0, view.choice().len())
    }
}
