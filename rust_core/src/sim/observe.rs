//! Watching a deal being played.

use crate::card::Seat;
use crate::combo::{Kind, Play, wilds_substituted};
use crate::deal::Deal;
use crate::rules::Tables;

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

/// What the deals table counts while a deal is played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Plays by kind.
    pub kinds: [u8; Kind::ALL.len()],
    /// Bombs of any kind by seat.
    pub bombs: [u8; 4],
    /// Wilds played as another card than themselves.
    pub wilds_substituted: u8,
}

impl Observer for Counts {
    #[inline(always)]
    fn played(&mut self, seat: Seat, play: &Play, _deal: &Deal, tables: &Tables) {
        self.kinds[play.combo.kind as usize] += 1;
        self.bombs[seat.index()] += u8::from(play.combo.kind.is_bomb());
        if play.cards.wilds() > 0 {
            self.count_wilds(play, tables);
        }
    }
}

impl Counts {
    /// Apart, because few plays hold wilds.
    #[cold]
    fn count_wilds(&mut self, play: &Play, tables: &Tables) {
        self.wilds_substituted += wilds_substituted(play, tables) as u8;
    }
}
