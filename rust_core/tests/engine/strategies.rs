//! The built-in strategies against their definitions, read word by word and applied to full lists of plays.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::common::{Dice, common_rules};
use guandan_core::card::{Card, Rank, Seat};
use guandan_core::combo::{Detail, Kind, Play, for_each_answer, for_each_lead};
use guandan_core::deal::{Deal, View};
use guandan_core::hand::{Hand, Nibble};
use guandan_core::policy::{BombCount, Lowest, Policy, Random};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Key, Rules, Tables};

/// Every play of the seat to act, in listing order.
fn listed(view: &View<'_>) -> Vec<Play> {
    let mut plays = Vec::new();
    let mut visit = |play: &Play| plays.push(*play);
    match view.table() {
        None => for_each_lead(view.hand(), view.tables(), Detail::Ranks, &mut visit),
        Some(table) => for_each_answer(view.hand(), view.tables(), table, Detail::Ranks, &mut visit),
    }
    plays
}

/// The place in level order of the lowest card laid down.
fn lowest_card(play: &Play, t: &Tables) -> Key {
    let cards = play.cards.to_hand(t.level).cards();
    cards.map(|card| t.key(Nibble::of_card(card))).min().unwrap()
}

/// What `lowest` does, from its definition.
fn lowest_by_definition(view: &View<'_>) -> Option<Play> {
    let t = view.tables();
    let plays = listed(view);
    let non_bombs = plays.iter().filter(|play| !play.combo.kind.is_bomb());
    if view.table().is_none() {
        let best = non_bombs
            .min_by_key(|play| (lowest_card(play, t), Reverse(play.cards.len()), play.cards.wilds(), play.combo.kind));
        return best.or(plays.first()).copied();
    }
    if let Some(answer) = non_bombs.min_by_key(|play| (play.combo.key, play.cards.wilds())) {
        return Some(*answer);
    }
    let opponents = [view.seat().plus(1), view.seat().plus(3)];
    let threatened = opponents.into_iter().any(|seat| view.is_in(seat) && view.cards_left(seat) <= 5);
    let bomb = plays.iter().min_by_key(|play| play.combo.power())?;
    (threatened || bomb.cards.len() == view.hand().len()).then_some(*bomb)
}

/// A deal of short hands from a few neighbouring ranks, so that runs, full houses and bombs are frequent.
fn narrow_deal(dice: &mut Dice) -> (Rules, Deal) {
    let rules = dice.combination_rules();
    let level = dice.level();
    let (low, width) = (dice.below(13), 2 + dice.below(6));
    let jokers = dice.coin();
    let wanted = |card: &Card| match card.rank() {
        Some(rank) => (rank.index() + 13 - low) % 13 < width || rank == level,
        None => jokers,
    };
    let mut pool: Vec<Card> = Hand::FULL.cards().filter(wanted).collect();
    let most = (pool.len() / 4).min(16);
    let hands = Seat::ALL.map(|_| {
        let count = 1 + dice.below(most);
        Hand::from_cards((0..count).map(|_| pool.swap_remove(dice.below(pool.len())))).unwrap()
    });
    (rules, Deal::new(&rules, level, hands, Seat::new(dice.below(4) as u8)).unwrap())
}

/// A lead of some kind bigger than a pair if there is one, so that rare kinds lie on the table often enough to be answered.
fn lead_of_any_kind(dice: &mut Dice, view: &View<'_>) -> Play {
    let plays = listed(view);
    let mut kinds: Vec<Kind> = plays.iter().map(|play| play.combo.kind).collect();
    kinds.dedup();
    if kinds.iter().any(|&kind| kind > Kind::Pair) {
        kinds.retain(|&kind| kind > Kind::Pair);
    }
    let kind = kinds[dice.below(kinds.len())];
    let of_kind: Vec<&Play> = plays.iter().filter(|play| play.combo.kind == kind).collect();
    *of_kind[dice.below(of_kind.len())]
}

