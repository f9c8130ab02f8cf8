"""How much must be played to see an effect: from the variance of blocks in a pilot."""

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Unpack

import numpy as np
import polars as pl

from guandan_sim import stats
from guandan_sim.arguments import check_number
from guandan_sim.compare import open as open_comparison
from guandan_sim.compare.result import Comparison
from guandan_sim.compare.rules import RulesComparison
from guandan_sim.compare.setup import Setup, StudyOptions
from guandan_sim.compare.strategies import StrategiesComparison
from guandan_sim.compare.variants import RulesLike, variant
from guandan_sim.errors import PlanError, unknown
from guandan_sim.executors import Listener
from guandan_sim.measure.rows import block_scores
from guandan_sim.simulation import Run, simulate
from guandan_sim.stats.inputs import FloatArray
from guandan_sim.terms import counted

PILOT_DEALS = 4_000
_DIFFERENCE_OF_SHARES = 1.0
# A chance nearer to 0 or 1 would be lost when it is taken from 1.
_NEAREST = 1e-9
# As alike as what is usually compared; a strategy against itself differs in nothing and tells no variance.
ALIKE = ("tempo", "tempo(infer=off)")


@dataclass(frozen=True, slots=True, repr=False)
class SampleSize:
    """What a plan found: `plan.units` deals or matches (`what`) are needed to see an effect in `subject`."""

    subject: str
    what: str
    rotations: int
    percent: bool
    plan: stats.Plan

    def __str__(self) -> str:
        """The plan as a sentence."""
        found = self.plan
        effect = f"{found.effect * 100:+g} %" if self.percent else f"{found.effect:+g}"
        between = ""
        if found.blocks_low is not None and found.blocks_high is not None:
            low, high = (f"{blocks * self.rotations:,}" for blocks in (found.blocks_low, found.blocks_high))
            between = f"; between {low} and {high} given the uncertainty of a pilot of {found.pilot_blocks:,} blocks"
        return (
            f"{found.units:,} {self.what} ({counted(found.blocks, 'block')} of {self.rotations}) find a difference of "
            f"{effect} in {self.subject} with a chance of {found.power * 100:g}%, tested at {found.alpha * 100:g}%"
            f"{between}."
        )

    def __repr__(self) -> str:
        """The plan as a sentence, for a prompt."""
        return f"<SampleSize: {self}>"

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON values."""
        return {**asdict(self), "plan": self.plan.to_dict()}


def sample_size(
    effect: float,
    *,
    pilot: Comparison | str | os.PathLike[str] | None = None,
    metric: str | None = None,
    variant: str | None = None,
    power: float = 0.9,
    alpha: float = 0.05,
    strategies: Sequence[object] | None = None,
    rules: RulesLike | None = None,
    on_progress: Listener | None = None,
    **options: Unpack[StudyOptions],
) -> SampleSize:
    """Calculates how many deals or matches show a difference, as `guandan-sim plan` does.

    `effect` is the difference to find. Between strategies it is one of win rates: 0.01 is 50.5 % against 49.5 %.
    `power` is the chance to find it, `alpha` the significance level of the test.

    The answer follows from the variance of a pilot. Without `pilot` one is played: 4,000 deals between `strategies`
    (tempo against tempo(infer=off) unless told) under `rules` (institute unless told), or as many deals or matches as
    the options say, which are those of `simulate`.

    `pilot` may be a finished comparison or its directory; then nothing is played. From a comparison of rules `metric`
    chooses what differs (its headline unless told), and `variant` the rule set that is compared with the first (the
    second unless told). `effect` is then in the unit of the metric, shares as fractions.

    Raises `PlanError` for numbers that make no plan, for names that are not there, and for options that belong to the
    other kind of pilot; `PathError` when there is no comparison; and what `simulate` raises.

    >>> import guandan_sim as gd
    >>> need = gd.sample_size(0.05, strategies=["lowest", "random"], deals=400, seed=7)
    >>> need.plan.units, need.what
    (626, 'deals')
    """
    if pilot is None:
        if metric is not None or variant is not None:
            raise PlanError("metric and variant choose from a comparison of rules: give it as pilot")
        return plan_duel(
            effect,
            power=power,
            alpha=alpha,
            strategies=ALIKE if strategies is None else strategies,
            rules="institute" if rules is None else rules,
            on_progress=on_progress,
            **options,
        )
    played = {"strategies": strategies, "rules": rules, **options}
    given = [name for name, value in played.items() if value is not None]
    if given:
        raise PlanError(f"with a pilot nothing is played: leave out {', '.join(given)}")
    directory = pilot.directory if isinstance(pilot, Comparison) else pilot
    return plan_like(directory, effect, power=power, alpha=alpha, metric=metric, label=variant)


def plan_duel(
    effect: float,
    *,
    power: float = 0.9,
    alpha: float = 0.05,
    strategies: Sequence[object] = ALIKE,
    rules: RulesLike = "institute",
    on_progress: Listener | None = None,
    **options: Unpack[StudyOptions],
) -> SampleSize:
    """Deals or matches needed to see that one strategy wins `effect` more often than the other (0.01: one per cent).

    Plays a pilot of 4,000 deals, or as many deals or matches as the options (those of `simulate`) say. Raises
    `PlanError` for numbers that make no plan, and what `simulate` raises.

    >>> need = plan_duel(0.05, strategies=("lowest", "random"), deals=400, seed=7)
    >>> need.what, need.plan.pilot_blocks, need.plan.blocks < plan_duel(
    ...     0.02, strategies=("lowest", "random"), deals=400, seed=7).plan.blocks
    ('deals', 200, True)
    """
    effect, power, alpha = _effect(effect, _DIFFERENCE_OF_SHARES), *_chances(power, alpha)
    if isinstance(strategies, str) or not isinstance(strategies, Sequence) or len(strategies) != 2:
        raise PlanError(f"strategies: expected two to compare, got {strategies!r}")
    if options.get("matches") is None and options.get("deals") is None:
        options["deals"] = PILOT_DEALS
    setup = Setup.of(options, rotations=2)
    run = simulate(
        rules=variant(rules).rules, strategies=strategies, on_progress=on_progress, **setup.options, **setup.how
    )
    return _need_of_duel(run, effect, power, alpha)


def plan_like(
    directory: str | os.PathLike[str],
    effect: float,
    *,
    power: float = 0.9,
    alpha: float = 0.05,
    metric: str | None = None,
    label: str | None = None,
) -> SampleSize:
    """Deals or matches needed to see `effect`, with a finished comparison as the pilot.

    Of rule sets: in a `metric` (its headline unless told, and in its unit; shares as fractions) between the first
    variant and `label` (the second unless told). Of strategies: in the difference of win rates. Raises `PlanError`
    for names that are not there and numbers that make no plan, `PathError` when there is no comparison.
    """
    power, alpha = _chances(power, alpha)
    pilot = open_comparison(directory)
    if isinstance(pilot, StrategiesComparison):
        for name, given in (("metric", metric), ("variant", label)):
            if given is not None:
                raise PlanError(f"{name}: {given} belongs to a comparison of rules, {directory} is one of strategies")
        return _need_of_duel(pilot.run, _effect(effect, _DIFFERENCE_OF_SHARES), power, alpha)
    if not isinstance(pilot, RulesComparison):
        raise PlanError(f"{directory}: a pilot is a comparison of rules or strategies, got a {pilot.kind}")
    chosen = pilot.metric(metric or pilot.outline.arguments["headline"])
    other = label or pilot.labels[1]
    if other not in pilot.labels[1:]:
        raise PlanError(unknown("variant", str(other), pilot.labels[1:]))
    # A metric that is itself a difference of shares differs by up to 2.
    shares = _DIFFERENCE_OF_SHARES if chosen.is_proper_share else 2 * _DIFFERENCE_OF_SHARES
    effect = _effect(effect, shares if chosen.is_share else None)
    base, own = pilot.sums(chosen, other)
    values = _linear(*own) - _linear(*base)
    run = pilot.runs[other].plan
    found = _plan(values, effect, power, alpha, run.rotations)
    subject = f"{chosen.name} between {pilot.labels[0]} and {other}"
    return SampleSize(subject, "matches" if run.unit == "match" else "deals", run.rotations, chosen.is_share, found)


def _need_of_duel(run: Run, effect: float, power: float, alpha: float) -> SampleSize:
    plan = run.plan
    scores = pl.concat([block_scores(plan, deals, matches) for deals, matches in run.parts()])["score"].to_numpy()
    first, second = plan.labels[:2]
    found = _plan(scores, effect, power, alpha, plan.rotations)
    what = "matches" if plan.unit == "match" else "deals"
    return SampleSize(f"the share of {what} won between {first} and {second}", what, plan.rotations, True, found)


def _plan(values: FloatArray, effect: float, power: float, alpha: float, rotations: int) -> stats.Plan:
    if len(values) < 2:
        raise PlanError(f"a pilot needs at least 2 blocks, got {len(values)}")
    if not np.ptp(values):
        raise PlanError(f"the {len(values):,} blocks of the pilot do not differ at all and tell no variance: play more")
    try:
        return stats.plan(values, effect, power, alpha, rotations)
    except ValueError as error:
        raise PlanError(str(error)) from None


def _linear(totals: FloatArray, counts: FloatArray) -> FloatArray:
    """What each block adds to a ratio of sums, to first order (docs/STATISTICS.md); all 0 where there is no ratio."""
    if not counts.any():
        return np.zeros(len(counts))
    ratio = totals.sum() / counts.sum()
    return np.asarray((totals - ratio * counts) / counts.mean())


def _effect(given: float, most: float | None) -> float:
    """The effect. Raises `PlanError` for 0, for what is no number, and for more than `most` in either direction."""
    expected = "a number other than 0" if most is None else f"a difference of shares from {-most:g} to {most:g}, not 0"
    found = check_number("effect", given, expected, *(() if most is None else (-most, most)))
    if not found:
        raise PlanError(f"effect: expected {expected}, got {given}")
    return found


def _chances(power: float, alpha: float) -> tuple[float, float]:
    """Power and level of a test. Raises `PlanError` for what is no chance, and for less power than any test has."""
    expected = f"a number between 0 and 1, {_NEAREST:g} or more away from either"
    chance, level = (
        check_number(name, given, expected, _NEAREST, 1 - _NEAREST)
        for name, given in (("power", power), ("alpha", alpha))
    )
    if chance <= level:
        raise PlanError(
            f"power: expected more than alpha, by which a test finds what is not there ({alpha}), got {power}"
        )
    return chance, level
