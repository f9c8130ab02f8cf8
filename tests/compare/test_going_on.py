"""An interrupted comparison continues, ends in the same bytes, and stops by its blocks alone."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import guandan_sim as gd
from guandan_sim import compare
from guandan_sim.compare.result import Comparison
from guandan_sim.compare.strategies import StrategiesComparison
from guandan_sim.executors import Progress
from guandan_sim.measure.rows import block_scores
from guandan_sim.stats import Sprt, until_half_width


def _data(directory: Path) -> dict[str, bytes]:
    return {str(file.relative_to(directory)): file.read_bytes() for file in sorted(directory.rglob("part-*.parquet"))}


class _Enough(Exception):  # noqa: N818 - a test's own signal
    pass


def _interrupted(make: Callable[..., Comparison], out: Path, at: int) -> None:
    """Stops a comparison as soon as so many matches or deals are done."""

    def listener(progress: Progress, /) -> None:
        if at <= progress.done < progress.total:
            raise _Enough

    with pytest.raises(_Enough):
        make(out=out, on_progress=listener)


def _rules(**given: Any) -> Comparison:
    return gd.compare_rules(["institute", "web"], strategy="lowest", matches=40, seed=5, part_size=8, **given)


def _strategies(**given: Any) -> Comparison:
    return gd.compare_strategies("lowest", "random", deals=400, seed=5, part_size=50, **given)


def _test(**given: Any) -> Comparison:
    return gd.compare_strategies("lowest", "random", deals=4000, seed=5, part_size=50, sprt=(0, 0.02), **given)


def _tournament(**given: Any) -> Comparison:
    return gd.tournament(["lowest", "random", "tempo"], deals=400, seed=5, part_size=50, log=("records",), **given)


MAKERS = [_rules, _strategies, _test, _tournament]


Whole = Callable[[Callable[..., Comparison]], tuple[Comparison, Path]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """The comparison of a maker in one go on one worker, and its directory; made once and only read."""

    @functools.cache
    def made(make: Callable[..., Comparison]) -> tuple[Comparison, Path]:
        out = tmp_path_factory.mktemp("whole") / "comparison"
        return make(out=out, workers=1), out

    return made


@pytest.mark.parametrize("make", MAKERS)
def test_an_interrupted_comparison_goes_on_and_ends_in_the_same_bytes(
    make: Callable[..., Comparison], whole: Whole, tmp_path: Path
) -> None:
    expected, place = whole(make)
    _interrupted(make, tmp_path / "cut", 48)
    with pytest.raises(gd.StoreError, match="to continue: guandan-sim") as caught:
        compare.open(tmp_path / "cut")
    assert expected.command in str(caught.value)
    gone_on = make(out=tmp_path / "cut")
    assert _data(tmp_path / "cut") == _data(place)
    assert gone_on.table.equals(expected.table)
    assert gone_on.answer == expected.answer


@pytest.mark.parametrize("make", MAKERS)
def test_a_finished_comparison_is_opened_from_its_directory(make: Callable[..., Comparison], whole: Whole) -> None:
    made, place = whole(make)
    opened = compare.open(place)
    assert type(opened) is type(made)
    assert opened.to_json() == made.to_json()
    assert opened.outline.arguments == made.outline.arguments


@pytest.mark.parametrize("make", MAKERS)
def test_numbers_depend_on_neither_workers_nor_the_size_of_parts(
    make: Callable[..., Comparison], whole: Whole, tmp_path: Path
) -> None:
    one, place = whole(make)
    other = make(out=tmp_path / "other", workers=3)
    assert _data(place) == _data(tmp_path / "other")
    assert one.table.equals(other.table)


@pytest.mark.parametrize("part_size", [30, 64, 4000])
def test_a_stop_depends_on_the_blocks_alone(part_size: int) -> None:
    """The same stop, whatever came in together: that of the test over all blocks of an ordinary run."""
    run = gd.simulate(deals=4000, strategies="lowest,random", rotations=2, seed=5)
    scores = np.concatenate([block_scores(run.plan, *parts)["score"].to_numpy() for parts in run.parts()])
    found = gd.compare_strategies("lowest", "random", deals=4000, seed=5, part_size=part_size, sprt="0,0.02")
    assert found.stop is not None
    assert found.stop.result == Sprt(0, 0.02, -1.0, 1.0).test(scores[: found.stop.result.seen])
    assert found.stop.blocks == Sprt(0, 0.02, -1.0, 1.0).test(scores).blocks < 2000
    assert found.main.own.n == found.stop.blocks
    assert found.main.own.value == pytest.approx((1 + scores[: found.stop.blocks].mean()) / 2)
    until = gd.compare_strategies("lowest", "random", deals=4000, seed=5, part_size=part_size, until=0.03)
    assert until.stop is not None
    assert until.stop.blocks == until_half_width(scores, 0.03).blocks < 2000
    assert until.main.own.n == until.stop.blocks


def test_a_rule_that_never_stops_plays_everything_and_says_so() -> None:
    found = gd.compare_strategies("tempo", "tempo(infer=off)", deals=200, seed=5, sprt=(0, 0.02))
    assert found.stop is not None
    assert not found.stop.decided
    assert found.run.is_complete
    assert "undecided after 100 blocks" in found.answer


def test_parts_after_a_gap_do_not_decide(tmp_path: Path) -> None:
    found = _test(out=tmp_path / "found")
    assert isinstance(found, StrategiesComparison)
    assert found.stop is not None
    assert found.stop.decided
    for file in (found.run.path).rglob("part-00001.*"):
        file.unlink()
    assert found.run.leading_parts == 1
    with pytest.raises(gd.StoreError, match="not finished"):
        compare.open(tmp_path / "found")
    again = _test(out=tmp_path / "found")
    assert again.table.equals(found.table)
    assert ("deals in each run", f"{2 * found.stop.blocks:,}") in again.page().facts


def test_another_comparison_is_refused_the_directory(tmp_path: Path) -> None:
    _rules(out=tmp_path / "found")
    for other in (
        lambda: _strategies(out=tmp_path / "found"),
        lambda: gd.compare_rules(["institute", "pagat"], strategy="lowest", matches=40, seed=5, out=tmp_path / "found"),
        lambda: gd.compare_rules(["institute", "web"], strategy="lowest", matches=44, seed=5, out=tmp_path / "found"),
    ):
        with pytest.raises(gd.PlanError, match="another comparison"):
            other()
    with pytest.raises(gd.StoreError, match="no comparison"):
        _rules(out=tmp_path)
    with pytest.raises(gd.StoreError, match="no comparison here"):
        compare.open(tmp_path / "nowhere")


def test_a_start_that_was_cut_off_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "found").mkdir()
    (tmp_path / "found" / "comparison.json.unfinished").write_text("{")
    assert _strategies(out=tmp_path / "found").table.height > 0


def test_a_damaged_outline_is_said_to_be_one(tmp_path: Path) -> None:
    _strategies(out=tmp_path / "found")
    file = tmp_path / "found" / "comparison.json"
    text = file.read_text()
    for damaged in ("", "[]", "{}", text.replace('"schema_version": 1', '"schema_version": 99'), text[:100]):
        file.write_text(damaged)
        with pytest.raises(gd.StoreError) as caught:
            compare.open(tmp_path / "found")
        assert "comparison.json" in str(caught.value)
    file.write_text(text.replace('"kind": "strategies"', '"kind": "riddle"'))
    with pytest.raises(gd.StoreError, match="riddle"):
        compare.open(tmp_path / "found")


@pytest.mark.parametrize(
    "make",
    [
        lambda out: gd.compare_rules(["institute", "web"], strategy="lowest", matches=8, out=out),
        lambda out: gd.compare_strategies("lowest", "random", deals=40, out=out),
        lambda out: gd.tournament(["lowest", "random"], deals=40, out=out),
    ],
)
def test_a_comparison_whose_seed_was_drawn_goes_on_when_the_same_is_asked_for_again(
    make: Callable[[Path], Comparison], tmp_path: Path
) -> None:
    first = make(tmp_path / "found")
    assert make(tmp_path / "found").to_json() == first.to_json()


@pytest.mark.parametrize("make", MAKERS)
def test_progress_of_a_comparison_gone_on_with_counts_what_was_there(
    make: Callable[..., Comparison], tmp_path: Path
) -> None:
    out = tmp_path / "comparison"
    _interrupted(make, out, 1)
    heard: list[Progress] = []
    made = make(out=out, on_progress=heard.append)
    counts = [(one.done, one.total) for one in heard]
    assert counts == sorted(counts)
    assert len({total for _, total in counts}) == 1
    played = sum(run.matches.collect().height for run in made.runs.values())
    assert (heard[-1].done, 0 <= heard[-1].before < played) == (played, True)
