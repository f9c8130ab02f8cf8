"""The page of a single position: the values of `gd.rollout`, and how the deal came to the position."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Command

import guandan_sim as gd
from guandan_sim.report.position import Method, position_html

METHOD = Method(policy="tempo", exact=0, belief="plays", samples=40, seed=3)


@pytest.fixture(scope="module")
def deal(recorded_match: list[dict[str, Any]]) -> gd.Deal:
    """A deal at a seat that has several plays to answer with."""
    record = json.dumps(recorded_match[1])
    for play in range(1, len(recorded_match[1]["plays"])):
        found = gd.Deal.from_record(record, play=play)
        if found.table and len(found.legal_plays(detail="ranks")) > 4:
            return found
    raise LookupError("no such position")


def shown(deal: gd.Deal, method: Method = METHOD, *, is_known: bool = True) -> Any:
    """The data of the page of a position."""
    assert deal.turn is not None
    values = gd.rollout(deal, method["samples"], method["policy"], method["seed"])
    each = gd.rollout(deal, method["samples"], method["policy"], method["seed"], detail="samples")
    html = position_html(deal, deal.turn, values, each, method, is_known=is_known, lang="en")
    start = html.index('id="review">') + len('id="review">')
    return json.loads(html[start : html.index("</script>", start)])


def test_plays_come_best_first_with_differences_on_the_same_samples(deal: gd.Deal) -> None:
    data = shown(deal)
    [decision] = data["review"]["decisions"]
    plays = [dict(zip(data["columns"], row, strict=True)) for row in decision["plays"]]
    levels = [play["mean_levels"] for play in plays]
    assert levels == sorted(levels, reverse=True)
    assert (plays[0]["difference"], plays[0]["difference_se"]) == (0, 0)
    for play in plays[1:]:
        assert play["difference"] == pytest.approx(play["mean_levels"] - levels[0], abs=2e-4)
        assert play["n"] == METHOD["samples"]
    assert decision["class"] is None


def test_the_table_goes_through_the_deal_to_the_position_and_the_best_play(deal: gd.Deal) -> None:
    review = shown(deal)["review"]
    [decision] = review["decisions"]
    record = review["deals"][0]["record"]
    assert len(record["plays"]) == decision["play"] + 1 == len(deal.history) + 1
    again = gd.Deal.new(hands=record["hands"], level=record["level"], leader=record["leader"])
    for seat, cards, *named in record["plays"][:-1]:
        assert again.turn == seat
        again.pass_() if cards == "pass" else again.play(cards, *named)
    assert again.hands == deal.hands
    assert (again.turn, again.table) == (deal.turn, deal.table)
    assert record["plays"][-1][0] == deal.turn == decision["seat"]


def test_a_position_known_from_one_seat_has_no_table(deal: gd.Deal) -> None:
    review = shown(deal, is_known=False)["review"]
    assert review["deals"][0]["record"] is None
    assert review["deals"][0]["level"] == deal.level
    [decision] = review["decisions"]
    assert decision["hand"] == str(deal.hands[decision["seat"]])
    assert decision["to_beat"] == str(deal.table)


def test_one_sample_has_no_errors(deal: gd.Deal) -> None:
    data = shown(deal, Method(policy="lowest", exact=12, belief="plays", samples=1, seed=3))
    place = data["columns"].index("difference_se")
    assert {row[place] for row in data["review"]["decisions"][0]["plays"]} == {0}


def test_the_command_writes_the_page(cli: Command, recorded_match: list[dict[str, Any]], tmp_path: Path) -> None:
    records, page = tmp_path / "records.jsonl", tmp_path / "deep" / "position.html"
    records.write_text("".join(json.dumps(record) + "\n" for record in recorded_match))
    recorded = ["rollout", "--from", str(records), "--deal", "1", "--play", "4", "--samples", "20", "--seed", "3"]
    said = cli(*recorded, "-o", str(page), "--lang", "zh")
    assert (said.code, said.out, said.err) == (0, f"{page}\n", "")
    html = page.read_text("utf-8")
    assert 'lang="zh-Hans"' in html
    assert '"belief":"plays"' in html
    assert '"hands":[' in html
    bare = cli("rollout", "S3", "S4", "--counts", "2,5,5,5", "--samples", "5", "--seed", "3", "-o", "-")
    assert '"belief":"uniform"' in bare.out
    assert '"record":null' in bare.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "page.txt"], "page.txt: expected a name that ends with .html, or - for standard output"),
        (["--lang", "zh"], "--lang: no effect without -o"),
        (["-o", "page.html", "--json"], "--out: no effect with --json"),
    ],
)
def test_options_of_the_page_that_fit_nothing_are_refused(cli: Command, options: list[str], message: str) -> None:
    said = cli("rollout", "S3", "--samples", "5", "--seed", "3", *options)
    assert said.code == 2
    assert message in said.err
