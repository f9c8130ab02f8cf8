"""The game's words as the tables have them, in their order (docs/GLOSSARY.md)."""

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
