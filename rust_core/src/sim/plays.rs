//! The rows of the table `plays` and their columns: every play and pass of the deals that count, for those who ask.
//!
//! Kept out of the loop over plays: a deal is gone through once more, from its log, when it is over.

use arrayvec::ArrayString;

use super::columns::{Domain, Spec};
use super::recorder::FinishedDeal;
use crate::combo::{Kind, count_answers, count_leads, placed, wilds_substituted};
use crate::deal::Deal;
use crate::rules::Rules;

/// The cards of a play: at most ten of two letters, with blanks between.
type Cards = ArrayString<29>;

/// The names of ranks, of single jokers too, in the order of the codes.
const RANKS: [&str; 15] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "SB", "HR"];

/// A play or pass.
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

/// What a play was.
#[derive(Clone, Copy, Debug)]
struct Made {
    kind: u8,
    /// `None` for the joker bomb, which has none.
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
pub(super) fn play_columns() -> Vec<Spec<PlayRow>> {
    use Domain::Number;
    let names = |names: &[&str]| Domain::Enum(names.iter().map(|&name| name.to_owned()).collect());
    let kinds = Kind::ALL.map(Kind::name);
    vec![
        Spec::new("match", "number of the match in the run", Number, |row: &PlayRow| row.number),
        Spec::new("deal", "number of the deal in its match, from 0", Number, |row: &PlayRow| row.deal),
        Spec::new("play", "number of the play or pass in its deal, from 0", Number, |row: &PlayRow| row.play),
        Spec::new("seat", "seat that acted", Number, |row: &PlayRow| row.seat),
        Spec::new("trick", "number of the trick in its deal, from 0", Number, |row: &PlayRow| row.trick),
        Spec::new("kind", "kind of combination, null for a pass", names(&kinds), |row: &PlayRow| {
            row.made.map(|made| made.kind)
        }),
        Spec::new(
            "rank",
            "rank of the cards or of the triple, top of a run (5 for A2345); null for a pass and the joker bomb",
            names(&RANKS),
            |row: &PlayRow| row.made.and_then(|made| made.rank),
        ),
        Spec::new("cards", "cards played, a wild in the place it fills; null for a pass", Number, |row: &PlayRow| {
            row.made.map(|made| made.cards)
        }),
        Spec::new("wilds_substituted", "wilds played as another card than themselves", Number, |row: &PlayRow| {
            row.made.map_or(0, |made| made.wilds_substituted)
        }),
        Spec::new("left", "cards the seat has left", Number, |row: &PlayRow| row.left),
        Spec::new(
            "legal",
            "plays it could have made, told apart by ranks, a pass not counted",
            Number,
            |row: &PlayRow| row.legal,
        ),
    ]
}
