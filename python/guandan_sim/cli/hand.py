"""`guandan-sim hand`: classifies cards, evaluates a hand, lists its legal plays."""

from typing import Annotated, Literal

from cyclopts import Parameter

from guandan_sim._core import Hand, HandEvaluation, Play, classify, evaluate_hand, legal_plays
from guandan_sim.cli.options import Json, Level, RulesOptions, print_json


def hand(
    *cards: str,
    level: Level = "2",
    options: RulesOptions | None = None,
    to_beat: Annotated[str | None, Parameter(help="Cards on the table: list only the plays that beat them.")] = None,
    detail: Annotated[
        Literal["ranks", "cards"],
        Parameter(help="Tell plays apart by their ranks, or by the very cards."),
    ] = "ranks",
    every: Annotated[
        bool, Parameter(name="--all", negative="", help="List every play, however many there are.")
    ] = False,
    json: Json = False,
) -> None:
    """Classify cards, evaluate a hand, list its legal plays.

    Parameters
    ----------
    cards
        Cards such as S7 H7 HR.
    """
    held = Hand(" ".join(cards))
    rules = (options or RulesOptions()).resolve()
    readings = classify(held, level=level, rules=rules)
    # More than a player is dealt can be asked about, but not evaluated.
    evaluation = evaluate_hand(held, level=level, rules=rules) if len(held) <= HandEvaluation.MOST_CARDS else None
    plays = legal_plays(held, level=level, rules=rules, to_beat=to_beat, detail=detail)
    if json:
        print_json(
            {
                "hand": list(held),
                "level": level,
                "rules": rules.label,
                "readings": [_object(play) for play in readings],
                "evaluation": evaluation and _evaluation(evaluation),
                "plays": [_object(play) for play in plays],
            }
        )
        return
    from guandan_sim.report import hand as report
    from guandan_sim.report import text

    said = report.lines(
        held,
        level,
        rules.label,
        readings=readings,
        evaluation=evaluation,
        plays=plays,
        to_beat=to_beat,
        every=every,
    )
    text.show(*said)


def _evaluation(found: HandEvaluation) -> dict[str, object]:
    return {
        "min_plays": found.min_plays,
        "bombs": found.bombs,
        "natural_bombs": found.natural_bombs,
        "wild_bombs": found.wild_bombs,
        "control_cards": found.control_cards,
        "control": found.control,
        "decomposition": [_object(play) for play in found.decomposition],
        "strongest": [_object(play) for play in found.strongest],
    }


def _object(play: Play) -> dict[str, object]:
    return {
        "kind": play.kind,
        "rank": play.rank,
        "cards": list(play.cards),
        "stands_for": list(play.stands_for),
    }
