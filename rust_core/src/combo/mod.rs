//! Combinations: what a set of cards can be, what a hand can play, and what beats what.
//!
//! Everything here works on [`LevelHand`](crate::hand::LevelHand)s and reads the house rules from
//! [`Tables`](crate::rules::Tables).

mod by_wilds;
mod choices;
mod choose;
mod classify;
mod first;
mod groups;
mod kind;
mod list;
mod longest;
mod make;
mod moves;
mod name;
pub mod of_kind;
mod page;
mod pattern;
mod patterns;
mod play;
mod products;
mod representatives;
mod take;
mod walk;

pub use choose::{
    count_answers, count_bombs, count_leads, flush_windows, has_straight_flush, pick_answer, pick_answer_of, pick_lead,
};
pub use classify::{Readings, classify, placed, undeclared, wilds_substituted};
pub use first::{first_answer, first_answer_of, may_answer, weakest_bomb};
pub use kind::{Combo, Kind};
pub use list::{Detail, for_each_answer, for_each_lead, for_each_play, plays_by_page};
pub use longest::longest_lead_of_lowest;
pub use make::{
    JOKER_BOMB, make_full_house, make_run, make_same, make_straight_flush, run_combo, runs_by_shortage, starts_above,
};
pub use moves::{Move, for_each_move, moves_by_page};
pub use pattern::Pattern;
pub use play::Play;
pub(crate) use take::{put_wilds, take_into};
