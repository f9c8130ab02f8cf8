//! What a [`Walk`](super::walk::Walk) over the ranks asks of whoever says what is minimised: a [`Ledger`] of the costs so far,
//! and a [`Menu`] of what may be laid down next and at what price.
//!
//! A ledger has several *lanes*, which tell apart how the triples and pairs meant for full houses stand so far; a step moves
//! costs from lane to lane.

use super::walk::RunCounts;

/// The cards of the largest plays but bombs. Bounds on the plays to come count no more than these of a bomb.
pub(super) const PLAY_VOLUME: u32 = 6;

/// The least costs of all ways to reach one state of the walk, one in each lane.
pub(super) trait Ledger: Copy {
    /// The type of a cost.
    type Cost: Copy + Default + std::ops::Add<Output = Self::Cost>;
    /// The lanes with spare ones beside them, so that they can be read shifted without asking for the bounds.
    type Padded;
    /// The ledger of a state that nothing leads to.
    const NONE: Self;
    /// The ledger of the beginning: one way, without cost.
    const START: Self;

    /// The lanes ready for [`Ledger::merge`].
    fn padded(&self) -> Self::Padded;
    /// Adds the ways of `from`, each continued at `price`: every lane keeps the lower cost.
    fn merge(&mut self, from: &Self::Padded, price: Price<Self::Cost>);
    /// Whether no way in here can end with a total below `limit` when cards of this `volume` are still to be laid down: a
    /// lower bound that lets the walk drop a state.
    fn hopeless(&self, limit: u32, volume: u32) -> bool;
    /// The total of the best way if the walk ends here with `owed` full houses missing, or `u32::MAX` if no way may end.
    fn total(&self, owed: u8) -> u32;
}

/// A ledger from which the best way can be traced back.
pub(super) trait Trace: Ledger {
    /// The lane in which complete decompositions end.
    const END: usize;

    /// The lane of this ledger from which `price` leads to the cost in `lane` of `to`, or `None` if no lane does.
    fn leads_to(&self, price: Price<Self::Cost>, to: &Self, lane: usize) -> Option<usize>;
}

/// What a step adds to a ledger.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Price<C> {
    /// By how many lanes the costs move up.
    pub(super) lanes: i8,
    /// The cost added in every lane.
    pub(super) cost: C,
}

impl<C: Copy + std::ops::Add<Output = C>> std::ops::Add for Price<C> {
    type Output = Price<C>;

    fn add(self, other: Price<C>) -> Price<C> {
        Price { lanes: self.lanes + other.lanes, cost: self.cost + other.cost }
    }
}

/// An item of a [`Menu`]: one way to lay down cards that are equal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Item<C> {
    pub(super) price: Price<C>,
    /// The number of groups the cards are laid down in. Each of them needs a card that is no wild.
    pub(super) groups: u8,
    /// The triples meant for full houses.
    pub(super) triples: u8,
    /// The number by which the menu finds this item again when a decomposition is traced back.
    pub(super) id: u8,
}

/// What a walk may lay down, and at what price.
pub(super) trait Menu {
    /// The ledger that the prices are for.
    type Ledger: Ledger;

    /// The ways to lay down `n` cards of the rank of index `rank`.
    fn groups(&self, rank: usize, n: usize) -> &[Item<CostOf<Self>>];
    /// The ways to lay down jokers, given the numbers of small and big ones.
    fn jokers(&self, jokers: [u8; 2]) -> &[Item<CostOf<Self>>];
    /// The ways to lay down `n` wilds that stand for no other card.
    fn wilds(&self, n: u8) -> &[Item<CostOf<Self>>];
    /// The price of runs that begin at `start`: 0 for the low ace, otherwise one more than the index of their lowest rank.
    fn runs(&self, runs: RunCounts, start: usize) -> Price<CostOf<Self>>;
    /// The number of full houses a decomposition must have at least.
    fn full_houses(&self) -> u8;
}

/// The type of the costs of a menu.
pub(super) type CostOf<M> = <<M as Menu>::Ledger as Ledger>::Cost;
