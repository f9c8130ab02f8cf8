//! How long a built-in strategy takes to act, measured by itself after a run: a clock inside the loop of a run would take
//! longer than the fast strategies do.

use std::time::Duration;

use super::deal_state::play_to_the_end;
use super::observers::Counts;
use crate::card::Rank;
use crate::deal::{Background, Deal, Log, View};
use crate::policy::{DealSetup, Memory, Policy, Strategy, act};
use crate::rng::{Address, Purpose};
use crate::rules::{Rules, Tables};
use crate::series::DealStart;

/// Some plays and passes, and how long they took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Took {
    /// How many plays and passes.
    pub actions: u64,
    /// How long they took together.
    pub time: Duration,
}

/// Has `strategy` play single deals at `level` at all four seats for about as long as `enough`, on this thread and by this
/// `clock`. Whatever one play or pass takes, it makes at least one; a deal that takes longer is not played out.
///
/// What the referee takes to carry the plays out is in the time, some hundredths of a microsecond each.
pub fn time_actions(
    strategy: &Strategy,
    rules: &Rules,
    level: Rank,
    enough: Duration,
    clock: &mut dyn FnMut() -> Duration,
) -> Took {
    let timed = Timed { strategy, rules, tables: &Tables::new(rules, level) };
    let begun = clock();
    let first = timed.action_by_action(&mut || clock().saturating_sub(begun), enough);
    if first.time >= enough {
        return first;
    }
    // The strategy is fast: whole deals are played between two looks at the clock, which costs more than an action of it.
    let (mut done, mut took) = (0, Took::default());
    let begun = clock();
    while took.time < enough {
        let end = (2 * done).max(1);
        took.actions += (done..end).map(|block| timed.whole_deal(block)).sum::<u64>();
        done = end;
        took.time = clock().saturating_sub(begun);
    }
    took
}

/// The number of the master seed by which the deals are dealt.
const SEED: u64 = 0;

struct Timed<'a> {
    strategy: &'a Strategy,
    rules: &'a Rules,
    tables: &'a Tables,
}

impl Timed<'_> {
    fn deal(&self, block: u64) -> (Deal, Address) {
        let start = DealStart::single(SEED, block, self.tables.level);
        let deal = Deal::new_unchecked(self.rules, self.tables.level, start.hands(), start.leader());
        (deal, Address::new(SEED, Purpose::Play, block, 0))
    }

    /// A deal with a look at the clock after every action, played until it has taken `enough` or is over.
    fn action_by_action(&self, elapsed: &mut dyn FnMut() -> Duration, enough: Duration) -> Took {
        let (mut deal, address) = self.deal(0);
        let (mut log, mut memories, mut took) = (Log::default(), [Memory::default(); 4], Took::default());
        while let Some(seat) = deal.turn() {
            let view = View::new(&deal, seat, self.tables, address, Some(&log));
            let play = self.strategy.act(&view, &mut memories[seat.index()]);
            act(&mut deal, seat, play.as_ref(), self.tables, Some(&mut log), &mut ());
            took = Took { actions: took.actions + 1, time: elapsed() };
            if took.time >= enough {
                break;
            }
        }
        took
    }

    /// Plays a deal as a run does. Returns how many plays and passes it had.
    fn whole_deal(&self, block: u64) -> u64 {
        let (mut deal, address) = self.deal(block);
        let setup =
            DealSetup { tables: self.tables, address, strategies: [self.strategy; 4], background: Background::NONE };
        let mut log = self.strategy.looks_back().then(Log::default);
        play_to_the_end(&setup, &mut deal, log.as_mut(), Counts::default());
        deal.actions().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a strategy took by a clock that stands still for the first `still` looks and then goes on by a second a look.
    fn took(text: &str, still: u64, enough: u64) -> Took {
        let rules = Rules::preset("institute").unwrap();
        let mut looks = 0;
        let mut clock = || {
            looks += 1;
            Duration::from_secs(u64::saturating_sub(looks, still))
        };
        time_actions(&text.parse().unwrap(), &rules, Rank::TWO, Duration::from_secs(enough), &mut clock)
    }

    #[test]
    fn a_slow_strategy_is_stopped_within_a_deal() {
        assert_eq!(took("lowest", 0, 10), Took { actions: 10, time: Duration::from_secs(10) });
        assert_eq!(took("lowest", 0, 0).actions, 1);
    }

    #[test]
    fn a_fast_strategy_plays_whole_deals_twice_as_many_at_each_look() {
        let rules = Rules::preset("institute").unwrap();
        for text in ["random", "lowest", "tempo"] {
            let strategy = &text.parse().unwrap();
            let timed = Timed { strategy, rules: &rules, tables: &Tables::new(&rules, Rank::TWO) };
            let actions = [0, 1, 2, 3].map(|block| timed.whole_deal(block));
            // Two looks begin, and there is one after each action of the first deal.
            let found = took(text, actions[0] + 2, 3);
            assert_eq!(found, Took { actions: actions.iter().sum(), time: Duration::from_secs(3) });
        }
    }
}
