//! Straights, tubes and plates: runs of neighbouring ranks.
//!
//! Straights are runs with a rule of their own: five cards of one suit are no plain straight but a straight flush, unless a
//! wild among them may pass for another suit.

use super::OfKind;
use crate::card::Suits;
use crate::combo::pattern::{Patterns, Shape, WildPattern};
use crate::combo::suits::representatives;
use crate::combo::windows::Windows;
use crate::combo::{Combo, Kind, Play};
use crate::hand::{Counts, LevelHand, Nibble, Nibbles, Start, Starts, SuitedStarts};
use crate::rules::{Key, Tables};

/// A straight, tube or plate to be laid down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Straight, tube or plate.
    pub kind: Kind,
    /// Where it begins.
    pub start: Start,
    /// Where its wilds stand.
    pub wilds: WildPattern,
}

impl Run {
    /// What it counts as.
    pub const fn combo(self, tables: &Tables) -> Combo {
        Combo::run(self.kind, self.start, tables)
    }

    /// The play, out of a hand that holds the cards; suits are the representative ones of ranks detail. A straight must be
    /// [plain](Run::is_plain).
    #[inline(always)]
    pub fn play(self, hand: &LevelHand, tables: &Tables) -> Play {
        let Run { kind, start, wilds } = self;
        let mut cards = LevelHand::EMPTY;
        let mut common = Suits::ALL;
        for place in 0..kind.places() {
            let natural = kind.each() - wilds.at(place);
            if natural > 0 {
                let nibble = start.nibble(place);
                cards = cards.join(&representatives(hand, nibble, natural));
                common = common & cards.suits(nibble);
            }
        }
        let filled = wilds.wilds();
        if kind == Kind::Straight && !common.is_empty() && !wild_changes_suit(tables, filled) {
            break_suit(&mut cards, hand, start, wilds, common);
        }
        Play { combo: self.combo(tables), cards: cards.join(&LevelHand::of_wilds(filled)) }
    }

    /// Whether the hand can lay these cards down as a run of this kind. It cannot where a straight's natural cards can
    /// only be of one suit: the rules then call it a straight flush.
    pub fn is_plain(self, hand: &LevelHand, tables: &Tables) -> bool {
        if self.kind != Kind::Straight || wild_changes_suit(tables, self.wilds.wilds()) {
            return true;
        }
        let natural = (0..self.kind.places()).filter(|&place| self.wilds.at(place) == 0);
        let mut suits = natural.map(|place| hand.suits(self.start.nibble(place)));
        let first = suits.next().expect("at most two cards are wilds");
        first.len() != 1 || suits.any(|other| other != first)
    }
}

/// Whether a straight with `wilds` wilds is plain whatever the suits of its natural cards.
#[inline(always)]
fn wild_changes_suit(tables: &Tables, wilds: u32) -> bool {
    wilds > 0 && tables.plain_straight_from_flush
}

/// Makes a straight plain whose natural cards are all of the `common` suit: at the highest place where the hand has a
/// card of another suit, that card is put in.
pub(in crate::combo) fn break_suit(
    cards: &mut LevelHand,
    hand: &LevelHand,
    start: Start,
    wilds: WildPattern,
    common: Suits,
) {
    for place in (0..Kind::Straight.places()).rev() {
        let nibble = start.nibble(place);
        if let (0, Some(other)) = (wilds.at(place), (hand.suits(nibble) - common).first()) {
            *cards = cards.only(!Nibbles::of(nibble).faces()).join(&LevelHand::of_card(nibble, other));
            return;
        }
    }
}

/// Run number `k` of those of `kind` in `windows`, where runs with wilds at different places are different runs.
/// Straights must all be plain.
#[inline(always)]
fn pick_run<const W: u32>(
    windows: &Windows<Starts>,
    hand: &LevelHand,
    tables: &Tables,
    kind: Kind,
    mut k: u32,
) -> Play {
    let shape = Shape::of(kind);
    for lacking in 0..=W {
        let starts = windows.lacking(lacking);
        let weight = shape.weight(W, lacking);
        let count = starts.len() * weight;
        if W == 0 || k < count {
            let start = starts.nth(k / weight);
            let shortage =
                if lacking == 0 { WildPattern::NONE } else { WildPattern::lacking(hand.counts(), kind, start) };
            return Run { kind, start, wilds: shape.nth_covering(shortage, k % weight) }.play(hand, tables);
        }
        k -= count;
    }
    unreachable!("k is less than the count")
}

