"""`guandan-sim tournament`: plays several strategies against each other and rates them."""

from guandan_sim.cli.comparing import Amount, Given, Out, Playing, compared, show
from guandan_sim.cli.options import Json, RulesOptions
from guandan_sim.cli.progress import Kind


def tournament(
    *strategies: str,
    rules: RulesOptions | None = None,
    options: Amount = None,
    hands: Given = None,
    how: Playing = None,
    out: Out = None,
    progress: Kind = "auto",
    json: Json = False,
) -> None:
    """Play every pair of strategies on the same cards and rate them.

    Parameters
    ----------
    strategies
        Two or more strategies.
    """
    from guandan_sim.compare.tournament import tournament as play

    chosen = (rules or RulesOptions()).resolve()
    result = compared(
        lambda path, listener, study: play(strategies, rules=chosen, out=path, on_progress=listener, **study),
        ["tournament", *strategies, chosen.label],
        options,
        hands,
        how,
        out,
        progress,
    )
    show(result, json)
