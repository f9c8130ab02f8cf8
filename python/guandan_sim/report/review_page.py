"""A review as one HTML file: opens from a disk, asks nothing of the network, and shows text of others as text only.

The file holds the review as JSON and a script that shows it (`review/`); deals are shown by the player of
`replay_page`.
"""

from collections.abc import Mapping
from typing import Any

from guandan_sim.report.replay_page import embedded, file_text, player
from guandan_sim.report.words import Words, texts

_SCRIPTS = ("parts.js", "review.js", "head.js", "curve.js", "plays.js", "deals.js", "page.js")
# The values of a play, in the order of its row in the page: rows take half the room that named values would take.
COLUMNS = (
    "play",
    "n",
    "win_rate",
    "win_rate_se",
    "mean_levels",
    "mean_levels_se",
    "difference",
    "difference_se",
    "match_win_rate",
    "match_win_rate_se",
    "exact",
    "open",
)
# What the table shows of a decision when its deal has a record.
_ON_TABLE = ("hand", "to_beat", "to_beat_seat", "counts")


def review_page(review: Mapping[str, Any], *, lang: str = "en") -> str:
    """The text of an HTML file that shows a review: results, losses, a curve, the worst plays, every decision.

    `review` is the content of a review's JSON (docs/REVIEW.md). Raises `PlanError` for an unknown language.
    """
    return _page(review, Words(lang), single=False)


def position_page(review: Mapping[str, Any], *, lang: str = "en") -> str:
    """The text of an HTML file that shows what each play of a single position is worth.

    `review` has one decision, in which `played` and `class` may be null: nothing has been played yet. Its deal may have
    null for its record, and its level beside; then no table is shown beside the values. `exact`, if not 0, says up to
    how many cards left sampled deals were solved. Raises `PlanError` for an unknown language.
    """
    return _page(review, Words(lang), single=True)


def _page(review: Mapping[str, Any], words: Words, *, single: bool) -> str:
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    said = {key: text for key, text in texts(words.language).items() if key.startswith("review.")}
    data = {"language": words.language, "words": said, "single": single, "columns": COLUMNS, "review": _short(review)}
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    style = Markup(file_text("review", "review.css"))  # noqa: S704 - our own file
    script = Markup("\n".join(file_text("review", name) for name in _SCRIPTS))  # noqa: S704 - our own files
    return environment.from_string(file_text("templates", "review.html")).render(
        words=words,
        version=review["version"],
        player=player(words.language),
        style=style,
        data=embedded("review", data),
        script=script,
    )


def _short(review: Mapping[str, Any]) -> dict[str, Any]:
    """The review with each play as a row of `COLUMNS`, and without what the table of a deal shows anyway."""
    shown = _ON_TABLE if all(deal["record"] for deal in review["deals"]) else ()
    decisions = [
        {key: value for key, value in decision.items() if key not in shown}
        | {"plays": [[play[column] for column in COLUMNS] for play in decision["plays"]]}
        for decision in review["decisions"]
    ]
    return {**review, "decisions": decisions}
