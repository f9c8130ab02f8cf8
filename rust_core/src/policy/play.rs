//! Playing a deal to its end: the loop around the strategies, which mass simulation and the play-outs of `rollout` share.

use super::{Policy, Strategy};
use crate::card::Seat;
use crate::combo::kinds::{OfKind, by_kind};
use crate::combo::{Combo, Play};
use crate::deal::{Background, Deal, Log, View};
use crate::rng::Address;
use crate::rules::Tables;

/// Everything that is fixed before the first lead of a deal except the cards: who plays it, by which rules, and what
/// happened before.
#[derive(Clone, Copy, Debug)]
pub struct DealSetup<'a, P = Strategy> {
    /// The rules at the level of the deal.
    pub tables: &'a Tables,
    /// The address of the strategies' random numbers.
    pub address: Address,
    /// The strategies by seat.
    pub strategies: [&'a P; 4],
    /// What happened before.
    pub background: Background<'a>,
}

impl<'a, P> DealSetup<'a, P> {
    /// This setup with each strategy replaced by what `map` makes of it; `None` if it makes nothing of one of them.
    #[inline(always)]
    pub fn map_strategies<Q>(&self, map: impl Fn(&'a P) -> Option<&'a Q>) -> Option<DealSetup<'a, Q>> {
        let DealSetup { tables, address, strategies: [a, b, c, d], background } = *self;
        Some(DealSetup { tables, address, strategies: [map(a)?, map(b)?, map(c)?, map(d)?], background })
    }

    /// What `seat` sees of `deal`; `log` holds the plays so far, for strategies that look back.
    #[inline(always)]
    const fn view<'b>(&'b self, deal: &'b Deal, seat: Seat, log: Option<&'b Log>) -> View<'b> {
        View::new(deal, seat, self.tables, self.address, log).with_background(self.background)
    }
}

/// Is told every action of a deal while it is played. A method that an observer leaves out costs nothing.
pub trait Observer {
    /// Called after `seat` has played; `deal` is the deal after the play.
    #[inline(always)]
    fn played(&mut self, _seat: Seat, _play: &Play, _deal: &Deal, _tables: &Tables) {}

    /// Called after `seat` has passed; `deal` is the deal after the pass.
    #[inline(always)]
    fn passed(&mut self, _seat: Seat, _deal: &Deal) {}
}

/// An observer that does nothing.
impl Observer for () {}

/// Two observers that are both told every action.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline(always)]
    fn played(&mut self, seat: Seat, play: &Play, deal: &Deal, tables: &Tables) {
        self.0.played(seat, play, deal, tables);
        self.1.played(seat, play, deal, tables);
    }

    #[inline(always)]
    fn passed(&mut self, seat: Seat, deal: &Deal) {
        self.0.passed(seat, deal);
        self.1.passed(seat, deal);
    }
}

/// Carries out what `seat`, whose turn it is, does: a legal play, or `None` for a pass. A play goes to `log`, if there is
/// one, and both go to `observer`.
#[inline(always)]
pub fn act(
    deal: &mut Deal,
    seat: Seat,
    action: Option<&Play>,
    tables: &Tables,
    log: Option<&mut Log>,
    observer: &mut impl Observer,
) {
    let Some(play) = action else {
        deal.pass_unchecked();
        return observer.passed(seat, deal);
    };
    deal.play_unchecked(play);
    if let Some(log) = log {
        log.push(seat, play, deal);
    }
    observer.played(seat, play, deal, tables);
}

/// Plays `deal` to its end, turn by turn, and tells `observer` every action.
///
/// Plays go to `log`, if there is one, for strategies that look back.
#[inline(always)]
pub fn play_out<P: Policy>(
    deal: &mut Deal,
    setup: &DealSetup<'_, P>,
    log: Option<&mut Log>,
    observer: &mut impl Observer,
) {
    play_to_the_end::<false, P>(deal, setup, log, observer);
}

/// Plays `deal` to its end in a loop for each kind of play on the table, and tells `observer` every action.
///
/// Does what [`play_out`] does. It is faster for strategies that decide in less time than it takes to find out what lies on
/// the table, such as `random`; the price is a copy of the strategy's code for each kind.
#[inline(always)]
pub fn play_out_by_kind<P: Policy>(
    deal: &mut Deal,
    setup: &DealSetup<'_, P>,
    log: Option<&mut Log>,
    observer: &mut impl Observer,
) {
    play_to_the_end::<true, P>(deal, setup, log, observer);
}

#[inline(always)]
fn play_to_the_end<const BY_KIND: bool, P: Policy>(
    deal: &mut Deal,
    setup: &DealSetup<'_, P>,
    log: Option<&mut Log>,
    observer: &mut impl Observer,
) {
    // Not part of the struct: what is looked up by seat has to be in memory, and would keep the whole struct out of
    // registers.
    let mut memories = [Default::default(); 4];
    // Copied next to the loops' other variables, so that no register is needed to point at it.
    let mut copy = *deal;
    let mut playing = Playing { deal: &mut copy, setup, log, observer, memories: &mut memories };
    if BY_KIND {
        playing.kind_by_kind();
    } else {
        playing.turn_by_turn();
    }
    *deal = copy;
}

