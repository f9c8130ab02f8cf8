"""Small comparisons, made once for the tests that read them."""

import pytest

import guandan_sim as gd
from guandan_sim.compare.rules import RulesComparison
from guandan_sim.compare.strategies import StrategiesComparison

VARIANTS = ("institute", "competition", "guandan_com", "institute:tribute=off")


@pytest.fixture(scope="session")
def rules_study(tmp_path_factory: pytest.TempPathFactory) -> RulesComparison:
    """Four rule sets under two strategies, in parts of a few blocks."""
    out = tmp_path_factory.mktemp("rules") / "study"
    return gd.compare_rules(VARIANTS, strategy="lowest", opponent="random", matches=60, seed=11, part_size=16, out=out)


@pytest.fixture(scope="session")
def duel(tmp_path_factory: pytest.TempPathFactory) -> StrategiesComparison:
    """Two strategies over matches, in parts of a few blocks."""
    out = tmp_path_factory.mktemp("strategies") / "duel"
    return gd.compare_strategies("tempo", "lowest", rules="guandan_com", matches=60, seed=11, part_size=16, out=out)
