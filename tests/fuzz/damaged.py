"""What readers of files are given: valid texts and values with some damage, and noise."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

# How many inputs each target gets: some hundred as a rule, more under `make fuzz`.
fuzzed = settings(max_examples=int(os.environ.get("GUANDAN_FUZZ", "300")), database=None)

# What breaks readers of any form.
TROUBLE = [
    "",
    " ",
    "\n",
    "\t",
    "\0",
    "\ufeff",
    "\u2028",
    "é",
    "掼",
    '"',
    "'",
    "\\",
    "-1",
    "0",
    "256",
    "1e400",
    "NaN",
    "null",
]
TROUBLE += ["true", "18446744073709551616", "9" * 5000, "[" * 100_000, "{" * 2000, "\ud800"]
NUMBERS = [0, -1, 1, 2, 3, 255, 2**31, 2**63, 2**64 - 1, 2**64, 10**30, 0.5, 1e308, float("nan"), float("inf")]

values = st.recursive(
    st.none() | st.booleans() | st.sampled_from(NUMBERS) | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def texts(draw: st.DrawFn, valid: Sequence[str], words: Sequence[str] = ()) -> bytes:
    """One of the valid texts with up to four edits, as bytes, which need not be UTF-8."""
    text = draw(st.sampled_from(valid)).encode()
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        end = at + draw(st.integers(0, 12))
        word = draw(st.sampled_from([*TROUBLE, *words]).map(lambda word: word.encode("utf-8", "surrogatepass")))
        new = draw(st.one_of(st.just(word), st.binary(max_size=3), st.just(text[at:end] * 2)))
        text = text[:at] + new + text[end:]
    return text


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """A value of JSON in which something is another value, is left out, or is added."""
    copy = json.loads(json.dumps(value))
    if not isinstance(copy, dict | list) or not copy or draw(st.integers(0, 4)) == 0:
        return draw(values)
    key = draw(st.sampled_from(list(copy) if isinstance(copy, dict) else range(len(copy))))
    match draw(st.integers(0, 6)):
        case 0:
            del copy[key]
        case 1 if isinstance(copy, dict):
            copy[draw(st.text(max_size=6))] = draw(values)
        case 1:
            copy.append(draw(values))
        case _:
            copy[key] = draw(changed(copy[key]))
    return copy


def keys(value: Any) -> Iterator[str]:
    """The keys in a value of JSON, and its texts."""
    match value:
        case Mapping():
            yield from value
            for inner in value.values():
                yield from keys(inner)
        case str():
            yield value
        case Sequence():
            for inner in value:
                yield from keys(inner)


def assert_one_line(error: Exception, *words: str) -> None:
    """Asserts that a refusal is one line with these words, and not long."""
    message = str(error)
    assert message.strip()
    assert len(message.splitlines()) == 1, message
    assert message.isprintable(), message
    assert len(message) < 1000, message
    assert [word for word in words if word not in message] == [], message
