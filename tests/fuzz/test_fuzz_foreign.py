"""Records of others: converted, or set aside in one line, whatever is wrong in them."""

import json
from pathlib import Path

import pytest
from damaged import changed, fuzzed, texts
from foreign_records import archive, botzone_log, log, records, trace
from hypothesis import given
from hypothesis import strategies as st

import guandan_sim as gd
from guandan_sim._core import RecordVerifier
from guandan_sim.formats.convert import convert
from guandan_sim.formats.knowledge import check_knowledge, is_knowledge_line

RULES = gd.Rules("institute")
DEALS = [json.loads(line) for line in records("institute", count=1)[:2]]
WHOLE = [botzone_log(), {"log": json.dumps(botzone_log())}, log(DEALS[0], 1), *DEALS]
EVENTS = [event for record in DEALS for event in trace(record)]
TEXTS = [*map(json.dumps, WHOLE), "\n".join(map(json.dumps, EVENTS))]
ARCHIVE = archive(DEALS, 0).decode()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that is written over again and again."""
    return tmp_path_factory.mktemp("fuzz") / "file"


def check(file: Path, content: bytes) -> None:
    """Whatever is in the file: what is converted is right, what is not is named in one line."""
    file.write_bytes(content)
    done = convert([file], RULES)
    assert all("\n" not in place + why for place, why in done.set_aside)
    assert len(done.lines) == done.converted
    for line in done.lines:
        if is_knowledge_line(line.encode()):
            check_knowledge(line, RULES)
        else:
            RecordVerifier().check(line, RULES)
    for form in ("contest", "botzone"):
        assert all("\n" not in place + why for place, why in convert([file], RULES, form).set_aside)


@fuzzed
@given(content=texts(TEXTS, ["Single", "PASS", "{", "}", "[", "]", "SB", "H2"]))
def test_a_text_of_others_is_converted_or_set_aside(file: Path, content: bytes) -> None:
    check(file, content)


@fuzzed
@given(value=st.sampled_from(WHOLE).flatmap(changed))
def test_a_changed_deal_of_others_is_converted_or_set_aside(file: Path, value: object) -> None:
    check(file, json.dumps(value).encode("utf-8", "surrogatepass"))


@fuzzed
@given(at=st.integers(0, len(EVENTS) - 1), data=st.data())
def test_a_changed_event_of_a_trace_is_converted_or_set_aside(file: Path, at: int, data: st.DataObject) -> None:
    events = [*EVENTS]
    events[at] = data.draw(changed(events[at]))
    check(file, "\n".join(map(json.dumps, events)).encode("utf-8", "surrogatepass"))


@fuzzed
@given(
    content=texts([ARCHIVE], ["(", "t", ".", "c", "R", "0"])
    | st.binary(max_size=40).map(lambda tail: b"\x80\x04" + tail)
)
def test_an_archive_is_converted_or_set_aside(file: Path, content: bytes) -> None:
    check(file, content)
