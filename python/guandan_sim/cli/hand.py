"""`guandan-sim hand`: readings and legal plays of cards."""

from typing import Annotated, Literal

from cyclopts import Parameter

from guandan_sim._core import Hand, Play, classify, legal_plays
from guandan_sim.cli.options import Json, Level, RulesOptions, print_json


def hand(
    *cards: str,
    level: Level = "2",
    options: RulesOptions | None = None,
    to_beat: Annotated[str | None, Parameter(help="Cards on the table; only plays that beat them are listed.")] = None,
    detail: Annotated[
        Literal["ranks", "cards"], Parameter(help="Tell plays apart by ranks, or by the very cards.")
    ] = "ranks",
    json: Json = False,
) -> None:
    """What cards are, and what can be played from them.

    Parameters
    ----------
    cards
        Cards such as S7 H7 HR.
    """
    held = Hand(" ".join(cards))
    rules = (options or RulesOptions()).resolve()
    readings = classify(held, level=level, rules=rules)
    plays = legal_plays(held, level=level, rules=rules, to_beat=to_beat, detail=detail)
    if json:
        print_json(
            {
                "hand": list(held),
                "level": level,
                "rules": rules.label,
                "readings": [_object(play) for play in readings],
                "plays": [_object(play) for play in plays],
            }
        )
        return
    from guandan_sim.report import text

    lines = [f"{held} ({len(held)} cards, level {level}, {rules.label})", ""]
    lines.append("As one play: " + ("; ".join(str(play) for play in readings) or "no combination"))
    lines += ["", f"{len(plays)} plays" + (f" that beat {to_beat}" if to_beat else "")]
    rows = [(play.kind, play.rank, " ".join(play.cards), _stands_for(play)) for play in plays]
    text.show(*lines, text.table(["kind", "rank", "cards", "wilds stand for"], rows, numbers=False))


def _stands_for(play: Play) -> str:
    pairs = zip(play.cards, play.stands_for, strict=True)
    return " ".join(meant for card, meant in pairs if card != meant)


def _object(play: Play) -> dict[str, object]:
    return {
        "kind": play.kind,
        "rank": play.rank,
        "cards": list(play.cards),
        "stands_for": list(play.stands_for),
    }
