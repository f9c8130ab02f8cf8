//! Cards, plays and positions as HTML: how a notebook shows them.
//!
//! Styles stand in the elements themselves, since a notebook keeps no style sheet of ours.

use std::fmt::Write;

use guandan_core::card::{Card, Rank, Suit};

/// What every card looks like.
const CARD: &str = "display:inline-block;min-width:1.5em;margin:1px;padding:1px 3px;border:1px solid #999;border-radius:4px;\
                    background:#fff;text-align:center;font:bold 13px sans-serif";

/// A card; one that is the wild of `level` is framed, and shows in small what it stands for if that is another card.
pub(super) fn card(card: Card, level: Option<Rank>, stands_for: Card) -> String {
    let is_wild = level.is_some_and(|level| card.rank() == Some(level) && card.suit() == Some(Suit::Hearts));
    let frame = if is_wild { ";border-color:#c80;box-shadow:0 0 0 1px #c80" } else { "" };
    let meaning = if stands_for == card { String::new() } else { format!("<small> = {}</small>", face(stands_for)) };
    format!("<span style='{CARD};color:{}{frame}'>{}{meaning}</span>", colour(card), face(card))
}

/// Cards side by side, each standing for itself.
pub(super) fn cards(cards: impl Iterator<Item = Card>, level: Option<Rank>) -> String {
    cards.map(|one| card(one, level, one)).collect()
}

/// A table of two columns: what a row is about, which is plain text, and HTML.
pub(super) fn table(title: &str, rows: &[(String, String)]) -> String {
    let mut html = format!("<div><b>{}</b><table>", escaped(title));
    for (about, shown) in rows {
        let _ = write!(html, "<tr><th style='text-align:left'>{}</th>", escaped(about));
        let _ = write!(html, "<td style='text-align:left'>{shown}</td></tr>");
    }
    html + "</table></div>"
}

/// Text as HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The suit's sign and the rank, 10 in two digits; of a joker the letters of its name.
fn face(card: Card) -> String {
    let (Some(suit), Some(rank)) = (card.suit(), card.rank()) else { return card.to_string() };
    let sign = match suit {
        Suit::Spades => '♠',
        Suit::Hearts => '♥',
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
    };
    let rank = if rank.letter() == "T" { "10" } else { rank.letter() };
    format!("{sign}{rank}")
}

/// Red for hearts, diamonds and the big joker, as they are printed.
fn colour(card: Card) -> &'static str {
    let is_red = matches!(card.suit(), Some(Suit::Hearts | Suit::Diamonds)) || card == Card::BIG_JOKER;
    if is_red { "#c00" } else { "#111" }
}
