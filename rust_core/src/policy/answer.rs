//! A built-in strategy asked about a single decision, outside of any run.

use thiserror::Error;

use super::{Memory, Policy, Strategy};
use crate::card::Seat;
use crate::combo::{Detail, Play, closest};
use crate::deal::{Choice, Illegal, Log, Snapshot};
use crate::hand::Hand;
use crate::rules::Tables;

/// Why a strategy cannot answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unanswerable {
    /// There is nothing more to decide.
    #[error("the deal is over")]
    Over,
    /// Another seat decides than the one whose view it is.
    #[error("seat {turn} is to act, but the view is that of seat {seat}")]
    OtherTurn {
        /// Who decides.
        turn: Seat,
        /// Whose view it is.
        seat: Seat,
    },
    /// The list of offered plays is empty, but the seat has plays.
    #[error("no plays, but seat {seat} has some")]
    NothingOffered {
        /// The seat to act.
        seat: Seat,
    },
    /// A play is offered that the seat may not make.
    #[error("{reason}")]
    Illegal {
        /// The place of the play among those offered, from 0.
        index: usize,
        /// Why it may not.
        reason: Illegal,
    },
    /// A card is offered that is not among those of the choice of tribute.
    #[error("{cards} is not one of the cards to {phase}, which are {choice}", phase = choice.phase.name(), choice = choice.cards)]
    OtherCard {
        /// The place of the card among those offered, from 0.
        index: usize,
        /// The card or cards.
        cards: Hand,
        /// What is to be chosen.
        choice: Choice,
    },
}

impl Strategy {
    /// What the strategy does at the decision of `snapshot`: the number of one of the plays `offered`, or their number to pass.
    ///
    /// Usually its play is offered. Where it is not, the answer is the play [`closest`] to it, or to pass where that is allowed
    /// and no play of its kind is offered. A seat that can only pass does so whatever is offered.
    ///
    /// # Errors
    /// When the seat of the view is not to act, when nothing is offered that the seat can do, and for a play offered that it may
    /// not make.
    pub fn answer(
        &self,
        snapshot: &Snapshot,
        log: &Log,
        tables: &Tables,
        offered: &[Play],
    ) -> Result<usize, Unanswerable> {
        let view = snapshot.view(tables, Some(log));
        let seat = view.seat();
        match view.turn() {
            None => return Err(Unanswerable::Over),
            Some(turn) if turn != seat => return Err(Unanswerable::OtherTurn { turn, seat }),
            Some(_) => {}
        }
        if offered.is_empty() && !snapshot.options(tables, Detail::Ranks).is_empty() {
            return Err(Unanswerable::NothingOffered { seat });
        }
        if let Some(view) = snapshot.choice_view(tables) {
            let cards: Vec<Play> = view.choice().plays(tables).collect();
            if let Some(index) = offered.iter().position(|play| !cards.contains(play)) {
                let (cards, choice) = (offered[index].cards.to_hand(tables.level), *view.choice());
                return Err(Unanswerable::OtherCard { index, cards, choice });
            }
            return Ok(place_of(self.choose(&view) as usize, &cards, offered));
        }
        let (hand, table) = (view.hand(), view.table());
        for (index, play) in offered.iter().enumerate() {
            // A [`Play`] is only ever made with a combination that its cards can be. So the full check, which
            // classifies the cards and takes longer than all else here, is needed only to word the refusal.
            if !hand.contains(&play.cards) || !table.is_none_or(|table| play.combo.beats(table)) {
                snapshot.check(play, tables).map_err(|reason| Unanswerable::Illegal { index, reason })?;
            }
        }
        let meant = self.act(&view, &mut Memory::default());
        let alike = meant.and_then(|meant| {
            let place = closest(&meant, offered)?;
            (table.is_none() || offered[place].combo.kind == meant.combo.kind).then_some(place)
        });
        Ok(alike.unwrap_or(offered.len()))
    }
}

/// The place among the cards `offered` of the card of number `wanted`. Two copies of a face are told apart by their order.
fn place_of(wanted: usize, cards: &[Play], offered: &[Play]) -> usize {
    let meant = cards[wanted];
    let copies_before = cards[..wanted].iter().filter(|&&card| card == meant).count();
    let mut copies = (0..offered.len()).filter(|&place| offered[place] == meant);
    let copy = copies.clone().nth(copies_before).or_else(|| copies.next());
    copy.or_else(|| closest(&meant, offered)).expect("cards are offered")
}
