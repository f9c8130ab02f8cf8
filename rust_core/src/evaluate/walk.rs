//! The walk over the ranks: the dynamic program that [`evaluate`](super) explains, whatever is minimised.
//!
//! Knows nothing of costs, which are the [`Ledger`]'s, and nothing of rules, which are the [`Menu`]'s.

use super::ledger::{CostOf, Item, Ledger, Menu, PLAY_VOLUME, Price, Trace};
use super::partition::MOST_EQUAL;
use crate::hand::{LevelHand, Nibble};

/// The number of ranks.
pub(super) const RANKS: usize = 13;
/// The index of the ace.
const ACE: usize = RANKS - 1;

/// A hand without suits: what the walk decomposes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RankCounts {
    /// The number of cards of each rank, wilds left out.
    pub(super) cards: [u8; RANKS],
    /// The numbers of small and big jokers.
    pub(super) jokers: [u8; 2],
    /// The number of wilds.
    pub(super) wilds: u8,
}

impl RankCounts {
    pub(super) fn of(hand: &LevelHand) -> RankCounts {
        RankCounts {
            cards: std::array::from_fn(|rank| hand.count(Nibble::new(rank as u8)) as u8),
            jokers: [Nibble::SMALL_JOKER, Nibble::BIG_JOKER].map(|nibble| hand.count(nibble) as u8),
            wilds: hand.wilds() as u8,
        }
    }
}

/// How many straights, tubes and plates begin at one rank.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct RunCounts {
    pub(super) straights: u8,
    pub(super) tubes: u8,
    pub(super) plates: u8,
}

impl RunCounts {
    /// The cards that these runs take of their lowest rank.
    pub(super) const fn cards(self) -> u8 {
        self.straights + 2 * self.tubes + 3 * self.plates
    }

    /// The cards that these runs claim of the four ranks after their lowest: a byte for each rank, the next one in the lowest
    /// byte.
    const fn claims(self) -> u32 {
        let RunCounts { straights, tubes, plates } = self;
        u32::from_le_bytes([straights + 2 * tubes + 3 * plates, straights + 2 * tubes, straights, straights])
    }
}

/// All sets of runs that can begin at one rank, those that take the fewest cards first.
static RUNS: [RunCounts; 67] = {
    let mut list = [RunCounts { straights: 0, tubes: 0, plates: 0 }; 67];
    let mut length = 0;
    let mut cards = 0;
    while cards <= MOST_EQUAL as u8 {
        let mut plates = 0;
        while 3 * plates <= cards {
            let mut tubes = 0;
            while 3 * plates + 2 * tubes <= cards {
                list[length] = RunCounts { straights: cards - 3 * plates - 2 * tubes, tubes, plates };
                length += 1;
                tubes += 1;
            }
            plates += 1;
        }
        cards += 1;
    }
    assert!(length == 67);
    list
};

/// What the walk has to know of the ranks behind it to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    /// The cards that runs claim of the next four ranks: a byte for each rank, the next one in the lowest byte. A nearer rank
    /// has at least as many claims as a farther one.
    claims: u32,
    /// The wilds left.
    wilds: u8,
    /// How many of the full houses that a decomposition must have are still missing.
    owed: u8,
}

impl State {
    /// A number below [`STATES`] that no other state has.
    fn number(self) -> usize {
        let [a, b, c, d] = self.claims.to_le_bytes();
        let claims = SEQUENCES[0][a as usize] + SEQUENCES[1][b as usize] + SEQUENCES[2][c as usize] + d as u16;
        claims as usize * 15 + self.wilds as usize * 5 + self.owed as usize
    }
}

/// The number of states: 1001 non-increasing sequences of claims, 0 to 2 wilds, 0 to 4 full houses owed.
const STATES: usize = 1001 * 15;

