"""`guandan-sim botzone`: one of our strategies as a Botzone program."""

import sys
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from guandan_sim.arguments import check_whole
from guandan_sim.cli.options import RulesOptions
from guandan_sim.errors import PlanError
from guandan_sim.options import LARGEST_SEED


@Parameter(name="*")
@dataclass(frozen=True)
class BotzoneRules(RulesOptions):
    """The options that choose a rule set, that of Botzone where none is chosen."""

    rules: Annotated[str, Parameter(name="--rules", help="Name of a preset, or path of a TOML file.")] = "botzone"


def botzone(
    *,
    strategy: Annotated[str, Parameter(help="Strategy that plays.")] = "tempo",
    options: BotzoneRules | None = None,
    seed: Annotated[int, Parameter(help="Seed of the strategy's random numbers.")] = 0,
    traditional: Annotated[
        bool, Parameter(help="Answer one line and end, instead of asking to be kept running.")
    ] = False,
) -> None:
    """Play one seat of one deal as a Botzone program: read the judge's requests, print the responses."""
    from guandan_sim.bots.asking import closing
    from guandan_sim.bots.botzone.program import serve
    from guandan_sim.strategies import strategy as strategy_of

    check_whole("--seed", seed, 0, LARGEST_SEED)
    player = strategy_of(strategy)
    if not hasattr(player, "act"):
        raise PlanError(f"strategy {strategy}: expected one with act(view, legal), which is asked for one decision")
    with closing([player]):
        serve(player, (options or BotzoneRules()).resolve(), seed, not traditional, sys.stdin, sys.stdout)
