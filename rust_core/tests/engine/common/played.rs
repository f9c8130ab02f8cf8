//! Whole matches played with dice, recorded deal by deal.

use guandan_core::combo::{Detail, Play, for_each_answer, for_each_lead};
use guandan_core::deal::{Deal, Log};
use guandan_core::record::{Heading, PlayedDeal, Record};
use guandan_core::rules::{Rules, Tables};
use guandan_core::series::{ClockModel, Consequence, DealEnd, Match, Opening};

use super::Dice;

/// The records of one match under `rules`, in which each deal has a chance of `leave_rate` to be left.
pub(crate) fn records(rules: &Rules, label: &str, seed: u64, block: u64, leave_rate: f64) -> Vec<Record> {
    let heading = Heading::new(rules, label, seed, ClockModel::default());
    let mut game = Match::new(rules, seed, block, heading.clock_model);
    let mut records: Vec<Record> = Vec::new();
    while game.ending().is_none() {
        let before = *game.standing();
        // The same dice for the same deal, so that a deal cut short is the beginning of the whole one.
        let dice = || Dice::new(seed ^ block << 16 ^ u64::from(before.deals) << 32);
        let mut start = game.next_deal();
        if let Opening::Tribute(tribute) = &mut start.opening {
            *tribute = tribute.settle(|_, choice| dice().below(choice.len() as usize) as u32);
        }
        let begun = || Deal::new(rules, start.level, start.hands(), start.leader()).unwrap();
        let tables = Tables::new(rules, start.level);
        let (deal, log) = play_out(begun(), &tables, &mut dice(), u32::MAX);
        let leaver = game.leaver(leave_rate, deal.actions());
        let (deal, log, end) = match leaver {
            None => (deal, log, DealEnd::Finished(deal.outcome().unwrap())),
            Some((seat, action)) => {
                let (deal, log) = play_out(begun(), &tables, &mut dice(), action);
                (deal, log, DealEnd::Left(seat))
            }
        };
        let consequence = game.end_deal(end, deal.plays(), deal.actions() - deal.plays()).unwrap();
        let played = PlayedDeal {
            match_number: block,
            strategies: &["dice", "dice", "dice", "dice"].map(String::from),
            start: &start,
            tables: &tables,
            log: &log,
            actions: deal.actions(),
            end,
            before: &before,
            after: game.standing(),
            promotion: consequence.promotion(),
        };
        if consequence != Consequence::Void {
            records.push(Record::of(&heading, &played));
        }
        if let (Some(ending), Some(last)) = (game.ending(), records.last_mut()) {
            last.ends_match(Some(ending.by), ending.winner);
        }
    }
    records
}

/// Plays at random until the deal is over or has had so many actions.
fn play_out(mut deal: Deal, tables: &Tables, dice: &mut Dice, most: u32) -> (Deal, Log) {
    let mut log = Log::default();
    while let Some(seat) = deal.turn() {
        if deal.actions() == most {
            break;
        }
        let mut options: Vec<Option<Play>> = Vec::new();
        let hand = *deal.hand(seat);
        match deal.table() {
            None => for_each_lead(&hand, tables, Detail::Ranks, &mut |play| options.push(Some(*play))),
            Some(table) => {
                options.push(None);
                for_each_answer(&hand, tables, table, Detail::Ranks, &mut |play| options.push(Some(*play)));
            }
        }
        match options[dice.below(options.len())] {
            None => deal.pass().unwrap(),
            Some(play) => {
                deal.play(&play, tables).unwrap();
                log.push(seat, &play, &deal);
            }
        }
    }
    (deal, log)
}
