//! The rows of the table `plays` and their columns: every play and pass of the deals that count.
//!
//! The loop that plays deals knows nothing of them: a deal is gone through once more, from its log, when it is over.

use arrayvec::ArrayString;

use super::columns::ColumnSpec;
use super::recorder::FinishedDeal;
use crate::combo::{Kind, count_answers, count_leads, placed, wilds_substituted};
use crate::deal::Deal;
use crate::rules::Rules;

/// The cards of a play: at most ten of two letters, with blanks between.
type Cards = ArrayString<29>;

/// The names of ranks and of single jokers, in the order of their codes.
const RANKS: [&str; 15] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "SB", "HR"];

/// A row of the table `plays`: a play or a pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayRow {
    number: u64,
    deal: u16,
    play: u16,
    seat: u8,
    trick: u16,
    made: Option<Made>,
    left: u8,
    legal: u16,
}

/// The part of a row that a pass does not have.
#[derive(Clone, Copy, Debug)]
struct Made {
    kind: u8,
    /// `None` for the joker bomb, which is named by no rank.
    rank: Option<u8>,
    cards: Cards,
    wilds_substituted: u8,
}

/// Adds a row for each play and pass of a deal that counts.
pub(super) fn play_rows(finished: &FinishedDeal<'_>, rules: &Rules, rows: &mut Vec<PlayRow>) {
    let (start, t) = (finished.start, finished.tables);
    let mut deal = Deal::new_unchecked(rules, t.level, start.hands(), start.leader());
    for event in finished.log().events(finished.actions) {
        let hand = *deal.hand(event.seat);
        let legal = match deal.table() {
            None => count_leads(&hand, t),
            Some(to_beat) => count_answers(&hand, t, to_beat),
        };
        let made = event.play.map(|play| {
            let mut cards = Cards::new();
            for (card, _) in placed(play, t) {
                if !cards.is_empty() {
                    cards.push(' ');
                }
                cards.push_str(&card.to_string());
            }
            let name = play.combo.rank_name(t);
            let rank = RANKS.iter().position(|&rank| rank == name).map(|code| code as u8);
            Made { kind: play.combo.kind as u8, rank, cards, wilds_substituted: wilds_substituted(play, t) as u8 }
        });
        match event.play {
            Some(play) => deal.play_unchecked(play),
            None => deal.pass_unchecked(),
        }
        rows.push(PlayRow {
            number: finished.match_number,
            deal: start.number as u16,
            play: event.action,
            seat: event.seat.index() as u8,
            trick: event.trick,
            made,
            left: deal.hand(event.seat).len() as u8,
            legal: legal as u16,
        });
    }
}

/// The columns of the table `plays`.
pub(super) fn play_columns() -> Vec<ColumnSpec<PlayRow>> {
    let names = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect());
    let kinds = Kind::ALL.map(Kind::name);
    vec![
        ColumnSpec::new("match", "number of the match in the run", None, |row: &PlayRow| row.number),
        ColumnSpec::new("deal", "number of the deal in its match, from 0", None, |row: &PlayRow| row.deal),
        ColumnSpec::new("play", "number of the play or pass in its deal, from 0", None, |row: &PlayRow| row.play),
        ColumnSpec::new("seat", "seat that acted", None, |row: &PlayRow| row.seat),
        ColumnSpec::new("trick", "number of the trick in its deal, from 0", None, |row: &PlayRow| row.trick),
        ColumnSpec::new("kind", "kind of combination, null for a pass", names(&kinds), |row: &PlayRow| {
            row.made.map(|made| made.kind)
        }),
        ColumnSpec::new(
            "rank",
            "rank of the cards or of the triple, top of a run (5 for A2345); null for a pass and the joker bomb",
            names(&RANKS),
            |row: &PlayRow| row.made.and_then(|made| made.rank),
        ),
        ColumnSpec::new(
            "cards",
            "cards played, a wild in the place it fills; null for a pass",
            None,
            |row: &PlayRow| row.made.map(|made| made.cards),
        ),
        ColumnSpec::new("wilds_substituted", "wilds played as another card than themselves", None, |row: &PlayRow| {
            row.made.map_or(0, |made| made.wilds_substituted)
        }),
        ColumnSpec::new("left", "cards the seat has left", None, |row: &PlayRow| row.left),
        ColumnSpec::new(
            "legal",
            "plays it could have made, told apart by ranks, a pass not counted",
            None,
            |row: &PlayRow| row.legal,
        ),
    ]
}
