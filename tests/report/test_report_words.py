"""Both languages say everything, with the same values filled in, and nothing that is never said."""

import re
import string
from pathlib import Path

import pytest

import guandan_sim as gd
from guandan_sim.report.words import LANGUAGES, Count, Words, texts

SOURCES = Path(gd.__file__).parent / "report"
# Keys that are put together from a name of the data set.
MADE = re.compile(r'(?:f"|`)([a-z]+\.[a-z_]*)(?:\{|\$\{)')


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_all_languages_have_the_same_keys_and_values() -> None:
    english = texts("en")
    for language in LANGUAGES:
        other = texts(language)
        assert other.keys() == english.keys()
        for key, text in english.items():
            assert _placeholders(other[key]) == _placeholders(text), key
            assert other[key].strip()


def test_chinese_is_chinese() -> None:
    for key, text in texts("zh").items():
        said = re.sub(r"\{\w+\}", "", text)
        assert re.search(r"[\u4e00-\u9fff]", said) or not re.search(r"[A-Za-z]", said), key


def test_every_text_is_used_and_every_key_exists() -> None:
    sources = [file for kind in ("*.py", "*.html", "*.js") for file in SOURCES.rglob(kind)]
    code = "\n".join(file.read_text("utf-8") for file in sources)
    quoted = set(re.findall(r'"([a-z]+\.[a-zA-Z0-9_-]+)"', code))
    made = tuple(MADE.findall(code))
    known = texts("en").keys()
    sections = {key.partition(".")[0] for key in known}
    files = {file.name for file in SOURCES.rglob("*.*")}
    assert {key for key in quoted if key.partition(".")[0] in sections} - known - files == set()
    assert {key for key in known if key not in quoted and not key.startswith(made)} == set()


def test_every_metric_and_contest_has_a_name() -> None:
    from guandan_sim.measure.contests import contests
    from guandan_sim.measure.metrics import METRICS

    names = {metric.name for metric in METRICS} | {contest.name for contest in contests(True)}
    for language in LANGUAGES:
        assert {name for name in names if f"metric.{name}" not in texts(language)} == set()


def test_terms_are_those_of_the_glossary() -> None:
    glossary = (Path(__file__).parents[2] / "docs" / "GLOSSARY.md").read_text("utf-8")
    zh = Words("zh")
    for kind, chinese in re.findall(r"^\| `(\w+)` \| ([^|、]+)", glossary, flags=re.MULTILINE):
        assert zh(f"kind.{kind}") == chinese.strip()
    for key, term in {"unit.deal": "一副", "unit.match": "一局"}.items():
        assert zh(key) in term
        assert term in glossary


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(gd.PlanError, match="expected en or zh, got 'fr'"):
        Words("fr")


def test_counts_are_said_with_what_is_counted_in_the_singular_for_one() -> None:
    assert f"{Count(1)} {Count(1234)} {Count(1):block} {Count(1234):independent block} {Count(0):match}" == (
        "1 1,234 1 block 1,234 independent blocks 0 matches"
    )
    assert Words("en")("stop.reached", target="1 pp", blocks=Count(1)).endswith("reached after 1 block.")
    assert "1 个区组" in Words("zh")("stop.reached", target="1 pp", blocks=Count(1))
