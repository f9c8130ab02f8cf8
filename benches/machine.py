"""What is measured on."""

import os
import platform
from pathlib import Path

from guandan_sim import build_info

_CPUINFO = Path("/proc/cpuinfo")


def _cpuinfo(key: str) -> str:
    """What Linux says of the first processor; empty where it says nothing, as elsewhere."""
    lines = _CPUINFO.read_text("utf-8").splitlines() if _CPUINFO.exists() else []
    found = (line.partition(":") for line in lines)
    return next((value.strip() for name, _, value in found if name.strip() == key), "")


def load() -> str:
    """How many processes wanted to run in the last minute, where the system tells."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def description() -> str:
    """Processor, system and versions, in a line."""
    name = _cpuinfo("model name") or platform.processor() or platform.machine()
    return (
        f"{os.cpu_count()} processors ({name}, {platform.machine()}), {platform.system()}, Python "
        f"{platform.python_version()}, guandan-sim {build_info()['version']} built for {build_info()['instructions']}"
    )
