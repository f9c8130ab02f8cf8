"""From a result, or from the directory of one, to its page; and the forms a page is shown in."""

import json
import os
from pathlib import Path

from guandan_sim.compare.directory import NAME as OUTLINE
from guandan_sim.errors import PathError, PlanError
from guandan_sim.measure.summary import Summary, summarize
from guandan_sim.paths import is_address, is_there, local
from guandan_sim.report import text
from guandan_sim.report.files import rendered, write
from guandan_sim.report.page import Page
from guandan_sim.report.terminal import as_text, in_text
from guandan_sim.report.words import Words
from guandan_sim.reportable import Reportable, Summarized, Tabled
from guandan_sim.reviews.result import Review
from guandan_sim.simulation import Run
from guandan_sim.store.files import make_directory, write_file
from guandan_sim.store.manifest import NAME as MANIFEST

__all__ = [
    "Page",
    "Summary",
    "as_html",
    "as_text",
    "check_review_file",
    "page_of",
    "page_of_result",
    "rendered",
    "review_html",
    "summary_as_text",
    "summary_of",
    "write",
    "write_review",
]


def page_of(directory: str | os.PathLike[str], language: str = "en") -> Page:
    """The page of the run or the comparison in a directory, or of the run at an address.

    Raises `PathError` when there is neither or it has nothing to tell yet, `PlanError` for an unknown language.
    """
    Words(language)
    if is_address(directory):
        return page_of_result(Run(directory), language)
    path = Path(directory)
    if is_there(path / OUTLINE):
        from guandan_sim import compare

        return page_of_result(compare.open(path), language)
    if not is_there(path / MANIFEST):
        raise PathError(f"{path}: no run and no comparison here ({MANIFEST} and {OUTLINE} are missing)")
    return page_of_result(Run(path), language)


def page_of_result(result: Reportable, language: str) -> Page:
    """The page of a run or of a finished comparison.

    Raises `PlanError` for an unknown language, `PathError` for a run of which nothing has been played.
    """
    words = Words(language)
    if isinstance(result, Run):
        from guandan_sim.report.run_page import RunPage

        return RunPage(result, words).page()
    from guandan_sim.compare.rules import RulesComparison
    from guandan_sim.compare.strategies import StrategiesComparison
    from guandan_sim.compare.tournament import Tournament
    from guandan_sim.report.rules_page import RulesPage
    from guandan_sim.report.strategies_page import StrategiesPage
    from guandan_sim.report.tournament_page import TournamentPage

    match result:
        case RulesComparison() as rules:
            return RulesPage(rules, words).page()
        case StrategiesComparison() as strategies:
            return StrategiesPage(strategies, words).page()
        case Tournament() as tournament:
            return TournamentPage(tournament, words).page()
        case other:
            raise TypeError(f"no page for a {type(other).__name__}")


def summary_of(result: Summarized) -> Summary:
    """The summary of the parts that a run has so far. Raises `StoreError` when it has none."""
    if not isinstance(result, Run):
        raise TypeError(f"no summary of a {type(result).__name__}")
    return summarize(result)


def summary_as_text(found: Tabled) -> str:
    """A summary for a prompt: the tables that `guandan-sim run` prints."""
    if not isinstance(found, Summary):
        raise TypeError(f"no tables of a {type(found).__name__}")
    return in_text(text.summary(found))


def as_html(page: Page) -> str:
    """The words and tables of a page as HTML for a notebook, its charts left out."""
    from guandan_sim.report.html import fragment

    return fragment(page)


def check_review_file(path: str | os.PathLike[str]) -> str:
    """The end of a name that a review can be written under. Raises `PlanError` for another name."""
    suffix = Path(path).suffix.lower()
    if suffix not in (".html", ".htm", ".json"):
        raise PlanError(f"{os.fspath(path)}: expected a name that ends with .html or .json")
    return suffix


def review_html(review: Review, language: str) -> str:
    """The page of a review. Raises `PlanError` for an unknown language."""
    from guandan_sim.report.review_page import review_page

    Words(language)
    return review_page(review.to_dict(), lang=language)


def write_review(review: Review, path: str | os.PathLike[str], language: str) -> Path:
    """Writes a review as the file's name asks for. Raises as `Review.report` does."""
    target = local(path, "a review")
    if check_review_file(target) == ".json":
        text = json.dumps(review.to_dict(), ensure_ascii=False, separators=(",", ":")) + "\n"
    else:
        text = review_html(review, language)
    make_directory(target.parent)
    write_file(target, text.encode())
    return target
