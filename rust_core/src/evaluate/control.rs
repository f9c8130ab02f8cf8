//! What a play is worth for control: the ability to hold the lead or to take it back.
//!
//! Knows combinations only, no hands. The points are measured ones: [`points`] says what, docs/EVALUATION.md how.

use crate::combo::{Combo, Kind};

/// Chances by kind (single, pair, triple, full house, straight, tube, plate) and key. Keys no combination can have carry
/// their neighbour's value; the lowest keys of straights and tubes exist only where runs are in level order.
const IN_KIND: [[u8; 15]; 7] = [
    [0, 0, 0, 0, 1, 1, 1, 2, 3, 5, 8, 16, 37, 57, 100],
    [12, 13, 14, 15, 17, 18, 20, 23, 27, 32, 43, 64, 91, 95, 100],
    [35, 36, 37, 40, 41, 44, 47, 50, 55, 62, 72, 89, 100, 100, 100],
    [37, 37, 38, 40, 41, 43, 46, 48, 52, 59, 68, 86, 100, 100, 100],
    [39, 39, 39, 39, 40, 42, 45, 47, 50, 55, 60, 67, 100, 100, 100],
    [59, 59, 60, 62, 63, 66, 68, 72, 74, 78, 83, 89, 100, 100, 100],
    [73, 74, 75, 77, 79, 81, 83, 86, 88, 89, 94, 97, 100, 100, 100],
];
/// Chances of bombs of four and of five cards by key.
const SMALL_BOMBS: [[u8; 13]; 2] =
    [[62, 62, 64, 65, 66, 67, 69, 70, 71, 73, 75, 77, 80], [80, 80, 80, 81, 81, 81, 82, 82, 83, 83, 84, 84, 85]];
/// Chances of straight flushes by key; none is below the one to 5.
const STRAIGHT_FLUSHES: [u8; 13] = [85, 85, 85, 85, 86, 88, 89, 90, 91, 93, 94, 95, 98];
/// The chance of a bomb of six cards, whatever its rank; larger ones are hardly ever bombed over.
const BOMB_OF_SIX: u8 = 98;

/// The points of a play that stands for sure and may be played on anything: there is nothing above it.
pub(super) const MOST_POINTS: u32 = 200;

/// The points of control of a play, 0..=200.
///
/// They are a chance in percent: that neither opponent can answer the play in kind at no cost, that is with a play after
/// which the opponent's own hand needs no more plays than before. The chances were measured over random deals at all levels,
/// the opponents holding 1 to 27 cards with equal weight; a test measures them again. A bomb, which may be played on whatever
/// lies on the table, has 100 points on top of its chance not to be bombed over at no cost.
pub fn points(combo: Combo) -> u32 {
    let key = combo.key.index();
    let chance = match (combo.kind, combo.size) {
        (Kind::Bomb, size @ 4..=5) => SMALL_BOMBS[size as usize - 4][key],
        (Kind::Bomb, 6) => BOMB_OF_SIX,
        (Kind::Bomb | Kind::JokerBomb, _) => 100,
        (Kind::StraightFlush, _) => STRAIGHT_FLUSHES[key],
        (kind, _) => IN_KIND[kind as usize][key],
    };
    u32::from(chance) + if combo.kind.is_bomb() { MOST_POINTS / 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Key;

    #[test]
    fn points_never_fall_from_a_combination_to_one_that_beats_it() {
        let mut combos = vec![Combo::JOKER_BOMB];
        for key in (0..13).map(Key::new) {
            for (kind, size) in [(Kind::Triple, 3), (Kind::FullHouse, 5), (Kind::Tube, 6), (Kind::Plate, 6)] {
                combos.push(Combo::new(kind, size, key));
            }
            combos.extend([Kind::Straight, Kind::StraightFlush].map(|kind| Combo::new(kind, 5, key)));
            combos.extend((4..=10).map(|size| Combo::new(Kind::Bomb, size, key)));
        }
        for key in (0..15).map(Key::new) {
            combos.extend([Combo::new(Kind::Single, 1, key), Combo::new(Kind::Pair, 2, key)]);
        }
        for low in &combos {
            for high in combos.iter().filter(|high| high.beats(*low)) {
                assert!(points(*high) >= points(*low), "{high:?} on {low:?}");
                assert!(points(*high) <= MOST_POINTS);
            }
        }
    }
}
