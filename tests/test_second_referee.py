"""Records of whole matches under every preset, judged from the rules alone by the second referee."""

import os
from pathlib import Path

import pytest
from referee import RuleSet, judge

import guandan_sim as gd

MATCHES = 2000 if os.environ.get("GUANDAN_PROOF") else 50


@pytest.mark.parametrize("preset", list(gd.Rules.presets()))
def test_a_second_referee_finds_nothing_wrong_with_the_matches_of(preset: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    run = gd.simulate(
        matches=MATCHES,
        rules=preset,
        strategies="tempo,lowest,random,lowest",
        rotations=2,
        seed=5,
        out=out,
        log=["records"],
    )
    rules = [RuleSet.from_toml(gd.Rules(preset).to_toml())]
    matches = 0
    for part in sorted((out / "records").glob("part-*.jsonl")):
        with part.open(encoding="utf-8") as lines:
            report = judge(lines, rules)
        assert report.finding is None, f"{part.name}: {report.finding}"
        matches += report.matches
    assert matches == run.matches.collect().height >= MATCHES
