//! The points and titles of a player over a series of matches (docs/RULES.md R12), kept under rules whose field
//! `scoring` says so.

use super::Promotion;
use crate::card::{Rank, Seat};

/// When a player left a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaving {
    /// During the play of a deal.
    DuringPlay,
    /// Between two deals.
    BetweenDeals,
}

/// The points that a finished deal gives, by seat. Each winner gets a point for each level climbed, and each loser loses as
/// many; when the deal wins the match each winner gets 10 and the losers lose nothing (R12.1, R12.2).
pub const fn of_deal(promotion: &Promotion) -> [i32; 4] {
    let (up, down) = if promotion.wins_match { (10, 0) } else { (promotion.climbed as i32, promotion.climbed as i32) };
    let mut points = [-down; 4];
    points[promotion.team as usize] = up;
    points[promotion.team as usize + 2] = up;
    points
}

/// The points that leaving a match gives, by seat: the leaver loses some, and its opponents may get some (R12.3,
/// R12.4). `level` is the level of the deal in progress or, between deals, of the deal to come.
pub fn of_leaving(leaver: Seat, when: Leaving, level: Rank) -> [i32; 4] {
    const KING: Rank = Rank::new(11);
    const SIX: Rank = Rank::new(4);
    let loss = match when {
        _ if level >= KING => 10,
        Leaving::DuringPlay => 4,
        Leaving::BetweenDeals => 2,
    };
    let mut points = [0; 4];
    points[leaver.index()] = -loss;
    if level >= SIX {
        points[leaver.plus(1).index()] = loss / 2;
        points[leaver.plus(3).index()] = loss / 2;
    }
    points
}

/// The titles, each with the highest total of points it stands for; the last one has no upper end (R12.5).
pub const TITLES: [(i64, &str); 9] = [
    (0, "笨蛋"),
    (10, "坏蛋"),
    (100, "鸡蛋"),
    (200, "活珠"),
    (500, "毛蛋"),
    (1000, "铁蛋"),
    (2000, "银蛋"),
    (5000, "金蛋"),
    (i64::MAX, "超级掼蛋"),
];

/// The title of a player with this total of points over all matches.
pub fn title(total: i64) -> &'static str {
    TITLES[TITLES.partition_point(|&(most, _)| most < total)].1
}
