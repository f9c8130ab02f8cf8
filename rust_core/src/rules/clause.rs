//! The numbered clauses of docs/RULES.md, so that a refusal can say which rule it rests on.
//!
//! Knows the clauses' numbers and headlines only; a test keeps them word for word equal to the page. The clause of a
//! field of a rule set (R13) belongs to the field, see [`super::Field`].

use std::fmt;

macro_rules! clauses {
    ($($name:ident $id:literal $headline:literal)+) => {
        /// A clause of docs/RULES.md. Displays as its number and first sentence, `R1.1: Two packs …`.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Clause {
            $(#[doc = concat!($id, ": ", $headline)] $name,)+
        }

        impl Clause {
            /// Every clause in the page's order.
            pub const ALL: &'static [Clause] = &[$(Clause::$name),+];

            /// The clause's number, such as `R4.3`.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Clause::$name => $id,)+
                }
            }

            /// The clause's first sentence.
            pub const fn headline(self) -> &'static str {
                match self {
                    $(Clause::$name => $headline,)+
                }
            }
        }
    };
}

clauses! {
    Deck "R1.1" "Two packs of 54 cards are dealt out, 27 to each of four seats."
    Seats "R1.2" "Seats 0, 1, 2, 3 play in that order; 0 and 2 are team 0, 1 and 3 are team 1."
    LevelCards "R1.3" "The eight cards of the deal's level are level cards; its two hearts are the wilds."
    LevelOrder "R1.4" "Level order is HR, SB, the level rank, then A down to 2 without the level rank."
    NaturalOrder "R1.5" "Natural order is A down to 2, the level rank in its own place, with A also below 2."

    Single "R2.1" "A single is any one card."
    Pair "R2.2" "A pair is two cards of one rank, or two equal jokers."
    Triple "R2.3" "A triple is three cards of one rank."
    FullHouse "R2.4" "A full house is a triple and a pair of another rank."
    Straight "R2.5" "A straight is exactly five cards of consecutive ranks."
    Tube "R2.6" "A tube is exactly three pairs of consecutive ranks."
    Plate "R2.7" "A plate is exactly two triples of consecutive ranks."
    Bomb "R2.8" "A bomb is four or more cards of one rank, up to `max_bomb`."
    StraightFlush "R2.9" "A straight flush is exactly five cards of one suit and consecutive ranks."
    JokerBomb "R2.10" "The joker bomb is all four jokers."
    WildStandsFor "R2.11" "Beside another card a wild may stand for any card but a joker."
    WildAlone "R2.12" "One wild, or two wilds together with no other card, are plain level cards."
    WildItself "R2.13" "A wild may also be the card that is printed on it."
    Combination "R2.14" "Only a combination may be played."
    Declared "R2.15" "Cards with several readings are what the player declares, if that is one of the readings."
    UndeclaredAnswer "R2.16" "An undeclared answer is its highest reading that beats."
    UndeclaredLead "R2.17" "An undeclared lead is a bomb before a non-bomb, a plate before a tube, then the higher rank."
    OnePlay "R2.18" "Kind, rank and cards make a play; what each wild stands for does not."

    SameKind "R3.1" "A non-bomb is beaten by a higher play of the same kind, and by any bomb."
    NothingLess "R3.2" "A bomb is beaten by a higher bomb only."
    BombLadder "R3.3" "Bombs go up by size, with the straight flush between five and six cards and the joker bomb on top."
    EqualNeverBeats "R3.4" "Equal never beats equal; suits do not count."
    RankOfPlay "R3.5" "Plays of one kind and size compare by the rank that names them."

    Turn "R4.1" "Only the seat whose turn it is acts; the turn goes to the next seat that holds cards."
    OwnCards "R4.2" "A seat plays cards it holds."
    LeadMustPlay "R4.3" "A leader plays any combination and may not pass."
    BeatOrPass "R4.4" "Every other seat beats the last play of the trick or passes."
    PassNotFinal "R4.5" "A seat that has passed may play later in the same trick."
    TrickEnds "R4.6" "A trick ends when every other seat with cards has passed since the last play, whose player leads next."
    Wind "R4.7" "If that player is out of cards, the lead goes by `lead_after_out`."
    Places "R4.8" "Places are given in the order of going out."
    DealEnds "R4.9" "A deal ends when three seats are out, or at 1-2 with `double_down_ends_deal`."
    TiedLast "R4.10" "In a deal stopped at 1-2 the two losers are tied and both are last."

    FirstLeader "R5.1" "The first deal of a match is led by `first_lead`."
    PhysicalCopy "R5.2" "A turned-up or drawn card is one physical copy; its holder leads."
    FirstDrawer "R5.3" "Who draws first is fixed by `cut` in the first deal and by `later_draw` after that."
    ShufflerCutter "R5.4" "Later deals are shuffled by `later_shuffle` and cut by the first."

    TributeDue "R6.1" "Tribute precedes every deal but the first, on the new hands and at the new level."
    SinglePayer "R6.2" "After 1-3 and 1-4 the last pays the first, partner or not."
    DoublePayers "R6.3" "After 1-2 third and last both pay; the higher card goes to the first, the lower to the second."
    HighestCard "R6.4" "A payer gives its highest card in level order, wilds left out; among equal cards it chooses."
    EqualTributes "R6.5" "Two tributes of equal rank go by `tribute_tie`."
    Return "R6.6" "Each receiver returns one card to the payer whose card it took."
    ReturnLimits "R6.7" "A return keeps `tribute_return_max`, `tribute_return_level` and `tribute_return_received`."
    ReturnFallback "R6.8" "Where no card keeps the limits, the lowest card is returned."
    ReturnsTogether "R6.9" "Returns are chosen unseen and shown together."
    AntiTribute "R6.10" "Both big jokers with the payer, or with two payers in any split, void the tribute."
    TributeLeader "R6.11" "After tribute the lead goes by `tribute_lead`; with none paid the first leads."
    TiedTribute "R6.12" "After a deal stopped at 1-2, `last` means the payer to the first and `last_to_first` acts as `clockwise`."

    Start "R7.1" "Both teams begin at level 2, and the first deal is played at 2 without declarers."
    Declarers "R7.2" "The team of the first declares the next deal, which is played at its level."
    Promotion "R7.3" "The team of the first rises by `promotion` for its other player's place, plus any streak rise."
    Ceiling "R7.4" "No rise goes past A, nor past a `must_play` level the team has not won as declarers."
    Order "R7.5" "After a deal come the rise, the count of a failed attempt at A with its fall, and the streak falls."
    WinningDeal "R7.6" "The deal that wins the match changes no level and no count."

    PassAce "R8.1" "Declarers at their own A win the match when one of them is first and the partner's place meets `pass_ace`."
    OthersAce "R8.2" "Winning a deal at the other team's A wins no match."
    AceAttempt "R8.3" "Declarers at their own A who do not pass it have failed, as `ace_attempt_counts` says."
    AceFall "R8.4" "With `ace_attempts` failures the team falls to `ace_fall_to` and its count is cleared."
    AfterFall "R8.5" "A fallen team's next first place in a later deal brings it to `ace_fall_first_win`, if that is a level."
    AceFinish "R8.6" "With `ace_finish_demotes` declarers at their own A fall at once when they lose to a last play of aces."

    StreakRise "R9.1" "From `streak_rises` first places in a row each adds one level more than the one before."
    StreakFall "R9.2" "From `streak_falls` last places in a row each takes one level more than the one before, never below 2."
    OneFall "R9.3" "Of two partners who fall in one deal only the larger fall counts."

    Bell "R10.1" "At the bell the deal in progress is void and the team with the higher level wins."
    BellTie "R10.2" "At equal levels the team wins that last moved to its level in the earlier deal; else it is a draw."
    PlaySeconds "R10.3" "A play takes at most `play_seconds`, or `leading_team_seconds` for the leading team near the end."

    Announce "R11.1" "A seat announces its count from `announce_at` cards down."

    LevelPoints "R12.1" "Each level climbed is a point up for each winner and a point down for each loser."
    MatchPoints "R12.2" "A match won at A is 10 points for each winner instead, and takes nothing from the losers."
    LeavingPoints "R12.3" "Leaving costs 4 points during play, 2 between deals, 10 in a deal at K or A."
    LeavingShare "R12.4" "In a deal at 6 or above what a leaver loses goes to the two opponents, half each."
    Titles "R12.5" "A player's title goes by the total of points."
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id(), self.headline())
    }
}

