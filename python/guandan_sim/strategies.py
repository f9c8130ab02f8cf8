"""Lists of strategies as text."""


def split(text: str) -> list[str]:
    """The strategies in a list with commas between them; commas within parentheses belong to a strategy.

    >>> split("tempo(partner=off, infer=off), lowest")
    ['tempo(partner=off, infer=off)', 'lowest']
    """
    parts = [""]
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]
