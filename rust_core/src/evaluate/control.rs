//! Points of control: how well a play holds the lead or takes it back.
//!
//! Knows combinations and no hands. The points are measured: [`points`] says what they mean, docs/EVALUATION.md how they were
//! found.

use crate::combo::{Combo, Kind};

/// Chances in percent, by kind (single, pair, triple, full house, straight, tube, plate) and by key. Keys that no combination
/// has carry their neighbour's value. The lowest keys of straights and tubes exist only where runs are in level order.
const IN_KIND: [[u8; 15]; 7] = [
    [0, 0, 0, 0, 1, 1, 1, 2, 3, 5, 8, 16, 37, 57, 100],
    [12, 13, 14, 15, 17, 18, 20, 23, 27, 32, 43, 64, 91, 95, 100],
    [35, 36, 37, 40, 41, 44, 47, 50, 55, 62, 72, 89, 100, 100, 100],
    [37, 37, 38, 40, 41, 43, 46, 48, 52, 59, 68, 86, 100, 100, 100],
    [39, 39, 39, 39, 40, 42, 45, 47, 50, 55, 60, 67, 100, 100, 100],
    [59, 59, 60, 62, 63, 66, 68, 72, 74, 78, 83, 89, 100, 100, 100],
    [73, 74, 75, 77, 79, 81, 83, 86, 88, 89, 94, 97, 100, 100, 100],
];
/// Chances in percent of bombs of four and of five cards, by key.
const SMALL_BOMBS: [[u8; 13]; 2] =
    [[62, 62, 64, 65, 66, 67, 69, 70, 71, 73, 75, 77, 80], [80, 80, 80, 81, 81, 81, 82, 82, 83, 83, 84, 84, 85]];
/// Chances in percent of straight flushes, by key. The lowest key is that of the one that ends at 5.
const STRAIGHT_FLUSHES: [u8; 13] = [85, 85, 85, 85, 86, 88, 89, 90, 91, 93, 94, 95, 98];
/// The chance in percent of a bomb of six cards, whatever its rank. Larger ones are hardly ever bombed over.
const BOMB_OF_SIX: u8 = 98;

/// The most points of a play: it may be laid on anything and is never beaten.
pub(super) const MOST_POINTS: u32 = 200;

/// The points of control of a play, 0 to 200.
///
/// They are a chance in percent: that neither opponent can answer the play in kind at no cost. An answer costs nothing if the
/// opponent's own hand needs no more plays after it than before. The chances were measured over random deals at all levels,
/// with opponents that hold 1 to 27 cards, every number with equal weight; a test measures them again. A bomb may be laid on
/// whatever is on the table, so it has 100 points on top of its chance not to be bombed over at no cost.
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
