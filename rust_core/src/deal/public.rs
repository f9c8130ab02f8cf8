//! A position as one seat knows it: its own cards, and what everybody at the table has seen. It is checked by playing it
//! again.

use thiserror::Error;

use super::filled::filled;
use super::{Deal, Gift, Illegal, Log, Origin, Phase, Snapshot, Tribute};
use crate::card::{Card, Rank, Seat};
use crate::combo::{Kind, Play};
use crate::error::counted;
use crate::hand::Hand;
use crate::rng::Address;
use crate::rules::{Rules, Tables};

/// What one seat knows of a deal of 27 cards each.
#[derive(Clone, Debug)]
pub struct PublicPosition {
    /// Whose knowledge it is.
    pub seat: Seat,
    /// The cards that the seat holds now; may be left out where `dealt` is known.
    pub hand: Option<Hand>,
    /// The cards as dealt to the seat, before tribute; may be left out where `hand` is known.
    pub dealt: Option<Hand>,
    /// The plays and passes so far.
    pub history: Vec<(Seat, StatedAction)>,
    /// Who leads the deal; where it is left out the first to act in `history`, or the seat itself. In a choice of tribute, who
    /// is going to lead: under some rules that depends on who was last in the deal before.
    pub leader: Option<Seat>,
    /// The cards paid as tribute, that to the first before that to the second.
    pub paid: Vec<Gift>,
    /// The cards returned for them.
    pub returned: Vec<Gift>,
    /// The seats whose big jokers made the tribute void, an entry a joker; empty where it was not.
    pub void_by: Vec<Seat>,
    /// What of the tribute the seat is to choose; `None` while cards are played.
    pub phase: Option<Phase>,
    /// The cards to choose from. The rules say which those are to pay or return, so that these may be left out.
    pub cards: Option<Hand>,
    /// The address of the random numbers.
    pub address: Address,
    /// The match and the number of the deal, where the seat is to know them.
    pub origin: Option<Origin>,
}

/// An action that comes from outside the engine: a play, or cards with or without a declaration of what they are.
#[derive(Clone, Debug)]
pub enum StatedAction {
    /// A pass.
    Pass,
    /// A play.
    Play(Play),
    /// Cards with what they were declared to be, as far as that is known (docs/RULES.md R2.15 to R2.17).
    Cards {
        /// The cards.
        cards: Hand,
        /// The kind.
        kind: Option<Kind>,
        /// The name of the rank.
        rank: Option<String>,
    },
}

/// Why a [`PublicPosition`] cannot be: where in it something is wrong, and what.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoPosition {
    /// The rules do not allow an action.
    #[error("history[{index}]: {reason}")]
    Illegal {
        /// The number of the action, from 0.
        index: usize,
        /// Why it is not allowed.
        reason: Illegal,
    },
    /// Another seat was to act.
    #[error("history[{index}]: seat {seat} acts, but seat {turn} is to act")]
    OtherTurn {
        /// The number of the action, from 0.
        index: usize,
        /// Who acts.
        seat: Seat,
        /// Whose turn it is.
        turn: Seat,
    },
    /// Something else in the position is impossible.
    #[error("{place}: {message}")]
    Wrong {
        /// Where, as in `paid[1]`.
        place: String,
        /// What is wrong.
        message: String,
    },
}

fn wrong(place: impl Into<String>, message: impl Into<String>) -> NoPosition {
    NoPosition::Wrong { place: place.into(), message: message.into() }
}

