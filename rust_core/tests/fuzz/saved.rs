//! Deals and views as the text in which they are pickled.

use bolero::check;
use guandan_core::card::{Rank, Seat};
use guandan_core::deal::{Deal, Dealt, Log, Origin, Referee, Snapshot, View};
use guandan_core::policy::{Memory, Policy, Strategy};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};

use crate::texts::{Text, Texts, assert_one_line};

/// The deal, and what the seat to act sees of it, at every fifth decision of a strategy.
fn positions(rules: &Rules, t: &Tables) -> Vec<String> {
    let lowest: Strategy = "lowest".parse().unwrap();
    let address = Address::new(5, Purpose::Play, 0, 0);
    let deal = Deal::new(rules, t.level, Dealt::new(5, 0, 0).hands(), Seat::new(1)).unwrap();
    let origin = Some(Origin { match_number: 3, deal: 1, levels: [Rank::TWO, Rank::ACE] });
    let mut at = Referee { deal, log: Log::default(), address, tribute: None, stakes: None, origin };
    let mut texts = Vec::new();
    while let Some(seat) = at.deal.turn() {
        let view = View::new(&at.deal, seat, t, address, Some(&at.log));
        if at.deal.actions() % 5 == 0 {
            texts.extend([at.save(t), view.snapshot().save(&at.log, t)]);
        }
        match lowest.act(&view, &mut Memory::default()) {
            None => at.deal.pass().unwrap(),
            Some(play) => {
                at.deal.play(&play, t).unwrap();
                at.log.push(seat, &play, &at.deal);
            }
        }
    }
    texts
}

#[test]
fn saved_deal_or_view() {
    let rules = Rules::preset("institute").unwrap();
    let t = Tables::new(&rules, Rank::new(3));
    let tribute = "{\"places\":[0,1,2,3],\"tied\":false,\"ace_finish\":false,\"kind\":\"single\",\"void_holders\":[],\
                   \"payments\":[[3,0,\"HR\"]],\"returns\":[[0,3,\"S2\"]]}";
    let words =
        ["null", "\"pay\"", "\"S7\"", "pair", "single", "void", "double", "[", "]", ",", "1", "2", "3", "4", tribute];
    let texts = Texts::new(positions(&rules, &t), &words);
    check!().with_generator(texts).for_each(|text: &Text| {
        let text = text.string();
        match Referee::read(&text, &rules, &t) {
            Err(refusal) => assert_one_line(refusal),
            Ok(read) => {
                let saved = read.save(&t);
                let again = Referee::read(&saved, &rules, &t).expect("what was saved is read");
                assert_eq!((again.deal, again.log), (read.deal, read.log), "{saved}");
            }
        }
        match Snapshot::read(&text, &rules, &t) {
            Err(refusal) => assert_one_line(refusal),
            Ok((view, log)) => {
                let saved = view.save(&log, &t);
                let (again, log) = Snapshot::read(&saved, &rules, &t).expect("what was saved is read");
                assert_eq!(again.save(&log, &t), saved);
            }
        }
    });
}
