//! What is left of a deal or match once it has been played: its rows, and its records where they are asked for.
//!
//! Knows the play's results only. Who drives the play, one deal after another or many side by side, is the business of
//! the layers above: both leave the same entries.

use super::counters::Counters;
use super::observe::Counts;
use super::plan::Plan;
use super::plays::{Finished, PlayRow};
use super::recording::Recording;
use super::rows::{DealRow, HandFacts, MatchRow, SINGLE};
use crate::card::{Rank, Seat};
use crate::deal::{Deal, Dealt, Log, Outcome, Stakes, Tribute, TributeKind};
use crate::record::{PlayedDeal, Record};
use crate::rng::{Address, Purpose};
use crate::rules::Tables;
use crate::series::opening::random_leader;
use crate::series::{
    ClockModel, Consequence, DealEnd, Ending, Equity, FirstOpening, Match, NextDeal, NoEnd, Opening, Roles, Standing,
    after_deal,
};

/// The rows and records of what has been played, in the order it ended.
#[derive(Default)]
pub(super) struct Entries {
    pub(super) deals: Vec<DealRow>,
    pub(super) matches: Vec<MatchRow>,
    pub(super) records: Vec<Record>,
    pub(super) plays: Vec<PlayRow>,
}

impl Entries {
    /// Adds others behind these.
    pub(super) fn append(&mut self, mut others: Entries) {
        let Entries { deals, matches, records, plays } = &mut others;
        self.deals.append(deals);
        self.matches.append(matches);
        self.records.append(records);
        self.plays.append(plays);
    }
}

/// A deal that has been played to its end.
#[derive(Clone, Copy)]
pub(super) struct Over<'a> {
    /// What it began with.
    pub(super) next: &'a NextDeal,
    /// The tribute before it, settled.
    pub(super) tribute: Option<&'a Tribute>,
    pub(super) leader: Seat,
    pub(super) deal: &'a Deal,
    /// Its plays: there where records or rows of plays are made and where players leave.
    pub(super) log: Option<&'a Log>,
    pub(super) counts: Counts,
}

impl<'a> Over<'a> {
    fn outcome(&self) -> Outcome {
        self.deal.outcome().expect("played to its end")
    }

    fn log(&self) -> &'a Log {
        self.log.expect("a log is kept for records, rows of plays and leavers")
    }
}

/// Who writes the entries of one plan.
#[derive(Clone, Copy)]
pub(super) struct Clerk<'a> {
    pub(super) plan: &'a Plan,
    /// The tables by level.
    pub(super) tables: &'a [Tables],
    /// The chances in a match, where a built-in strategy asks what its deals are worth.
    pub(super) equity: Option<&'a Equity>,
    /// What records say of all deals, where records are asked for.
    pub(super) recording: Option<&'a Recording>,
    /// Count the fewest plays of the dealt hands, where asked for.
    pub(super) counters: &'a Counters,
}

impl<'a> Clerk<'a> {
    /// What the ends of the deal after `standing` are worth, where that is asked for.
    pub(super) fn stakes(&self, standing: &Standing) -> Option<Stakes> {
        self.equity.and_then(|equity| equity.stakes(&self.plan.rules, standing))
    }

    pub(super) fn tables(&self, level: Rank) -> &'a Tables {
        &self.tables[level.index()]
    }

    /// The row of a deal, its outcome still to be entered.
    fn row(&self, number: u64, over: &Over<'_>) -> DealRow {
        let Over { next, deal, .. } = *over;
        let tables = self.tables(deal.level());
        let hands = next.dealt.hands();
        let hands = if self.plan.hand_columns {
            self.counters.lend(tables, |fewest| hands.map(|hand| HandFacts::of(hand, tables, Some(fewest))))
        } else {
            hands.map(|hand| HandFacts::of(hand, tables, None))
        };
        DealRow {
            number,
            deal: next.number as u16,
            level: deal.level().index() as u8,
            declarers: None,
            leader: over.leader.index() as u8,
            first_drawer: next.roles.first_drawer.map(|seat| seat.index() as u8),
            places: [0; 4],
            pattern: 0,
            winner_team: 0,
            levels_won: 0,
            levels_lost: [0; 2],
            tribute: TributeKind::None as u8,
            paid: [None; 4],
            returned: [None; 4],
            tricks: deal.tricks() as u16,
            plays: deal.plays() as u16,
            passes: (deal.actions() - deal.plays()) as u16,
            counts: over.counts,
            hands,
        }
    }

    /// Enters the plays of a deal that counts, where they are asked for.
    fn enter_plays(&self, number: u64, over: &Over<'_>, entries: &mut Entries) {
        if !self.plan.plays {
            return;
        }
        let finished = Finished {
            number,
            deal: over.next.number as u16,
            rules: &self.plan.rules,
            tables: self.tables(over.next.level),
            hands: over.tribute.map_or_else(|| over.next.dealt.hands(), |tribute| *tribute.hands()),
            leader: over.leader,
            log: over.log(),
            actions: over.deal.actions(),
        };
        finished.enter(&mut entries.plays);
    }

    /// Enters a single deal as a match of its own.
    pub(super) fn enter_single(&self, block: u64, rotation: u8, over: &Over<'_>, entries: &mut Entries) {
        let plan = self.plan;
        let number = plan.match_number(block, rotation);
        let mut row = self.row(number, over);
        let outcome = over.outcome();
        let before = Standing { levels: [over.next.level; 2], ..Standing::START };
        let mut standing = before;
        let promotion = after_deal(&plan.rules, &mut standing, outcome);
        row.finish(outcome, promotion);
        if let Some(recording) = self.recording {
            let mut record = recording.record(&PlayedDeal {
                match_number: number,
                strategies: recording.strategies(rotation),
                next: over.next,
                tribute: None,
                leader: over.leader,
                tables: self.tables(over.next.level),
                log: over.log(),
                actions: over.deal.actions(),
                end: DealEnd::Finished(outcome),
                before: &before,
                after: &standing,
                promotion: Some(promotion),
            });
            record.is_all(row.winner_team);
            entries.records.push(record);
        }
        self.enter_plays(number, over, entries);
        entries.deals.push(row);
        entries.matches.push(MatchRow {
            number,
            block,
            rotation,
            winner_team: Some(row.winner_team),
            ended_by: SINGLE,
            deals: 1,
            levels: standing.levels.map(|level| level.index() as u8),
            ace_failures: [0; 2],
            falls: [0; 2],
            plays: over.deal.plays(),
            points: None,
        });
    }
}

