//! The walk over the ranks that finds the best of all decompositions of a hand.
//!
//! Suits do not matter here: a hand is a number of cards by rank, wilds apart. The walk goes from 2 up to A. RunCounts are begun
//! at their lowest rank; all that has to be remembered of them is how many cards of each of the next four ranks they have
//! claimed. What is left of a rank is split into groups from a [`Menu`]. What has been laid down so far is told by a
//! [`Ledger`], one for each set of claims; ways that meet are merged. The ace both opens low runs and closes high ones, so
//! the walk is done once for each number of aces spent on low runs.
//!
//! Knows nothing of what is optimised (the ledger's affair) and nothing of rules (the menu's).

use super::ledger::{CostOf, Item, Ledger, Menu, PLAY_VOLUME, Price, Trace};
use super::partition::MOST_EQUAL;
use crate::hand::{LevelHand, Nibble};

/// The number of ranks.
pub(super) const RANKS: usize = 13;
/// The nibble of the ace.
const ACE: usize = RANKS - 1;

/// A hand without its suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RankCounts {
    /// Cards by nibble, wilds left out.
    pub(super) cards: [u8; RANKS],
    /// Small and big jokers.
    pub(super) jokers: [u8; 2],
    /// Wilds.
    pub(super) wilds: u8,
}

impl RankCounts {
    #[inline(always)]
    pub(super) fn of(hand: &LevelHand) -> RankCounts {
        RankCounts {
            cards: std::array::from_fn(|rank| hand.count(Nibble::new(rank as u8)) as u8),
            jokers: [Nibble::SMALL_JOKER, Nibble::BIG_JOKER].map(|nibble| hand.count(nibble) as u8),
            wilds: hand.wilds() as u8,
        }
    }
}

/// The runs begun at one place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct RunCounts {
    pub(super) straights: u8,
    pub(super) tubes: u8,
    pub(super) plates: u8,
}

impl RunCounts {
    /// The cards they take at their lowest rank.
    pub(super) const fn cards(self) -> u8 {
        self.straights + 2 * self.tubes + 3 * self.plates
    }

    /// What they claim of the four ranks after their lowest, a byte each, the nearest lowest.
    const fn claims(self) -> u32 {
        let RunCounts { straights, tubes, plates } = self;
        u32::from_le_bytes([straights + 2 * tubes + 3 * plates, straights + 2 * tubes, straights, straights])
    }
}

/// All sets of runs that can begin at one place, the fewest cards first.
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

/// A place of the walk: all ranks up to one are dealt with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    /// Cards claimed of the next four ranks, a byte each, the nearest lowest. They never rise with the distance.
    claims: u32,
    /// Wilds left.
    wilds: u8,
    /// Full houses still missing of those there must be.
    owed: u8,
}

impl State {
    /// A number below [`STATES`] of its own.
    #[inline(always)]
    fn number(self) -> usize {
        let [a, b, c, d] = self.claims.to_le_bytes();
        let claims = SEQUENCES[0][a as usize] + SEQUENCES[1][b as usize] + SEQUENCES[2][c as usize] + d as u16;
        claims as usize * 15 + self.wilds as usize * 5 + self.owed as usize
    }
}

/// The number of places: 1001 non-increasing claims, 0..=2 wilds, 0..=4 full houses owed.
const STATES: usize = 1001 * 15;

/// Claims a >= b >= c >= d are numbered C(a+3,4) + C(b+2,3) + C(c+1,2) + d.
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

#[derive(Clone, Copy, Debug)]
struct Node<L> {
    place: State,
    ledger: L,
}

/// What was done at one rank.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Step {
    /// The runs begun.
    pub(super) runs: RunCounts,
    /// Wilds spent: on runs first, on groups then.
    pub(super) wilds: u8,
    /// How many cards were left to split, and the id of the choice.
    pub(super) split: (u8, u8),
}

/// A decomposition as the walk sees it.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// RunCounts begun at the low ace, and the wilds among those aces.
    pub(super) low: (RunCounts, u8),
    /// What was done at each rank, 2 to A.
    pub(super) steps: [Step; RANKS],
    /// The id of the choice for the jokers.
    pub(super) jokers: u8,
    /// The number of wilds left over and the id of the choice for them.
    pub(super) wilds: (u8, u8),
}

/// Where the best decomposition of a walk ends.
struct End<L: Ledger> {
    /// The last state.
    at: usize,
    /// The choice for the wilds left over, and the ledger after it.
    wilds: Item<L::Cost>,
    ledger: L,
    total: u32,
}

