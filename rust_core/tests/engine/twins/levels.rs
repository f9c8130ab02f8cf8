//! A second, slow reading of docs/RULES.md R7 to R9: the levels worked out again from the whole history of a match, by
//! counting back through its deals, and compared with the engine after every deal of random matches under random rules.

use crate::common::{Dice, common_rules};
use guandan_core::card::{Rank, Seat};
use guandan_core::deal::Outcome;
use guandan_core::rules::{AceAttemptCounts, PassAce, Rules};
use guandan_core::series::{Standing, after_deal};

/// One deal of the history: who declared, at which levels it was played, how it ended.
#[derive(Clone, Copy, Debug)]
struct Past {
    declarers: Option<usize>,
    levels: [i32; 2],
    outcome: Outcome,
}

const ACE: i32 = 12;

/// The place 1..=4 of a seat, the two losers of a double-down both 4.
fn place(outcome: Outcome, seat: usize) -> usize {
    let at = outcome.places.iter().position(|place| place.index() == seat).unwrap() + 1;
    let partners_first = outcome.places[0].index() % 2 == outcome.places[1].index() % 2;
    if partners_first && at > 2 { 4 } else { at }
}

/// In how many of the last deals in a row the seat had this place.
fn run(history: &[Past], seat: usize, wanted: usize) -> i32 {
    history.iter().rev().take_while(|past| place(past.outcome, seat) == wanted).count() as i32
}

fn winner(outcome: Outcome) -> usize {
    (0..4).find(|&seat| place(outcome, seat) == 1).unwrap() % 2
}

/// Whether the deal was at the declarers' own A, and they neither passed it.
fn failure(rules: &Rules, past: &Past, team: usize) -> bool {
    if past.declarers != Some(team) || past.levels[team] != ACE {
        return false;
    }
    winner(past.outcome) == team || rules.ace_attempt_counts == AceAttemptCounts::AnyFailure
}

fn wins_match(rules: &Rules, past: &Past) -> bool {
    let team = winner(past.outcome);
    let partner = (0..4).find(|&seat| seat % 2 == team && place(past.outcome, seat) != 1).unwrap();
    let good: &[usize] = if rules.pass_ace == PassAce::DoubleDown { &[2] } else { &[2, 3] };
    past.declarers == Some(team) && past.levels[team] == ACE && good.contains(&place(past.outcome, partner))
}

/// The levels after the last deal of the history, and the teams that fell in each deal, filled in for the last.
fn levels_after(rules: &Rules, history: &[Past], falls: &mut Vec<[bool; 2]>) -> [i32; 2] {
    let now = history.last().unwrap();
    let team = winner(now.outcome);
    let first = (0..4).find(|&seat| place(now.outcome, seat) == 1).unwrap();
    let partner_place = place(now.outcome, (first + 2) % 4);
    let mut levels = now.levels;

    // The last fall of the winners with no first place of theirs since.
    let earlier = falls.len();
    let fresh_fall = (0..earlier)
        .rev()
        .find(|&deal| falls[deal][team])
        .is_some_and(|fall| (fall + 1..earlier).all(|deal| winner(history[deal].outcome) != team));
    match rules.ace_fall_first_win {
        Some(given) if fresh_fall => levels[team] = given.index() as i32,
        _ => {
            let mut steps = rules.promotion[partner_place - 2] as i32;
            if rules.streak_rises != 0 {
                steps += (run(history, first, 1) - rules.streak_rises as i32 + 1).max(0);
            }
            let won = |level: i32| {
                history.iter().any(|past| {
                    winner(past.outcome) == team && past.declarers == Some(team) && past.levels[team] == level
                })
            };
            for _ in 0..steps {
                let must_stay = rules.must_play >> levels[team] & 1 == 1 && !won(levels[team]);
                if levels[team] < ACE && !must_stay {
                    levels[team] += 1;
                }
            }
        }
    }

    let mut fell = [false; 2];
    for declarers in 0..2 {
        let at_ace = now.declarers == Some(declarers) && now.levels[declarers] == ACE;
        let since = (0..earlier).rev().find(|&deal| falls[deal][declarers]).map_or(0, |deal| deal + 1);
        let failures = history[since..].iter().filter(|past| failure(rules, past, declarers)).count();
        let out_of_tries = rules.ace_attempts > 0 && at_ace && failures >= rules.ace_attempts as usize;
        let demoted = at_ace && winner(now.outcome) != declarers && now.outcome.ace_finish && rules.ace_finish_demotes;
        if out_of_tries || demoted {
            fell[declarers] = true;
            levels[declarers] = levels[declarers].min(rules.ace_fall_to.index() as i32);
        }
    }
    falls.push(fell);

    if rules.streak_falls > 0 {
        for seats in [[0, 2], [1, 3]] {
            let worst = seats.map(|seat| run(history, seat, 4) - rules.streak_falls as i32 + 1).into_iter().max();
            let level = &mut levels[seats[0] % 2];
            *level = (*level - worst.unwrap().max(0)).max(0);
        }
    }
    levels
}

