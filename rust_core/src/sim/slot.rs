//! One deal or match of a run as a state machine that stops wherever somebody outside has to decide.

use std::sync::atomic::{AtomicBool, Ordering};

use super::asked::{Asked, Place, Sight, single_cards};
use super::clerk::{Clerk, Course, Entries, Over, single_deal};
use super::error::SimError;
use super::open_deal::{Decider, List, OpenDeal, Played};
use super::plan::{Plan, Unit};
use crate::card::{Rank, Seat};
use crate::deal::{ChoiceView, Deal, Dealt, Tribute, View};
use crate::hand::Hand;
use crate::policy::Policy;
use crate::rng::{Address, Purpose};
use crate::rules::Tables;
use crate::series::{NextDeal, Opening};

/// Who decides, by seat.
pub(super) struct Deciders<'a>(pub(super) [Decider<'a>; 4]);

/// Where a match stands.
enum Stage {
    /// The next deal is to be dealt.
    Between,
    /// The choices of tribute are being made.
    Tribute(Tribute),
    /// Cards are played.
    Play,
    Over,
}

/// A single deal, or a match, in one rotation of its block.
pub(super) struct Slot {
    number: u64,
    block: u64,
    rotation: u8,
    /// The match around the deals; none around a single deal.
    course: Option<Course>,
    stage: Stage,
    /// The deal in progress.
    next: Option<NextDeal>,
    tribute: Option<Tribute>,
    leader: Seat,
    open: OpenDeal,
    /// The option taken by the seat waited for, until the slot goes on.
    chosen: Option<usize>,
    /// The options of a choice of tribute.
    cards: List,
    /// The address of a choice's random numbers.
    choice_address: Address,
    entries: Entries,
}

/// Nothing has been played before the first lead.
static NOTHING_PLAYED: Played = Played([crate::hand::LevelHand::EMPTY; 4]);

impl Slot {
    pub(super) fn new(plan: &Plan, block: u64, rotation: u8, logs: bool) -> Slot {
        let address = Address::new(plan.seed, Purpose::Play, block, 0);
        let empty = Deal::new_unchecked(&plan.rules, Rank::TWO, [Hand::EMPTY; 4], Seat::new(0));
        let mut slot = Slot {
            number: 0,
            block,
            rotation,
            course: None,
            stage: Stage::Over,
            next: None,
            tribute: None,
            leader: Seat::new(0),
            open: OpenDeal::new(empty, address, logs, plan.built_in().next().is_some()),
            chosen: None,
            cards: List::new(),
            choice_address: address,
            entries: Entries::default(),
        };
        slot.restart(plan, block, rotation);
        slot
    }

    /// Makes room for another deal or match.
    pub(super) fn restart(&mut self, plan: &Plan, block: u64, rotation: u8) {
        (self.number, self.block, self.rotation) = (plan.match_number(block, rotation), block, rotation);
        self.course = match plan.unit {
            Unit::Deal { .. } => None,
            Unit::Match { clock, leave_rate } => Some(Course::new(plan, block, rotation, clock, leave_rate)),
        };
        self.stage = Stage::Between;
        self.chosen = None;
        self.entries = Entries::default();
    }

    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    pub(super) const fn block(&self) -> u64 {
        self.block
    }

    pub(super) const fn rotation(&self) -> u8 {
        self.rotation
    }

    pub(super) const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// Whether a choice of tribute is waited for.
    pub(super) const fn is_choosing(&self) -> bool {
        matches!(self.stage, Stage::Tribute(_))
    }

    pub(super) fn entries(&mut self) -> &mut Entries {
        &mut self.entries
    }

    /// Who is waited for; nobody before [`Slot::advance`] has begun the deal.
    pub(super) fn waits_for(&self) -> Option<Seat> {
        match &self.stage {
            Stage::Tribute(tribute) => tribute.pending().map(|choice| choice.seat),
            Stage::Play => self.open.deal().turn(),
            Stage::Between | Stage::Over => None,
        }
    }

    /// Goes on until somebody outside has a choice to make, or to the end.
    pub(super) fn advance(
        &mut self,
        clerk: &Clerk<'_>,
        deciders: &Deciders<'_>,
        cancel: &AtomicBool,
    ) -> Result<(), SimError> {
        if let Some(option) = self.chosen.take() {
            match &mut self.stage {
                Stage::Tribute(tribute) => tribute.choose(option as u32),
                _ => self.open.choose(option, clerk.tables(self.open.deal().level())),
            }
        }
        loop {
            if cancel.load(Ordering::Relaxed) {
                return Err(SimError::Cancelled);
            }
            let waits = match &self.stage {
                Stage::Over => true,
                Stage::Between => {
                    self.begin(clerk);
                    false
                }
                Stage::Tribute(_) => self.advance_tribute(clerk, deciders),
                Stage::Play => {
                    let t = clerk.tables(self.open.deal().level());
                    let waits = self.open.advance(t, self.tribute.as_ref(), &deciders.0);
                    if !waits {
                        self.end_deal(clerk)?;
                    }
                    waits
                }
            };
            if waits {
                return Ok(());
            }
        }
    }

