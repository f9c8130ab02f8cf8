//! Tribute: what passes between the hands just dealt and the first lead (docs/RULES.md R6).
//!
//! [`Tribute`] is a state machine. It goes on by itself until a seat has a choice, shows the choice and takes the answer. It
//! knows the places of the deal before, the new hands and the new level, and nothing of who chooses.

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use super::choice::{Choice, Phase};
use super::faces::{highest_faces, key, lowest_faces, nth_face, pair, returnable_faces};
use super::referee::Ends;
use super::{Deal, Outcome, Pattern};
use crate::card::{Card, Rank, Seat};
use crate::hand::Hand;
use crate::rules::{AntiTribute, Clause, Rules, TributeDouble, TributeLead, TributeTie};

/// A card that goes from one seat to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gift {
    /// Who gives it.
    pub from: Seat,
    /// Who gets it.
    pub to: Seat,
    /// The card.
    pub card: Card,
}

/// How a tribute went, as the tables name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum TributeKind {
    /// None was due.
    None,
    /// The last paid the first.
    Single,
    /// Third and last paid.
    Double,
    /// Due, but void by the big jokers.
    Void,
}

impl TributeKind {
    /// The names in tables, by kind.
    pub const NAMES: [&'static str; 4] = ["none", "single", "double", "void"];
}

/// What has to happen next in a tribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Due {
    /// The payer of this number pays.
    Pay(usize),
    /// The first picks one of two equal tributes.
    PickTribute,
    /// The receiver of this number returns.
    Return(usize),
    /// The payer to the first picks one of the two returns.
    PickReturn,
    /// Nothing: the tribute is settled.
    Nothing,
}

/// The tribute before one deal, from the hands dealt to the first leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tribute {
    hands: [Hand; 4],
    level: Rank,
    outcome: Outcome,
    /// Whether it is known which payer of two was the last, so that `outcome` is right in this.
    last_is_known: bool,
    double: TributeDouble,
    tie: TributeTie,
    lead: TributeLead,
    pays_wild: bool,
    received_returns: bool,
    void_rule: AntiTribute,
    /// The faces that the limits allow as a return, as a mask of card bits.
    returnable: u64,
    /// By which rules the deal goes on that follows.
    ends: Ends,
    kind: TributeKind,
    pub(super) due: Due,
    choice: Option<Choice>,
    /// The cards laid down by third and last (or the last alone) until it is known who gets which.
    pub(super) laid: [Card; 2],
    /// By receiver, the first before the second.
    payments: [Gift; 2],
    pub(super) returns: [Gift; 2],
}

/// Fills the places of gifts and laid cards that have not been made yet.
const UNMADE: Gift = Gift { from: Seat::new(0), to: Seat::new(0), card: Card::SMALL_JOKER };

impl Tribute {
    /// The tribute due after a deal that ended with `outcome`, on newly dealt `hands` at the `level` to be played.
    #[inline]
    pub fn new(rules: &Rules, level: Rank, outcome: Outcome, hands: [Hand; 4]) -> Tribute {
        let double = outcome.pattern() == Pattern::OneTwo;
        let kind = if double { TributeKind::Double } else { TributeKind::Single };
        let mut tribute = Tribute::unpaid(rules, level, outcome, hands, kind);
        if !rules.tribute {
            tribute.kind = TributeKind::None;
        } else if tribute.could_be_void() && tribute.big_jokers_of_payers() == 2 {
            tribute.kind = TributeKind::Void;
        }
        if matches!(tribute.kind, TributeKind::None | TributeKind::Void) {
            tribute.due = Due::Nothing;
        }
        tribute.advance();
        tribute
    }

    /// A tribute of this kind in which nothing has been done yet.
    fn unpaid(rules: &Rules, level: Rank, outcome: Outcome, hands: [Hand; 4], kind: TributeKind) -> Tribute {
        Tribute {
            hands,
            level,
            outcome,
            last_is_known: true,
            double: rules.tribute_double,
            tie: rules.tribute_tie,
            lead: rules.tribute_lead,
            pays_wild: rules.tribute_wild,
            received_returns: rules.tribute_return_received,
            void_rule: rules.anti_tribute,
            returnable: returnable_faces(rules, level),
            ends: Ends::of(rules),
            kind,
            due: Due::Pay(0),
            choice: None,
            laid: [UNMADE.card; 2],
            payments: [UNMADE; 2],
            returns: [UNMADE; 2],
        }
    }

