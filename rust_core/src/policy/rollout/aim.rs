//! What `rollout` plays for.

use super::finishes::{Finish, Payoffs, UNIT, chance, levels_to};
use crate::card::Seat;
use crate::deal::{Pattern, Stakes, View};
use crate::error::{clip, did_you_mean};
use crate::rules::Tables;

/// What a strategy plays for: by what the finishes of a deal are compared.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Aim {
    /// The chance to win the match; levels where there is none.
    #[default]
    Match,
    /// The levels won; lost ones are negative.
    Levels,
    /// To be the team of the first, whatever levels that wins.
    First,
}

impl Aim {
    /// Every aim.
    pub(super) const ALL: [Aim; 3] = [Aim::Match, Aim::Levels, Aim::First];
    /// Their names in text forms.
    pub(super) const NAMES: [&'static str; 3] = ["match", "levels", "first"];

    /// The name used in text forms.
    pub(super) const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The aim of this name.
    ///
    /// # Errors
    ///
    /// A message for an unknown name: it says which there are, and the nearest.
    pub fn named(name: &str) -> Result<Aim, String> {
        let found = Self::ALL.into_iter().find(|aim| aim.name() == name);
        found.ok_or_else(|| {
            let [first, others @ ..] = Self::NAMES;
            let known = format!("{first}, {}", others.join(" or "));
            format!("unknown aim {:?}: expected {known}{}", clip(name), did_you_mean(name, Self::NAMES))
        })
    }

    /// What a finish is worth to the team of the seat of `view`: a chance from 0 to 1, or levels.
    pub fn value(self, view: &View<'_>, first: Seat, pattern: Pattern) -> f64 {
        self.value_to(view.seat(), view.tables(), view.stakes(), Finish { first, pattern })
    }

    /// What a finish is worth to the team of `seat`, in a match with these `stakes`.
    fn value_to(self, seat: Seat, tables: &Tables, stakes: Option<&Stakes>, Finish { first, pattern }: Finish) -> f64 {
        match (self, stakes) {
            (Aim::First, _) => f64::from(u8::from(first.team() == seat.team())),
            (Aim::Match, Some(stakes)) => chance(stakes, seat, first, pattern),
            (Aim::Match | Aim::Levels, _) => levels_to(tables, seat, first, pattern),
        }
    }

    /// The payoff of each finish to the team of the seat of `view`.
    pub(super) fn payoffs(self, view: &View<'_>) -> Payoffs {
        self.payoffs_to(view.seat(), view.tables(), view.stakes())
    }

    /// The payoff of each finish to the team of `seat`, in a match with these `stakes`.
    pub(super) fn payoffs_to(self, seat: Seat, tables: &Tables, stakes: Option<&Stakes>) -> Payoffs {
        Payoffs::new(|finish| (self.value_to(seat, tables, stakes, finish) * UNIT).round() as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Rank;
    use crate::deal::{Background, Deal, Dealt};
    use crate::rng::{Address, Purpose};
    use crate::rules::{Tables, standard};

    #[test]
    fn payoffs_are_what_is_aimed_at() {
        let rules = &standard().rules;
        let t = Tables::new(rules, Rank::TWO);
        let address = Address::new(0, Purpose::Play, 0, 0);
        let deal = Deal::new(rules, t.level, Dealt::new(1, 0, 0).hands(), Seat::new(0)).unwrap();
        let stakes =
            Stakes::new(|first, pattern| 0.5 * f64::from(first.index() as u8) / 3.0 + 0.1 * f64::from(pattern as u8));
        for seat in Seat::ALL {
            let single = View::new(&deal, seat, &t, address, None);
            let in_match = single.with_background(Background::new(None, Some(&stakes)));
            for finish @ Finish { first, pattern } in Finish::all() {
                let payoff = |aim: Aim, view| aim.payoffs(view).of(finish);
                let won = first.team() == seat.team();
                let unit = UNIT as i64;
                let levels = [3, 2, 1][pattern as usize] * if won { unit } else { -unit };
                assert_eq!([payoff(Aim::Levels, &single), payoff(Aim::Levels, &in_match)], [levels; 2]);
                assert_eq!([payoff(Aim::First, &single), payoff(Aim::First, &in_match)], [i64::from(won) * unit; 2]);
                assert_eq!(payoff(Aim::Match, &single), levels);
                let chance = stakes.of(first, pattern);
                let chance = if seat.team() == 0 { chance } else { 1.0 - chance };
                assert_eq!(payoff(Aim::Match, &in_match), (chance * UNIT).round() as i64);
            }
        }
    }
}