fn random_rules(dice: &mut Dice) -> Rules {
    let level = |dice: &mut Dice| if dice.coin() { dice.level() } else { Rank::new(dice.below(3) as u8) };
    Rules {
        promotion: std::array::from_fn(|_| dice.below(6) as u8),
        must_play: (dice.below(1 << 13) & dice.below(1 << 13)) as u16 | 1 << 12,
        pass_ace: if dice.coin() { PassAce::PartnerNotLast } else { PassAce::DoubleDown },
        ace_attempts: dice.below(4) as u8,
        ace_attempt_counts: if dice.coin() { AceAttemptCounts::AnyFailure } else { AceAttemptCounts::PartnerLastOnly },
        ace_fall_to: level(dice),
        ace_fall_first_win: if dice.coin() { Some(level(dice)) } else { None },
        ace_finish_demotes: dice.coin(),
        streak_rises: dice.below(5) as u8,
        streak_falls: dice.below(5) as u8,
        double_down_ends_deal: dice.coin(),
        ..common_rules()
    }
}

/// Places that favour one seat, so that streaks are long and both teams see A.
fn random_outcome(dice: &mut Dice, rules: &Rules, favourite: usize) -> Outcome {
    let mut seats: Vec<Seat> = Seat::ALL.to_vec();
    let mut places: Vec<Seat> = Vec::new();
    if dice.below(4) > 0 {
        places.push(seats.remove(favourite));
    }
    while !seats.is_empty() {
        places.push(seats.remove(dice.below(seats.len())));
    }
    let tied = rules.double_down_ends_deal && places[0].partner() == places[1];
    if tied {
        places[2..].sort();
    }
    Outcome { places: places.try_into().unwrap(), tied, ace_finish: dice.below(3) == 0 }
}

#[test]
fn levels_counted_back_through_the_history_are_the_engines_after_every_deal() {
    let mut dice = Dice::new(42);
    let (mut deals, mut won, mut fallen, mut given) = (0, 0, 0, 0);
    for _ in 0..20_000 {
        let rules = random_rules(&mut dice);
        let mut standing = Standing::START;
        let mut history: Vec<Past> = Vec::new();
        let mut falls: Vec<[bool; 2]> = Vec::new();
        let favourite = dice.below(4);
        for _ in 0..40 {
            let outcome = random_outcome(&mut dice, &rules, favourite);
            let before = standing;
            history.push(Past {
                declarers: history.last().map(|past| winner(past.outcome)),
                levels: before.levels.map(|level| level.index() as i32),
                outcome,
            });
            let change = after_deal(&rules, &mut standing, outcome);
            let now = history.last().unwrap();
            assert_eq!(change.wins_match, wins_match(&rules, now), "{rules:?}\n{history:?}");
            deals += 1;
            if change.wins_match {
                assert_eq!(standing, Standing { deals: before.deals + 1, ..before });
                won += 1;
                break;
            }
            let expected = levels_after(&rules, &history, &mut falls);
            let fell = falls.last().unwrap();
            assert_eq!(standing.levels.map(|level| level.index() as i32), expected, "{rules:?}\n{history:?}");
            for team in 0..2 {
                assert_eq!(change.fell == Some(team as u8), fell[team], "{rules:?}\n{history:?}");
                let climbed = if change.team == team as u8 { change.climbed as i32 } else { 0 };
                assert_eq!(expected[team], now.levels[team] + climbed - change.lost[team] as i32);
                let moved =
                    if expected[team] == now.levels[team] { before.moved_in[team] } else { history.len() as u32 };
                assert_eq!(standing.moved_in[team], moved);
                let failed = history.iter().filter(|past| failure(&rules, past, team)).count();
                assert_eq!(standing.ace_failures_in_match[team] as usize, failed);
                assert_eq!(standing.falls_in_match[team] as usize, falls.iter().filter(|fell| fell[team]).count());
            }
            for seat in 0..4 {
                assert_eq!(standing.streaks.first[seat] as i32, run(&history, seat, 1));
                assert_eq!(standing.streaks.last[seat] as i32, run(&history, seat, 4));
            }
            fallen += usize::from(change.fell.is_some());
            given += usize::from(before.fallen[change.team as usize] && rules.ace_fall_first_win.is_some());
        }
    }
    // The comparison is worth something only if the rare things happen often.
    assert!(deals > 200_000 && won > 5_000 && fallen > 5_000 && given > 2_000, "{deals} {won} {fallen} {given}");
}
