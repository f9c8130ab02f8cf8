//! The endings of sampled deals: with few cards left they are solved with all cards open, not played out by the policy.

use super::finishes::{ByFinish, Finish, Payoffs};
use crate::card::Seat;
use crate::deal::{Deal, Outcome};
use crate::endgame::Solver;
use crate::rules::Tables;

/// The most positions that a solver looks at before the policy plays after all: few endings of a dozen cards have more.
const MOST_POSITIONS: u64 = 20_000;

/// Which deals are solved, and what the solver compares their finishes by.
pub(super) struct Endings {
    /// The most cards left in all.
    most_cards: u32,
    /// The place of each finish in the order from team 0's worst to its best. The solver finds a place, so finishes of the
    /// same payoff have different places: the place found tells the finish.
    order: ByFinish<i32>,
}

impl Endings {
    /// Endings of deals with at most `most_cards` cards left, by the `payoffs` to the team of `seat`.
    pub(super) fn new(most_cards: u32, seat: Seat, payoffs: &Payoffs) -> Endings {
        let sign = if seat.team() == 0 { 1 } else { -1 };
        let mut finishes: Vec<Finish> = Finish::all().collect();
        finishes.sort_by_key(|&finish| sign * payoffs.of(finish));
        let mut order = ByFinish::default();
        for (place, finish) in finishes.into_iter().enumerate() {
            *order.at(finish) = place as i32;
        }
        Endings { most_cards, order }
    }

    /// Whether the deal has few enough cards left.
    pub(super) fn includes(&self, deal: &Deal) -> bool {
        Seat::ALL.map(|seat| deal.hand(seat).len()).iter().sum::<u32>() <= self.most_cards
    }

    /// The place of a finish in the order.
    pub(super) const fn place(&self, finish: Finish) -> i32 {
        self.order.of(finish)
    }

    /// How the deal finishes if everybody plays to the team's best. `None` when that takes too long to find out.
    pub(super) fn finish(&self, solver: &mut Solver<'_>, deal: &Deal) -> Option<Finish> {
        let found = solver.worth(deal).ok()?;
        Finish::all().find(|&finish| self.place(finish) == found)
    }

    /// A solver for all candidates of one sample, which share most of their positions.
    pub(super) fn solver<'a>(tables: &'a Tables, place: &'a dyn Fn(&Outcome) -> i32) -> Solver<'a> {
        Solver::new(tables, place, MOST_POSITIONS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Rank;
    use crate::deal::{Dealt, View};
    use crate::endgame::levels_won;
    use crate::policy::rollout::Aim;
    use crate::policy::{BombCount, Policy, Random};
    use crate::rng::{Address, Purpose};
    use crate::rules::standard;

    /// A deal played at random until `most` cards are left in all.
    fn ending(tables: &Tables, block: u64, most: u32) -> Option<Deal> {
        let hands = Dealt::new(3, block, 0).hands();
        let mut deal = Deal::new(&standard().rules, tables.level, hands, Seat::new(0)).unwrap();
        let left = |deal: &Deal| Seat::ALL.map(|seat| deal.hand(seat).len()).iter().sum::<u32>();
        while left(&deal) > most {
            let view = View::new(&deal, deal.turn()?, tables, Address::new(3, Purpose::Play, block, 0), None);
            match Random.act(&view, &mut BombCount::default()) {
                Some(play) => deal.play_unchecked(&play),
                None => deal.pass_unchecked(),
            }
        }
        deal.turn().map(|_| deal)
    }

    #[test]
    fn the_finish_found_is_worth_what_the_solver_says_whoever_asks() {
        let worth = levels_won(&standard().rules);
        let mut asked = 0;
        for block in 0..300 {
            let tables = Tables::new(&standard().rules, Rank::new((block % 13) as u8));
            let Some(deal) = ending(&tables, block, 10) else { continue };
            let expected = Solver::new(&tables, &worth, u64::MAX).worth(&deal).unwrap();
            for seat in Seat::ALL {
                let view = View::new(&deal, seat, &tables, Address::new(0, Purpose::Play, 0, 0), None);
                let endings = Endings::new(10, seat, &Aim::Levels.payoffs(&view));
                let place = |outcome: &Outcome| endings.place(Finish::of(*outcome));
                let Finish { first, pattern } =
                    endings.finish(&mut Endings::solver(&tables, &place), &deal).expect("few positions");
                let levels = i32::from(tables.promotion[pattern as usize]);
                assert_eq!(if first.team() == 0 { levels } else { -levels }, expected, "block {block}");
                asked += 1;
            }
            assert!(Endings::new(10, Seat::new(0), &Payoffs::default()).includes(&deal));
        }
        assert!(asked > 100, "only {asked} endings");
    }
}
