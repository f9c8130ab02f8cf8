//! `lowest`: gets rid of its low cards and keeps its bombs until they matter.

use super::{Memory, Policy};
use crate::combo::of_kind::OfKind;
use crate::combo::{Bits, Combo, Play, WeakestBomb, first_answer, first_answer_of, longest_lead_of_lowest};
use crate::deal::{ChoiceView, View};

/// Leads the non-bomb whose lowest card in level order is lowest, then with most cards, fewest wilds, by kind, as listed.
///
/// Follows with the lowest key of the same kind, fewest wilds; failing that with its weakest bomb if that empties the hand
/// or an opponent still in holds few cards; otherwise passes. Pays, returns and picks its lowest.
///
/// A hand always has a single to lead, so a bomb is never led.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lowest;

/// An opponent with so many cards or fewer is worth a bomb.
const FEW_CARDS: u32 = 5;

impl Lowest {
    /// The bomb to answer with where nothing else does.
    #[inline(always)]
    fn bomb<B: Bits>(view: &View<'_>, to_beat: Combo) -> Option<Play> {
        let (hand, t) = (view.hand(), view.tables());
        let opponents = [view.seat().plus(1), view.seat().plus(3)];
        let threatened = opponents.iter().any(|&seat| (1..=FEW_CARDS).contains(&view.cards_left(seat)));
        // Without a threat only a bomb that is the whole hand counts, and none has more than ten cards.
        if !threatened && hand.len() > 10 {
            return None;
        }
        let bomb = B::compiled(WeakestBomb { hand, t, to_beat })?;
        (threatened || bomb.cards.len() == hand.len()).then_some(bomb)
    }
}

impl Policy for Lowest {
    const FOLLOWS_BY_KIND: bool = true;

    #[inline(always)]
    fn act<B: Bits>(&self, view: &View<'_>, _memory: &mut Memory) -> Option<Play> {
        let (hand, t) = (view.hand(), view.tables());
        let Some(to_beat) = view.table() else {
            return Some(longest_lead_of_lowest(hand, t));
        };
        let answer = first_answer(hand, t, to_beat);
        if answer.is_some() { answer } else { Lowest::bomb::<B>(view, to_beat) }
    }

    #[inline(always)]
    fn follow<B: Bits, Of: OfKind>(&self, view: &View<'_>, to_beat: Combo, _memory: &mut Memory) -> Option<Play> {
        let answer = first_answer_of::<B, Of>(view.hand(), view.tables(), to_beat.key);
        if answer.is_some() { answer } else { Lowest::bomb::<B>(view, to_beat) }
    }

    #[inline(always)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        view.choice().lowest(view.tables().level)
    }
}
