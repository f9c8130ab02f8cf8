"""Runs whose single deals begin with given hands, or go on from a position: what is kept, what is drawn, refusals."""

import copy
import json
import pickle
import shlex
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import Command
from conftest import files, refused

import guandan_sim as gd
from guandan_sim.commands import command_of_plan
from guandan_sim.experiment import read, write
from guandan_sim.plan import Plan

Simulate = Callable[..., gd.Run]
FACES = [*(suit + rank for rank in "23456789TJQKA" for suit in "SHCD"), "SB", "HR"]
PACKS = gd.Hand(FACES * 2)
DEALT = gd.Deal.new(seed=7)
HANDS = [str(hand) for hand in DEALT.hands]
ONE = [HANDS[0], None, None, None]


def records(run: gd.Run) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run.records()]


def test_given_hands_are_in_every_record_and_the_others_are_dealt_from_the_rest(simulate: Simulate) -> None:
    for given in (ONE, [None, HANDS[1], None, gd.Hand(HANDS[3])], [None, *HANDS[1:]]):
        run = simulate(deals=40, hands=given, log=["records"])
        lines = records(run)
        for line in lines:
            hands = [gd.Hand(hand) for hand in line["hands"]]
            assert [len(hand) for hand in hands] == [27] * 4
            assert gd.Hand([card for hand in hands for card in hand]) == PACKS
            assert all(one is None or gd.Hand(one) == hand for one, hand in zip(given, hands, strict=True))
        drawn = {tuple(line["hands"]) for line in lines}
        assert len(drawn) == (1 if given.count(None) == 1 else 40)
        assert len({line["leader"] for line in lines}) == 4


def test_the_leader_is_the_given_one_in_every_rotation_and_the_cards_stay(simulate: Simulate) -> None:
    lines = records(simulate(deals=40, hands=ONE, leader=2, rotations=4, log=["records"], strategies="tempo,lowest"))
    assert {line["leader"] for line in lines} == {2}
    for block in range(10):
        same = lines[4 * block : 4 * block + 4]
        assert len({tuple(line["hands"]) for line in same}) == 1
        assert [line["strategies"][0] for line in same] == ["tempo", "lowest", "tempo", "lowest"]


def test_hidden_cards_do_not_depend_on_strategies_rules_or_rotations(simulate: Simulate) -> None:
    usual = [line["hands"] for line in records(simulate(deals=12, hands=ONE, log=["records"]))]
    for other in ({"strategies": "lowest"}, {"rules": "next_wind"}, {"level": "A"}, {"leader": 1}):
        assert [line["hands"] for line in records(simulate(deals=12, hands=ONE, log=["records"], **other))] == usual
    turned = records(simulate(deals=24, hands=ONE, log=["records"], rotations=2))
    assert [line["hands"] for line in turned[::2]] == usual
    assert [line["hands"] for line in records(simulate(deals=12, hands=ONE, log=["records"], seed=8))] != usual


def test_every_card_left_goes_to_every_other_seat_equally_often(simulate: Simulate) -> None:
    deals = 3000
    held: Counter[tuple[str, int]] = Counter()
    for line in records(
        simulate(deals=deals, hands=[None, HANDS[1], None, None], log=["records"], strategies="lowest")
    ):
        held.update((card, seat) for seat in (0, 2, 3) for card in line["hands"][seat].split())
    rest = PACKS - HANDS[1]
    # A copy of a card goes to each of three seats with a chance of a third; two copies are drawn nearly apart.
    for card in set(rest):
        copies = rest.count(card)
        deviation = (deals * copies * 2 / 9) ** 0.5
        for seat in (0, 2, 3):
            assert abs(held[card, seat] - deals * copies / 3) < 4.5 * deviation, (card, seat)


def test_the_same_bytes_for_any_number_of_workers_and_after_a_resume(simulate: Simulate, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"deals": 600, "part_size": 200, "hands": ONE, "leader": 0, "rotations": 2}
    made = [files(simulate(**asked, workers=workers).path) for workers in (1, 2, 5)]
    assert made[0] == made[1] == made[2]
    run = simulate(**asked, out=tmp_path / "cut")
    (run.path / "deals" / "part-00001.parquet").unlink()
    simulate(**asked, out=tmp_path / "cut")
    assert files(run.path) == made[0]
    refused(
        lambda: simulate(**{**asked, "hands": None, "leader": None}, out=run.path), "another run", "hands", "leader"
    )
    refused(lambda: simulate(**{**asked, "leader": 1}, out=run.path), "leader 0 there, 1 asked for")


