//! What the decisions of the other seats say about the hands they hold.
//!
//! Who leads a single seven seldom has another; who passes on a pair of eights seldom holds a pair of jacks; bombs are kept
//! for later. After each decision a seat has some number of cards of each rank. How likely the decision made that number is a
//! weight of the table [`FITTED`], which depends on what was decided and on how the rank relates to it. The logarithm of how
//! likely a hand is, is the sum of these weights over all decisions of its seat and all ranks. Because it is a sum over
//! ranks, hands can be drawn by it exactly ([`sampler`](super::sampler)). A few more weights are for a hand as a whole: for its
//! runs, and for what it is worth when it is grouped. They choose among hands drawn ([`determinizer`](super::determinizer)).

use std::sync::LazyLock;

use super::fitted::FITTED;
use super::knowledge::hidden_seats;
use crate::card::Seat;
use crate::combo::{Combo, Kind, Play, Windows};
use crate::deal::View;
use crate::hand::{Counts, Hand, LevelHand, Nibble, Nibbles, Starts};
use crate::policy::Tempo;
use crate::rules::{Key, Tables};

/// The weights of one relation: of one card left of a rank, of two, three and four, and of five or more. None left has
/// weight 0.
pub(super) const NUMBERS: usize = 5;

/// Bands of keys: below the ten, from the ten to the ace, the level, jokers; wilds are the last.
const BANDS: usize = 5;
/// The key of the ten, where the level is not below it.
const TEN: Key = Key::new(8);
/// Kinds of play, bombs of all kinds being one.
const KINDS: usize = 8;
/// An opponent with so few cards is near the end.
const NEAR: u32 = 8;

// The table of weights holds the relations of leads first, then those of answers, and so on. Where each sort begins, and
// what it holds for each kind:
/// The rank led, low and high; the pair of a full house; the ranks of a run; lower ranks and higher ones by band.
const LEAD: usize = 0;
/// As for leads, and between them the ranks that cannot beat.
const FOLLOW: usize = LEAD + KINDS * (4 + 2 * BANDS);
/// By the kind that was bombed: the rank of the bomb; ranks above what was bombed by band; other ranks.
const BOMB: usize = FOLLOW + KINDS * (5 + 2 * BANDS);
/// By the kind to beat, and by whether it is low, high, or an opponent's near the end: ranks above by band; other ranks.
const PASS: usize = BOMB + KINDS * (2 + BANDS);
/// As for passes, where the play is the partner's: low or high.
const LET: usize = PASS + KINDS * 3 * (1 + BANDS);
/// By key: what is held after the first three plays of a seat, and after six more.
const HELD: usize = LET + KINDS * 2 * (1 + BANDS);
/// Not relations but traits of a whole hand, two rows after the first three plays of a seat, and two after six more.
const WHOLE: usize = HELD + 2 * 16;
/// How many rows the table has.
pub(super) const ROWS: usize = WHOLE + 4;
/// How many traits of a whole hand count.
const TRAITS: usize = 2 * NUMBERS;

/// Appraises hands. Its costs count in weights, so these are to be fitted anew when it changes.
static APPRAISER: LazyLock<Tempo> = LazyLock::new(Tempo::default);

/// What all decisions of the three hidden seats say. Hidden seats are numbered 0 to 2 in playing order from the seat that
/// looks.
pub struct Evidence<'a> {
    tables: &'a Tables,
    seats: [Seat; 3],
    decisions: [Vec<PastDecision>; 3],
    /// How many plays each has made.
    plays: [u32; 3],
}

/// A decision of a hidden seat.
struct PastDecision {
    /// The cards that the seat has played after this decision.
    later: Counts,
    /// How each rank relates to the decision.
    relations: [u16; 16],
}

impl<'a> Evidence<'a> {
    /// The number of weights for ranks, which come before those for whole hands in [`Evidence::weights_used`].
    pub const WEIGHTS_FOR_RANKS: usize = WHOLE * NUMBERS;

