"""From a directory to its page."""

import os
from pathlib import Path

from guandan_sim.report.page import Page
from guandan_sim.report.run_page import page_of_run
from guandan_sim.report.words import Words
from guandan_sim.simulation import Run


def page_of(directory: str | os.PathLike[str], language: str = "en") -> Page:
    """The page of the run in a directory.

    Raises `StoreError` when there is none or nothing of it has been played, `PlanError` for an unknown language.
    """
    words = Words(language)
    return page_of_run(Run(Path(directory)), words)
