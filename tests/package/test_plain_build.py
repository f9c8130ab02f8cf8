"""An engine built for every x86-64 processor plays the same deals: `make proof` builds one and compares signatures."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from guandan_sim.store.signature import signature

PROOF = os.environ.get("GUANDAN_PROOF", "") not in ("", "0")
SOURCE = Path(__file__).parents[2]

# Loads the engine given as an argument in the place of the installed one.
SIGN = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("guandan_sim._core", sys.argv[1])
sys.modules["guandan_sim._core"] = core = importlib.util.module_from_spec(spec)
spec.loader.exec_module(core)
from guandan_sim.store.signature import signature
print(core.build_info()["instructions"], signature())
"""


@pytest.mark.skipif(not PROOF, reason="builds the engine, which takes minutes: make proof")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="elsewhere the only build is the plain one")
def test_an_engine_without_special_instructions_has_the_same_signature():
    target = SOURCE / "target" / "plain"
    flags = "-C target-cpu=x86-64"
    build = ["cargo", "build", "--release", "--quiet", "--package", "guandan-bindings", "--target-dir", str(target)]
    subprocess.run(build, cwd=SOURCE, env={**os.environ, "RUSTFLAGS": flags}, check=True)
    engine = target / "release" / "libguandan_bindings.so"
    told = subprocess.run([sys.executable, "-c", SIGN, str(engine)], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["baseline", signature()]
