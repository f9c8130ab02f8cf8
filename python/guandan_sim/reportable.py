"""What a run and the result of a comparison have in common: both can be reported.

Results hold numbers and know nothing of pages. This module is the one place below `guandan_sim.report` that asks it for
a page, and it does so when a page is called for: until then neither the report nor its libraries are loaded.
"""

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from guandan_sim.report.pages import Page, Summary


def write_review(review: Any, path: str | os.PathLike[str], language: str) -> Path:
    """Writes a `Review` as the file's name asks for. Raises as `Review.report` does."""
    from guandan_sim.report.pages import write_review as write

    return write(review, path, language)


class Reportable:
    """A result that has a page."""

    def page(self, language: str = "en") -> "Page":
        """Everything in words, tables and charts, in "en" or "zh".

        Raises `PlanError` for another language, `PathError` when nothing has been played.
        """
        from guandan_sim.report.pages import page_of_result

        return page_of_result(self, language)

    def report(self, path: str | os.PathLike[str], language: str = "en") -> Path:
        """Writes the page in the form that the file's name asks for: .html, .md or .json.

        Raises `StoreError` when the file cannot be written, `PlanError` for another name or another language than "en"
        and "zh", `PathError` when nothing has been played.
        """
        from guandan_sim.report.pages import write

        return write(self.page(language), path)


class Summarized(Reportable):
    """A result that is summed up in numbers: a run."""

    def summary(self) -> "Summary":
        """The numbers that `guandan-sim run` prints, of the parts that are there: who won, finishes, plays by kind.

        At a prompt it shows itself as these tables. Raises `StoreError` when there is nothing yet.
        """
        from guandan_sim.report.pages import summary_of

        return summary_of(self)


class Tabled:
    """Numbers that show themselves as tables at a prompt."""

    def __repr__(self) -> str:
        """The tables as text."""
        from guandan_sim.report.pages import summary_as_text

        return summary_as_text(self)


class Answered(Reportable):
    """A result that answers a question; its words are those of its page in English."""

    @cached_property
    def _page(self) -> "Page":
        return self.page()

    @property
    def question(self) -> str:
        """What was asked."""
        return self._page.question

    @property
    def answer(self) -> str:
        """The answer in one sentence with its interval."""
        return self._page.answer

    @property
    def method(self) -> str:
        """How the numbers were made, in a few sentences."""
        return " ".join(self._page.method)

    def to_markdown(self) -> str:
        """The page in Markdown."""
        from guandan_sim.report.pages import rendered

        return rendered(self._page, "md")

    def __repr__(self) -> str:
        """The words and tables of the page for a terminal."""
        from guandan_sim.report.pages import as_text

        return as_text(self._page)

    def _repr_html_(self) -> str:
        """The words and tables of the page for a notebook."""
        from guandan_sim.report.pages import as_html

        return as_html(self._page)