/// Plays narrow deals with random actions and shows every position before it is left.
fn for_each_position(seed: u64, deals: u64, mut visit: impl FnMut(&View<'_>)) {
    let mut dice = Dice::new(seed);
    for block in 0..deals {
        let (rules, mut deal) = narrow_deal(&mut dice);
        let tables = Tables::new(&rules, deal.level());
        let address = Address::new(seed, Purpose::Play, block, 0);
        while let Some(seat) = deal.turn() {
            let view = View::new(&deal, seat, &tables, address, None);
            visit(&view);
            let leads = view.table().is_none();
            match if leads {
                Some(lead_of_any_kind(&mut dice, &view))
            } else {
                Random.act(&view, &mut BombCount::default())
            } {
                Some(play) => deal.play_unchecked(&play),
                None => deal.pass_unchecked(),
            }
        }
    }
}

#[test]
fn lowest_does_what_its_definition_picks_from_the_full_list() {
    let mut decisions: HashMap<String, u32> = HashMap::new();
    for_each_position(5, 12_000, |view| {
        let wanted = lowest_by_definition(view);
        let play = Lowest.act(view, &mut BombCount::default());
        assert_eq!(
            play,
            wanted,
            "level {} table {:?}\nhand {}\nplayed {play:?}\nwanted {wanted:?}",
            view.level(),
            view.table(),
            view.hand().to_hand(view.level()),
        );
        let role = if view.table().is_none() { "leads" } else { "follows with" };
        let what =
            play.map_or("a pass".to_owned(), |play| format!("{} and {} wilds", play.combo.kind, play.cards.wilds()));
        *decisions.entry(format!("{role} {what}")).or_default() += 1;
    });
    for role in ["leads", "follows with"] {
        for kind in ["pair", "triple", "full_house", "straight", "tube", "plate"] {
            for wilds in 0..=2 {
                let times = decisions.get(&format!("{role} {kind} and {wilds} wilds")).copied().unwrap_or(0);
                assert!(times > 0, "never {role} {kind} and {wilds} wilds: {decisions:?}");
            }
        }
    }
    for kind in ["bomb", "straight_flush", "joker_bomb"] {
        assert!(decisions.contains_key(&format!("follows with {kind} and 0 wilds")), "never a {kind}: {decisions:?}");
    }
}

#[test]
fn lowest_never_leads_a_bomb_because_a_single_is_left() {
    let rules = common_rules();
    let tables = Tables::new(&rules, Rank::TWO);
    let hands = ["S5 H5 C5 D5", "S3", "S4", "S6"].map(|hand| hand.parse().unwrap());
    let deal = Deal::new(&rules, Rank::TWO, hands, Seat::new(0)).unwrap();
    let view = View::new(&deal, Seat::new(0), &tables, Address::new(0, Purpose::Play, 0, 0), None);
    assert_eq!(Lowest.act(&view, &mut BombCount::default()).unwrap().combo.name(&tables), "triple 5");
}

#[test]
fn lowest_bombs_only_to_go_out_or_against_an_opponent_with_five_cards_or_fewer() {
    let rules = common_rules();
    let tables = Tables::new(&rules, Rank::TWO);
    let six = "S3 S4 S6 S7 S8 S9";
    let five = "S3 S4 S6 S7 S8";
    for (own, next, opposite, expected) in [
        ("S5 H5 C5 D5 DJ", six, five, None),
        ("S5 H5 C5 D5 DJ", five, six, Some("bomb 5")),
        ("S5 H5 C5 D5", six, five, Some("bomb 5")),
    ] {
        let hands = ["SK SA C3 C4 C6 C7 C8", own, next, opposite].map(|hand| hand.parse().unwrap());
        let mut deal = Deal::new(&rules, Rank::TWO, hands, Seat::new(0)).unwrap();
        deal.play_cards("SK".parse().unwrap(), None, None, &tables).unwrap();
        let view = View::new(&deal, Seat::new(1), &tables, Address::new(0, Purpose::Play, 0, 0), None);
        let name = Lowest.act(&view, &mut BombCount::default()).map(|play| play.combo.name(&tables));
        assert_eq!(name.as_deref(), expected, "{own} against {next} | {opposite}");
    }
}

#[test]
fn random_plays_each_listed_play_and_the_pass_equally_often() {
    let mut checked = 0;
    for_each_position(8, 60, |view| {
        let plays = listed(view);
        let options = plays.len() + usize::from(view.table().is_some());
        if !(2..=40).contains(&options) || checked >= 150 {
            return;
        }
        checked += 1;
        let draws = 400 * options as u32;
        let mut counts = vec![0u32; options];
        for block in 0..draws {
            let other = view.with_address(Address::new(99, Purpose::Play, u64::from(block), 0));
            let play = Random.act(&other, &mut BombCount::default());
            let option = play.map_or(plays.len(), |play| plays.iter().position(|&listed| listed == play).unwrap());
            counts[option] += 1;
        }
        let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 400.0).powi(2) / 400.0).sum();
        // Far beyond what chance gives for any of 150 positions.
        let freedom = (options - 1) as f64;
        assert!(chi < freedom + 6.0 * (2.0 * freedom).sqrt() + 12.0, "{options} options: {counts:?}");
    });
    assert_eq!(checked, 150);
}