/// A deal being played.
struct Playing<'a, P: Policy, O> {
    deal: &'a mut Deal,
    setup: &'a DealSetup<'a, P>,
    log: Option<&'a mut Log>,
    observer: &'a mut O,
    /// What the strategies remember, by seat.
    memories: &'a mut [P::Memory; 4],
}

impl<P: Policy, O: Observer> Playing<'_, P, O> {
    #[inline(always)]
    fn turn_by_turn(&mut self) {
        while let Some(seat) = self.deal.turn() {
            let (policy, view, memory) = self.decider(seat);
            match policy.act(&view, memory) {
                Some(play) => _ = self.play(seat, &play),
                None => _ = self.pass(seat),
            }
        }
    }

    #[inline(always)]
    fn kind_by_kind(&mut self) {
        let mut to_beat = self.deal.table();
        loop {
            while let Some(combo) = to_beat {
                to_beat = by_kind!(combo.kind, Of => self.follow::<Of>(combo));
            }
            let Some(seat) = self.deal.turn() else { return };
            let (policy, view, memory) = self.decider(seat);
            let play = policy.lead(&view, memory);
            to_beat = self.play(seat, &play);
        }
    }

    /// Plays on as long as the play on the table is of the kind of `Of`. Returns the play of another kind that has to be beaten
    /// next, or `None` when the trick is over.
    fn follow<Of: OfKind>(&mut self, mut to_beat: Combo) -> Option<Combo> {
        loop {
            let seat = self.deal.seat_to_act();
            let (policy, view, memory) = self.decider(seat);
            if let Some(play) = policy.follow::<Of>(&view, to_beat, memory) {
                to_beat = self.play(seat, &play)?;
                if !Of::includes(to_beat.kind) {
                    return Some(to_beat);
                }
            } else if self.pass(seat) {
                return None;
            }
        }
    }

    /// The strategy of `seat`, what the seat sees of the deal, and the memory of the strategy.
    #[inline(always)]
    fn decider(&mut self, seat: Seat) -> (&P, View<'_>, &mut P::Memory) {
        let view = self.setup.view(self.deal, seat, self.log.as_deref());
        (self.setup.strategies[seat.index()], view, &mut self.memories[seat.index()])
    }

    /// Makes a play. Returns what has to be beaten next, or `None` when the deal is over.
    #[inline(always)]
    fn play(&mut self, seat: Seat, play: &Play) -> Option<Combo> {
        act(self.deal, seat, Some(play), self.setup.tables, self.log.as_deref_mut(), self.observer);
        (!self.deal.is_over()).then_some(play.combo)
    }

    /// Passes. Returns whether that ends the trick.
    #[inline(always)]
    fn pass(&mut self, seat: Seat) -> bool {
        let ends = self.deal.pass_and_tell();
        self.observer.passed(seat, self.deal);
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Rank;
    use crate::deal::Dealt;
    use crate::policy::{Lowest, Random};
    use crate::rng::Purpose;
    use crate::rules::test_rules;

    /// Every action in order.
    #[derive(PartialEq, Debug, Default)]
    struct Actions(Vec<(Seat, Option<Play>)>);

    impl Observer for Actions {
        fn played(&mut self, seat: Seat, play: &Play, _deal: &Deal, _tables: &Tables) {
            self.0.push((seat, Some(*play)));
        }

        fn passed(&mut self, seat: Seat, _deal: &Deal) {
            self.0.push((seat, None));
        }
    }

    fn played(policy: &impl Policy, block: usize, by_kind: bool) -> (Deal, Actions) {
        let rules = test_rules(block);
        let tables = &Tables::new(&rules, Rank::new((block % 13) as u8));
        let hands = Dealt::new(5, block as u64, 0).hands();
        let mut deal = Deal::new_unchecked(&rules, tables.level, hands, Seat::new((block % 4) as u8));
        let mut actions = Actions::default();
        let address = Address::new(5, Purpose::Play, block as u64, 0);
        let setup = DealSetup { tables, address, strategies: [policy; 4], background: Background::NONE };
        if by_kind {
            play_out_by_kind(&mut deal, &setup, None, &mut actions);
        } else {
            play_out(&mut deal, &setup, None, &mut actions);
        }
        (deal, actions)
    }

    #[test]
    fn a_loop_for_each_kind_plays_what_is_played_turn_by_turn() {
        for block in 0..2000 {
            assert_eq!(played(&Random, block, true), played(&Random, block, false));
            assert_eq!(played(&Lowest, block, true), played(&Lowest, block, false));
        }
    }
}
