//! One match of each preset told in full: every event, and the view of each seat whenever it decides.
//!
//! The texts lie in `tests/golden/playthroughs`, so that a change of behaviour is a difference somebody can read.
//! `UPDATE_GOLDEN=1` writes them anew.

use std::fmt::Write;
use std::path::PathBuf;

use crate::common::tributes::gifts;
use guandan_core::card::{Rank, Seat};
use guandan_core::combo::placed;
use guandan_core::deal::{ChoiceView, Deal, Tribute, View};
use guandan_core::policy::{Memory, Policy, Strategy};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables, presets};
use guandan_core::series::{ClockModel, Consequence, DealEnd, DealStart, Match, Opening};

const SEED: u64 = 7;
const SEATS: [&str; 4] = ["lowest", "random", "lowest", "random"];

/// `value`, or a dash.
fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// What a seat sees when it decides.
fn seen(view: &View<'_>) -> String {
    let others = |show: &dyn Fn(Seat) -> String| Seat::ALL.map(show).join(" ");
    let table = view.table().map_or_else(
        || "leads".to_owned(),
        |table| format!("to beat {} of {}", table.name(view.tables()), or_dash(view.last_player())),
    );
    format!(
        "    {} sees [{}] {table}; left {}, announced {}, out [{}]",
        view.seat(),
        view.hand().to_hand(view.level()),
        others(&|seat| view.cards_left(seat).to_string()),
        others(&|seat| or_dash(view.announced(seat))),
        view.places().iter().map(Seat::to_string).collect::<Vec<_>>().join(" "),
    )
}

struct Teller {
    strategies: [Strategy; 4],
    text: String,
}

impl Teller {
    fn line(&mut self, line: impl AsRef<str>) {
        writeln!(self.text, "{}", line.as_ref()).unwrap();
    }

    /// A whole match of block 0.
    fn tell_match(&mut self, name: &str, rules: &Rules) {
        let mut game = Match::new(rules, SEED, 0, ClockModel::default());
        self.line(format!("match 0 of seed {SEED} under {name}: {}", SEATS.join(" ")));
        loop {
            let next = game.next_deal();
            let tables = Tables::new(rules, next.level);
            let (mut deal, leader) = self.tell_opening(rules, &game, &next, &tables);
            self.line(format!("  {leader} leads"));
            self.tell_play(&mut deal, &tables, game.address(Purpose::Play));
            let outcome = deal.outcome().unwrap();
            let (plays, passes) = (deal.plays(), deal.actions() - deal.plays());
            let consequence = game.end_deal(DealEnd::Finished(outcome), plays, passes).unwrap();
            let places = outcome.places.map(|seat| seat.to_string()).join(" ");
            let tied = if outcome.tied { ", stopped at 1-2" } else { "" };
            self.line(format!(
                "  places {places}{tied}; {plays} plays and {passes} passes in {} tricks",
                deal.tricks()
            ));
            self.line(match consequence {
                Consequence::Void => "  void: the bell rang".to_owned(),
                Consequence::Left => "  left".to_owned(),
                Consequence::Counted(change) if change.wins_match => format!("  team {} wins the match", change.team),
                Consequence::Counted(change) => format!(
                    "  team {} climbs {}, lost {:?}{}{}",
                    change.team,
                    change.climbed,
                    change.lost,
                    if change.failed_attempt { ", a failed attempt at A" } else { "" },
                    change.fell.map_or_else(String::new, |team| format!(", team {team} falls")),
                ),
            });
            if let Some(ending) = game.ending() {
                let points = game.points().map_or_else(String::new, |points| format!(", points {points:?}"));
                self.line(format!("ended by {}, winner {}{points}", ending.by.name(), or_dash(ending.winner)));
                return;
            }
        }
    }

