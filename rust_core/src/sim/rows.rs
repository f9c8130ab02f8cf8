//! The rows of the tables `matches` and `deals`, and their columns.
//!
//! A row is a plain struct written once a deal or match; columns are read off many rows at a time. What every column
//! means stands here and nowhere else: docs/DATA.md is printed from it.

use super::columns::{Domain, Spec};
use super::observers::Counts;
use super::plan::Plan;
use crate::card::{Card, Rank, Seat};
use crate::combo::Kind;
use crate::deal::{Deal, Gift, Outcome, Pattern, Tribute, TributeKind};
use crate::evaluate::{Fewest, natural_bombs};
use crate::hand::{BIG_JOKER_NIBBLE, Hand, LevelHand, SMALL_JOKER_NIBBLE};
use crate::rules::Tables;
use crate::series::{DealStart, EndedBy, Promotion};

/// A deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct DealRow {
    pub(super) number: u64,
    pub(super) deal: u16,
    pub(super) level: u8,
    pub(super) declarers: Option<u8>,
    pub(super) leader: u8,
    pub(super) first_drawer: Option<u8>,
    pub(super) places: [u8; 4],
    pub(super) pattern: u8,
    pub(super) winner_team: u8,
    pub(super) levels_won: u8,
    pub(super) levels_lost: [u8; 2],
    pub(super) tribute: u8,
    pub(super) paid: [Option<u8>; 4],
    pub(super) returned: [Option<u8>; 4],
    pub(super) tricks: u16,
    pub(super) plays: u16,
    pub(super) passes: u16,
    pub(super) counts: Counts,
    pub(super) hands: [HandFacts; 4],
}

/// What the table tells of a hand as dealt.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct HandFacts {
    jokers: u8,
    wilds: u8,
    level_cards: u8,
    natural_bombs: u8,
    /// Only where the hands are evaluated, else 0.
    min_plays: u8,
}

impl HandFacts {
    #[inline(always)]
    pub(super) fn of(hand: Hand, t: &Tables, fewest: Option<&mut Fewest>) -> HandFacts {
        let level_hand = LevelHand::new(hand, t.level);
        let wilds = level_hand.wilds();
        let level_cards = level_hand.count(t.level.index() as u32);
        let jokers = [SMALL_JOKER_NIBBLE, BIG_JOKER_NIBBLE].map(|nibble| level_hand.count(nibble));
        HandFacts {
            jokers: (jokers[0] + jokers[1]) as u8,
            wilds: wilds as u8,
            level_cards: level_cards as u8,
            natural_bombs: natural_bombs(&level_hand, t.level) as u8,
            min_plays: fewest.map_or(0, |fewest| fewest.min_plays(&level_hand)) as u8,
        }
    }
}

/// A match, or a single deal taken as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchRow {
    pub(super) number: u64,
    pub(super) block: u64,
    pub(super) rotation: u8,
    pub(super) winner_team: Option<u8>,
    pub(super) ended_by: u8,
    pub(super) deals: u16,
    pub(super) levels: [u8; 2],
    pub(super) ace_failures: [u8; 2],
    pub(super) falls: [u8; 2],
    pub(super) plays: u32,
    pub(super) points: Option<[i32; 4]>,
}

/// The code of `single` in `ended_by`.
pub(super) const SINGLE: u8 = EndedBy::NAMES.len() as u8;

impl DealRow {
    /// The row of a finished deal, its outcome still to be entered by [`DealRow::finish`].
    pub(super) fn new(number: u64, start: &DealStart, deal: &Deal, counts: Counts, hands: [HandFacts; 4]) -> DealRow {
        let mut row = DealRow {
            number,
            deal: start.number as u16,
            level: start.level.index() as u8,
            declarers: None,
            leader: start.leader().index() as u8,
            first_drawer: start.roles.first_drawer.map(|seat| seat.index() as u8),
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
            hands,
        };
        if let Some(tribute) = start.tribute() {
            row.enter_tribute(tribute);
        }
        row
    }

    /// Enters what the end of a deal decided.
    #[inline(always)]
    pub(super) fn finish(&mut self, outcome: Outcome, promotion: Promotion) {
        for (place, seat) in outcome.places.into_iter().enumerate() {
            self.places[seat.index()] = if outcome.tied && place == 3 { 3 } else { place as u8 + 1 };
        }
        self.pattern = outcome.pattern() as u8;
        self.winner_team = outcome.winners() as u8;
        self.levels_won = promotion.climbed;
        self.levels_lost = promotion.lost;
    }

