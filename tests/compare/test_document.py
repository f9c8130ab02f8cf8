"""docs/COMPARISONS.md lists every metric as the registry has it."""

from pathlib import Path

from guandan_sim.measure.metrics import METRICS

DOCUMENT = Path(__file__).parents[2] / "docs" / "COMPARISONS.md"


def test_the_document_lists_every_metric_with_unit_and_meaning() -> None:
    rows = [line for line in DOCUMENT.read_text().splitlines() if line.startswith("| `")]
    assert rows == [f"| `{metric.name}` | {metric.unit} | {metric.about} |" for metric in METRICS]
    assert len({metric.name for metric in METRICS}) == len(METRICS)
