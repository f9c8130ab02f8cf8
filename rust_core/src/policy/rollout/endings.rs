//! The last cards of sampled deals, played to each team's best with all cards open instead of by the policy.

use super::playouts::Worth;
use crate::card::Seat;
use crate::deal::{Deal, Outcome, Pattern};
use crate::endgame::Solver;
use crate::rules::Tables;

/// What a solver may look at before the policy plays after all: few endings of a dozen cards are larger.
const MOST_POSITIONS: u64 = 20_000;

/// The order of all finishes for team 0, worst first.
///
/// A solver finds a worth, and which finish it belongs to has to be read off it, so that finishes of the same worth are told
/// apart too.
pub(super) struct Endings {
    /// Deals with so many cards left in all are solved.
    most_cards: u32,
    order: [[i32; 3]; 4],
}

impl Endings {
    /// By what finishes are worth to `seat`.
    pub(super) fn new(most_cards: u32, seat: Seat, worth: &Worth) -> Endings {
        let sign = if seat.team() == 0 { 1 } else { -1 };
        let mut cells = Seat::ALL.map(|first| Pattern::ALL.map(|pattern| (first, pattern))).concat();
        cells.sort_by_key(|&(first, pattern)| sign * worth[first.index()][pattern as usize]);
        let mut order = [[0; 3]; 4];
        for (place, (first, pattern)) in cells.into_iter().enumerate() {
            order[first.index()][pattern as usize] = place as i32;
        }
        Endings { most_cards, order }
    }

    /// Whether the deal has few enough cards left.
    pub(super) fn includes(&self, deal: &Deal) -> bool {
        Seat::ALL.map(|seat| deal.hand(seat).len()).iter().sum::<u32>() <= self.most_cards
    }

    /// The place of an outcome in the order.
    pub(super) fn place(&self, outcome: Outcome) -> i32 {
        self.order[outcome.first().index()][outcome.pattern() as usize]
    }

    /// How the deal ends if all play to their team's best, unless that takes too long to find out.
    pub(super) fn finish(&self, solver: &mut Solver<'_>, deal: &Deal) -> Option<(Seat, Pattern)> {
        let found = solver.worth(deal).ok()?;
        let mut cells = Seat::ALL.into_iter().flat_map(|first| Pattern::ALL.map(|pattern| (first, pattern)));
        cells.find(|&(first, pattern)| self.order[first.index()][pattern as usize] == found)
    }

    /// A solver for the actions of one sample, which share most of their positions.
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
                let endings = Endings::new(10, seat, &Aim::Levels.worth(&view));
                let place = |outcome: &Outcome| endings.place(*outcome);
                let (first, pattern) =
                    endings.finish(&mut Endings::solver(&tables, &place), &deal).expect("few positions");
                let levels = i32::from(tables.promotion[pattern as usize]);
                assert_eq!(if first.team() == 0 { levels } else { -levels }, expected, "block {block}");
                asked += 1;
            }
            assert!(Endings::new(10, Seat::new(0), &[[0; 3]; 4]).includes(&deal));
        }
        assert!(asked > 100, "only {asked} endings");
    }
}
