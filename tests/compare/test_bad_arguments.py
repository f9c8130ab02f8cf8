"""Arguments of comparisons that could not be followed: one line, and nothing is written."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import guandan_sim as gd
from guandan_sim import compare
from guandan_sim.compare.planning import plan_like


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda out: gd.compare_rules(None, deals=4, out=out), "variants: expected a list, got None"),
        (lambda out: gd.compare_rules("institute", deals=4, out=out), "variants: expected a list, got 'institute'"),
        (lambda out: gd.compare_rules({"web", "pagat"}, deals=4, out=out), "variants: expected a list"),
        (lambda out: gd.compare_rules(np.array(1), deals=4, out=out), "variants: expected a list, got array(1)"),
        (lambda out: gd.compare_rules(["institute"], grid="tribute=on/off", deals=4, out=out), "grid: expected a list"),
        (lambda out: gd.compare_rules(["institute"], grid=[5], deals=4, out=out), "field=value/value"),
        (lambda out: gd.compare_rules(["web", "pagat"], headline=5, deals=4, out=out), 'unknown metric "5"'),
        (lambda out: gd.compare_strategies("random", "lowest", until="x", out=out), "until: expected a half width"),
        (lambda out: gd.compare_strategies("random", "lowest", until=True, out=out), "until: expected a half width"),
        (lambda out: gd.tournament(None, deals=4, out=out), "at least two strategies, got None"),
        (lambda out: gd.tournament({"random", "lowest"}, deals=4, out=out), "a list of at least two strategies"),
        (lambda out: plan_like(out, 0.1), "no comparison here"),
        (lambda out: compare.open(out), "no comparison here"),
    ],
)
def test_what_cannot_be_compared_is_refused(call: Callable[[Path], object], words: str, tmp_path: Path) -> None:
    with pytest.raises(gd.GuandanError) as caught:
        call(tmp_path / "out")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_rules_that_are_none_say_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="rules: expected a preset, a path or a Rules, got int"):
        gd.compare_rules(["institute", 5], deals=4, out=tmp_path / "out")  # type: ignore[list-item]
    assert not (tmp_path / "out").exists()


ADDRESS = "memory://bucket/study"


@pytest.mark.parametrize(
    "call",
    [
        lambda: gd.compare_rules(["web", "pagat"], deals=4, out=ADDRESS),
        lambda: gd.compare_strategies("random", "lowest", deals=4, until=0.5, out=ADDRESS),
        lambda: gd.tournament(["random", "lowest"], deals=4, out=ADDRESS),
        lambda: compare.open(ADDRESS),
        lambda: plan_like(ADDRESS, 0.1),
    ],
)
def test_an_address_is_no_directory_for_a_comparison(
    call: Callable[[], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(gd.PathError, match=f"{ADDRESS}: a comparison is kept in a directory of this machine"):
        call()
    assert list(tmp_path.iterdir()) == []
