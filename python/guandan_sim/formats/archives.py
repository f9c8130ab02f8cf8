"""Contest archives `.data`: pickled tuples one behind the other, read without unpickling (docs/RECORDS.md).

Pickle is a language of its own that can run anything. Only what builds tuples, lists, texts and numbers is obeyed here.
"""

import io
import pickletools
from collections.abc import Iterator, Sequence
from typing import Any

from guandan_sim._core import Hand
from guandan_sim.errors import GuandanError, NotationError, named
from guandan_sim.formats.deals import RANKS, SEATS, Before, Gift, SetAside, ToldAction, ToldDeal, level_of, places_of
from guandan_sim.formats.files import Content

_SUITS = "SHCD"
_FIRST_CODE = 2
_JOKERS = {54: "SB", 55: "HR"}
_MARK = object()
_SCALARS = {"INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4", "FLOAT", "BINFLOAT"}
_SCALARS |= {"UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8", "STRING", "BINSTRING", "SHORT_BINSTRING"}
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
_PUTS, _GETS = {"PUT", "BINPUT", "LONG_BINPUT"}, {"GET", "BINGET", "LONG_BINGET"}
_TUPLES = {"EMPTY_TUPLE": 0, "TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}


def is_archive(data: bytes) -> bool:
    """Whether bytes begin as such an archive does: with a pickled tuple whose first part is a letter."""
    if data[:1] not in (b"\x80", b"("):
        return False
    try:
        first = next(values(data[:10_000]))
    except GuandanError:
        # What begins as pickles of the second protocol and later do is no text.
        return data[:1] == b"\x80"
    return isinstance(first, tuple) and bool(first) and isinstance(first[0], str)


def values(data: bytes) -> Iterator[Any]:
    """The pickled values in bytes: tuples, lists, texts and numbers. Raises `NotationError` for anything else."""
    stream = io.BytesIO(data)
    while stream.tell() < len(data):
        start = stream.tell()
        try:
            yield _value(stream)
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise NotationError(
                f"byte {start}: no pickle of tuples, lists, texts and numbers: {named(str(error))}"
            ) from None


def _value(stream: io.BytesIO) -> Any:
    """The next value, built from the opcodes of its pickle."""
    stack: list[Any] = []
    memo: dict[Any, Any] = {}

    def since_mark() -> list[Any]:
        place = len(stack) - 1 - stack[::-1].index(_MARK)
        items = stack[place + 1 :]
        del stack[place:]
        return items

    for opcode, argument, _ in pickletools.genops(stream):
        name = opcode.name
        if name in ("PROTO", "FRAME"):
            continue
        if name == "STOP":
            if len(stack) != 1 or stack[0] is _MARK:
                raise ValueError("it ends in the midst of a value")
            return stack.pop()
        if name in _SCALARS:
            stack.append(argument)
        elif name in _CONSTANTS:
            stack.append(_CONSTANTS[name])
        elif name == "MARK":
            stack.append(_MARK)
        elif name in _TUPLES:
            size = _TUPLES[name]
            items = stack[len(stack) - size :]
            del stack[len(stack) - size :]
            stack.append(_tuple(items))
        elif name == "TUPLE":
            stack.append(_tuple(since_mark()))
        elif name in ("EMPTY_LIST", "LIST"):
            stack.append(_plain(since_mark()) if name == "LIST" else [])
        elif name in ("APPEND", "APPENDS"):
            items = [stack.pop()] if name == "APPEND" else since_mark()
            if not isinstance(stack[-1], list):
                raise ValueError(f"opcode {name} without a list")
            stack[-1].extend(_plain(items))
        elif name in _PUTS:
            memo[argument] = stack[-1]
        elif name == "MEMOIZE":
            memo[len(memo)] = stack[-1]
        elif name in _GETS:
            stack.append(memo[argument])
        else:
            raise ValueError(f"opcode {name}")
    raise ValueError("it breaks off")


def _plain(items: list[Any]) -> list[Any]:
    """Items of a list, none of which holds others: so nothing that is read can be larger than its file."""
    if any(isinstance(item, list | tuple) or item is _MARK for item in items):
        raise ValueError("lists in lists")
    return items


def _tuple(items: list[Any]) -> tuple[Any, ...]:
    for item in items:
        if isinstance(item, tuple):
            _plain([*item])
        elif item is _MARK:
            raise ValueError("a mark in a tuple")
    return tuple(items)


def card_of(code: object) -> str:
    """The card of a code. Raises `NotationError`.

    >>> card_of(2), card_of(53), card_of(54)
    ('S2', 'DA', 'SB')
    """
    if type(code) is int and code in _JOKERS:
        return _JOKERS[code]
    if type(code) is int and _FIRST_CODE <= code < min(_JOKERS):
        suit, rank = divmod(code - _FIRST_CODE, len(RANKS))
        return _SUITS[suit] + RANKS[rank]
    raise NotationError(f"expected the code of a card from {_FIRST_CODE} to {max(_JOKERS)}")


def read(content: Content) -> Iterator[ToldDeal | SetAside]:
    """The deals in an archive."""
    rounds = _Rounds(content.place)
    number = -1
    try:
        for number, value in enumerate(values(content.data)):
            if not isinstance(value, tuple) or not value:
                raise NotationError("expected a tuple")
            yield from rounds.take(value, f"tuple {number}")
    except GuandanError as error:
        yield SetAside(f"{content.place}, tuple {max(number, 0)}", str(error))
        return
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        yield SetAside(f"{content.place}, tuple {number}", f"{type(error).__name__}: a tuple of another shape")
        return
    yield from rounds.end()


class _Rounds:
    """An archive as far as it has been read."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._number = 0
        self._places_before: tuple[int, ...] | None = None
        self._begin()

    def _begin(self) -> None:
        self._level: str | None = None
        self._levels: dict[int, str] = {}
        self._hands: dict[int, Hand] = {}
        self._actions: list[ToldAction] = []
        self._gifts: dict[str, list[Gift]] = {"T": [], "B": []}

    def take(self, value: Sequence[Any], place: str) -> Iterator[ToldDeal]:
        """Takes a tuple. Gives the round that is over where another begins."""
        tag = value[0]
        if (tag == "R" and self._hands) or (tag == "I" and value[1] in self._hands):
            yield from self.end()
        if tag == "R":
            _, team, level = value
            if team == -1:
                self._level = level_of(level)
            else:
                self._levels[int(team)] = level_of(level)
        elif tag == "I":
            _, seat, codes = value
            self._hands[int(seat)] = Hand([card_of(code) for code in codes])
        elif tag == "P":
            _, seat, codes = value
            cards = tuple(map(card_of, codes)) if isinstance(codes, list | tuple) else ()
            self._actions.append(ToldAction(SEATS.index(seat), cards, None, place))
        elif tag in self._gifts:
            _, giver, taker, code = value
            self._gifts[tag].append((SEATS.index(giver), SEATS.index(taker), card_of(code)))

    def end(self) -> Iterator[ToldDeal]:
        """The round that has been told, if there is one."""
        if not self._hands:
            return
        pays = self._gifts["T"]
        before = Before.of(self._places_before) if self._places_before else None
        if before is None and self._actions:
            before = Before.by_tribute(pays, self._actions[0].seat)
        yield ToldDeal(
            place=f"{self._file}, round {self._number}",
            hands=[self._hands.get(seat) for seat in SEATS],
            actions=self._actions,
            level=self._level,
            levels=(self._levels[0], self._levels[1]) if self._levels.keys() >= {0, 1} else None,
            before=before,
            pays=pays,
            returns=self._gifts["B"],
            names=("contest",) * 4,
        )
        self._number += 1
        self._places_before = places_of(self._actions)
        self._begin()
