"""Play-outs from Python and on the command line: what the rows mean, what they depend on, what is refused."""

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from commands import Command

import guandan_sim as gd
from guandan_sim.rollouts import position

COLUMNS = ["play", "n", "win_rate", "win_rate_se", "mean_levels", "mean_levels_se", "rank"]


def small() -> gd.Deal:
    """Seat 0 leads: after the king it is out first, after the three seat 1 is."""
    hands = ["S3 SK", "S8", "S4 S5 S6 C9", "ST SJ SQ C7"]
    return gd.Deal.new(hands=hands, level="2", leader=0)


def test_a_row_a_play_and_a_row_for_the_pass() -> None:
    deal = gd.Deal.new(seed=3, level="5")
    frame = gd.rollout(deal, samples=20, policy="lowest", workers=1)
    assert frame.columns == COLUMNS
    assert frame["n"].unique().to_list() == [20]
    listed = {str(play) for play in deal.legal_plays(detail="cards")}
    assert set(frame["play"]) <= listed
    assert len({play.split(":")[0] for play in frame["play"]}) == len({play.split(":")[0] for play in listed})
    deal.play(deal.legal_plays(detail="ranks")[0])
    following = gd.rollout(deal, samples=20, policy="lowest", workers=1)
    assert following["play"].to_list()[-1] == "pass"
    assert following["play"].to_list().count("pass") == 1


def test_suits_are_split_where_other_straight_flushes_remain() -> None:
    hands = ["S3 S4 S5 S6 S7 H7 D7", "S8 D8", "SA D3", "ST C7"]
    deal = gd.Deal.new(hands=hands, level="2", leader=0)
    plays = gd.rollout(deal, samples=1)["play"].to_list()
    assert [play for play in plays if play.startswith("single 7")] == ["single 7: S7", "single 7: H7"]


def test_ranks_and_means_say_which_play_is_best() -> None:
    frame = gd.rollout(small(), samples=300, policy="random", seed=5)
    rows = {row["play"]: row for row in frame.to_dicts()}
    three, king = rows["single 3: S3"], rows["single K: SK"]
    assert (king["rank"], three["rank"]) == (1, 2)
    assert king["mean_levels"] > three["mean_levels"]
    # The standard error of a share.
    p = three["win_rate"]
    assert 0 < p < 1
    assert three["win_rate_se"] == pytest.approx((p * (1 - p) / 299) ** 0.5)
    assert abs(three["mean_levels"]) <= 3


def test_rows_depend_on_the_seed_alone() -> None:
    deal = gd.Deal.new(seed=3)
    made = [
        gd.rollout(deal, samples=30, policy="random", seed=seed, workers=workers)
        for seed, workers in [(1, 1), (1, 3), (2, 1)]
    ]
    assert made[0].equals(made[1])
    assert not made[0].equals(made[2])


def test_what_the_seat_cannot_see_does_not_matter() -> None:
    deal = gd.Deal.new(seed=3, leader=0)
    hands = [str(hand) for hand in deal.hands]
    moved = gd.Deal.new(hands=[hands[0], hands[2], hands[3], hands[1]], level="2", leader=0)
    frames = [gd.rollout(given, samples=20, policy="lowest") for given in (deal, deal.view(0), moved)]
    assert frames[0].equals(frames[1])
    assert frames[0].equals(frames[2])


def test_cards_beyond_those_held_may_be_about() -> None:
    deal, unseen = position("S3 SK", counts=[2, 2, 4, 4])
    assert deal.turn == 0
    assert len(unseen) == 106
    best = gd.rollout(deal, samples=200, policy="lowest", unseen=unseen).filter(pl.col("play") == "single K: SK")
    # Many cards beat a king here; in a deal with no others held none does.
    assert best["win_rate"].item() < 0.9
    assert gd.rollout(small(), samples=50).filter(pl.col("play") == "single K: SK")["win_rate"].item() == 1
    deal, unseen = position("S3 SK", seat=1, counts=[5, 2, 5, 5], to_beat="SQ", by=2, gone="HR HR")
    assert (deal.turn, str(deal.table), len(unseen)) == (1, "single Q: SQ", 103)
    assert [len(hand) for hand in deal.hands] == [5, 2, 5, 5]


