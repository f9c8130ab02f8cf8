//! Deals and views as text: read again, they are what they were, under every preset.

use guandan_core::card::{Rank, Seat};
use guandan_core::deal::{Deal, Dealt, Log, Referee, Snapshot, View};
use guandan_core::policy::{Memory, Policy, Strategy};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables, presets};

/// The deals of a strategy at each of its decisions.
fn for_each_position(mut visit: impl FnMut(&Rules, &Tables, &Referee)) {
    let lowest: Strategy = "lowest".parse().unwrap();
    for (number, preset) in presets().enumerate() {
        let rules = Rules::preset(preset.name).unwrap();
        let t = Tables::new(&rules, Rank::new(number as u8));
        let hands = Dealt::new(5, number as u64, 0).hands();
        let address = Address::new(5, Purpose::Play, number as u64, 0);
        let deal = Deal::new(&rules, t.level, hands, Seat::new(1)).unwrap();
        let mut at = Referee { deal, log: Log::default(), address, tribute: None, stakes: None, origin: None };
        loop {
            visit(&rules, &t, &at);
            let Some(seat) = at.deal.turn() else { break };
            let view = View::new(&at.deal, seat, &t, address, Some(&at.log));
            match lowest.act(&view, &mut Memory::default()) {
                None => at.deal.pass().unwrap(),
                Some(play) => {
                    at.deal.play(&play, &t).unwrap();
                    at.log.push(seat, &play, &at.deal);
                }
            }
        }
    }
}

#[test]
fn a_deal_is_read_as_it_was() {
    for_each_position(|rules, t, at| {
        let read = Referee::read(&at.save(t), rules, t).unwrap();
        assert_eq!((&read.deal, &read.log, read.address), (&at.deal, &at.log, at.address));
    });
}

#[test]
fn a_view_is_read_with_all_that_it_shows() {
    for_each_position(|rules, t, at| {
        for seat in Seat::ALL {
            let view = View::new(&at.deal, seat, t, at.address, Some(&at.log));
            let text = view.snapshot().save(&at.log, t);
            let (read, log) = Snapshot::read(&text, rules, t).unwrap();
            assert_eq!(read.save(&log, t), text);
            let again = read.view(t, Some(&log));
            assert_eq!((again.seat(), again.hand(), again.unseen()), (seat, view.hand(), view.unseen()));
            assert_eq!((again.turn(), again.table(), again.heir()), (view.turn(), view.table(), view.heir()));
            assert_eq!((again.places(), again.decision(), &log), (view.places(), view.decision(), &at.log));
            let counts = |view: &View<'_>| Seat::ALL.map(|seat| view.cards_left(seat));
            assert_eq!(counts(&again), counts(&view));
            assert!((0..4).all(|k| again.random(k) == view.random(k)));
        }
    });
}

#[test]
fn text_that_tells_no_deal_is_refused() {
    let rules = Rules::preset("institute").unwrap();
    let t = Tables::new(&rules, Rank::TWO);
    let mut good = String::new();
    for_each_position(|of, _, at| {
        if *of == rules && at.deal.actions() == 6 {
            good = at.save(&t);
        }
    });
    assert!(Referee::read(&good, &rules, &t).is_ok());
    for (from, to) in [("\"leader\":1", "\"leader\":4"), ("null", "5"), ("S3", "SX"), ("\"leader\":1", "\"leader\":2")]
    {
        assert!(Referee::read(&good.replace(from, to), &rules, &t).is_err(), "{from} {to}");
    }
    assert!(Snapshot::read(&good, &rules, &t).is_err(), "no seat");
}
