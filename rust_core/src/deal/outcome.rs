//! How a deal ended: what the match around it needs to know of its play.

use crate::card::Seat;

/// The places of the winning team: first, and that of the first's partner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Pattern {
    /// First and second are partners: a double-down.
    OneTwo,
    /// The first's partner is third.
    OneThree,
    /// The first's partner is last.
    OneFour,
}

impl Pattern {
    /// Every pattern, in the order of the `promotion` field.
    pub const ALL: [Pattern; 3] = [Pattern::OneTwo, Pattern::OneThree, Pattern::OneFour];
    /// The patterns' names in tables and messages.
    pub const NAMES: [&'static str; 3] = ["1-2", "1-3", "1-4"];

    /// The name used in tables and messages.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The result of one finished deal (docs/RULES.md R4.8 to R4.10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The seats in the order in which they went out: first, second, third, last. With `tied` the last two are in seat order.
    pub places: [Seat; 4],
    /// Whether the deal stopped at a double-down, so that both losers are last.
    pub tied: bool,
    /// Whether every card of the first's last play was an ace, which matters to the rule `ace_finish_demotes`.
    pub ace_finish: bool,
}

impl Outcome {
    /// The seat that went out first.
    #[inline(always)]
    pub const fn first(self) -> Seat {
        self.places[0]
    }

    /// The team of the first.
    #[inline(always)]
    pub const fn winners(self) -> usize {
        self.places[0].team()
    }

    /// The places of the winning team.
    #[inline(always)]
    pub fn pattern(self) -> Pattern {
        let partner = self.places[0].partner();
        if self.places[1] == partner {
            Pattern::OneTwo
        } else if self.places[2] == partner {
            Pattern::OneThree
        } else {
            Pattern::OneFour
        }
    }

    /// The seats that count as last: both losers after a double-down, otherwise the last one, given twice.
    #[inline(always)]
    pub fn lasts(self) -> [Seat; 2] {
        let third = if self.pattern() == Pattern::OneTwo { self.places[2] } else { self.places[3] };
        [third, self.places[3]]
    }
}

/// What each possible end of a deal is worth to team 0, in any unit. Team 1 wants the opposite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stakes([[f64; 3]; 4]);

impl Stakes {
    /// Makes stakes of a function: `worth` is called with each seat as first and each pattern, and returns what that
    /// end is worth to team 0.
    pub fn new(mut worth: impl FnMut(Seat, Pattern) -> f64) -> Stakes {
        Stakes(Seat::ALL.map(|first| Pattern::ALL.map(|pattern| worth(first, pattern))))
    }

    /// What each end is worth to team 0, by the seat that is first and by pattern.
    pub const fn values(&self) -> [[f64; 3]; 4] {
        self.0
    }

    /// Stakes of what each end is worth to team 0, by the seat that is first and by pattern.
    pub const fn from_values(values: [[f64; 3]; 4]) -> Stakes {
        Stakes(values)
    }

    /// What an end with this seat first and this pattern is worth to team 0.
    #[inline(always)]
    pub const fn of(&self, first: Seat, pattern: Pattern) -> f64 {
        self.0[first.index()][pattern as usize]
    }
}
