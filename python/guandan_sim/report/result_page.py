"""What the pages of a run and of all comparisons have in common; each kind of result fills in the rest."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from guandan_sim.compare.result import Comparison
from guandan_sim.report.page import Page, Section
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.words import Count
from guandan_sim.reportable import Reportable
from guandan_sim.rule_words import commented

if TYPE_CHECKING:
    from guandan_sim._core import Rules
    from guandan_sim.plan import Plan
    from guandan_sim.report.words import Words

# Below this an interval over blocks rests on its formula more than on the data; a page then says so.
_FEW_BLOCKS = 30
# A p value below this is called a difference.
_SURE = 0.05
_Result = TypeVar("_Result", bound=Reportable)
_Comparison = TypeVar("_Comparison", bound=Comparison)


class ResultPage(ABC, Generic[_Result]):
    """Puts one result into the words of one language."""

    def __init__(self, result: _Result, words: "Words") -> None:
        """The page of a result."""
        self.result, self.words = result, words

    def page(self) -> Page:
        """The page."""
        words = self.words
        return Page(
            words.language,
            self.title(),
            self.question(),
            self.answer(),
            tuple(self.highlights()),
            tuple(self.notes()),
            tuple(section for section in self.sections() if section.parts),
            tuple(self.method()),
            tuple(self.facts()),
            self.command(),
            tuple(
                (words("method.rules", rules=name), commented(rules, words.language))
                for name, rules in self.rule_sets().items()
            ),
        )

    @property
    @abstractmethod
    def plan(self) -> "Plan":
        """The plan that was played; of several, the first, which tells what all have in common."""

    @property
    @abstractmethod
    def blocks(self) -> int:
        """The blocks that the numbers are of."""

    @property
    def level(self) -> str:
        """The level of single deals, or the levels that they take in turn."""
        level = self.plan.level
        return self.words("levels.all") if level == "all" else level.replace(",", ", ")

    @abstractmethod
    def title(self) -> str:
        """The page's title."""

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

    @abstractmethod
    def statistics(self) -> Iterator[str]:
        """How differences, intervals and p values were made."""

    @abstractmethod
    def facts(self) -> Iterator[tuple[str, str]]:
        """What repeats the result: seed, rules, versions, sizes."""

    @abstractmethod
    def command(self) -> str:
        """The command that repeats the result."""

    @abstractmethod
    def rule_sets(self) -> "dict[str, Rules]":
        """The rule sets that the page is about, by what the page calls them."""

    def notes(self) -> Iterator[str]:
        """What a reader must know before believing anything."""
        if self.blocks < _FEW_BLOCKS:
            yield self.words("note.few", blocks=Count(self.blocks))

    def method(self) -> Iterator[str]:
        """What was played, what is independent of what, and what the intervals are."""
        words, plan = self.words, self.plan
        yield words(f"method.played_{plan.unit}", level=self.level)
        yield words("method.rotated" if plan.rotations > 1 else "method.single", rotations=str(plan.rotations))
        yield from self.statistics()
        if plan.is_reproducible:
            yield words("method.reproducible")

    def facts_of_rules(self) -> Iterator[tuple[str, str]]:
        """What the page calls each rule set, and its fingerprint."""
        words = self.words
        for name, rules in self.rule_sets().items():
            yield words("fact.rules"), words("fact.rules_value", label=name, fingerprint=rules.fingerprint)

    def fact_of_blocks(self, blocks: int) -> tuple[str, str]:
        """How many blocks there are, and of how many rotations each."""
        words = self.words
        value = words("fact.blocks_value", blocks=f"{blocks:,}", rotations=str(self.plan.rotations))
        return words("fact.blocks"), value


def is_sure(p_value: float | None) -> bool:
    """Whether a test shows a difference."""
    return p_value is not None and p_value < _SURE


class ComparisonPage(ResultPage[_Comparison]):
    """Puts one comparison into words."""

    @property
    def plan(self) -> "Plan":
        """The plan of the first run."""
        return next(iter(self.result.runs.values())).plan

    @property
    def blocks(self) -> int:
        """The blocks of each run."""
        return self.plan.blocks

    def title(self) -> str:
        """What is compared."""
        return self.words("page.title_comparison", labels=self.words.listed(self.result.labels))

    def command(self) -> str:
        """The command that the comparison was made by."""
        return self.result.command

    def rule_sets(self) -> "dict[str, Rules]":
        """The rule sets that are played."""
        return {run.plan.rules.label: run.plan.rules for run in self.result.runs.values()}

    def facts(self) -> Iterator[tuple[str, str]]:
        """Rules, sizes, seed, versions, and where the data is."""
        words, plan, result = self.words, self.plan, self.result
        yield from self.facts_of_rules()
        yield words(f"fact.{plan.unit}_each"), f"{self.blocks * plan.rotations:,}"
        yield self.fact_of_blocks(self.blocks)
        yield words("fact.seed"), str(result.seed)
        yield words("fact.versions"), ", ".join(f"{name} {number}" for name, number in result.outline.versions.items())
        yield words("fact.data"), str(result.directory)

    def verdicts(self) -> tuple[str, str, str]:
        """The heading and the words for what the tests of all rows together show."""
        words = self.words
        return words("table.holds"), words("table.yes"), words("table.no")

    def said(self, quantity: Quantity) -> str:
        """A quantity with its interval for a sentence; of an interval with one end only, that end."""
        words = self.words
        low, high = quantity.ends(words)
        if quantity.low is not None and quantity.high is not None and quantity.value is not None:
            return words("run.with_interval", value=quantity.text(words), low=low, high=high)
        if quantity.low is not None:
            return words("run.at_least", value=low)
        return words("run.at_most", value=high) if quantity.high is not None else quantity.text(words)
