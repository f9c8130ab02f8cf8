"""The table of `make bench`: what it writes, what stays, and how instructions are told apart by source file."""

from pathlib import Path

import pytest
from instructions import COUNTING, TABLES, Count, by_place
from section import BEGIN, END, markdown, replaced
from table import DOCUMENT, LINES, number

HAND_WRITTEN = f"# Speed\n\nbefore\n\n{BEGIN}\n\nold\n\n{END}\n\n## Tried\n\nafter\n"


def test_only_the_marked_section_is_replaced() -> None:
    assert replaced(HAND_WRITTEN, "new\n") == HAND_WRITTEN.replace("old", "new")
    assert replaced(replaced(HAND_WRITTEN, "new"), "newer") == HAND_WRITTEN.replace("old", "newer")


@pytest.mark.parametrize(
    "document",
    ["nothing marked", f"{BEGIN} without an end", f"{END}\n{BEGIN}", f"{BEGIN}{END}{BEGIN}{END}", f"{END}{BEGIN}{END}"],
)
def test_a_document_without_one_marked_section_is_refused(document: str) -> None:
    with pytest.raises(ValueError, match="expected one line"):
        replaced(document, "new")


def test_the_document_of_performance_has_the_section_and_what_is_written_by_hand() -> None:
    written = replaced(DOCUMENT.read_text("utf-8"), "THE TABLE")
    assert written.count("THE TABLE") == 1
    assert "## Where the time goes" in written.partition("THE TABLE")[2]


def test_every_line_names_a_command_that_measures_it() -> None:
    root = Path(__file__).parents[2]
    for line in LINES:
        words = line.command.split()
        assert words[0] in ("python", "cargo", "guandan-sim"), line.what
        if words[0] == "python":
            assert (root / words[1]).is_file(), line.what
        if words[:2] == ["python", "benches/table.py"]:
            assert [other.what for other in LINES if words[2] in other.what] == [line.what]


def test_cells_stay_cells() -> None:
    assert markdown(["a", "b"], [["x|y", "z"]]) == "| a | b |\n| --- | --- |\n| x\\|y | z |"


def test_numbers_have_three_digits() -> None:
    assert [number(value) for value in (1234567.0, 351.4, 35.14, 0.03514)] == ["1,230,000", "351", "35.1", "0.0351"]


def test_instructions_of_inlined_lines_belong_to_their_file_those_of_calls_once() -> None:
    profile = """\
events: Ir
fl=(1) /x/rust_core/src/sim/drive.rs
fn=(1) play
12 100
fi=(2) /x/rust_core/src/sim/observers.rs
+3 7
fe=(1)
* 50
cfi=(3) /x/other.rs
cfn=(2) other
calls=2 30
14 9000
-1 1

fl=(3)
fn=(2)
30 9000
totals: 9158
""".splitlines()
    spent = by_place(profile)
    assert spent == {
        "/x/rust_core/src/sim/drive.rs:play": 151,
        "/x/rust_core/src/sim/observers.rs:play": 7,
        "/x/other.rs:other": 9000,
    }
    count = Count(float(spent.total()), 1.0, dict(spent))
    assert count.share(COUNTING) == pytest.approx(7 / 9158)
    with pytest.raises(LookupError, match="no line tables"):
        count.share(TABLES)
