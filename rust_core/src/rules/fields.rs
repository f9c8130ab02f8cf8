//! The types of a rule set's fields: a word list for every choice, and the clock.
//!
//! Knows each word's spelling, once. What the words mean in play is docs/RULES.md, clause R13; which field takes which
//! type is `table.rs`.

use super::value::{FieldType, Value};

macro_rules! words {
    ($($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $variant:ident = $word:literal,)+ })+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$meaning])* $variant,)+
        }

        impl $name {
            /// The spelling of each choice, in the order of the variants.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl FieldType for $name {
            fn into_value(self) -> Value {
                Value::Word(Self::WORDS[self as usize])
            }

            fn from_value(value: Value) -> Option<Self> {
                match value {
                    $(Value::Word($word) => Some($name::$variant),)+
                    _ => None,
                }
            }
        }
    )+};
}

words! {
    /// What the partner of the first must do for a team to pass A.
    PassAce {
        /// The partner is second or third.
        PartnerNotLast = "partner_not_last",
        /// The partner is second.
        DoubleDown = "double_down",
    }

    /// Which deals at the own A count as failed attempts.
    AceAttemptCounts {
        /// Lost, or won without passing A.
        AnyFailure = "any_failure",
        /// Won without passing A because of the partner's place.
        PartnerLastOnly = "partner_last_only",
    }

    /// Who leads when the last player of a trick is out.
    LeadAfterOut {
        /// The partner, or the next seat still in when the partner is out too.
        Partner = "partner",
        /// The next seat still holding cards.
        Next = "next",
    }

    /// What voids a tribute.
    AntiTribute {
        /// Both big jokers with the paying side.
        TwoBigJokers = "two_big_jokers",
        /// No cards make a tribute void.
        None = "none",
    }

    /// How two tributes of equal rank are given.
    TributeTie {
        /// Each payer pays its left hand; the return goes right.
        Clockwise = "clockwise",
        /// The first picks one of the two; then the payer to the first picks one of the two returns.
        WinnerChooses = "winner_chooses",
        /// The last pays the first.
        LastToFirst = "last_to_first",
    }

    /// Who leads after tribute.
    TributeLead {
        /// The player whose card the first received.
        PayerToFirst = "payer_to_first",
        /// The last.
        Last = "last",
        /// The first.
        First = "first",
        /// The partner of a single payer; of two payers the one whose card the first received.
        PartnerOfPayer = "partner_of_payer",
        /// The payer of the higher card; of equal cards the last, or of two losers tied as last the higher seat.
        PayerOfHigher = "payer_of_higher",
    }

    /// How two tributes are given.
    TributeDouble {
        /// The higher card to the first, the lower to the second.
        HigherToFirst = "higher_to_first",
        /// Each payer pays its left hand, whatever the cards.
        Clockwise = "clockwise",
    }

    /// How straights, tubes and plates compare.
    SequenceOrder {
        /// By the top card's natural rank.
        Natural = "natural",
        /// By the top card's place in level order.
        Level = "level",
    }

    /// Who leads the first deal.
    FirstLead {
        /// The holder of the turned-up card.
        TurnedUp = "turned_up",
        /// The holder of a card drawn at random.
        Drawn = "drawn",
        /// A random seat.
        Random = "random",
        /// Seat 0.
        SeatZero = "seat_0",
    }

    /// How the turned-up card fixes who draws first.
    Cut {
        /// The card does not decide who draws first.
        None = "none",
        /// Counting the pips in seat order from South (seat 3).
        CountFromSouth = "count_from_south",
        /// Pips modulo four from the cutter.
        ModuloFour = "modulo_four",
    }

    /// Who draws first in later deals.
    LaterDraw {
        /// The last; after 1-2 the first's right hand.
        LastOrRight = "last_or_right",
        /// The last; after 1-2 one of the losers.
        LastOrEither = "last_or_either",
        /// The last.
        Last = "last",
    }

    /// Who shuffles in later deals.
    LaterShuffle {
        /// The first's left hand.
        FirstLeftHand = "first_left_hand",
        /// The last.
        Last = "last",
    }

    /// Points kept over a series of matches.
    Scoring {
        /// No points are kept.
        None = "none",
        /// The points and titles of guandan.com.
        GuandanCom = "guandan_com",
    }
}

/// A time limit on the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Length of the match, minutes.
    pub match_minutes: u16,
    /// Most seconds a play may take.
    pub play_seconds: u16,
    /// Most seconds a play of the team with the higher level may take near the end.
    pub leading_team_seconds: u16,
}

impl Clock {
    /// The names of the three numbers, in the order they are written.
    pub const PARTS: [&'static str; 3] = ["match_minutes", "play_seconds", "leading_team_seconds"];

    /// The three numbers in that order.
    pub const fn parts(self) -> [u16; 3] {
        [self.match_minutes, self.play_seconds, self.leading_team_seconds]
    }

    pub(super) const fn from_parts([match_minutes, play_seconds, leading_team_seconds]: [u16; 3]) -> Clock {
        Clock { match_minutes, play_seconds, leading_team_seconds }
    }
}