/// The patterns of at most `wilds` wilds that make the run of `kind` from `start`, of which there must be one.
#[inline(always)]
fn patterns_from(hand: &LevelHand, kind: Kind, start: Start, wilds: u32) -> Patterns<'static> {
    Shape::of(kind).covering(WildPattern::lacking(hand.counts(), kind, start), wilds)
}

/// The runs that a hand has from `start` with up to `wilds` wilds in listing order, straights that are not plain among them.
#[inline(always)]
fn runs_from(hand: &LevelHand, kind: Kind, start: Start, wilds: u32) -> impl Iterator<Item = Run> {
    let ids = patterns_from(hand, kind, start, wilds).ids().iter();
    ids.map(move |&id| Run { kind, start, wilds: Shape::of(kind).pattern(id) })
}

/// The first run of `kind` in listing order from one of the `starts`. A hand with `wilds` wilds must have the ranks for
/// a run from each of them; straights that are not plain are passed over.
#[inline(always)]
pub(in crate::combo) fn first_run(
    hand: &LevelHand,
    tables: &Tables,
    kind: Kind,
    starts: Starts,
    wilds: u32,
) -> Option<Play> {
    first_fitting(hand, tables, kind, starts, wilds, |_| true)
}

/// The first straight in listing order from one of the `starts` that has exactly `used` of the hand's `wilds` wilds and a
/// natural card of the rank `lowest`.
#[inline(always)]
pub(in crate::combo) fn first_straight_with(
    hand: &LevelHand,
    tables: &Tables,
    starts: Starts,
    lowest: Nibble,
    used: u32,
    wilds: u32,
) -> Option<Play> {
    first_fitting(hand, tables, Kind::Straight, starts, wilds, |run| {
        let natural = |place| run.start.nibble(place) == lowest && run.wilds.at(place) == 0;
        run.wilds.wilds() == used && (0..Kind::Straight.places()).any(natural)
    })
}

/// The first run in listing order from one of the `starts` that `fits`.
#[inline(always)]
fn first_fitting(
    hand: &LevelHand,
    tables: &Tables,
    kind: Kind,
    mut starts: Starts,
    wilds: u32,
    fits: impl Fn(Run) -> bool,
) -> Option<Play> {
    while !starts.is_empty() {
        let key = tables.run_keys(starts, kind.places()).first().expect("there is one");
        let start = tables.run_start(key, kind.places());
        let mut runs = runs_from(hand, kind, start, wilds);
        if let Some(run) = runs.find(|&run| fits(run) && run.is_plain(hand, tables)) {
            return Some(run.play(hand, tables));
        }
        starts -= Starts::of(start);
    }
    None
}

/// Tubes or plates, by their number of ranks.
pub struct Runs<const PLACES: u32>;

impl<const PLACES: u32> Runs<PLACES> {
    const KIND: Kind = if PLACES == 3 { Kind::Tube } else { Kind::Plate };

    /// How many tubes or plates from the `allowed` starts a hand with `W` wilds has.
    #[inline(always)]
    pub(in crate::combo) fn count_among<const W: u32>(hand: &LevelHand, allowed: Starts) -> u32 {
        Self::among::<W>(hand, allowed).count(Shape::of(Self::KIND), W)
    }

    /// Tube or plate number `k` of those that [`Runs::count_among`] counts.
    #[inline(always)]
    pub(in crate::combo) fn pick_among<const W: u32>(
        hand: &LevelHand,
        tables: &Tables,
        allowed: Starts,
        k: u32,
    ) -> Play {
        pick_run::<W>(&Self::among::<W>(hand, allowed), hand, tables, Self::KIND, k)
    }

    #[inline(always)]
    fn among<const W: u32>(hand: &LevelHand, allowed: Starts) -> Windows<Starts> {
        Windows::of_runs(hand.counts(), Self::KIND, W).within(allowed)
    }
}

impl<const PLACES: u32> OfKind for Runs<PLACES> {
    fn includes(kind: Kind) -> bool {
        kind == Self::KIND
    }

    #[inline(always)]
    fn count<const W: u32>(hand: &LevelHand, tables: &Tables, key: Key) -> u32 {
        Self::count_among::<W>(hand, tables.starts_above(key, PLACES))
    }

    #[inline(always)]
    fn pick<const W: u32>(hand: &LevelHand, tables: &Tables, key: Key, k: u32) -> Play {
        Self::pick_among::<W>(hand, tables, tables.starts_above(key, PLACES), k)
    }

    #[inline(always)]
    fn first(hand: &LevelHand, tables: &Tables, key: Key, wilds: u32) -> Option<Play> {
        first_above(hand, tables, Self::KIND, key, wilds)
    }
}

