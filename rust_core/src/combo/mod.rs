//! Combinations: what a set of cards can be, what a hand can play, and what beats what.
//!
//! * Classify: [`classify`] finds every reading of some cards, [`placed`] what each card then stands for.
//! * Count and pick: [`count_leads`] and [`pick_lead`] choose a lead by its number without listing any,
//!   [`count_answers`] and [`pick_answer`] an answer.
//! * First: [`first_answer`], [`weakest_bomb`], [`longest_lead_of_lowest`] find the weakest answers and the longest lead.
//! * List: [`for_each_play`] visits every play at a [`Detail`], [`for_each_move`] every play at ranks detail, packed
//!   into four bytes.
//! * Actions: [`distinct_actions`] lists what a seat can do, and tells suits apart only where they matter.
//! * Make: [`EqualCards`], [`FullHouse`], [`Run`] and [`StraightFlush`] name cards that become a [`Play`].
//!
//! Everything here works on [`LevelHand`](crate::hand::LevelHand)s and reads the house rules from
//! [`Tables`], called `tables` everywhere (`t` in tests).
//!
//! ```
//! use guandan_core::card::Rank;
//! use guandan_core::combo::{Detail, Kind, classify, count_answers, first_answer, for_each_lead};
//! use guandan_core::hand::{Hand, LevelHand};
//! use guandan_core::rules::{Rules, Tables};
//!
//! // Deals at level 2: the heart two is a wild.
//! let tables = Tables::new(&Rules::preset("institute")?, Rank::TWO);
//! let hand = |text: &str| text.parse::<Hand>().map(|hand| LevelHand::new(hand, tables.level));
//!
//! // Three kings and a wild are a bomb, the kings alone a triple.
//! let bomb = classify(&hand("SK HK DK H2")?, &tables);
//! assert_eq!(bomb[0].name(&tables), "bomb K");
//! let triple = classify(&hand("SK HK DK")?, &tables)[0];
//!
//! // Three aces and a joker: the aces beat the triple, and nothing else does.
//! let held = hand("SA CA DA SB")?;
//! assert_eq!(count_answers(&held, &tables, triple), 1);
//! let answer = first_answer(&held, &tables, triple).expect("the aces");
//! assert_eq!(answer.combo.kind, Kind::Triple);
//!
//! // Four singles or pairs or triples can be led.
//! let mut leads = Vec::new();
//! for_each_lead(&held, &tables, Detail::Ranks, &mut |play| leads.push(play.combo.name(&tables)));
//! assert_eq!(leads, ["single A", "single SB", "pair A", "triple A"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classify;
mod closest;
mod distinct;
mod first;
mod kind;
pub mod kinds;
mod list;
mod pattern;
mod pick;
mod play;
mod suits;
mod windows;

pub use self::classify::{Readings, classify, placed, undeclared, wilds_substituted};
pub use self::closest::closest;
pub use self::distinct::distinct_actions;
pub use self::first::{first_answer, first_answer_of, longest_lead_of_lowest, may_answer, weakest_bomb};
pub use self::kind::Kind;
pub use self::kinds::{EqualCards, Filling, FullHouse, Run, StraightFlush};
pub use self::list::{
    Detail, Move, for_each_answer, for_each_lead, for_each_move, for_each_play, moves_by_page, plays_by_page,
};
pub use self::pattern::WildPattern;
pub use self::pick::{count_answers, count_bombs, count_leads, pick_answer, pick_answer_of, pick_lead};
pub use self::play::{Combo, Play, Power};
pub use self::windows::{StartSet, Windows, has_straight_flush};
pub use crate::rules::{Key, Tables};
