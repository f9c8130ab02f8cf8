"""Contest clients play in runs: whole games, every oddity, and clients that mean no good."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from contest_client import Client, action_of, at, first, last, slow
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import guandan_sim as gd
from guandan_sim.bots.connection import Limit
from guandan_sim.bots.server import ContestServer, Settings, serving

SEATS = ("client:any", "client:any", "client:any", "client:any")
PROOF = os.environ.get("GUANDAN_PROOF", "") not in ("", "0")


@contextmanager
def server(**settings: Any) -> Iterator[tuple[ContestServer, list[str]]]:
    """A server at a free port, and the lines it says."""
    said: list[str] = []
    with serving(Settings(port=0, say=said.append, **settings)) as found:
        found.start()
        yield found, said


def ended(*clients: Client) -> None:
    for client in clients:
        client.join(10)
        assert not client.is_alive()
        assert client.faults == []


def test_four_clients_play_whole_deals_and_hear_the_result() -> None:
    with server() as (found, said):
        clients = [Client(found.address, last if seat % 2 else first) for seat in range(4)]
        run = gd.simulate(deals=3, strategies=SEATS, seed=7, log=["records"])
    ended(*clients)
    assert [client.seat for client in clients] == [0, 1, 2, 3]
    winners = run.deals.collect()["first_seat"] if "first_seat" in run.deals.collect_schema() else None
    for client in clients:
        stages = client.stages()
        assert stages.count("notify beginning") == stages.count("notify episodeOver") == 3
        assert stages[-3:] == ["notify episodeOver", "notify gameOver", "notify gameResult"]
        result = client.heard[-1]
        assert result["victoryNum"][:2] == result["victoryNum"][2:]
        assert sum(result["victoryNum"]) == 6
        assert result["draws"] == [0] * 4
        assert winners is None or result["victoryNum"][0] == sum(seat % 2 == 0 for seat in winners)
    # What is played is heard by all four, the mover included, in the order of the record.
    plays = [[m for m in client.heard if m["stage"] == "play" and m["type"] == "notify"] for client in clients]
    assert plays[0] == plays[1] == plays[2] == plays[3]
    recorded = [play for line in run.records() for play in json.loads(line)["plays"]]
    assert len(recorded) == len(plays[0])
    assert any("listening at ws://127.0.0.1:" in line for line in said)


def test_tribute_is_asked_and_told_in_the_order_of_the_protocol() -> None:
    with server() as (found, _):
        clients = [Client(found.address, last if seat % 2 else first, path="/game/gd/") for seat in range(4)]
        gd.simulate(matches=1, strategies=SEATS, seed=3, rules="njupt")
    ended(*clients)
    for client in clients:
        deals = " ".join(client.stages()).split("notify beginning")[1:]
        assert "notify tribute" not in deals[0]
        for deal in deals[1:]:
            told = [word for word in ("notify tribute", "notify back", "notify anti-tribute") if word in deal]
            assert told in (["notify tribute", "notify back"], ["notify anti-tribute"])
            before, _, after = deal.partition(" play")
            assert "tribute" not in after
            if len(told) == 2:
                assert "tribute" not in before.partition("notify tribute")[2]
                assert "back" not in before.partition("notify tribute")[0]
    # A payer is asked though there is one card only that it can pay.
    asked = [m for client in clients for m in client.heard if m["type"] == "act" and m["stage"] == "tribute"]
    assert asked
    assert all(m["actionList"][0][0] == "tribute" and m["curPos"] == m["greaterPos"] == -1 for m in asked)


def test_the_string_form_is_literals_in_text() -> None:
    with server(form="string") as (found, _):
        clients = [Client(found.address, last) for _ in range(2)]
        gd.simulate(deals=2, strategies=["client:any", "lowest"], seed=7)
    ended(*clients)
    told = [m for m in clients[0].heard if m["stage"] == "play"]
    assert all(isinstance(m["curAction"], str) and isinstance(m["greaterAction"], str) for m in told)
    assert {action_of(m["curAction"])[0] for m in told} >= {None, "PASS", "Single"}
    areas = [one["playArea"] for m in told if m["type"] == "act" for one in m["publicInfo"]]
    assert any(isinstance(area, dict) and area.keys() == {"actIndex"} for area in areas)


def test_with_rotations_the_seat_moves_and_the_connection_stays() -> None:
    with server() as (found, _):
        clients = [Client(found.address) for _ in range(2)]
        run = gd.simulate(deals=4, rotations=2, strategies=["client:any", "lowest"], seed=7)
    ended(*clients)
    told = [[m["myPos"] for m in client.heard if m["stage"] == "beginning"] for client in clients]
    # Where a strategy plays moves on by a seat with each rotation, and with it who plays it.
    assert told == [[0, 3, 0, 3], [2, 1, 2, 1]]
    assert run.matches.collect().height == 4


def test_many_tables_play_at_the_same_time_and_none_is_lost() -> None:
    with server(tables=6) as (found, _):
        clients = [Client(found.address) for _ in range(24)]
        run = gd.simulate(deals=8, strategies=SEATS, seed=7)
    ended(*clients)
    assert run.deals.collect().height == 8
    assert sum(client.stages().count("notify episodeOver") for client in clients) == 32
    assert all(client.stages().count("notify episodeOver") >= 1 for client in clients)


@pytest.mark.skipif(not PROOF, reason="takes a minute; GUANDAN_PROOF=1 runs it")
def test_a_hundred_tables_of_four_clients_play_at_once_and_none_is_lost() -> None:
    """The clients have a process of their own, and each fails unless it hears the result of its games."""
    bench = Path(__file__).parents[2] / "benches" / "serve.py"
    said = subprocess.run([sys.executable, bench, "100", "100"], capture_output=True, text=True, check=True)
    assert "400 clients at 100 tables: " in said.stdout
    assert " decisions in 100 deals, none lost\n" in said.stdout


def test_what_clients_play_does_not_depend_on_tables_or_the_form() -> None:
    frames = []
    for tables, form in ((1, "list"), (3, "string")):
        with server(tables=tables, form=form) as (found, _):
            clients = [Client(found.address) for _ in range(4 * tables)]
            frames.append(gd.simulate(deals=3, strategies=SEATS, seed=7).deals.collect())
        ended(*clients)
    assert frames[0].equals(frames[1])


def test_names_choose_the_seats() -> None:
    with server() as (found, _):
        bobs = [Client(found.address, name="bob") for _ in range(2)]
        alices = [Client(found.address, last, name="alice") for _ in range(2)]
        gd.simulate(deals=1, strategies=["client:alice", "client:bob"], seed=7)
    ended(*alices, *bobs)
    assert [client.seat for client in (*alices, *bobs)] == [0, 2, 1, 3]


# Clients with oddities.


class WrittenForThePlatform:
    """What public clients of the platform do with the messages, as far as one fails where a message is unlike theirs.

    They keep each key as an attribute from message to message, know these pairs of type and stage only, take results,
    orders and remaining cards apart, read the cards of every play area, and look for their play in the list by content.
    """

    KNOWN = {
        ("notify", stage)
        for stage in ("beginning", "play", "tribute", "anti-tribute", "back", "episodeOver", "gameOver", "gameResult")
    } | {("act", stage) for stage in ("play", "tribute", "back")}

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.own: list[str] = []
        self.seen: set[tuple[str, str]] = set()

    def hear(self, message: dict[str, Any]) -> None:
        self.kept.update(message)
        told = (message["type"], message["stage"])
        assert told in self.KNOWN
        self.seen.add(told)
        match told:
            case ("notify", "beginning"):
                self.own = message["handCards"]
                assert isinstance(message["myPos"], int)
            case ("notify", "tribute" | "back"):
                for giver, receiver, card in message["result"]:
                    assert giver != receiver
                    assert len(card) == 2
            case ("notify", "anti-tribute"):
                assert len(message["antiPos"]) == message["antiNum"] == message["antiNums"]
            case ("notify", "play"):
                assert {type(message["curPos"]), type(message["greaterPos"])} == {int}
            case ("notify", "episodeOver"):
                assert "{}{}{}{}".format(*message["order"]).isdigit()
                for seat, cards in message["restCards"]:
                    assert seat in message["order"]
                    assert len(cards) <= 27
            case ("notify", "gameOver"):
                assert message["curTimes"] <= message["settingTimes"]
            case ("notify", "gameResult"):
                assert len("{}{}{}{}".format(*message["victoryNum"])) >= len(message["draws"])

    def choose(self, message: dict[str, Any]) -> Any:
        self.hear(message)
        kind, rank, _ = self.kept["greaterAction"]
        assert (kind is None) == (self.kept["greaterPos"] == -1)
        areas = [[] if one["playArea"] is None else one["playArea"][2] for one in message["publicInfo"]]
        assert len(areas) == 4
        self.own = message["handCards"]
        entries = message["actionList"]
        wanted = next((entry for entry in entries if entry[0] == kind and entry[1] != rank), entries[0])
        if wanted[2] != "PASS":
            for card in wanted[2]:
                self.own.remove(card)
        return {"actIndex": entries.index(wanted)}


def test_clients_written_for_the_platform_find_what_they_read() -> None:
    ours = [WrittenForThePlatform() for _ in range(4)]
    with server() as (found, _):
        clients = [Client(found.address, one.choose) for one in ours]
        # A match of few deals.
        rules = gd.Rules("njupt").replace(promotion=(12, 12, 12))
        gd.simulate(matches=1, strategies=SEATS, seed=3, rules=rules)
    ended(*clients)
    for client, one in zip(clients, ours, strict=True):
        for message in client.heard:
            if message["type"] == "notify":
                one.hear(message)
    heard = set().union(*(one.seen for one in ours))
    assert heard | {("notify", "anti-tribute")} == WrittenForThePlatform.KNOWN


def test_a_slow_client_holds_up_nobody_but_its_table() -> None:
    with server(tables=2) as (found, _):

        def thinks_until_the_others_are_done(message: dict[str, Any]) -> Any:
            until = time.monotonic() + 60
            while clients[4].stages().count("notify episodeOver") < 3 and time.monotonic() < until:
                time.sleep(0.01)
            return first(message)

        clients = [Client(found.address, thinks_until_the_others_are_done if n == 0 else first) for n in range(8)]
        run = gd.simulate(deals=4, strategies=SEATS, seed=7)
    ended(*clients)
    assert run.deals.collect().height == 4
    assert [client.stages().count("notify episodeOver") for client in clients] == [1] * 4 + [3] * 4


@pytest.mark.parametrize(("when_late", "left_out"), [("wait", 0), ("lowest", 0), ("forfeit", 1)])
def test_what_happens_when_a_turn_takes_too_long(when_late: str, left_out: int) -> None:
    with server(limit=Limit(2.0, when_late)) as (found, said):  # type: ignore[arg-type]
        clients = [Client(found.address, at(3, slow(3.0)), name="tortoise")]
        clients += [Client(found.address) for _ in range(3)]
        run = gd.simulate(deals=2, strategies=SEATS, seed=7, on_error="continue")
    ended(*clients)
    assert run.deals.collect().height == 2 - left_out
    late = [line for line in said if line.startswith("client tortoise (127.0.0.1:") and "within 2 s" in line]
    assert len(late) == 1
    assert len(run.failures()) == left_out


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"actIndex": 99_999}, "answered index 99999: expected 0 to"),
        ({"actIndex": -1}, "answered index -1: expected 0 to"),
        ({"actIndex": True}, 'expected {"actIndex": 0 to'),
        ({"actIndex": "0"}, 'expected {"actIndex": 0 to'),
        ({"index": 0}, 'expected {"actIndex": 0 to'),
        ("no JSON\nat all", 'expected {"actIndex": 0 to'),
        ("[" * 5000, 'expected {"actIndex": 0 to'),
        (b"\xff\x00", 'expected {"actIndex": 0 to'),
    ],
)
def test_an_answer_that_is_none_costs_its_block_and_nothing_else(answer: Any, words: str) -> None:
    with server() as (found, said):
        clients = [Client(found.address, at(3, lambda _: answer) if n == 2 else first) for n in range(4)]
        run = gd.simulate(deals=3, strategies=SEATS, seed=7, on_error="continue")
    ended(*clients)
    assert run.deals.collect().height == 2
    (failure,) = run.failures()
    assert words in failure["error"]
    assert "client alice (127.0.0.1:" in failure["error"]
    (line,) = [line for line in said if words in line]
    assert "\n" not in line


def test_a_wrong_answer_ends_the_run_unless_told_otherwise() -> None:
    with server() as (found, _):
        clients = [Client(found.address, at(3, lambda _: {"actIndex": 7777}) if n == 2 else first) for n in range(4)]
        with pytest.raises(gd.StrategyError, match="answered index 7777: expected 0 to"):
            gd.simulate(deals=3, strategies=SEATS, seed=7)
        found.stop("the run was ended")
    ended(*clients)
    assert all("notify gameOver" not in client.stages() for client in clients)


# Hostile clients.


def flood(client: Any) -> None:
    for _ in range(100_000):
        client.send('{"actIndex": 0}')


def test_a_client_that_drops_costs_its_block_and_another_takes_its_place() -> None:
    with server() as (found, said):

        def drop(message: dict[str, Any]) -> None:
            clients[1].socket.close()
            clients.append(Client(found.address, name="heir"))

        clients = [Client(found.address, at(3, drop) if n == 1 else first) for n in range(4)]
        run = gd.simulate(deals=3, strategies=SEATS, seed=7, on_error="continue")
    ended(*clients)
    assert run.deals.collect().height == 2
    assert [failure["error"].endswith("has gone") for failure in run.failures()] == [True]
    assert clients[-1].seat == 1
    assert len([line for line in said if "client alice" in line and "has gone" in line]) == 1
    assert any("client heir" in line and "takes place 2 of 4" in line for line in said)


def test_a_client_that_sends_too_much_at_once_is_cut_off() -> None:
    with server() as (found, said):

        def too_much(message: dict[str, Any]) -> bytes:
            clients.append(Client(found.address))
            return b" " * 100_000_000

        clients = [Client(found.address, at(3, too_much) if n == 1 else first) for n in range(4)]
        run = gd.simulate(deals=3, strategies=SEATS, seed=7, on_error="continue")
    ended(*clients)
    assert run.deals.collect().height == 2
    assert len([line for line in said if "sent more than 64 KB at once: connection closed" in line]) == 1


def test_a_client_that_floods_with_messages_is_cut_off() -> None:
    with server() as (found, said):
        with connect(found.address.replace("NAME", "mallory")) as mallory, pytest.raises(ConnectionClosed):
            flood(mallory)
        clients = [Client(found.address) for _ in range(4)]
        assert gd.simulate(deals=1, strategies=SEATS, seed=7).deals.collect().height == 1
    ended(*clients)
    assert len([line for line in said if "out of turn; ignored" in line]) == 1
    assert len([line for line in said if "1000 messages out of turn: connection closed" in line]) == 1


def test_messages_out_of_turn_are_ignored() -> None:
    with server() as (found, said):
        clients = [Client(found.address) for _ in range(4)]
        for _ in range(20):
            clients[0].socket.send("hello")
        time.sleep(0.3)
        assert gd.simulate(deals=1, strategies=SEATS, seed=7).deals.collect().height == 1
    ended(*clients)
    assert len([line for line in said if "out of turn" in line]) == 1


def test_a_client_that_connects_twice_waits_for_a_second_seat() -> None:
    with server() as (found, said):
        clients = [Client(found.address) for _ in range(4)]
        gd.simulate(deals=1, strategies=SEATS, seed=7)
        fifth = Client(found.address, name="again")
        time.sleep(0.3)
        assert gd.simulate(deals=1, strategies=SEATS, seed=8).deals.collect().height == 1
    ended(*clients, fifth)
    assert fifth.heard == []
    # Nor does it take a place when the games are over and the others go.
    (line,) = [line for line in said if "client again" in line]
    assert "waits: no seat is free" in line


@pytest.mark.parametrize("path", ["/", "/game", "/game/", "/admin", "/game/a/b", "/game/%00", "/..%2f.."])
def test_nothing_but_the_game_can_be_reached(path: str) -> None:
    with server() as (found, said):
        with pytest.raises(InvalidStatus) as caught:
            connect(found.address.replace("/game/NAME", path)).__enter__()
        assert caught.value.response.status_code == 404
    assert len([line for line in said if "asked for" in line]) == 1, said


@pytest.mark.parametrize(
    "bytes_sent",
    [b"", b"GET /game/x HTTP/1.1\r\nHost: x\r\n", b"\x00\x01\x02" * 100, b"GET / HTTP/1.1\r\n\r\n"],
)
def test_half_a_handshake_holds_up_nobody(bytes_sent: bytes) -> None:
    with server() as (found, said):
        port = int(found.address.split(":")[2].split("/")[0])
        with socket.create_connection(("127.0.0.1", port)) as half:
            half.sendall(bytes_sent)
            clients = [Client(found.address) for _ in range(4)]
            assert gd.simulate(deals=1, strategies=SEATS, seed=7).deals.collect().height == 1
    ended(*clients)
    assert all("\n" not in line for line in said)


def test_the_options_of_a_client_are_those_of_the_server() -> None:
    options = "port=23457, tables=4, turn_limit=5, when_late=lowest, form=string"
    strategy = gd.strategy(f"client({options}):mybot")
    assert (strategy.name, strategy.at_once) == (f"client({options}):mybot", 4)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("port=65536", "port: expected a whole number 0 to 65535, got 65536"),
        ("tables=10001", "tables: expected a whole number 1 to 10000, got 10001"),
        ("when_late=lowest", "when_late: no effect without turn_limit"),
        ("host=", "host: expected a name or an address such as 127.0.0.1, got ''"),
        ("hots=x", "did you mean host?"),
    ],
)
def test_options_that_will_not_do_are_refused(options: str, words: str) -> None:
    with pytest.raises(gd.PlanError, match=re.escape(words)):
        gd.strategy(f"client({options}):mybot")