    /// A tribute made of what all have seen: who paid and returned what, as far as it has been handed over, and whose
    /// big jokers made it void. It answers all that a view asks; no choice is pending.
    ///
    /// `outcome` is that of the deal before. `None` where `payments` or `returns` are more or fewer than `kind` has.
    pub fn as_seen(
        rules: &Rules,
        level: Rank,
        outcome: Outcome,
        kind: TributeKind,
        void_holders: &[Seat],
        [payments, returns]: [&[Gift]; 2],
    ) -> Option<Tribute> {
        let mut hands = [Hand::EMPTY; 4];
        for &seat in void_holders {
            hands[seat.index()] = hands[seat.index()].with(Card::BIG_JOKER)?;
        }
        let mut tribute = Tribute::unpaid(rules, level, outcome, hands, kind);
        let count = tribute.payers().len();
        if [payments, returns].iter().any(|gifts| !gifts.is_empty() && gifts.len() != count) {
            return None;
        }
        for (laid, payer) in tribute.laid.iter_mut().zip(outcome.places[4 - count..].iter()) {
            let payment = payments.iter().find(|gift| gift.from == *payer);
            *laid = payment.map_or(UNMADE.card, |gift| gift.card);
        }
        tribute.last_is_known = false;
        tribute.payments[..payments.len()].copy_from_slice(payments);
        tribute.returns[..returns.len()].copy_from_slice(returns);
        tribute.due = match (payments.len(), returns.len()) {
            (0, _) if count > 0 => Due::Pay(0),
            (_, 0) if count > 0 => Due::Return(0),
            _ => Due::Nothing,
        };
        Some(tribute)
    }

    /// The tribute in which these gifts were made, for a position that does not say how the deal before ended. That
    /// outcome is made up so that it leads to these gifts; no view shows it. `leader`, where it is told, is who leads after
    /// the tribute, and was the last if that is one of two payers whose place decides it.
    pub(super) fn of_gifts(
        rules: &Rules,
        level: Rank,
        void_holders: &[Seat],
        [payments, returns]: [&[Gift]; 2],
        leader: Option<Seat>,
    ) -> Tribute {
        let (kind, mut outcome) = made_up(!void_holders.is_empty(), payments);
        let leads = payments.iter().position(|gift| Some(gift.from) == leader);
        if (kind, leads) == (TributeKind::Double, Some(0)) {
            outcome.places.swap(2, 3);
        }
        let made = Tribute::as_seen(rules, level, outcome, kind, void_holders, [payments, returns]);
        Tribute { last_is_known: leads.is_some(), ..made.expect("as many gifts as the kind has") }
    }

    /// The tribute as `seat` may know it: what everyone has seen, and the pending choice if it is the seat's own. How
    /// the deal before ended is made up as in [`Tribute::of_gifts`]. `None` when there is neither.
    pub(super) fn as_public(&self, seat: Seat) -> Option<Tribute> {
        let (kind, outcome) = made_up(self.kind == TributeKind::Void, self.payments());
        let choice = self.choice.filter(|choice| choice.seat == seat);
        let is_nothing = kind == TributeKind::None && choice.is_none();
        (!is_nothing).then_some(Tribute { outcome, last_is_known: false, kind, choice, ..*self })
    }

    /// This tribute, made by [`Tribute::as_seen`] or [`Tribute::of_gifts`], with a choice pending: `seat` has to choose
    /// one of `cards`. Of the `hands` at that moment its own has to be right; of the others only the numbers of cards
    /// count.
    #[must_use]
    pub(super) fn waiting_for(self, seat: Seat, phase: Phase, cards: Hand, hands: [Hand; 4]) -> Tribute {
        let clause = match phase {
            Phase::Pay => Clause::HighestCard,
            Phase::Return if cards.one() & self.returnable == 0 => Clause::ReturnFallback,
            Phase::Return => Clause::ReturnLimits,
            Phase::Pick if self.payments().is_empty() => Clause::EqualTributes,
            Phase::Pick => Clause::Return,
        };
        Tribute { hands, choice: Some(Choice { seat, phase, cards, clause }), ..self }
    }

    /// How the deal before ended.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The choice that has to be made next; `None` when the tribute is done.
    #[inline(always)]
    pub const fn pending(&self) -> Option<&Choice> {
        self.choice.as_ref()
    }

    /// Makes the pending choice: the option of this number.
    ///
    /// # Panics
    /// When nothing is pending or there is no such option; callers check both.
    #[inline]
    pub fn choose(&mut self, option: u32) {
        let choice = self.choice.take().expect("a choice is pending");
        assert!(option < choice.len(), "option {option} of {}", choice.len());
        if choice.phase == Phase::Pick && choice.cards.two() != 0 {
            // The same face twice: the options differ by who laid the card down, the lower seat first.
            let lower_is_second = self.pick_seats()[1] < self.pick_seats()[0];
            self.picked((option == 1) != lower_is_second);
        } else {
            self.take_card(nth_face(choice.cards.one(), option));
        }
        self.advance();
    }

