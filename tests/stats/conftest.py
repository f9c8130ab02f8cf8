"""Sizes of the repeated experiments: small in the ordinary run, the full ones with GUANDAN_PROOF=1 (`make proof`)."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session")
def proof() -> bool:
    return os.environ.get("GUANDAN_PROOF", "") not in ("", "0")


@pytest.fixture(scope="session")
def repeats(proof: bool) -> int:
    """Experiments per coverage test."""
    return 10_000 if proof else 1_000
