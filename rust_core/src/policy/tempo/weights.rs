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

/// The entry of a list for `index`; the last one stands for all that are greater.
fn entry(list: &[i32], index: u32) -> i32 {
    list[(index as usize).min(list.len() - 1)]
}

impl Weights {
    /// What winning a trick is worth on top of [`Weights::win`] when the hand still takes so many plays after it.
    pub(super) fn closing(&self, plays_left: u32) -> i32 {
        entry(&self.close, plays_left.saturating_sub(1))
    }

    /// What keeping the lead is worth when the hand still takes `plays_left` plays after the lead and the opponent closest to the
    /// end holds `closest` cards.
    pub(super) fn keeping(&self, plays_left: u32, closest: u32) -> i32 {
        self.keep_lead + entry(&self.keep_plays, plays_left) + entry(&self.keep_closest, closest / 3)
    }

    /// What winning a trick is worth to any hand when the opponent closest to the end holds `closest` cards.
    pub(super) fn winning_at_all(&self, closest: u32) -> i32 {
        entry(&self.win, closest)
    }

    /// What winning a trick is worth to a hand as weak as this when the opponent closest to the end holds `closest` cards.
    pub(super) fn winning(&self, weakness: u32, closest: u32) -> i32 {
        self.winning_at_all(closest) + entry(&self.win_weakness, weakness)
    }

    /// What a pass of a hand as weak as this gains. `partner_left` is the number of the partner's cards while the own side is
    /// winning the trick, and `None` while it is not.
    pub(super) fn passing(&self, weakness: u32, partner_left: Option<u32>) -> i32 {
        match partner_left {
            Some(left) => entry(&self.pass_ours, weakness) + entry(&self.pass_partner, left / 4),
            None => entry(&self.pass, weakness),
        }
    }

    /// What a bomb gains as an answer for its hand. The hand has `cards` cards and is meant to play `bombs` bombs.
    pub(super) fn bombing(&self, over_bomb: bool, bombs: u32, cards: u32, closest: u32) -> i32 {
        let over = if over_bomb { entry(&self.bomb_over_bomb, cards / 4) } else { 0 };
        entry(&self.bombs_held, bombs)
            + entry(&self.bomb_cards, cards / 4)
            + entry(&self.bomb_closest, closest / 3)
            + over
    }
}

