//! Playing: one deal by its strategies, a single deal, a match.

use super::clerk::{Clerk, Course, Entries, Over, single_deal};
use super::observe::Counts;
use super::plan::Plan;
use crate::card::{Rank, Seat};
use crate::deal::{ChoiceView, Deal, Dealt, Log, Stakes, Tribute, View};
use crate::hand::Hand;
use crate::policy::{Policy, Scene, Strategy, play_out, play_out_by_kind};
use crate::rng::{Address, Purpose};
use crate::rules::Tables;
use crate::series::{ClockModel, Match, NextDeal, NoEnd, Opening};

/// Who plays a deal, and all that is fixed before its first lead but the cards.
pub struct Setting<'a, P = Strategy> {
    /// The rules at its level.
    pub tables: &'a Tables,
    /// Where the strategies' random numbers come from.
    pub address: Address,
    /// The strategies by seat.
    pub strategies: [&'a P; 4],
    /// The tribute before it.
    pub tribute: Option<&'a Tribute>,
    /// What its ends are worth in the match.
    pub stakes: Option<&'a Stakes>,
}

impl<'a> Setting<'a> {
    /// The same, all seats played by one kind of strategy, if `kind` finds it at each of them.
    #[inline(always)]
    fn of_one_kind<P>(&self, kind: impl Fn(&'a Strategy) -> Option<&'a P>) -> Option<Setting<'a, P>> {
        let Setting { tables, address, strategies: [a, b, c, d], tribute, stakes } = *self;
        Some(Setting { tables, address, strategies: [kind(a)?, kind(b)?, kind(c)?, kind(d)?], tribute, stakes })
    }
}

impl Setting<'_> {
    /// Plays `deal` to its end, and counts.
    fn play_out(&self, deal: &mut Deal, log: Option<&mut Log>) -> Counts {
        let mut counts = Counts::default();
        // `random` and `lowest` decide faster than it takes to ask who plays and what lies on the table.
        if let Some(setting) = self.of_one_kind(Strategy::as_random) {
            play_out_by_kind(deal, &setting, log, &mut counts);
        } else if let Some(setting) = self.of_one_kind(Strategy::as_lowest) {
            play_out_by_kind(deal, &setting, log, &mut counts);
        } else {
            play_out(deal, self, log, &mut counts);
        }
        counts
    }
}

impl<P: Policy> Scene for Setting<'_, P> {
    type Policy = P;

    #[inline(always)]
    fn tables(&self) -> &Tables {
        self.tables
    }

    #[inline(always)]
    fn policy(&self, seat: Seat) -> &P {
        self.strategies[seat.index()]
    }

    #[inline(always)]
    fn view<'a>(&'a self, deal: &'a Deal, seat: Seat, log: Option<&'a Log>) -> View<'a> {
        View::new(deal, seat, self.tables, self.address, log).with_background(self.tribute, self.stakes)
    }
}

/// What playing the blocks of one plan needs again and again.
pub(super) struct Player<'a> {
    pub(super) clerk: Clerk<'a>,
    /// By seat in rotation 0.
    pub(super) strategies: [&'a Strategy; 4],
    /// Whether plays are logged: somebody looks back, or may leave, or there are records to write.
    pub(super) logs: bool,
    pub(super) log: Log,
}

impl<'a> Player<'a> {
    #[inline(always)]
    fn strategies(&self, rotation: u8) -> [&'a Strategy; 4] {
        Seat::ALL.map(|seat| self.strategies[Plan::strategy_at(seat, rotation)])
    }

    /// Plays a deal and counts.
    fn play(
        &mut self,
        deal: &mut Deal,
        address: Address,
        rotation: u8,
        tribute: Option<&Tribute>,
        stakes: Option<&Stakes>,
    ) -> Counts {
        let (tables, strategies) = (self.clerk.tables(deal.level()), self.strategies(rotation));
        let log = self.logs.then(|| {
            self.log.clear();
            &mut self.log
        });
        let setting = &Setting { tables, address, strategies, tribute, stakes };
        setting.play_out(deal, log)
    }

    /// Plays the single deal of a block in every rotation.
    pub(super) fn single_deals(&mut self, block: u64, level: Rank, entries: &mut Entries) {
        let Plan { seed, rotations, ref rules, .. } = *self.clerk.plan;
        let (next, leader) = single_deal(seed, block, level, Dealt::new(seed, block, 0));
        let address = Address::new(seed, Purpose::Play, block, 0);
        let start = Deal::new_unchecked(rules, level, next.dealt.hands(), leader);
        for rotation in 0..rotations {
            let mut deal = start;
            let counts = self.play(&mut deal, address, rotation, None, None);
            let log = self.logs.then_some(&self.log);
            let over = Over { next: &next, tribute: None, leader, deal: &deal, log, counts };
            self.clerk.enter_single(block, rotation, &over, entries);
        }
    }

    /// Plays the match of a block in one rotation.
    pub(super) fn whole_match(
        &mut self,
        block: u64,
        rotation: u8,
        clock: ClockModel,
        leave_rate: f64,
        entries: &mut Entries,
    ) -> Result<(), NoEnd> {
        let plan = self.clerk.plan;
        let mut course = Course::new(plan, block, rotation, clock, leave_rate);
        let ending = loop {
            if let Some(ending) = course.game.ending() {
                break ending;
            }
            let next = course.game.next_deal();
            let (hands, leader, tribute) = self.open(&course.game, &next, rotation);
            let mut deal = Deal::new_unchecked(&plan.rules, next.level, hands, leader);
            let stakes = self.clerk.stakes(course.game.standing());
            let address = course.game.address(Purpose::Play);
            let counts = self.play(&mut deal, address, rotation, tribute.as_ref(), stakes.as_ref());
            let log = self.logs.then_some(&self.log);
            let over = Over { next: &next, tribute: tribute.as_ref(), leader, deal: &deal, log, counts };
            course.end_deal(&self.clerk, &over, entries)?;
        };
        course.end(ending, entries);
        Ok(())
    }

    /// The hands a deal is played with and its leader, the choices of tribute made by the seats' strategies.
    fn open(&self, game: &Match, next: &NextDeal, rotation: u8) -> ([Hand; 4], Seat, Option<Tribute>) {
        match next.opening {
            Opening::First(opening) => (next.dealt.hands(), opening.leader, None),
            Opening::Tribute(tribute) => {
                let (strategies, tables) = (self.strategies(rotation), self.clerk.tables(next.level));
                let address = game.address(Purpose::Tribute);
                let settled = tribute.settle(|tribute, choice| {
                    strategies[choice.seat.index()].choose(&ChoiceView::new(tribute, choice, tables, address))
                });
                (*settled.hands(), settled.leader(), Some(settled))
            }
        }
    }
}
