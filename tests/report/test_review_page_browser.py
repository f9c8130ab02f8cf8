"""The page of a review in a real browser: filters, jumps, the table beside, keys, narrow screens, hostile text."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import VIEWS, Browser, Visit, executable
from reviews import review_of

from guandan_sim.report.review_page import position_page, review_page

PROGRAM = executable()
Review = dict[str, Any]
Open = Callable[..., Visit]

# What the tests ask of the page.
ROWS = "document.querySelectorAll('.decision').length"
SHOWN = "document.querySelector('.filters output').textContent"
CHOSEN = "document.querySelector('.decision[aria-expanded=true]')?.dataset.index ?? null"
TABLE = "document.querySelector('.gd-said').textContent"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if PROGRAM is None:
        pytest.skip("no chromium here: apt install chromium")
    with Browser(PROGRAM) as opened:
        yield opened


@pytest.fixture(scope="module")
def review(recorded_match: list[dict[str, Any]]) -> Review:
    return review_of(recorded_match)


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of a review; when the test is over, no page may have complained or asked for anything."""
    visits: list[tuple[Visit, Path]] = []

    def show(review: Review, view: str = "desktop-light", lang: str = "en", *, single: bool = False) -> Visit:
        file = tmp_path / f"{len(visits)}.html"
        file.write_text((position_page if single else review_page)(review, lang=lang), "utf-8")
        visits.append((browser.visit(file, view), file))
        return visits[-1][0]

    yield show
    for opened, file in visits:
        seen = opened.close()
        assert seen.complaints == []
        assert seen.requests == [file.resolve().as_uri()]


def choose(page: Visit, label: str, value: str) -> None:
    """Sets a filter as a reader would."""
    page.run(
        f"""{{
        const field = [...document.querySelectorAll('.filters label')]
            .find(label => label.textContent.startsWith({json.dumps(label)})).querySelector('select, input');
        field.value = {json.dumps(value)};
        field.dispatchEvent(new Event('input', {{ bubbles: true }}));
        }}"""
    )


def count(review: Review, **wanted: Any) -> int:
    return sum(
        all(
            decision[key] in value if isinstance(value, tuple) else decision[key] == value
            for key, value in wanted.items()
        )
        for decision in review["decisions"]
    )


def test_decisions_are_put_in_when_their_deal_is_unfolded(visit: Open, review: Review) -> None:
    page = visit(review)
    assert page.run(ROWS) == 0
    page.run("document.querySelectorAll('details.deal summary')[1].click()")
    page.settle()
    assert page.run(ROWS) == count(review, deal_index=1)
    page.run("document.querySelectorAll('details.deal summary')[1].click()")
    page.settle()
    assert page.run(ROWS) == 0


def test_filters_leave_what_they_say(visit: Open, review: Review) -> None:
    page = visit(review)
    every = len(review["decisions"])
    assert page.run(SHOWN) == f"{count(review)} of {every} decisions"
    choose(page, "Seat", "2")
    assert page.run(SHOWN) == f"{count(review, seat=2)} of {every} decisions"
    choose(page, "Phase", "tribute")
    tribute = ("pay", "return")
    assert count(review, seat=2, phase=tribute) > 0
    assert page.run(SHOWN) == f"{count(review, seat=2, phase=tribute)} of {every} decisions"
    choose(page, "Phase", "ending")
    assert page.run(SHOWN) == f"{count(review, seat=2, phase='ending')} of {every} decisions"
    page.run("document.querySelector('.filters [type=reset]').click()")
    page.settle()
    assert page.run(SHOWN) == f"{count(review)} of {every} decisions"
    choose(page, "Class", "best")
    assert page.run(SHOWN) == f"{count(review, **{'class': 'best'})} of {every} decisions"
    choose(page, "Class", "all")
    choose(page, "Loss from", "0.5")
    assert page.run(SHOWN) == f"{count(review, **{'class': 'blunder'})} of {every} decisions"
    choose(page, "Loss from", "5")
    assert page.run("document.querySelector('.deals > p').checkVisibility()")
    assert page.run("[...document.querySelectorAll('details.deal')].every(deal => deal.hidden)")


