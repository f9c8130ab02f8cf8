"""A Botzone bot: it leads its lowest card and follows singles and pairs.

With `--keep-running` it is asked in one process, otherwise in a process a turn.
"""

import json
import sys

RANKS = "A234567890JQK"
ORDER = "234567890JQKA"


class Bot:
    def rank(self, card: int) -> str:
        number = card % 54
        return RANKS[number // 4] if number < 52 else "SB"[number - 52]

    def is_wild(self, card: int) -> bool:
        return card % 54 == RANKS.index(self.level) * 4

    def power(self, card: int) -> int:
        rank = self.rank(card)
        if rank in "SB":
            return 14 + "SB".index(rank)
        return 13 if rank == self.level else ORDER.index(rank)

    def hear(self, request: dict) -> None:
        """Takes a request, before it is answered."""
        stage = request["stage"]
        if stage == "deal":
            self.me, self.cards = request["your_id"], request["deliver"]
            self.paid = self.returned = False
        self.level, self.told = request["global"]["level"], request["global"]
        if stage in ("return", "play"):
            self.take_tribute()
        if stage == "play":
            self.take_returns()
        self.request = request

    def took(self, response: list) -> None:
        """Takes its own response to the last request to play; the cards of tribute go with the next request."""
        if self.request["stage"] == "play" and response:
            for card in response[0]:
                self.cards.remove(card)

    def receivers(self) -> dict:
        """Who gets whose tribute: the receiver by the payer."""
        first, last = self.told["first"], self.told["last"]
        if self.told["tribute"] == 1:
            return {last: first}
        other, second = (last + 2) % 4, (first + 2) % 4
        powers = [self.power(self.told["tribute_cards"][str(seat)]) for seat in (last, other)]
        if powers[0] == powers[1]:
            return {(receiver + 1) % 4: receiver for receiver in (first, second)}
        return {last: first, other: second} if powers[0] > powers[1] else {other: first, last: second}

    def take_tribute(self) -> None:
        if self.paid or not self.told["tribute"] or self.told["resist"]:
            return
        self.paid = True
        for payer, receiver in self.receivers().items():
            self.move(self.told["tribute_cards"][str(payer)], payer, receiver)

    def take_returns(self) -> None:
        if self.returned or not self.told["tribute"] or self.told["resist"]:
            return
        self.returned = True
        for payer, receiver in self.receivers().items():
            self.move(self.told["return_cards"][str(receiver)], receiver, payer)

    def move(self, card: int, giver: int, receiver: int) -> None:
        if giver == self.me:
            self.cards.remove(card)
        if receiver == self.me:
            self.cards.append(card)

    def answer(self) -> list:
        stage, cards = self.request["stage"], sorted(self.cards, key=self.power)
        if stage == "deal" or (stage != "play" and self.told["resist"]):
            return []
        if stage == "tribute":
            return [[card for card in cards if not self.is_wild(card)][-1]]
        if stage == "return":
            return [next(card for card in cards if self.rank(card) in "23456789" and self.rank(card) != self.level)]
        to_beat = self.table()
        if to_beat is None:
            return [[cards[0]], [cards[0]]]
        power = self.power(to_beat[0])
        for card in cards:
            same = [other for other in cards if self.rank(other) == self.rank(card)][: len(to_beat)]
            kinds = len({self.rank(other) for other in to_beat})
            if len(to_beat) <= 2 and kinds == 1 and len(same) == len(to_beat) and self.power(card) > power:
                return [same, same]
        return [[], []] if len(cards) % 2 else []

    def table(self) -> list | None:
        """What is to be beaten, by its claim; None for a lead."""
        for passes, move in enumerate(reversed(self.request["history"])):
            if not move:
                return None
            cards, claim = move["response"] or [[], []]
            if cards:
                others = [seat for seat in range(4) if seat not in self.request["done"] and seat != move["player"]]
                return None if passes >= len(others) else claim
        raise AssertionError("four passes in a row")


def main() -> None:
    bot, keeps = Bot(), "--keep-running" in sys.argv
    told = json.loads(sys.stdin.readline())
    for request, response in zip(told["requests"], [*told["responses"], None], strict=True):
        bot.hear(request)
        if response is not None:
            bot.took(response)
    while True:
        response = bot.answer()
        # It counts its turns in `data`, which is asked for again only where it is not kept running.
        data = told.get("data", 0) + 1
        assert keeps or data == len(told["requests"])
        print(json.dumps({"response": response, "data": data, "debug": "thought"}), flush=True)
        if not keeps:
            return
        bot.took(response)
        print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        bot.hear(json.loads(line))


if __name__ == "__main__":
    main()
