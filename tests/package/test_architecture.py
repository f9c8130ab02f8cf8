"""Who may know whom: the directions of docs/ARCHITECTURE.md, read off the sources. import-linter has the package's."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "rust_core" / "src"
BINDINGS = ROOT / "bindings" / "src"
# What each module of the engine may name, besides itself; `error` and `bits` are for all.
BELOW: dict[str, set[str]] = {
    # Its messages list the faces and ranks there are.
    "error": {"card"},
    "bits": set(),
    "parquet": set(),
    "card": set(),
    "rng": set(),
    "hand": {"card"},
    # Tables place the kinds of combination in order; Kind is all they know of them.
    "rules": {"card", "hand", "combo"},
    "combo": {"card", "hand", "rules"},
}
UPWARDS = ["evaluate", "deal", "endgame", "perft", "series", "policy", "record", "sim"]
for place, module in enumerate(UPWARDS):
    BELOW[module] = {"card", "rng", "hand", "rules", "combo", *UPWARDS[:place]}


def _sources(module: str) -> list[Path]:
    return [file for file in (ENGINE / f"{module}.rs", *(ENGINE / module).rglob("*.rs")) if file.exists()]


def _code(file: Path) -> str:
    """The code of a file without its comments and its unit tests."""
    text = file.read_text().split("#[cfg(test)]")[0]
    return re.sub(r"//.*", "", text)


@pytest.mark.parametrize("module", BELOW)
def test_a_layer_of_the_engine_names_only_those_below(module: str) -> None:
    assert _sources(module)
    for file in _sources(module):
        named = set(re.findall(r"\bcrate::(\w+)", _code(file)))
        assert named - {module, "error", "bits"} <= BELOW[module], file


def test_the_engine_depends_on_nothing_of_python() -> None:
    engine = tomllib.loads((ENGINE.parent / "Cargo.toml").read_text())
    assert "rayon" in engine["dependencies"]
    assert not {"pyo3", "numpy"} & {*engine["dependencies"], *engine["dev-dependencies"]}


def test_no_code_but_the_list_of_presets_asks_for_one_by_name() -> None:
    presets = [file.stem for file in (ENGINE / "rules" / "presets").glob("*.toml")]
    assert len(presets) >= 9
    quoted = re.compile(rf'"({"|".join(presets)})"')
    files = [*ENGINE.rglob("*.rs"), *BINDINGS.rglob("*.rs")]
    naming = {str(file.relative_to(ROOT)) for file in files if quoted.search(_code(file))}
    # The list itself, and a way of scoring that is called like the preset it comes from.
    assert naming <= {"rust_core/src/rules/presets.rs", "rust_core/src/rules/fields.rs"}, naming


def test_every_module_has_its_layer_and_one_import_goes_up() -> None:
    (contract,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    assert contract["exhaustive"]
    assert contract["ignore_imports"] == ["guandan_sim.reportable -> guandan_sim.report.pages"]


def test_results_are_made_and_measured_without_loading_the_report() -> None:
    code = (
        "import sys, guandan_sim as gd, guandan_sim.compare.planning, guandan_sim.measure.run\n"
        "gd.simulate(deals=4, seed=1), gd.compare_rules(['institute', 'web'], deals=4, seed=1).table\n"
        "gd.compare_strategies('lowest', 'random', deals=4, seed=1).table\n"
        "gd.tournament(['lowest', 'random'], deals=4, seed=1).table\n"
        "print([name for name in sys.modules if name.startswith('guandan_sim.report.')])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_statistics_import_nothing_of_the_package() -> None:
    for file in (ROOT / "python" / "guandan_sim" / "stats").glob("*.py"):
        code = re.sub(r'""".*?"""', "", file.read_text(), flags=re.DOTALL)
        assert not re.search(r"^\s*(from|import)\s+guandan_sim(?!\.stats)", code, flags=re.MULTILINE), file


def test_the_engine_uses_no_unsafe_code_without_saying_why_it_is_safe() -> None:
    for file in [*ENGINE.rglob("*.rs"), *BINDINGS.rglob("*.rs")]:
        lines = file.read_text().splitlines()
        for number, line in enumerate(lines):
            if re.search(r"\bunsafe\s*\{", re.sub(r"//.*", "", line)):
                assert "SAFETY" in "\n".join(lines[max(0, number - 3) : number + 1]), f"{file}:{number + 1}"
