"""`guandan-sim plan`: calculates how many deals or matches show a difference."""

from typing import TYPE_CHECKING, Annotated, cast

from cyclopts import Parameter

from guandan_sim.cli.comparing import Amount, Playing
from guandan_sim.cli.options import Json, RulesOptions, print_json, seed_said
from guandan_sim.cli.progress import progress_bar
from guandan_sim.errors import PlanError

if TYPE_CHECKING:
    from guandan_sim.compare.setup import StudyOptions


def plan(
    *,
    effect: Annotated[
        float, Parameter(help="Difference to find: of win rates (0.01: 50.5 % against 49.5 %), or of --metric.")
    ],
    power: Annotated[float, Parameter(help="Probability to find it.")] = 0.9,
    alpha: Annotated[float, Parameter(help="Significance level of the test.")] = 0.05,
    strategies: Annotated[
        str | None,
        Parameter(help="The two strategies of the pilot, with a comma between them [default: tempo,tempo(infer=off)]"),
    ] = None,
    pilot: Annotated[
        str | None, Parameter(name="--from", help="Directory of a comparison to use as the pilot [default: play one]")
    ] = None,
    metric: Annotated[str | None, Parameter(help="Metric of the comparison of rules [default: its headline]")] = None,
    variant: Annotated[str | None, Parameter(help="Rule set compared with the first [default: the second]")] = None,
    rules: RulesOptions | None = None,
    options: Amount = None,
    how: Playing = None,
    json: Json = False,
) -> None:
    """Calculate how many deals or matches show an effect, from the variance of a pilot."""
    from guandan_sim.compare.planning import ALIKE, plan_duel, plan_like
    from guandan_sim.plan import draw_seed
    from guandan_sim.strategies import split

    if pilot is not None:
        given = [*(options or {}), *(how or {}), *(["strategies"] if strategies else []), *(["rules"] if rules else [])]
        if given:
            raise PlanError(f"plan: with --from nothing is played; leave out {', '.join(given)}")
        need = plan_like(pilot, effect, power=power, alpha=alpha, metric=metric, label=variant)
    else:
        if metric is not None or variant is not None:
            raise PlanError("plan: --metric and --variant choose from a comparison of rules; give it by --from DIR")
        drawn = (options or {}).get("seed")
        seed = draw_seed() if drawn is None else drawn
        with seed_said(seed, drawn=drawn is None), progress_bar() as listener:
            need = plan_duel(
                effect,
                power=power,
                alpha=alpha,
                strategies=ALIKE if strategies is None else split(strategies),
                rules=(rules or RulesOptions()).resolve(),
                on_progress=listener,
                **cast("StudyOptions", {**(options or {}), **(how or {}), "seed": seed}),
            )
    if json:
        print_json(need.to_dict())
        return
    print(need)
