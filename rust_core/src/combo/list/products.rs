//! The ways to fill the places of straights with one card each: products of faces, worked out once for all patterns of
//! wilds.

use super::super::pattern::WildPattern;
use crate::hand::{LevelHand, Start};

/// The ways to take one face at each of some places, each way as a mask. The face of the first place varies least.
#[derive(Clone, Copy)]
struct Faces<const N: usize> {
    all: [u64; N],
    count: usize,
}

/// The most faces a place has. So many are always written, and surplus ones are overwritten later: that saves a branch
/// which the processor would have to guess.
const SUITS: usize = 4;

impl<const N: usize> Faces<N> {
    const NONE: Faces<N> = Faces { all: [0; N], count: 0 };

    #[inline]
    fn get(&self) -> &[u64] {
        &self.all[..self.count]
    }

    /// Becomes the product: each way in `some` with each face of one more place.
    #[inline]
    fn multiply<const M: usize>(&mut self, some: &Faces<M>, place: &Faces<SUITS>) {
        self.count = 0;
        for faces in some.get() {
            let row = self.all[self.count..].first_chunk_mut::<SUITS>().expect("there is room for a row");
            for (to, other) in row.iter_mut().zip(&place.all) {
                *to = faces | other;
            }
            self.count += place.count;
        }
    }
}

/// The faces of a hand for straights, and room for their products.
pub(super) struct Products {
    /// The faces held of each rank.
    ranks: [Faces<SUITS>; 13],
    /// For the first two places of a straight.
    head: Faces<16>,
    /// For the last three places less one of them: less the last, less the middle one, less the first.
    less_one: [Faces<16>; 3],
    /// For the last three places.
    tail: Faces<64>,
}

/// The products for the straights from one start: the ways to fill the first two places and the ways to fill the last
/// three, each by the set of places that are filled with natural cards (bit `i` for place `i` of the half).
pub(super) struct Halves<'a> {
    heads: [&'a [u64]; 4],
    tails: [&'a [u64]; 8],
}

impl Products {
    pub(super) const NONE: Products =
        Products { ranks: [Faces::NONE; 13], head: Faces::NONE, less_one: [Faces::NONE; 3], tail: Faces::NONE };

    /// Finds the faces of a hand.
    pub(super) fn find(&mut self, hand: &LevelHand) {
        for (rank, faces) in self.ranks.iter_mut().enumerate() {
            faces.count = 0;
            for bit in SUITS * rank..SUITS * (rank + 1) {
                faces.all[faces.count % SUITS] = 1 << bit;
                faces.count += (hand.one() >> bit & 1) as usize;
            }
        }
    }

    /// Works out the products for the straights from `start` with up to `W` wilds.
    #[inline]
    pub(super) fn work_out<const W: u32>(&mut self, start: Start) -> Halves<'_> {
        let Products { ranks, head, less_one: [first_two, outer, last_two], tail } = self;
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|place| &ranks[start.nibble(place).index()]);
        head.multiply(a, b);
        first_two.multiply(c, d);
        if W > 0 {
            outer.multiply(c, e);
            last_two.multiply(d, e);
        }
        tail.multiply(first_two, e);
        Halves {
            heads: [&[], a.get(), b.get(), head.get()],
            tails: [&[], c.get(), d.get(), first_two.get(), e.get(), outer.get(), last_two.get(), tail.get()],
        }
    }
}

impl<'a> Halves<'a> {
    /// The ways to fill the places that a pattern leaves to natural cards: first those of the earlier places, then
    /// those of the later ones. Any of the first and any of the second together make a straight. Each list covers at
    /// least one place.
    #[inline]
    pub(super) fn of(&self, wilds: WildPattern) -> [&'a [u64]; 2] {
        let natural = |place| usize::from(wilds.at(place) == 0);
        let head = natural(0) | natural(1) << 1;
        let tail = natural(2) | natural(3) << 1 | natural(4) << 2;
        if head == 0 {
            return [self.tails[1], self.tails[6]];
        }
        [self.heads[head], self.tails[tail]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combo::Kind;
    use crate::combo::pattern::Shape;
    use crate::hand::Counts;

    /// One face of each natural place of a straight, the first place's varying least, suits S H C D.
    fn naive(hand: &LevelHand, start: Start, wilds: WildPattern) -> Vec<u64> {
        let natural = (0..5).filter(|&place| wilds.at(place) == 0);
        natural.fold(vec![0], |faces, place| {
            let nibble = start.nibble(place);
            let place: Vec<u64> =
                hand.suits(nibble).iter().map(|suit| LevelHand::of_card(nibble, suit).one()).collect();
            faces.iter().flat_map(|faces| place.iter().map(move |bit| faces | bit)).collect()
        })
    }

    #[test]
    fn what_comes_early_with_what_comes_late_are_all_selections_of_one_card_a_place_in_order() {
        let mut products = Products::NONE;
        let mut faces = 0x0123_4567_89AB_CDEFu64;
        for _ in 0..200 {
            faces = faces.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let hand = LevelHand::from_words(faces | faces >> 7, 0, Counts::NONE);
            products.find(&hand);
            for start in Start::all(5) {
                let halves = products.work_out::<2>(start);
                for &id in Shape::of(Kind::Straight).covering(WildPattern::NONE, 2).ids() {
                    let wilds = Shape::of(Kind::Straight).pattern(id);
                    let [early, late] = halves.of(wilds);
                    let all: Vec<u64> =
                        early.iter().flat_map(|some| late.iter().map(move |other| some | other)).collect();
                    assert_eq!(all, naive(&hand, start, wilds), "{:#x}, {start:?}, {wilds:?}", hand.one());
                }
            }
        }
    }
}
