"""Settings of every Python test."""

from __future__ import annotations

from hypothesis import settings

# A busy machine must not fail a property that holds: no time limit for a single example.
settings.register_profile("guandan", deadline=None)
settings.load_profile("guandan")
