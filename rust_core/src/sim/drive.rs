//! Playing: one deal by its strategies, a single deal, a match.
//!
//! The loop over a deal's decisions is compiled once for each [`Processor`]; everything around it only once.

use super::observe::{Counts, Observer};
use super::plan::Plan;
use super::processor::Processor;
use super::recording::Recording;
use super::rows::{DealRow, HandFacts, MatchRow, SINGLE};
use crate::card::{Rank, Seat};
use crate::combo::{Bits, Portable};
use crate::deal::{ChoiceView, Deal, Dealt, Log, Tribute, TributeKind, View};
use crate::evaluate::Fewest;
use crate::hand::Hand;
use crate::policy::{Memory, Policy, Strategy};
use crate::record::PlayedDeal;
use crate::rng::{Key, Purpose};
use crate::rules::Tables;
use crate::series::opening::random_leader;
use crate::series::{
    ClockModel, Consequence, DealEnd, Lead, Match, NextDeal, NoEnd, Opening, Roles, Standing, after_deal,
};

/// Plays `deal` to its end: each seat by its strategy, their random numbers from `key`, everything told to `observer`.
///
/// Plays go to `log`, if there is one, for strategies that look back.
#[inline(always)]
pub fn play_out<B: Bits>(
    deal: &mut Deal,
    tables: &Tables,
    key: Key,
    strategies: [&Strategy; 4],
    mut log: Option<&mut Log>,
    observer: &mut impl Observer,
) {
    let mut memories = [Memory::default(); 4];
    while let Some(seat) = deal.turn() {
        let view = View::new(deal, seat, tables, key, log.as_deref());
        if let Some(play) = strategies[seat.index()].act::<B>(&view, &mut memories[seat.index()]) {
            deal.play_unchecked(&play);
            if let Some(log) = log.as_deref_mut() {
                log.push(seat, &play, deal);
            }
            observer.played(seat, &play, deal, tables);
        } else {
            deal.pass_unchecked();
            observer.passed(seat, deal);
        }
    }
}

/// What playing the blocks of one plan needs again and again.
pub(super) struct Player<'a> {
    pub(super) plan: &'a Plan,
    /// The tables by level.
    pub(super) tables: &'a [Tables],
    /// Whether plays are logged: somebody looks back, or may leave, or there are records to write.
    pub(super) logs: bool,
    pub(super) log: Log,
    pub(super) processor: Processor,
    /// The records, where asked for; the log is kept then.
    pub(super) recording: Option<Recording>,
    /// Counts the fewest plays of the dealt hands, where asked for.
    pub(super) fewest: Option<Fewest>,
}

