//! Samples the hidden hands: every deal that fits what is known is equally likely, or as likely as its numbers of cards of
//! each rank are by the evidence.
//!
//! Cards that may go to the same seats are exchangeable; with evidence only those of one rank are. How many cards of an
//! exchangeable set each seat gets is drawn in proportion to the number of deals that go on from there, each counted as often
//! as it is likely; which cards they are is then drawn uniformly.

use arrayvec::ArrayVec;

use super::evidence::Evidence;
use super::knowledge::Knowledge;
use crate::card::{Card, Rank};
use crate::hand::{Hand, LevelHand, Nibble};
use crate::rng::Stream;

/// Cards that may go to the same seats.
struct Exchangeable {
    /// The seats, bit `i` for hidden seat `i`.
    seats: u8,
    /// The rank of all cards, where there is evidence.
    nibble: Option<Nibble>,
    cards: ArrayVec<Card, 81>,
    /// Where there is evidence: the number of ways to give hidden seats 0 and 1 so many of the cards and seat 2 the rest, times
    /// how likely it is that they hold them. At most eight cards are of one rank.
    weighed: Option<Box<[[f64; 9]; 9]>>,
}

impl Exchangeable {
    /// The number of ways to give each seat so many of the cards, weighed by the evidence.
    fn ways(&self, split: [u32; 3]) -> f64 {
        match &self.weighed {
            None => multinomial(split),
            Some(weighed) => weighed[split[0] as usize][split[1] as usize],
        }
    }
}

/// Samples hidden hands. Made once for a decision; each sample is then cheap.
pub(super) struct Sampler {
    held: [Hand; 3],
    /// How many cards each hidden seat gets beyond those it is known to hold.
    wanted: [u32; 3],
    /// Faces of which each hidden seat gets at least so many cards, those it is known to hold counted too.
    level_faces: u64,
    level_cards: [u32; 3],
    sets: Vec<Exchangeable>,
    /// `ways[set][a][b]`: the number of ways to deal this set and those behind it when hidden seats 0 and 1 still want `a`
    /// and `b` cards and seat 2 the rest.
    ways: Vec<f64>,
}

/// The logarithm of how likely any division of a rank is at least, the likeliest having 0: whatever was played, what fits has
/// some chance, and products over sixteen ranks are numbers above zero.
const LEAST: f64 = -30.0;

/// How often hands are drawn for a sample at most. One card of sixty that one seat of three cards has to hold comes in every
/// twentieth draw.
const MOST_DRAWN: u32 = 1000;

/// One more than the most cards a hand has.
const SIDE: usize = 28;

impl Sampler {
    /// A sampler of the deals that fit what is known, all equally likely, or `None` when none fits.
    pub(super) fn new(knowledge: &Knowledge) -> Option<Sampler> {
        Sampler::weighed(knowledge, None)
    }