    /// The settled tribute, after `choose` has made every choice: it returns the option taken.
    #[inline(always)]
    #[must_use]
    pub fn settle(mut self, mut choose: impl FnMut(&Tribute, &Choice) -> u32) -> Tribute {
        while let Some(choice) = self.choice {
            let option = choose(&self, &choice);
            self.choose(option);
        }
        self
    }

    /// The hands as far as cards have been handed over.
    #[inline(always)]
    pub const fn hands(&self) -> &[Hand; 4] {
        &self.hands
    }

    /// How the tribute goes.
    #[inline(always)]
    pub const fn kind(&self) -> TributeKind {
        self.kind
    }

    /// The tributes handed over, the one to the first before the one to the second; public from then on.
    #[inline(always)]
    pub fn payments(&self) -> &[Gift] {
        match self.due {
            Due::Pay(_) | Due::PickTribute => &[],
            _ => &self.payments[..self.payers().len()],
        }
    }

    /// The returns, the first's before the second's; empty until all are shown together (R6.9).
    #[inline(always)]
    pub fn returns(&self) -> &[Gift] {
        if self.due == Due::Nothing { &self.returns[..self.payers().len()] } else { &[] }
    }

    /// The seats whose big jokers made the tribute void, an entry a joker, in seat order.
    pub fn void_holders(&self) -> ArrayVec<Seat, 2> {
        let mut holders = ArrayVec::new();
        if self.kind == TributeKind::Void {
            for seat in Seat::ALL {
                holders.extend(std::iter::repeat_n(seat, self.hands[seat.index()].count(Card::BIG_JOKER) as usize));
            }
        }
        holders
    }

    /// Whether two big jokers with the payers make a tribute void under these rules.
    #[inline(always)]
    pub fn could_be_void(&self) -> bool {
        self.void_rule == AntiTribute::TwoBigJokers
    }

    /// The level to be played.
    #[inline(always)]
    pub const fn level(&self) -> Rank {
        self.level
    }

    /// The faces the limits allow as a return (R6.7), as bits of a hand's masks.
    pub(super) const fn returnable(&self) -> u64 {
        self.returnable
    }

    /// Whether the copy just received may not be returned (R6.7).
    pub(super) const fn keeps_received(&self) -> bool {
        !self.received_returns
    }

    /// Who leads the deal (R6.11, R6.12), once the tribute is done.
    #[inline]
    pub fn leader(&self) -> Seat {
        let first = self.outcome.first();
        match (self.kind, self.lead) {
            (TributeKind::None | TributeKind::Void, _) | (_, TributeLead::First) => first,
            (_, TributeLead::Last) if !self.outcome.tied => self.outcome.places[3],
            (TributeKind::Single, TributeLead::PartnerOfPayer) => self.payments[0].from.partner(),
            (TributeKind::Double, TributeLead::PayerOfHigher) => self.payer_of_higher(),
            _ => self.payments[0].from,
        }
    }

    /// Of two payers the one with the higher card; of equal cards the last.
    fn payer_of_higher(&self) -> Seat {
        let [one, two] = &self.payments;
        match key(one.card, self.level).cmp(&key(two.card, self.level)) {
            Ordering::Greater => one.from,
            Ordering::Less => two.from,
            Ordering::Equal => self.outcome.places[3],
        }
    }

    /// The paying seats, third before last; empty when nothing is paid.
    #[inline(always)]
    pub(super) fn payers(&self) -> &[Seat] {
        match self.kind {
            TributeKind::None | TributeKind::Void => &[],
            TributeKind::Single => &self.outcome.places[3..],
            TributeKind::Double => &self.outcome.places[2..],
        }
    }

    /// The phase of the step; `None` once the tribute is settled.
    const fn phase(&self) -> Option<Phase> {
        match self.due {
            Due::Pay(_) => Some(Phase::Pay),
            Due::Return(_) => Some(Phase::Return),
            Due::PickTribute | Due::PickReturn => Some(Phase::Pick),
            Due::Nothing => None,
        }
    }

