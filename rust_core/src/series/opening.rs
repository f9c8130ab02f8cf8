//! Before a deal: who leads the first deal of a match, and who shuffles, cuts and draws first (docs/RULES.md R5).
//!
//! Every random number here has an address of its own, so no rule changes a card: the card turned up is one of the 108
//! already dealt, and who drew first is recorded and moves nothing.

use crate::card::{Card, Rank, Seat, Suit};
use crate::deal::{Dealt, Outcome, Pattern};
use crate::rng::Address;
use crate::rules::{Cut, FirstLead, LaterDraw, LaterShuffle, Rules};

/// The seat called South in docs/RULES.md, which cuts before the first deal.
const SOUTH: Seat = Seat::new(3);

/// Who does what before a deal; `None` where the rules do not say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Roles {
    /// Who draws the first card.
    pub first_drawer: Option<Seat>,
    /// Who shuffles.
    pub shuffler: Option<Seat>,
    /// Who cuts.
    pub cutter: Option<Seat>,
}

/// How the first deal of a match begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FirstOpening {
    /// Who leads.
    pub leader: Seat,
    /// The card turned up or drawn, with the holder of that very copy; `None` where no card names the leader.
    pub turned_up: Option<(Card, Seat)>,
    /// Who shuffles, cuts and draws.
    pub roles: Roles,
}

/// The draws at the address of [`Purpose::Leader`](crate::rng::Purpose::Leader). The number of a draw takes the place
/// that the seat has in the addresses of other purposes.
mod draw {
    pub(super) const SEAT: u32 = 0;
    pub(super) const CARD: u32 = 1;
    pub(super) const LATER_DRAW: u32 = 2;
    pub(super) const LATER_SHUFFLE: u32 = 3;
}

/// The leader of a single deal, drawn at `address`: every seat is as likely, whatever the rules.
pub fn random_leader(address: Address) -> Seat {
    Seat::new(address.below(draw::SEAT, 0, 0, 4) as u8)
}

/// How the first deal of a match begins. `address` is the deal's for [`Purpose::Leader`](crate::rng::Purpose::Leader);
/// random draws are made there.
pub fn open_first_deal(rules: &Rules, dealt: &Dealt, address: Address) -> FirstOpening {
    let turned_up = match rules.first_lead {
        FirstLead::Random | FirstLead::SeatZero => None,
        FirstLead::TurnedUp | FirstLead::Drawn => Some(turn_up(rules.cut, dealt, address)),
    };
    let leader = match turned_up {
        Some((_, holder)) => holder,
        None if rules.first_lead == FirstLead::SeatZero => Seat::new(0),
        None => random_leader(address),
    };
    let roles = roles_of_first_deal(rules.cut, turned_up.map(|(card, _)| card));
    FirstOpening { leader, turned_up, roles }
}

/// Who does what before the first deal; `turned_up` is the card turned up.
pub fn roles_of_first_deal(cut: Cut, turned_up: Option<Card>) -> Roles {
    match (cut, turned_up) {
        (Cut::CountFromSouth | Cut::ModuloFour, Some(card)) => {
            // Counting from South as 1 in seat order, the seat of a number is the same for all numbers equal modulo 4.
            let first_drawer = SOUTH.plus(((pips(card) - 1) % 4) as u8);
            // Of the two ways to count, only `count_from_south` says who shuffles: East, at South's right hand.
            let shuffler = (cut == Cut::CountFromSouth).then_some(SOUTH.plus(1));
            Roles { first_drawer: Some(first_drawer), shuffler, cutter: Some(SOUTH) }
        }
        _ => Roles::default(),
    }
}

/// Whether another card has to be turned up instead of `card`: under `count_from_south` for jokers and wilds. The first deal is
/// at 2, so the wild is H2.
pub fn turned_again(cut: Cut, card: Card) -> bool {
    cut == Cut::CountFromSouth && (card.is_joker() || card == Card::new(Rank::TWO, Suit::Hearts))
}

/// Turns cards up until one counts; returns it with the holder of that very copy.
fn turn_up(cut: Cut, dealt: &Dealt, address: Address) -> (Card, Seat) {
    let mut attempt = 0;
    loop {
        let physical = address.below(draw::CARD, attempt, 0, 108);
        let card = Card::from_index((physical / 2) as u8);
        if !turned_again(cut, card) {
            return (card, dealt.holder(card, (physical % 2) as usize));
        }
        attempt += 1;
    }
}

/// The number a turned-up card counts: A is 1, K is 13, the small joker 3 and the big joker 6.
const fn pips(card: Card) -> u32 {
    match card.rank() {
        Some(Rank::ACE) => 1,
        Some(rank) => rank.index() as u32 + 2,
        None if card.index() == Card::SMALL_JOKER.index() => 3,
        None => 6,
    }
}

/// Who does what before a later deal, after one that ended with `outcome`. Where the rules leave a choice of two seats,
/// it is drawn at `address`, that of the new deal for [`Purpose::Leader`](crate::rng::Purpose::Leader).
pub fn roles_of_later_deal(rules: &Rules, outcome: Outcome, address: Address) -> Roles {
    let one_of = |seats: [Seat; 2], place: u32| {
        if seats[0] == seats[1] { seats[0] } else { seats[address.below(place, 0, 0, 2) as usize] }
    };
    Roles {
        first_drawer: Some(one_of(drawers(rules, outcome), draw::LATER_DRAW)),
        shuffler: Some(one_of(shufflers(rules, outcome), draw::LATER_SHUFFLE)),
        cutter: Some(outcome.first()),
    }
}

/// The two seats one of which draws first after a deal that ended with `outcome`. Where the rules leave no choice both are the
/// same seat.
pub fn drawers(rules: &Rules, outcome: Outcome) -> [Seat; 2] {
    let double_down = outcome.pattern() == Pattern::OneTwo;
    match rules.later_draw {
        LaterDraw::LastOrRight if double_down => [outcome.first().plus(1); 2],
        LaterDraw::LastOrEither if double_down => outcome.lasts(),
        LaterDraw::LastOrRight | LaterDraw::LastOrEither | LaterDraw::Last => last(outcome),
    }
}

/// The two seats one of which shuffles after a deal that ended with `outcome`. Where the rules leave no choice both are the
/// same seat.
pub fn shufflers(rules: &Rules, outcome: Outcome) -> [Seat; 2] {
    match rules.later_shuffle {
        LaterShuffle::FirstLeftHand => [outcome.first().plus(3); 2],
        LaterShuffle::Last => last(outcome),
    }
}

/// The last seat, given twice; after a deal that stopped at a double-down both losers (R4.10).
fn last(outcome: Outcome) -> [Seat; 2] {
    if outcome.tied { outcome.lasts() } else { [outcome.places[3]; 2] }
}
