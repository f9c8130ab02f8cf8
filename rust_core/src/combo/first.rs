//! The first of the plays a list would hold, found without listing: what players that keep to the smallest need.
//!
//! "First" is the order of [`for_each_lead`](super::for_each_lead): key, number of wilds, places the wilds fill, suits.

use super::groups::{self, ALL_NIBBLES, Bombs, FullHouses, SPLITS};
use super::of_kind::{OfKind, by_kind};
use super::patterns::{self, Shape, Windows};
use super::{Combo, Kind, Play};
use crate::bits::bits;
use crate::hand::{HIGHS, LevelHand, RANKS};
use crate::rules::{Tables, top_of_start};

/// The first answer to `to_beat` of its own kind: the lowest key, then the fewest wilds. `None` where the hand has none or
/// `to_beat` is a bomb.
#[inline(always)]
pub fn first_answer(hand: &LevelHand, t: &Tables, to_beat: Combo) -> Option<Play> {
    by_kind!(to_beat.kind, Of => Of::first(hand, t, to_beat.key, hand.wilds()))
}

/// Whether `to_beat` may have an answer: always where there is one, and seldom where there is none.
#[inline(always)]
pub fn may_answer(hand: &LevelHand, t: &Tables, to_beat: Combo) -> bool {
    let wilds = hand.wilds();
    let bombs = hand.at_least(4 - wilds) & RANKS | Windows::of_suits(hand.one, wilds).any();
    if bombs != 0 || groups::has_joker_bomb(hand) {
        return true;
    }
    let above = t.above[to_beat.key as usize & 15];
    match to_beat.kind {
        Kind::Single | Kind::Pair | Kind::Triple | Kind::FullHouse => {
            // The triple decides about full houses.
            let n = u32::from(to_beat.size.min(3));
            let helped = hand.at_least(n - wilds.min(n - 1)) & RANKS;
            (hand.at_least(n) & ALL_NIBBLES | helped) & above != 0 || groups::bare_wilds(hand, t, n, above)
        }
        kind @ (Kind::Straight | Kind::Tube | Kind::Plate) => {
            Windows::of_ranks(hand, kind, wilds).any() & groups::starts_above(t, kind, to_beat.key) != 0
        }
        Kind::Bomb | Kind::StraightFlush | Kind::JokerBomb => false,
    }
}

/// [`first_answer`] where the kind of what is to be beaten is known when compiling. Wilds are few, so what they make is
/// looked for apart.
#[inline(always)]
pub fn first_answer_of<Of: OfKind>(hand: &LevelHand, t: &Tables, key: u8) -> Option<Play> {
    if hand.wilds() == 0 {
        return Of::first(hand, t, key, 0);
    }
    first_wild_answer_of::<Of>(hand, t, key)
}

fn first_wild_answer_of<Of: OfKind>(hand: &LevelHand, t: &Tables, key: u8) -> Option<Play> {
    Of::first(hand, t, key, hand.wilds())
}

/// The weakest bomb that beats `to_beat`, the first listed where there are several.
#[inline(never)]
pub fn weakest_bomb(hand: &LevelHand, t: &Tables, to_beat: Combo) -> Option<Play> {
    let floor = to_beat.power();
    let small = bomb_of_rank(hand, t, floor, 4, t.max_bomb.min(5));
    if small.is_some() {
        return small;
    }
    let flush = first_straight_flush(hand, t, floor);
    if flush.is_some() {
        return flush;
    }
    let large = bomb_of_rank(hand, t, floor, 6, t.max_bomb.min(8 + hand.wilds()));
    if large.is_some() {
        return large;
    }
    let joker_bomb = groups::JOKER_BOMB;
    (groups::has_joker_bomb(hand) && joker_bomb.combo.power() > floor).then_some(joker_bomb)
}

