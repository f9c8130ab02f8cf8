"""A second referee in plain Python: re-checks records from docs/RULES.md alone. Imports nothing of the package.

It is obvious rather than fast, keeps hands as lists of texts, and shares no code with the engine; what a choice of
cards can be is asked of the combinations in `oracle`. `judge` reads the lines of records; from the shell, in `tests/`:

    python -m referee RECORDS.jsonl RULES.toml [RULES.toml ...]
"""

from referee.lines import Report, judge
from referee.ruleset import RuleSet
from referee.wrong import Finding

__all__ = ["Finding", "Report", "RuleSet", "judge"]