/// The terms of the number of the claims a >= b >= c >= d, which is C(a+3,4) + C(b+2,3) + C(c+1,2) + d.
static SEQUENCES: [[u16; MOST_EQUAL + 1]; 3] = {
    let mut table = [[0u16; MOST_EQUAL + 1]; 3];
    let mut n = 0;
    while n <= MOST_EQUAL {
        let m = n as u16;
        table[0][n] = m * (m + 1) * (m + 2) / 6 * (m + 3) / 4;
        table[1][n] = m * (m + 1) * (m + 2) / 6;
        table[2][n] = m * (m + 1) / 2;
        n += 1;
    }
    table
};

/// A state that can be reached, and the costs of the ways to it.
#[derive(Clone, Copy, Debug)]
struct Node<L> {
    state: State,
    ledger: L,
}

/// What a decomposition does at one rank.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Step {
    /// The runs that begin.
    pub(super) runs: RunCounts,
    /// The wilds spent, on runs first and then on groups.
    pub(super) wilds: u8,
    /// The number of cards that no run takes, and the id of the item for them.
    pub(super) rest: (u8, u8),
}

/// A decomposition as the walk sees it.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The runs that begin at the low ace, and the wilds among those aces.
    pub(super) low: (RunCounts, u8),
    /// What is done at each rank, 2 to A.
    pub(super) steps: [Step; RANKS],
    /// The id of the item for the jokers.
    pub(super) jokers: u8,
    /// The number of wilds left over and the id of the item for them.
    pub(super) wilds: (u8, u8),
}

/// Where the best decomposition of a walk ends.
struct End<L: Ledger> {
    /// The number of the last node.
    at: usize,
    /// The item for the wilds left over.
    wilds: Item<L::Cost>,
    /// The ledger after that item.
    ledger: L,
    total: u32,
}

/// The working memory of walks, kept from one walk to the next so that nothing is allocated.
pub(super) struct Walk<L> {
    /// The nodes before every rank and after the last, rank after rank.
    nodes: Vec<Node<L>>,
    /// Where the nodes before each rank end.
    ends: [usize; RANKS],
    /// For the number of a state, where its node may be. Whether an entry is from this rank is seen from the node itself.
    slots: Box<[u32]>,
}

/// The sum of the four bytes of a word.
fn sum(bytes: u32) -> u32 {
    bytes.wrapping_mul(0x0101_0101) >> 24
}

/// How many claimed cards are missing when the next four ranks have `cards`, a byte for each rank.
fn missing(claims: u32, cards: u32) -> u32 {
    const TOPS: u32 = 0x8080_8080;
    let excess = (claims | TOPS) - cards;
    let positive = ((excess & TOPS) >> 7) * 127;
    sum(excess & positive)
}

/// Every set of runs that can begin at the low ace with `aces` natural aces, and the number of wilds it takes as aces.
fn low_runs(ranks: &RankCounts, aces: u8) -> impl Iterator<Item = (RunCounts, u8)> {
    // A wild needs to be a low ace only when no ace is left: otherwise the two can be exchanged.
    let most = if aces == ranks.cards[ACE] { aces + ranks.wilds } else { aces };
    let (after, wilds) = (window(&ranks.cards, 0), ranks.wilds);
    RUNS.iter().filter(move |runs| (aces..=most).contains(&runs.cards())).filter_map(move |&runs| {
        let spent = runs.cards() - aces;
        (missing(runs.claims(), after) <= u32::from(wilds - spent)).then_some((runs, spent))
    })
}

/// The cards of a rank that count when the number of plays still to come is bounded. A bomb may take more than
/// [`PLAY_VOLUME`] cards; counting no more of a rank lets every play take at most as many.
fn volume_of(ranks: &RankCounts, aces: u8, rank: usize) -> u32 {
    let low = if rank == ACE { aces } else { 0 };
    u32::from(ranks.cards[rank] - low).min(PLAY_VOLUME)
}

/// The cards of the four ranks from `from` on, a byte for each rank; 0 beyond the ace.
fn window(cards: &[u8; RANKS], from: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|i| cards.get(from + i).copied().unwrap_or(0)))
}