def test_a_recorded_deal_knows_its_tribute() -> None:
    records = gd.Match(strategies="lowest", seed=7).play().records
    for line in records[1:]:
        deal = gd.Deal.from_record(line)
        assert gd.rollout(deal, samples=1, policy="lowest")["n"].unique().to_list() == [1]
    line = records[1].encode()
    later = gd.Deal.from_record(line, play=40)
    assert len(later.history) == 40
    assert later.turn is not None
    with pytest.raises(gd.IllegalPlay, match="there is no play 9999"):
        gd.Deal.from_record(line, play=9999)
    with pytest.raises(gd.NotationError):
        gd.Deal.from_record(b"{}")


def test_some_plays_are_tried_as_they_are_among_all() -> None:
    deal = gd.Deal.new(seed=3, level="5")
    deal.play(deal.legal_plays(detail="ranks")[0])
    every = gd.rollout(deal, samples=20, policy="lowest", objects=True)
    last, first, passed = every["action"][-2], every["action"][0], None
    for plays in ([last, first, passed], [str(last), str(first), "pass"]):
        some = gd.rollout(deal, samples=20, policy="lowest", plays=plays, objects=True)
        assert some["action"].to_list() == [last, first, None]
        for row in some.drop("rank").to_dicts():
            assert row == every.filter(pl.col("play") == row["play"]).drop("rank").to_dicts()[0]


def test_cards_of_one_legal_play_name_it() -> None:
    assert gd.rollout(small(), samples=1, plays=["SK"])["play"].to_list() == ["single K: SK"]


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("single K: HK", "plays[1]: 'single K: HK' is not a legal play here (did you mean single K: SK?)"),
        ("pass", "plays[1]: 'pass' is not a legal play here"),
        (None, "plays[1]: 'pass' is not a legal play here"),
    ],
)
def test_a_play_that_is_not_legal_is_refused_with_the_nearest(play: str | None, words: str) -> None:
    with pytest.raises(gd.IllegalPlay) as error:
        gd.rollout(small(), samples=1, plays=["SK", play])
    assert words in str(error.value)


def test_cards_with_several_readings_are_refused() -> None:
    deal = gd.Deal.new(hands=["S3 S4 S5 S6 H2 SK", "S8", "S9", "ST"], level="2", leader=0)
    with pytest.raises(gd.IllegalPlay, match="'S3 S4 S5 S6 H2' is more than one play"):
        gd.rollout(deal, samples=1, plays=["S3 S4 S5 S6 H2"])


def test_samples_add_up_to_the_rows() -> None:
    options = {"samples": 40, "policy": "random", "seed": 5}
    frame = gd.rollout(small(), **options)  # type: ignore[arg-type]
    each, threads = (
        gd.rollout(small(), detail="samples", workers=workers, **options)  # type: ignore[arg-type]
        for workers in (1, 3)
    )
    assert each.equals(threads)
    assert each.schema == {"sample": pl.UInt32, "play": pl.String, "won": pl.Boolean, "levels": pl.Int8}
    assert each["sample"].to_list() == [sample for sample in range(40) for _ in range(2)]
    sums = each.group_by("play", maintain_order=True).agg(pl.len(), pl.col("won").mean(), pl.col("levels").mean())
    assert sums.rows() == frame.select("play", "n", "win_rate", "mean_levels").rows()


def test_plays_are_ranked_by_what_is_aimed_at() -> None:
    options = {"samples": 100, "policy": "random", "seed": 5}
    frame = gd.rollout(small(), **options)  # type: ignore[arg-type]
    first = gd.rollout(small(), aim="first", **options)  # type: ignore[arg-type]
    assert first.columns == [*COLUMNS[:-1], "value", "value_se", "rank"]
    assert first["value"].equals(first["win_rate"])
    assert first["value_se"].equals(first["win_rate_se"])
    # A deal that belongs to no match is played for levels.
    in_no_match = gd.rollout(small(), aim="match", **options)  # type: ignore[arg-type]
    assert in_no_match["value"].equals(frame["mean_levels"])


