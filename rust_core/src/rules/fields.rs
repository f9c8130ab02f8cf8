//! The fields of a rule set.

use crate::card::Rank;

/// What the partner of the first must do for a team to pass A.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PassAce {
    /// The partner is second or third.
    PartnerNotLast,
    /// The partner is second.
    DoubleDown,
}

/// Which deals at the own A count as failed attempts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AceAttemptCounts {
    /// Lost, or won without passing A.
    AnyFailure,
    /// Won without passing A because of the partner's place.
    PartnerLastOnly,
}

/// Who leads when the last player of a trick is out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeadAfterOut {
    /// The partner, or the next seat still in when the partner is out too.
    Partner,
    /// The next seat still holding cards.
    Next,
}

/// What voids a tribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AntiTribute {
    /// Both big jokers with the paying side.
    TwoBigJokers,
    /// Nothing.
    None,
}

/// How two tributes of equal rank are given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TributeTie {
    /// Each payer pays its left hand; the return goes right.
    Clockwise,
    /// The first picks one of the two; then the payer to the first picks one of the two returns.
    WinnerChooses,
    /// The last pays the first.
    LastToFirst,
}

/// Who leads after tribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TributeLead {
    /// The player whose card the first received.
    PayerToFirst,
    /// The last.
    Last,
    /// The first.
    First,
}

/// How straights, tubes and plates compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SequenceOrder {
    /// By the top card's natural rank.
    Natural,
    /// By the top card's place in level order.
    Level,
}

/// Who leads the first deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstLead {
    /// The holder of the turned-up card.
    TurnedUp,
    /// The holder of a card drawn at random.
    Drawn,
    /// A random seat.
    Random,
}

/// How the turned-up card fixes who draws first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cut {
    /// It does not.
    None,
    /// Counting the pips in seat order from South (seat 3).
    CountFromSouth,
    /// Pips modulo four from the cutter.
    ModuloFour,
}

/// Who draws first in later deals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LaterDraw {
    /// The last; after 1-2 the first's right hand.
    LastOrRight,
    /// The last; after 1-2 one of the losers.
    LastOrEither,
    /// The last.
    Last,
}

/// Who shuffles in later deals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LaterShuffle {
    /// The first's left hand.
    FirstLeftHand,
    /// The last.
    Last,
}

/// A time limit on the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Length of the match, minutes.
    pub match_minutes: u16,
    /// Most seconds a play may take.
    pub play_seconds: u16,
    /// The same for the team with the higher level near the end.
    pub leading_team_seconds: u16,
}

/// Points kept over a series of matches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// None.
    None,
    /// The points and titles of guandan.com.
    GuandanCom,
}

/// A complete rule set: plain data, compared and hashed by value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a house rule of its own
pub struct Rules {
    /// Levels risen for a finish of 1-2, 1-3, 1-4.
    pub promotion: [u8; 3],
    /// Levels that cannot be jumped over: bit `i` for the rank of index `i`.
    pub must_play: u16,
    /// When a team at A passes it.
    pub pass_ace: PassAce,
    /// Failed attempts at A before the team falls; 0 for no limit.
    pub ace_attempts: u8,
    /// What a failed attempt is.
    pub ace_attempt_counts: AceAttemptCounts,
    /// The level after the fall.
    pub ace_fall_to: Rank,
    /// The level after the fallen team's next first place, or `None` for the ordinary promotion.
    pub ace_fall_first_win: Option<Rank>,
    /// Whether the declarers at A fall when they lose to a last play of aces.
    pub ace_finish_demotes: bool,
    /// First places in a row from which each adds levels; 0 is off.
    pub streak_rises: u8,
    /// Last places in a row from which each takes levels; 0 is off.
    pub streak_falls: u8,
    /// Who leads when the last player of a trick is out.
    pub lead_after_out: LeadAfterOut,
    /// Whether a deal stops as soon as partners are first and second.
    pub double_down_ends_deal: bool,
    /// Whether tribute is paid.
    pub tribute: bool,
    /// What voids a tribute.
    pub anti_tribute: AntiTribute,
    /// The highest rank that may be returned, or `None` for any card.
    pub tribute_return_max: Option<Rank>,
    /// Whether a level card may be returned.
    pub tribute_return_level: bool,
    /// Whether the card just received may be returned.
    pub tribute_return_received: bool,
    /// How equal tributes are given.
    pub tribute_tie: TributeTie,
    /// Who leads after tribute.
    pub tribute_lead: TributeLead,
    /// Most cards of one rank in a bomb, 4..=10.
    pub max_bomb: u8,
    /// Whether the pair of a full house may be two equal jokers.
    pub joker_pair_in_full_house: bool,
    /// Whether a one-suit run holding a wild may be declared a plain straight.
    pub plain_straight_from_flush: bool,
    /// How straights, tubes and plates compare.
    pub sequence_order: SequenceOrder,
    /// Who leads the first deal.
    pub first_lead: FirstLead,
    /// How the turned-up card fixes who draws first.
    pub cut: Cut,
    /// Who draws first in later deals.
    pub later_draw: LaterDraw,
    /// Who shuffles in later deals.
    pub later_shuffle: LaterShuffle,
    /// Cards left at which the count is announced.
    pub announce_at: u8,
    /// The clock of the match.
    pub clock: Option<Clock>,
    /// Points over a series of matches.
    pub scoring: Scoring,
}
