"""Reviews: every decision valued, losses that are real, and the same review whatever the threads."""

import itertools
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import guandan_sim as gd
from guandan_sim.cli import main
from guandan_sim.reviews.positions import ENDING, Position, RecordedDeal
from guandan_sim.reviews.valuing import WRONG, Loss, Method, value

LEAST = (0.1, 0.25, 0.6)


@cache
def match_records() -> tuple[str, ...]:
    """A match with tribute, in which one team plays badly."""
    return tuple(gd.Match(strategies=["tempo", "lowest"], seed=3).play().records[:3])


@cache
def reviewed() -> gd.Review:
    return gd.review(match_records(), samples=24, seed=5)


def run(*arguments: str) -> int:
    """The exit code of a command."""
    with pytest.raises(SystemExit) as ended:
        main(["review", *arguments])
    return int(ended.value.code or 0)


def positions(records: tuple[str, ...]) -> Iterator[tuple[RecordedDeal, Position]]:
    for line in records:
        deal = RecordedDeal.read(line.encode(), None)
        for position in deal.positions((0, 1, 2, 3)):
            yield deal, position


def test_every_turn_with_a_choice_is_a_decision_and_no_other() -> None:
    """Compared with the deal played again by the referee, action by action."""
    expected = []
    for line in match_records():
        record = json.loads(line)
        deal = gd.Deal.from_record(line)
        for number, (seat, what, *declared) in enumerate(record["plays"]):
            if len(deal.legal_plays(detail="ranks")) + (deal.table is not None) > 1:
                expected.append((record["deal"], number, seat, str(deal.hands[seat])))
            _ = deal.pass_() if what == "pass" else deal.play(what, *declared)
    found = [(d.deal, d.play, d.seat, d.hand) for d in reviewed().decisions if d.play is not None]
    assert found == expected
    assert len(found) > 50


def test_tribute_is_reviewed_with_the_cards_that_could_have_gone() -> None:
    tributes = [decision for decision in reviewed().decisions if decision.play is None]
    assert {decision.phase for decision in tributes} <= {"pay", "return"}
    gifts = [json.loads(line)["tribute"] for line in match_records()]
    given = {
        tuple(gift) for tribute in gifts if tribute for gift in (*tribute.get("pays", ()), *tribute.get("returns", ()))
    }
    assert tributes
    for decision in tributes:
        assert decision.plays[decision.played].play.split(": ")[1] in {
            card for seat, _, card in given if seat == decision.seat
        }


def test_the_play_made_is_among_the_plays_and_its_difference_is_nought() -> None:
    records = {json.loads(line)["deal"]: json.loads(line) for line in match_records()}
    for decision in reviewed().decisions:
        made = decision.plays[decision.played]
        assert (made.difference, made.difference_se) == (0, 0)
        assert decision.best == 0
        assert [play.mean_levels for play in decision.plays] == sorted(
            (play.mean_levels for play in decision.plays), reverse=True
        )
        if decision.play is not None:
            _, what, *_ = records[decision.deal]["plays"][decision.play]
            text = made.play.partition(": ")[2] or made.play
            assert sorted(text.split()) == sorted(what.split())


def test_a_loss_has_its_class_and_the_best_play_none() -> None:
    for decision in reviewed().decisions:
        if decision.played == decision.best:
            assert (decision.loss, decision.loss_se, decision.loss_n, decision.class_) == (0, 0, 0, "best")
        else:
            loss = Loss(decision.loss, decision.loss_se, decision.loss_n)
            assert decision.class_ == loss.class_by(LEAST)
            assert 24 <= decision.loss_n <= 4 * 24


