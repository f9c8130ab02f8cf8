//! Judges what a record says before its plays: the cards, the state of the match, who drew, the tribute, the leader.

use super::verify::{Wrong, same};
use super::{Record, RecordedTribute};
use crate::card::{Card, Rank, Seat};
use crate::deal::{Choice, Gift, Outcome, Phase, Tribute, TributeKind};
use crate::error::counted;
use crate::hand::Hand;
use crate::rules::{Clause, Cut, FirstLead, Rules};
use crate::series::opening::{drawers, roles_of_first_deal, shufflers, turned_again};
use crate::series::{Match, Roles, Standing, Streaks, Timer};

/// What is known of a match after one of its deals, when the next record is judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried {
    pub(super) match_number: u64,
    /// How many deals of the match have been judged.
    pub(super) deals: u32,
    pub(super) standing: Standing,
    pub(super) outcome: Outcome,
    /// The time used, when the match was followed from its first deal.
    pub(super) timer: Option<Timer>,
}

impl Carried {
    /// Whether `record` is the next deal of the match.
    pub(super) fn leads_to(&self, record: &Record) -> bool {
        self.match_number == record.match_number && self.deals == record.deal
    }
}

/// How the play of a deal begins, after tribute.
pub(super) struct Start {
    pub(super) hands: [Hand; 4],
    /// The leader, and the clause that says so.
    pub(super) leader: (Seat, Clause),
    /// The tribute, settled; `None` in a first or single deal.
    pub(super) tribute: Option<Tribute>,
}

/// Checks that each seat has 27 of the 108 cards.
pub(super) fn check_hands(record: &Record) -> Result<(), Wrong> {
    let mut all = Hand::EMPTY;
    for (seat, hand) in record.hands.iter().enumerate() {
        let place = || format!("hands[{seat}]");
        if hand.len() != 27 {
            return Err(Wrong::new(
                place(),
                Clause::Deck,
                format!("{}, but 27 are dealt", counted(hand.len() as usize, "card")),
            ));
        }
        all = all.plus(*hand).ok_or_else(|| {
            let third = hand.cards().find(|&card| all.count(card) + hand.count(card) > 2);
            let card = third.map_or_else(String::new, |card| card.to_string());
            Wrong::new(place(), Clause::Deck, format!("more than two copies of {card} in the hands so far"))
        })?;
    }
    Ok(())
}

/// The state of the match before the deal, checked against the rules, and against the deal before where that is known.
pub(super) fn standing(record: &Record, rules: &Rules, carried: Option<&Carried>) -> Result<Standing, Wrong> {
    if record.deal >= Match::MOST_DEALS {
        let message = format!("{} recorded, but a match is given up after {} deals", record.deal, Match::MOST_DEALS);
        return Err(Wrong::new("deal", None, message));
    }
    let won_at = won_at(record, rules)?;
    let mut standing = Standing {
        levels: record.levels,
        declarers: record.declarers,
        ace_failures: record.ace_failures,
        fallen: record.fallen,
        streaks: record.streaks,
        deals: record.deal,
        ..Standing::START
    };
    if record.deal == 0 {
        let levels = [if record.is_single() { record.level } else { Rank::TWO }; 2];
        same("declarers", Clause::Start, &record.declarers, &None)?;
        same("levels", Clause::Start, &record.levels, &levels)?;
        same("level", Clause::Start, &record.level, &levels[0])?;
        same("ace_failures", Clause::Start, &record.ace_failures, &[0; 2])?;
        same("fallen", Clause::Start, &record.fallen, &[false; 2])?;
        same("streaks", Clause::Start, &record.streaks, &Streaks::default())?;
        same("won_at", Clause::Start, &won_at, &won_at.map(|_| [0; 2]))?;
        return Ok(standing);
    }
    if record.is_single() {
        return Err(Wrong::new("ended_by", None, "null, but only a single deal, which is deal 0, is ended by nothing"));
    }
    let declarers = record.declarers.filter(|&team| team < 2);
    let declarers = declarers.ok_or_else(|| Wrong::new("declarers", Clause::Declarers, "team 0 or 1 declares here"))?;
    same("level", Clause::Declarers, &record.level, &record.levels[declarers as usize])?;
    if let Some(carried) = carried {
        let right = &carried.standing;
        same("declarers", Clause::Declarers, &record.declarers, &right.declarers)?;
        same("levels", Clause::Order, &record.levels, &right.levels)?;
        same("ace_failures", Clause::AceAttempt, &record.ace_failures, &right.ace_failures)?;
        same("fallen", Clause::AceFall, &record.fallen, &right.fallen)?;
        same("streaks", Clause::StreakRise, &record.streaks, &right.streaks)?;
        same("won_at", Clause::Ceiling, &won_at, &won_at.map(|_| right.won_at))?;
        return Ok(*right);
    }
    standing.won_at = won_at.unwrap_or_default();
    Ok(standing)
}