def test_a_deal_given_in_full_or_played_on_from_any_position_is_the_deal_it_was(simulate: Simulate) -> None:
    whole = simulate(deals=1, strategies="tempo,lowest", log=["records", "plays"])
    line = next(whole.records())
    wanted = files(whole.path)
    for play in (0, 1, 2, 7, 40):
        deal = gd.Deal.from_record(line, play=play)
        on = simulate(deals=1, strategies="tempo,lowest", log=["records", "plays"], position=deal)
        assert files(on.path) == wanted, play
        assert next(on.records()) == line
        assert len(on.plan.played) == play


def test_from_a_position_only_what_strategies_draw_differs(simulate: Simulate) -> None:
    deal = gd.Deal.from_record(next(simulate(deals=1, log=["records"]).records()), play=20)
    lines = records(simulate(deals=30, strategies="random", position=deal, log=["records"]))
    assert len({json.dumps(line["plays"][:20]) for line in lines}) == 1
    assert len({json.dumps(line["plays"]) for line in lines}) > 25
    assert (
        len(
            {
                json.dumps(line["plays"])
                for line in records(simulate(deals=3, strategies="lowest", position=deal, log=["records"]))
            }
        )
        == 1
    )


def test_a_position_after_tribute_begins_with_the_hands_that_were_played(simulate: Simulate) -> None:
    lines = list(simulate(matches=1, strategies="tempo,lowest", log=["records"]).records())
    line = next(line for line in lines if (json.loads(line)["tribute"] or {}).get("pays"))
    deal = gd.Deal.from_record(line, play=0)
    run = simulate(deals=2, position=deal, log=["records"], strategies="tempo")
    assert run.plan.level == deal.level
    assert [gd.Hand(hand) for hand in records(run)[0]["hands"]] == list(deal.hands)
    assert records(run)[0]["leader"] == deal.turn


def test_players_in_python_are_told_what_was_played_before(simulate: Simulate) -> None:
    class Seeing:
        name = "seeing"

        def __init__(self) -> None:
            self.seen: list[int] = []
            self.told = 0

        def act(self, view: gd.View, legal: list[gd.Play]) -> int:
            self.seen.append(len(view.history))
            return len(legal) if view.table else 0

        def observe(self, event: gd.Event) -> None:
            self.told += event.kind == "action"

    line = next(simulate(deals=1, strategies="lowest", log=["records"]).records())
    seeing = Seeing()
    run = simulate(deals=1, strategies=[seeing, "lowest"], position=gd.Deal.from_record(line, play=9), log=["records"])
    assert min(seeing.seen) >= 9
    assert seeing.told == len(records(run)[0]["plays"])


def test_records_verify_and_a_deal_of_the_run_is_replayed(cli: Command, simulate: Simulate) -> None:
    run = simulate(deals=20, hands=ONE, leader=3, log=["records"], strategies="tempo")
    assert cli("verify", str(run.path)).code == 0
    assert next(run.records(match=5)) == list(run.records())[5]


def test_a_plan_is_copied_written_and_read_with_its_hands(tmp_path: Path) -> None:
    position = gd.Deal.new(hands=HANDS, leader=1, level="5")
    position.play(position.legal_plays()[0])
    position.pass_()
    for asked in ({"hands": ONE}, {"hands": HANDS, "leader": 2}, {"position": position}):
        plan = Plan.of(deals=4, seed=1, **asked)  # type: ignore[arg-type]
        assert Plan.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan
        assert pickle.loads(pickle.dumps(plan)) == copy.deepcopy(plan) == plan  # noqa: S301 - its own
        (tmp_path / "plan.toml").write_text(write(plan))
        assert Plan.of(**read(tmp_path / "plan.toml")) == plan  # type: ignore[misc]
        assert plan.fingerprint != Plan.of(deals=4, seed=1).fingerprint
    assert "hands" not in Plan.of(deals=4, seed=1).to_dict()