impl PublicPosition {
    /// What the seat sees, with the plays so far. In the other hands the unseen cards lie in their printed order.
    ///
    /// Whose turn it is and what may be played is judged by the rules. Of a tribute it is judged whether these seats
    /// can have given these cards, not whether the rules made them do so.
    ///
    /// # Errors
    /// The first thing in the position that is impossible.
    pub fn snapshot(&self, rules: &Rules, tables: &Tables) -> Result<(Snapshot, Log), NoPosition> {
        self.check_tribute()?;
        let own = self.own_hand(tables.level)?;
        let hands = self.hands(own, tables.level)?;
        let (deal, log) = self.play(rules, tables, hands)?;
        let gifts = [&*self.paid, &*self.returned];
        let mut tribute = Tribute::of_gifts(rules, tables.level, &self.void_by, gifts, self.leader);
        if let Some(phase) = self.phase {
            let cards = self.choice(phase, own, &tribute)?;
            tribute = tribute.waiting_for(self.seat, phase, cards, hands);
        }
        let PublicPosition { seat, address, phase, origin, .. } = *self;
        Ok((Snapshot { deal, seat, address, tribute: Some(tribute), stakes: None, phase, origin }, log))
    }

    /// Checks that the gifts are one or two between as many pairs of seats, and as far along as the phase says.
    fn check_tribute(&self) -> Result<(), NoPosition> {
        let (paid, returned) = (&self.paid, &self.returned);
        if paid.len() > 2 {
            return Err(wrong("paid", format!("{}, but at most 2 are paid", counted(paid.len(), "card"))));
        }
        if paid.iter().any(|gift| paid.iter().any(|other| other.to == gift.from)) {
            return Err(wrong("paid", "a seat that pays receives nothing"));
        }
        if let [one, two] = paid[..]
            && (one.from.partner() != two.from || one.to.partner() != two.to)
        {
            return Err(wrong("paid", "two cards are paid by partners to partners"));
        }
        if !self.void_by.is_empty() {
            if !paid.is_empty() {
                return Err(wrong("paid", "nothing is paid where the tribute is void"));
            }
            match self.void_by[..] {
                [one, two] if one == two || one.partner() == two => {}
                _ => {
                    return Err(wrong(
                        "void_by",
                        "expected the two holders of the big jokers, partners or one seat twice",
                    ));
                }
            }
        }
        for (i, gift) in returned.iter().enumerate() {
            let is_answer = paid.iter().any(|payment| payment.to == gift.from)
                && paid.iter().any(|payment| payment.from == gift.to);
            if !is_answer || returned[..i].iter().any(|other| other.from == gift.from || other.to == gift.to) {
                return Err(wrong(
                    format!("returned[{i}]"),
                    format!("seat {} has nothing to return to seat {}", gift.from, gift.to),
                ));
            }
        }
        let stage = match self.phase {
            Some(Phase::Pay) => paid.is_empty(),
            Some(Phase::Return) => !paid.is_empty() && returned.is_empty(),
            Some(Phase::Pick) => returned.is_empty(),
            None => returned.len() == paid.len(),
        };
        if !stage {
            let phase = self.phase.map_or("play", Phase::name);
            let counts = format!("{} paid and {} returned", paid.len(), returned.len());
            return Err(wrong("phase", format!("{phase} cannot be with {counts}")));
        }
        Ok(())
    }

    /// How many cards `seat` holds at the first lead, or at the choice of tribute.
    fn dealt_to(&self, seat: Seat) -> u32 {
        let gifts = || self.paid.iter().chain(&self.returned);
        let gets = gifts().filter(|gift| gift.to == seat).count();
        let gives = gifts().filter(|gift| gift.from == seat).count();
        (27 + gets - gives) as u32
    }

