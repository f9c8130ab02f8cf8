"""The compiled classes are documented, their examples run, and the stub says the same for editors.

Examples in Markdown and Python files are run by pytest.
"""

import ast
import doctest
from pathlib import Path

import pytest

import guandan_sim
from guandan_sim import _core


@pytest.mark.parametrize("name", _core.__all__)
def test_examples_of_compiled_documentation_run(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    for example in doctest.DocTestFinder().find(getattr(_core, name), name, module=False, globs={}):
        runner.run(example)
    assert runner.failures == 0


@pytest.mark.parametrize("name", _core.__all__)
def test_every_compiled_name_is_documented(name: str) -> None:
    thing = getattr(_core, name)
    undocumented = (
        [member for member, value in vars(thing).items() if not member.startswith("_") and not value.__doc__]
        if isinstance(thing, type)
        else []
    )
    assert thing.__doc__
    assert undocumented == []


def test_the_stub_has_the_documentation_of_the_compiled_names() -> None:
    stub = ast.parse(Path(guandan_sim.__file__).with_name("_core.pyi").read_text("utf-8"))
    in_stub, compiled = {}, {}
    for thing in stub.body:
        if not isinstance(thing, ast.ClassDef | ast.FunctionDef):
            continue
        members = thing.body if isinstance(thing, ast.ClassDef) else []
        for node in [thing, *(member for member in members if isinstance(member, ast.FunctionDef))]:
            name = thing.name if node is thing else f"{thing.name}.{node.name}"
            if not node.name.startswith("__"):
                owner = getattr(_core, thing.name)
                value = owner if node is thing else vars(owner)[node.name]
                # A static method has documentation of its own, which is about static methods.
                value = getattr(value, "__func__", value)
                in_stub[name], compiled[name] = ast.get_docstring(node), value.__doc__
    assert len(in_stub) > 100
    for name, text in compiled.items():
        assert " ".join((in_stub[name] or "").split()) == " ".join(text.split()), name
