//! The chance of each team to win a match from where it stands, if both teams play alike.
//!
//! A Markov chain over standings whose steps are [`after_deal`] itself, so that every rule of levels and of A counts.
//! Streaks and the clock are left out: they would make the chain endless.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Standing, Streaks, after_deal};
use crate::card::{Rank, Seat};
use crate::deal::{Outcome, Pattern, Stakes};
use crate::rules::Rules;

/// The chance of each team to win the match, for every standing that a match can come to.
#[derive(Clone, Debug)]
pub struct Equity {
    must_play: u16,
    chances: HashMap<State, f64>,
}

/// The part of a standing that the rest of the match depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    levels: [Rank; 2],
    declarers: Option<u8>,
    ace_failures: [u8; 2],
    fallen: [bool; 2],
    won_at: [u16; 2],
}

/// Where a deal leads: to another state, or to a team's win.
#[derive(Clone, Copy)]
enum Next {
    State(usize),
    Won(usize),
}

/// The chances are taken as settled when none of them moves by more than this.
const SETTLED: f64 = 1e-10;

impl Equity {
    /// The shares of 1-2, 1-3 and 1-4 when all play `tempo` under the standard rules: 48.9, 18.5 and 32.6 % of the 4,556 deals
    /// of 400 matches (seed 5), rounded.
    pub const USUAL_SHARES: [f64; 3] = [0.49, 0.185, 0.325];

    /// The equity under `rules` if each team wins half of the deals, and the winners finish 1-2, 1-3 and 1-4 in these shares,
    /// which add up to 1.
    pub fn new(rules: &Rules, shares: [f64; 3]) -> Equity {
        let start = State::of(&Standing::START, rules);
        let mut states = vec![start];
        let mut numbers = HashMap::from([(start, 0)]);
        let mut steps: Vec<[(Next, f64); 6]> = Vec::new();
        while let Some(&state) = states.get(steps.len()) {
            steps.push(std::array::from_fn(|kind| {
                let (team, pattern) = (kind / 3, kind % 3);
                let mut standing = state.standing();
                let promotion =
                    after_deal(rules, &mut standing, finish(rules, Seat::new(team as u8), Pattern::ALL[pattern]));
                let next = if promotion.wins_match {
                    Next::Won(team)
                } else {
                    let next = State::of(&standing, rules);
                    let number = *numbers.entry(next).or_insert(states.len());
                    if number == states.len() {
                        states.push(next);
                    }
                    Next::State(number)
                };
                (next, shares[pattern] / 2.0)
            }));
        }
        let chances = settle(&steps);
        Equity { must_play: rules.must_play, chances: states.into_iter().zip(chances).collect() }
    }

    /// The equity under `rules` with the usual shares. It takes a third of a second to work out, and is kept for later calls
    /// in the same process.
    pub fn usual(rules: &Rules) -> Arc<Equity> {
        static KNOWN: Mutex<Vec<(Rules, Arc<Equity>)>> = Mutex::new(Vec::new());
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let find = |known: &[(Rules, Arc<Equity>)]| {
            known.iter().find(|(other, _)| other == rules).map(|(_, equity)| Arc::clone(equity))
        };
        if let Some(equity) = find(&known()) {
            return equity;
        }
        // Not under the lock, which a process forked meanwhile would find held for ever.
        let equity = Arc::new(Equity::new(rules, Equity::USUAL_SHARES));
        let mut known = known();
        find(&known).unwrap_or_else(|| {
            known.push((*rules, Arc::clone(&equity)));
            equity
        })
    }

    /// The chance of team 0 to win the match for each end of the deal after `standing`. `None` when one of the ends leads to a
    /// standing that the equity, which leaves streaks out, does not know.
    pub fn stakes(&self, rules: &Rules, standing: &Standing) -> Option<Stakes> {
        let mut known = true;
        let stakes = Stakes::new(|first, pattern| {
            let mut after = *standing;
            if after_deal(rules, &mut after, finish(rules, first, pattern)).wins_match {
                return [1.0, 0.0][first.team()];
            }
            let chance = self.of_first_team(&after);
            known &= chance.is_some();
            chance.unwrap_or(0.0)
        });
        known.then_some(stakes)
    }

    /// The chance of team 0 to win the match from `standing`, or `None` where no match under these rules can stand so.
    pub fn of_first_team(&self, standing: &Standing) -> Option<f64> {
        self.chances.get(&State::with(standing, self.must_play)).copied()
    }
}

/// The chance of team 0 from each state, found by going over the chain until no chance moves.
fn settle(steps: &[[(Next, f64); 6]]) -> Vec<f64> {
    let mut chances = vec![0.5; steps.len()];
    loop {
        let mut moved: f64 = 0.0;
        // Later states are nearer the end, so going backwards carries news fastest.
        for number in (0..steps.len()).rev() {
            let chance: f64 = steps[number]
                .iter()
                .map(|&(next, share)| {
                    share
                        * match next {
                            Next::State(number) => chances[number],
                            Next::Won(team) => [1.0, 0.0][team],
                        }
                })
                .sum();
            moved = moved.max((chances[number] - chance).abs());
            chances[number] = chance;
        }
        if moved < SETTLED {
            return chances;
        }
    }
}

