"""What all runs of a comparison have in common: how much is played, how, and with which seed, so with which cards."""

import os
from dataclasses import dataclass, replace
from typing import Self, cast

from guandan_sim._core import Rules
from guandan_sim.commands import Option
from guandan_sim.compare.directory import seed_there
from guandan_sim.errors import PlanError
from guandan_sim.given import in_text
from guandan_sim.options import DEFAULTS, GivenDeal, How, Options, checked
from guandan_sim.plan import Plan, draw_seed
from guandan_sim.simulation import executor_of

DEFAULT_MATCHES = 10_000
# Rotations under which both sides have played both hands.
_SWAPPED = 2


class _Played(Options, GivenDeal, total=False):
    """The options of every run, without rules and strategies."""


class StudyOptions(_Played, How, total=False):
    """How much is played in every run of a comparison, and how."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of every run, complete: with an amount, a seed and rotations."""

    options: _Played
    how: How

    @classmethod
    def of(
        cls,
        asked: StudyOptions,
        *,
        rotations: int,
        matches: int = DEFAULT_MATCHES,
        part_size: tuple[int, int] | None = None,
        out: str | os.PathLike[str] | None = None,
    ) -> Self:
        """The options that were asked for, completed.

        `rotations`, `matches` and `part_size` (for matches, for deals) are used where nothing else was asked for. A
        seed that was not given is that of the comparison begun in `out`, else it is drawn. Raises `PlanError` for
        rotations that do not swap the sides where `rotations` does, and for an executor that does not exist.
        """
        how = cast("How", {name: value for name, value in asked.items() if name in How.__annotations__})
        # Made again for every run; what is wrong with it is told before anything is written.
        executor_of(**how)
        dealt = cast("GivenDeal", {name: value for name, value in asked.items() if name in GivenDeal.__annotations__})
        given = {name: value for name, value in asked.items() if name not in how and name not in dealt}
        options = {**checked(given, Options), **in_text(dealt)}
        if options.get("deals") is None and options.get("matches") is None:
            options["matches"] = matches
        turns = options.get("rotations", rotations)
        if rotations == _SWAPPED and turns not in (_SWAPPED, 2 * _SWAPPED):
            raise PlanError(f"rotations: expected 2 or 4, which swap the sides inside every block, got {turns}")
        if part_size is not None and options.get("part_size") is None:
            options["part_size"] = part_size[0 if options.get("deals") is None else 1]
        if options.get("seed") is None and out is not None:
            options["seed"] = seed_there(out)
        if options.get("seed") is None:
            options["seed"] = draw_seed()
        return cls(cast("_Played", {"rotations": rotations, **options}), how)

    @property
    def has_matches(self) -> bool:
        """Whether whole matches are played."""
        return self.options.get("matches") is not None

    def plan(self, rules: Rules, *strategies: object) -> Plan:
        """The plan of one run. Raises what `Plan.of` does."""
        return Plan.of(rules=rules, strategies=strategies, **self.options)

    def without_clock_model(self) -> Self:
        """The options for rules without a clock that are compared with rules that have one."""
        return replace(self, options={**self.options, "clock_model": ""})

    def words(self) -> list[Option]:
        """The options for a command line, those at their defaults left out."""
        given: dict[str, object] = {**self.options}
        defaults: dict[str, object] = {**DEFAULTS}
        if given.get("hands") is not None:
            # One option with four values.
            given["hands"] = [tuple(self.options["hands"] or ())]
        return [
            (f"--{name.replace('_', '-')}", given[name])
            for name in _Played.__annotations__
            if name in given and given[name] != defaults[name]
        ]