@pytest.mark.parametrize(
    ("levels", "se", "n", "expected"),
    [
        (0.0, 0.0, 0, "best"),
        (0.5, 0.3, 200, "fine"),
        (0.09, 0.01, 200, "fine"),
        (0.1, 0.01, 200, "inaccuracy"),
        (0.25, 0.01, 200, "mistake"),
        (0.59, 0.2, 200, "mistake"),
        (0.6, 0.2, 200, "blunder"),
        (2.0, 1.1, 200, "fine"),
        (-0.4, 0.1, 200, "fine"),
        (1.0, 0.0, 200, "blunder"),
    ],
)
def test_a_loss_within_noise_is_never_called_a_mistake(levels: float, se: float, n: int, expected: str) -> None:
    assert Loss(levels, se, n).class_by(LEAST) == expected


def test_the_review_is_the_same_whatever_the_threads() -> None:
    alone = gd.review(match_records()[:2], samples=12, seed=9, workers=1)
    together = gd.review(match_records()[:2], samples=12, seed=9, workers=5)
    assert alone == together
    assert gd.review(match_records()[:2], samples=12, seed=10) != alone


def test_one_seat_is_reviewed_as_among_all() -> None:
    alone = gd.review(match_records(), samples=24, seed=5, seat=1)
    among = [decision for decision in reviewed().decisions if decision.seat == 1]
    assert [decision.plays for decision in alone.decisions] == [decision.plays for decision in among]
    assert [decision.loss for decision in alone.decisions] == [decision.loss for decision in among]
    assert alone.summary[0].loss_per_deal == next(seat for seat in reviewed().summary if seat.seat == 1).loss_per_deal


def test_summaries_add_up() -> None:
    for seat in reviewed().summary:
        mine = [decision for decision in reviewed().decisions if decision.seat == seat.seat]
        assert seat.decisions == len(mine) == sum(seat.classes.values())
        assert seat.loss_per_deal * seat.deals == pytest.approx(sum(decision.loss for decision in mine))
        assert seat.loss_per_decision * seat.decisions == pytest.approx(sum(decision.loss for decision in mine))
        assert seat.best_share * seat.decisions == pytest.approx(seat.classes["best"])
        assert seat.luck is not None


def test_worse_players_lose_more() -> None:
    good, bad = (
        np.mean([seat.loss_per_deal for seat in reviewed().summary if seat.seat % 2 == team]) for team in (0, 1)
    )
    assert bad > good + 0.3


def test_the_worst_are_those_of_the_greatest_losses() -> None:
    found = gd.review(match_records(), samples=24, seed=5, worst=4)
    losses = sorted((decision.loss for decision in reviewed().decisions), reverse=True)[:4]
    assert sorted((decision.loss for decision in found.decisions), reverse=True) == losses
    assert found.summary == reviewed().summary
    assert [decision.index for decision in found.decisions] == [0, 1, 2, 3]
    for decision in found.decisions:
        assert found.deals[decision.deal_index].deal == decision.deal


def test_endings_are_solved_in_every_sample_and_agree_with_open_hands_where_nothing_is_hidden() -> None:
    """With one other seat left, the last hidden hand is known: the solved samples all are the deal itself."""
    seen = 0
    for line in (*match_records(), *gd.simulate(deals=40, strategies="lowest", seed=4, log=["records"]).records()):
        deal = RecordedDeal.read(line.encode(), None)
        for position in deal.positions((0, 1, 2, 3)):
            counts = position.view.counts
            if position.phase != "ending" or sum(count > 0 for count in counts) > 2 or position.open is None:
                continue
            found = value(position, Method(8, "tempo", "plays", 1, LEAST), is_of_match=False)
            for play in found.plays:
                assert play.exact
                assert (play.mean_levels, play.mean_levels_se) == (play.open, 0)
            seen += 1
    assert seen > 3


def test_the_phase_is_an_ending_from_twelve_cards_on() -> None:
    for deal, position in positions(match_records()):
        if position.play is not None:
            left = sum(map(len, deal.deal(position.play).hands))
            assert (position.phase == "ending") == (left <= ENDING)
            assert left <= ENDING or (position.phase == "lead") == (position.view.table is None)