weights! {
    /// What a single card costs, by key.
    single: [i32; 15] = [117, 118, 116, 106, 108, 98, 95, 89, 83, 81, 61, 48, 1, -23, -57];
    /// What a pair costs, by key.
    pair: [i32; 15] = [93, 88, 90, 83, 87, 82, 79, 83, 68, 55, 42, 13, -31, -55, -75];
    /// What a triple without a pair costs, by key.
    triple: [i32; 13] = [75, 67, 77, 73, 58, 60, 43, 52, 33, 25, -2, -24, -32];
    /// What a bomb of a rank costs, by its number of cards.
    bomb: [i32; 11] = [0, 0, 0, 0, -120, -141, -170, -157, -202, -210, -230];
    /// How much less a bomb costs with each higher key, and a straight flush with each higher top rank.
    bomb_step: i32 = 1;
    /// What a straight costs, by top rank.
    straight: [i32; 13] = [0, 0, 0, 75, 79, 68, 59, 58, 44, 49, 31, 27, 13];
    /// What a tube costs, by top rank.
    tube: [i32; 13] = [0, 92, 59, 71, 59, 46, 46, 48, 56, 54, 38, 20, 1];
    /// What a plate costs, by top rank.
    plate: [i32; 13] = [74, 66, 53, 65, 66, 45, 46, 62, 47, 53, 50, 44, 29];
    /// What a straight flush costs before its top rank is considered.
    straight_flush: i32 = -212;
    /// What a wild costs that stands for nothing yet.
    free_wild: i32 = -80;

    /// How often one opponent beats a single, by how many ranks still out could.
    beaten_single: [i32; 8] = [0, 30, 55, 100, 127, 151, 160, 183];
    /// How often one opponent beats a pair, by how many ranks still out could.
    beaten_pair: [i32; 8] = [0, 42, 51, 89, 97, 109, 116, 127];
    /// How often one opponent beats a triple, by how many ranks still out could.
    beaten_triple: [i32; 8] = [0, 18, 11, 63, 23, 79, 79, 92];
    /// How often one opponent beats a full house, by how many ranks still out could.
    beaten_full_house: [i32; 8] = [0, 9, 31, 31, 41, 31, 58, 71];
    /// How often one opponent beats a straight, by how many straights still out could.
    beaten_straight: [i32; 8] = [0, 31, 58, 47, 40, 60, 56, 65];
    /// How often one opponent beats a tube, by how many tubes still out could.
    beaten_tube: [i32; 8] = [0, 30, 3, 35, 46, 19, 39, 52];
    /// How often one opponent beats a plate, by how many plates still out could.
    beaten_plate: [i32; 8] = [-10, -4, 2, 6, 10, 14, 18, 24];
    /// How often an opponent bombs a play that is no bomb.
    bombed: i32 = 15;
    /// How often an opponent beats a bomb.
    bomb_beaten: i32 = 28;
    /// The share of the chance to beat within the kind that is left to an opponent who has passed in this trick.
    passed: i32 = 88;

    /// What keeping the lead is worth.
    keep_lead: i32 = 63;
    /// What leading a kind gains, by kind.
    shape: [i32; 7] = [-39, -28, -10, -25, 39, 20, 34];
    /// The chance from which on a play counts as sure to stand.
    sure: i32 = 235;
    /// What it gains to lead a kind of which the hand has a higher lead that is sure to stand, and so may come back to the lead.
    returns: i32 = 76;
    /// What it costs when an opponent goes out on the own lead.
    lets_out: i32 = 472;
    /// What it gains when the partner goes out on the own lead.
    helps_out: i32 = 132;
    /// The highest key of a lead that is to help the partner out.
    help_key: Key = Key::new(5);
    /// What leading a bomb early gains.
    bomb_lead: i32 = -382;
    /// What leading the lowest single gains when there are only singles left.
    lowest_single: i32 = -31;
    /// What leading a sure play gains when at most one group is not sure.
    run_out: i32 = 315;

    /// What winning a trick is worth, by the number of cards that the opponent closest to the end holds.
    win: [i32; 28] = [0, 387, 340, 241, 170, 290, 185, 162, 155, 153, 131, 113, 110, 115, 100, 138, 127, 130, 107, 93, 90, 90, 90, 90, 90, 90, 90, 90];
    /// What it is worth that the partner wins a trick, in 256ths of [`Weights::win`].
    partner_wins: i32 = 358;
    /// How often a partner still to act takes the trick from an opponent.
    partner_takes: i32 = 69;
    /// What a pass on a play of the other side gains, by how weak the hand is (see `Grouping::weakness`).
    pass: [i32; 8] = [-57, -38, -39, -16, -4, 27, 23, 70];
    /// What a pass gains while the own side is winning, by how weak the hand is (see `Grouping::weakness`).
    pass_ours: [i32; 8] = [-51, -32, 41, 21, 53, -1, 3, -27];
    /// What a pass gains while the own side is winning, by fours of cards that the partner holds.
    pass_partner: [i32; 7] = [-31, 15, 32, 26, 18, 28, 43];
    /// What a bomb gains as an answer, by the number of bombs held.
    bombs_held: [i32; 5] = [25, -50, 39, 73, 85];
    /// What a bomb gains as an answer, by fours of cards that the seat holds.
    bomb_cards: [i32; 7] = [16, -46, -21, -13, -33, -16, -56];
    /// What a bomb gains over a bomb, by fours of cards that the seat holds.
    bomb_over_bomb: [i32; 7] = [-83, 15, 32, 49, 54, 24, 107];
    /// What a bomb gains as an answer, by threes of cards that the closest opponent holds.
    bomb_closest: [i32; 10] = [75, 26, 65, 30, 12, -43, -39, -44, -64, -17];
    /// What winning a trick is worth on top of [`Weights::win`], by how weak the hand is (see `Grouping::weakness`).
    win_weakness: [i32; 8] = [-26, -48, -69, -50, -49, -91, -68, -68];
    /// What keeping the lead is worth on top of [`Weights::keep_lead`], by the number of plays the hand still takes after it.
    keep_plays: [i32; 7] = [-45, 40, 21, 19, 26, -46, -101];
    /// What keeping the lead is worth on top of [`Weights::keep_lead`], by threes of cards that the closest opponent holds.
    keep_closest: [i32; 10] = [-56, -15, 36, 29, -8, 50, -51, -41, -6, -34];
    /// What winning a trick is worth on top of [`Weights::win`], by the number of plays the hand still takes after it: one,
    /// two, …
    close: [i32; 6] = [229, 61, 47, 41, 33, 29];
}