impl<'a> Player<'a> {
    fn tables(&self, level: Rank) -> &'a Tables {
        &self.tables[level.index()]
    }

    #[inline(always)]
    fn strategies(&self, rotation: u8) -> [&'a Strategy; 4] {
        Seat::ALL.map(|seat| &self.plan.strategies[Plan::strategy_at(seat, rotation)])
    }

    /// Plays a deal and counts.
    fn play(&mut self, deal: &mut Deal, key: Key, rotation: u8) -> Counts {
        let (tables, strategies) = (self.tables(deal.level()), self.strategies(rotation));
        let log = self.logs.then(|| {
            self.log.clear();
            &mut self.log
        });
        let mut counts = Counts::default();
        self.processor.play_out(deal, tables, key, strategies, log, &mut counts);
        counts
    }

    /// The row of a deal that has been played, its outcome still to be entered.
    fn row(&mut self, number: u64, dealt: &Dealt, leader: Seat, deal: &Deal, counts: Counts) -> DealRow {
        let tables = self.tables(deal.level());
        DealRow {
            number,
            deal: 0,
            level: deal.level().index() as u8,
            declarers: None,
            leader: leader.index() as u8,
            first_drawer: None,
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
            counts,
            hands: dealt.hands().map(|hand| HandFacts::of(hand, tables, self.fewest.as_mut())),
        }
    }

    /// Plays the single deal of a block in every rotation.
    pub(super) fn single_deals(
        &mut self,
        block: u64,
        level: Rank,
        deals: &mut Vec<DealRow>,
        matches: &mut Vec<MatchRow>,
    ) {
        let Plan { seed, rotations, ref rules, .. } = *self.plan;
        let dealt = self.processor.deal(seed, block);
        let leader = random_leader(Key::new(seed, Purpose::Leader, block, 0));
        let key = Key::new(seed, Purpose::Play, block, 0);
        let start = Deal::new_unchecked(rules, level, dealt.hands(), leader);
        for rotation in 0..rotations {
            let number = block * u64::from(rotations) + u64::from(rotation);
            let mut deal = start;
            let counts = self.play(&mut deal, key, rotation);
            let mut row = self.row(number, &dealt, leader, &deal, counts);
            let outcome = deal.outcome().expect("played to its end");
            let before = Standing { levels: [level; 2], ..Standing::START };
            let mut standing = before;
            let promotion = after_deal(rules, &mut standing, outcome);
            row.finish(outcome, promotion);
            if let Some(recording) = &mut self.recording {
                let opening = Opening { leader, turned_up: None, roles: Roles::default() };
                recording.add(&PlayedDeal {
                    match_number: number,
                    strategies: &recording.strategies(rotation),
                    next: &NextDeal { number: 0, level, dealt, roles: opening.roles, lead: Lead::Opening(opening) },
                    tribute: None,
                    leader,
                    tables: &self.tables[level.index()],
                    log: &self.log,
                    actions: deal.actions(),
                    end: DealEnd::Finished(outcome),
                    before: &before,
                    after: &standing,
                    promotion: Some(promotion),
                });
                recording.end_single(row.winner_team);
            }
            deals.push(row);
            matches.push(MatchRow {
                number,
                block,
                rotation,
                winner_team: Some(row.winner_team),
                ended_by: SINGLE,
                deals: 1,
                levels: standing.levels.map(|level| level.index() as u8),
                ace_failures: [0; 2],
                falls: [0; 2],
                plays: deal.plays(),
                points: None,
            });
        }
    }

    /// Plays the match of a block in one rotation.
    pub(super) fn whole_match(
        &mut self,
        block: u64,
        rotation: u8,
        clock: ClockModel,
        leave_rate: f64,
        deals: &mut Vec<DealRow>,
    ) -> Result<MatchRow, NoEnd> {
        let plan = self.plan;
        let number = block * u64::from(plan.rotations) + u64::from(rotation);
        let mut game = Match::new(&plan.rules, plan.seed, block, clock);
        let (mut finished, mut plays) = (0, 0);
        let ending = loop {
            if let Some(ending) = game.ending() {
                break ending;
            }
            let next = game.next_deal::<Portable>();
            let before = *game.standing();
            let (hands, leader, tribute) = self.open(&game, &next, rotation);
            let mut deal = Deal::new_unchecked(&plan.rules, next.level, hands, leader);
            let counts = self.play(&mut deal, game.key(Purpose::Play), rotation);
            let outcome = deal.outcome().expect("played to its end");
            let (end, actions, made) = match game.leaver(leave_rate, deal.actions()) {
                None => (DealEnd::Finished(outcome), deal.actions(), deal.plays()),
                Some((seat, action)) => (DealEnd::Left(seat), action, self.log.plays_before(action)),
            };
            let consequence = game.end_deal(end, made, actions - made)?;
            if let Some(recording) = self.recording.as_mut().filter(|_| consequence != Consequence::Void) {
                recording.add(&PlayedDeal {
                    match_number: number,
                    strategies: &recording.strategies(rotation),
                    next: &next,
                    tribute: tribute.as_ref(),
                    leader,
                    tables: &self.tables[next.level.index()],
                    log: &self.log,
                    actions,
                    end,
                    before: &before,
                    after: game.standing(),
                    promotion: consequence.promotion(),
                });
            }
            if let Consequence::Counted(promotion) = consequence {
                let mut row = self.row(number, &next.dealt, leader, &deal, counts);
                row.deal = next.number as u16;
                row.declarers = before.declarers;
                row.first_drawer = next.roles.first_drawer.map(|seat| seat.index() as u8);
                if let Some(tribute) = tribute {
                    row.enter_tribute(&tribute);
                }
                row.finish(outcome, promotion);
                deals.push(row);
                finished += 1;
                plays += deal.plays();
            }
        };
        if let Some(recording) = &mut self.recording {
            recording.end_match(number, ending);
        }
        let standing = game.standing();
        Ok(MatchRow {
            number,
            block,
            rotation,
            winner_team: ending.winner,
            ended_by: ending.by as u8,
            deals: finished,
            levels: standing.levels.map(|level| level.index() as u8),
            ace_failures: standing.ace_failures_in_match,
            falls: standing.falls_in_match,
            plays,
            points: game.points(),
        })
    }

    /// The hands a deal is played with and its leader, the choices of tribute made by the seats' strategies.
    fn open(&self, game: &Match, next: &NextDeal, rotation: u8) -> ([Hand; 4], Seat, Option<Tribute>) {
        match next.lead {
            Lead::Opening(opening) => (next.dealt.hands(), opening.leader, None),
            Lead::Tribute(tribute) => {
                let (strategies, tables) = (self.strategies(rotation), self.tables(next.level));
                let key = game.key(Purpose::Tribute);
                let settled = tribute.settle(|tribute, choice| {
                    strategies[choice.seat.index()].choose(&ChoiceView::new(tribute, choice, tables, key))
                });
                (*settled.hands(), settled.leader(), Some(settled))
            }
        }
    }
}
