//! The numbers that `tempo` weighs by. docs/STRATEGIES.md says how they were found.
//!
//! Costs and gains are in hundredths of a turn: a group that will need a lead of its own costs about 100, one that brings the
//! lead back costs less than nothing. Chances are in 256ths. Keys are places in level order (0 the lowest rank, 12 the level, 13
//! SB, 14 HR); the costs of runs are listed by the natural index of their top rank.

use crate::rules::Key;

macro_rules! weights {
    ($($(#[doc = $about:literal])+ $name:ident: $type:ty = $value:expr;)+) => {
        /// The numbers that `tempo` weighs by.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub(super) struct Weights {
            $($(#[doc = $about])+ pub(super) $name: $type,)+
        }

        impl Weights {
            /// The weights in use.
            pub(super) const DEFAULT: Weights = Weights { $($name: $value,)+ };
        }
    };
}

impl Weights {
    /// What winning a trick is worth on top of [`Weights::win`] when the hand still takes so many plays after it.
    pub(super) fn closing(&self, plays_left: u32) -> i32 {
        self.close[(plays_left.saturating_sub(1) as usize).min(self.close.len() - 1)]
    }
}

weights! {
    /// What a single card costs, by key.
    single: [i32; 15] = [100, 100, 100, 99, 98, 97, 95, 92, 88, 80, 65, 35, 0, -40, -80];
    /// What a pair costs, by key.
    pair: [i32; 15] = [85, 84, 83, 82, 80, 78, 74, 68, 60, 48, 30, -5, -40, -60, -90];
    /// What a triple without a pair costs, by key.
    triple: [i32; 13] = [85, 84, 82, 80, 76, 72, 66, 58, 48, 34, 18, 0, -20];
    /// What a bomb of a rank costs, by its number of cards.
    bomb: [i32; 11] = [0, 0, 0, 0, -95, -115, -150, -170, -190, -210, -230];
    /// How much less a bomb costs with each higher key, and a straight flush with each higher top rank.
    bomb_step: i32 = 1;
    /// What a straight costs, by top rank.
    straight: [i32; 13] = [0, 0, 0, 75, 72, 68, 64, 58, 52, 46, 38, 28, 10];
    /// What a tube costs, by top rank.
    tube: [i32; 13] = [0, 65, 60, 56, 52, 48, 44, 40, 36, 30, 24, 16, 4];
    /// What a plate costs, by top rank.
    plate: [i32; 13] = [60, 55, 50, 46, 42, 38, 34, 30, 26, 22, 16, 8, 0];
    /// What a straight flush costs before its top rank is considered.
    straight_flush: i32 = -158;
    /// What a wild costs that stands for nothing yet.
    free_wild: i32 = -45;

    /// How often one opponent beats a single, by how many ranks still out could.
    beaten_single: [i32; 8] = [0, 40, 75, 105, 130, 150, 165, 180];
    /// How often one opponent beats a pair, by how many ranks still out could.
    beaten_pair: [i32; 8] = [0, 25, 48, 70, 90, 105, 120, 140];
    /// How often one opponent beats a triple, by how many ranks still out could.
    beaten_triple: [i32; 8] = [0, 12, 24, 36, 46, 56, 64, 80];
    /// How often one opponent beats a full house, by how many ranks still out could.
    beaten_full_house: [i32; 8] = [0, 12, 24, 36, 46, 56, 64, 80];
    /// How often one opponent beats a straight, by how many straights still out could.
    beaten_straight: [i32; 8] = [0, 12, 24, 36, 48, 58, 66, 76];
    /// How often one opponent beats a tube, by how many tubes still out could.
    beaten_tube: [i32; 8] = [0, 8, 14, 20, 26, 32, 36, 44];
    /// How often one opponent beats a plate, by how many plates still out could.
    beaten_plate: [i32; 8] = [-10, -4, 2, 6, 10, 14, 18, 24];
    /// How often an opponent bombs a play that is no bomb.
    bombed: i32 = 10;
    /// How often an opponent beats a bomb.
    bomb_beaten: i32 = 25;
    /// The share of the chance to beat within the kind that is left to an opponent who has passed in this trick.
    passed: i32 = 60;

    /// What keeping the lead is worth.
    keep_lead: i32 = 50;
    /// What leading a kind gains, by kind.
    shape: [i32; 7] = [0, 0, 5, 15, 25, 30, 30];
    /// The chance from which on a play counts as sure to stand.
    sure: i32 = 235;
    /// What it costs when an opponent goes out on the own lead.
    lets_out: i32 = 400;
    /// What it gains when the partner goes out on the own lead.
    helps_out: i32 = 233;
    /// The highest key of a lead that is to help the partner out.
    help_key: Key = Key::new(5);
    /// What leading a bomb early gains.
    bomb_lead: i32 = -400;
    /// What leading the lowest single gains when there are only singles left.
    lowest_single: i32 = -31;
    /// What leading a sure play gains when at most one group is not sure.
    run_out: i32 = 420;

    /// What winning a trick is worth, by the number of cards that the opponent closest to the end holds.
    win: [i32; 28] = [0, 330, 260, 220, 220, 230, 170, 150, 135, 125, 115, 110, 105, 100, 95, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90];
    /// The share of that which the partner's winning the trick is worth, in 256ths.
    partner_wins: i32 = 364;
    /// How often a partner still to act takes the trick from an opponent.
    partner_takes: i32 = 50;
    /// What winning a trick is worth on top of that, by the number of plays the hand still takes after it: one, two, …
    close: [i32; 6] = [238, 82, 38, 2, 8, 12];
}