impl<L: Ledger> Walk<L> {
    pub(super) fn new() -> Self {
        Walk { nodes: Vec::with_capacity(1 << 10), ends: [0; RANKS], slots: vec![0; STATES].into_boxed_slice() }
    }

    /// The least total of a decomposition of `ranks` at the prices of `menu`, or `limit` if none is below that.
    pub(super) fn least<M: Menu<Ledger = L>>(&mut self, ranks: &RankCounts, menu: &M, limit: u32) -> u32 {
        let mut least = limit;
        for aces in 0..=ranks.cards[ACE] {
            least = self.forward(ranks, menu, aces, least).map_or(least, |end| end.total);
        }
        least
    }

    /// Walks over all ranks with `aces` aces spent as low ones. Returns where the best decomposition ends, or `None` if no total
    /// is below `limit`.
    fn forward<M: Menu<Ledger = L>>(&mut self, ranks: &RankCounts, menu: &M, aces: u8, limit: u32) -> Option<End<L>> {
        self.nodes.clear();
        let mut start = L::NONE;
        for item in menu.jokers(ranks.jokers) {
            start.merge(&L::START.padded(), item.price);
        }
        let start = start.padded();
        for (runs, spent) in low_runs(ranks, aces) {
            let to = State { claims: runs.claims(), wilds: ranks.wilds - spent, owed: menu.full_houses() };
            self.ledger(0, to).merge(&start, menu.runs(runs, 0));
        }
        let mut from = 0;
        let mut volume: u32 = (0..RANKS).map(|rank| volume_of(ranks, aces, rank)).sum();
        for rank in 0..RANKS {
            let to = self.nodes.len();
            self.ends[rank] = to;
            let stage = Stage::new(ranks, aces, rank);
            for i in from..to {
                let Node { state, ledger } = self.nodes[i];
                if !ledger.hopeless(limit, volume.saturating_sub(sum(state.claims))) {
                    let padded = ledger.padded();
                    stage.steps(menu, state, &mut |next, price, _| self.ledger(to, next).merge(&padded, price));
                }
            }
            volume -= volume_of(ranks, aces, rank);
            from = to;
        }
        let mut best: Option<End<L>> = None;
        for (at, Node { state, ledger }) in self.nodes.iter().enumerate().skip(from) {
            for &wilds in menu.wilds(state.wilds) {
                let mut last = L::NONE;
                last.merge(&ledger.padded(), wilds.price);
                let total = last.total(state.owed);
                if total < best.as_ref().map_or(limit, |end| end.total) {
                    best = Some(End { at, wilds, ledger: last, total });
                }
            }
        }
        best
    }

    /// The ledger of `state` among the nodes from number `from` on; an empty one is added if there is none.
    #[inline(always)]
    fn ledger(&mut self, from: usize, state: State) -> &mut L {
        let slot = &mut self.slots[state.number()];
        let mut at = *slot as usize;
        if at < from || at >= self.nodes.len() || self.nodes[at].state != state {
            at = self.nodes.len();
            *slot = at as u32;
            self.nodes.push(Node { state, ledger: L::NONE });
        }
        &mut self.nodes[at].ledger
    }
}

impl<L: Trace> Walk<L> {
    /// The decomposition of `ranks` with the least total at the prices of `menu`, and that total; `None` if none is below
    /// `limit`.
    pub(super) fn path<M: Menu<Ledger = L>>(
        &mut self,
        ranks: &RankCounts,
        menu: &M,
        limit: u32,
    ) -> Option<(Path, u32)> {
        let mut best = None;
        let mut least = limit;
        for aces in 0..=ranks.cards[ACE] {
            if let Some(end) = self.forward(ranks, menu, aces, least) {
                least = end.total;
                best = Some((self.back(ranks, menu, aces, &end), least));
            }
        }
        best
    }