    /// Enters a tribute.
    fn enter_tribute(&mut self, tribute: &Tribute) {
        self.tribute = tribute.kind() as u8;
        let by_giver = |gifts: &[Gift], column: &mut [Option<u8>; 4]| {
            for gift in gifts {
                column[gift.from.index()] = Some(gift.card.index() as u8);
            }
        };
        by_giver(tribute.payments(), &mut self.paid);
        by_giver(tribute.returns(), &mut self.returned);
    }
}

fn names(names: impl IntoIterator<Item = impl ToString>) -> Domain {
    Domain::Enum(names.into_iter().map(|name| name.to_string()).collect())
}

fn levels() -> Domain {
    names(Rank::LETTERS)
}

/// The columns of the table `matches`.
pub(super) fn match_columns(plan: &Plan) -> Vec<Spec<MatchRow>> {
    use Domain::Number;
    let seed = plan.seed;
    let mut columns = vec![
        Spec::new("match", "number of the match in the run: block x rotations + rotation", Number, |row: &MatchRow| {
            row.number
        }),
        Spec::new("block", "the cards: matches of one block are dealt the same", Number, |row: &MatchRow| row.block),
        Spec::new("rotation", "how many seats the strategies have moved on", Number, |row: &MatchRow| row.rotation),
        Spec::new("rules", "label of the rule set", names([&plan.label]), |_: &MatchRow| 0u8),
        Spec::new("seed", "master seed of the run", Number, move |_: &MatchRow| seed),
    ];
    let labels = plan.labels();
    let mut distinct: Vec<&String> = Vec::new();
    for label in &labels {
        if !distinct.contains(&label) {
            distinct.push(label);
        }
    }
    for seat in Seat::ALL {
        let codes: [u8; 4] = std::array::from_fn(|rotation| {
            let label = &labels[Plan::strategy_at(seat, rotation as u8)];
            distinct.iter().position(|other| *other == label).unwrap_or_default() as u8
        });
        columns.push(Spec::new(
            format!("strategy_s{seat}"),
            "strategy that played at the seat",
            names(&distinct),
            move |row: &MatchRow| codes[row.rotation as usize],
        ));
    }
    columns.extend([
        Spec::new(
            "winner_team",
            "team that won (0: seats 0 and 2), null after a draw or leaving",
            Number,
            |row: &MatchRow| row.winner_team,
        ),
        Spec::new(
            "ended_by",
            "a passed A, the bell, a player's leaving, or the end of a single deal",
            names(EndedBy::NAMES.into_iter().chain(["single"])),
            |row: &MatchRow| row.ended_by,
        ),
        Spec::new("deals", "finished deals", Number, |row: &MatchRow| row.deals),
    ]);
    by_team(&mut columns, "level", "level of the team at the end", &levels(), |row| row.levels);
    by_team(&mut columns, "ace_failures", "failed attempts of the team to pass A, all of the match", &Number, |row| {
        row.ace_failures
    });
    by_team(&mut columns, "falls", "falls of the team from A", &Number, |row| row.falls);
    columns.push(Spec::new("plays", "plays in all finished deals, passes not counted", Number, |row: &MatchRow| {
        row.plays
    }));
    for seat in 0..4 {
        columns.push(Spec::new(
            format!("points_s{seat}"),
            "points of the seat for the match, null where the rules keep none",
            Number,
            move |row: &MatchRow| row.points.map(|points| points[seat]),
        ));
    }
    columns
}