    /// Whether the pending choice is the one that the rules make pending now, so that it is known how the tribute goes on. Where
    /// the tribute was made by [`Tribute::of_gifts`], it may not be known who pays whom, or who leads.
    pub(super) fn is_known_to_go_on(&self) -> bool {
        self.kind != TributeKind::None
            && self.choice.is_some_and(|choice| self.phase() == Some(choice.phase))
            && (self.last_is_known || !self.last_decides_who_leads())
    }

    /// Whether who leads depends on which of two payers was the last.
    fn last_decides_who_leads(&self) -> bool {
        let decides = match self.lead {
            TributeLead::Last => true,
            TributeLead::PayerOfHigher => self.equal_tributes(),
            TributeLead::First | TributeLead::PayerToFirst | TributeLead::PartnerOfPayer => false,
        };
        self.kind == TributeKind::Double && decides
    }

    /// This tribute with the cards lying as in `hands`, from the beginning of its present phase on: who has chosen in it unseen
    /// chooses again. `None` when these hands would have made it void.
    pub(super) fn with_hands(&self, hands: [Hand; 4]) -> Option<Tribute> {
        let due = match self.due {
            Due::Pay(_) => Due::Pay(0),
            Due::Return(_) => Due::Return(0),
            due => due,
        };
        let mut tribute = Tribute { hands, due, choice: None, ..*self };
        // What is known of hands later says so itself.
        let is_paying = matches!(due, Due::Pay(_));
        if is_paying && tribute.could_be_void() && tribute.big_jokers_of_payers() == 2 {
            return None;
        }
        tribute.advance();
        Some(tribute)
    }

    /// The deal that follows once the tribute is settled.
    pub fn deal(&self) -> Deal {
        Deal::following(self.ends, self.level, self.hands, self.leader())
    }

    fn big_jokers_of_payers(&self) -> u32 {
        self.payers().iter().map(|payer| self.hands[payer.index()].count(Card::BIG_JOKER)).sum()
    }

    /// Goes on until a seat has a choice or the tribute is settled.
    #[inline]
    fn advance(&mut self) {
        while self.choice.is_none() && self.due != Due::Nothing {
            let choice = match self.due {
                Due::Pay(payer) => {
                    let seat = self.payers()[payer];
                    let cards = self.payable(self.hands[seat.index()]);
                    Choice { seat, phase: Phase::Pay, cards, clause: Clause::HighestCard }
                }
                Due::Return(receiver) => self.return_of(self.payments[receiver]),
                Due::PickTribute => {
                    let (seat, cards) = (self.outcome.first(), pair(self.laid));
                    Choice { seat, phase: Phase::Pick, cards, clause: Clause::EqualTributes }
                }
                Due::PickReturn => {
                    let (seat, cards) = (self.payments[0].from, pair([self.returns[0].card, self.returns[1].card]));
                    Choice { seat, phase: Phase::Pick, cards, clause: Clause::Return }
                }
                Due::Nothing => return,
            };
            if choice.len() == 1 {
                self.take_card(nth_face(choice.cards.one(), 0));
            } else {
                self.choice = Some(choice);
            }
        }
    }

    /// The card that was due has been chosen.
    fn take_card(&mut self, card: Card) {
        match self.due {
            Due::Pay(payer) => {
                self.laid[payer] = card;
                if payer + 1 < self.payers().len() {
                    self.due = Due::Pay(payer + 1);
                } else {
                    self.all_paid();
                }
            }
            Due::Return(receiver) => {
                let payment = self.payments[receiver];
                self.returns[receiver] = Gift { from: payment.to, to: payment.from, card };
                if receiver + 1 < self.payers().len() {
                    self.due = Due::Return(receiver + 1);
                } else if self.winners_chose() {
                    self.due = Due::PickReturn;
                } else {
                    self.hand_over_returns();
                }
            }
            Due::PickTribute => self.picked(self.laid[0] != card),
            Due::PickReturn => self.picked(self.returns[0].card != card),
            Due::Nothing => {}
        }
    }

    /// The two seats whose cards are picked from, in the order the cards are kept.
    fn pick_seats(&self) -> [Seat; 2] {
        match self.due {
            Due::PickReturn => [self.returns[0].from, self.returns[1].from],
            _ => [self.outcome.places[2], self.outcome.places[3]],
        }
    }

    /// Hands over the two cards laid down, of which one has been picked: the second if `second`, otherwise the first.
    fn picked(&mut self, second: bool) {
        if self.due == Due::PickTribute {
            self.hand_over_tributes(usize::from(second));
            return;
        }
        let picker = self.payments[0].from;
        let picked = usize::from(second);
        self.returns[picked].to = picker;
        self.returns[1 - picked].to = picker.partner();
        self.hand_over_returns();
    }

