//! Every play of a hand, one after another.
//!
//! The order is fixed: kind, size, key, number of wilds, the places the wilds fill (low places first; the triple of a full
//! house before its pair), then suits (S H C D). At ranks detail the suits of a rank do not matter and one
//! representative stands for all; at cards detail every choice of suits is a play of its own.

use super::groups::{self, ALL_NIBBLES, Bombs, FullHouses, SPLITS};
use super::patterns::{Shape, nibble_of_start};
use super::take::{choices, held, put, put_wilds};
use super::{Combo, Kind, Play};
use crate::hand::LevelHand;
use crate::rules::{Tables, top_of_start};

/// How finely plays are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detail {
    /// By kind, key, the number of cards of each rank (wilds apart) and, for straight flushes, the suit.
    Ranks,
    /// By kind, key and cards.
    Cards,
}

/// Visits every play the hand can lead.
pub fn for_each_lead(hand: &LevelHand, t: &Tables, detail: Detail, visit: &mut impl FnMut(&Play)) {
    for kind in Kind::ALL {
        for_each_of_kind(hand, t, detail, kind, None, visit);
    }
}

/// Visits every play of the hand that beats `to_beat`.
pub fn for_each_answer(hand: &LevelHand, t: &Tables, to_beat: Combo, detail: Detail, visit: &mut impl FnMut(&Play)) {
    if !to_beat.kind.is_bomb() {
        for_each_of_kind(hand, t, detail, to_beat.kind, Some(to_beat), visit);
    }
    for kind in [Kind::Bomb, Kind::StraightFlush, Kind::JokerBomb] {
        for_each_of_kind(hand, t, detail, kind, Some(to_beat), visit);
    }
}

/// Visits the plays of one kind that beat `to_beat`, if given.
pub(super) fn for_each_of_kind(
    hand: &LevelHand,
    t: &Tables,
    detail: Detail,
    kind: Kind,
    to_beat: Option<Combo>,
    visit: &mut impl FnMut(&Play),
) {
    let lister = Lister { hand, t, detail };
    let floor = to_beat.map_or(0, Combo::power);
    let allowed = to_beat.map_or(ALL_NIBBLES, |combo| t.above[combo.key as usize]);
    let beaten_key = to_beat.map(|combo| combo.key);
    match kind {
        Kind::Single => lister.sames(kind, 1, allowed, visit),
        Kind::Pair => lister.sames(kind, 2, allowed, visit),
        Kind::Triple => lister.sames(kind, 3, allowed, visit),
        Kind::FullHouse => lister.full_houses(allowed, visit),
        Kind::Straight | Kind::Tube | Kind::Plate => lister.runs(kind, beaten_key, visit),
        Kind::Bomb => {
            for n in 4..=t.max_bomb.min(8 + hand.wilds()) {
                lister.sames(kind, n, Bombs::allowed(t, floor, n), visit);
            }
        }
        Kind::StraightFlush => lister.straight_flushes(floor, visit),
        Kind::JokerBomb => {
            if groups::has_joker_bomb(hand) && floor < groups::JOKER_BOMB.combo.power() {
                visit(&groups::JOKER_BOMB);
            }
        }
    }
}

struct Lister<'a> {
    hand: &'a LevelHand,
    t: &'a Tables,
    detail: Detail,
}

