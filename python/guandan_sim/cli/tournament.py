"""`guandan-sim tournament`."""

from guandan_sim.cli.comparing import Amount, Out, Playing, compared, said, show
from guandan_sim.cli.options import Json, RulesOptions
from guandan_sim.cli.progress import Kind


def tournament(
    *strategies: str,
    rules: RulesOptions | None = None,
    options: Amount = None,
    how: Playing = None,
    out: Out = None,
    progress: Kind = "auto",
    json: Json = False,
) -> None:
    """Play everybody against everybody on the same cards, and rate them.

    Each pair plays 10,000 matches unless told. The same command again goes on where it stopped.

    Parameters
    ----------
    strategies
        Strategies, two or more.
    """
    from guandan_sim.compare.tournament import tournament as play

    chosen = (rules or RulesOptions()).resolve()
    result = compared(
        lambda path, listener, study: play(strategies, rules=chosen, out=path, on_progress=listener, **study),
        ["tournament", *strategies, chosen.label, said(options)],
        options,
        how,
        out,
        progress,
    )
    show(result, json)