/// The weakest bomb of one rank of more power than `floor`, of `n` to `most` cards.
#[inline(always)]
fn bomb_of_rank(hand: &LevelHand, t: &Tables, floor: u8, mut n: u32, most: u32) -> Option<Play> {
    while n <= most && hand.at_least(n - hand.wilds()) & RANKS != 0 {
        let bomb = first_same(hand, t, Kind::Bomb, n, Bombs::allowed(t, floor, n), hand.wilds());
        if bomb.is_some() {
            return bomb;
        }
        n += 1;
    }
    None
}

/// The nibble lowest in level order of those flagged, at least one.
#[inline(always)]
pub(super) fn lowest_nibble(flags: u64, t: &Tables) -> u32 {
    let level = 8 << (4 * t.level.index());
    let natural = flags & RANKS & !level;
    let first = if natural != 0 {
        natural
    } else if flags & level != 0 {
        level
    } else {
        flags
    };
    first.trailing_zeros() >> 2
}

/// The first of `n` equal cards in the `allowed` nibbles, of a hand that holds `wilds` wilds.
#[inline(always)]
pub(super) fn first_same(hand: &LevelHand, t: &Tables, kind: Kind, n: u32, allowed: u64, wilds: u32) -> Option<Play> {
    let most = wilds.min(n - 1);
    let flags = |wilds| if n - wilds > 8 { 0 } else { groups::sames(hand, n, wilds, allowed) };
    let mut any = flags(0);
    if wilds > 0 {
        any = (1..=most).fold(any, |any, wilds| any | flags(wilds));
        if groups::bare_wilds(hand, t, n, allowed) {
            any |= 8 << (4 * t.level.index());
        }
    }
    if any == 0 {
        return None;
    }
    let nibble = lowest_nibble(any, t);
    if wilds == 0 {
        return Some(groups::same(hand, t, kind, n, nibble, 0));
    }
    let wilds = (0..=most).find(|&wilds| flags(wilds) >> (4 * nibble + 3) & 1 == 1).unwrap_or(n);
    Some(groups::same(hand, t, kind, n, nibble, wilds))
}

/// The first full house with a triple in the `allowed` nibbles, of a hand that holds `wilds` wilds.
#[inline(always)]
pub(super) fn first_full_house(hand: &LevelHand, t: &Tables, allowed: u64, wilds: u32) -> Option<Play> {
    let by_wilds = &SPLITS[..=wilds as usize];
    let possible = |split: [u32; 2]| triples_with_pair(FullHouses::of(hand, t, split, allowed), split);
    let mut any = 0;
    for splits in by_wilds {
        for &split in *splits {
            any |= possible(split);
        }
    }
    if any == 0 {
        return None;
    }
    let triple = lowest_nibble(any, t);
    for splits in by_wilds {
        for &split in *splits {
            if possible(split) >> (4 * triple + 3) & 1 == 1 {
                return Some(full_house_of_triple(hand, t, split, triple));
            }
        }
    }
    None
}

/// The triples that leave a rank for the pair.
#[inline(always)]
pub(super) fn triples_with_pair(houses: FullHouses, split: [u32; 2]) -> u64 {
    match houses.pairs.count_ones() {
        _ if split[1] == 0 => houses.triples,
        0 => 0,
        1 => houses.triples & !houses.pairs,
        _ => houses.triples,
    }
}

/// The full house with this triple and its lowest pair, of which there must be one.
#[inline(always)]
pub(super) fn full_house_of_triple(hand: &LevelHand, t: &Tables, split: [u32; 2], triple: u32) -> Play {
    let pair = match split[1] {
        0 => 0,
        _ => lowest_nibble(FullHouses::of(hand, t, split, HIGHS).pairs & !(8 << (4 * triple)), t),
    };
    groups::full_house(hand, t, split, [triple, pair])
}

/// The first run of `kind` that beats one of `key`, of a hand that holds `wilds` wilds.
#[inline(always)]
pub(super) fn first_run_above(hand: &LevelHand, t: &Tables, kind: Kind, key: u8, wilds: u32) -> Option<Play> {
    let starts = groups::starts_above(t, kind, key);
    first_run(hand, t, kind, Windows::of_ranks(hand, kind, wilds).any() & starts, wilds)
}

