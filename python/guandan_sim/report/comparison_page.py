"""The page of a comparison: what all kinds of it have; `rules_page` and `strategies_page` fill in the rest."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from guandan_sim.compare.result import Comparison
from guandan_sim.report.page import FEW_BLOCKS, Page, Section
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.words import Count

if TYPE_CHECKING:
    from guandan_sim._core import Rules
    from guandan_sim.plan import Plan
    from guandan_sim.report.words import Words

_Result = TypeVar("_Result", bound=Comparison)


class ComparisonPage(ABC, Generic[_Result]):
    """Puts one comparison into the words of one language."""

    def __init__(self, result: _Result, words: "Words") -> None:
        """The page of a finished comparison."""
        self.result, self.words = result, words

    def page(self) -> Page:
        """The page."""
        words, result = self.words, self.result
        return Page(
            words.language,
            words("page.title_comparison", labels=words.listed(result.labels)),
            self.question(),
            self.answer(),
            tuple(self.highlights()),
            tuple(self.notes()),
            tuple(section for section in self.sections() if section.parts),
            tuple(self.method()),
            tuple(self._facts()),
            result.command,
            tuple((words("method.rules", rules=one.label), one.to_toml()) for one in self._rules()),
        )

    @property
    def plan(self) -> "Plan":
        """The plan of the first run; what all runs have in common is read from it."""
        return next(iter(self.result.runs.values())).plan

    @property
    def blocks(self) -> int:
        """The blocks of each run."""
        return self.plan.blocks

    @abstractmethod
    def question(self) -> str:
        """What was asked."""

    @abstractmethod
    def answer(self) -> str:
        """The answer in one sentence with its interval."""

    @abstractmethod
    def highlights(self) -> Iterator[tuple[str, Quantity]]:
        """The few numbers shown first."""

    @abstractmethod
    def sections(self) -> Iterator[Section]:
        """What is shown, in order."""

    def notes(self) -> Iterator[str]:
        """What a reader must know first."""
        if self.blocks < FEW_BLOCKS:
            yield self.words("note.few", blocks=Count(self.blocks))

    def method(self) -> Iterator[str]:
        """How it was done."""
        words, plan = self.words, self.plan
        yield words(f"method.played_{plan.unit}", level=plan.level)
        yield words("method.rotated" if plan.rotations > 1 else "method.single", rotations=str(plan.rotations))
        yield from self.statistics()
        yield words("method.reproducible")

    @abstractmethod
    def statistics(self) -> Iterator[str]:
        """How differences, intervals and p values were made."""

    def _rules(self) -> "tuple[Rules, ...]":
        """The rule sets of what is compared; runs that only help to explain it may have others."""
        runs = self.result.runs
        named = [run for label, run in runs.items() if label in self.result.labels] or list(runs.values())
        return tuple({run.plan.rules.fingerprint: run.plan.rules for run in named}.values())

    def _facts(self) -> Iterator[tuple[str, str]]:
        words, plan, result = self.words, self.plan, self.result
        for rules in self._rules():
            yield words("fact.rules"), words("fact.rules_value", label=rules.label, fingerprint=rules.fingerprint)
        yield words(f"fact.{plan.unit}_each"), f"{self.blocks * plan.rotations:,}"
        yield words("fact.blocks"), words("fact.blocks_value", blocks=f"{self.blocks:,}", rotations=str(plan.rotations))
        yield words("fact.seed"), str(result.seed)
        yield words("fact.versions"), ", ".join(f"{name} {number}" for name, number in result.outline.versions.items())
        yield words("fact.data"), str(result.directory)

    def said(self, quantity: Quantity) -> str:
        """A quantity with its interval for a sentence; of an open one the end there is."""
        words = self.words
        low, high = quantity.ends(words)
        if quantity.low is not None and quantity.high is not None and quantity.value is not None:
            return words("run.with_interval", value=quantity.text(words), low=low, high=high)
        if quantity.low is not None:
            return words("run.at_least", value=low)
        return words("run.at_most", value=high) if quantity.high is not None else quantity.text(words)
