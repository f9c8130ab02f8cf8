//! The rows of the tables `matches` and `deals`, and their columns.
//!
//! A row is a plain struct, made once for a deal or match; columns are read off many rows at a time. The meaning of every
//! column is stated here only, and docs/DATA.md is printed from it.

use super::columns::{Categories, ColumnSpec};
use super::observers::Counts;
use super::plan::Plan;
use crate::card::{Card, Rank, Seat};
use crate::combo::Kind;
use crate::deal::{Deal, Gift, Outcome, Pattern, Tribute, TributeKind};
use crate::evaluate::{Fewest, natural_bombs};
use crate::hand::{Hand, LevelHand, Nibble};
use crate::rules::Tables;
use crate::series::{DealStart, EndedBy, Promotion};

/// A row of the table `deals`.
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

/// What the table `deals` says about a hand as dealt.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct HandFacts {
    jokers: u8,
    wilds: u8,
    level_cards: u8,
    natural_bombs: u8,
    /// The fewest plays that empty the hand; 0 where hands are not evaluated.
    min_plays: u8,
}

impl HandFacts {
    /// The facts about `hand`; `fewest` is given where hands are evaluated.
    #[inline(always)]
    pub(super) fn of(hand: Hand, t: &Tables, fewest: Option<&mut Fewest>) -> HandFacts {
        let level_hand = LevelHand::new(hand, t.level);
        let wilds = level_hand.wilds();
        let level_cards = level_hand.count(t.level_nibble());
        let jokers = [Nibble::SMALL_JOKER, Nibble::BIG_JOKER].map(|nibble| level_hand.count(nibble));
        HandFacts {
            jokers: (jokers[0] + jokers[1]) as u8,
            wilds: wilds as u8,
            level_cards: level_cards as u8,
            natural_bombs: natural_bombs(&level_hand, t.level) as u8,
            min_plays: fewest.map_or(0, |fewest| fewest.min_plays(&level_hand)) as u8,
        }
    }
}

/// A row of the table `matches`: a match, or a single deal taken as one.
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

/// The code of `single` in the column `ended_by`.
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

    /// Enters the outcome of the deal and what it did to the levels.
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

    /// Enters the tribute before the deal.
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

/// The categories of these names.
fn names(names: impl IntoIterator<Item = impl ToString>) -> Categories {
    names.into_iter().map(|name| name.to_string()).collect()
}

/// The levels as categories.
fn levels() -> Categories {
    names(Rank::LETTERS)
}

/// The columns of the table `matches`.
pub(super) fn match_columns(plan: &Plan) -> Vec<ColumnSpec<MatchRow>> {
    let seed = plan.seed;
    let mut columns = vec![
        ColumnSpec::new(
            "match",
            "number of the match in the run: block x rotations + rotation",
            None,
            |row: &MatchRow| row.number,
        ),
        ColumnSpec::new("block", "the cards: matches of one block are dealt the same", None, |row: &MatchRow| {
            row.block
        }),
        ColumnSpec::new("rotation", "how many seats the strategies have moved on", None, |row: &MatchRow| row.rotation),
        ColumnSpec::new("rules", "label of the rule set", Some(names([&plan.label])), |_: &MatchRow| 0u8),
        ColumnSpec::new("seed", "master seed of the run", None, move |_: &MatchRow| seed),
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
        columns.push(ColumnSpec::new(
            format!("strategy_s{seat}"),
            "strategy that played at the seat",
            Some(names(&distinct)),
            move |row: &MatchRow| codes[row.rotation as usize],
        ));
    }
    columns.extend([
        ColumnSpec::new(
            "winner_team",
            "team that won (0: seats 0 and 2), null after a draw or leaving",
            None,
            |row: &MatchRow| row.winner_team,
        ),
        ColumnSpec::new(
            "ended_by",
            "a passed A, the bell, a player's leaving, or the end of a single deal",
            Some(names(EndedBy::NAMES.into_iter().chain(["single"]))),
            |row: &MatchRow| row.ended_by,
        ),
        ColumnSpec::new("deals", "finished deals", None, |row: &MatchRow| row.deals),
    ]);
    by_team(&mut columns, "level", "level of the team at the end", Some(&levels()), |row| row.levels);
    by_team(&mut columns, "ace_failures", "failed attempts of the team to pass A, all of the match", None, |row| {
        row.ace_failures
    });
    by_team(&mut columns, "falls", "falls of the team from A", None, |row| row.falls);
    columns.push(ColumnSpec::new(
        "plays",
        "plays in all finished deals, passes not counted",
        None,
        |row: &MatchRow| row.plays,
    ));
    for seat in 0..4 {
        columns.push(ColumnSpec::new(
            format!("points_s{seat}"),
            "points of the seat for the match, null where the rules keep none",
            None,
            move |row: &MatchRow| row.points.map(|points| points[seat]),
        ));
    }
    columns
}

