"""What `guandan-sim convert` says of files that it cannot read."""

import gzip
import json
import os
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Command, in_its_own
from foreign_records import botzone_log

from guandan_sim.formats import files

BAD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "empty"),
    "text": (b"hello\n", "expected JSON"),
    "binary": (b"\xff\xfe\x00\xff" * 50, "expected"),
    "nested": (b"[" * 100_000, "expected JSON"),
    "nested whole": (b"[" * 100_000 + b"]" * 100_000, "expected JSON"),
    "number": (b"17", "no format that is known"),
    "object": (b'{"a": 1}', "no format that is known"),
    "cut": (json.dumps(botzone_log()).encode()[:5000], "expected JSON"),
    "cut gzip": (gzip.compress(json.dumps(botzone_log()).encode())[:200], "damaged archive"),
    "cut zip": (b"PK\x03\x04 and no more", "damaged archive"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_cannot_be_read_is_one_clear_line(cli: Command, tmp_path: Path, what: str) -> None:
    content, words = BAD[what]
    (tmp_path / "bad").write_bytes(content)
    said = cli("convert", "bad", "-o", "out.jsonl")
    assert said.code == 2
    named, summary = said.err.splitlines()
    assert named.startswith("bad")
    assert words in named
    assert "nothing converted: 0 deals read, 1 set aside" in summary
    assert not (tmp_path / "out.jsonl").exists()


def test_a_file_that_is_no_record_is_one_line_and_the_rest_of_an_archive_is_read(cli: Command, tmp_path: Path) -> None:
    prose = "what this is\n" * 200
    (tmp_path / "prose").write_text(prose)
    said = cli("convert", "prose", "-o", "out.jsonl")
    assert said.err.splitlines()[0].startswith("prose: no records: expected JSON, as ")
    assert len(said.err.splitlines()) == 2
    with zipfile.ZipFile(tmp_path / "zip", "w") as archive:
        for name, content in {"README": prose, "empty": "", "match": json.dumps(botzone_log())}.items():
            archive.writestr(name, content)
    said = cli("convert", "zip", "-o", "out.jsonl")
    assert said.code == 0
    assert [line.split(":")[0] for line in said.err.splitlines()] == ["zip, README", "zip, empty"]
    assert said.out == "out.jsonl: 1 deal read, 1 converted, 2 set aside\n"


def test_a_line_that_is_no_json_is_named_among_others(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "matches").write_text(f"{json.dumps(botzone_log())}\nno more\n")
    said = cli("convert", "matches", "-o", "out.jsonl")
    assert (said.code, said.err) == (0, "matches, line 2: expected JSON\n")


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_pipes_are_read(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    os.mkfifo(tmp_path / "pipe")
    content = pack(json.dumps(botzone_log()).encode())
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_bytes(content))
    writer.start()
    said = in_its_own(tmp_path, "convert", "pipe", "-o", "out.jsonl")
    writer.join()
    assert (said.code, said.out, said.err) == (0, "out.jsonl: 1 deal read, 1 converted, 0 set aside\n", "")


@pytest.mark.parametrize("out", ["-", "/dev/stdout"])
def test_what_is_converted_stands_alone_on_standard_output(tmp_path: Path, out: str) -> None:
    (tmp_path / "match").write_text(json.dumps(botzone_log()))
    in_its_own(tmp_path, "convert", "match", "-o", "out.jsonl")
    said = in_its_own(tmp_path, "convert", "match", "-o", out)
    assert (said.code, said.out) == (0, (tmp_path / "out.jsonl").read_text())
    assert said.err == f"{out}: 1 deal read, 1 converted, 0 set aside\n"
    assert in_its_own(tmp_path, "convert", "match", "-o", out, "--json").code == 2


def test_nothing_is_overwritten(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "match").write_text(json.dumps(botzone_log()))
    (tmp_path / "there").write_text("mine")
    said = cli("convert", "match", "-o", "there")
    assert said.code == 2
    assert "is there already" in said.err
    assert (tmp_path / "there").read_text() == "mine"


def test_files_that_are_not_there(cli: Command) -> None:
    said = cli("convert", "nothing", "-o", "out.jsonl")
    assert said.code == 2
    assert "nothing: cannot be read: No such file" in said.err
    assert cli("convert", "-o", "out.jsonl").code == 2


def test_an_archive_that_unpacks_to_too_much_is_refused(
    cli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    with zipfile.ZipFile(tmp_path / "bomb", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", b"0" * (1 << 24))
    (tmp_path / "gz").write_bytes(gzip.compress(b"0" * (1 << 24)))
    said = cli("convert", "bomb", "gz", "-o", "out.jsonl")
    assert said.code == 2
    assert said.err.count("more than 1 MB") == 2


def test_what_is_ours_already_is_not_read_as_anothers(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "match").write_text(json.dumps(botzone_log()))
    cli("convert", "match", "-o", "ours.jsonl")
    assert "a record of ours already" in cli("convert", "ours.jsonl", "-o", "x").err
    assert "expected a record of ours" in cli("convert", "match", "-o", "x", "--to", "botzone").err


def test_lines_in_a_row_that_are_no_json_are_one_line(cli: Command, tmp_path: Path) -> None:
    """Such as the log of a contest server, of thousands of lines."""
    answers = ["10:00 client1 {'actIndex': 3} ['Single', '7', ['D7']]"] * 1000
    (tmp_path / "server.log").write_text("\n".join([*answers, json.dumps(botzone_log()), answers[0]]))
    said = cli("convert", "server.log", "-o", "out.jsonl")
    assert said.err == "server.log, line 1 to 1000: expected JSON\nserver.log, line 1002: expected JSON\n"
    assert "1 converted, 2 set aside" in said.out
