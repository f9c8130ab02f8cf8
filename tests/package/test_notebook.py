"""Cards, plays, views and deals in a notebook: HTML with the cards drawn as cards."""

import re
from html.parser import HTMLParser

import guandan_sim as gd


class _Text(HTMLParser):
    """The text of HTML; every tag has to be closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def text(html: str) -> str:
    return "|".join(_Text(html).text)


def test_a_hand_shows_each_card_with_the_sign_of_its_suit() -> None:
    assert text(gd.Hand("ST HA D3 C3 SB HR")._repr_html_()) == "♣3|♦3|♠10|♥A|SB|HR"


def test_a_play_shows_what_a_wild_stands_for() -> None:
    play = gd.classify("SK DK H5 S2 D2", level="5")[0]
    assert text(play._repr_html_()) == "full_house K |♠K|♦K|♥5| = ♥K|♠2|♦2"
    alone = gd.classify("H5", level="5")[0]
    assert text(alone._repr_html_()) == "single 5 |♥5"


def test_a_view_shows_no_card_that_its_seat_cannot_see() -> None:
    deal = gd.Deal.new(seed=7)
    deal.play(deal.legal_plays()[0])
    seat = deal.turn
    assert seat is not None
    shown = text(deal.view(seat)._repr_html_())
    assert f"hand of seat {seat}" in shown
    assert f"to beat, of seat {(seat - 1) % 4}" in shown
    assert len(re.findall(r"[♠♥♣♦]|\|SB|\|HR", shown)) == 27 + len(deal.table.cards)


def test_a_deal_shows_all_hands_at_every_moment() -> None:
    deal = gd.Deal.new(seed=7)
    while True:
        shown = text(deal._repr_html_())
        on_table = len(deal.table.cards) if deal.table else 0
        assert len(re.findall(r"[♠♥♣♦]|\|SB|\|HR", shown)) - shown.count(" = ") == sum(map(len, deal.hands)) + on_table
        if deal.is_over:
            break
        plays = deal.legal_plays(detail="ranks")
        _ = deal.play(plays[-1]) if plays else deal.pass_()
    assert "over" in shown