def test_the_worst_plays_come_first_and_lead_to_their_decision(visit: Open, review: Review) -> None:
    page = visit(review)
    losses = page.run(
        "[...document.querySelectorAll('.worst .loss')].map(loss => parseFloat(loss.textContent.slice(1)))"
    )
    assert len(losses) == 10
    assert losses == sorted((one["loss"] for one in review["decisions"]), reverse=True)[:10]
    page.run("document.querySelectorAll('.worst button')[2].click()")
    index = int(page.run(CHOSEN))
    chosen = review["decisions"][index]
    assert chosen["class"] == "blunder"
    assert page.run("document.querySelector('.plays').textContent").startswith("Lost 0.93 ± 0.05 levels")
    assert page.run("document.querySelectorAll('.plays tbody tr').length") == len(chosen["plays"])
    assert page.run("document.querySelector('.plays tr.played').textContent").count("played") == 1
    box = page.run("document.querySelector('.plays').getBoundingClientRect().top")
    assert 0 <= box < 900


def test_no_play_is_called_a_mistake_for_noise(visit: Open, review: Review) -> None:
    quiet = copy.deepcopy(review)
    for decision in quiet["decisions"]:
        decision["class"] = "fine" if decision["loss"] else decision["class"]
    page = visit(quiet)
    assert page.run("document.querySelector('.worst').textContent") == "Worst playsNo play lost more than noise."
    page.run("document.querySelectorAll('details.deal summary')[0].click()")
    page.settle()
    assert page.run("document.querySelectorAll('.deals .chip:is(.inaccuracy, .mistake, .blunder)').length") == 0


def test_a_click_on_the_curve_and_its_keys_go_to_a_decision(visit: Open, review: Review) -> None:
    page = visit(review)
    x, y, width = page.run(
        "{ const box = document.querySelector('.drawing').getBoundingClientRect(); [box.x, box.y, box.width] }"
    )
    page.click(x + width * 0.6, y + 60)
    chosen = int(page.run(CHOSEN))
    assert abs(chosen / len(review["decisions"]) - (0.6 * width - 46) / (width - 47)) < 0.02
    page.run("document.querySelector('.drawing').focus()")
    page.key("ArrowRight")
    assert int(page.run(CHOSEN)) == chosen + 1
    page.key("Home")
    assert int(page.run(CHOSEN)) == 0
    assert 0 <= page.run("document.querySelector('.drawing').getBoundingClientRect().top") < 700
    said = page.run("document.querySelector('.drawing').getAttribute('aria-valuetext')")
    assert said.startswith(f"deal 0, seat {review['decisions'][0]['seat']}: team 0 wins the deal with ")


def test_the_table_follows_the_decision_and_the_decision_the_table(visit: Open, review: Review) -> None:
    page = visit(review)
    page.run("document.querySelectorAll('details.deal summary')[1].click()")
    page.settle()
    tribute = next(number for number, one in enumerate(review["decisions"]) if one["deal_index"] == 1)
    assert review["decisions"][tribute]["phase"] == "pay"
    page.run("document.querySelector('.decision').click()")
    assert page.run(TABLE).startswith("The cards are dealt")
    page.run("document.querySelector('.gd-forward').click()")
    assert page.run(TABLE).startswith(f"Seat {review['decisions'][tribute]['seat']} pays")
    last = next(number for number, one in enumerate(review["decisions"]) if one["deal_index"] == 1 and one["play"] == 3)
    page.run("document.querySelector('.gd-slider').value = 0; document.querySelector('.gd-first').click()")
    for _ in range(40):
        page.run("document.querySelector('.gd-forward').click()")
        if page.run(CHOSEN) == str(last):
            break
    assert page.run(CHOSEN) == str(last)
    assert page.run("document.querySelector('.gd-turn').dataset.seat") == str(review["decisions"][last]["seat"])
    page.run("document.querySelector('.gd-last').click()")
    assert page.run(CHOSEN) is None