/// An outcome with this seat first and this pattern.
fn finish(rules: &Rules, first: Seat, pattern: Pattern) -> Outcome {
    let order = match pattern {
        Pattern::OneTwo => [0, 2, 1, 3],
        Pattern::OneThree => [0, 1, 2, 3],
        Pattern::OneFour => [0, 1, 3, 2],
    };
    Outcome {
        places: order.map(|seat| first.plus(seat)),
        tied: pattern == Pattern::OneTwo && rules.double_down_ends_deal,
        ace_finish: false,
    }
}

impl State {
    fn of(standing: &Standing, rules: &Rules) -> State {
        State::with(standing, rules.must_play)
    }

    fn with(standing: &Standing, must_play: u16) -> State {
        // At A a win as declarers ends the match or leaves the team there, whatever it has won before.
        let stops = must_play & !(1 << Rank::ACE.index());
        State {
            levels: standing.levels,
            declarers: standing.declarers,
            ace_failures: standing.ace_failures,
            fallen: standing.fallen,
            won_at: standing.won_at.map(|won| won & stops),
        }
    }

    fn standing(self) -> Standing {
        Standing {
            levels: self.levels,
            declarers: self.declarers,
            ace_failures: self.ace_failures,
            fallen: self.fallen,
            won_at: self.won_at,
            streaks: Streaks::default(),
            ..Standing::START
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARES: [f64; 3] = [0.3, 0.35, 0.35];

    #[test]
    fn a_match_begins_even_and_teams_are_alike() {
        // Where a team falls to 2 whenever it is first at A without passing it, a lead is worth less.
        for (preset, least) in [("institute", 0.6), ("competition", 0.6), ("guandan_com", 0.6), ("njupt", 0.55)] {
            let equity = Equity::new(&Rules::preset(preset).unwrap(), SHARES);
            let chance = equity.of_first_team(&Standing::START).unwrap();
            assert!((chance - 0.5).abs() < 1e-6, "{preset}: {chance}");
            let ahead = Standing { levels: [Rank::TEN, Rank::TWO], declarers: Some(0), ..Standing::START };
            let behind = Standing { levels: [Rank::TWO, Rank::TEN], declarers: Some(1), ..Standing::START };
            if let (Some(ahead), Some(behind)) = (equity.of_first_team(&ahead), equity.of_first_team(&behind)) {
                assert!(ahead > least && (ahead + behind - 1.0).abs() < 1e-6, "{preset}: {ahead} {behind}");
            }
        }
    }

    #[test]
    fn the_usual_equity_is_worked_out_once_for_each_set_of_rules() {
        let [rules, others] = ["guandan_com", "njupt"].map(|preset| Rules::preset(preset).unwrap());
        let equity = Equity::usual(&rules);
        assert!(Arc::ptr_eq(&equity, &Equity::usual(&rules)));
        assert!(!Arc::ptr_eq(&equity, &Equity::usual(&others)));
        let behind = Standing { levels: [Rank::TWO, Rank::TEN], declarers: Some(1), ..Standing::START };
        for (rules, equity) in [(&rules, &equity), (&others, &Equity::usual(&others))] {
            let new = Equity::new(rules, Equity::USUAL_SHARES);
            assert_eq!(equity.of_first_team(&behind), new.of_first_team(&behind));
        }
    }

    #[test]
    fn the_chance_agrees_with_playing_the_chain() {
        let rules = Rules::preset("competition").unwrap();
        let equity = Equity::new(&rules, SHARES);
        let mut standing = Standing::START;
        after_deal(&rules, &mut standing, finish(&rules, Seat::new(0), Pattern::OneTwo));
        let expected = equity.of_first_team(&standing).unwrap();
        let mut stream = crate::rng::Address::new(1, crate::rng::Purpose::Play, 0, 0).stream();
        let matches = 20_000;
        let mut wins = 0;
        for _ in 0..matches {
            let mut standing = standing;
            loop {
                let team = stream.below(2) as u8;
                let pattern = match stream.below(20) {
                    0..6 => Pattern::OneTwo,
                    6..13 => Pattern::OneThree,
                    _ => Pattern::OneFour,
                };
                if after_deal(&rules, &mut standing, finish(&rules, Seat::new(team), pattern)).wins_match {
                    wins += u32::from(team == 0);
                    break;
                }
            }
        }
        let share = f64::from(wins) / f64::from(matches);
        // Four standard errors of a share over so many matches.
        assert!((share - expected).abs() < 4.0 * 0.5 / f64::from(matches).sqrt(), "{share} {expected}");
    }

    #[test]
    fn the_stakes_of_a_deal_average_to_the_chance_before_it() {
        for preset in ["institute", "competition", "njupt"] {
            let rules = Rules::preset(preset).unwrap();
            let equity = Equity::new(&rules, SHARES);
            let at_ace = Standing { levels: [Rank::ACE, Rank::TWO], declarers: Some(0), ..Standing::START };
            for standing in [Standing::START, at_ace] {
                let stakes = equity.stakes(&rules, &standing).unwrap();
                let share = |pattern: Pattern| SHARES[pattern as usize] / 4.0;
                let ways = Seat::ALL.into_iter().flat_map(|first| Pattern::ALL.map(|pattern| (first, pattern)));
                let mean: f64 = ways.map(|(first, pattern)| share(pattern) * stakes.of(first, pattern)).sum();
                let before = equity.of_first_team(&standing).unwrap();
                assert!((mean - before).abs() < 1e-6, "{preset}: {mean} {before}");
            }
            let stakes = equity.stakes(&rules, &at_ace).unwrap();
            assert!((stakes.of(Seat::new(2), Pattern::OneTwo) - 1.0).abs() < 1e-12, "that wins the match");
        }
    }
}
