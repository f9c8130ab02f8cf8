//! A second, slow referee. It keeps only the list of actions, and works out from it at every question whose turn it is, which
//! play is to be beaten, who is out and whether the deal is over.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::{NAMES, Oracle, OraclePlay, Reading, SameRanks, name_of};
use crate::card::{Card, Suit};
use crate::hand::Hand;
use crate::rules::LeadAfterOut;

/// A play, or `None` for a pass.
pub type Action = Option<OraclePlay>;

/// The hands of a deal as dealt and all actions since.
#[derive(Clone)]
pub struct SlowDeal {
    /// The hands dealt, by seat.
    pub dealt: [Hand; 4],
    /// The seat that leads first.
    pub leader: usize,
    /// Every action since the deal began, with its seat.
    pub history: Vec<(usize, Action)>,
}

impl SlowDeal {
    /// A deal about to begin.
    pub fn new(dealt: [Hand; 4], leader: usize) -> SlowDeal {
        SlowDeal { dealt, leader, history: Vec::new() }
    }

    /// The cards that `seat` still holds.
    pub fn held(&self, seat: usize) -> Hand {
        let plays = self.history.iter().filter(|(actor, _)| *actor == seat).filter_map(|(_, action)| *action);
        plays.fold(self.dealt[seat], |hand, (_, cards)| hand.minus(cards))
    }

    fn holds_cards(&self, seat: usize) -> bool {
        !self.held(seat).is_empty()
    }

    /// The seats that are out, in the order of their last plays.
    pub fn out(&self) -> Vec<usize> {
        let last_play = |seat: usize| self.history.iter().rposition(|&(actor, act)| actor == seat && act.is_some());
        let mut out: Vec<usize> = (0..4).filter(|&seat| !self.holds_cards(seat)).collect();
        out.sort_by_key(|&seat| last_play(seat));
        out
    }

    /// Whether partners are first and second.
    fn is_double_down(&self) -> bool {
        matches!(self.out()[..], [first, second, ..] if (first + 2) % 4 == second)
    }

    /// Whether the deal is over.
    pub fn is_over(&self, oracle: &Oracle) -> bool {
        self.out().len() >= 3 || oracle.rules().double_down_ends_deal && self.is_double_down()
    }

    /// The places of a deal that is over, and whether the last two are tied.
    pub fn places(&self, oracle: &Oracle) -> (Vec<usize>, bool) {
        let mut places = self.out();
        places.extend((0..4).filter(|seat| self.holds_cards(*seat)));
        (places, oracle.rules().double_down_ends_deal && self.is_double_down())
    }

    /// The first seat after `seat` that holds cards.
    fn next_with_cards(&self, seat: usize) -> usize {
        (1..4).map(|steps| (seat + steps) % 4).find(|&next| self.holds_cards(next)).unwrap()
    }

    /// The last play, its seat, and the seats that have passed since; `None` before the first play of the deal.
    fn last_play(&self) -> Option<(usize, Reading, HashSet<usize>)> {
        let at = self.history.iter().rposition(|(_, action)| action.is_some())?;
        let (player, play) = self.history[at];
        let passed = self.history[at + 1..].iter().map(|(actor, _)| *actor).collect();
        play.map(|(reading, _)| (player, reading, passed))
    }

    /// The seats that must pass after the last play before the trick ends.
    fn waited_for(&self, player: usize, passed: &HashSet<usize>) -> Vec<usize> {
        (0..4).filter(|&seat| seat != player && self.holds_cards(seat) && !passed.contains(&seat)).collect()
    }

    /// The seat whose turn it is and the reading to beat; `None` for a lead. The deal must not be over.
    pub fn turn(&self, oracle: &Oracle) -> (usize, Option<Reading>) {
        let Some((player, reading, passed)) = self.last_play() else {
            return (self.leader, None);
        };
        if !self.waited_for(player, &passed).is_empty() {
            let (actor, _) = self.history[self.history.len() - 1];
            return (self.next_with_cards(actor), Some(reading));
        }
        let partner = (player + 2) % 4;
        let leader = if self.holds_cards(player) {
            player
        } else if oracle.rules().lead_after_out == LeadAfterOut::Partner && self.holds_cards(partner) {
            partner
        } else {
            self.next_with_cards(player)
        };
        (leader, None)
    }

    /// Whether `seat` has still to act in the trick.
    pub fn is_pending(&self, seat: usize, oracle: &Oracle) -> bool {
        match (self.turn(oracle).1, self.last_play()) {
            (Some(_), Some((player, _, passed))) => self.waited_for(player, &passed).contains(&seat),
            _ => self.holds_cards(seat),
        }
    }

