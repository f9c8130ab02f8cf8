"""From a directory to its page."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from guandan_sim.errors import PathError
from guandan_sim.paths import is_address, is_there
from guandan_sim.report.page import Page
from guandan_sim.report.run_page import page_of_run
from guandan_sim.report.words import Words
from guandan_sim.simulation import Run
from guandan_sim.store.manifest import NAME as MANIFEST

if TYPE_CHECKING:
    from guandan_sim.compare.result import Comparison


def page_of(directory: str | os.PathLike[str], language: str = "en") -> Page:
    """The page of the run or the comparison in a directory.

    Raises `PathError` when there is neither or it has nothing to tell yet, `PlanError` for an unknown language.
    """
    from guandan_sim.compare.directory import NAME

    words = Words(language)
    if is_address(directory):
        return page_of_run(Run(directory), words)
    path = Path(directory)
    if not is_there(path / NAME):
        if not is_there(path / MANIFEST):
            raise PathError(f"{path}: no run and no comparison here ({MANIFEST} and {NAME} are missing)")
        return page_of_run(Run(path), words)
    from guandan_sim import compare

    return page_of_comparison(compare.open(path), words)


def page_of_comparison(found: "Comparison", words: Words) -> Page:
    """The page of a finished comparison."""
    from guandan_sim.compare.rules import RulesComparison
    from guandan_sim.compare.strategies import StrategiesComparison
    from guandan_sim.compare.tournament import Tournament
    from guandan_sim.report.rules_page import RulesPage
    from guandan_sim.report.strategies_page import StrategiesPage
    from guandan_sim.report.tournament_page import TournamentPage

    match found:
        case RulesComparison() as rules:
            return RulesPage(rules, words).page()
        case StrategiesComparison() as strategies:
            return StrategiesPage(strategies, words).page()
        case Tournament() as tournament:
            return TournamentPage(tournament, words).page()
        case other:
            raise TypeError(f"no page for a {type(other).__name__}")
