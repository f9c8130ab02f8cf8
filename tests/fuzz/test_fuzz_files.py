"""Experiment files, receipts, manifests and outlines of comparisons: read, or refused in one line."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from damaged import assert_one_line, changed, fuzzed, keys, texts
from hypothesis import given
from hypothesis import strategies as st

import guandan_sim as gd
from guandan_sim import experiment
from guandan_sim.compare.directory import NAME as OUTLINE
from guandan_sim.compare.directory import Outline
from guandan_sim.options import DEFAULTS, How
from guandan_sim.plan import Plan
from guandan_sim.store import manifest as manifests
from guandan_sim.store.directory import RECEIPTS, RunDirectory
from guandan_sim.store.local import LocalPlace
from guandan_sim.store.manifest import Manifest
from guandan_sim.store.receipt import Receipt

PLAN = Plan.of(deals=200, strategies="random,lowest", seed=7, part_size=100, rotations=2, log=["records"])
EXPERIMENTS = [
    experiment.write(PLAN),
    experiment.write(Plan.of(matches=4, rules="competition", clock_model="play=4", leave_rate=0.1, seed=1)),
    'deals = 200\nrules = "pagat"\nout = "data"\nlog = ["plays"]\n[set]\nannounce_at = 7\ntribute = false\n',
]
WORDS = [
    *DEFAULTS,
    *How.__annotations__,
    "=",
    "[",
    "]",
    "\n[set]\n",
    "\n[rules]\n",
    '"institute"',
    "random",
    "yes",
    "1.5",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory whose files are written over again and again."""
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def run(folder: Path) -> Iterator[RunDirectory]:
    """A run of two parts."""
    gd.simulate(deals=200, strategies="random,lowest", seed=7, part_size=100, rotations=2, out=folder / "run")
    return RunDirectory.open(LocalPlace(folder / "run"))


@fuzzed
@given(text=texts(EXPERIMENTS, WORDS))
def test_experiment_file(folder: Path, text: bytes) -> None:
    file = folder / "experiment.toml"
    file.write_bytes(text)
    try:
        asked: Any = experiment.read(file)
    except gd.GuandanError as error:
        return assert_one_line(error, str(file))
    try:
        plan = Plan.of(**{name: value for name, value in asked.items() if name in DEFAULTS})
    except gd.GuandanError as error:
        return assert_one_line(error)
    file.write_text(experiment.write(plan))
    again = Plan.of(**{name: value for name, value in experiment.read(file).items() if name in DEFAULTS})  # type: ignore[misc]
    assert again == plan
    return None


def written(run: RunDirectory) -> Any:
    """The receipt of a part as its file has it."""
    return json.loads(run.place.read(run.name(RECEIPTS, 1)))


def judge_receipt(run: RunDirectory, content: bytes) -> None:
    """Reads a receipt: refused in one line that names the file, or one that is written as it was read."""
    run.place.write(run.name(RECEIPTS, 0), content)
    try:
        receipt = run.receipt(0)
    except gd.StoreError as error:
        return assert_one_line(error, run.place.address(run.name(RECEIPTS, 0)))
    assert Receipt.from_bytes(receipt.to_bytes()) == receipt
    try:
        run.scores()
    except gd.StoreError as error:
        assert_one_line(error)
    return None


@fuzzed
@given(data=st.data())
def test_receipt(run: RunDirectory, data: st.DataObject) -> None:
    receipt = written(run)
    judge_receipt(run, data.draw(texts([json.dumps(receipt)], [*keys(receipt)])))
    judge_receipt(run, json.dumps(data.draw(changed(receipt))).encode())


def judge_manifest(folder: Path, content: bytes) -> None:
    """Reads a manifest: refused in one line that names the file, or one of which every word holds."""
    place = LocalPlace(folder)
    place.write(manifests.NAME, content)
    try:
        manifest = Manifest.read(place)
    except gd.StoreError as error:
        return assert_one_line(error, str(folder))
    manifest.write(place)
    assert json.loads(place.read(manifests.NAME)) == json.loads(content)
    return None


def with_checksum(content: Any) -> Any:
    """A manifest with the checksum that fits it, as a careful hand would edit it."""
    if not isinstance(content, dict):
        return content
    rest = {key: value for key, value in content.items() if key != "checksum"}
    return {**rest, "checksum": hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()}


@fuzzed
@given(data=st.data())
def test_manifest(folder: Path, run: RunDirectory, data: st.DataObject) -> None:
    manifest = json.loads(run.place.read(manifests.NAME))
    judge_manifest(folder, data.draw(texts([json.dumps(manifest)], [*keys(manifest)])))
    judge_manifest(folder, json.dumps(with_checksum(data.draw(changed(manifest)))).encode())


@fuzzed
@given(data=st.data())
def test_outline_of_a_comparison(folder: Path, data: st.DataObject) -> None:
    two = Outline.of(
        "strategies", ["random", "lowest"], ["random - lowest"], {"deals": 4, "seed": 7}, "guandan-sim compare"
    )
    outline = {"schema_version": 1, **asdict(two)}
    for content in (
        data.draw(texts([json.dumps(outline)], [*keys(outline)])),
        json.dumps(data.draw(changed(outline))).encode(),
    ):
        (folder / OUTLINE).write_bytes(content)
        try:
            Outline.read(folder)
        except gd.StoreError as error:
            assert_one_line(error, str(folder))