    /// The number of tricks that have begun, which is the number of leads.
    pub fn tricks(&self, oracle: &Oracle) -> usize {
        let before = |n: usize| SlowDeal { history: self.history[..n].to_vec(), ..self.clone() };
        (0..self.history.len()).filter(|&n| before(n).turn(oracle).1.is_none()).count()
    }
}

/// Counts sequences of actions with the slow referee. It remembers the leads of hands it has seen.
pub struct SlowPerft<'a> {
    oracle: &'a Oracle,
    leads: HashMap<Hand, Rc<HashSet<OraclePlay>>>,
}

impl<'a> SlowPerft<'a> {
    /// A counter under the rules of `oracle`.
    pub fn new(oracle: &'a Oracle) -> SlowPerft<'a> {
        SlowPerft { oracle, leads: HashMap::new() }
    }

    /// Lists every legal action of `deal`, at detail `cards` or, with `one_per_ranks`, at detail `ranks`.
    pub fn actions(&mut self, deal: &SlowDeal, one_per_ranks: bool) -> Vec<Action> {
        let (seat, to_beat) = deal.turn(self.oracle);
        let hand = deal.held(seat);
        let oracle = self.oracle;
        let leads = self.leads.entry(hand).or_insert_with(|| Rc::new(oracle.leads_of_any_hand(hand)));
        let legal = to_beat.map_or_else(|| (**leads).clone(), |on| oracle.answers(leads, on));
        let plays: Vec<OraclePlay> =
            if one_per_ranks { oracle.representatives(hand, &legal) } else { legal.into_iter().collect() };
        plays.into_iter().map(Some).chain(to_beat.map(|_| None)).collect()
    }

    /// Counts the sequences of exactly `depth` actions from `deal`. A sequence that ends the deal sooner is not counted.
    pub fn count(&mut self, deal: &SlowDeal, depth: usize, one_per_ranks: bool) -> u64 {
        if depth == 0 {
            return 1;
        }
        if deal.is_over(self.oracle) {
            return 0;
        }
        let (seat, _) = deal.turn(self.oracle);
        let mut total = 0;
        for action in self.actions(deal, one_per_ranks) {
            let mut after = deal.clone();
            after.history.push((seat, action));
            total += self.count(&after, depth - 1, one_per_ranks);
        }
        total
    }
}

impl Oracle {
    /// Reduces plays to one for each group of equal ranks: the play that represents the group at detail `ranks`.
    pub fn representatives(&self, hand: Hand, plays: &HashSet<OraclePlay>) -> Vec<OraclePlay> {
        let mut groups: HashMap<SameRanks, OraclePlay> = HashMap::new();
        for &play in plays {
            groups.entry(self.same_ranks(play)).or_insert(play);
        }
        groups.values().map(|&play| (play.0, self.representative(hand, play))).collect()
    }

    /// The representative cards of all plays of `hand` with the ranks of this one (docs/NOTATION.md).
    fn representative(&self, hand: Hand, (reading, cards): OraclePlay) -> Hand {
        if reading.kind == "straight_flush" {
            return cards;
        }
        let mut chosen = Vec::new();
        for name in 0..NAMES.len() {
            let of_rank = |hand: Hand| hand.cards().filter(move |&card| name_of(card) == name);
            let natural = |card: &Card| *card != self.wild();
            let wanted = of_rank(cards).filter(natural).count();
            let copies: Vec<Card> = of_rank(hand).filter(natural).collect();
            // First one copy of each face that is held twice, S H C D; then the faces, S H C D.
            let doubled = copies.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
            let mut faces = copies.clone();
            faces.dedup();
            chosen.extend(doubled.chain(faces).take(wanted));
        }
        let with_wilds = |chosen: &[Card]| {
            let wilds = cards.cards().filter(|&card| card == self.wild());
            Hand::from_cards(chosen.iter().copied().chain(wilds)).unwrap()
        };
        if !self.allowed(reading, with_wilds(&chosen)) {
            self.mix_suits(hand, reading, &mut chosen);
        }
        with_wilds(&chosen)
    }

    /// Changes a straight whose cards are all of one suit, which would be a straight flush: the highest rank that is held in
    /// another suit takes the first such suit, S H C D.
    fn mix_suits(&self, hand: Hand, reading: Reading, chosen: &mut [Card]) {
        // In A 2 3 4 5 the ace is the lowest.
        let height = |card: &Card| if reading.rank == "5" { (name_of(*card) + 1) % 13 } else { name_of(*card) };
        chosen.sort_by_key(|card| Reverse(height(card)));
        for card in chosen {
            let faces = Suit::ALL.map(|suit| Card::new(card.rank().unwrap(), suit));
            let other = faces.into_iter().find(|&face| face != *card && face != self.wild() && hand.count(face) > 0);
            if let Some(other) = other {
                *card = other;
                return;
            }
        }
    }
}
