"""Records as one HTML file that plays them back, and the player that other pages embed.

The player is plain script and style in `player/`; its words are those of reports. Nothing in a record becomes markup:
records go into the page as JSON, and the script shows texts as texts.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from guandan_sim._core import build_info
from guandan_sim.report.words import Words, texts

if TYPE_CHECKING:
    from markupsafe import Markup

_SCRIPTS = ("deal.js", "speech.js", "cards.js", "table.js", "player.js")
# The sections of words that the script speaks with.
_SPOKEN = ("player.", "kind.", "list.")
_SEATS = 4


def replay_page(
    records: Sequence[Mapping[str, Any]],
    *,
    seat: int | None = None,
    lang: str = "en",
    anonymous: bool = False,
    source: str | None = None,
) -> str:
    """The text of a page that plays records back, in order.

    With `seat` the page holds what that seat could see: the other hands are not in the file. With `anonymous` neither
    the names of strategies nor the source are in it. Raises `PlanError` for a language there are no words for.
    """
    from jinja2 import Environment, StrictUndefined

    words = Words(lang)
    shown = [_shown(record, seat, anonymous) for record in records]
    rules = dict.fromkeys(record["rules"] for record in shown)
    facts = [words("replay.rules", rules=words("list.comma").join(rules))]
    if source is not None and not anonymous:
        facts.append(words("replay.source", source=source))
    if seat is not None:
        facts.append(words("replay.seen", seat=str(seat)))
    facts.append(words("replay.made_by", version=build_info()["version"]))
    data = {"records": shown, "seat": seat, "lang": lang, "names": None if anonymous else "of the records"}
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(file_text("templates", "replay.html")).render(
        words=words,
        version=build_info()["version"],
        title=_title(shown, words),
        facts=facts,
        player=player(lang),
        data=embedded("replay", data),
    )


def player(lang: str) -> "Markup":
    """What a page needs in its head to make players: style, words and the script with the class `GuandanPlayer`."""
    from markupsafe import Markup

    spoken = {key: text for key, text in texts(lang).items() if key.startswith(_SPOKEN)}
    parts = "\n".join(file_text("player", name) for name in _SCRIPTS)
    # The parts see each other, and the page sees the class alone.
    script = f'const GuandanPlayer = (() => {{\n"use strict";\n{parts}return GuandanPlayer;\n}})();'
    style = Markup(f"<style>\n{file_text('player', 'player.css')}</style>\n")  # noqa: S704 - our own file
    return style + embedded("guandan-player-words", {lang: spoken}) + Markup(f"\n<script>\n{script}\n</script>")  # noqa: S704 - our own files


def embedded(name: str, value: object) -> "Markup":
    """A value as JSON in an element of the page with the id `name`; no text in it can end the element."""
    from markupsafe import Markup

    content = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    return Markup(f'<script type="application/json" id="{name}">{content}</script>')  # noqa: S704 - no < is left in it


def _shown(record: Mapping[str, Any], seat: int | None, anonymous: bool) -> dict[str, Any]:
    """The record as the page holds it."""
    shown = dict(record)
    if seat is not None:
        shown["hands"] = [hand if other == seat else None for other, hand in enumerate(record["hands"])]
        # The hands could be dealt again from it.
        shown["seed"] = None
    if anonymous:
        shown["strategies"] = [""] * _SEATS
        shown.pop("source", None)
    return shown


def _title(records: Sequence[Mapping[str, Any]], words: Words) -> str:
    """The name of the page: of its first deal, which the script changes with the deal shown."""
    first = records[0]
    level = "10" if first["level"] == "T" else first["level"]
    return words("player.title", match=str(first["match"]), deal=str(first["deal"]), level=level)


def file_text(folder: str, name: str) -> str:
    """The text of a template, script or style of ours."""
    return files("guandan_sim.report").joinpath(folder, name).read_text("utf-8")