/// The memory of a walk, kept from one to the next so that none has to be asked for.
pub(super) struct Walk<L> {
    /// The states of all ranks, one rank behind the other.
    states: Vec<Node<L>>,
    /// Where the states before each rank end.
    ends: [usize; RANKS],
    /// By the number of a place, where its state may be; a stale entry is told by looking there.
    slots: Box<[u32]>,
}

/// The sum of the four bytes.
#[inline(always)]
fn sum(bytes: u32) -> u32 {
    bytes.wrapping_mul(0x0101_0101) >> 24
}

/// The cards that `claims` lack with `cards` of each of the next four ranks (a byte each) at hand.
#[inline(always)]
fn missing(claims: u32, cards: u32) -> u32 {
    const TOPS: u32 = 0x8080_8080;
    let excess = (claims | TOPS) - cards;
    let positive = ((excess & TOPS) >> 7) * 127;
    sum(excess & positive)
}

/// Every set of runs that begins at the low ace with `aces` natural aces, with the wilds it takes beside them.
fn low_runs(ranks: &RankCounts, aces: u8) -> impl Iterator<Item = (RunCounts, u8)> {
    // A wild is a low ace only when no ace is left: otherwise the two may change places.
    let most = if aces == ranks.cards[ACE] { aces + ranks.wilds } else { aces };
    let (after, wilds) = (window(&ranks.cards, 0), ranks.wilds);
    RUNS.iter().filter(move |runs| (aces..=most).contains(&runs.cards())).filter_map(move |&runs| {
        let spent = runs.cards() - aces;
        (missing(runs.claims(), after) <= u32::from(wilds - spent)).then_some((runs, spent))
    })
}

/// The cards of a rank that count when the plays still to come are estimated: as no play then takes more than
/// [`PLAY_VOLUME`], so many cards of it need at least that many plays.
#[inline(always)]
fn volume_of(ranks: &RankCounts, aces: u8, rank: usize) -> u32 {
    let low = if rank == ACE { aces } else { 0 };
    u32::from(ranks.cards[rank] - low).min(PLAY_VOLUME)
}

/// The cards of the four ranks from `from` on, a byte each; none beyond the ace.
#[inline(always)]
fn window(cards: &[u8; RANKS], from: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|i| cards.get(from + i).copied().unwrap_or(0)))
}

impl<L: Ledger> Walk<L> {
    pub(super) fn new() -> Self {
        Walk { states: Vec::with_capacity(1 << 10), ends: [0; RANKS], slots: vec![0; STATES].into_boxed_slice() }
    }

    /// The least total of `ranks` under `menu` if it is below `limit`, and otherwise `limit`.
    pub(super) fn least<M: Menu<Ledger = L>>(&mut self, ranks: &RankCounts, menu: &M, limit: u32) -> u32 {
        let mut least = limit;
        for aces in 0..=ranks.cards[ACE] {
            least = self.forward(ranks, menu, aces, least).map_or(least, |end| end.total);
        }
        least
    }

    /// Walks over all ranks with `aces` aces spent on low runs; where the best decomposition ends, if its total is below
    /// `limit`.
    #[inline(always)]
    fn forward<M: Menu<Ledger = L>>(&mut self, ranks: &RankCounts, menu: &M, aces: u8, limit: u32) -> Option<End<L>> {
        self.states.clear();
        let mut start = L::NONE;
        for choice in menu.jokers(ranks.jokers) {
            start.merge(&L::START.padded(), choice.price);
        }
        let start = start.padded();
        for (runs, spent) in low_runs(ranks, aces) {
            let to = State { claims: runs.claims(), wilds: ranks.wilds - spent, owed: menu.full_houses() };
            self.ledger(0, to).merge(&start, menu.runs(runs, 0));
        }
        let mut from = 0;
        let mut volume: u32 = (0..RANKS).map(|rank| volume_of(ranks, aces, rank)).sum();
        for rank in 0..RANKS {
            let to = self.states.len();
            self.ends[rank] = to;
            let spot = Stage::new(ranks, aces, rank);
            for i in from..to {
                let Node { place, ledger } = self.states[i];
                if !ledger.hopeless(limit, volume.saturating_sub(sum(place.claims))) {
                    let source = ledger.padded();
                    spot.steps(menu, place, &mut |next, price, _| self.ledger(to, next).merge(&source, price));
                }
            }
            volume -= volume_of(ranks, aces, rank);
            from = to;
        }
        let mut best: Option<End<L>> = None;
        for (at, Node { place, ledger }) in self.states.iter().enumerate().skip(from) {
            for &wilds in menu.wilds(place.wilds) {
                let mut last = L::NONE;
                last.merge(&ledger.padded(), wilds.price);
                let total = last.total(place.owed);
                if total < best.as_ref().map_or(limit, |end| end.total) {
                    best = Some(End { at, wilds, ledger: last, total });
                }
            }
        }
        best
    }

