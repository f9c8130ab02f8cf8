"""The package says in one sentence that the processor is too old, instead of dying of an unknown instruction."""

import os
import subprocess
import sys

import pytest

from guandan_sim.processor import ANY_PROCESSOR, missing_instructions

OLD = "processor\t: 0\nflags\t\t: fpu sse2 ssse3 sse4_2 popcnt cx16 lahf_lm\nbugs\t\t:\n"
NEW = OLD.replace("sse2", "sse2 abm avx avx2 bmi1 bmi2 f16c fma movbe")


def test_flags_of_the_first_processor_decide_and_no_flags_refuse_nothing():
    assert missing_instructions(OLD) == ["abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"]
    assert missing_instructions(NEW) == []
    assert missing_instructions(NEW.replace("fma ", "")) == ["fma"]
    assert missing_instructions("") == []
    assert missing_instructions("Features : asimd\n") == []


def import_with(cpuinfo: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Imports the package in a new process in which Linux reports this processor, an x86-64 one."""
    code = (
        "import pathlib, platform\n"
        "read_text = pathlib.Path.read_text\n"
        "platform.machine = lambda: 'x86_64'\n"
        "pathlib.Path.read_text = lambda path, *a, **k:"
        f" {cpuinfo!r} if str(path) == '/proc/cpuinfo' else read_text(path, *a, **k)\n"
        "import guandan_sim; print(guandan_sim.Hand('S7'))"
    )
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


@pytest.mark.skipif(not os.path.exists("/proc/cpuinfo"), reason="only Linux tells its processor's instructions")  # noqa: PTH110
def test_importing_on_an_old_processor_says_what_it_lacks_and_how_to_build_for_it():
    refused = import_with(OLD)
    last = refused.stderr.strip().splitlines()[-1]
    assert refused.returncode == 1
    assert last.startswith("ImportError: guandan_sim needs a processor with abm, avx2,")
    assert "RUSTFLAGS='-C target-cpu=x86-64'" in last
    assert "_core" not in refused.stderr, "the engine was loaded before the check"
    assert import_with(NEW).stdout == "S7\n"
    assert import_with(OLD, **{ANY_PROCESSOR: "1"}).stdout == "S7\n"
