"""Cards on the terminal: suits coloured, wilds marked with an asterisk."""

from collections.abc import Iterable

from rich.text import Text

# Suits by the first letter of a card, told apart as in four-colour packs; jokers by their name.
_COLOURS = {"S": "", "H": "red", "C": "green", "D": "blue"}
_JOKERS = {"SB": "bold", "HR": "bold red"}


def coloured(cards: Iterable[str], wild: str) -> Text:
    """Cards with blanks between them; those that are the `wild` are marked.

    >>> coloured(["S7", "H5", "HR"], wild="H5").plain
    'S7 H5* HR'
    """
    text = Text()
    for place, card in enumerate(cards):
        style = _JOKERS.get(card) or _COLOURS[card[0]]
        text.append(" " if place else "")
        text.append(card + "*" if card == wild else card, f"bold {style}" if card == wild else style)
    return text