def test_values_are_unbiased_against_the_true_deals() -> None:
    """Of players who play at random, what is promised for the play made is what happens, over deals."""
    records = tuple(gd.simulate(deals=300, strategies="random", seed=11, log=["records"]).records())
    gaps = []
    for line in records:
        deal = RecordedDeal.read(line.encode(), None)
        position = next(itertools.islice(deal.positions((0, 1, 2, 3)), 12, None), None)
        if position is None or position.play is None:
            continue
        found = value(position, Method(30, "random", "plays", 1, LEAST), is_of_match=False)
        places = deal.record["places"]
        levels = (3, 2, 1)[places[1:].index((places[0] + 2) % 4)]
        happened = levels if places[0] % 2 == position.view.seat % 2 else -levels
        gaps.append(found.plays[found.made].mean_levels - happened)
    assert len(gaps) > 250
    assert abs(np.mean(gaps)) < 3 * np.std(gaps, ddof=1) / np.sqrt(len(gaps))


def test_a_far_worse_play_is_found_and_good_play_is_not_blamed() -> None:
    """In deals of a strong strategy one play is replaced by one that a long rollout says is far worse."""
    strong = gd.strategy("rollout(samples=20, aim=levels)")
    found, planted, blamed, good = 0, 0, 0, 0
    method = Method(60, "tempo", "plays", 3, LEAST)
    for seed in range(12):
        deal = gd.Deal.new(seed=seed)
        for _ in range(4 + 3 * seed):
            if deal.is_over:
                break
            plays = deal.view(deal.turn).legal_plays()
            number = strong.act(deal.view(deal.turn), plays)
            _ = deal.play(plays[number]) if number < len(plays) else deal.pass_()
        if deal.is_over or len(deal.legal_plays(detail="ranks")) + (deal.table is not None) < 2:
            continue
        view = deal.view(deal.turn)
        phase = "follow" if view.table else "lead"
        truth = gd.rollout(view, 300, seed=77, objects=True).sort("mean_levels")
        worst, best = truth.row(0, named=True), truth.row(-1, named=True)
        made = Position(0, phase, view, worst["action"], deal)
        loss = value(made, method, is_of_match=False).loss
        if best["mean_levels"] - worst["mean_levels"] > 0.8:
            planted += 1
            found += loss.class_by(LEAST) in WRONG
        plays = view.legal_plays()
        number = strong.act(view, plays)
        own = Position(0, phase, view, plays[number] if number < len(plays) else None, deal)
        good += 1
        blamed += value(own, method, is_of_match=False).loss.class_by(LEAST) == "blunder"
    assert planted >= 5
    assert found == planted
    assert good >= 8
    assert blamed == 0


def test_what_one_seat_knew_is_reviewed_like_the_whole_deal_of_which_it_is_a_part(tmp_path: Path) -> None:
    line = gd.Match(strategies=["tempo"], seed=3).play().records[0]
    record = json.loads(line)
    file = tmp_path / "records.jsonl"
    file.write_text(line + "\n")
    log = tmp_path / "log.json"
    known = {**record, "hands": [hand if seat == 2 else None for seat, hand in enumerate(record["hands"])], "seat": 2}
    known |= {
        "source": "log.json",
        "turned_up": None,
        "first_drawer": None,
        "shuffler": None,
        "cutter": None,
        "promoted": None,
    }
    log.write_text(json.dumps(known) + "\n")
    whole = gd.review(file, samples=12, seed=5, seat=2)
    part = gd.review(log, samples=12, seed=5)
    assert [(d.play, d.hand, d.counts, d.plays[d.played].play) for d in part.decisions] == [
        (d.play, d.hand, d.counts, d.plays[d.played].play) for d in whole.decisions
    ]
    assert all(play.open is None for decision in part.decisions for play in decision.plays)