def test_small_sampled_deals_are_solved() -> None:
    deal = gd.Deal.new(hands=["S3 S9 SJ D3", "S8 HT C8", "S4 S5 H4 C9", "ST C7 D7"], level="2", leader=0)

    def rows(policy: str, exact: int) -> dict[str, tuple[object, ...]]:
        frame = gd.rollout(deal, 100, policy, exact=exact).drop("rank")
        return {play: tuple(numbers) for play, *numbers in frame.rows()}

    # Where all is solved the policy has nothing to do.
    solved, played = rows("random", 13), rows("random", 0)
    assert solved == rows("lowest", 20)
    assert all(solved[play] != played[play] for play in solved)
    # Fourteen cards are twelve after a pair, and thirteen after a single.
    assert rows("random", 12) == {play: (solved if play.startswith("pair") else played)[play] for play in played}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"exact": 21}, "exact: expected a whole number 0 to 20, got 21"),
        ({"samples": 0}, "samples: expected a whole number 1 to 1000000, got 0"),
        ({"seed": -1}, "seed: expected a whole number 0 to"),
        ({"workers": 0}, "workers: expected a whole number 1 to 4096"),
        ({"policy": "tmpo"}, "did you mean tempo?"),
        ({"policy": None}, "policy: expected the text of a strategy, got NoneType"),
        ({"policy": "python:bots:X"}, "policy: python:bots:X is written in Python"),
        ({"belief": "play"}, 'unknown belief "play": expected uniform or plays (did you mean plays?)'),
        ({"unseen": "S4 S5", "belief": "plays"}, "belief: expected uniform with unseen cards, got plays"),
        ({"unseen": "S4 S5"}, "2 unseen cards, but the others hold 9"),
        ({"aim": "frst"}, 'unknown aim "frst": expected match, levels or first (did you mean first?)'),
        ({"plays": []}, "plays: expected at least one play"),
        ({"plays": "SK"}, "plays: expected a list, got 'SK'"),
        ({"detail": "sample"}, "detail: expected plays or samples, got 'sample'"),
    ],
)
def test_what_will_not_do_is_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(gd.PlanError) as error:
        gd.rollout(small(), **options)  # type: ignore[arg-type]
    assert words in str(error.value)


def test_hidden_hands_are_drawn_by_what_others_did_unless_told_otherwise() -> None:
    deal = gd.Deal.new(seed=3, level="5")
    for _ in range(12):
        plays = deal.legal_plays(detail="ranks")
        _ = deal.play(plays[0]) if plays else deal.pass_()
    frames = {belief: gd.rollout(deal, 60, "tempo", 5, belief=belief) for belief in (None, "plays", "uniform")}
    assert frames[None].equals(frames["plays"])
    assert not frames["plays"].equals(frames["uniform"])
    assert frames["plays"].equals(gd.rollout(deal, 60, "tempo", 5, belief="plays", workers=3))
    # Nothing is concluded from plays of `lowest`.
    assert gd.rollout(deal, 9, "lowest").equals(gd.rollout(deal, 9, "lowest", belief="uniform"))


def test_only_the_seat_to_act_decides() -> None:
    with pytest.raises(gd.PlanError, match="seat 0 is to act, but the view is that of seat 2"):
        gd.rollout(small().view(2))
    over = gd.Deal.new(hands=["S3", "S4", "S5", "S6"], level="2", leader=0)
    while not over.is_over:
        plays = over.legal_plays()
        _ = over.play(plays[0]) if plays else over.pass_()
    with pytest.raises(gd.GuandanError, match="the deal is over"):
        gd.rollout(over)


def test_the_command_shows_a_table_and_prints_json(cli: Command) -> None:
    hands = ["--hands", "S3 SK", "S8", "S4 S5 S6 C9", "ST SJ SQ C7"]
    said = cli("rollout", *hands, "--samples", "40", "--seed", "1")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    best = next(number for number, line in enumerate(lines) if "single K: SK" in line)
    assert "100.0% ± 0.0%" in lines[best]
    assert best < next(number for number, line in enumerate(lines) if "single 3: S3" in line)
    found = cli("rollout", *hands, "--samples", "40", "--seed", "1", "--json").json()
    assert (found["seat"], found["samples"], found["seed"]) == (0, 40, 1)
    assert found["plays"] == gd.rollout(small(), 40).to_dicts()


def test_the_command_solves_small_sampled_deals(cli: Command) -> None:
    asked = ["rollout", "--hands", "S3 SK", "S8", "S4 S5 S6 C9", "ST SJ SQ C7", "--samples", "40", "--seed", "1"]
    found = cli(*asked, "--exact", "12", "--json").json()
    assert (found["exact"], found["plays"]) == (12, gd.rollout(small(), 40, exact=12).to_dicts())
    assert found["plays"] != gd.rollout(small(), 40).to_dicts()
    assert "played out by tempo, solved with at most 12 cards left; ±" in cli(*asked, "--exact", "12").out
    refused = cli(*asked, "--exact", "21")
    assert (refused.code, refused.err.count("\n")) == (2, 1)


