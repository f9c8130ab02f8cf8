"""Checks that this machine's processor has the instructions the engine is built for, before the engine is loaded."""

import os
import platform
from pathlib import Path

ANY_PROCESSOR = "GUANDAN_SIM_ANY_PROCESSOR"
"""The environment variable that, set to anything, turns the check off: for engines built for older processors."""

# What x86-64-v3 adds to the first x86-64 processors, by the names Linux gives (abm includes lzcnt).
_NEEDED = ("abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe")
_CPUINFO = Path("/proc/cpuinfo")


def missing_instructions(cpuinfo: str) -> list[str]:
    """The instruction sets that the engine needs and the processor lacks, by the text of Linux's `/proc/cpuinfo`.

    A text without a line of flags tells nothing, so nothing is missing then.

    >>> missing_instructions("flags : fpu abm avx2 bmi1 f16c fma movbe")
    ['bmi2']
    """
    for line in cpuinfo.splitlines():
        name, _, flags = line.partition(":")
        if name.strip() == "flags":
            return sorted(set(_NEEDED).difference(flags.split()))
    return []


def model() -> str:
    """The name of this machine's processor; its architecture where the system tells no more."""
    if _CPUINFO.exists():
        for line in _CPUINFO.read_text(encoding="ascii", errors="replace").splitlines():
            name, _, found = line.partition(":")
            if name.strip() == "model name":
                return found.strip()
    return platform.processor() or platform.machine()


def check_processor() -> None:
    """Raises `ImportError` in one sentence where this is an x86-64 processor too old for the engine.

    Only Linux is asked: other systems on x86-64 processors without AVX2 are rarer than the cost of asking them.
    """
    if platform.machine() not in ("x86_64", "AMD64") or ANY_PROCESSOR in os.environ or not _CPUINFO.exists():
        return
    missing = missing_instructions(_CPUINFO.read_text(encoding="ascii", errors="replace"))
    if missing:
        raise ImportError(
            f"guandan_sim needs a processor with {', '.join(missing)} (Intel since 2013, AMD since 2015): "
            "on an older one build it from source with RUSTFLAGS='-C target-cpu=x86-64' "
            f"and set {ANY_PROCESSOR}=1"
        )