    /// A sampler of the deals that fit what is known, as likely at a level as the evidence says, or `None` when none fits.
    pub(super) fn weighed(knowledge: &Knowledge, evidence: Option<(&Evidence<'_>, Rank)>) -> Option<Sampler> {
        let mut free = knowledge.unseen;
        let mut wanted = knowledge.left;
        for (held, wanted) in knowledge.held.iter().zip(&mut wanted) {
            if !free.contains(*held) {
                return None;
            }
            free = free.minus(*held);
            *wanted = wanted.checked_sub(held.len())?;
        }
        if free.len() != wanted.iter().sum::<u32>() || wanted.iter().any(|&wanted| wanted as usize >= SIDE) {
            return None;
        }
        let mut sets: Vec<Exchangeable> = Vec::new();
        for card in free.cards() {
            let without = (0..3).filter(|&seat| knowledge.lacked[seat] >> card.bit() & 1 == 1);
            let seats = without.fold(0b111u8, |seats, seat| seats & !(1 << seat));
            if seats == 0 {
                return None;
            }
            let nibble = evidence.map(|(_, level)| nibble_of(card, level));
            match sets.iter_mut().find(|set| (set.seats, set.nibble) == (seats, nibble)) {
                Some(set) => set.cards.push(card),
                None => sets.push(Exchangeable { seats, nibble, cards: ArrayVec::from_iter([card]), weighed: None }),
            }
        }
        if let Some((evidence, level)) = evidence {
            let held = knowledge.held.map(|hand| LevelHand::new(hand, level).counts());
            for set in &mut sets {
                set.weighed = set.nibble.map(|nibble| {
                    weigh(set.cards.len() as u32, |hidden, count| {
                        evidence.log_weight(hidden, nibble, held[hidden].get(nibble) + count)
                    })
                });
            }
        }
        // Cards that may go anywhere fit whatever room is left, so they go last.
        sets.sort_by_key(|set| set.seats.count_ones());
        let Knowledge { held, level_faces, level_cards, .. } = *knowledge;
        let mut sampler = Sampler { held, wanted, level_faces, level_cards, sets, ways: Vec::new() };
        sampler.count_ways();
        (sampler.ways_from(0, wanted) > 0.0).then_some(sampler)
    }

    /// Fills `ways`, from the last set to the first.
    fn count_ways(&mut self) {
        let mut ways = vec![0.0; (self.sets.len() + 1) * SIDE * SIDE];
        let place = |set: usize, a: u32, b: u32| (set * SIDE + a as usize) * SIDE + b as usize;
        ways[place(self.sets.len(), 0, 0)] = 1.0;
        let mut total = 0;
        for (index, set) in self.sets.iter().enumerate().rev() {
            total += set.cards.len() as u32;
            for a in 0..=self.wanted[0].min(total) {
                for b in 0..=self.wanted[1].min(total - a) {
                    let wanted = [a, b, total - a - b];
                    if wanted[2] <= self.wanted[2] {
                        ways[place(index, a, b)] = splits(set, wanted)
                            .map(|split| set.ways(split) * ways[place(index + 1, a - split[0], b - split[1])])
                            .sum();
                    }
                }
            }
        }
        self.ways = ways;
    }

    /// The number of ways to deal this set and those behind it to seats that want so many cards.
    fn ways_from(&self, set: usize, wanted: [u32; 3]) -> f64 {
        self.ways[(set * SIDE + wanted[0] as usize) * SIDE + wanted[1] as usize]
    }

    /// The three hidden hands of one sample.
    ///
    /// What a seat holds at least of the level rank is known after few tributes, so hands without it are drawn again instead of
    /// being left out of the ways. What somebody tells of a deal may leave no such hands: then the last ones drawn are taken.
    pub(super) fn sample(&self, stream: &mut Stream) -> [Hand; 3] {
        let mut hands = self.draw(stream);
        for _ in 1..MOST_DRAWN {
            if std::iter::zip(hands, self.level_cards).all(|(hand, least)| hand.count_of(self.level_faces) >= least) {
                break;
            }
            hands = self.draw(stream);
        }
        hands
    }

    /// Three hidden hands with what each seat is known to hold and without what it is known to lack.
    fn draw(&self, stream: &mut Stream) -> [Hand; 3] {
        let mut hands = self.held;
        let mut wanted = self.wanted;
        for (index, set) in self.sets.iter().enumerate() {
            let split = self.draw_split(index, set, wanted, stream);
            let mut cards = set.cards.clone();
            for seat in 0..3 {
                wanted[seat] -= split[seat];
                for _ in 0..split[seat] {
                    let card = cards.swap_remove(stream.below(cards.len() as u32) as usize);
                    hands[seat] = hands[seat].with(card).expect("no more copies are dealt than are unseen");
                }
            }
        }
        hands
    }

    /// How many cards of a set each seat gets, drawn in proportion to the number of deals that go on from there.
    fn draw_split(&self, index: usize, set: &Exchangeable, wanted: [u32; 3], stream: &mut Stream) -> [u32; 3] {
        if index + 1 == self.sets.len() {
            return wanted;
        }
        let weight = |split: [u32; 3]| {
            let after = [0, 1, 2].map(|seat| wanted[seat] - split[seat]);
            set.ways(split) * self.ways_from(index + 1, after)
        };
        let mut rest = stream.fraction() * self.ways_from(index, wanted);
        let mut chosen = None;
        for split in splits(set, wanted) {
            let weight = weight(split);
            if weight > 0.0 {
                chosen = Some(split);
                if rest < weight {
                    break;
                }
                rest -= weight;
            }
        }
        chosen.expect("a deal that fits exists")
    }
}

/// Every way to share out the number of a set's cards among the seats that may hold them and still want cards.
fn splits(set: &Exchangeable, wanted: [u32; 3]) -> impl Iterator<Item = [u32; 3]> {
    let count = set.cards.len() as u32;
    let most = [0, 1, 2].map(|seat| if set.seats >> seat & 1 == 1 { wanted[seat].min(count) } else { 0 });
    (0..=most[0]).flat_map(move |a| {
        (0..=most[1].min(count - a)).filter_map(move |b| (count - a - b <= most[2]).then_some([a, b, count - a - b]))
    })
}

/// The rank of a card at a level.
fn nibble_of(card: Card, level: Rank) -> Nibble {
    let one = LevelHand::new(Hand::EMPTY.with(card).expect("an empty hand takes a card"), level);
    one.at_least(1).first().expect("one card")
}

/// The number of ways to divide `cards` of a rank among three hidden seats, times how likely their numbers are by these
/// logarithms for each hidden seat and number. Numbers that are no division are 0.
fn weigh(cards: u32, log_weight: impl Fn(usize, u32) -> f64) -> Box<[[f64; 9]; 9]> {
    let of_seat = |hidden| -> [f64; 9] {
        std::array::from_fn(|count| if count as u32 <= cards { log_weight(hidden, count as u32) } else { 0.0 })
    };
    let by_seat: [[f64; 9]; 3] = [of_seat(0), of_seat(1), of_seat(2)];
    let sum = |split: [u32; 3]| (0..3).map(|hidden| by_seat[hidden][split[hidden] as usize]).sum::<f64>();
    let divisions = || (0..=cards).flat_map(|a| (0..=cards - a).map(move |b| [a, b, cards - a - b]));
    let most = divisions().map(sum).fold(f64::NEG_INFINITY, f64::max);
    let mut weighed = Box::new([[0.0; 9]; 9]);
    for split in divisions() {
        weighed[split[0] as usize][split[1] as usize] = multinomial(split) * (sum(split) - most).max(LEAST).exp();
    }
    weighed
}

/// The number of ways to divide cards into three heaps of these sizes.
fn multinomial(heaps: [u32; 3]) -> f64 {
    let [a, b, c] = heaps;
    binomial(a + b + c, a) * binomial(b + c, b)
}

/// The binomial coefficient: the number of ways to take `k` of `n` cards.
fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::rng::{Address, Purpose};