def test_a_review_is_written_and_read_again(tmp_path: Path) -> None:
    path = reviewed().report(tmp_path / "review.json")
    assert gd.Review.read(path).to_dict() == reviewed().to_dict() == json.loads(path.read_text())
    assert reviewed().to_dict()["schema_version"] == 1


def test_names_are_left_out_when_asked() -> None:
    found = gd.review(match_records()[:1], samples=4, seed=1, anonymous=True)
    assert [seat.strategy for seat in found.summary] == ["seat 0", "seat 1", "seat 2", "seat 3"]
    assert "tempo" not in json.dumps([deal["record"]["strategies"] for deal in found.to_dict()["deals"]])


def test_the_source_is_left_out_with_the_names(tmp_path: Path) -> None:
    file = tmp_path / "of-somebody.jsonl"
    file.write_text(match_records()[0] + "\n")
    found = gd.review(file, seat=0, samples=2, policy="random", seed=1, anonymous=True)
    assert found.source is None
    assert "of-somebody" not in json.dumps(found.to_dict())


def test_a_budget_says_how_many_samples() -> None:
    found = gd.review(match_records()[:1], budget=2.0, seed=1, workers=1)
    assert 20 <= found.samples <= 100_000
    again = gd.review(match_records()[:1], samples=found.samples, seed=1)
    assert again == found


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seat": 4}, "seat: expected a whole number 0 to 3, got 4"),
        ({"seat": []}, "seat: expected at least one"),
        ({"seat": "both"}, "seat: expected 0 to 3 or all, got 'both'"),
        ({"samples": 1}, "samples: expected a whole number 2 to 100000, got 1"),
        ({"samples": 10, "budget": 3}, "budget: expected samples or a budget, got both"),
        ({"budget": 0}, "budget: expected a number of seconds"),
        ({"threshold": -1}, "threshold: expected a loss in levels from 0 to 6"),
        ({"worst": 0}, "worst: expected a whole number 1 to 1000000000, got 0"),
        ({"policy": "tempi"}, "tempo"),
        ({"belief": "play"}, "plays"),
        ({"match": 7}, "records: no record of match 7"),
        ({"workers": 0}, "workers"),
        ({"rules": "njupt"}, "fingerprint"),
    ],
)
def test_wrong_options_are_refused_in_one_line(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(gd.GuandanError, match=message.replace("(", r"\(")) as error:
        gd.review(match_records()[:1], **{"seed": 1, **wrong})
    assert "\n" not in str(error.value)


def test_the_command_shows_seats_and_worst_plays_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text("\n".join(match_records()) + "\n")
    out = tmp_path / "review.json"
    common = [str(file), "--samples", "24", "--seed", "5", "--progress", "none"]
    assert run(*common, "-o", str(out)) == 0
    shown = capsys.readouterr().out
    assert "1 lowest" in shown
    assert "blunder" in shown
    assert json.loads(out.read_text())["decisions"] == reviewed().to_dict()["decisions"]
    assert run(*common, "--json") == 0
    assert json.loads(capsys.readouterr().out)["summary"] == reviewed().to_dict()["summary"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "review.txt"], "review.txt: expected a name that ends with .html or .json"),
        (["--lang", "zh"], "--lang: no effect without -o"),
        (["--seat", "1,x"], "seat: expected 0 to 3, several with commas between, or all, got '1,x'"),
        (["--json", "-o", "review.html"], "--out: no effect with --json"),
        (["--deal", "99"], "no record of deal 99"),
    ],
)
def test_wrong_commands_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(match_records()[0] + "\n")
    assert run(str(file), "--samples", "4", "--seed", "1", *options) == 2
    refused = capsys.readouterr().err
    assert message in refused
    assert len(refused.splitlines()) == 1


def test_a_damaged_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(match_records()[0] + "\n" + match_records()[1].replace('"pass"', '"pas"', 1) + "\n")
    assert run(str(file), "--samples", "4", "--seed", "1") == 2
    assert f"{file}, line 2: " in capsys.readouterr().err
