"""The page of a review as text: its size, its languages, and that nothing in a review becomes markup."""

import copy
import json
import re
from typing import Any

import pytest
from reviews import review_of

from guandan_sim.errors import PlanError
from guandan_sim.report.review_page import COLUMNS, position_page, review_page
from guandan_sim.report.words import texts

Review = dict[str, Any]


@pytest.fixture(scope="module")
def review(recorded_match: list[dict[str, Any]]) -> Review:
    return review_of(recorded_match)


def data_of(html: str) -> Any:
    """The JSON in a page."""
    [found] = re.findall(r'<script type="application/json" id="review">(.*?)</script>', html, re.DOTALL)
    return json.loads(found)


def test_the_page_holds_the_review(review: Review) -> None:
    before = copy.deepcopy(review)
    shown = data_of(review_page(review, lang="en"))["review"]
    assert review == before
    assert len(shown["decisions"]) == len(review["decisions"])
    assert [deal["record"] for deal in shown["deals"]] == [deal["record"] for deal in review["deals"]]
    for short, full in zip(shown["decisions"], review["decisions"], strict=True):
        assert short["loss"] == full["loss"]
        for row, play in zip(short["plays"], full["plays"], strict=True):
            assert dict(zip(COLUMNS, row, strict=True)) == play


def test_a_match_fits_in_two_megabytes(review: Review) -> None:
    html = review_page(review, lang="en")
    deals = len(review["deals"])
    assert len(html.encode()) < 2_000_000 * max(1, deals / 12)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_is_in_one_language_and_asks_nothing_of_the_network(review: Review, language: str) -> None:
    html = review_page(review, lang=language)
    data = data_of(html)
    said = {key for key in texts(language) if key.startswith("review.")}
    assert data["words"] == {key: texts(language)[key] for key in said}
    assert "default-src 'none'" in html
    assert not re.search(r"<(link|img|iframe|object|embed|base)\b|\ssrc=|@import|https?://(?!www\.w3\.org)", html)


def test_hostile_names_do_not_end_the_element_they_stand_in(review: Review) -> None:
    hostile = "</script><script>alert(1)</script><!-- <script>"
    changed = copy.deepcopy(review)
    changed["source"] = changed["policy"] = hostile
    changed["version"] = '"><script>alert(2)</script>'
    for one in changed["summary"]:
        one["strategy"] = hostile
    html = review_page(changed, lang="en")
    assert html.count("<script") == review_page(review, lang="en").count("<script")
    assert data_of(html)["review"]["policy"] == hostile


def test_a_position_without_a_record_keeps_what_the_table_would_show(review: Review) -> None:
    [one] = [copy.deepcopy(decision) for decision in review["decisions"][5:6]]
    deal = review["deals"][one["deal_index"]]
    single = {
        **review,
        "deals": [{**deal, "record": None, "level": "2"}],
        "decisions": [{**one, "deal_index": 0}],
        "summary": [],
    }
    shown = data_of(position_page(single, lang="en"))
    assert shown["single"]
    assert shown["review"]["decisions"][0]["hand"] == one["hand"]
    assert "hand" not in data_of(review_page(review, lang="en"))["review"]["decisions"][0]


def test_an_unknown_language_is_refused(review: Review) -> None:
    with pytest.raises(PlanError, match="expected en or zh"):
        review_page(review, lang="fr")
