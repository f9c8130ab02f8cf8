"""run.log: what happened to a run, a line with its time each, for people."""

from contextlib import suppress
from datetime import UTC, datetime

from guandan_sim.errors import StoreError
from guandan_sim.store.place import Place

NAME = "run.log"


class RunLog:
    """The log in a place; entries of all commands follow each other."""

    def __init__(self, place: Place) -> None:
        """The log of the run in `place`."""
        self._place = place

    def say(self, what: str) -> None:
        """Adds an entry. Raises `StoreError`."""
        self._place.append(NAME, f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {what}")

    def say_at_last(self, what: str) -> None:
        """Adds an entry about an end that is reported in any case: a disk that is full takes no entry either."""
        with suppress(StoreError):
            self.say(what)
