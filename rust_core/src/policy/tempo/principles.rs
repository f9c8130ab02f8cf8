//! The twelve principles of `tempo`, each a switch (docs/STRATEGIES.md).

use std::fmt;

use super::Tempo;
use crate::policy::Strategy;
use crate::policy::parameters::{Allowed, Parameter, ParameterType, Parameters};

macro_rules! principles {
    ($(#[doc = $doc:literal] $variant:ident = $name:literal, $about:literal;)+) => {
        /// One principle of play.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Principle {
            $(#[doc = $doc] $variant,)+
        }

        impl Principle {
            /// Every principle, in the order of docs/STRATEGIES.md.
            pub const ALL: [Principle; [$($name),+].len()] = [$(Principle::$variant),+];

            /// The name of the principle's switch.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Principle::$variant => $name,)+
                }
            }
        }

        impl Parameters for Principles {
            const NAME: &'static str = "tempo";
            const ABOUT: &'static str = "plays by twelve principles, each a switch as in tempo(partner=off)";
            const TABLE: &'static [Parameter<Principles>] = &[$(
                Parameter {
                    name: $name,
                    about: $about,
                    domain: Allowed::Switch,
                    get: |on| on.has(Principle::$variant).text(),
                    set: |on, given| {
                        *on = on.with(Principle::$variant, bool::read(given)?);
                        Ok(())
                    },
                },
            )+];

            fn into_strategy(self) -> Strategy {
                Strategy::Tempo(Tempo::new(self))
            }
        }
    };
}

// The principle, its switch, and what `tempo` does with the switch on.
principles! {
    /// Empty the hand in the fewest plays.
    Tempo = "tempo", "the hand is split to take few plays, with runs looked for and wilds given a place";
    /// Value what holds or takes back the lead.
    Control = "control", "a play is worth more the likelier it is to stand";
    /// Group the hand so that the strongest groups remain, not only the fewest.
    Decomposition = "decomposition", "groupings are compared by what their groups are worth";
    /// Keep wilds and bombs until they matter.
    Save = "save", "bombs and wilds are expensive to spend, and bombs are not led before the end";
    /// Lead the smallest of a kind first.
    SmallestFirst = "smallest_first", "leads are compared by what their rank costs";
    /// Use jokers, level cards and aces singly where that is worth more.
    Singles = "singles", "jokers, level cards and aces may be played singly out of pairs, triples and the joker bomb";
    /// Beat only when what remains is stronger or the play probably stands.
    BeatWhenStronger = "beat_when_stronger", "every answer, even one that breaks groups up, is weighed against passing";
    /// Infer what is still out from the cards played, the passes and the tribute.
    Infer = "infer", "the cards played, the passes in this trick and the tribute are taken into account";
    /// Leave the partner's winning plays alone and help it out.
    Partner = "partner", "winning plays of the partner are left alone, and a partner with one or two cards gets a low lead";
    /// Near the end lead the second lowest single and shut opponents out.
    LastCards = "last_cards", "with singles left the second lowest is led, and leads that let an opponent go out are avoided";
    /// Lead long shapes while in control.
    LongShapes = "long_shapes", "leading a long kind gets a bonus";
    /// Keep the lead with the team when going out.
    Wind = "wind", "the seat that leads after somebody has gone out is known (`lead_after_out`)";
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
    pub const fn has(self, principle: Principle) -> bool {
        self.0 >> principle as u16 & 1 == 1
    }

    /// This set with `principle` on or off.
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
