//! What the tests of the match share: places and standings in few words.

use guandan_core::card::{Rank, Seat};
use guandan_core::deal::Outcome;
use guandan_core::rules::Rules;
use guandan_core::series::{Promotion, Standing, after_deal};

/// The rank of a letter.
pub(crate) fn rank(letter: &str) -> Rank {
    letter.parse().unwrap()
}

/// A finished deal by the seats' order, first to last: `"0213"` is a double-down of team 0.
pub(crate) fn finish(order: &str) -> Outcome {
    let seats: Vec<Seat> = order.bytes().map(|digit| Seat::new(digit - b'0')).collect();
    Outcome { places: seats.try_into().unwrap(), tied: false, ace_finish: false }
}

/// A deal stopped at 1-2.
pub(crate) fn stopped(order: &str) -> Outcome {
    Outcome { tied: true, ..finish(order) }
}

/// A standing at these levels with these declarers, everything else as at the start.
pub(crate) fn standing(levels: [&str; 2], declarers: u8) -> Standing {
    Standing { levels: levels.map(rank), declarers: Some(declarers), ..Standing::START }
}

/// Plays the finishes one after another from `standing` on; what the last one changed, and where that leads.
pub(crate) fn play(rules: &Rules, standing: Standing, finishes: &[Outcome]) -> (Promotion, Standing) {
    let mut standing = standing;
    let changes = finishes.iter().map(|&outcome| after_deal(rules, &mut standing, outcome)).last();
    (changes.expect("at least one deal"), standing)
}

/// The levels' letters after the finishes.
pub(crate) fn levels(rules: &Rules, standing: Standing, finishes: &[Outcome]) -> [&'static str; 2] {
    play(rules, standing, finishes).1.levels.map(Rank::letter)
}
