//! What a deal does to the levels: rise, attempts at A and the fall, streak falls, in the order of docs/RULES.md R7.5.
//!
//! Every rule is a field of [`Rules`]. Knows nothing of cards or of how the deal was played.

use super::{Standing, Streaks};
use crate::card::{Rank, Seat};
use crate::deal::{Outcome, Pattern};
use crate::rules::{AceAttemptCounts, PassAce, Rules};

/// What one finished deal changed.
///
/// For each team: level after = level before + levels climbed - levels lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Promotion {
    /// The team of the first.
    pub team: u8,
    /// Levels that team climbed, streak rise included, the ceiling applied.
    pub climbed: u8,
    /// Levels each team lost by a fall from A or by a streak.
    pub lost: [u8; 2],
    /// Whether the deal was a failed attempt of its declarers at their A.
    pub failed_attempt: bool,
    /// The declarers, if they fell from A.
    pub fell: Option<u8>,
    /// Whether the deal won the match for `team`; nothing else changed then.
    pub wins_match: bool,
}

/// Applies a finished deal to the standing.
pub fn after_deal(rules: &Rules, standing: &mut Standing, outcome: Outcome) -> Promotion {
    let winners = outcome.winners();
    let pattern = outcome.pattern();
    let at_ace = standing.at_own_ace();
    let mut promotion = Promotion {
        team: winners as u8,
        climbed: 0,
        lost: [0; 2],
        failed_attempt: false,
        fell: None,
        wins_match: at_ace == Some(winners) && passes_ace(rules.pass_ace, pattern),
    };
    standing.deals += 1;
    if promotion.wins_match {
        return promotion; // R7.6
    }
    let before = standing.levels;
    standing.streaks = next_streaks(&standing.streaks, outcome);
    rise(rules, standing, outcome.first(), pattern, &mut promotion);
    if let Some(declarers) = at_ace {
        fail_at_ace(rules, standing, declarers, outcome, &mut promotion);
    }
    if rules.streak_falls > 0 {
        fall_by_streaks(rules.streak_falls, standing, &mut promotion);
    }
    for (team, &level) in before.iter().enumerate() {
        if standing.levels[team] != level {
            standing.moved_in[team] = standing.deals;
        }
    }
    standing.declarers = Some(promotion.team);
    promotion
}

/// Whether a first place with the partner's place as in `pattern` passes A (R8.1).
const fn passes_ace(pass_ace: PassAce, pattern: Pattern) -> bool {
    match pass_ace {
        PassAce::PartnerNotLast => !matches!(pattern, Pattern::OneFour),
        PassAce::DoubleDown => matches!(pattern, Pattern::OneTwo),
    }
}

/// The streaks after one more deal. A seat that was not first begins its streak of first places anew at 0, one that was
/// not last its streak of last places.
fn next_streaks(streaks: &Streaks, outcome: Outcome) -> Streaks {
    let mut next = Streaks::default();
    let first = outcome.first().index();
    next.first[first] = streaks.first[first].saturating_add(1);
    for last in outcome.lasts().map(Seat::index) {
        next.last[last] = streaks.last[last].saturating_add(1);
    }
    next
}

/// What the `count`-th first or last place in a row is worth where streaks count from `from` on (0 = never).
const fn streak_levels(count: u16, from: u8) -> usize {
    if from > 0 && count >= from as u16 { (count - from as u16 + 1) as usize } else { 0 }
}

/// The rise of the winners (R7.3, R7.4), or what their first win after a fall gives instead (R8.5).
fn rise(rules: &Rules, standing: &mut Standing, first: Seat, pattern: Pattern, promotion: &mut Promotion) {
    let team = first.team();
    let level = standing.levels[team].index();
    if standing.declarers == Some(team as u8) {
        standing.won_at[team] |= 1 << level;
    }
    let after_fall = if standing.fallen[team] { rules.ace_fall_first_win } else { None };
    standing.fallen[team] = false;
    let risen = if let Some(given) = after_fall {
        given.index()
    } else {
        let streak = streak_levels(standing.streaks.first[first.index()], rules.streak_rises);
        let wanted = level + rules.promotion[pattern as usize] as usize + streak;
        wanted.min(ceiling(rules.must_play, standing.won_at[team], level))
    };
    promotion.climbed = risen.saturating_sub(level) as u8;
    // A rule set may put the first win after a fall below the level of the fall.
    promotion.lost[team] = level.saturating_sub(risen) as u8;
    standing.levels[team] = Rank::new(risen as u8);
}

/// The highest level a team may rise to from `level`: A, or the first `must_play` level on the way that the team has
/// not won a deal at as declarers.
const fn ceiling(must_play: u16, won_at: u16, level: usize) -> usize {
    let stops = (must_play & !won_at) | 1 << Rank::ACE.index();
    level + (stops >> level).trailing_zeros() as usize
}

/// Counts a failed attempt of the declarers at their A (R8.3) and lets them fall (R8.4, R8.6).
///
/// Called for every deal at the declarers' own A that did not win the match.
fn fail_at_ace(rules: &Rules, standing: &mut Standing, declarers: usize, outcome: Outcome, promotion: &mut Promotion) {
    let lost = outcome.winners() != declarers;
    promotion.failed_attempt = match rules.ace_attempt_counts {
        AceAttemptCounts::AnyFailure => true,
        AceAttemptCounts::PartnerLastOnly => !lost,
    };
    if promotion.failed_attempt {
        standing.ace_failures[declarers] = standing.ace_failures[declarers].saturating_add(1);
        standing.ace_failures_in_match[declarers] = standing.ace_failures_in_match[declarers].saturating_add(1);
    }
    let attempts_used = rules.ace_attempts > 0 && standing.ace_failures[declarers] >= rules.ace_attempts;
    let demoted = rules.ace_finish_demotes && lost && outcome.ace_finish;
    if attempts_used || demoted {
        promotion.fell = Some(declarers as u8);
        let fallen_to = standing.levels[declarers].min(rules.ace_fall_to);
        promotion.lost[declarers] += (standing.levels[declarers].index() - fallen_to.index()) as u8;
        standing.levels[declarers] = fallen_to;
        standing.fallen[declarers] = true;
        standing.ace_failures[declarers] = 0;
        standing.falls_in_match[declarers] = standing.falls_in_match[declarers].saturating_add(1);
    }
}

/// Takes levels for last places in a row (R9.2), of two partners only the larger fall (R9.3).
fn fall_by_streaks(from: u8, standing: &mut Standing, promotion: &mut Promotion) {
    for team in 0..2 {
        let count = standing.streaks.last[team].max(standing.streaks.last[team + 2]);
        let level = standing.levels[team].index();
        let fall = streak_levels(count, from).min(level);
        standing.levels[team] = Rank::new((level - fall) as u8);
        promotion.lost[team] += fall as u8;
    }
}
