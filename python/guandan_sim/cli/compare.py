"""`guandan-sim compare rules` and `guandan-sim compare strategies`."""

from typing import Annotated

from cyclopts import Parameter

from guandan_sim.cli.comparing import Amount, Given, Out, Playing, compared, show
from guandan_sim.cli.options import Json, RulesOptions
from guandan_sim.cli.progress import Kind


def rules_(
    *variants: str,
    grid: Annotated[
        tuple[str, ...],
        Parameter(
            negative="",
            show_default=False,
            help="Cross the rule sets with values of a field: tribute=on/off. Repeatable.",
        ),
    ] = (),
    strategy: Annotated[str, Parameter(help="Strategy that plays, against itself or against --opponent.")] = "tempo",
    opponent: Annotated[str | None, Parameter(help="Strategy of the other side; sides are swapped.")] = None,
    headline: Annotated[str | None, Parameter(help="Metric that the answer is about.")] = None,
    tribute_effect: Annotated[
        bool,
        Parameter(
            negative="--no-tribute-effect",
            help="Also play without tribute, to measure its effect.",
        ),
    ] = True,
    options: Amount = None,
    hands: Given = None,
    how: Playing = None,
    out: Out = None,
    progress: Kind = "auto",
    json: Json = False,
) -> None:
    """Play the same cards under each rule set and show what changes against the first.

    Parameters
    ----------
    variants
        Presets or TOML files, changed fields after a colon, a name before an equals sign:
        'house=institute:promotion=4,2,1,tribute=off'
    """
    from guandan_sim.compare.rules import compare_rules

    about = [f"headline {headline}" if headline else "", "" if tribute_effect else "no tribute effect"]
    name = ["compare rules", *variants, *grid, strategy, opponent or "", *filter(None, about)]
    result = compared(
        lambda path, listener, study: compare_rules(
            variants,
            grid=grid,
            strategy=strategy,
            opponent=opponent,
            headline=headline,
            tribute_effect=tribute_effect,
            out=path,
            on_progress=listener,
            **study,
        ),
        name,
        options,
        hands,
        how,
        out,
        progress,
    )
    show(result, json)


def strategies_(
    first: str,
    second: str,
    *,
    rules: RulesOptions | None = None,
    until: Annotated[
        float | None,
        Parameter(
            help="Stop when the interval of the difference of win rates is this much to either side, or narrower: "
            "0.01 tells 50.5 % from 49.5 %."
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        Parameter(
            allow_leading_hyphen=True,
            help="Stop when a sequential test decides between two differences of win rates: -0.01,0.01.",
        ),
    ] = None,
    options: Amount = None,
    hands: Given = None,
    how: Playing = None,
    out: Out = None,
    progress: Kind = "auto",
    json: Json = False,
) -> None:
    """Play two strategies against each other on the same cards, with the sides swapped, and tell which is better.

    Parameters
    ----------
    first
        First strategy.
    second
        Second strategy.
    """
    from guandan_sim.compare.strategies import compare_strategies

    played = (rules or RulesOptions()).resolve()
    result = compared(
        lambda path, listener, study: compare_strategies(
            first, second, rules=played, until=until, sprt=sprt, out=path, on_progress=listener, **study
        ),
        ["compare", first, "v", second, played.label, _stopping(until, sprt)],
        options,
        hands,
        how,
        out,
        progress,
    )
    show(result, json)


def _stopping(until: float | None, sprt: str | None) -> str:
    """The rule to stop by, for a name."""
    return " ".join(f"{name} {value}" for name, value in (("until", until), ("sprt", sprt)) if value is not None)
