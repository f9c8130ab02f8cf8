//! `lowest`: gets rid of its low cards and keeps its bombs until they matter.

use super::{BombCount, Policy};
use crate::combo::kinds::OfKind;
use crate::combo::{Combo, Play, first_answer, first_answer_of, longest_lead_of_lowest, weakest_bomb};
use crate::deal::{ChoiceView, View};

/// The strategy `lowest`.
///
/// * It leads the play whose lowest card in level order is lowest. Of several, it takes the one with most cards, then the one
///   with fewest wilds, then the first listed. It never leads a bomb: every hand has a single to lead.
/// * It follows with the lowest key of the same kind, with as few wilds as possible. If it has none, it follows with its weakest
///   bomb where that empties the hand or an opponent holds few cards, and passes otherwise.
/// * It pays, returns and picks its lowest card.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lowest;

/// An opponent with this many cards or fewer is worth a bomb.
const FEW_CARDS: u32 = 5;

impl Lowest {
    /// What the seat does when no play of the kind of `to_beat` beats it: lays a bomb, or `None` to pass. Always
    /// inlined: as a call it made the loops around it keep their variables in memory.
    #[inline(always)]
    fn bomb(view: &View<'_>, to_beat: Combo, bombs: &mut BombCount) -> Option<Play> {
        if bombs.is_zero() {
            return None;
        }
        let (hand, t) = (view.hand(), view.tables());
        let opponents = [view.seat().plus(1), view.seat().plus(3)];
        let threatened = opponents.iter().any(|&seat| (1..=FEW_CARDS).contains(&view.cards_left(seat)));
        // Without a threat only a bomb that is the whole hand is played, and no bomb has more than ten cards.
        if !threatened && hand.len() > 10 {
            return None;
        }
        let Some(bomb) = weakest_bomb(hand, t, to_beat) else {
            if !to_beat.kind.is_bomb() {
                bombs.found_none();
            }
            return None;
        };
        (threatened || bomb.cards.len() == hand.len()).then_some(bomb)
    }
}

impl Policy for Lowest {
    type Memory = BombCount;

    #[inline(always)]
    fn act(&self, view: &View<'_>, bombs: &mut BombCount) -> Option<Play> {
        let Some(to_beat) = view.table() else {
            return Some(self.lead(view, bombs));
        };
        let answer = first_answer(view.hand(), view.tables(), to_beat);
        if answer.is_some() { answer } else { Lowest::bomb(view, to_beat, bombs) }
    }

    #[inline(always)]
    fn lead(&self, view: &View<'_>, _bombs: &mut BombCount) -> Play {
        longest_lead_of_lowest(view.hand(), view.tables())
    }

    #[inline(always)]
    fn follow<Of: OfKind>(&self, view: &View<'_>, to_beat: Combo, bombs: &mut BombCount) -> Option<Play> {
        let answer = first_answer_of::<Of>(view.hand(), view.tables(), to_beat);
        if answer.is_some() { answer } else { Lowest::bomb(view, to_beat, bombs) }
    }

    #[inline(always)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        view.choice().lowest(view.tables().level)
    }
}