def test_the_command_takes_hands_and_positions_and_says_how_to_repeat_a_run(
    cli: Command, simulate: Simulate, tmp_path: Path
) -> None:
    said = cli(
        "run", "--deals", "4", "--seed", "1", "--hands", HANDS[0], *["random"] * 3, "--leader", "0", "--out", "a"
    )
    assert said.code == 0, said.err
    made = gd.Run(tmp_path / "a")
    assert made.plan == Plan.of(deals=4, seed=1, hands=ONE, leader=0)
    line = tmp_path / "deal.jsonl"
    recorded = simulate(matches=2, log=["records"], strategies="tempo")
    lines = list(recorded.records())
    line.write_text("\n".join(lines) + "\n")
    wanted = next(line for line in lines if (json.loads(line)["match"], json.loads(line)["deal"]) == (1, 2))
    plan = Plan.of(deals=4, seed=1, position=gd.Deal.from_record(wanted, play=6))
    for number, source in enumerate((line, recorded.path)):
        asked = ["--from", str(source), "--match", "1", "--deal", "2", "--play", "6"]
        said = cli("run", "--deals", "4", "--seed", "1", *asked, "--out", f"b{number}")
        assert said.code == 0, said.err
        assert gd.Run(tmp_path / f"b{number}").plan == plan
    for one in (made.plan, plan):
        words = shlex.split(command_of_plan(one))[1:]
        assert cli(*words, "--out", f"again {one.fingerprint}").code == 0
        assert gd.Run(tmp_path / f"again {one.fingerprint}").plan == one


TOO_MANY = [HANDS[0], HANDS[0], None, None]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"hands": [HANDS[0] + " " + HANDS[1].split()[0], None, None, None]}, ["hands[0]: ", "27 cards", "28"]),
        ({"hands": [None, "S3", None, None]}, ["hands[1]: expected 27 cards, got 1 card"]),
        ({"hands": [None, None, "S3 S3 S3", None]}, ["hands[2]: ", "S3"]),
        ({"hands": [None, None, "S1", None]}, ["hands[2]: ", "S1"]),
        ({"hands": TOO_MANY}, ["hands: ", "copies of"]),
        ({"hands": [None] * 4}, ["hands: expected the cards of at least one seat"]),
        ({"hands": ["random"] * 4}, ["hands: expected the cards of at least one seat"]),
        ({"hands": HANDS[:3]}, ["hands: expected 4, one a seat, got 3"]),
        ({"hands": HANDS[0]}, ["hands: expected a list"]),
        ({"hands": ONE, "leader": 4}, ["leader", "0, 1, 2 or 3"]),
        ({"hands": ONE, "level": "1"}, ["level", "1"]),
        ({"leader": 1}, ["leader: 1 belongs to hands"]),
        ({"played": ["pass"]}, ["played", "hands"]),
        ({"hands": ONE, "leader": 1, "played": ["pass"]}, ["played: expected four hands and a leader"]),
        ({"hands": HANDS, "leader": 1, "played": ["pass"]}, ["played[0]: ", "seat 1 leads"]),
        ({"hands": HANDS, "leader": 1, "played": ["pair X: S3"]}, ["played[0]: "]),
        ({"hands": HANDS, "leader": 1, "played": ["pear 3: S3"]}, ["played[0]: ", "pear"]),
        ({"hands": HANDS, "leader": 1, "level": "all", "played": [HANDS[1].split()[0]]}, ["played: ", "one level"]),
        ({"deals": None, "matches": 2, "hands": ONE}, ["hands: expected a run of single deals"]),
        ({"position": DEALT, "leader": 2}, ["leader: no effect with a position"]),
        ({"position": DEALT, "level": "5"}, ["level: no effect with a position"]),
        ({"position": DEALT, "deals": None, "matches": 2}, ["hands: expected a run of single deals"]),
        ({"position": gd.Deal.new(hands=["S3", "S4", "S5", "S6"], leader=0)}, ["hands[0]: expected 27 cards"]),
    ],
)
def test_what_cannot_be_dealt_is_one_line_and_nothing_is_written(
    simulate: Simulate, tmp_path: Path, asked: dict[str, Any], words: list[str]
) -> None:
    refused(lambda: simulate(**{"deals": 4, **asked}, out=tmp_path / "none"), *words)
    assert not (tmp_path / "none").exists()


def test_the_command_refuses_in_one_line(cli: Command, simulate: Simulate, tmp_path: Path) -> None:
    run = str(simulate(deals=3, log=["records"]).path)
    for words, message in (
        (["--hands", HANDS[0], "random", "random"], "--hands"),
        (["--match", "1"], "--match: no effect without --from"),
        (["--from", run, "--leader", "1"], "--leader: no effect with --from"),
        (["--from", run, "--level", "1"], "--level: no effect with --from"),
        (["--from", run, "--deal", "1"], "no record of match 0, deal 1"),
        (["--from", run, "--play", "1000"], "there is no play 1000"),
        (["--from", "nowhere"], "nowhere"),
    ):
        said = cli("run", "--deals", "4", "--out", "none", *words)
        assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1), said.err
        assert message in said.err, said.err
        assert not (tmp_path / "none").exists()
