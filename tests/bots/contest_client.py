"""A client written from the description of the protocol alone (docs/BOTS.md): it knows nothing of the package."""

import ast
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from traceback import format_exception
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

RANKS = "23456789TJQKA"
Choose = Callable[[dict[str, Any]], Any]


def first(message: dict[str, Any]) -> Any:
    """Passes where it can, otherwise plays the first entry."""
    return {"actIndex": 0}


def last(message: dict[str, Any]) -> Any:
    return {"actIndex": message["indexRange"]}


class Client(threading.Thread):
    """Plays one seat and checks all that it is told against what it knows itself."""

    def __init__(self, address: str, choose: Choose = first, name: str = "alice", path: str = "/game/") -> None:
        super().__init__(daemon=True)
        self.choose = choose
        self.heard: list[dict[str, Any]] = []
        self.asked = 0
        self.faults: list[str] = []
        address = address.replace("/game/NAME", f"{path}{name}")
        self.open = ExitStack()
        self.socket = self.open.enter_context(connect(address, max_size=None, compression=None, ping_interval=None))
        self.start()

    def run(self) -> None:
        try:
            for text in self.socket:
                message = json.loads(text)
                self.heard.append(message)
                if "actionList" in message:
                    self.asked += 1
                    self.check_question(message)
                    answer = self.choose(message)
                    if answer is not None:
                        self.socket.send(answer if isinstance(answer, (str, bytes)) else json.dumps(answer))
                else:
                    self.check_notice(message)
        except ConnectionClosed:
            pass
        except Exception as error:
            self.faults.append("".join(format_exception(error)))
        finally:
            self.open.close()

    def stages(self) -> list[str]:
        return [f"{message['type']} {message['stage']}" for message in self.heard]

    def check_notice(self, message: dict[str, Any]) -> None:
        """The hand and the counts as this seat keeps them."""
        stage = message["stage"]
        if stage == "beginning":
            self.seat, self.hand, self.rest = message["myPos"], Counter(message["handCards"]), [27] * 4
            assert sum(self.hand.values()) == 27
        if stage in ("tribute", "back"):
            for giver, receiver, card in message["result"]:
                self.hand -= Counter([card] if giver == self.seat else [])
                self.hand += Counter([card] if receiver == self.seat else [])
        if stage == "play":
            action = action_of(message["curAction"])
            if action[0] != "PASS":
                self.rest[message["curPos"]] -= len(action[2])
                assert message["greaterPos"] == message["curPos"]
                assert message["greaterAction"] == message["curAction"]
                if message["curPos"] == self.seat:
                    self.hand -= Counter(action[2])
        if stage == "episodeOver":
            assert sorted(message["order"]) == [0, 1, 2, 3]
            assert sorted(seat for seat, _ in message["restCards"]) == [s for s in range(4) if self.rest[s]]
            for seat, cards in message["restCards"]:
                assert len(cards) == self.rest[seat]

    def check_question(self, message: dict[str, Any]) -> None:
        actions, level = message["actionList"], message["curRank"]
        assert message["indexRange"] == len(actions) - 1
        assert Counter(message["handCards"]) == self.hand
        order = [place_of(card, level) for card in message["handCards"]]
        assert order == sorted(order)
        assert {message["selfRank"], message["oppoRank"], level} <= set(RANKS)
        assert [one["rest"] for one in message["publicInfo"]] == self.rest
        assert all("playArea" in one for one in message["publicInfo"])
        assert len({json.dumps(action) for action in actions}) == len(actions)
        if message["stage"] == "play":
            leads = message["greaterPos"] == -1
            assert (actions[0] == ["PASS", "PASS", "PASS"]) != leads
            assert action_of(message["greaterAction"])[0] is None if leads else True
            assert leads == (message["curPos"] == -1)
        for action in actions:
            if action[0] != "PASS":
                assert not Counter(action[2]) - self.hand or message["stage"] == "tribute"


def action_of(value: Any) -> Any:
    return ast.literal_eval(value) if isinstance(value, str) else value


def place_of(card: str, level: str) -> tuple[int, int]:
    if card in ("SB", "HR"):
        return (14 + (card == "HR"), 0)
    return (13 if card[1] == level else RANKS.index(card[1]), "SHCD".index(card[0]))


def slow(seconds: float, choose: Choose = first) -> Choose:
    """Thinks for so long before each answer."""

    def chosen(message: dict[str, Any]) -> Any:
        time.sleep(seconds)
        return choose(message)

    return chosen


def at(number: int, other: Choose, usual: Choose = first) -> Choose:
    """Answers question `number`, counted from 0, in another way than the rest."""
    asked = iter(range(1_000_000))

    def chosen(message: dict[str, Any]) -> Any:
        return other(message) if next(asked) == number else usual(message)

    return chosen