    /// The seat's cards at the first lead, or at the choice of tribute.
    fn own_hand(&self, level: Rank) -> Result<Hand, NoPosition> {
        let mut played = Hand::EMPTY;
        for (index, (seat, action)) in self.history.iter().enumerate() {
            if *seat == self.seat {
                let cards = action.cards(level);
                played = played.plus(cards).ok_or_else(|| third_copy(index, played, cards))?;
            }
        }
        let gifts = || self.paid.iter().chain(&self.returned);
        let gets = hand_of(gifts().filter(|gift| gift.to == self.seat))?;
        let gives = hand_of(gifts().filter(|gift| gift.from == self.seat))?;
        let after_tribute = |dealt: Hand| {
            if dealt.len() != 27 {
                return Err(wrong("dealt", format!("{}, but 27 are dealt", counted(dealt.len() as usize, "card"))));
            }
            let most = dealt.plus(gets).filter(|hand| hand.contains(gives));
            let most = most.ok_or_else(|| wrong("dealt", "tribute cannot have gone so with these cards"))?;
            Ok(most.minus(gives))
        };
        let from_dealt = self.dealt.map(after_tribute).transpose()?;
        let Some(hand) = self.hand else {
            return from_dealt.ok_or_else(|| wrong("hand", "expected the cards held now, or those dealt"));
        };
        let left = self.dealt_to(self.seat).saturating_sub(played.len());
        if hand.len() + played.len() != self.dealt_to(self.seat) {
            let cards = counted(hand.len() as usize, "card");
            return Err(wrong("hand", format!("{cards}, but seat {} holds {left} after its plays", self.seat)));
        }
        let own = hand.plus(played).ok_or_else(|| wrong("hand", "a card of which the seat has played both copies"))?;
        if !own.plus(gives).is_some_and(|hand| hand.contains(gets)) {
            return Err(wrong("hand", "tribute cannot have gone so with these cards"));
        }
        match from_dealt {
            Some(other) if other != own => Err(wrong("hand", "other cards than the plays leave of those dealt")),
            _ => Ok(own),
        }
    }

    /// Four hands at the first lead, or at the choice of tribute, that fit what has been played since.
    fn hands(&self, own: Hand, level: Rank) -> Result<[Hand; 4], NoPosition> {
        let jokers = self.void_by.iter().filter(|&&holder| holder == self.seat).count() as u32;
        if !self.void_by.is_empty() && own.count(Card::BIG_JOKER) != jokers {
            return Err(wrong("void_by", format!("seat {} was dealt another number of big jokers", self.seat)));
        }
        let (mut known, mut played) = (own, [Hand::EMPTY; 4]);
        for (index, (seat, action)) in self.history.iter().enumerate() {
            if *seat == self.seat {
                continue;
            }
            let cards = action.cards(level);
            known = known.plus(cards).ok_or_else(|| third_copy(index, known, cards))?;
            let mine = &mut played[seat.index()];
            *mine = mine.plus(cards).ok_or_else(|| third_copy(index, *mine, cards))?;
            if mine.len() > self.dealt_to(*seat) {
                return Err(wrong(format!("history[{index}]"), format!("seat {seat} plays more cards than it had")));
            }
        }
        let left = Seat::ALL.map(|seat| self.dealt_to(seat) - played[seat.index()].len());
        let mut hands = filled(self.seat, own, left, Hand::FULL.minus(known));
        for (hand, played) in hands.iter_mut().zip(played) {
            *hand = hand.plus(played).expect("two packs hold all cards");
        }
        Ok(hands)
    }

    /// Plays the deal again.
    fn play(&self, rules: &Rules, tables: &Tables, hands: [Hand; 4]) -> Result<(Deal, Log), NoPosition> {
        let first = self.history.first().map(|(seat, _)| *seat);
        if self.phase.is_some() && first.is_some() {
            return Err(wrong("history", "nothing is played before the tribute is settled"));
        }
        let leader = if self.phase.is_some() { None } else { self.leader };
        let leader = leader.or(first).unwrap_or(self.seat);
        let (mut deal, mut log) = (Deal::new_unchecked(rules, tables.level, hands, leader), Log::default());
        for (index, (seat, action)) in self.history.iter().enumerate() {
            let illegal = |reason| NoPosition::Illegal { index, reason };
            let turn = deal.turn().ok_or_else(|| illegal(Illegal::Over))?;
            if turn != *seat {
                return Err(NoPosition::OtherTurn { index, seat: *seat, turn });
            }
            match deal.meant(action, tables).map_err(illegal)? {
                None => deal.pass_unchecked(),
                Some(play) => {
                    deal.play_unchecked(&play);
                    log.push(turn, &play, &deal);
                }
            }
        }
        Ok((deal, log))
    }

