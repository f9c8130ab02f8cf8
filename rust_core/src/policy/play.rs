//! Playing a deal to its end: the loop around the strategies, which mass simulation and the play-outs of `rollout` share.

use super::{Memory, Policy};
use crate::card::Seat;
use crate::combo::{Bits, Play};
use crate::deal::{Deal, Log, View};
use crate::rules::Tables;

/// Who plays a deal, and what each of them sees of it.
pub trait Scene {
    /// The type of the strategies.
    type Policy: Policy;

    /// The rules at the deal's level.
    fn tables(&self) -> &Tables;

    /// The strategy of a seat.
    fn policy(&self, seat: Seat) -> &Self::Policy;

    /// What a seat sees; `log` is there where the strategies look back.
    fn view<'a>(&'a self, deal: &'a Deal, seat: Seat, log: Option<&'a Log>) -> View<'a>;
}

/// Someone who is told every action of a deal. What an implementation leaves out costs nothing.
pub trait Observer {
    /// `seat` has played; `deal` is with the play done.
    #[inline(always)]
    fn played(&mut self, _seat: Seat, _play: &Play, _deal: &Deal, _tables: &Tables) {}

    /// `seat` has passed; `deal` is with the pass done.
    #[inline(always)]
    fn passed(&mut self, _seat: Seat, _deal: &Deal) {}
}

/// Nobody watches.
impl Observer for () {}

/// Two who watch.
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

/// Plays `deal` to its end, everything told to `observer`.
///
/// Plays go to `log`, if there is one, for strategies that look back.
#[inline(always)]
pub fn play_out<B: Bits>(deal: &mut Deal, scene: &impl Scene, mut log: Option<&mut Log>, observer: &mut impl Observer) {
    let mut memories = [Memory::default(); 4];
    while let Some(seat) = deal.turn() {
        let view = scene.view(deal, seat, log.as_deref());
        if let Some(play) = scene.policy(seat).act::<B>(&view, &mut memories[seat.index()]) {
            deal.play_unchecked(&play);
            if let Some(log) = log.as_deref_mut() {
                log.push(seat, &play, deal);
            }
            observer.played(seat, &play, deal, scene.tables());
        } else {
            deal.pass_unchecked();
            observer.passed(seat, deal);
        }
    }
}
