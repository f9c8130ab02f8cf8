//! The numbers `tempo` thinks in, each with its meaning and value in one entry (docs/STRATEGIES.md says how they were found).
//!
//! The unit is a hundredth of a turn: a group that will need a lead of its own costs about 100, one that brings the lead
//! back costs less than nothing. Chances are in 256ths. Keys are places in level order (0 the lowest rank, 12 the level,
//! 13 SB, 14 HR); runs go by the natural index of their top rank.

macro_rules! weights {
    ($($(#[doc = $about:literal])+ $name:ident: [$count:literal] = $value:expr;)+) => {
        /// Everything `tempo` weighs by. One number is a list of one.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[doc = $about])+ pub $name: [i32; $count],)+
        }

        impl Weights {
            /// The weights in use.
            pub const DEFAULT: Weights = Weights { $($name: $value,)+ };
        }
    };
}

weights! {
    /// Single cards by key.
    single: [15] = [100, 100, 100, 99, 98, 97, 95, 92, 88, 80, 65, 35, 0, -40, -80];
    /// Pairs by key.
    pair: [15] = [85, 84, 83, 82, 80, 78, 74, 68, 60, 48, 30, -5, -40, -60, -90];
    /// Triples by key, without a pair.
    triple: [13] = [85, 84, 82, 80, 76, 72, 66, 58, 48, 34, 18, 0, -20];
    /// Bombs of a rank by size.
    bomb: [11] = [0, 0, 0, 0, -95, -115, -150, -170, -190, -210, -230];
    /// What a bomb of a rank gains with each key, a straight flush with each rank.
    bomb_step: [1] = [1];
    /// Straights by top rank.
    straight: [13] = [0, 0, 0, 75, 72, 68, 64, 58, 52, 46, 38, 28, 10];
    /// Tubes by top rank.
    tube: [13] = [0, 65, 60, 56, 52, 48, 44, 40, 36, 30, 24, 16, 4];
    /// Plates by top rank.
    plate: [13] = [60, 55, 50, 46, 42, 38, 34, 30, 26, 22, 16, 8, 0];
    /// A straight flush.
    straight_flush: [1] = [-158];
    /// A wild that stands for nothing yet.
    free_wild: [1] = [-45];

    /// How often one opponent beats a single, by how many ranks still out could.
    beaten_single: [8] = [0, 40, 75, 105, 130, 150, 165, 180];
    /// The same for a pair.
    beaten_pair: [8] = [0, 25, 48, 70, 90, 105, 120, 140];
    /// The same for a triple.
    beaten_triple: [8] = [0, 12, 24, 36, 46, 56, 64, 80];
    /// The same for a full house.
    beaten_full_house: [8] = [0, 12, 24, 36, 46, 56, 64, 80];
    /// The same for a straight, by how many windows could.
    beaten_straight: [8] = [0, 12, 24, 36, 48, 58, 66, 76];
    /// The same for a tube.
    beaten_tube: [8] = [0, 8, 14, 20, 26, 32, 36, 44];
    /// The same for a plate.
    beaten_plate: [8] = [-10, -4, 2, 6, 10, 14, 18, 24];
    /// How often an opponent bombs a play.
    bombed: [1] = [10];
    /// How often an opponent bombs a bomb.
    bomb_beaten: [1] = [25];
    /// How much of its chance to beat is left to an opponent who has passed in this trick.
    passed: [1] = [60];

    /// What keeping the lead is worth when leading.
    keep_lead: [1] = [50];
    /// Extra for leading a kind.
    shape: [7] = [0, 0, 5, 15, 25, 30, 30];
    /// A play is sure to stand from here on.
    sure: [1] = [235];
    /// What an opponent's going out on the own lead costs.
    lets_out: [1] = [400];
    /// What the partner's going out on the own lead gains.
    helps_out: [1] = [233];
    /// The highest key led to the partner.
    help_key: [1] = [5];
    /// Leading a bomb early.
    bomb_lead: [1] = [-400];
    /// All singles left: leading the lowest.
    lowest_single: [1] = [-31];
    /// Leading what is sure when at most one group is not.
    run_out: [1] = [420];

    /// What winning a trick is worth, by the cards of the opponent closest to the end.
    win: [28] = [0, 330, 260, 220, 220, 230, 170, 150, 135, 125, 115, 110, 105, 100, 95, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90];
    /// The share of it that the partner's winning the trick is worth.
    partner_wins: [1] = [364];
    /// How often a partner still to act takes the trick from an opponent.
    partner_takes: [1] = [50];
    /// What winning a trick is worth more with so many plays left: one, two …
    close: [6] = [238, 82, 38, 2, 8, 12];
}
