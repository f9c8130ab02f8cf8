"""docs/RULES.md read a second time, in plain Python: what the engine is compared with. Imports none of the package."""
