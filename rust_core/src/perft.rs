//! Count the sequences of actions that a deal can take ("perft").
//!
//! Two engines whose counts are equal list the same plays and referee them in the same way. [`perft`] counts with this engine's
//! lists and referee; [`records`] reads positions with known counts, which other engines can check too.

mod record;

use crate::combo::{Detail, Play, count_answers, count_leads, for_each_play, plays_by_page};
use crate::deal::Deal;
use crate::rules::Tables;
pub use record::{Count, PerftRecord, PerftRecordError, records};

/// Counts the sequences of exactly `depth` actions (plays and passes) from `deal`. `detail` says how plays are told apart.
///
/// A sequence that ends the deal sooner is not counted. With a `depth` of 0 the count is 1. `tables` must be compiled for the rules
/// and the level of the deal.
pub fn perft(deal: &Deal, tables: &Tables, depth: u32, detail: Detail) -> u64 {
    match depth {
        0 => 1,
        1 => count_actions(deal, tables, detail),
        _ => {
            let mut total = 0;
            for_each_action(deal, tables, detail, &mut |_, after| total += perft(after, tables, depth - 1, detail));
            total
        }
    }
}

/// Splits the count of [`perft`] by first action: plays in listing order, then the pass (`None`). `depth` must be at least 1.
pub fn divide(deal: &Deal, tables: &Tables, depth: u32, detail: Detail) -> Vec<(Option<Play>, u64)> {
    let mut parts = Vec::new();
    for_each_action(deal, tables, detail, &mut |action, after| {
        parts.push((action.copied(), perft(after, tables, depth - 1, detail)));
    });
    parts
}

/// Calls `visit` with every legal action of `deal` and the deal after that action.
fn for_each_action(deal: &Deal, tables: &Tables, detail: Detail, visit: &mut impl FnMut(Option<&Play>, &Deal)) {
    let Some(seat) = deal.turn() else { return };
    let mut play = |play: &Play| {
        let mut after = *deal;
        after.play_unchecked(play);
        visit(Some(play), &after);
    };
    for_each_play(deal.hand(seat), tables, deal.table(), detail, &mut play);
    if deal.table().is_some() {
        let mut after = *deal;
        after.pass_unchecked();
        visit(None, &after);
    }
}

fn count_actions(deal: &Deal, tables: &Tables, detail: Detail) -> u64 {
    let Some(seat) = deal.turn() else { return 0 };
    let hand = deal.hand(seat);
    match (detail, deal.table()) {
        (Detail::Ranks, None) => u64::from(count_leads(hand, tables)),
        (Detail::Ranks, Some(to_beat)) => u64::from(count_answers(hand, tables, to_beat)) + 1,
        (Detail::Cards, to_beat) => {
            let mut count = u64::from(to_beat.is_some());
            plays_by_page(hand, tables, to_beat, detail, &mut |plays| count += plays.len() as u64);
            count
        }
    }
}
