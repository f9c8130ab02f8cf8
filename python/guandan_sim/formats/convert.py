"""Files of others become records of ours, and back. What a file is shows in what is in it, not in its name."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import msgspec

from guandan_sim._core import Rules, read_record
from guandan_sim.errors import GuandanError, NotationError, shown
from guandan_sim.formats import archives, botzone, seatlogs, traces
from guandan_sim.formats.composing import compose
from guandan_sim.formats.deals import SetAside, ToldDeal
from guandan_sim.formats.files import Content, contents, text_of
from guandan_sim.formats.knowledge import is_knowledge, read_knowledge, told_of

Form = Literal["records", "contest", "botzone"]
"""What is written: records of ours, or the form of others."""

_OURS = {"fingerprint", "plays", "hands"}

# What is said of a file in which no line can be read.
_NO_FORMAT = (
    "no records: expected JSON, as our records, matches of Botzone, and traces and logs of contests are, or an archive "
    "of a contest; zipped or not"
)
# What reading raises where JSON has another shape than the format.
_OTHER_SHAPES = (LookupError, TypeError, ValueError, AttributeError, OverflowError)


@dataclass
class Conversion:
    """What has come of some files."""

    lines: list[str] = field(default_factory=list)
    """What is written, a line each."""
    read: int = 0
    """How many deals were found."""
    set_aside: list[SetAside] = field(default_factory=list)
    """The deals that could not be converted."""
    notes: Counter[str] = field(default_factory=Counter)
    """What was corrected or put in, and in how many deals."""
    converted: int = 0
    """How many deals were converted."""


def convert(paths: list[Path], rules: Rules, to: Form = "records") -> Conversion:
    """Converts what is in some files. A file that cannot be read at all is set aside like a deal."""
    done = Conversion()
    for path in paths:
        with _setting_aside(done, str(path)):
            for content in contents(path):
                with _setting_aside(done, content.place):
                    _convert_content(content, rules, to, done)
    return done


@contextmanager
def _setting_aside(done: Conversion, place: str) -> Iterator[None]:
    """Sets aside what stands at a place when an error of this package is raised, and ends the block."""
    try:
        yield
    except GuandanError as error:
        done.set_aside.append(SetAside(place, str(error).removeprefix(f"{place}: ")))


def _convert_content(content: Content, rules: Rules, to: Form, done: Conversion) -> None:
    for found in _deals(content):
        if isinstance(found, SetAside):
            done.set_aside.append(found)
            continue
        done.read += 1
        place = found.place
        try:
            if to == "records":
                if isinstance(found, _Ours):
                    raise NotationError("it is a record of ours already; expected --to contest or --to botzone")
                composed = compose(found, rules, len(done.lines))
                done.lines.append(composed.line)
                done.notes.update(composed.notes)
            elif isinstance(found, _Ours):
                done.lines += _written(found, rules, to)
            else:
                raise NotationError(f"expected a record of ours, of which --to {to} makes its own form")
            done.converted += 1
        except GuandanError as error:
            done.set_aside.append(SetAside(place, str(error)))
        except _OTHER_SHAPES as error:
            done.set_aside.append(SetAside(place, _wrong_type(error)))


@dataclass(frozen=True)
class _Ours:
    """A record of ours."""

    place: str
    line: str
    record: Mapping[str, Any]


def _written(ours: _Ours, rules: Rules, to: Form) -> list[str]:
    """A record of ours in the form of others, a line each."""
    if "seat" in ours.record:
        if to == "botzone":
            raise NotationError("a match of Botzone tells all hands, and this is the record of one seat's knowledge")
        return [json.dumps(seatlogs.write(told_of(ours.record), ours.record, rules), separators=(",", ":"))]
    if to == "botzone":
        return [json.dumps(botzone.write(ours.line, ours.record, rules), separators=(",", ":"))]
    return [*traces.write(ours.line, ours.record, rules)]


def _deals(content: Content) -> Iterator[ToldDeal | _Ours | SetAside]:
    """The deals in a file, in any format that is known. Raises `NotationError` for a file in none."""
    if archives.is_archive(content.data):
        yield from archives.read(content)
        return
    text = text_of(content)
    if not text.strip():
        raise NotationError(f"{content.place}: empty")
    whole = _json(text)
    if whole is not None:
        is_trace = isinstance(whole, list) and whole and traces.event_of(whole[0]) is not None
        if is_trace or traces.event_of(whole) is not None:
            events = whole if is_trace else [whole]
            places = (f"{content.place}, [{number}]" for number in range(len(events)))
            yield from traces.read(zip(places, events, strict=True), content.place)
        else:
            yield from _in_document(whole, content.place)
        return
    if all(value is None for _, value in _lines(text, content.place)):
        raise NotationError(f"{content.place}: {_NO_FORMAT}")
    for kind, lines in groupby(_lines(text, content.place), lambda line: _kind_of(line[1])):
        if kind == "event":
            yield from traces.read(lines, content.place)
        elif kind == "document":
            for place, value in lines:
                yield from _in_document(value, place)
        else:
            first, *others = [place for place, _ in lines]
            # A text of thousands of lines is named once.
            until = f" to {others[-1].rpartition(' ')[2]}" if others else ""
            yield SetAside(f"{first}{until}", "expected JSON")


def _kind_of(value: Any) -> Literal["event", "document", "no JSON"]:
    """What the value of a line is, None where the line is no JSON."""
    if value is None:
        return "no JSON"
    return "document" if traces.event_of(value) is None else "event"


def _lines(text: str, file: str) -> Iterator[tuple[str, Any]]:
    """The lines of a text, each with its place and its value of JSON."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"{file}, line {number}", _json(line)


def _in_document(value: Any, place: str) -> Iterator[ToldDeal | _Ours | SetAside]:
    """The deals in a value of JSON."""
    log = botzone.log_in(value)
    try:
        if log is not None:
            yield botzone.read(log, value, place)
        elif isinstance(value, dict) and value.keys() >= seatlogs.KEYS:
            yield seatlogs.read(value, place)
        elif is_knowledge(value):
            line = json.dumps(value)
            yield _Ours(place, line, read_knowledge(line))
        elif isinstance(value, dict) and value.keys() >= _OURS:
            line = read_record(json.dumps(value))
            yield _Ours(place, line, json.loads(line))
        elif isinstance(value, list) and value and all(isinstance(one, dict | list) for one in value):
            for number, one in enumerate(value):
                yield from _in_document(one, f"{place}, [{number}]")
        else:
            yield SetAside(place, f"no format that is known: {shown(value)}")
    except GuandanError as error:
        yield SetAside(place, str(error))
    except _OTHER_SHAPES as error:
        yield SetAside(place, _wrong_type(error))


def _wrong_type(error: Exception) -> str:
    return f"a value is missing or of a wrong type: {type(error).__name__}: {shown(str(error))}"


def _json(text: str) -> Any:
    """The value of JSON in a text; None where it is none, or null."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