/// The columns of the table `deals`.
pub(super) fn deal_columns(plan: &Plan) -> Vec<ColumnSpec<DealRow>> {
    let mut columns: Vec<ColumnSpec<DealRow>> = vec![
        ColumnSpec::new("match", "number of the match in the run", None, |row: &DealRow| row.number),
        ColumnSpec::new("deal", "number of the deal in its match, from 0", None, |row: &DealRow| row.deal),
        ColumnSpec::new("level", "level played", Some(levels()), |row: &DealRow| row.level),
        ColumnSpec::new(
            "declarers",
            "team whose level is played, null in a first or single deal",
            None,
            |row: &DealRow| row.declarers,
        ),
        ColumnSpec::new("leader", "seat that led the first trick", None, |row: &DealRow| row.leader),
        ColumnSpec::new(
            "first_drawer",
            "seat that drew first, null where the rules do not say",
            None,
            |row: &DealRow| row.first_drawer,
        ),
    ];
    by_seat(
        &mut columns,
        "place",
        "place of the seat, 1 to 4; the tied losers of a stopped deal 3 both",
        None,
        |row, seat| row.places[seat],
    );
    columns.extend([
        ColumnSpec::new("pattern", "places of the winning team", Some(names(Pattern::NAMES)), |row: &DealRow| {
            row.pattern
        }),
        ColumnSpec::new("winner_team", "team of the first", None, |row: &DealRow| row.winner_team),
        ColumnSpec::new("levels_won", "levels the winners climbed, streak rise included", None, |row: &DealRow| {
            row.levels_won
        }),
    ]);
    for team in 0..2 {
        columns.push(ColumnSpec::new(
            format!("levels_lost_t{team}"),
            "levels the team lost by a fall from A or by a streak",
            None,
            move |row: &DealRow| row.levels_lost[team],
        ));
    }
    columns.push(ColumnSpec::new("tribute", "how tribute went", Some(names(TributeKind::NAMES)), |row: &DealRow| {
        row.tribute
    }));
    let cards = names(Card::all());
    by_seat(&mut columns, "paid", "card the seat paid, null where it paid none", Some(&cards), |row, seat| {
        row.paid[seat]
    });
    by_seat(
        &mut columns,
        "returned",
        "card the seat returned, null where it returned none",
        Some(&cards),
        |row, seat| row.returned[seat],
    );
    columns.extend([
        ColumnSpec::new("tricks", "tricks, the last one included", None, |row: &DealRow| row.tricks),
        ColumnSpec::new("plays", "plays, passes not counted", None, |row: &DealRow| row.plays),
        ColumnSpec::new("passes", "passes", None, |row: &DealRow| row.passes),
    ]);
    for kind in Kind::ALL {
        columns.push(ColumnSpec::new(format!("kind_{kind}"), "plays of this kind", None, move |row: &DealRow| {
            row.counts.kinds[kind as usize]
        }));
    }
    by_seat(&mut columns, "bombs", "bombs, straight flushes and joker bombs the seat played", None, |row, seat| {
        row.counts.bombs[seat]
    });
    columns.push(ColumnSpec::new(
        "wilds_substituted",
        "wilds played as another card than themselves",
        None,
        |row: &DealRow| row.counts.wilds_substituted,
    ));
    by_seat(&mut columns, "jokers", "jokers dealt to the seat", None, |row, seat| row.hands[seat].jokers);
    by_seat(&mut columns, "wilds", "wilds dealt to the seat", None, |row, seat| row.hands[seat].wilds);
    by_seat(&mut columns, "level_cards", "level cards dealt to the seat, wilds left out", None, |row, seat| {
        row.hands[seat].level_cards
    });
    by_seat(
        &mut columns,
        "natural_bombs",
        "ranks dealt to the seat four times or more (a wild counts as its own rank), plus one for all four jokers",
        None,
        |row, seat| row.hands[seat].natural_bombs,
    );
    if plan.hand_columns {
        by_seat(
            &mut columns,
            "min_plays",
            "fewest plays that empty the hand dealt to the seat (docs/EVALUATION.md)",
            None,
            |row, seat| row.hands[seat].min_plays,
        );
    }
    columns
}

/// Adds a column for each team.
fn by_team(
    columns: &mut Vec<ColumnSpec<MatchRow>>,
    name: &str,
    about: &'static str,
    categories: Option<&Categories>,
    get: impl Fn(&MatchRow) -> [u8; 2] + Copy + Send + Sync + 'static,
) {
    for team in 0..2 {
        columns.push(ColumnSpec::new(format!("{name}_t{team}"), about, categories.cloned(), move |row| get(row)[team]));
    }
}

/// Adds a column for each seat.
fn by_seat<C: super::columns::Cell + 'static>(
    columns: &mut Vec<ColumnSpec<DealRow>>,
    name: &str,
    about: &'static str,
    categories: Option<&Categories>,
    // A type of its own and no pointer, so that reading a column is a loop without calls.
    get: impl Fn(&DealRow, usize) -> C + Copy + Send + Sync + 'static,
) {
    for seat in 0..4 {
        columns.push(ColumnSpec::new(format!("{name}_s{seat}"), about, categories.cloned(), move |row| get(row, seat)));
    }
}