/// The levels each team has won as declarers, as sets; checks that a record holds them exactly where the rules need them.
fn won_at(record: &Record, rules: &Rules) -> Result<Option<[u16; 2]>, Wrong> {
    let wanted = Record::keeps_levels_won(rules);
    match &record.won_at {
        None if wanted => Err(Wrong::new("won_at", None, "missing, but must_play has levels besides A")),
        Some(_) if !wanted => Err(Wrong::new("won_at", None, "there, but must_play has no level besides A")),
        None => Ok(None),
        Some(teams) => Ok(Some([0, 1].map(|team| teams[team].iter().fold(0, |set, level| set | 1 << level.index())))),
    }
}

/// The hands and the leader the play begins with.
pub(super) fn start(record: &Record, rules: &Rules, carried: Option<&Carried>) -> Result<Start, Wrong> {
    if record.deal == 0 {
        same("tribute", Clause::TributeDue, &record.tribute, &None)?;
        return first_start(record, rules);
    }
    same("turned_up", Clause::FirstLeader, &record.turned_up, &None)?;
    let before = match carried {
        Some(carried) => vec![carried.outcome],
        None => outcomes_before(record, rules)?,
    };
    // Where it is not known who was third and who last, the record has to be right for one of the two.
    let mut starts = before.into_iter().map(|outcome| later_start(record, rules, outcome));
    let first = starts.next().expect("at least one outcome");
    first.or_else(|wrong| starts.find_map(Result::ok).ok_or(wrong))
}

/// The start of a first or single deal.
fn first_start(record: &Record, rules: &Rules) -> Result<Start, Wrong> {
    let first_lead = (!record.is_single()).then_some(rules.first_lead);
    let turned_up = matches!(first_lead, Some(FirstLead::TurnedUp | FirstLead::Drawn));
    let leader = if first_lead == Some(FirstLead::SeatZero) { Seat::new(0) } else { record.leader };
    let mut leader = (leader, Clause::FirstLeader);
    match record.turned_up {
        None if turned_up => return Err(Wrong::new("turned_up", Clause::FirstLeader, "no card, but one is turned up")),
        Some(_) if !turned_up => {
            return Err(Wrong::new("turned_up", Clause::FirstLeader, "a card, but none is turned up"));
        }
        None => {}
        Some(up) => {
            if record.hands[up.holder.index()].count(up.card) == 0 {
                let message = format!("seat {} does not hold {}", up.holder, up.card);
                return Err(Wrong::new("turned_up", Clause::PhysicalCopy, message));
            }
            if turned_again(rules.cut, up.card) {
                return Err(Wrong::new("turned_up", Clause::FirstDrawer, format!("{} is turned again", up.card)));
            }
            leader.0 = up.holder;
        }
    }
    let cut = if record.is_single() { Cut::None } else { rules.cut };
    let Roles { first_drawer, shuffler, cutter } = roles_of_first_deal(cut, record.turned_up.map(|up| up.card));
    same("first_drawer", Clause::FirstDrawer, &record.first_drawer, &first_drawer)?;
    same("shuffler", Clause::ShufflerCutter, &record.shuffler, &shuffler)?;
    same("cutter", Clause::ShufflerCutter, &record.cutter, &cutter)?;
    Ok(Start { hands: record.hands, leader, tribute: None })
}

/// How the deal before may have ended, as far as the streaks tell.
fn outcomes_before(record: &Record, rules: &Rules) -> Result<Vec<Outcome>, Wrong> {
    let held = |streak: [u16; 4]| Seat::ALL.into_iter().filter(move |seat| streak[seat.index()] > 0);
    let wrong = |message| Wrong::new("streaks", Clause::Places, message);
    let firsts: Vec<Seat> = held(record.streaks.first).collect();
    let lasts: Vec<Seat> = held(record.streaks.last).collect();
    let &[first] = firsts.as_slice() else { return Err(wrong("exactly one seat was first in the deal before")) };
    same("declarers", Clause::Declarers, &record.declarers, &Some(first.team() as u8))?;
    let others = |but: Seat| Seat::ALL.into_iter().filter(move |&seat| seat != first && seat != but);
    let places = |second, third, last| [first, second, third, last];
    let untied = |places| Outcome { places, tied: false, ace_finish: false };
    match *lasts.as_slice() {
        [last] if last == first.partner() => {
            let between: Vec<Seat> = others(last).collect();
            Ok(vec![untied(places(between[0], between[1], last))])
        }
        [last] if last != first => Ok(vec![untied(places(last.partner(), first.partner(), last))]),
        [one, two] if one.team() != first.team() && two.team() != first.team() => {
            let stopped = places(first.partner(), one, two);
            Ok(if rules.double_down_ends_deal {
                vec![Outcome { tied: true, ..untied(stopped) }]
            } else {
                vec![untied(stopped), untied(places(first.partner(), two, one))]
            })
        }
        _ => Err(wrong("one seat, or both losers of a double-down, were last in the deal before")),
    }
}