    /// The cards that the seat, which holds `hand`, chooses from.
    fn choice(&self, phase: Phase, hand: Hand, tribute: &Tribute) -> Result<Hand, NoPosition> {
        let given = self.cards.filter(|cards| !cards.is_empty());
        if phase == Phase::Pick {
            let two = given.filter(|cards| cards.len() == 2);
            return two.ok_or_else(|| wrong("cards", "expected the two cards to pick from"));
        }
        if let Some(cards) = given {
            let one_each = Hand::from_masks(cards.one(), 0);
            let is_held = hand.contains(one_each);
            return if is_held {
                Ok(one_each)
            } else {
                Err(wrong("cards", format!("seat {} holds others", self.seat)))
            };
        }
        if phase == Phase::Pay {
            return Ok(tribute.payable(hand));
        }
        let payment = self.paid.iter().find(|gift| gift.to == self.seat);
        let payment = payment.ok_or_else(|| wrong("paid", format!("seat {} has received nothing", self.seat)))?;
        Ok(tribute.returns_for(payment.card, hand).0)
    }
}

impl StatedAction {
    /// The cards; none for a pass.
    pub fn cards(&self, level: Rank) -> Hand {
        match self {
            StatedAction::Pass => Hand::EMPTY,
            StatedAction::Play(play) => play.cards.to_hand(level),
            StatedAction::Cards { cards, .. } => *cards,
        }
    }
}

/// The cards of some gifts.
fn hand_of<'a>(gifts: impl Iterator<Item = &'a Gift>) -> Result<Hand, NoPosition> {
    Hand::from_cards(gifts.map(|gift| gift.card)).map_err(|error| wrong("paid", error.to_string()))
}

/// The error for cards of which more than two would have been seen with those `known` before.
fn third_copy(index: usize, known: Hand, cards: Hand) -> NoPosition {
    let third = cards.cards().find(|&card| known.count(card) + cards.count(card) > 2);
    let third = third.map_or_else(String::new, |card| card.to_string());
    wrong(
        format!("history[{index}]"),
        format!("a third copy of {third}, of those that the seat holds and that were played"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::{Dealt, View};
    use crate::rng::Purpose;
    use crate::rules::standard;

    #[test]
    fn what_a_seat_knows_of_a_deal_is_what_its_view_shows() {
        let rules = &standard().rules;
        let tables = Tables::new(rules, Rank::new(6));
        for block in 0..20 {
            let address = Address::new(3, Purpose::Play, block, 0);
            let mut deal = Deal::new_unchecked(rules, tables.level, Dealt::new(3, block, 0).hands(), Seat::new(2));
            let (mut log, mut history) = (Log::default(), Vec::new());
            while let Some(turn) = deal.turn() {
                for seat in Seat::ALL {
                    let view = View::new(&deal, seat, &tables, address, Some(&log)).snapshot();
                    let hand = Some(deal.hand(seat).to_hand(tables.level));
                    let known = PublicPosition { history: history.clone(), ..position(seat, hand, address) };
                    let (mine, my_log) = known.snapshot(rules, &tables).unwrap();
                    assert_eq!(mine.save(&my_log, &tables), view.save(&log, &tables), "block {block}, seat {seat}");
                }
                let view = View::new(&deal, turn, &tables, address, Some(&log)).snapshot();
                let plays = view.options(&tables, crate::combo::Detail::Ranks);
                let Some(play) = plays.first() else {
                    deal.pass_unchecked();
                    history.push((turn, StatedAction::Pass));
                    continue;
                };
                deal.play_unchecked(play);
                log.push(turn, play, &deal);
                history.push((turn, StatedAction::Play(*play)));
            }
        }
    }

    /// Before the first lead, which is seat 2's.
    fn position(seat: Seat, hand: Option<Hand>, address: Address) -> PublicPosition {
        PublicPosition {
            seat,
            hand,
            dealt: None,
            history: Vec::new(),
            leader: Some(Seat::new(2)),
            paid: Vec::new(),
            returned: Vec::new(),
            void_by: Vec::new(),
            phase: None,
            cards: None,
            address,
            origin: None,
        }
    }
}
