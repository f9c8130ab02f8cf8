//! One combination laid down.

use super::Combo;
use crate::hand::LevelHand;

/// A play: what it counts as, and the cards it takes out of the hand (wilds as wilds, whatever they stand for).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// Kind, size and key.
    pub combo: Combo,
    /// The cards.
    pub cards: LevelHand,
}