    /// The ledger of `place` among the states from `from` on, a new one if it is not there yet.
    #[inline(always)]
    fn ledger(&mut self, from: usize, place: State) -> &mut L {
        let slot = &mut self.slots[place.number()];
        let mut at = *slot as usize;
        if at < from || at >= self.states.len() || self.states[at].place != place {
            at = self.states.len();
            *slot = at as u32;
            self.states.push(Node { place, ledger: L::NONE });
        }
        &mut self.states[at].ledger
    }
}

impl<L: Trace> Walk<L> {
    /// The decomposition with the least total, and that total, if it is below `limit`.
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

    /// The way that led to `end` in the walk just done.
    fn back<M: Menu<Ledger = L>>(&self, ranks: &RankCounts, menu: &M, aces: u8, end: &End<L>) -> Path {
        const BROKEN: &str = "a state is only made by a way to it";
        let mut at = end.at;
        let mut lane = self.states[at].ledger.leads_to(end.wilds.price, &end.ledger, L::END).expect(BROKEN);
        let mut steps = [Step::default(); RANKS];
        for rank in (0..RANKS).rev() {
            let target = self.states[at];
            let from = if rank == 0 { 0 } else { self.ends[rank - 1] };
            let spot = Stage::new(ranks, aces, rank);
            let mut found = None;
            for i in from..self.ends[rank] {
                let Node { place, ledger } = self.states[i];
                spot.steps(menu, place, &mut |next, price, step| {
                    if found.is_none() && next == target.place {
                        found = ledger.leads_to(price, &target.ledger, lane).map(|lane| (i, lane, step));
                    }
                });
                if found.is_some() {
                    break;
                }
            }
            (at, lane, steps[rank]) = found.expect(BROKEN);
        }
        let Node { place, ledger } = self.states[at];
        let (low, jokers) = low_runs(ranks, aces)
            .filter(|&(runs, spent)| runs.claims() == place.claims && ranks.wilds - spent == place.wilds)
            .find_map(|low| {
                let runs = menu.runs(low.0, 0);
                let leads = |choice: &&Item<L::Cost>| L::START.leads_to(choice.price + runs, &ledger, lane).is_some();
                menu.jokers(ranks.jokers).iter().find(leads).map(|choice| (low, choice.id))
            })
            .expect(BROKEN);
        Path { low, steps, jokers, wilds: (self.states[end.at].place.wilds, end.wilds.id) }
    }
}

/// One rank of a walk.
struct Stage {
    rank: usize,
    /// Its cards.
    cards: u8,
    /// The cards of the four ranks after it.
    window: u32,
    /// All bits of the bytes of `window` that lie beyond the ace.
    beyond: u32,
}

impl Stage {
    #[inline(always)]
    fn new(ranks: &RankCounts, aces: u8, rank: usize) -> Stage {
        let mut cards = ranks.cards;
        cards[ACE] -= aces;
        let beyond = (u64::from(u32::MAX) << (8 * (ACE - rank).min(4))) as u32;
        Stage { rank, cards: cards[rank], window: window(&cards, rank + 1), beyond }
    }

    /// Visits everything that can be done at this rank coming from `place`: where it leads, its price and what it is.
    #[inline(always)]
    fn steps<M: Menu>(&self, menu: &M, place: State, visit: &mut impl FnMut(State, Price<CostOf<M>>, Step)) {
        let claimed = place.claims as u8;
        for wilds in claimed.saturating_sub(self.cards)..=place.wilds {
            let (free, left) = (self.cards + wilds - claimed, place.wilds - wilds);
            for &runs in RUNS.iter().take_while(|runs| runs.cards() <= free) {
                let claims = (place.claims >> 8) + runs.claims();
                if runs.claims() & self.beyond != 0 || missing(claims, self.window) > u32::from(left) {
                    continue;
                }
                let rest = free - runs.cards();
                let wilds_in_rest = wilds.saturating_sub(claimed + runs.cards());
                let price = menu.runs(runs, self.rank + 1);
                for choice in menu.groups(self.rank, rest as usize) {
                    // Wilds by themselves are level cards and wait for the end.
                    if wilds_in_rest > 0 && choice.groups > rest - wilds_in_rest {
                        continue;
                    }
                    let next = State { claims, wilds: left, owed: place.owed.saturating_sub(choice.triples) };
                    visit(next, price + choice.price, Step { runs, wilds, split: (rest, choice.id) });
                }
            }
        }
    }
}