    /// Whether the tributes were equal and the winners chose among them.
    fn winners_chose(&self) -> bool {
        self.kind == TributeKind::Double
            && self.double == TributeDouble::HigherToFirst
            && self.tie == TributeTie::WinnerChooses
            && self.equal_tributes()
    }

    fn equal_tributes(&self) -> bool {
        self.laid[0].bit() / 4 == self.laid[1].bit() / 4
    }

    /// All tributes are laid down: settles who gets which (R6.3, R6.5, R6.12).
    fn all_paid(&mut self) {
        if self.kind == TributeKind::Single {
            return self.hand_over_tributes(0);
        }
        // The left hand is the seat before: the payer to the first is the first's right hand.
        let clockwise = usize::from(self.outcome.places[3] == self.outcome.first().plus(1));
        let to_first = if self.double == TributeDouble::Clockwise {
            clockwise
        } else if self.equal_tributes() {
            match self.tie {
                TributeTie::WinnerChooses => {
                    self.due = Due::PickTribute;
                    return;
                }
                TributeTie::LastToFirst if !self.outcome.tied => 1,
                _ => clockwise,
            }
        } else {
            usize::from(key(self.laid[1], self.level) > key(self.laid[0], self.level))
        };
        self.hand_over_tributes(to_first);
    }

    /// The payer of number `to_first` pays the first, the other the second.
    fn hand_over_tributes(&mut self, to_first: usize) {
        let count = self.payers().len();
        for receiver in 0..count {
            let payer = if receiver == 0 { to_first } else { 1 - to_first };
            let from = self.payers()[payer];
            self.payments[receiver] = Gift { from, to: self.outcome.places[receiver], card: self.laid[payer] };
        }
        for payment in 0..count {
            self.hand_over(self.payments[payment]);
        }
        self.due = Due::Return(0);
    }

    fn hand_over_returns(&mut self) {
        for receiver in 0..self.payers().len() {
            self.hand_over(self.returns[receiver]);
        }
        self.due = Due::Nothing;
    }

    #[inline(always)]
    fn hand_over(&mut self, gift: Gift) {
        let card = Hand::from_masks(1 << gift.card.bit(), 0);
        self.hands[gift.from.index()] = self.hands[gift.from.index()].minus(card);
        self.hands[gift.to.index()] = self.hands[gift.to.index()].plus(card).expect("two packs hold two of each face");
    }

    /// What a payer with this hand may pay (R6.4), each face once.
    #[inline]
    pub(super) fn payable(&self, hand: Hand) -> Hand {
        Hand::from_masks(highest_faces(hand.one(), self.level, self.pays_wild), 0)
    }

    /// What the receiver of `payment` may return.
    fn return_of(&self, payment: Gift) -> Choice {
        let (cards, clause) = self.returns_for(payment.card, self.hands[payment.to.index()]);
        Choice { seat: payment.to, phase: Phase::Return, cards, clause }
    }

    /// The cards of `hand` that may be returned for `paid`, which is among them, with the clause that says so: those
    /// within the limits (R6.7), or where there are none the lowest (R6.8).
    pub(super) fn returns_for(&self, paid: Card, mut hand: Hand) -> (Hand, Clause) {
        if !self.received_returns {
            hand = hand.minus(Hand::from_masks(1 << paid.bit(), 0));
        }
        let allowed = hand.one() & self.returnable;
        let (faces, clause) = if allowed != 0 {
            (allowed, Clause::ReturnLimits)
        } else {
            (lowest_faces(hand.one(), self.level), Clause::ReturnFallback)
        };
        (Hand::from_masks(faces, 0), clause)
    }
}

/// The kind of a tribute that was void or in which `payments` were made, and an outcome of the deal before that leads to it.
fn made_up(is_void: bool, payments: &[Gift]) -> (TributeKind, Outcome) {
    let kind = match payments.len() {
        _ if is_void => TributeKind::Void,
        0 => TributeKind::None,
        1 => TributeKind::Single,
        _ => TributeKind::Double,
    };
    let (receivers, payers) = (payments.iter().map(|gift| gift.to), payments.iter().map(|gift| gift.from));
    let took_part = |seat: &Seat| payments.iter().any(|gift| gift.to == *seat || gift.from == *seat);
    let others = Seat::ALL.into_iter().filter(|seat| !took_part(seat));
    let mut places = Seat::ALL;
    places.iter_mut().zip(receivers.chain(others).chain(payers)).for_each(|(place, seat)| *place = seat);
    (kind, Outcome { places, tied: false, ace_finish: false })
}