#[cfg(test)]
mod tests {
    use super::Clause;
    use crate::rules::FIELDS;
    use std::collections::BTreeSet;

    const PAGE: &str = include_str!("../../../docs/RULES.md");

    #[test]
    fn the_page_says_every_clause_in_the_same_words() {
        for clause in Clause::ALL {
            let heading = format!("**{} {}**", clause.id(), clause.headline());
            assert_eq!(PAGE.matches(&heading).count(), 1, "docs/RULES.md must hold exactly once: {heading}");
        }
    }

    #[test]
    fn every_clause_the_documents_cite_exists() {
        let glossary = include_str!("../../../docs/GLOSSARY.md");
        let notation = include_str!("../../../docs/NOTATION.md");
        let mut cited = 0;
        for text in
            [PAGE, glossary, notation].iter().flat_map(|page| page.split(|c: char| !c.is_alphanumeric() && c != '.'))
        {
            let id = text.trim_end_matches('.');
            let number = id.strip_prefix('R').unwrap_or_default();
            if !number.starts_with(|c: char| c.is_ascii_digit()) || !number.contains('.') {
                continue;
            }
            cited += 1;
            let field = id.strip_prefix("R13.").and_then(|number| number.parse().ok());
            let known = Clause::ALL.iter().any(|clause| clause.id() == id);
            assert!(known || field.is_some_and(|number: usize| number <= FIELDS.len()), "no clause {id}");
        }
        assert!(cited > 2 * Clause::ALL.len(), "found only {cited} citations");
    }

    #[test]
    fn the_page_numbers_no_clause_the_engine_does_not_know() {
        let known: BTreeSet<&str> = Clause::ALL.iter().map(|clause| clause.id()).collect();
        let headings = PAGE.lines().filter_map(|line| line.strip_prefix("**R")).filter(|rest| !rest.starts_with("13."));
        for heading in headings {
            let id = format!("R{}", heading.split(' ').next().unwrap_or_default());
            assert!(known.contains(id.as_str()), "docs/RULES.md numbers {id}, rules/clause.rs does not");
        }
        assert_eq!(known.len(), Clause::ALL.len(), "two clauses share a number");
    }
}
