//! The engine of guandan-sim: the rules of Guandan (掼蛋) as data, legal plays with wild cards, the referee of a deal,
//! whole matches, strategies, and simulation of millions of deals. It needs no Python.
//!
//! # Cards and combinations
//!
//! A [`Hand`](hand::Hand) is a set of cards out of two packs, read from text. [`Rules`](rules::Rules) are plain data; for
//! play they are compiled into [`Tables`](rules::Tables) at one level, which decides what is wild. A
//! [`LevelHand`](hand::LevelHand) is a hand as it looks at that level.
//!
//! ```
//! use guandan_core::card::Rank;
//! use guandan_core::combo::{Detail, classify, for_each_answer};
//! use guandan_core::hand::{Hand, LevelHand};
//! use guandan_core::rules::{Rules, Tables};
//!
//! let tables = Tables::new(&Rules::preset("institute")?, "5".parse::<Rank>()?);
//! let at_level = |text: &str| text.parse::<Hand>().map(|hand| LevelHand::new(hand, tables.level));
//!
//! // At level 5 the heart five is wild: these cards are two full houses, kings or twos being the triple.
//! let readings = classify(&at_level("SK DK H5 S2 D2")?, &tables);
//! let names: Vec<String> = readings.iter().map(|combo| combo.name(&tables)).collect();
//! assert_eq!(names, ["full_house K", "full_house 2"]);
//!
//! // What a hand can put on the lower of them.
//! let mut answers = Vec::new();
//! for_each_answer(&at_level("S3 D3 C3 S9 D9")?, &tables, readings[1], Detail::Ranks, &mut |play| {
//!     answers.push(play.combo.name(&tables));
//! });
//! assert_eq!(answers, ["full_house 3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A deal
//!
//! [`Deal`](deal::Deal) is the referee: it knows all cards and refuses what the rules forbid, with a reason and a clause of
//! docs/RULES.md. A [`View`](deal::View) is what one seat may know; its type has no way to the hidden cards.
//!
//! ```
//! use guandan_core::card::{Rank, Seat};
//! use guandan_core::deal::{Deal, View};
//! use guandan_core::policy::{Memory, Policy, Strategy};
//! use guandan_core::rng::{Address, Purpose};
//! use guandan_core::rules::{Rules, Tables};
//!
//! let rules = Rules::preset("institute")?;
//! let tables = Tables::new(&rules, Rank::TWO);
//! let hands = ["S3 S7 D7", "S5", "S9", "ST"].map(|text| text.parse().expect("cards"));
//! let mut deal = Deal::new(&rules, Rank::TWO, hands, Seat::new(0))?;
//!
//! deal.play_cards("S7 D7".parse()?, None, None, &tables)?;
//! let refused = deal.play_cards("S5".parse()?, None, None, &tables).unwrap_err();
//! assert_eq!(refused.to_string(), "single 5 does not beat the pair 7 on the table (R4.4)");
//!
//! // A strategy sees the view of its seat, which has the address of its random numbers too.
//! let tempo: Strategy = "tempo".parse()?;
//! let view = View::new(&deal, Seat::new(1), &tables, Address::new(7, Purpose::Play, 0, 0), None);
//! assert_eq!(view.cards_left(Seat::new(0)), 1);
//! assert_eq!(tempo.act(&view, &mut Memory::default()), None, "it can only pass");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Matches and simulation
//!
//! [`series::Match`] keeps what a match carries from deal to deal: levels, tribute, attempts at A. [`sim::run_blocks`] plays
//! the blocks of a [`Plan`](sim::Plan) on a pool of threads and returns tables; the same plan gives the same tables for
//! any number of threads, for random numbers are addressed and never drawn in passing ([`rng`]).
//!
//! ```
//! use std::sync::atomic::{AtomicBool, AtomicU64};
//!
//! use guandan_core::card::Rank;
//! use guandan_core::policy::Strategy;
//! use guandan_core::rules::Rules;
//! use guandan_core::sim::{Levels, Plan, Pool, Unit, run_blocks, seats};
//!
//! let teams: [Strategy; 2] = ["random".parse()?, "lowest".parse()?];
//! let plan = Plan {
//!     label: "institute".to_owned(),
//!     rules: Rules::preset("institute")?,
//!     unit: Unit::Deal { levels: Levels::one(Rank::TWO) },
//!     given: None,
//!     strategies: seats(&teams)?,
//!     rotations: 1,
//!     seed: 7,
//!     records: false,
//!     plays: false,
//!     hand_columns: false,
//! };
//! let (cancel, progress) = (AtomicBool::new(false), AtomicU64::new(0));
//! let one = run_blocks(&plan, 0, 100, &Pool::new(1)?, &cancel, &progress)?;
//! let two = run_blocks(&plan, 0, 100, &Pool::new(2)?, &cancel, &progress)?;
//! assert_eq!(one.deals.rows(), 100);
//! assert_eq!(one, two);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The modules
//!
//! Each layer uses only those before it, which a test checks:
//!
//! | module | what it is for |
//! | --- | --- |
//! | [`card`], [`hand`] | cards, seats and levels; sets of cards |
//! | [`rules`] | rule sets as data, the presets, the tables compiled from them |
//! | [`combo`] | classify cards; count, pick and list plays; what beats what |
//! | [`evaluate`] | the fewest plays of a hand, its decompositions, its control |
//! | [`deal`] | dealing, tribute, the referee, the view of a seat |
//! | [`series`] | the match over deals |
//! | [`policy`] | strategies, and the loop in which they play a deal |
//! | [`record`], [`endgame`], [`perft`] | records of deals and their verification; exact endgames; counts of action sequences |
//! | [`sim`] | plans, runs, and the tables they fill |
//!
//! [`rng`] and [`error`] are leaves that all may use.
//!
//! # Features
//!
//! * `parquet`: the module `parquet`, which writes tables as Parquet files; the bindings for Python switch it on.
//! * `oracle`: the slow twin that tests compare the engine with. Tests switch it on; no release build has it.

mod bits;
pub mod card;
pub mod combo;
pub mod deal;
pub mod endgame;
pub mod error;
pub mod evaluate;
pub mod hand;
#[cfg(feature = "oracle")]
#[doc(hidden)]
pub mod oracle;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod perft;
pub mod policy;
pub mod record;
pub mod rng;
pub mod rules;
pub mod series;
pub mod sim;
