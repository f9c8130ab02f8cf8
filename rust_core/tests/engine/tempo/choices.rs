//! Every choice of `tempo` is the one it always made: digests of whole matches, deals and odd hands.
//!
//! A change that is only meant to make it faster leaves `choices.txt` alone. `UPDATE_GOLDEN=1` writes it anew.

use std::path::Path;

use crate::common::{Dice, common_rules, in_parallel};
use guandan_core::card::Seat;
use guandan_core::deal::{Background, ChoiceView, Deal, Dealt, Tribute, View};
use guandan_core::hand::Hand;
use guandan_core::policy::{Memory, Policy, Principle, Principles, Tempo};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables, presets};
use guandan_core::series::{ClockModel, DealEnd, Match, Opening};
use sha2::{Digest, Sha256};

const SEED: u64 = 11;

/// What was chosen, action by action.
#[derive(Default)]
struct Choices {
    digest: Sha256,
    made: u32,
}

impl Choices {
    fn add(&mut self, choice: impl std::fmt::Debug) {
        self.digest.update(format!("{choice:?}\n"));
        self.made += 1;
    }

    /// Plays a deal to its end.
    fn play(&mut self, deal: &mut Deal, t: &Tables, seats: [&Tempo; 4], address: Address, tribute: Option<&Tribute>) {
        let mut memories = [Memory::default(); 4];
        while let Some(seat) = deal.turn() {
            let view = View::new(deal, seat, t, address, None).with_background(Background::new(tribute, None));
            let play = seats[seat.index()].act(&view, &mut memories[seat.index()]);
            self.add(play.map(|play| (play.combo.name(t), play.cards.to_hand(t.level).to_string())));
            match play {
                Some(play) => deal.play_unchecked(&play),
                None => deal.pass_unchecked(),
            }
        }
    }

    /// Plays a whole match, tributes and all.
    fn play_match(&mut self, rules: &Rules, tempo: &Tempo) {
        let mut game = Match::new(rules, SEED, 0, ClockModel::default());
        while game.ending().is_none() {
            let next = game.next_deal();
            let t = Tables::new(rules, next.level);
            let (hands, leader, tribute) = match next.opening {
                Opening::First(opening) => (next.dealt.hands(), opening.leader, None),
                Opening::Tribute(tribute) => {
                    let settled = tribute.settle(|tribute, choice| {
                        let option =
                            tempo.choose(&ChoiceView::new(tribute, choice, &t, game.address(Purpose::Tribute)));
                        self.add(option);
                        option
                    });
                    (*settled.hands(), settled.leader(), Some(settled))
                }
            };
            let mut deal = Deal::new(rules, next.level, hands, leader).unwrap();
            self.play(&mut deal, &t, [tempo; 4], game.address(Purpose::Play), tribute.as_ref());
            let (plays, passes) = (deal.plays(), deal.actions() - deal.plays());
            game.end_deal(DealEnd::Finished(deal.outcome().unwrap()), plays, passes).unwrap();
        }
    }

    /// Plays dealt hands at every level.
    fn play_deals(&mut self, rules: &Rules, tempo: &Tempo, of_each_level: u64) {
        for (level, t) in (0..).zip(Tables::all_levels(rules)) {
            for number in 0..of_each_level {
                let block = level * of_each_level + number;
                let hands = Dealt::new(SEED, block, 0).hands();
                let mut deal = Deal::new(rules, t.level, hands, Seat::new((block % 4) as u8)).unwrap();
                self.play(&mut deal, &t, [tempo; 4], Address::new(SEED, Purpose::Play, block, 0), None);
            }
        }
    }

    /// Plays hands rich in runs, bombs and wilds under all rules of combinations, each seat by its own principles.
    fn play_odd_hands(&mut self, deals: u64) {
        let mut dice = Dice::new(SEED);
        for number in 0..deals {
            let rules = dice.combination_rules();
            let t = Tables::new(&rules, dice.level());
            let (size, wilds) = (1 + dice.below(27), dice.below(3));
            let rich = dice.structured_hand(size, wilds, t.level);
            let sizes = [(); 3].map(|()| 1 + dice.below(27));
            let [a, b, c, _] = dice.hands_out_of(Hand::FULL.minus(rich), [sizes[0], sizes[1], sizes[2], 0]);
            let some = |on: Principles, principle| on.with(principle, dice.below(8) > 0);
            let tempo = Tempo::new(Principle::ALL.into_iter().fold(Principles::default(), some));
            let all = &Tempo::default();
            let mut deal = Deal::new(&rules, t.level, [rich, a, b, c], Seat::new((number % 4) as u8)).unwrap();
            self.play(&mut deal, &t, [all, &tempo, all, &tempo], Address::new(SEED, Purpose::Play, number, 0), None);
        }
    }

    /// A line of the file.
    fn line(self, of: &str) -> String {
        let digest = self.digest.finalize()[..8].iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        format!("{of}: {} choices, {digest}", self.made)
    }
}

/// Something to be played.
type Playing = Box<dyn Fn(&mut Choices) + Sync>;

/// All that is played, by name.
fn playings() -> Vec<(String, Playing)> {
    let mut all: Vec<(String, Playing)> = Vec::new();
    for preset in presets() {
        let play = move |choices: &mut Choices| choices.play_match(&preset.rules, &Tempo::default());
        all.push((format!("a match, {}", preset.name), Box::new(play)));
    }
    for off in [None].into_iter().chain(Principle::ALL.map(Some)) {
        let tempo = Tempo::new(off.map_or(Principles::ALL, |off| Principles::ALL.with(off, false)));
        let name = format!("deals at all levels, {tempo}");
        all.push((name, Box::new(move |choices| choices.play_deals(&common_rules(), &tempo, 8))));
    }
    all.push(("odd hands, principles on or off".to_owned(), Box::new(|choices| choices.play_odd_hands(3000))));
    all
}

#[test]
fn every_choice_is_the_one_it_always_made() {
    let mut lines = in_parallel(&playings(), |(name, play)| {
        let mut choices = Choices::default();
        play(&mut choices);
        choices.line(name)
    });
    lines.sort();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/tempo/choices.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap();
    assert_eq!(lines, known.lines().collect::<Vec<_>>(), "{}", path.display());
}