/// The columns of the table `deals`.
pub(super) fn deal_columns(plan: &Plan) -> Vec<Spec<DealRow>> {
    use Domain::Number;
    let mut columns: Vec<Spec<DealRow>> = vec![
        Spec::new("match", "number of the match in the run", Number, |row: &DealRow| row.number),
        Spec::new("deal", "number of the deal in its match, from 0", Number, |row: &DealRow| row.deal),
        Spec::new("level", "level played", levels(), |row: &DealRow| row.level),
        Spec::new(
            "declarers",
            "team whose level is played, null in a first or single deal",
            Number,
            |row: &DealRow| row.declarers,
        ),
        Spec::new("leader", "seat that led the first trick", Number, |row: &DealRow| row.leader),
        Spec::new("first_drawer", "seat that drew first, null where the rules do not say", Number, |row: &DealRow| {
            row.first_drawer
        }),
    ];
    by_seat(
        &mut columns,
        "place",
        "place of the seat, 1 to 4; the tied losers of a stopped deal 3 both",
        &Number,
        |row, seat| row.places[seat],
    );
    columns.extend([
        Spec::new("pattern", "places of the winning team", names(Pattern::NAMES), |row: &DealRow| row.pattern),
        Spec::new("winner_team", "team of the first", Number, |row: &DealRow| row.winner_team),
        Spec::new("levels_won", "levels the winners climbed, streak rise included", Number, |row: &DealRow| {
            row.levels_won
        }),
    ]);
    for team in 0..2 {
        columns.push(Spec::new(
            format!("levels_lost_t{team}"),
            "levels the team lost by a fall from A or by a streak",
            Number,
            move |row: &DealRow| row.levels_lost[team],
        ));
    }
    columns.push(Spec::new("tribute", "how tribute went", names(TributeKind::NAMES), |row: &DealRow| row.tribute));
    let cards = names(Card::all());
    by_seat(&mut columns, "paid", "card the seat paid, null where it paid none", &cards, |row, seat| row.paid[seat]);
    by_seat(&mut columns, "returned", "card the seat returned, null where it returned none", &cards, |row, seat| {
        row.returned[seat]
    });
    columns.extend([
        Spec::new("tricks", "tricks, the last one included", Number, |row: &DealRow| row.tricks),
        Spec::new("plays", "plays, passes not counted", Number, |row: &DealRow| row.plays),
        Spec::new("passes", "passes", Number, |row: &DealRow| row.passes),
    ]);
    for kind in Kind::ALL {
        columns.push(Spec::new(format!("kind_{kind}"), "plays of this kind", Number, move |row: &DealRow| {
            row.counts.kinds[kind as usize]
        }));
    }
    by_seat(&mut columns, "bombs", "bombs, straight flushes and joker bombs the seat played", &Number, |row, seat| {
        row.counts.bombs[seat]
    });
    columns.push(Spec::new(
        "wilds_substituted",
        "wilds played as another card than themselves",
        Number,
        |row: &DealRow| row.counts.wilds_substituted,
    ));
    by_seat(&mut columns, "jokers", "jokers dealt to the seat", &Number, |row, seat| row.hands[seat].jokers);
    by_seat(&mut columns, "wilds", "wilds dealt to the seat", &Number, |row, seat| row.hands[seat].wilds);
    by_seat(&mut columns, "level_cards", "level cards dealt to the seat, wilds left out", &Number, |row, seat| {
        row.hands[seat].level_cards
    });
    by_seat(
        &mut columns,
        "natural_bombs",
        "ranks dealt to the seat four times or more (a wild counts as its own rank), plus one for all four jokers",
        &Number,
        |row, seat| row.hands[seat].natural_bombs,
    );
    if plan.hand_columns {
        by_seat(
            &mut columns,
            "min_plays",
            "fewest plays that empty the hand dealt to the seat (docs/EVALUATION.md)",
            &Number,
            |row, seat| row.hands[seat].min_plays,
        );
    }
    columns
}

/// Adds a column for each team.
fn by_team(
    columns: &mut Vec<Spec<MatchRow>>,
    name: &str,
    about: &'static str,
    domain: &Domain,
    get: impl Fn(&MatchRow) -> [u8; 2] + Copy + Send + Sync + 'static,
) {
    for team in 0..2 {
        columns.push(Spec::new(format!("{name}_t{team}"), about, domain.clone(), move |row| get(row)[team]));
    }
}

/// Adds a column for each seat.
fn by_seat<C: super::columns::Cell + 'static>(
    columns: &mut Vec<Spec<DealRow>>,
    name: &str,
    about: &'static str,
    domain: &Domain,
    // A type of its own and no pointer, so that reading a column is a loop without calls.
    get: impl Fn(&DealRow, usize) -> C + Copy + Send + Sync + 'static,
) {
    for seat in 0..4 {
        columns.push(Spec::new(format!("{name}_s{seat}"), about, domain.clone(), move |row| get(row, seat)));
    }
}
