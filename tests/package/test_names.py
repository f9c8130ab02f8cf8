"""Names of the package are found before what they stand for is imported."""

import pydoc
import subprocess
import sys
from types import ModuleType

import guandan_sim as gd


def test_all_names_are_listed_before_they_are_imported() -> None:
    program = "import guandan_sim as gd, sys; print(*dir(gd)); assert 'polars' not in sys.modules"
    listed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert set(gd.__all__) <= set(listed)
    others = [name for name in listed if name[0] != "_" and name not in gd.__all__]
    assert [name for name in others if not isinstance(getattr(gd, name), ModuleType)] == []


def test_help_shows_all_names() -> None:
    text = pydoc.render_doc(gd, renderer=pydoc.plaintext)
    assert [name for name in gd.__all__ if f" {name}(" not in text and f"class {name}" not in text] == []
    assert "TYPE_CHECKING" not in text