    /// The start of a deal up to its lead.
    fn tell_opening(&mut self, rules: &Rules, game: &Match, next: &DealStart, tables: &Tables) -> (Deal, Seat) {
        let standing = game.standing();
        let levels = standing.levels.map(Rank::letter).join(" ");
        self.line(format!(
            "deal {} at {}: levels {levels}, declarers {}",
            next.number,
            next.level,
            or_dash(standing.declarers)
        ));
        self.line(format!(
            "  failures {:?}, fallen {:?}, first in a row {:?}, last in a row {:?}",
            standing.ace_failures, standing.fallen, standing.streaks.first, standing.streaks.last
        ));
        let roles = next.roles;
        let [drawer, shuffler, cutter] = [roles.first_drawer, roles.shuffler, roles.cutter].map(or_dash);
        self.line(format!("  {drawer} draws first, {shuffler} shuffles, {cutter} cuts"));
        for seat in Seat::ALL {
            self.line(format!("  {seat} is dealt {}", next.dealt.hand(seat)));
        }
        let (hands, leader) = match next.opening {
            Opening::First(opening) => {
                if let Some((card, holder)) = opening.turned_up {
                    self.line(format!("  {card} of {holder} is turned up"));
                }
                (next.dealt.hands(), opening.leader)
            }
            Opening::Tribute(tribute) => {
                let settled = self.tell_tribute(tribute, tables, game.address(Purpose::Tribute));
                (*settled.hands(), settled.leader())
            }
        };
        (Deal::new(rules, next.level, hands, leader).unwrap(), leader)
    }

    fn tell_tribute(&mut self, mut tribute: Tribute, tables: &Tables, address: Address) -> Tribute {
        while let Some(choice) = tribute.pending().copied() {
            let view = ChoiceView::new(&tribute, &choice, tables, address);
            let option = self.strategies[choice.seat.index()].choose(&view);
            let card = choice.cards.cards().nth(option as usize).unwrap();
            let (seat, phase) = (choice.seat, choice.phase.name());
            self.line(format!("    {seat} sees [{}], paid {:?}", view.hand(), gifts(view.payments())));
            self.line(format!("  {seat} chooses to {phase} {card} from {}", choice.cards));
            tribute.choose(option);
        }
        let names = guandan_core::deal::TributeKind::NAMES;
        let (paid, returned) = (gifts(tribute.payments()), gifts(tribute.returns()));
        let holders: Vec<String> = tribute.void_holders().iter().map(Seat::to_string).collect();
        let kind = names[tribute.kind() as usize];
        self.line(format!("  tribute {kind}: paid {paid:?}, returned {returned:?}, big jokers {holders:?}"));
        tribute
    }

    fn tell_play(&mut self, deal: &mut Deal, tables: &Tables, address: Address) {
        while let Some(seat) = deal.turn() {
            let view = View::new(deal, seat, tables, address, None);
            let play = self.strategies[seat.index()].act(&view, &mut Memory::default());
            let seen = seen(&view);
            self.line(seen);
            match play {
                None => {
                    deal.pass().unwrap();
                    self.line(format!("  {seat} passes"));
                }
                Some(play) => {
                    deal.play(&play, tables).unwrap();
                    let cards = placed(&play, tables).into_iter().map(|(card, stands_for)| {
                        if card == stands_for { card.to_string() } else { format!("{card}={stands_for}") }
                    });
                    let cards: Vec<String> = cards.collect();
                    self.line(format!("  {seat} plays {}: {}", play.combo.name(tables), cards.join(" ")));
                }
            }
        }
    }
}

#[test]
fn one_match_of_each_preset_goes_as_it_always_went() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/playthroughs"));
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for preset in presets() {
        let mut teller = Teller { strategies: SEATS.map(|name| name.parse().unwrap()), text: String::new() };
        teller.tell_match(preset.name, &preset.rules);
        let path = folder.join(preset.name).with_extension("txt");
        if update {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &teller.text).unwrap();
        }
        let known = std::fs::read_to_string(&path).unwrap();
        let differing = known.lines().zip(teller.text.lines()).position(|(old, new)| old != new);
        let lines = [known.lines().count(), teller.text.lines().count()];
        if let Some(at) = differing.or_else(|| (lines[0] != lines[1]).then(|| lines[0].min(lines[1]))) {
            let [old, new] = [&known, &teller.text].map(|text| text.lines().nth(at).unwrap_or("nothing").to_owned());
            panic!("{}, line {}\n  was {old}\n  is  {new}", path.display(), at + 1);
        }
    }
}
