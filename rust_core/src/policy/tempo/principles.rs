//! The twelve principles of `tempo`, each a switch (docs/STRATEGIES.md).

use std::fmt;

/// One principle of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Principle {
    /// Empty the hand in the fewest plays.
    Tempo,
    /// Value what holds or takes back the lead.
    Control,
    /// Split the hand so that the strongest groups remain, not only the fewest.
    Decomposition,
    /// Keep wilds and bombs until they matter.
    Save,
    /// Lead the smallest of a kind first.
    SmallestFirst,
    /// Use jokers, level cards and aces singly where that is worth more.
    Singles,
    /// Beat only when what remains is stronger or the play probably stands.
    BeatWhenStronger,
    /// Read what is still out from the cards played and who passed.
    Infer,
    /// Leave the partner's winning plays alone, help it out.
    Partner,
    /// The end: lead the second lowest single, shut opponents out.
    LastCards,
    /// Lead long shapes while in control.
    LongShapes,
    /// Keep the lead with the team when going out.
    Wind,
}

impl Principle {
    /// Every principle, in the order of docs/STRATEGIES.md.
    pub const ALL: [Principle; 12] = [
        Principle::Tempo,
        Principle::Control,
        Principle::Decomposition,
        Principle::Save,
        Principle::SmallestFirst,
        Principle::Singles,
        Principle::BeatWhenStronger,
        Principle::Infer,
        Principle::Partner,
        Principle::LastCards,
        Principle::LongShapes,
        Principle::Wind,
    ];
    /// The switches' names in the text form, by principle.
    pub const NAMES: [&'static str; 12] = [
        "tempo",
        "control",
        "decomposition",
        "save",
        "smallest_first",
        "singles",
        "beat_when_stronger",
        "infer",
        "partner",
        "last_cards",
        "long_shapes",
        "wind",
    ];

    /// What tempo does where they are on, by principle.
    const ABOUT: [&'static str; 12] = [
        "the hand is split to take few plays, with runs looked for and wilds given a place",
        "a play is worth more the likelier it is to stand",
        "groupings are compared by what their groups are worth",
        "bombs and wilds are expensive to spend, and bombs are not led before the end",
        "leads are compared by what their rank costs",
        "jokers, level cards and aces may be played singly out of pairs, triples and the joker bomb",
        "every answer, even one that breaks groups up, is weighed against passing",
        "the cards played, the passes in this trick and the tribute are taken into account",
        "winning plays of the partner are left alone, and a partner with one or two cards gets a low lead",
        "with singles left the second lowest is led, and leads that let an opponent go out are avoided",
        "leading a long kind gets a bonus",
        "the seat that leads after somebody has gone out is known (`lead_after_out`)",
    ];

    /// What tempo does with the switch on.
    pub const fn about(self) -> &'static str {
        Self::ABOUT[self as usize]
    }

    /// The switch's name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

impl fmt::Display for Principle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of principles: those switched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Principles(u16);

impl Principles {
    /// All twelve.
    pub const ALL: Principles = Principles((1 << Principle::ALL.len()) - 1);

    /// Whether `principle` is on.
    #[inline(always)]
    pub const fn has(self, principle: Principle) -> bool {
        self.0 >> principle as u16 & 1 == 1
    }

    /// The same with `principle` on or off.
    #[must_use]
    pub const fn with(self, principle: Principle, on: bool) -> Principles {
        let bit = 1 << principle as u16;
        Principles(if on { self.0 | bit } else { self.0 & !bit })
    }
}

impl Default for Principles {
    fn default() -> Principles {
        Principles::ALL
    }
}
