"""Tables on the terminal."""

import pytest

from guandan_sim.report import text


def test_a_title_is_longer_than_its_table_without_being_folded(capsys: pytest.CaptureFixture[str]) -> None:
    title = "1,000,000 deals, institute, level 2"
    text.show(text.table(["side", "won"], [["a", "1"]], title=title))
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [title, "side  won", "a       1"]