/// The first run of `kind` from one of the `starts`, all of which the hand can make up to the suits of straights.
#[inline(always)]
pub(super) fn first_run(hand: &LevelHand, t: &Tables, kind: Kind, mut starts: u64, wilds: u32) -> Option<Play> {
    while starts != 0 {
        let start = lowest_start(starts, t, kind);
        let free = |&pattern: &u32| kind != Kind::Straight || !groups::forced_suit(hand, t, start, pattern);
        if let Some(pattern) = patterns_of_run(hand, kind, start, wilds).find(free) {
            return Some(groups::run(hand, t, kind, start, pattern));
        }
        starts &= !(8 << (4 * start));
    }
    None
}

/// The patterns of wilds that make the run from `start`, in listing order.
#[inline(always)]
pub(super) fn patterns_of_run(hand: &LevelHand, kind: Kind, start: u32, wilds: u32) -> impl Iterator<Item = u32> {
    let ids = groups::covering(hand, kind, start, wilds);
    bits(u64::from(ids)).map(move |id| u32::from(Shape::of(kind).patterns[id as usize]))
}

/// The start with the lowest key of those flagged, at least one.
#[inline(always)]
pub(super) fn lowest_start(starts: u64, t: &Tables, kind: Kind) -> u32 {
    let key = |start| t.key_of_run(kind, top_of_start(start, Shape::of(kind).places));
    let mut lowest = starts.trailing_zeros() >> 2;
    let mut rest = starts & (starts - 1);
    while rest != 0 {
        let start = rest.trailing_zeros() >> 2;
        if key(start) < key(lowest) {
            lowest = start;
        }
        rest &= rest - 1;
    }
    lowest
}

#[inline(always)]
fn first_straight_flush(hand: &LevelHand, t: &Tables, floor: u8) -> Option<Play> {
    let windows = Windows::of_suits(hand.one, hand.wilds()).any() & Bombs::allowed_flushes(t, floor);
    if windows == 0 {
        return None;
    }
    let start = windows.trailing_zeros() >> 2;
    // Patterns compare before suits.
    (0..4)
        .filter(|suit| windows >> (4 * start + suit) & 1 == 1)
        .map(|suit| (groups::covering_suit(hand, start, suit, hand.wilds()).trailing_zeros(), suit))
        .min()
        .map(|(id, suit)| groups::straight_flush(start, suit, u32::from(patterns::STRAIGHT.patterns[id as usize])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Rank};
    use crate::combo::{Detail, count_answers, for_each_lead};
    use crate::hand::Hand;
    use crate::rules::test_rules;

    /// A hand of up to `most` cards.
    fn hand(state: &mut u64, most: u64, level: Rank) -> LevelHand {
        let mut below = |n: u64| {
            *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (*state >> 33) % n
        };
        let mut hand = Hand::EMPTY;
        for _ in 0..=below(most) {
            hand = hand.with(Card::from_index(below(Card::FACES as u64) as u8)).unwrap_or(hand);
        }
        LevelHand::new(hand, level)
    }

    #[test]
    fn whoever_has_an_answer_may_answer_and_few_others() {
        let mut state = 1;
        let (mut without, mut mistaken) = (0, 0);
        for round in 0..2000 {
            let t = Tables::new(&test_rules(round), Rank::new((round % 13) as u8));
            let (leader, hand) = (hand(&mut state, 27, t.level), hand(&mut state, 12, t.level));
            for_each_lead(&leader, &t, Detail::Ranks, &mut |lead| {
                let may = may_answer(&hand, &t, lead.combo);
                if count_answers(&hand, &t, lead.combo) > 0 {
                    assert!(may, "{} on {lead:?}", hand.to_hand(t.level));
                } else {
                    without += 1;
                    mistaken += u32::from(may);
                }
            });
        }
        assert!(without > 10_000 && mistaken < without / 10, "{mistaken} of {without}");
    }
}