    const NOTHING: Knowledge = Knowledge {
        unseen: Hand::EMPTY,
        left: [0; 3],
        held: [Hand::EMPTY; 3],
        lacked: [0; 3],
        level_faces: 0,
        level_cards: [0; 3],
    };

    fn hand(text: &str) -> Hand {
        text.parse().unwrap()
    }

    /// Every deal that fits, by giving each physical card to each seat in turn, with the number of times it comes.
    fn enumerate(knowledge: &Knowledge) -> HashMap<[Hand; 3], u32> {
        fn go(cards: &[Card], knowledge: &Knowledge, hands: [Hand; 3], found: &mut HashMap<[Hand; 3], u32>) {
            let Some((&card, rest)) = cards.split_first() else {
                let fits = (0..3).all(|seat| {
                    let beyond = knowledge.held[seat];
                    hands[seat].len() == knowledge.left[seat]
                        && hands[seat].contains(beyond)
                        && hands[seat].minus(beyond).one() & knowledge.lacked[seat] == 0
                        && hands[seat].count_of(knowledge.level_faces) >= knowledge.level_cards[seat]
                });
                if fits {
                    *found.entry(hands).or_default() += 1;
                }
                return;
            };
            for seat in 0..3 {
                let mut hands = hands;
                hands[seat] = hands[seat].with(card).unwrap();
                go(rest, knowledge, hands, found);
            }
        }
        let cards: Vec<Card> = knowledge.unseen.cards().collect();
        let mut found = HashMap::new();
        go(&cards, knowledge, [Hand::EMPTY; 3], &mut found);
        found
    }

    fn bits(text: &str) -> u64 {
        hand(text).one()
    }