/// The start of a later deal, after one that ended with `outcome`.
fn later_start(record: &Record, rules: &Rules, outcome: Outcome) -> Result<Start, Wrong> {
    one_of("first_drawer", Clause::FirstDrawer, record.first_drawer, drawers(rules, outcome))?;
    one_of("shuffler", Clause::ShufflerCutter, record.shuffler, shufflers(rules, outcome))?;
    same("cutter", Clause::ShufflerCutter, &record.cutter, &Some(outcome.first()))?;
    let mut wrong = None;
    let recorded = record.tribute.clone().unwrap_or_default();
    let tribute = Tribute::new(rules, record.level, outcome, record.hands).settle(|tribute, choice| {
        let option = recorded.option(tribute, choice);
        option.unwrap_or_else(|refused| {
            wrong.get_or_insert(refused);
            0
        })
    });
    let kind = RecordedTribute::of(&tribute);
    if kind.as_ref().map(|tribute| tribute.void) != record.tribute.as_ref().map(|tribute| tribute.void) {
        let clause = if tribute.kind() == TributeKind::None { Clause::TributeDue } else { Clause::AntiTribute };
        same("tribute", clause, &record.tribute, &kind)?;
    }
    wrong.map_or(Ok(()), Err)?;
    let right = kind.unwrap_or_default();
    same("tribute.big_jokers", Clause::AntiTribute, &recorded.big_jokers, &right.big_jokers)?;
    let highest = right.cards_paid() != recorded.cards_paid();
    let pays = if highest { Clause::HighestCard } else { Clause::DoublePayers };
    same("tribute.pays", pays, &recorded.pays, &right.pays)?;
    same("tribute.returns", Clause::Return, &recorded.returns, &right.returns)?;
    let leader = (tribute.leader(), Clause::TributeLeader);
    Ok(Start { hands: *tribute.hands(), leader, tribute: Some(tribute) })
}

/// Checks that a role is with one of these two seats.
fn one_of(place: &str, clause: Clause, recorded: Option<Seat>, seats: [Seat; 2]) -> Result<(), Wrong> {
    let right = if recorded == Some(seats[1]) { seats[1] } else { seats[0] };
    same(place, clause, &recorded, &Some(right))
}

impl RecordedTribute {
    /// The record of a settled tribute; `None` where none was due.
    pub fn of(tribute: &Tribute) -> Option<RecordedTribute> {
        match tribute.kind() {
            TributeKind::None => None,
            TributeKind::Void => {
                let big_jokers = Some(tribute.void_holders().to_vec());
                Some(RecordedTribute { void: true, big_jokers, ..RecordedTribute::default() })
            }
            TributeKind::Single | TributeKind::Double => Some(RecordedTribute {
                void: false,
                big_jokers: None,
                pays: Some(tribute.payments().to_vec()),
                returns: Some(tribute.returns().to_vec()),
            }),
        }
    }

    /// Who paid which card, in seat order.
    fn cards_paid(&self) -> Vec<(Seat, Card)> {
        let mut cards: Vec<_> = self.pays.iter().flatten().map(|gift| (gift.from, gift.card)).collect();
        cards.sort_unstable();
        cards
    }

    /// The option of `choice` that was taken according to the record.
    fn option(&self, tribute: &Tribute, choice: &Choice) -> Result<u32, Wrong> {
        let paying = tribute.payments().is_empty();
        let (place, gifts) = if paying { ("tribute.pays", &self.pays) } else { ("tribute.returns", &self.returns) };
        let mine = |gift: &&Gift| match choice.phase {
            Phase::Pick => gift.to == choice.seat,
            Phase::Pay | Phase::Return => gift.from == choice.seat,
        };
        let gifts = gifts.as_deref().unwrap_or_default();
        let Some(gift) = gifts.iter().find(mine) else {
            return Err(Wrong::new(place, choice.clause, format!("nothing of seat {}", choice.seat)));
        };
        let position = choice.cards.cards().position(|card| card == gift.card);
        let Some(option) = position else {
            let message = format!("{} of seat {}, but it is one of {}", gift.card, choice.seat, choice.cards);
            return Err(Wrong::new(place, choice.clause, message));
        };
        // Two copies of one face are told apart by who laid them down, the lower seat first.
        let second = choice.phase == Phase::Pick && choice.cards.two() != 0 && gift.from > gift.from.partner();
        Ok(option as u32 + u32::from(second))
    }
}

/// The time used before the deal; `None` when the match was not followed from its first deal.
pub(super) fn timer(record: &Record, rules: &Rules, carried: Option<&Carried>) -> Result<Option<Timer>, Wrong> {
    match (rules.clock, record.clock_model) {
        (None, Some(_)) => return Err(Wrong::new("clock_model", None, "there, but the rules have no clock")),
        (Some(_), None) => return Err(Wrong::new("clock_model", None, "missing, but the rules have a clock")),
        (Some(clock), Some(model)) => {
            model.check(&clock).map_err(|error| Wrong::new("clock_model", None, error))?;
        }
        (None, None) => {}
    }
    let fresh = || Timer::new(rules.clock, record.clock_model.unwrap_or_default());
    Ok(if record.deal == 0 { Some(fresh()) } else { carried.and_then(|carried| carried.timer) })
}
