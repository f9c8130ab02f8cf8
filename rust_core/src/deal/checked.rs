//! The checked actions of the referee: plays and passes from outside the engine, refused with a reason where the rules
//! do not allow them.

use super::{Deal, Illegal, StatedAction};
use crate::combo::{Combo, Kind, Play, Readings, classify};
use crate::error::one_line;
use crate::hand::{Hand, LevelHand};
use crate::rules::Tables;

impl Deal {
    /// Checks whether the seat whose turn it is may make `play`.
    ///
    /// # Errors
    /// The reason why it may not, with the clause of the rules.
    ///
    /// # Panics
    /// When `tables` is of another level than the deal.
    pub fn check(&self, play: &Play, tables: &Tables) -> Result<(), Illegal> {
        let cards = play.cards.to_hand(self.level());
        let readings = self.readings(cards, tables)?;
        if !readings.contains(&play.combo) {
            return Err(not_a_reading(cards, play.combo.name(tables), &readings, tables));
        }
        self.check_beats(play.combo, tables)
    }

    /// Makes a play.
    ///
    /// # Errors
    /// When it is not legal; the deal is then unchanged.
    ///
    /// # Panics
    /// When `tables` is of another level than the deal.
    pub fn play(&mut self, play: &Play, tables: &Tables) -> Result<(), Illegal> {
        self.check(play, tables)?;
        self.play_unchecked(play);
        Ok(())
    }

    /// The play that the seat whose turn it is makes with `cards`.
    ///
    /// `kind` and `rank`, a name of a rank, declare what the cards are. What they leave open is decided by the rules: the
    /// highest reading that beats the table, or for a lead the first reading (docs/RULES.md R2.15 to R2.17).
    ///
    /// # Errors
    /// The reason why there is no such play, with the clause of the rules.
    ///
    /// # Panics
    /// When `tables` is of another level than the deal.
    pub fn declare(
        &self,
        cards: Hand,
        kind: Option<Kind>,
        rank: Option<&str>,
        tables: &Tables,
    ) -> Result<Play, Illegal> {
        let readings = self.readings(cards, tables)?;
        let declared = |combo: &Combo| {
            kind.is_none_or(|kind| combo.kind == kind) && rank.is_none_or(|rank| combo.rank_name(tables) == rank)
        };
        let mut meant = readings.iter().copied().filter(declared);
        let Some(first) = meant.clone().next() else {
            let words = [kind.map_or("", Kind::name), rank.unwrap_or("")];
            return Err(not_a_reading(cards, one_line(&words.join(" ")), &readings, tables));
        };
        let beating = meant.find(|combo| self.table().is_none_or(|table| combo.beats(table)));
        let combo = beating.unwrap_or(first);
        self.check_beats(combo, tables)?;
        Ok(Play { combo, cards: LevelHand::new(cards, self.level()) })
    }

    /// Makes the play that `cards` are declared to be, see [`Deal::declare`].
    ///
    /// # Errors
    /// When it is not legal; the deal is then unchanged.
    ///
    /// # Panics
    /// When `tables` is of another level than the deal.
    pub fn play_cards(
        &mut self,
        cards: Hand,
        kind: Option<Kind>,
        rank: Option<&str>,
        tables: &Tables,
    ) -> Result<Play, Illegal> {
        let play = self.declare(cards, kind, rank, tables)?;
        self.play_unchecked(&play);
        Ok(play)
    }

    /// What the seat whose turn it is does when it does `action`: a legal play, or `None` for a pass. Nothing is
    /// played.
    ///
    /// # Errors
    /// The reason why it may not do so, with the clause of the rules.
    ///
    /// # Panics
    /// When `tables` is of another level than the deal.
    pub fn meant(&self, action: &StatedAction, tables: &Tables) -> Result<Option<Play>, Illegal> {
        match action {
            StatedAction::Pass => self.check_pass().map(|()| None),
            StatedAction::Play(play) => self.check(play, tables).map(|()| Some(*play)),
            StatedAction::Cards { cards, kind, rank } => self.declare(*cards, *kind, rank.as_deref(), tables).map(Some),
        }
    }

    /// Passes.
    ///
    /// # Errors
    /// For the leader of a trick, and when the deal is over; the deal is then unchanged.
    pub fn pass(&mut self) -> Result<(), Illegal> {
        self.check_pass()?;
        self.pass_unchecked();
        Ok(())
    }

    /// Checks whether the seat whose turn it is may pass.
    fn check_pass(&self) -> Result<(), Illegal> {
        let seat = self.turn().ok_or(Illegal::Over)?;
        if self.table().is_none() { Err(Illegal::LeaderPassed { seat }) } else { Ok(()) }
    }

    /// The combinations that `cards` can be, if the seat whose turn it is holds them.
    fn readings(&self, cards: Hand, tables: &Tables) -> Result<Readings, Illegal> {
        assert_eq!(tables.level, self.level(), "tables of another level");
        let seat = self.turn().ok_or(Illegal::Over)?;
        let held = self.hand(seat).to_hand(self.level());
        if !held.contains(cards) {
            let one = cards.one() & !held.one() | cards.two() & !held.two();
            let two = cards.two() & !held.one();
            return Err(Illegal::NotHeld { seat, missing: Hand::from_masks(one, two) });
        }
        let readings = classify(&LevelHand::new(cards, self.level()), tables);
        if readings.is_empty() { Err(Illegal::NoCombination { cards }) } else { Ok(readings) }
    }

    /// Checks whether `combo` beats what lies on the table.
    fn check_beats(&self, combo: Combo, tables: &Tables) -> Result<(), Illegal> {
        match self.table() {
            Some(table) if !combo.beats(table) => {
                Err(Illegal::TooLow { play: combo.name(tables), table: table.name(tables), equal: combo == table })
            }
            _ => Ok(()),
        }
    }
}

/// The refusal of `cards` that were declared to be something they are not.
fn not_a_reading(cards: Hand, declared: String, readings: &Readings, tables: &Tables) -> Illegal {
    let readings: Vec<String> = readings.iter().map(|combo| combo.name(tables)).collect();
    Illegal::NotAReading { cards, declared, readings: readings.join(", ") }
}
