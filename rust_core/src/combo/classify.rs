//! What a set of cards can be, and what each of its cards then stands for.

use arrayvec::ArrayVec;

use super::list::for_each_move_of_kind;
use super::suits::Selection;
use super::{Combo, Kind, Play};
use crate::card::{Card, Suit, Suits};
use crate::hand::{LevelHand, Nibble, Nibbles};
use crate::rules::Tables;

/// The readings a set of cards can have: never more than a few.
pub type Readings = ArrayVec<Combo, 16>;

/// The kinds a set of `n` cards can be.
fn kinds_of_size(n: u32) -> &'static [Kind] {
    match n {
        1 => &[Kind::Single],
        2 => &[Kind::Pair],
        3 => &[Kind::Triple],
        4 => &[Kind::Bomb, Kind::JokerBomb],
        5 => &[Kind::FullHouse, Kind::Straight, Kind::Bomb, Kind::StraightFlush],
        6 => &[Kind::Tube, Kind::Plate, Kind::Bomb],
        7..=10 => &[Kind::Bomb],
        _ => &[],
    }
}

/// Every reading of `cards`, all of them used: the one taken for an undeclared lead first (a bomb before a non-bomb, then
/// plate before tube, then the higher key), none when the cards are no combination.
pub fn classify(cards: &LevelHand, tables: &Tables) -> Readings {
    let size = cards.len();
    let mut readings = Readings::new();
    for &kind in kinds_of_size(size) {
        for_each_move_of_kind(cards, tables, kind, &mut |listed| {
            if u32::from(listed.combo().size) == size {
                readings.push(listed.combo());
            }
        });
    }
    readings.sort_unstable_by_key(|combo| std::cmp::Reverse((combo.power(), combo.kind, combo.key)));
    readings
}

/// What `cards` count as when nothing is declared: as a lead the first reading, as an answer the highest that beats.
pub fn undeclared(cards: &LevelHand, tables: &Tables, to_beat: Option<Combo>) -> Option<Combo> {
    classify(cards, tables).into_iter().find(|combo| to_beat.is_none_or(|to_beat| combo.beats(to_beat)))
}

/// The cards of a play in printing order, each with the card it stands for: a triple before its pair, runs from the low
/// end, natural cards (S H C D) before wilds within a rank.
pub fn placed(play: &Play, tables: &Tables) -> ArrayVec<(Card, Card), 10> {
    let wild = Card::new(tables.level, Suit::Hearts);
    let mut wilds_left = play.cards.wilds();
    let mut placed = ArrayVec::new();
    let mut fill = |nibble: Nibble, size: u32, suit: Option<Suit>| {
        let card = |suit| nibble.card(suit).expect("wilds stand for other cards");
        let before = placed.len();
        let held = Selection::of(&play.cards, nibble);
        // Both jokers are of the first suit's bit.
        for suit in Suit::ALL {
            for copies in [held.suits(), held.twice()] {
                if copies.contains(suit) {
                    placed.push((card(suit), card(suit)));
                }
            }
        }
        while placed.len() < before + size as usize && wilds_left > 0 {
            wilds_left -= 1;
            let own = nibble == tables.level_nibble() && suit.is_none();
            placed.push((wild, if own { wild } else { card(suit.unwrap_or(Suit::Hearts)) }));
        }
    };
    let Combo { kind, size, key } = play.combo;
    match kind {
        Kind::Single | Kind::Pair | Kind::Triple | Kind::Bomb => fill(tables.nibble(key), u32::from(size), None),
        Kind::FullHouse => {
            fill(tables.nibble(key), 3, None);
            fill(pair_nibble(play, tables), 2, None);
        }
        Kind::Straight | Kind::Tube | Kind::Plate | Kind::StraightFlush => {
            for nibble in play.combo.start(tables).nibbles(kind.places()) {
                fill(nibble, kind.each(), run_suit(play));
            }
        }
        Kind::JokerBomb => {
            fill(Nibble::SMALL_JOKER, 2, None);
            fill(Nibble::BIG_JOKER, 2, None);
        }
    }
    placed
}

/// How many wilds of a play stand for another card than themselves.
pub fn wilds_substituted(play: &Play, tables: &Tables) -> u32 {
    let wilds = play.cards.wilds();
    let level = tables.level_nibble();
    let Combo { kind, size, key } = play.combo;
    // The places of the level rank: where no natural card fills them, a wild is itself.
    let own_places = match kind {
        Kind::Single | Kind::Pair | Kind::Triple | Kind::Bomb if tables.nibble(key) == level => u32::from(size),
        Kind::FullHouse if tables.nibble(key) == level => 3,
        Kind::FullHouse if pair_nibble(play, tables) == level => 2,
        Kind::Straight | Kind::Tube | Kind::Plate | Kind::StraightFlush => {
            let passes_level = play.combo.start(tables).nibbles(kind.places()).any(|nibble| nibble == level);
            if passes_level && run_suit(play).is_none_or(|suit| suit == Suit::Hearts) { kind.each() } else { 0 }
        }
        _ => 0,
    };
    wilds - own_places.saturating_sub(play.cards.count(level)).min(wilds)
}

/// The nibble of a full house's pair. Two wilds are the level cards they are, or aces (kings at level A) where the level
/// cards are the triple.
fn pair_nibble(play: &Play, tables: &Tables) -> Nibble {
    let (triple, level) = (tables.nibble(play.combo.key), tables.level_nibble());
    let held = play.cards.counts().at_least_among(1, Nibbles::NATURAL) - Nibbles::of(triple);
    held.first().unwrap_or_else(|| match (triple == level, level) {
        (false, _) => level,
        (true, Nibble::ACE) => Nibble::new(11),
        (true, _) => Nibble::ACE,
    })
}

/// The suit wilds take in a run, where it is not free: a straight flush's own, or another one where a plain straight
/// would otherwise be all hearts.
fn run_suit(play: &Play) -> Option<Suit> {
    let ranks = play.cards.counts().at_least_among(1, Nibbles::RANKS);
    let common = ranks.iter().fold(Suits::ALL, |common, nibble| common & play.cards.suits(nibble));
    match (play.combo.kind, common.first()) {
        (Kind::StraightFlush, suit) => suit,
        (Kind::Straight, Some(Suit::Hearts)) => Some(Suit::Spades),
        _ => None,
    }
}
