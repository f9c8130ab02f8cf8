//! Records made of deals that have just been played.

use super::{Action, Declared, Promoted, Record, RecordedTribute, TurnedUp};
use crate::card::Rank;
use crate::combo::placed;
use crate::deal::{Event, Log};
use crate::rules::{Rules, Tables};
use crate::series::{ClockModel, DealEnd, DealStart, EndedBy, Opening, Promotion, Standing};

/// What all records of a run have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Heading {
    /// The rules.
    pub rules: Rules,
    /// Their label.
    pub label: String,
    /// Their fingerprint.
    pub fingerprint: String,
    /// The run's seed.
    pub seed: u64,
    /// The time model.
    pub clock_model: ClockModel,
}

impl Heading {
    /// The heading for `rules` under their `label`.
    pub fn new(rules: &Rules, label: &str, seed: u64, clock_model: ClockModel) -> Heading {
        Heading { rules: *rules, label: label.to_owned(), fingerprint: rules.fingerprint(), seed, clock_model }
    }
}

/// A deal that has been played, as far as it went, and what it did to its match.
#[derive(Clone, Copy, Debug)]
pub struct PlayedDeal<'a> {
    /// The number of the match.
    pub match_number: u64,
    /// The strategies' text forms, by seat.
    pub strategies: &'a [String; 4],
    /// What it started from, its tribute settled.
    pub start: &'a DealStart,
    /// The rules at the level of the deal.
    pub tables: &'a Tables,
    /// The plays of the deal.
    pub log: &'a Log,
    /// How many plays and passes there were.
    pub actions: u32,
    /// How the deal ended.
    pub end: DealEnd,
    /// The match before the deal.
    pub before: &'a Standing,
    /// The match after the deal.
    pub after: &'a Standing,
    /// What the deal did to the levels; `None` for a deal that a player left.
    pub promotion: Option<Promotion>,
}

impl Record {
    /// The record of a deal after which its match goes on. [`Record::ends_match`] turns it into that of a last deal.
    pub fn of(heading: &Heading, deal: &PlayedDeal<'_>) -> Record {
        let (before, after) = (deal.before, deal.after);
        let turned_up = match deal.start.opening {
            Opening::First(opening) => opening.turned_up.map(|(card, holder)| TurnedUp { card, holder }),
            Opening::Tribute(_) => None,
        };
        let (places, tied, left) = match deal.end {
            DealEnd::Finished(outcome) => (Some(outcome.places), Some(outcome.tied), None),
            DealEnd::Left(seat) => (None, None, Some((seat, deal.actions))),
        };
        Record {
            match_number: deal.match_number,
            deal: deal.start.number,
            rules: heading.label.clone(),
            fingerprint: heading.fingerprint.clone(),
            seed: heading.seed,
            strategies: deal.strategies.clone(),
            clock_model: heading.rules.clock.map(|_| heading.clock_model),
            levels: before.levels,
            level: deal.start.level,
            declarers: before.declarers,
            ace_failures: before.ace_failures,
            fallen: before.fallen,
            streaks: before.streaks,
            won_at: Record::keeps_levels_won(&heading.rules).then(|| before.won_at.map(levels_of)),
            hands: deal.start.dealt.hands(),
            turned_up,
            first_drawer: deal.start.roles.first_drawer,
            shuffler: deal.start.roles.shuffler,
            cutter: deal.start.roles.cutter,
            tribute: deal.start.tribute().and_then(RecordedTribute::of),
            leader: deal.start.leader(),
            plays: deal.log.events(deal.actions).map(|event| action(&event, deal.tables)).collect(),
            left,
            places,
            tied,
            promoted: deal
                .promotion
                .filter(|promotion| !promotion.wins_match)
                .map(|promotion| Promoted { team: promotion.team, levels: promotion.climbed }),
            levels_after: after.levels,
            ace_failures_after: after.ace_failures,
            fallen_after: after.fallen,
            match_over: false,
            ended_by: None,
            winner: None,
        }
    }

    /// Marks the deal as the last recorded one of its match. `by` says what ended the match, and is `None` for a single deal;
    /// `winner` is the team that won, or `None` when none did.
    pub fn ends_match(&mut self, by: Option<EndedBy>, winner: Option<u8>) {
        self.match_over = true;
        self.ended_by = by;
        self.winner = winner;
    }
}

/// A play or pass as it is recorded.
fn action(event: &Event<'_>, tables: &Tables) -> Action {
    let play = event.play.map(|play| Declared {
        cards: placed(play, tables).into_iter().map(|(card, _)| card).collect(),
        kind: play.combo.kind,
        rank: play.combo.rank_name(tables).to_owned(),
    });
    Action { seat: event.seat, play }
}

/// The levels of a set: bit `i` stands for the rank of index `i`.
fn levels_of(set: u16) -> Vec<Rank> {
    Rank::all().filter(|level| set >> level.index() & 1 == 1).collect()
}
