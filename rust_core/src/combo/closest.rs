//! Which play of a list comes closest to the one that was meant.

use super::Play;
use crate::hand::Nibble;

/// The place in `plays` of the play closest to `meant`, which is `meant` itself where it is listed; `None` for an empty
/// list.
///
/// Plays of the same kind are closer than others. Among these the difference in the number of cards decides, then where
/// the kind is the same the difference in key, then the number of cards in common by nibble, then the number of cards
/// in common by face. Among plays equally close the first one is taken.
pub fn closest<'a>(meant: &Play, plays: impl IntoIterator<Item = &'a Play>) -> Option<usize> {
    let distance = |play: &Play| {
        let (combo, wanted) = (play.combo, meant.combo);
        (
            combo.kind != wanted.kind,
            combo.size.abs_diff(wanted.size),
            // Keys of different kinds cannot be compared.
            if combo.kind == wanted.kind { combo.key.index().abs_diff(wanted.key.index()) } else { 0 },
            // Negative, for the most cards in common are the least distance.
            -(in_common_by_nibble(play, meant) as i32),
            -(in_common(play, meant) as i32),
        )
    };
    let numbered = plays.into_iter().enumerate();
    numbered.min_by_key(|(_, play)| distance(play)).map(|(place, _)| place)
}

/// How many cards of one play have a card of the same nibble in the other.
fn in_common_by_nibble(one: &Play, other: &Play) -> u32 {
    Nibble::all().map(|nibble| one.cards.count(nibble).min(other.cards.count(nibble))).sum()
}

/// How many cards of one play are in the other too.
const fn in_common(one: &Play, other: &Play) -> u32 {
    (one.cards.one() & other.cards.one()).count_ones() + (one.cards.two() & other.cards.two()).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Rank;
    use crate::combo::{Tables, classify};
    use crate::hand::LevelHand;
    use crate::rules::standard;

    fn play(cards: &str, t: &Tables) -> Play {
        let cards = LevelHand::new(cards.parse().unwrap(), t.level);
        Play { combo: classify(&cards, t)[0], cards }
    }

    #[test]
    fn kind_size_rank_and_cards_decide_in_this_order() {
        let t = Tables::new(&standard().rules, Rank::TWO);
        for (meant, listed, expected) in [
            ("S7 D7", ["S7 D7", "S7 C7", "S6 D6"], 0),
            // The same pair with another suit before another pair.
            ("S7 D7", ["S6 D6", "S7 C7", "H7 C7"], 1),
            // Two sevens before one with a wild.
            ("S7 D7", ["S7 H2", "H7 C7", "S8 D8"], 1),
            // The nearest rank, whichever side it is on; the first of two as near.
            ("S7 D7", ["S4 D4", "S9 D9", "SK DK"], 1),
            ("S7 D7", ["S6 D6", "S8 D8", "S9 D9"], 0),
            // No other kind, be it of the same cards.
            ("S7 D7", ["S7", "D7 S7 C7", "SA DA"], 2),
            // A bomb of four before one of five, for one of three sevens and a wild.
            ("S7 D7 C7 H2", ["S7 S7 D7 D7 C7", "S9 D9 C9 H9", "S7"], 1),
            ("S7 S8 S9 ST SJ", ["S6 S7 S8 S9 ST", "S7 D8 S9 ST SJ", "D7 D8 D9 DT DJ"], 2),
        ] {
            let plays = listed.map(|cards| play(cards, &t));
            assert_eq!(closest(&play(meant, &t), &plays), Some(expected), "{meant} among {listed:?}");
        }
        // Where no play is of the kind: as many cards as can be, and of those the most that are the same.
        let others = ["S3", "S7", "HK HK", "S7 S8 S9 ST DJ"].map(|cards| play(cards, &t));
        assert_eq!(closest(&play("S7 D7 C7", &t), &others), Some(2));
        assert_eq!(closest(&play("S7 D7", &t), &others[..2]), Some(1));
        assert_eq!(closest(&play("S7", &t), &[]), None);
    }
}
