"""Runs in an object store: a server of S3 on this machine, spoken to as one far away is."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from conftest import files

import guandan_sim as gd

pytestmark = pytest.mark.skipif(
    None in map(find_spec, ("moto", "s3fs", "flask")), reason="moto[server] and s3fs are not installed"
)

RUN: dict[str, Any] = {"deals": 4000, "part_size": 500, "seed": 7, "strategies": "random,lowest", "log": ["records"]}
BUCKET = "s3://games"


def _answers(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


class Store:
    """The server, and commands and scripts that know it by their environment."""

    def __init__(self, home: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.endpoint = f"http://127.0.0.1:{port}"
        self.home = home
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("AWS_")},
            "AWS_ACCESS_KEY_ID": "somebody",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_REGION": "us-east-1",
        }
        words = [sys.executable, "-W", "ignore", "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
        self.server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 100
        while not _answers(port):
            assert self.server.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)

    def python(self, code: str, **environment: str) -> str:
        """What a script prints."""
        return self._said("-W", "ignore", "-c", code, **environment)

    def command(self, *arguments: str) -> str:
        """What a command prints."""
        return self._said("-m", "guandan_sim", *arguments)

    def begin(self, *words: str) -> "subprocess.Popen[str]":
        """Python that goes on by itself."""
        words = (sys.executable, *words)
        return subprocess.Popen(words, cwd=self.home, env=self.environment, stderr=subprocess.PIPE, text=True)

    def _said(self, *words: str, **environment: str) -> str:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.home,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def objects(self, address: str) -> dict[str, bytes]:
        """The objects under an address by their names in it."""
        self.python(f"import s3fs, sys\ns3fs.S3FileSystem().get({address + '/'!r}, 'objects/', recursive=True)")
        folder = self.home / "objects"
        found = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
        for name in found:
            (folder / name).unlink()
        return found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = Store(tmp_path_factory.mktemp("s3"))
    try:
        made.python(f"import s3fs; s3fs.S3FileSystem().mkdir({BUCKET!r})")
        yield made
    finally:
        made.server.kill()
        made.server.wait()


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> gd.Run:
    """The run in a directory."""
    return gd.simulate(**RUN, out=tmp_path_factory.mktemp("local") / "run")


def test_a_run_is_written_killed_gone_on_with_verified_and_reported(store: Store, local: gd.Run) -> None:
    address = f"{BUCKET}/killed"
    code = (
        "import os, signal\n"
        "import guandan_sim as gd\n"
        "def kill(progress):\n"
        "    if progress.parts == 2: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"gd.simulate(**{RUN!r}, out={address!r}, on_progress=kill)\n"
    )
    killed = store.begin("-c", code)
    killed.communicate(timeout=240)
    assert killed.returncode == -signal.SIGKILL
    there = store.objects(address)
    receipts = [name for name in there if name.startswith("parts/")]
    assert 2 <= len(receipts) < 8
    assert b"start: 8 of 8 parts to make" in there["run.log"]

    assert f"{address}: " in store.command("run", "--resume", address)
    there = store.objects(address)
    expected = files(local.path)
    assert {name: content for name, content in there.items() if name.endswith("parquet")} == expected
    assert f"start: {8 - len(receipts)} of 8 parts".encode() in there["run.log"]
    assert b"end: all parts asked for are there" in there["run.log"]
    assert store.command("verify", address, "--recompute", "1").endswith("1 of them played again, nothing wrong\n")
    assert store.command("replay", address, "--verify") == f"{address}: 4,000 records, nothing wrong\n"

    store.command("report", address, "--out", "there.json")
    local.report(store.home / "here.json")
    here = (store.home / "here.json").read_text().replace(str(local.path), address)
    assert (store.home / "there.json").read_text() == here


def test_polars_and_fsspec_take_one_set_of_options(store: Store) -> None:
    address = f"{BUCKET}/options"
    store.command("run", "--deals=40", "--seed=7", "--part-size=20", "--out", address)
    ways = [
        {"key": "somebody", "secret": "secret", "endpoint_url": store.endpoint},
        {"key": "somebody", "secret": "secret", "client_kwargs": {"endpoint_url": store.endpoint}},
    ]
    code = (
        "import os, pickle\n"
        "import guandan_sim as gd\n"
        "for name in ('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL'): del os.environ[name]\n"
        f"for options in {ways!r}:\n"
        f"    run = gd.Run({address!r}, storage_options=options)\n"
        "    print(run.deals.collect().height, pickle.loads(pickle.dumps(run)).matches.collect().height)\n"
        f"    again = gd.simulate(deals=40, seed=7, part_size=20, out={address!r}, storage_options=options)\n"
        "    print(again.is_complete)\n"
    )
    assert store.python(code) == "40 40\nTrue\n" * 2


def test_a_damaged_object_is_named(store: Store) -> None:
    address = f"{BUCKET}/damaged"
    store.command("run", "--deals=40", "--seed=7", "--part-size=20", "--out", address)
    name = f"{address}/deals/part-00001.parquet"
    store.python(
        f"import s3fs; files = s3fs.S3FileSystem(); content = bytearray(files.cat_file({name!r}))\n"
        f"content[300] ^= 1; files.pipe_file({name!r}, bytes(content))"
    )
    for words in (["run", "--resume", address], ["report", address, "-o", "x.html"]):
        process = store.begin("-m", "guandan_sim", *words)
        _, err = process.communicate(timeout=120)
        assert (process.returncode, err.count("\n")) == (1, 1)
        assert err.startswith(f"guandan-sim: {name}: not the bytes that were written")
