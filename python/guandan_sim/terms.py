"""The game's words as the tables have them, in their order (docs/GLOSSARY.md), and how many of a thing in words."""

KINDS = (
    "single",
    "pair",
    "triple",
    "full_house",
    "straight",
    "tube",
    "plate",
    "bomb",
    "straight_flush",
    "joker_bomb",
)
LEVELS = tuple("23456789TJQKA")
PATTERNS = ("1-2", "1-3", "1-4")


def counted(number: int, thing: str) -> str:
    """So many of a thing.

    >>> counted(1, "fault"), counted(1200, "deal"), counted(0, "match")
    ('1 fault', '1,200 deals', '0 matches')
    """
    return f"{number:,} {thing}{'' if number == 1 else 'es' if thing.endswith('ch') else 's'}"
