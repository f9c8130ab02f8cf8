"""What is wrong in a record, and where."""

from dataclasses import dataclass


class Wrong(Exception):  # noqa: N818 - a verdict, not a failure of the program
    """The first thing in a record that breaks a clause; `place` is a key of the record or a play, as `plays[17]`."""

    def __init__(self, place: str, clause: str, message: str) -> None:
        super().__init__(place, clause, message)
        self.place = place
        self.clause = clause
        self.message = message


#: The clause of what is wrong with the record as a text and not with the game.
FORMAT = "format"


@dataclass(frozen=True)
class Finding:
    """A wrong line of a file, counted from 1. Prints as one line of text."""

    line: int
    match: object
    deal: object
    place: str
    clause: str
    message: str

    def __str__(self) -> str:
        return f"line {self.line} (match {self.match}, deal {self.deal}): {self.place}: {self.message} ({self.clause})"


def same(place: str, clause: str, recorded: object, right: object) -> None:
    """Refuses what is recorded unless it is what the rules give."""
    if recorded != right:
        raise Wrong(place, clause, f"{recorded!r} is recorded, {right!r} is right")


def one_of(place: str, clause: str, recorded: object, right: set[int]) -> None:
    """Refuses what is recorded unless the rules allow it."""
    if recorded not in right:
        raise Wrong(place, clause, f"{recorded!r} is recorded, right is one of {sorted(right)}")