    /// Begins the next deal, or ends the match.
    fn begin(&mut self, clerk: &Clerk<'_>) {
        let plan = clerk.plan;
        self.tribute = None;
        let Some(course) = &self.course else {
            let Unit::Deal { level } = plan.unit else { unreachable!("a match has a course") };
            let dealt = Dealt::new(plan.seed, self.block, 0);
            let (next, leader) = single_deal(plan.seed, self.block, level, dealt);
            self.next = Some(next);
            return self.lead(
                clerk,
                &next,
                next.dealt.hands(),
                leader,
                Address::new(plan.seed, Purpose::Play, self.block, 0),
            );
        };
        if let Some(ending) = course.game.ending() {
            course.end(ending, &mut self.entries);
            self.stage = Stage::Over;
            return;
        }
        let next = course.game.next_deal();
        self.next = Some(next);
        match next.opening {
            Opening::First(opening) => {
                let address = course.game.address(Purpose::Play);
                self.lead(clerk, &next, next.dealt.hands(), opening.leader, address);
            }
            Opening::Tribute(tribute) => {
                self.choice_address = course.game.address(Purpose::Tribute);
                self.stage = Stage::Tribute(tribute);
            }
        }
    }

    /// The first lead is to be made.
    fn lead(&mut self, clerk: &Clerk<'_>, next: &NextDeal, hands: [Hand; 4], leader: Seat, address: Address) {
        self.leader = leader;
        let stakes = self.course.as_ref().and_then(|course| clerk.stakes(course.game.standing()));
        self.open.start(Deal::new_unchecked(&clerk.plan.rules, next.level, hands, leader), address, stakes);
        self.stage = Stage::Play;
    }

    /// Goes on with the tribute; whether somebody outside is waited for.
    fn advance_tribute(&mut self, clerk: &Clerk<'_>, deciders: &Deciders<'_>) -> bool {
        let (Stage::Tribute(tribute), Some(next)) = (&mut self.stage, self.next) else { unreachable!("in tribute") };
        let t = clerk.tables(next.level);
        while let Some(choice) = tribute.pending() {
            let Decider::BuiltIn(strategy) = deciders.0[choice.seat.index()] else {
                self.cards.fill_with(single_cards(choice, t));
                return true;
            };
            let option = strategy.choose(&ChoiceView::new(tribute, choice, t, self.choice_address));
            tribute.choose(option);
        }
        let settled = *tribute;
        self.tribute = Some(settled);
        let address = self.course.as_ref().expect("tribute is paid in matches").game.address(Purpose::Play);
        self.lead(clerk, &next, *settled.hands(), settled.leader(), address);
        false
    }

    /// The last place is known.
    fn end_deal(&mut self, clerk: &Clerk<'_>) -> Result<(), SimError> {
        let over = Over {
            next: self.next.as_ref().expect("a deal is in progress"),
            tribute: self.tribute.as_ref(),
            leader: self.leader,
            deal: self.open.deal(),
            log: self.open.log(),
            counts: self.open.counts(),
        };
        let Some(course) = &mut self.course else {
            clerk.enter_single(self.block, self.rotation, &over, &mut self.entries);
            self.stage = Stage::Over;
            return Ok(());
        };
        let (number, block) = (self.number, self.block);
        let ended = course.end_deal(clerk, &over, &mut self.entries);
        ended.map_err(|source| SimError::NoEnd { number, block, source })?;
        self.stage = Stage::Between;
        Ok(())
    }

    /// What is asked of the seat waited for.
    pub(super) fn asked<'a>(&'a self, tables: &'a [Tables]) -> Asked<'a> {
        let next = self.next.as_ref().expect("a deal is in progress");
        let t = &tables[next.level.index()];
        let place = |seat, phase, action| Place { match_number: self.number, deal: next.number, action, seat, phase };
        if let Stage::Tribute(tribute) = &self.stage {
            let choice = tribute.pending().expect("somebody is asked");
            return Asked {
                place: place(choice.seat, Some(choice.phase), 0),
                sight: Sight::Choice(ChoiceView::new(tribute, choice, t, self.choice_address)),
                options: self.cards.options(),
                can_pass: false,
                played: &NOTHING_PLAYED,
            };
        }
        let view: View<'a> = self.open.view(t, self.tribute.as_ref());
        Asked {
            place: place(view.seat(), None, view.decision()),
            sight: Sight::Play(view),
            options: self.open.options(),
            can_pass: self.open.can_pass(),
            played: self.open.played(),
        }
    }

    /// The seat waited for takes this option once the slot goes on.
    pub(super) fn choose(&mut self, option: usize) {
        self.chosen = Some(option);
    }
}
