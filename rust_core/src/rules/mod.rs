//! A rule set as a value: every house rule is a field, and nothing outside this folder knows a preset's name.
//!
//! The fields' meaning is in docs/RULES.md, clause by clause. The game reads [`Tables`], compiled once per rule set and
//! level, in its hot paths.

mod clause;
mod fields;
mod tables;

pub use clause::Clause;
pub use fields::{
    AceAttemptCounts, AntiTribute, Clock, Cut, FirstLead, LaterDraw, LaterShuffle, LeadAfterOut, PassAce, Rules,
    Scoring, SequenceOrder, TributeLead, TributeTie,
};
pub use tables::{Tables, run_length, top_of_start};

/// Rule sets of every value of the fields that shape combinations, by number.
#[cfg(test)]
pub(crate) fn test_rules(number: usize) -> Rules {
    Rules {
        promotion: [3, 2, 1],
        must_play: 1 << 12,
        pass_ace: PassAce::PartnerNotLast,
        ace_attempts: 0,
        ace_attempt_counts: AceAttemptCounts::AnyFailure,
        ace_fall_to: crate::card::Rank::TWO,
        ace_fall_first_win: None,
        ace_finish_demotes: false,
        streak_rises: 0,
        streak_falls: 0,
        lead_after_out: LeadAfterOut::Partner,
        double_down_ends_deal: false,
        tribute: true,
        anti_tribute: AntiTribute::TwoBigJokers,
        tribute_return_max: Some(crate::card::Rank::TEN),
        tribute_return_level: false,
        tribute_return_received: true,
        tribute_tie: TributeTie::Clockwise,
        tribute_lead: TributeLead::PayerToFirst,
        max_bomb: 10 - (number / 8 % 7) as u8,
        joker_pair_in_full_house: number % 2 == 0,
        plain_straight_from_flush: number / 2 % 2 == 0,
        sequence_order: if number / 4 % 2 == 0 { SequenceOrder::Natural } else { SequenceOrder::Level },
        first_lead: FirstLead::TurnedUp,
        cut: Cut::None,
        later_draw: LaterDraw::Last,
        later_shuffle: LaterShuffle::Last,
        announce_at: 10,
        clock: None,
        scoring: Scoring::None,
    }
}
