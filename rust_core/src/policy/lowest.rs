//! `lowest`: gets rid of its low cards and keeps its bombs until they matter.

use super::{Bombless, Policy};
use crate::combo::kinds::OfKind;
use crate::combo::{Combo, Play, first_answer, first_answer_of, longest_lead_of_lowest, weakest_bomb};
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
    fn bomb(view: &View<'_>, to_beat: Combo, bombless: &mut Bombless) -> Option<Play> {
        if bombless.0 {
            return None;
        }
        let (hand, t) = (view.hand(), view.tables());
        let opponents = [view.seat().plus(1), view.seat().plus(3)];
        let threatened = opponents.iter().any(|&seat| (1..=FEW_CARDS).contains(&view.cards_left(seat)));
        // Without a threat only a bomb that is the whole hand counts, and none has more than ten cards.
        if !threatened && hand.len() > 10 {
            return None;
        }
        let Some(bomb) = weakest_bomb(hand, t, to_beat) else {
            bombless.0 = !to_beat.kind.is_bomb();
            return None;
        };
        (threatened || bomb.cards.len() == hand.len()).then_some(bomb)
    }
}

impl Policy for Lowest {
    type Memory = Bombless;

    #[inline(always)]
    fn act(&self, view: &View<'_>, bombless: &mut Bombless) -> Option<Play> {
        let Some(to_beat) = view.table() else {
            return Some(self.lead(view, bombless));
        };
        let answer = first_answer(view.hand(), view.tables(), to_beat);
        if answer.is_some() { answer } else { Lowest::bomb(view, to_beat, bombless) }
    }

    #[inline(always)]
    fn lead(&self, view: &View<'_>, _bombless: &mut Bombless) -> Play {
        longest_lead_of_lowest(view.hand(), view.tables())
    }

    #[inline(always)]
    fn follow<Of: OfKind>(&self, view: &View<'_>, to_beat: Combo, bombless: &mut Bombless) -> Option<Play> {
        let answer = first_answer_of::<Of>(view.hand(), view.tables(), to_beat);
        if answer.is_some() { answer } else { Lowest::bomb(view, to_beat, bombless) }
    }

    #[inline(always)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        view.choice().lowest(view.tables().level)
    }
}