    /// Cards known to be held have their copies told apart in `enumerate` but not in the sampler, so in these cases each is the
    /// only copy.
    fn cases() -> Vec<Knowledge> {
        let none = [Hand::EMPTY; 3];
        vec![
            Knowledge { unseen: hand("S2 S2 S3 H4 SB HR HR"), left: [3, 2, 2], held: none, lacked: [0; 3], ..NOTHING },
            Knowledge {
                unseen: hand("S2 S2 S3 H4 SA SB HR HR"),
                left: [3, 3, 2],
                held: [hand("H4"), Hand::EMPTY, Hand::EMPTY],
                lacked: [bits("HR SB"), 0, 0],
                ..NOTHING
            },
            Knowledge {
                unseen: hand("S2 S3 S4 SA HA SB HR HR"),
                left: [2, 3, 3],
                held: none,
                lacked: [bits("SA HA SB HR"), bits("HR SB"), 0],
                ..NOTHING
            },
            Knowledge {
                unseen: hand("S2 S3 SA HA"),
                left: [2, 0, 2],
                held: none,
                lacked: [bits("SA"), 0, bits("S2")],
                ..NOTHING
            },
            Knowledge {
                unseen: hand("S5 S5 D5 S2 S3 H5 SA HR"),
                left: [3, 3, 2],
                lacked: [bits("HR"), 0, bits("D5")],
                level_faces: bits("S5 C5 D5"),
                level_cards: [1, 0, 1],
                ..NOTHING
            },
        ]
    }

    #[test]
    fn hidden_cards_are_dealt_as_the_exact_posterior_says() {
        for (number, knowledge) in cases().iter().enumerate() {
            let exact = enumerate(knowledge);
            let total: u32 = exact.values().sum();
            let sampler = Sampler::new(knowledge).unwrap();
            let mut stream = Address::new(3, Purpose::Determinize, number as u64, 0).stream();
            let samples = 400 * exact.len() as u32;
            let mut drawn: HashMap<[Hand; 3], u32> = HashMap::new();
            for _ in 0..samples {
                *drawn.entry(sampler.sample(&mut stream)).or_default() += 1;
            }
            let mut chi = 0.0;
            for (hands, &count) in &exact {
                let expected = f64::from(samples) * f64::from(count) / f64::from(total);
                chi += (f64::from(drawn.remove(hands).unwrap_or(0)) - expected).powi(2) / expected;
            }
            assert!(drawn.is_empty(), "case {number}: deals that do not fit: {drawn:?}");
            // Five standard deviations above the mean of chi-square.
            let freedom = (exact.len() - 1) as f64;
            assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt() + 5.0, "case {number}: {chi} for {freedom}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let fits =
            Knowledge { unseen: hand("S2 S3 S4"), left: [1, 1, 1], held: [Hand::EMPTY; 3], lacked: [0; 3], ..NOTHING };
        assert!(Sampler::new(&fits).is_some());
        for knowledge in [
            Knowledge { left: [1, 1, 2], ..fits },
            Knowledge { held: [hand("SA"), Hand::EMPTY, Hand::EMPTY], ..fits },
            Knowledge { held: [hand("S2 S3"), Hand::EMPTY, Hand::EMPTY], ..fits },
            Knowledge { lacked: [bits("S2"); 3], ..fits },
            Knowledge { lacked: [bits("S2 S3 S4"), 0, 0], ..fits },
        ] {
            assert!(Sampler::new(&knowledge).is_none(), "{knowledge:?}");
        }
    }

    #[test]
    fn a_whole_deal_of_hidden_cards_fits_in_the_numbers() {
        let knowledge = Knowledge {
            unseen: Hand::FULL
                .minus(hand("S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA HR")),
            left: [27, 27, 27],
            held: [Hand::EMPTY; 3],
            lacked: [bits("HR SB"), 0, bits("HR")],
            ..NOTHING
        };
        let sampler = Sampler::new(&knowledge).unwrap();
        let mut stream = Address::new(3, Purpose::Determinize, 9, 0).stream();
        for _ in 0..100 {
            let hands = sampler.sample(&mut stream);
            assert!(hands.iter().all(|hand| hand.len() == 27));
            assert_eq!(hands[0].one() & knowledge.lacked[0], 0);
            assert_eq!(hands[2].one() & knowledge.lacked[2], 0);
            assert_eq!(hands[0].plus(hands[1]).and_then(|sum| sum.plus(hands[2])), Some(knowledge.unseen));
        }
    }
}