impl Lister<'_> {
    /// `n` equal cards in the `allowed` nibbles.
    fn sames(&self, kind: Kind, n: u32, allowed: u64, visit: &mut impl FnMut(&Play)) {
        let Lister { hand, t, detail } = *self;
        let most = hand.wilds().min(n - 1);
        let flags = [0, 1, 2]
            .map(|wilds| if wilds > most || n - wilds > 8 { 0 } else { groups::sames(hand, n, wilds) & allowed });
        let any = flags[0] | flags[1] | flags[2];
        for key in 0..15u8 {
            let nibble = u32::from(t.nibble_of_key[key as usize]);
            let flag = 8u64 << (4 * nibble);
            let bare = nibble == t.level.index() as u32 && groups::bare_wilds(hand, t, n, allowed);
            if any & flag == 0 && !bare {
                continue;
            }
            for wilds in 0..=most {
                if flags[wilds as usize] & flag == 0 {
                    continue;
                }
                match detail {
                    Detail::Ranks => visit(&groups::same(hand, t, kind, n, nibble, wilds)),
                    Detail::Cards => {
                        for &byte in choices(held(hand, nibble), n - wilds) {
                            let mut cards = LevelHand::EMPTY;
                            put(&mut cards, nibble, byte, n - wilds);
                            put_wilds(&mut cards, wilds);
                            visit(&Play { combo: Combo::new(kind, n as u8, key), cards });
                        }
                    }
                }
            }
            if bare {
                visit(&groups::same(hand, t, kind, n, nibble, n));
            }
        }
    }

    fn full_houses(&self, allowed: u64, visit: &mut impl FnMut(&Play)) {
        let Lister { hand, t, .. } = *self;
        for key in 0..13u8 {
            let triple = u32::from(t.nibble_of_key[key as usize]);
            for splits in SPLITS.iter().take(hand.wilds() as usize + 1) {
                for &split in *splits {
                    let houses = FullHouses::of(hand, t, split, allowed);
                    if houses.triples >> (4 * triple + 3) & 1 == 0 {
                        continue;
                    }
                    if houses.bare_pair {
                        self.full_house(split, [triple, 0], visit);
                        continue;
                    }
                    for pair in t.nibble_of_key[..15].iter().map(|&nibble| u32::from(nibble)) {
                        if pair != triple && houses.pairs >> (4 * pair + 3) & 1 == 1 {
                            self.full_house(split, [triple, pair], visit);
                        }
                    }
                }
            }
        }
    }

    fn full_house(&self, split: [u32; 2], nibbles: [u32; 2], visit: &mut impl FnMut(&Play)) {
        let Lister { hand, t, detail } = *self;
        if matches!(detail, Detail::Ranks) {
            visit(&groups::full_house(hand, t, split, nibbles));
            return;
        }
        let combo = Combo::new(Kind::FullHouse, 5, t.key_of_nibble[nibbles[0] as usize]);
        for &triple in choices(held(hand, nibbles[0]), split[0]) {
            let mut cards = LevelHand::EMPTY;
            put(&mut cards, nibbles[0], triple, split[0]);
            put_wilds(&mut cards, 5 - split[0] - split[1]);
            for &pair in choices(held(hand, nibbles[1]), split[1]) {
                let mut cards = cards;
                put(&mut cards, nibbles[1], pair, split[1]);
                visit(&Play { combo, cards });
            }
        }
    }

    fn runs(&self, kind: Kind, beaten_key: Option<u8>, visit: &mut impl FnMut(&Play)) {
        let Lister { hand, t, detail } = *self;
        let windows = super::patterns::Windows::of_ranks(hand, kind, hand.wilds()).any();
        if windows == 0 {
            return;
        }
        for key in beaten_key.map_or(0, |key| key + 1)..13 {
            let Some(start) = groups::start_of_key(t, kind, key) else { continue };
            if windows >> (4 * start + 3) & 1 == 0 {
                continue;
            }
            for pattern in groups::covering(hand, kind, start) {
                match detail {
                    Detail::Ranks => {
                        if kind != Kind::Straight || !groups::forced_suit(hand, t, start, pattern) {
                            visit(&groups::run(hand, t, kind, start, pattern));
                        }
                    }
                    Detail::Cards => self.suits_of_run(kind, start, pattern, visit),
                }
            }
        }
    }

    /// Every choice of suits for the run from `start` with the wilds of `pattern`.
    fn suits_of_run(&self, kind: Kind, start: u32, pattern: u32, visit: &mut impl FnMut(&Play)) {
        let Lister { hand, t, .. } = *self;
        let shape = Shape::of(kind);
        let mut wilds = 0;
        let mut places: [(u32, u32, &[u8]); 5] = [(0, 0, &[]); 5];
        let mut count = 0;
        for i in 0..shape.places {
            let filled = pattern >> (2 * i) & 3;
            wilds += filled;
            if filled < shape.each {
                let nibble = nibble_of_start(start + i);
                places[count] = (nibble, shape.each - filled, choices(held(hand, nibble), shape.each - filled));
                count += 1;
            }
        }
        let mut cards = LevelHand::EMPTY;
        put_wilds(&mut cards, wilds);
        let top = top_of_start(start, shape.places);
        let combo = Combo::new(kind, (shape.places * shape.each) as u8, t.key_of_run(kind, top));
        // A straight of one suit is no plain straight, unless a wild among it may pass for another suit.
        let one_suit_barred = kind == Kind::Straight && (wilds == 0 || !t.plain_straight_from_flush);
        expand(&places[..count], cards, 15, &mut |cards, suits| {
            if !(one_suit_barred && suits != 0) {
                visit(&Play { combo, cards });
            }
        });
    }

    fn straight_flushes(&self, floor: u8, visit: &mut impl FnMut(&Play)) {
        let Lister { hand, .. } = *self;
        let first = match floor >> 4 {
            0..3 => 0,
            3 => (floor & 15) + 1,
            _ => return,
        };
        let windows = super::patterns::Windows::of_suits(hand.one, hand.wilds()).any();
        for key in first.max(3)..13 {
            let start = u32::from(key) - 3;
            // By pattern before suit: suits are the last to be compared, patterns are few.
            for id in 0..16 {
                for suit in 0..4 {
                    if windows >> (4 * start + suit) & 1 == 0 {
                        continue;
                    }
                    let wanted = u32::from(super::patterns::STRAIGHT.patterns[id]);
                    if groups::covering_suit(hand, start, suit).any(|pattern| pattern == wanted) {
                        visit(&groups::straight_flush(start, suit, wanted));
                    }
                }
            }
        }
    }
}

/// Visits every combination of one choice per place, with the suits common to all of them.
fn expand(places: &[(u32, u32, &'static [u8])], cards: LevelHand, suits: u8, visit: &mut impl FnMut(LevelHand, u8)) {
    let Some((&(nibble, n, options), rest)) = places.split_first() else {
        visit(cards, suits);
        return;
    };
    for &byte in options {
        let mut cards = cards;
        put(&mut cards, nibble, byte, n);
        expand(rest, cards, suits & byte & 15, visit);
    }
}
