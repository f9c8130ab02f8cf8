"""The commands serve and connect."""

import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Command
from contest_client import Client

import guandan_sim as gd

RUN = [sys.executable, "-m", "guandan_sim"]


class Served:
    """`guandan-sim serve` in a process of its own, at a free port.

    Clients come when it has said for whom it waits, since the address is known from that line.
    """

    def __init__(self, where: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*RUN, "serve", "--port", "0", *arguments],
            cwd=where,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        self.address = ""
        assert self.process.stderr is not None
        while not self.address:
            line = self.process.stderr.readline()
            assert line, self.said
            self.said.append(line)
            found = re.search(r"waiting for .+ at (ws://\S+)", line)
            self.address = found[1] if found else ""

    def end(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, "".join(self.said) + err


def test_a_run_is_served_and_summarised_as_others_are(tmp_path: Path) -> None:
    served = Served(
        tmp_path, "--seats", "client,tempo", "--deals", "4", "--rotations", "2", "--seed", "7", "--out", "out"
    )
    ours = subprocess.run(
        [*RUN, "connect", served.address.replace("NAME", "ours"), "--strategy", "tempo", "--seats", "2", "--json"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    code, out, err = served.end()
    assert code == 0, err
    assert "4 deals, institute, level 2, 2 blocks of 2" in out
    assert "waiting for 2 clients at ws://127.0.0.1:" in err
    assert ours.returncode == 0, ours.stderr
    assert [seat["deals"] for seat in json.loads(ours.stdout)] == [4, 4]
    log = (tmp_path / "out" / "run.log").read_text("utf-8")
    assert "client ours (127.0.0.1:" in log
    assert gd.Run(tmp_path / "out").plan.strategies == ("client:any", "tempo", "client:any", "tempo")


def test_ctrl_c_ends_it_cleanly_and_the_same_run_goes_on(tmp_path: Path) -> None:
    first = Served(tmp_path, "--deals", "60", "--part-size", "1", "--seed", "7", "--out", "out")
    clients = [Client(first.address) for _ in range(4)]
    while clients[0].stages().count("notify episodeOver") < 2:
        assert first.process.poll() is None
    first.process.send_signal(signal.SIGINT)
    code, _, err = first.end()
    assert code == 130
    assert "to continue: guandan-sim serve --resume out --port 0" in err
    for client in clients:
        client.join(10)
        assert client.faults == []
        assert "notify gameOver" not in client.stages()
    assert 1 <= len(list((tmp_path / "out" / "parts").glob("*.json"))) < 60


def test_interrupted_while_it_waits_for_clients(tmp_path: Path) -> None:
    served = Served(tmp_path, "--deals", "1", "--seed", "7", "--out", "out")
    served.process.send_signal(signal.SIGINT)
    code, _, err = served.end()
    assert code == 130
    assert "Traceback" not in err


def test_a_run_goes_on_with_resume(tmp_path: Path) -> None:
    arguments = ["--deals", "2", "--part-size", "1", "--seed", "7", "--out", "out"]
    for more in (arguments, ["--resume", "out"]):
        if more is not arguments:
            # As if the second part had not been played.
            for file in (tmp_path / "out").rglob("part-00001.*"):
                file.unlink()
        served = Served(tmp_path, *more)
        clients = [Client(served.address) for _ in range(4)]
        code, out, err = served.end()
        assert code == 0, err
        assert "2 deals, institute, level 2" in out
        for client in clients:
            client.join(10)
            assert client.faults == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seats", "tempo,lowest", "--deals", "1"], "expected a client among them"),
        (["--seats", "client,nobody", "--deals", "1"], "nobody"),
        (["--deals", "1", "--tables", "0"], "tables"),
        (["--deals", "1", "--port", "70000"], "port"),
        (["--deals", "1", "--turn-limit", "-1"], "turn_limit"),
        (["--deals", "1", "--turn-limit", "nan"], "turn_limit"),
        (["--deals", "1", "--when-late", "lowest"], "--when-late: no effect without --turn-limit"),
        (["--deals", "1", "--form", "both"], "form"),
        (["--deals", "1", "--seats", ""], "expected a client among them"),
        (["--deals", "1", "--rotations", "0"], "rotations: expected a whole number 1 to 4, got 0"),
        (["--deals", "1", "--host", ""], "host: expected a name or an address such as 127.0.0.1, got ''"),
        (["--deals", "1", "--host", "a" * 70], "host: expected a name or an address"),
        (["--resume", "out", "--seats", "client"], "leave out --seats"),
        ([], "deals"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(cli: Command, arguments: list[str], words: str) -> None:
    said = cli("serve", *arguments)
    assert said.code == 2
    assert words in said.err
    assert said.err.count("\n") == 1
    assert not Path("runs").exists()


def test_a_port_that_is_taken_is_told_before_anything_is_written(cli: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        said = cli("serve", "--deals", "1", "--out", "out", "--port", port)
    assert said.code == 2
    assert said.err.startswith(f"guandan-sim: cannot listen at 127.0.0.1:{port}: ")
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ws://127.0.0.1:9"], "cannot connect"),
        (["nowhere://x"], "expected the address of a contest server"),
        (["ws://" + "a" * 70], "expected the address of a contest server"),
        (["ws://127.0.0.1:9", "--seats", "5"], "seats"),
        (["ws://127.0.0.1:9", "--strategy", "temp"], "tempo"),
        (["ws://127.0.0.1:9", "--rules", "nobody"], "nobody"),
    ],
)
def test_what_cannot_be_connected_is_refused_in_one_line(cli: Command, arguments: list[str], words: str) -> None:
    said = cli("connect", *arguments)
    assert said.code == 2
    assert words in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["serve", "--deals", "1"], ["connect", "x"], ["run", "--deals", "1", "--strategies", "client:x"]]
)
def test_without_the_extra_a_line_says_what_to_install(
    cli: Command, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    for name in [*sys.modules]:
        if name.startswith(("websockets", "guandan_sim.bots.")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "websockets", None)
    monkeypatch.setitem(sys.modules, "websockets.asyncio", None)
    said = cli(*arguments)
    assert said.code == 2
    assert "websockets is not installed: pip install 'guandan-sim[bots]'" in said.err
    assert said.err.count("\n") == 1