    /// What the seat of `view` has seen the others do.
    ///
    /// # Panics
    /// When the view was made without a log.
    pub fn of(view: &View<'a>) -> Evidence<'a> {
        let tables = view.tables();
        let (mut later, mut left) = ([Counts::NONE; 4], Seat::ALL.map(|seat| view.cards_left(seat)));
        for logged in view.plays() {
            later[logged.seat.index()] += logged.play.cards.counts();
            left[logged.seat.index()] += logged.play.cards.len();
        }
        let (mut decisions, mut plays) = ([const { Vec::new() }; 3], [0; 3]);
        let mut last: Option<(Seat, Combo, u16)> = None;
        for event in view.log().events(view.decision()) {
            let seat = event.seat;
            let table = last.filter(|&(_, _, trick)| trick == event.trick);
            if let Some(play) = event.play {
                later[seat.index()] -= play.cards.counts();
                left[seat.index()] -= play.cards.len();
                last = Some((seat, play.combo, event.trick));
            }
            if seat == view.seat() {
                continue;
            }
            let relations = match (event.play, table) {
                (Some(play), None) => of_lead(tables, play),
                (Some(play), Some((_, to_beat, _))) if play.combo.kind.is_bomb() => of_bomb(tables, play, to_beat),
                (Some(play), Some((_, to_beat, _))) => of_answer(tables, play, to_beat),
                (None, Some((player, to_beat, _))) => {
                    let opponent_has = (player.team() != seat.team()).then_some(left[player.index()]);
                    of_pass(tables, to_beat, opponent_has)
                }
                (None, None) => unreachable!("a leader plays"),
            };
            let hidden = (seat.index() + 3 - view.seat().index()) % 4;
            plays[hidden] += u32::from(event.play.is_some());
            decisions[hidden].push(PastDecision { later: later[seat.index()], relations });
        }
        Evidence { tables, seats: hidden_seats(view), decisions, plays }
    }

    /// The logarithm of how much likelier the decisions of a hidden seat make it that it holds `count` cards of `nibble` than
    /// they would if they said nothing, up to a number that is the same for all hands.
    pub(super) fn log_weight(&self, hidden: usize, nibble: Nibble, count: u32) -> f64 {
        let mut sum = 0.0;
        self.each(hidden, nibble, count, &mut |place, times| sum += times * f64::from(FITTED[place]));
        sum
    }

    /// The logarithm of how much likelier the decisions make it that the hidden seats hold these hands, each taken as a whole.
    /// Its traits are no sum over ranks, so this comes on top of [`Evidence::log_weight`].
    pub(super) fn log_weight_of_hands(&self, hands: &[Hand; 3]) -> f64 {
        let mut sum = 0.0;
        for (hidden, hand) in hands.iter().enumerate() {
            let hand = LevelHand::new(*hand, self.tables.level);
            self.each_of_whole(hidden, &hand, &mut |place, times| sum += times * f64::from(FITTED[place]));
        }
        sum
    }

    /// Calls `add` with the place of every weight for a whole hand that counts when a hidden seat holds `hand`, and with how
    /// often it counts.
    fn each_of_whole(&self, hidden: usize, hand: &LevelHand, add: &mut impl FnMut(usize, f64)) {
        if self.plays[hidden] == 0 {
            return;
        }
        let (early, late) = self.stage(hidden);
        for (number, of_hand) in traits(hand, self.tables).into_iter().enumerate() {
            add(WHOLE * NUMBERS + number, early * of_hand);
            add(WHOLE * NUMBERS + TRAITS + number, late * of_hand);
        }
    }

    /// How far a hidden seat has come through its first three plays, and through six more.
    fn stage(&self, hidden: usize) -> (f64, f64) {
        let plays = self.plays[hidden];
        (f64::from(plays.min(3)) / 3.0, f64::from(plays.clamp(3, 9) - 3) / 6.0)
    }

    /// How often each weight counts when the seats hold `hands`.
    pub fn weights_used(&self, hands: &[Hand; 4]) -> Vec<f64> {
        let mut used = vec![0.0; ROWS * NUMBERS];
        for (hidden, seat) in self.seats.into_iter().enumerate() {
            let hand = LevelHand::new(hands[seat.index()], self.tables.level);
            for nibble in Nibble::all() {
                self.each(hidden, nibble, hand.count(nibble), &mut |place, times| used[place] += times);
            }
            self.each_of_whole(hidden, &hand, &mut |place, times| used[place] += times);
        }
        used
    }

    /// Calls `add` with the place of every weight that counts when a hidden seat holds `count` cards of `nibble`, and with how
    /// often it counts.
    fn each(&self, hidden: usize, nibble: Nibble, count: u32, add: &mut impl FnMut(usize, f64)) {
        let mut weigh = |relation: usize, left: u32, times: f64| {
            if left > 0 {
                add(relation * NUMBERS + (left as usize).min(NUMBERS) - 1, times);
            }
        };
        for PastDecision { later, relations } in &self.decisions[hidden] {
            weigh(relations[nibble.index()].into(), count + later.get(nibble), 1.0);
        }
        let (early, late) = self.stage(hidden);
        let key = if nibble == Nibble::WILD { 15 } else { self.tables.key(nibble).index() };
        weigh(HELD + key, count, early);
        weigh(HELD + 16 + key, count, late);
    }
}

/// What counts of a whole hand: a straight flush, a second one, places where straights begin, single cards outside straights,
/// places where tubes and plates begin; when it is grouped its plays, its cost in turns, and its bombs; whether a wild makes a
/// straight flush; the first straight flush for every ten cards.
fn traits(hand: &LevelHand, tables: &Tables) -> [f64; TRAITS] {
    let counts = hand.counts();
    let starts = |kind| Windows::of_runs(counts, kind, 0).lacking(0);
    let flushes = Windows::of_flushes(hand, 1);
    let (whole, with_wild) = (flushes.lacking(0).len(), hand.wilds() > 0 && !flushes.lacking(1).is_empty());
    let straights = starts(Kind::Straight);
    let singles = counts.at_least_among(1, Nibbles::RANKS) - counts.at_least(2);
    let lonely = singles.iter().filter(|&single| (straights & Starts::over(single, 5)).is_empty()).count();
    let others = starts(Kind::Tube).len() + starts(Kind::Plate).len();
    let worth = APPRAISER.appraise(hand, tables);
    [
        whole.min(1).into(),
        (whole.min(2) - whole.min(1)).into(),
        straights.len().into(),
        lonely as f64,
        others.into(),
        worth.plays.into(),
        f64::from(worth.cost) / 100.0,
        worth.bombs.into(),
        u8::from(with_wild).into(),
        f64::from(whole.min(1) * hand.len()) / 10.0,
    ]
}

/// The place of a kind among kinds of play.
fn place_of(kind: Kind) -> usize {
    (kind as usize).min(KINDS - 1)
}

/// The band of a rank.
fn band(tables: &Tables, nibble: Nibble) -> usize {
    if nibble == Nibble::WILD {
        return 4;
    }
    let key = tables.key(nibble);
    usize::from(key >= TEN) + usize::from(key >= Key::LEVEL) + usize::from(key > Key::LEVEL)
}

/// The relation of each rank, in the order of nibbles.
fn of_each(relation: impl Fn(Nibble) -> usize) -> [u16; 16] {
    std::array::from_fn(|index| relation(Nibble::new(index as u8)) as u16)
}

/// The ranks and jokers of higher keys than a play, where it is no run.
fn above(tables: &Tables, combo: Combo) -> Nibbles {
    if combo.kind.is_run() || combo.kind == Kind::StraightFlush { Nibbles::EMPTY } else { tables.above(combo.key) }
}

/// The relation of a rank to the cards of a play itself, from 0: the rank of equal cards or of the triple in a full house, low
/// and high, the pair, ranks of a run. `None` for other ranks.
fn to_cards(tables: &Tables, play: &Play, nibble: Nibble) -> Option<usize> {
    let Combo { kind, key, .. } = play.combo;
    let is_run = kind.is_run() || kind == Kind::StraightFlush;
    if !is_run && kind != Kind::JokerBomb && tables.nibble(key) == nibble {
        return Some(usize::from(key >= TEN));
    }
    let among = nibble != Nibble::WILD && play.cards.count(nibble) > 0;
    among.then_some(if is_run { 3 } else { 2 })
}

fn of_lead(tables: &Tables, play: &Play) -> [u16; 16] {
    let first = LEAD + place_of(play.combo.kind) * (4 + 2 * BANDS);
    let above = above(tables, play.combo);
    of_each(|nibble| {
        let other = || 4 + if above.contains(nibble) { BANDS } else { 0 } + band(tables, nibble);
        first + to_cards(tables, play, nibble).unwrap_or_else(other)
    })
}

fn of_answer(tables: &Tables, play: &Play, to_beat: Combo) -> [u16; 16] {
    let first = FOLLOW + place_of(play.combo.kind) * (5 + 2 * BANDS);
    let (beat, above) = (self::above(tables, to_beat), above(tables, play.combo));
    of_each(|nibble| {
        let other = || match (beat.contains(nibble), above.contains(nibble)) {
            (false, _) => 4,
            (true, higher) => 5 + if higher { BANDS } else { 0 } + band(tables, nibble),
        };
        first + to_cards(tables, play, nibble).unwrap_or_else(other)
    })
}

fn of_bomb(tables: &Tables, play: &Play, to_beat: Combo) -> [u16; 16] {
    let first = BOMB + place_of(to_beat.kind) * (2 + BANDS);
    let above = above(tables, to_beat);
    of_each(|nibble| {
        let other = || if above.contains(nibble) { 2 + band(tables, nibble) } else { 1 };
        first + to_cards(tables, play, nibble).map_or_else(other, |_| 0)
    })
}

/// The relations to a pass on a play of the partner, or of an opponent that has so many cards left.
fn of_pass(tables: &Tables, to_beat: Combo, opponent_has: Option<u32>) -> [u16; 16] {
    let high = usize::from(to_beat.key >= TEN);
    let sort = match opponent_has {
        None => LET + (2 * place_of(to_beat.kind) + high) * (1 + BANDS),
        Some(left) => PASS + (3 * place_of(to_beat.kind) + if left <= NEAR { 2 } else { high }) * (1 + BANDS),
    };
    let above = above(tables, to_beat);
    of_each(|nibble| sort + if above.contains(nibble) { 1 + band(tables, nibble) } else { 0 })
}

/// The source of the table of weights with these weights, rounded to hundredths.
pub fn source_of_weights(weights: &[f64]) -> String {
    let rows = weights.chunks(NUMBERS).map(|row| {
        let row: Vec<String> = row.iter().map(|weight| format!("{:.2}", weight + 0.0)).collect();
        format!("    {},\n", row.join(", "))
    });
    format!(
        "//! What decisions say about hands, fitted by `cargo run --release --example beliefs`, which wrote this file.\n\n\
         use super::evidence::{{NUMBERS, ROWS}};\n\n\
         /// The weights: a row for each relation of a rank to a decision, for one to five cards left of the rank; four rows for whole hands.\n\
         #[rustfmt::skip]\npub(super) static FITTED: [f32; ROWS * NUMBERS] = [\n{}];\n",
        rows.collect::<String>().replace("-0.00", "0.00")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_weights_is_as_it_was_written() {
        let weights: Vec<f64> = FITTED.iter().map(|&weight| weight.into()).collect();
        assert_eq!(source_of_weights(&weights), include_str!("fitted.rs"));
    }
}