/// The single deal of a block, its leader drawn.
pub(super) fn single_deal(seed: u64, block: u64, level: Rank, dealt: Dealt) -> (NextDeal, Seat) {
    let leader = random_leader(Address::new(seed, Purpose::Leader, block, 0));
    let opening = FirstOpening { leader, turned_up: None, roles: Roles::default() };
    (NextDeal { number: 0, level, dealt, roles: opening.roles, opening: Opening::First(opening) }, leader)
}

/// A match in one rotation, between its deals.
pub(super) struct Course {
    pub(super) game: Match,
    number: u64,
    block: u64,
    rotation: u8,
    leave_rate: f64,
    /// The deals that count, and the plays in them.
    deals: u16,
    plays: u32,
}

impl Course {
    pub(super) fn new(plan: &Plan, block: u64, rotation: u8, clock: ClockModel, leave_rate: f64) -> Course {
        let game = Match::new(&plan.rules, plan.seed, block, clock);
        Course { game, number: plan.match_number(block, rotation), block, rotation, leave_rate, deals: 0, plays: 0 }
    }

    /// The deal in progress is over: enters it, if it counts, and brings the match up to date.
    pub(super) fn end_deal(&mut self, clerk: &Clerk<'_>, over: &Over<'_>, entries: &mut Entries) -> Result<(), NoEnd> {
        let Over { next, deal, tribute, .. } = *over;
        let before = *self.game.standing();
        let outcome = over.outcome();
        let (end, actions, made) = match self.game.leaver(self.leave_rate, deal.actions()) {
            None => (DealEnd::Finished(outcome), deal.actions(), deal.plays()),
            Some((seat, action)) => (DealEnd::Left(seat), action, over.log().plays_before(action)),
        };
        let consequence = self.game.end_deal(end, made, actions - made)?;
        if let Some(recording) = clerk.recording.filter(|_| consequence != Consequence::Void) {
            entries.records.push(recording.record(&PlayedDeal {
                match_number: self.number,
                strategies: recording.strategies(self.rotation),
                next,
                tribute,
                leader: over.leader,
                tables: clerk.tables(next.level),
                log: over.log(),
                actions,
                end,
                before: &before,
                after: self.game.standing(),
                promotion: consequence.promotion(),
            }));
        }
        if let Consequence::Counted(promotion) = consequence {
            let mut row = clerk.row(self.number, over);
            row.declarers = before.declarers;
            if let Some(tribute) = tribute {
                row.enter_tribute(tribute);
            }
            row.finish(outcome, promotion);
            clerk.enter_plays(self.number, over, entries);
            entries.deals.push(row);
            self.deals += 1;
            self.plays += deal.plays();
        }
        Ok(())
    }

    /// The match is over: enters it behind its deals.
    pub(super) fn end(&self, ending: Ending, entries: &mut Entries) {
        // A match of which no deal counted has no record that could say how it ended.
        if let Some(last) = entries.records.last_mut().filter(|record| record.match_number == self.number) {
            last.ends_match(ending);
        }
        let standing = self.game.standing();
        entries.matches.push(MatchRow {
            number: self.number,
            block: self.block,
            rotation: self.rotation,
            winner_team: ending.winner,
            ended_by: ending.by as u8,
            deals: self.deals,
            levels: standing.levels.map(|level| level.index() as u8),
            ace_failures: standing.ace_failures_in_match,
            falls: standing.falls_in_match,
            plays: self.plays,
            points: self.game.points(),
        });
    }
}