def test_steps_and_keys_go_through_what_the_filters_show(visit: Open, review: Review) -> None:
    page = visit(review)
    choose(page, "Class", "blunder")
    blunders = [index for index, decision in enumerate(review["decisions"]) if decision["class"] == "blunder"]
    press = "document.querySelectorAll('.steps button')[{}].click()"
    page.run(press.format(1))
    page.run(press.format(1))
    assert int(page.run(CHOSEN)) == blunders[1]
    assert page.run("document.querySelector('.steps span').textContent") == f"Decision 2 of {len(blunders)}"
    page.run(press.format(0))
    assert int(page.run(CHOSEN)) == blunders[0]
    page.run("document.querySelector('.decision').focus()")
    page.key("ArrowDown")
    page.key("Enter")
    assert int(page.run(CHOSEN)) == blunders[1]
    assert page.run("document.activeElement.dataset.index") == str(blunders[1])


def test_open_hands_are_hidden_until_the_reader_asks(visit: Open, review: Review) -> None:
    page = visit(review)
    index = next(number for number, one in enumerate(review["decisions"]) if one["plays"][0]["open"] is not None)
    deal = review["decisions"][index]["deal_index"]
    page.run(f"document.querySelectorAll('details.deal summary')[{deal}].click()")
    page.settle()
    page.run(f"document.querySelector('[data-index=\"{index}\"]').click()")
    assert "open hands" not in page.run("document.querySelector('.plays').textContent")
    assert not page.run("document.querySelector('.warning').checkVisibility()")
    page.run("document.querySelector('.open-hands input').click()")
    assert "open hands" in page.run("document.querySelector('.plays').textContent")
    assert page.run("document.querySelector('.warning').checkVisibility()")
    # The hands on the table are those the seat saw.
    assert page.run("document.querySelectorAll('.gd-table .gd-hand:not(.gd-closed)').length") == 1


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_fits_every_screen(visit: Open, review: Review, view: str, language: str) -> None:
    page = visit(review, view, language)
    page.run("document.querySelectorAll('.worst button')[0].click()")
    width = VIEWS[view][0]
    assert page.run("document.documentElement.scrollWidth") <= width
    box = page.run(
        "(({ top, bottom, right }) => [top, bottom, right])(document.querySelector('.replay').getBoundingClientRect())"
    )
    assert box[0] >= 0
    assert box[1] <= 900
    assert box[2] <= width
    names = "button, select, input, [role=slider]"
    unnamed = page.run(
        f"[...document.querySelectorAll({names!r})].filter(one => !one.textContent.trim()"
        " && !one.getAttribute('aria-label') && !one.labels?.length).length"
    )
    assert unnamed == 0
    colours = page.run("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, colours[4:-1].split(","))) < 380) == view.endswith("dark")


def test_hostile_names_are_shown_as_text(visit: Open, review: Review) -> None:
    hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    changed = copy.deepcopy(review)
    changed["source"] = changed["policy"] = hostile
    for one in changed["summary"]:
        one["strategy"] = hostile
    for deal in changed["deals"]:
        deal["record"]["strategies"] = [hostile] * 4
    page = visit(changed)
    page.run("document.querySelectorAll('.worst button')[0].click()")
    assert page.run("document.images.length") == 0
    assert page.run("document.querySelector('.strategy').textContent") == hostile
    assert page.run("document.querySelector('.gd-who').textContent") == hostile


def test_an_anonymous_review_names_seats_only(visit: Open, review: Review) -> None:
    changed = copy.deepcopy(review)
    for deal in changed["deals"]:
        deal["record"]["strategies"] = [f"seat {seat}" for seat in range(4)]
    for one in changed["summary"]:
        one["strategy"] = f"seat {one['seat']}"
    page = visit(changed)
    assert page.run("document.querySelectorAll('.strategy, .gd-who').length") == 0


def test_reviews_that_have_little_to_tell(visit: Open, review: Review) -> None:
    empty = {**review, "decisions": [], "deals": [], "summary": [], "seats": [0]}
    assert "There is no decision" in visit(empty).run("document.body.innerText")
    no_decisions = {**review, "decisions": []}
    assert "There is no decision" in visit(no_decisions).run("document.body.innerText")


def test_values_that_are_not_known_are_left_out(visit: Open, review: Review) -> None:
    changed = copy.deepcopy(review)
    for decision in changed["decisions"]:
        for one in (decision, *decision["plays"]):
            one["match_win_rate"] = one["match_win_rate_se"] = None
    for deal in changed["deals"]:
        deal["luck"] = None
    for one in changed["summary"]:
        one["luck"] = one["luck_se"] = one["loss_per_deal_low"] = one["loss_per_decision_low"] = None
    page = visit(changed)
    page.run("document.querySelectorAll('.worst button')[0].click()")
    text = page.run("document.body.innerText")
    assert "match won" not in text
    assert "Luck" not in text
    assert "95% " not in page.run("document.querySelector('.seats').textContent")
    assert not any(word in text for word in ("null", "undefined", "NaN"))


def test_the_knowledge_of_one_seat_is_reviewed_too(visit: Open, recorded_match: list[dict[str, Any]]) -> None:
    known = copy.deepcopy(recorded_match[1])
    known["hands"] = [hand if seat == 2 else None for seat, hand in enumerate(known["hands"])]
    known |= {"seat": 2, "source": "log.json", "levels": None, "levels_after": None, "places": None, "tied": None}
    known |= {"promoted": None, "seed": None}
    page = visit(review_of([known], (2,)))
    page.run("document.querySelector('details.deal summary').click()")
    page.settle()
    page.run("document.querySelectorAll('.decision')[3].click()")
    assert page.run("document.querySelectorAll('.gd-table .gd-hand:not(.gd-closed)').length") == 1
    text = page.run("document.body.innerText")
    assert not any(word in text for word in ("null", "undefined", "NaN"))


def test_a_single_position_is_shown_with_and_without_a_table(visit: Open, review: Review) -> None:
    found = next(one for one in review["decisions"] if one["to_beat"] and len(one["plays"]) > 2)
    single = {**review, "deals": [review["deals"][found["deal_index"]]], "decisions": [{**found, "deal_index": 0}]}
    single["summary"] = []
    page = visit(single, single=True)
    assert page.run("document.querySelectorAll('.plays tbody tr').length") == len(found["plays"])
    assert page.run("document.querySelectorAll('.curve, .worst, .deals').length") == 0
    assert page.run("document.querySelector('.gd-turn').dataset.seat") == str(found["seat"])
    bare = copy.deepcopy(single)
    bare["deals"][0] |= {"record": None, "level": "2"}
    bare["decisions"][0] |= {"played": None, "class": None}
    page = visit(bare, "phone-dark", single=True)
    assert page.run("document.querySelectorAll('.gd-table').length") == 0
    assert page.run("document.querySelector('.hand .gd-row').children.length") == len(found["hand"].split())
    assert f"To beat, from seat {found['to_beat_seat']}" in page.run("document.body.innerText")


def test_matches_have_a_curve_each(visit: Open, recorded_match: list[dict[str, Any]]) -> None:
    two = [record | {"match": match} for match in (3, 8) for record in recorded_match[:3]]
    review = review_of(two)
    page = visit(review)
    assert page.run("[...document.querySelectorAll('.curve option')].map(one => one.textContent)") == [
        "match 3",
        "match 8",
    ]
    index = next(number for number, one in enumerate(review["decisions"]) if one["match"] == 8 and one["loss"])
    page.run("document.querySelectorAll('details.deal summary')[3].click()")
    page.settle()
    page.run(f"document.querySelector('[data-index=\"{index}\"]').click()")
    assert page.run("document.querySelector('.curve select').value") == "8"
    assert page.run("document.querySelectorAll('.cursor circle').length") == 1


def test_the_head_of_the_greatest_losses_alone_says_so(visit: Open, review: Review) -> None:
    kept = sorted(review["decisions"], key=lambda one: -one["loss"])[:7]
    page = visit({**review, "decisions": sorted(kept, key=lambda one: one["index"])})
    said = page.run("document.querySelector('.result').textContent")
    assert said == "Here are only the 7 decisions of the greatest losses. What each seat lost counts all of them."
    assert "won" in visit(review).run("document.querySelector('.result').textContent")
