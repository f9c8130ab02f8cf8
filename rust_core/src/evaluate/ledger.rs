//! What a [`Walk`](super::walk::Walk) over the ranks asks of those who say what is best: ledgers of what has been laid
//! down so far, and menus with the prices of what may come next.

use super::walk::RunCounts;

/// The cards of the largest runs: only bombs have more, and what they have more is not counted as volume.
pub(super) const PLAY_VOLUME: u32 = 6;

/// What is known of all ways to reach one place of the walk: the least cost in each of a few lanes.
pub(super) trait Ledger: Copy {
    /// A cost.
    type Cost: Copy + Default + std::ops::Add<Output = Self::Cost>;
    /// A ledger prepared to be read at any offset.
    type Padded;
    /// No way at all.
    const NONE: Self;
    /// One way, which has cost nothing yet.
    const START: Self;

    /// Prepares for [`Ledger::merge`].
    fn padded(&self) -> Self::Padded;
    /// Takes up every way of `from`, continued at `price`, where it is the better one.
    fn merge(&mut self, from: &Self::Padded, price: Price<Self::Cost>);
    /// Whether no way in here can end with a total below `limit` if cards of this `volume` are still to be laid down.
    fn hopeless(&self, limit: u32, volume: u32) -> bool;
    /// The total of the best way if the walk ends here with `owed` full houses missing; `u32::MAX` when none may end.
    fn total(&self, owed: u8) -> u32;
}

/// A ledger whose ways can be found again.
pub(super) trait Trace: Ledger {
    /// The lane in which ways end.
    const END: usize;

    /// The lane of this ledger from which `price` leads to what `lane` of `to` holds, if there is one.
    fn leads_to(&self, price: Price<Self::Cost>, to: &Self, lane: usize) -> Option<usize>;
}

/// What a step adds: the lanes it moves by and its cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Price<C> {
    pub(super) lanes: i8,
    pub(super) cost: C,
}

impl<C: Copy + std::ops::Add<Output = C>> std::ops::Add for Price<C> {
    type Output = Price<C>;

    #[inline(always)]
    fn add(self, other: Price<C>) -> Price<C> {
        Price { lanes: self.lanes + other.lanes, cost: self.cost + other.cost }
    }
}

/// One entry of a [`Menu`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Item<C> {
    pub(super) price: Price<C>,
    /// The number of groups, each of which needs a card that is no wild.
    pub(super) groups: u8,
    /// The triples it gives to full houses.
    pub(super) triples: u8,
    /// What it is, for whoever wrote the menu.
    pub(super) id: u8,
}

/// What everything costs.
pub(super) trait Menu {
    /// The ledger the prices are for.
    type Ledger: Ledger;

    /// The ways to split `n` cards of the rank with nibble `rank`.
    fn groups(&self, rank: usize, n: usize) -> &[Item<CostOf<Self>>];
    /// The ways to lay down small and big jokers.
    fn jokers(&self, jokers: [u8; 2]) -> &[Item<CostOf<Self>>];
    /// The ways to lay down `n` wilds by themselves.
    fn wilds(&self, n: u8) -> &[Item<CostOf<Self>>];
    /// RunCounts beginning at `start` (0 for the low ace, otherwise the nibble plus one).
    fn runs(&self, runs: RunCounts, start: usize) -> Price<CostOf<Self>>;
    /// The full houses there must be.
    fn full_houses(&self) -> u8;
}

/// The cost a menu reckons with.
pub(super) type CostOf<M> = <<M as Menu>::Ledger as Ledger>::Cost;