    /// The decomposition that led to `end` in the walk just done: every node is asked which node before it, and which step, gave
    /// it the cost in question.
    fn back<M: Menu<Ledger = L>>(&self, ranks: &RankCounts, menu: &M, aces: u8, end: &End<L>) -> Path {
        const BROKEN: &str = "a node is made by a step that leads to it";
        let mut at = end.at;
        let mut lane = self.nodes[at].ledger.leads_to(end.wilds.price, &end.ledger, L::END).expect(BROKEN);
        let mut steps = [Step::default(); RANKS];
        for rank in (0..RANKS).rev() {
            let target = self.nodes[at];
            let from = if rank == 0 { 0 } else { self.ends[rank - 1] };
            let stage = Stage::new(ranks, aces, rank);
            let mut found = None;
            for i in from..self.ends[rank] {
                let Node { state, ledger } = self.nodes[i];
                stage.steps(menu, state, &mut |next, price, step| {
                    if found.is_none() && next == target.state {
                        found = ledger.leads_to(price, &target.ledger, lane).map(|lane| (i, lane, step));
                    }
                });
                if found.is_some() {
                    break;
                }
            }
            (at, lane, steps[rank]) = found.expect(BROKEN);
        }
        let Node { state, ledger } = self.nodes[at];
        let (low, jokers) = low_runs(ranks, aces)
            .filter(|&(runs, spent)| runs.claims() == state.claims && ranks.wilds - spent == state.wilds)
            .find_map(|low| {
                let runs = menu.runs(low.0, 0);
                let leads = |item: &&Item<L::Cost>| L::START.leads_to(item.price + runs, &ledger, lane).is_some();
                menu.jokers(ranks.jokers).iter().find(leads).map(|item| (low, item.id))
            })
            .expect(BROKEN);
        Path { low, steps, jokers, wilds: (self.nodes[end.at].state.wilds, end.wilds.id) }
    }
}

/// One rank of a walk.
struct Stage {
    rank: usize,
    /// The cards of the rank.
    cards: u8,
    /// The cards of the four ranks after it, a byte for each rank.
    window: u32,
    /// The bytes of `window` that lie beyond the ace, all their bits set.
    beyond: u32,
}

impl Stage {
    fn new(ranks: &RankCounts, aces: u8, rank: usize) -> Stage {
        let mut cards = ranks.cards;
        cards[ACE] -= aces;
        let beyond = (u64::from(u32::MAX) << (8 * (ACE - rank).min(4))) as u32;
        Stage { rank, cards: cards[rank], window: window(&cards, rank + 1), beyond }
    }

    /// Visits every step that can be taken at this rank from `state`: the state it leads to, its price and the step.
    #[inline(always)]
    fn steps<M: Menu>(&self, menu: &M, state: State, visit: &mut impl FnMut(State, Price<CostOf<M>>, Step)) {
        let claimed = state.claims as u8;
        for wilds in claimed.saturating_sub(self.cards)..=state.wilds {
            let (free, left) = (self.cards + wilds - claimed, state.wilds - wilds);
            for &runs in RUNS.iter().take_while(|runs| runs.cards() <= free) {
                let claims = (state.claims >> 8) + runs.claims();
                if runs.claims() & self.beyond != 0 || missing(claims, self.window) > u32::from(left) {
                    continue;
                }
                let rest = free - runs.cards();
                let wilds_in_rest = wilds.saturating_sub(claimed + runs.cards());
                let price = menu.runs(runs, self.rank + 1);
                for item in menu.groups(self.rank, rest as usize) {
                    // Wilds by themselves are level cards and wait for the end.
                    if wilds_in_rest > 0 && item.groups > rest - wilds_in_rest {
                        continue;
                    }
                    let next = State { claims, wilds: left, owed: state.owed.saturating_sub(item.triples) };
                    visit(next, price + item.price, Step { runs, wilds, rest: (rest, item.id) });
                }
            }
        }
    }
}
