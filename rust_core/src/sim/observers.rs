//! What a run keeps of a deal while it is played.

use crate::card::Seat;
use crate::combo::{Kind, Play, wilds_substituted};
use crate::deal::Deal;
use crate::hand::LevelHand;
use crate::policy::Observer;
use crate::rules::Tables;

/// The counts of the table `deals` that are made while a deal is played.
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
            // A copy for the call, so that the play itself stays in registers.
            self.count_wilds(&{ *play }, tables);
        }
    }
}

impl Counts {
    /// Adds the wilds of a play. A function of its own because few plays hold wilds.
    #[cold]
    fn count_wilds(&mut self, play: &Play, tables: &Tables) {
        self.wilds_substituted += wilds_substituted(play, tables) as u8;
    }
}

/// The cards each seat has played, which everybody at the table has seen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Played(pub [LevelHand; 4]);

impl Played {
    /// No cards, as before the first lead.
    pub const NOTHING: Played = Played([LevelHand::EMPTY; 4]);
}

impl Observer for Played {
    #[inline(always)]
    fn played(&mut self, seat: Seat, play: &Play, _deal: &Deal, _tables: &Tables) {
        self.0[seat.index()].add(&play.cards);
    }
}
