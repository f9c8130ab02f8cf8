"""`python -m referee RECORDS.jsonl RULES.toml [RULES.toml ...]`: one line, and 1 when something is wrong."""

import sys
from pathlib import Path

from referee import RuleSet, judge


def main() -> int:
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    records, *rulesets = map(Path, sys.argv[1:])
    with records.open(encoding="utf-8") as lines:
        report = judge(lines, [RuleSet.from_toml(path.read_text(encoding="utf-8")) for path in rulesets])
    print(report.finding or f"{report.matches} matches, {report.lines} deals: nothing is wrong")
    return int(report.finding is not None)


if __name__ == "__main__":
    sys.exit(main())
