"""The examples in the compiled classes' documentation run; those in Markdown and Python files are run by pytest."""

import doctest

import pytest

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
