"""The tutorials of docs/ run as they stand, and every command says what the page says."""

import re
import shlex
from pathlib import Path

import pytest
from commands import Command

DOCS = Path(__file__).parents[2] / "docs"


def plain(text: str) -> str:
    """Text without its line breaks and the widths of its columns, which depend on the terminal."""
    return " ".join(text.split())


@pytest.mark.parametrize("name", ["WHY_LOST.md"])
def test_a_tutorial_runs_as_it_stands(cli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    # So wide that no cell of a table is folded.
    monkeypatch.setenv("COLUMNS", "200")
    page = (DOCS / name).read_text("utf-8")
    programs = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    (tmp_path / "mybot.py").write_text("\n\n".join(programs), "utf-8")
    blocks = re.findall(r"```console\n(.*?)```", page, flags=re.DOTALL)
    commands = [command for block in blocks for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    assert commands
    for command in commands:
        line, _, shown = command.partition("\n")
        program, *arguments = shlex.split(line, comments=True)
        assert program == "guandan-sim"
        said = cli(*arguments)
        assert said.code == 0, said.err
        place = 0
        for piece in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE):
            found = plain(said.out).find(plain(piece), place)
            assert found >= 0, (line, piece, said.out)
            place = found + len(plain(piece))
