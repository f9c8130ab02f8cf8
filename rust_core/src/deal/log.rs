//! The history of a deal, for strategies that infer from it, for records and for people.
//!
//! The log is not part of the referee, so that a deal without one costs nothing for it. Only plays are stored; the passes
//! between them follow from who held cards.

use arrayvec::ArrayVec;

use super::Deal;
use crate::card::Seat;
use crate::combo::Play;

/// One play of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Logged {
    /// Who played.
    pub seat: Seat,
    /// The play.
    pub play: Play,
    /// The number of the play among all plays and passes of the deal, from 0.
    pub action: u16,
    /// The number of the trick, from 0.
    pub trick: u16,
    /// The seats that had to act after it before the trick could end: bit `i` for seat `i`.
    asked: u8,
}

/// One action of a deal: a play, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event<'a> {
    /// Who acted.
    pub seat: Seat,
    /// The number of the action among all plays and passes of the deal, from 0.
    pub action: u16,
    /// The number of the trick, from 0.
    pub trick: u16,
    /// The play, or `None` for a pass.
    pub play: Option<&'a Play>,
}

/// The plays of a deal in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Log {
    plays: ArrayVec<Logged, 108>,
}

impl Log {
    /// Adds the play that `seat` has just made. `after` is the deal after the play.
    #[inline(always)]
    pub fn push(&mut self, seat: Seat, play: &Play, after: &Deal) {
        let asked =
            Seat::ALL.into_iter().filter(|&other| after.is_pending(other)).fold(0, |set, other| set | bit(other));
        let (action, trick) = (after.actions() as u16 - 1, after.tricks() as u16 - 1);
        self.plays.push(Logged { seat, play: *play, action, trick, asked });
    }

    /// Forgets everything.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.plays.clear();
    }

    /// The plays in order.
    #[inline(always)]
    pub fn plays(&self) -> &[Logged] {
        &self.plays
    }

    /// How many plays came before the action of this number.
    pub fn plays_before(&self, action: u32) -> u32 {
        self.plays.partition_point(|logged| u32::from(logged.action) < action) as u32
    }

    /// The first `actions` plays and passes of the deal in order; the deal has had at least that many.
    pub fn events(&self, actions: u32) -> impl Iterator<Item = Event<'_>> {
        let plays = &self.plays[..self.plays_before(actions) as usize];
        let ends = plays.iter().skip(1).map(|next| next.action).chain([actions as u16]);
        plays.iter().zip(ends).flat_map(|(logged, end)| {
            let Logged { seat, action, trick, asked, .. } = *logged;
            let passers = (1..4).map(move |n| seat.plus(n)).filter(move |&other| asked & bit(other) != 0);
            let passes =
                passers.zip(action + 1..end).map(move |(seat, action)| Event { seat, action, trick, play: None });
            [Event { seat, action, trick, play: Some(&logged.play) }].into_iter().chain(passes)
        })
    }
}

/// The set of one seat, as [`Logged`] keeps it.
const fn bit(seat: Seat) -> u8 {
    1 << seat.index()
}
