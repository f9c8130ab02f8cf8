"""The fields of a rule set (docs/RULES.md R13), read from the canonical TOML text."""

import hashlib
import tomllib
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Literal, Self

from oracle.combinations import House


@dataclass(frozen=True)
class RuleSet:
    """Every field, in the order of R13; "none" stays a word."""

    promotion: tuple[int, int, int]
    must_play: tuple[str, ...]
    pass_ace: Literal["partner_not_last", "double_down"]
    ace_attempts: int
    ace_attempt_counts: Literal["any_failure", "partner_last_only"]
    ace_fall_to: str
    ace_fall_first_win: str
    ace_finish_demotes: bool
    streak_rises: int
    streak_falls: int
    lead_after_out: Literal["partner", "next"]
    double_down_ends_deal: bool
    tribute: bool
    anti_tribute: Literal["two_big_jokers", "none"]
    tribute_return_max: str
    tribute_return_level: bool
    tribute_return_received: bool
    tribute_tie: Literal["clockwise", "winner_chooses", "last_to_first"]
    tribute_lead: Literal["payer_to_first", "last", "first", "partner_of_payer", "payer_of_higher"]
    max_bomb: int
    joker_pair_in_full_house: bool
    plain_straight_from_flush: bool
    sequence_order: Literal["natural", "level"]
    first_lead: Literal["turned_up", "drawn", "random", "seat_0"]
    cut: Literal["none", "count_from_south", "modulo_four"]
    later_draw: Literal["last_or_right", "last_or_either", "last"]
    later_shuffle: Literal["first_left_hand", "last"]
    announce_at: int
    clock: tuple[int, int, int] | Literal["none"]
    scoring: Literal["none", "guandan_com"]
    #: What a text may leave out has a default, and the canonical text leaves it out where it holds that.
    tribute_wild: bool = False
    tribute_double: Literal["higher_to_first", "clockwise"] = "higher_to_first"

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Reads a text that gives every field."""
        return cls.from_fields(tomllib.loads(text))

    @classmethod
    def from_fields(cls, values: dict[str, Any]) -> Self:
        """From the values as TOML has them; KeyError names a missing field, TypeError an unknown one."""
        clock = values["clock"]
        if clock != "none":
            clock = (clock["match_minutes"], clock["play_seconds"], clock["leading_team_seconds"])
        read = {"promotion": tuple(values["promotion"]), "must_play": tuple(values["must_play"]), "clock": clock}
        needed = {field.name: values[field.name] for field in fields(cls) if field.default is MISSING}
        return cls(**needed | values | read)

    def to_toml(self) -> str:
        """The canonical text: a field a line."""
        said = [field for field in fields(self) if getattr(self, field.name) != field.default]
        return "".join(f"{field.name} = {_toml(getattr(self, field.name), field.name)}\n" for field in said)

    @property
    def fingerprint(self) -> str:
        """The beginning of the SHA-256 of the canonical text, 16 hexadecimal digits (docs/NOTATION.md)."""
        return hashlib.sha256(self.to_toml().encode()).hexdigest()[:16]

    @cache  # noqa: B019 - the few rule sets of a run live as long as it does
    def house(self, level: str) -> House:
        """What the combinations of a deal at `level` depend on."""
        return House(
            level=level,
            max_bomb=self.max_bomb,
            joker_pair_in_full_house=self.joker_pair_in_full_house,
            plain_straight_from_flush=self.plain_straight_from_flush,
            sequence_order=self.sequence_order,
        )


def _toml(value: object, name: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if name == "clock" and isinstance(value, tuple):
        return "{{ match_minutes = {}, play_seconds = {}, leading_team_seconds = {} }}".format(*value)
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(item, "") for item in value) + "]"
    return f'"{value}"'