def test_the_command_takes_one_hand_with_counts(cli: Command) -> None:
    said = cli(
        "rollout", "S3 SK", "--counts", "2,5,5,5", "--to-beat", "SQ", "--policy", "lowest", "--samples", "20", "--json"
    )
    assert said.code == 0
    assert said.err.startswith("seed ")
    assert [row["play"] for row in said.json()["plays"]] == ["single K: SK", "pass"]


def test_the_command_takes_a_recorded_deal(cli: Command, tmp_path: Path) -> None:
    records = gd.Match(strategies="lowest", seed=7).play().records
    (tmp_path / "match.jsonl").write_text("\n".join(records) + "\n")
    asked = ["rollout", "--from", "match.jsonl", "--deal", "1", "--samples", "5", "--seed", "1", "--policy", "lowest"]
    found = cli(*asked, "--play", "10", "--json").json()
    deal = gd.Deal.from_record(records[1].encode(), play=10)
    assert found["seat"] == deal.turn
    assert found["plays"] == gd.rollout(deal, 5, policy="lowest").to_dicts()


def test_the_command_tries_the_plays_given(cli: Command) -> None:
    asked = ["rollout", "S3 SK S5", "--counts", "3,2,4,4", "--samples", "5", "--seed", "1", "--aim", "first", "--json"]
    found = cli(*asked, "--plays", "SK", "--plays", "single 3: S3").json()["plays"]
    assert [row["play"] for row in found] == ["single K: SK", "single 3: S3"]
    assert [row["value"] for row in found] == [row["win_rate"] for row in found]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "expected the cards of a hand, or --hands, or --from"),
        (["S3", "--from", "x.jsonl"], "and one of them only"),
        (["S3 S9X"], "S9X"),
        (["S3", "--counts", "1,2,x,4"], "counts: expected 4 numbers with commas between, got '1,2,x,4'"),
        (["S3", "--counts", "5,2,2,2"], "1 for seat 0"),
        (["S3", "--by", "7", "--to-beat", "S2"], "by: expected a whole number 0 to 3, got 7"),
        (["S3", "--by", "0", "--to-beat", "S2"], "by: 0, but seat 0 does not answer itself"),
        (["S3", "--seat", "4"], "seat: expected a whole number 0 to 3, got 4"),
        ([""], "hand: expected at least one card"),
        (["S3", "--policy", "tmpo"], "did you mean tempo?"),
        (["S3", "--to-beat", "S4 S5"], "S4 S5"),
        (["S3 SK", "--plays", "SQ"], "plays[0]: 'SQ' is not a legal play here (did you mean single"),
        (["S3 SK", "--aim", "frst"], 'unknown aim "frst": expected match, levels or first (did you mean first?)'),
        (["S3", "--belief", "plays"], "belief: expected uniform with unseen cards, got plays"),
    ],
)
def test_bad_input_is_one_line(cli: Command, arguments: list[str], words: str) -> None:
    said = cli("rollout", *arguments, "--samples", "1", "--seed", "1")
    assert said.code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert words in said.err


def test_a_file_that_cannot_be_read_is_named(cli: Command) -> None:
    said = cli("rollout", "--from", "nothing.jsonl", "--seed", "1")
    assert (said.code, said.err) == (2, "guandan-sim: nothing.jsonl: cannot be read: No such file or directory\n")


def test_strategies_that_depend_on_time_have_to_be_allowed(simulate: Callable[..., gd.Run], cli: Command) -> None:
    timed = "rollout(budget_ms=1, policy=lowest),lowest"
    with pytest.raises(gd.PlanError, match="allow_timing"):
        simulate(deals=1, strategies=timed)
    run = simulate(deals=1, strategies=timed, allow_timing=True)
    assert run.deals.collect().height == 1
    assert '"reproducible": false' in (run.path / "manifest.json").read_text()
    assert '"reproducible": true' in (simulate(deals=2).path / "manifest.json").read_text()
    refused = cli("run", "--deals", "1", "--strategies", timed, "--seed", "1")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "--allow-timing" in refused.err
    assert cli("run", "--deals", "1", "--strategies", timed, "--seed", "1", "--allow-timing").code == 0