/// The first run of `kind` that beats one of `key`, of a hand that holds `wilds` wilds.
#[inline(always)]
fn first_above(hand: &LevelHand, tables: &Tables, kind: Kind, key: Key, wilds: u32) -> Option<Play> {
    let starts = Windows::of_runs(hand.counts(), kind, wilds).any() & tables.starts_above(key, kind.places());
    first_run(hand, tables, kind, starts, wilds)
}

/// Plain straights.
pub struct Straights;

/// The straights of a hand by their ranks, and which of them are no plain straights because of their suits.
#[derive(Clone, Copy)]
struct PlainStraights {
    windows: Windows<Starts>,
    /// Straight flushes of faces that are the only suit of their rank: a straight of these ranks can only be laid down
    /// in that suit.
    forced: Windows<SuitedStarts>,
    /// How many wilds such a straight may hold and still be no plain one.
    forced_wilds: u32,
}

impl PlainStraights {
    #[inline(always)]
    fn among<const W: u32>(hand: &LevelHand, tables: &Tables, allowed: Starts) -> PlainStraights {
        let windows = Windows::of_runs(hand.counts(), Kind::Straight, W).within(allowed);
        let forced_wilds = if tables.plain_straight_from_flush { 0 } else { W };
        let forced = if windows.is_empty() {
            Windows::NONE
        } else {
            Windows::of_faces(lone_faces(hand), forced_wilds).within(SuitedStarts::of(allowed))
        };
        PlainStraights { windows, forced, forced_wilds }
    }

    #[inline(always)]
    fn count<const W: u32>(&self) -> u32 {
        let shape = Shape::of(Kind::Straight);
        self.windows.count(shape, W) - self.forced.count(shape, self.forced_wilds)
    }

    #[inline(always)]
    fn pick<const W: u32>(&self, hand: &LevelHand, tables: &Tables, k: u32) -> Play {
        if self.forced.is_empty() {
            return pick_run::<W>(&self.windows, hand, tables, Kind::Straight, k);
        }
        let all = self.windows.any().iter().flat_map(|start| runs_from(hand, Kind::Straight, start, W));
        let mut plain = all.filter(|run| run.is_plain(hand, tables));
        plain.nth(k as usize).expect("k is less than the count").play(hand, tables)
    }
}

/// The faces that the hand has as the only suit of their rank.
#[inline(always)]
fn lone_faces(hand: &LevelHand) -> u64 {
    let suits = Counts::of_faces(hand.one());
    let lone = suits.at_least_among(1, Nibbles::RANKS) - suits.at_least(2);
    hand.one() & lone.faces()
}

/// Whether a hand with `W` wilds may have straights that are no plain ones because of their suits.
#[inline(always)]
pub(in crate::combo) fn straights_may_be_forced<const W: u32>(hand: &LevelHand, tables: &Tables) -> bool {
    let wilds = if tables.plain_straight_from_flush { 0 } else { W };
    !Windows::of_faces(lone_faces(hand), wilds).is_empty()
}

impl Straights {
    /// How many plain straights from the `allowed` starts a hand with `W` wilds has.
    #[inline(always)]
    pub(in crate::combo) fn count_among<const W: u32>(hand: &LevelHand, tables: &Tables, allowed: Starts) -> u32 {
        PlainStraights::among::<W>(hand, tables, allowed).count::<W>()
    }

    /// Straight number `k` of those that [`Straights::count_among`] counts.
    #[inline(always)]
    pub(in crate::combo) fn pick_among<const W: u32>(
        hand: &LevelHand,
        tables: &Tables,
        allowed: Starts,
        k: u32,
    ) -> Play {
        PlainStraights::among::<W>(hand, tables, allowed).pick::<W>(hand, tables, k)
    }
}

impl OfKind for Straights {
    fn includes(kind: Kind) -> bool {
        kind == Kind::Straight
    }

    #[inline(always)]
    fn count<const W: u32>(hand: &LevelHand, tables: &Tables, key: Key) -> u32 {
        Self::count_among::<W>(hand, tables, tables.starts_above(key, Kind::Straight.places()))
    }

    #[inline(always)]
    fn pick<const W: u32>(hand: &LevelHand, tables: &Tables, key: Key, k: u32) -> Play {
        Self::pick_among::<W>(hand, tables, tables.starts_above(key, Kind::Straight.places()), k)
    }

    #[inline(always)]
    fn first(hand: &LevelHand, tables: &Tables, key: Key, wilds: u32) -> Option<Play> {
        first_above(hand, tables, Kind::Straight, key, wilds)
    }
}
