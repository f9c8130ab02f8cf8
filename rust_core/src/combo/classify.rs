//! What a set of cards can be, and what each of its cards then stands for.

use arrayvec::ArrayVec;

use super::moves::for_each_move_of_kind;
use super::patterns::{Shape, nibble_of_start};
use super::take::held;
use super::{Combo, Kind, Play};
use crate::card::{Card, Rank, Suit};
use crate::hand::LevelHand;
use crate::rules::{Tables, run_length};

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
pub fn classify(cards: &LevelHand, t: &Tables) -> Readings {
    let size = cards.len();
    let mut readings = Readings::new();
    for &kind in kinds_of_size(size) {
        for_each_move_of_kind(cards, t, kind, &mut |listed| {
            if u32::from(listed.combo().size) == size {
                readings.push(listed.combo());
            }
        });
    }
    readings.sort_unstable_by_key(|combo| std::cmp::Reverse((combo.power(), combo.kind, combo.key)));
    readings
}

/// What `cards` count as when nothing is declared: as a lead the first reading, as an answer the highest that beats.
pub fn undeclared(cards: &LevelHand, t: &Tables, to_beat: Option<Combo>) -> Option<Combo> {
    classify(cards, t).into_iter().find(|combo| to_beat.is_none_or(|to_beat| combo.beats(to_beat)))
}

/// The cards of a play in printing order, each with the card it stands for: a triple before its pair, runs from the low
/// end, natural cards (S H C D) before wilds within a rank.
pub fn placed(play: &Play, t: &Tables) -> ArrayVec<(Card, Card), 10> {
    let wild = Card::new(t.level, Suit::Hearts);
    let mut wilds_left = play.cards.wilds();
    let mut placed = ArrayVec::new();
    let mut fill = |nibble: u32, size: u32, suit: Option<Suit>| {
        let before = placed.len();
        let byte = if nibble < 15 { held(&play.cards, nibble) } else { 0 };
        for (bit, &face) in Suit::ALL.iter().enumerate() {
            for copies in [byte & 15, byte >> 4] {
                if copies >> bit & 1 == 1 {
                    let card = natural(nibble, face);
                    placed.push((card, card));
                }
            }
        }
        while placed.len() < before + size as usize && wilds_left > 0 {
            wilds_left -= 1;
            let own = nibble == t.level.index() as u32 && suit.is_none();
            let stands_for = if own { wild } else { natural(nibble, suit.unwrap_or(Suit::Hearts)) };
            placed.push((wild, stands_for));
        }
    };
    let Combo { kind, size, key } = play.combo;
    match kind {
        Kind::Single | Kind::Pair | Kind::Triple | Kind::Bomb => {
            fill(u32::from(t.nibble_of_key[key as usize]), u32::from(size), None);
        }
        Kind::FullHouse => {
            let triple = u32::from(t.nibble_of_key[key as usize]);
            fill(triple, 3, None);
            fill(pair_nibble(play, t, triple), 2, None);
        }
        Kind::Straight | Kind::Tube | Kind::Plate | Kind::StraightFlush => {
            let shape = Shape::of(kind);
            let start = t.top_of_run(kind, key) + 2 - run_length(kind);
            let suit = run_suit(play);
            for i in 0..shape.places {
                fill(nibble_of_start(start + i), shape.each, suit);
            }
        }
        Kind::JokerBomb => {
            fill(13, 2, None);
            fill(14, 2, None);
        }
    }
    placed
}

/// How many wilds of a play stand for another card than themselves.
pub fn wilds_substituted(play: &Play, t: &Tables) -> u32 {
    let wilds = play.cards.wilds();
    let level = t.level.index() as u32;
    let Combo { kind, size, key } = play.combo;
    // The places of the level rank that no natural card fills: there a wild is itself.
    let own_places =
        match kind {
            Kind::Single | Kind::Pair | Kind::Triple | Kind::Bomb => {
                if u32::from(t.nibble_of_key[key as usize]) == level { u32::from(size) } else { 0 }
            }
            Kind::FullHouse => {
                let triple = u32::from(t.nibble_of_key[key as usize]);
                if triple == level {
                    3
                } else if pair_nibble(play, t, triple) == level {
                    2
                } else {
                    0
                }
            }
            Kind::Straight | Kind::Tube | Kind::Plate | Kind::StraightFlush => {
                let shape = Shape::of(kind);
                let start = t.top_of_run(kind, key) + 2 - run_length(kind);
                let passes_level = (start..start + shape.places).any(|place| nibble_of_start(place) == level);
                if passes_level && run_suit(play).is_none_or(|suit| suit == Suit::Hearts) { shape.each } else { 0 }
            }
            Kind::JokerBomb => 0,
        };
    wilds - own_places.saturating_sub(play.cards.count(level)).min(wilds)
}

/// The card of a nibble; `suit` does not matter to jokers.
fn natural(nibble: u32, suit: Suit) -> Card {
    match nibble {
        13 => Card::SMALL_JOKER,
        14 => Card::BIG_JOKER,
        _ => Card::new(Rank::new(nibble as u8), suit),
    }
}

/// The nibble of a full house's pair. Two wilds are the level cards they are, or aces (kings at level A) where the level
/// cards are the triple.
fn pair_nibble(play: &Play, t: &Tables, triple: u32) -> u32 {
    let level = t.level.index() as u32;
    (0..15).find(|&nibble| nibble != triple && play.cards.count(nibble) > 0).unwrap_or(match (triple == level, level) {
        (false, _) => level,
        (true, 12) => 11,
        (true, _) => 12,
    })
}

/// The suit wilds take in a run, where it is not free: a straight flush's own, or another one where a plain straight
/// would otherwise be all hearts.
fn run_suit(play: &Play) -> Option<Suit> {
    let natural_suits = (0..13)
        .map(|nibble| held(&play.cards, nibble) & 15)
        .filter(|&suits| suits != 0)
        .fold(15, |common, suits| common & suits);
    let suit = Suit::ALL.into_iter().find(|&suit| natural_suits >> suit as u8 & 1 == 1);
    match play.combo.kind {
        Kind::StraightFlush => suit,
        Kind::Straight if suit == Some(Suit::Hearts) => Some(Suit::Spades),
        _ => None,
    }
}
