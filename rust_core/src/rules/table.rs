//! The one table of a rule set's fields: name, type, allowed values, meaning. The struct [`Rules`] and everything that
//! reads, prints or compares rule sets come from it, so a field cannot exist in one place and be missing in another.

use super::value::{Domain, FieldType, Value};
use super::{
    AceAttemptCounts, AntiTribute, Clock, Cut, FirstLead, LaterDraw, LaterShuffle, LeadAfterOut, PassAce, Scoring,
    SequenceOrder, TributeDouble, TributeLead, TributeTie,
};
use crate::card::Rank;

/// One field of a rule set.
#[derive(Debug)]
pub struct Field {
    /// The name in files, on the command line and in Python.
    pub name: &'static str,
    /// One sentence for help texts; the full meaning is the field's clause.
    pub meaning: &'static str,
    /// The values it may hold, and their text forms.
    pub domain: Domain,
    /// The value of the field where a file leaves it out; `None` for a field that every file has to give. Fields that were
    /// added later have one, so that files written before can still be read. The canonical text leaves such a field out
    /// at this value, so that older rule sets keep their fingerprints.
    pub usual: Option<Value>,
    get: fn(&Rules) -> Value,
}

impl PartialEq for Field {
    fn eq(&self, other: &Field) -> bool {
        self.name == other.name
    }
}

impl Eq for Field {}

impl Field {
    /// The field called `name`.
    pub fn named(name: &str) -> Option<&'static Field> {
        FIELDS.iter().find(|field| field.name == name)
    }

    /// The field's place in [`FIELDS`].
    pub(super) fn index(&self) -> usize {
        FIELDS.iter().position(|field| field == self).expect("every Field is an entry of FIELDS")
    }

    /// The clause of docs/RULES.md that defines the field, such as `R13.1`.
    pub fn clause(&self) -> String {
        format!("R13.{}", self.index() + 1)
    }

    /// What `rules` holds in this field.
    pub fn of(&self, rules: &Rules) -> Value {
        (self.get)(rules)
    }

    /// What `rules` holds in this field as text, in the form that `--set` reads.
    pub fn text(&self, rules: &Rules) -> String {
        self.domain.text(self.of(rules))
    }
}

/// The field's usual value: an expression, or nothing where every file has to give the field.
macro_rules! usual {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

macro_rules! rules {
    ($($(#[doc = $meaning:literal])+ $name:ident: $type:ty = $domain:expr $(, usually $usual:expr)?;)+) => {
        /// A complete rule set: plain data, compared and hashed by value. Clause R13 of docs/RULES.md.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(clippy::struct_excessive_bools)] // each is a house rule of its own
        pub struct Rules {
            $($(#[doc = $meaning])+ pub $name: $type,)+
        }

        /// Every field, in the order of the clauses.
        pub static FIELDS: &[Field] = &[$(
            Field {
                name: stringify!($name),
                meaning: concat!($($meaning),+).trim_ascii(),
                domain: $domain,
                usual: usual!($($usual)?),
                get: |rules| rules.$name.into_value(),
            },
        )+];

        impl Rules {
            /// The rule set with `values`, one a field in the order of [`FIELDS`] and each of its field's domain.
            pub(super) fn from_values(values: impl IntoIterator<Item = Value>) -> Rules {
                let mut values = values.into_iter();
                Rules {
                    $($name: values.next().and_then(FieldType::from_value).expect(stringify!($name)),)+
                }
            }
        }
    };
}

const YES_NO: Domain = Domain::Switch(["no", "yes"]);
const ON_OFF: Domain = Domain::Switch(["off", "on"]);

rules! {
    /// Levels that a finish of 1-2, 1-3 or 1-4 is worth.
    promotion: [u8; 3] = Domain::Promotion;
    // Bit `i` stands for the rank of index `i`.
    /// Levels that a team must win as declarers before it can rise past them.
    must_play: u16 = Domain::Levels;
    /// How the declarers must finish to pass A.
    pass_ace: PassAce = Domain::Words(PassAce::WORDS);
    /// Number of failed attempts at A after which the team falls; 0 for no limit.
    ace_attempts: u8 = Domain::Number(0, u8::MAX);
    /// Which deals count as failed attempts at A.
    ace_attempt_counts: AceAttemptCounts = Domain::Words(AceAttemptCounts::WORDS);
    /// The level that a team falls to.
    ace_fall_to: Rank = Domain::Level;
    /// The level that the next first place of a fallen team brings it to; none for the ordinary promotion.
    ace_fall_first_win: Option<Rank> = Domain::LevelOrNone;
    /// Whether declarers at their own A fall at once when they lose to a last play of aces.
    ace_finish_demotes: bool = YES_NO;
    /// Number of first places in a row from which each adds levels; 0 for never.
    streak_rises: u8 = Domain::Number(0, u8::MAX);
    /// Number of last places in a row from which each takes levels; 0 for never.
    streak_falls: u8 = Domain::Number(0, u8::MAX);
    /// Who leads when the seat that won the trick has no cards left.
    lead_after_out: LeadAfterOut = Domain::Words(LeadAfterOut::WORDS);
    /// Whether a deal stops as soon as partners are first and second.
    double_down_ends_deal: bool = YES_NO;
    /// Whether tribute is paid.
    tribute: bool = ON_OFF;
    /// What voids a tribute.
    anti_tribute: AntiTribute = Domain::Words(AntiTribute::WORDS);
    /// The highest rank that may be returned; none for any card.
    tribute_return_max: Option<Rank> = Domain::LevelOrNone;
    /// Whether a level card may be returned.
    tribute_return_level: bool = YES_NO;
    /// Whether the card just received may be returned.
    tribute_return_received: bool = YES_NO;
    /// Who gets which of two tributes of equal rank.
    tribute_tie: TributeTie = Domain::Words(TributeTie::WORDS);
    /// Who leads after tribute.
    tribute_lead: TributeLead = Domain::Words(TributeLead::WORDS);
    /// The most cards of one rank that make a bomb.
    max_bomb: u8 = Domain::Number(4, 10);
    /// Whether the pair of a full house may be two equal jokers.
    joker_pair_in_full_house: bool = YES_NO;
    /// Whether a straight flush that holds a wild may be declared a plain straight.
    plain_straight_from_flush: bool = YES_NO;
    /// How straights, tubes and plates compare.
    sequence_order: SequenceOrder = Domain::Words(SequenceOrder::WORDS);
    /// Who leads the first deal.
    first_lead: FirstLead = Domain::Words(FirstLead::WORDS);
    /// How the turned-up card decides who draws first in the first deal.
    cut: Cut = Domain::Words(Cut::WORDS);
    /// Who draws first in later deals.
    later_draw: LaterDraw = Domain::Words(LaterDraw::WORDS);
    /// Who shuffles in later deals.
    later_shuffle: LaterShuffle = Domain::Words(LaterShuffle::WORDS);
    /// A seat with this many cards or fewer announces how many it holds.
    announce_at: u8 = Domain::Number(0, 27);
    /// The time limits of a match; none for no clock.
    clock: Option<Clock> = Domain::Clock;
    /// Which points are kept over a series of matches.
    scoring: Scoring = Domain::Words(Scoring::WORDS);
    /// Whether a payer that holds another level card may pay a wild.
    tribute_wild: bool = YES_NO, usually Value::Switch(false);
    /// Who gets which of two tributes.
    tribute_double: TributeDouble = Domain::Words(TributeDouble::WORDS), usually Value::Word(TributeDouble::WORDS[0]);
}
