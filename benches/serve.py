"""Decisions a second of a contest server and of trivial clients, in processor time; every client must hear its result.

python benches/serve.py [TABLES] [DEALS]
"""

import asyncio
import json
import subprocess
import sys
import time

from websockets.asyncio.client import connect

import guandan_sim as gd
from guandan_sim.bots.server import Settings, serving

SEED = 7
SEATS = 4


async def client(address: str) -> int:
    """Answers each question by its first entry; the number of questions. Raises `AssertionError` without a result."""
    asked, heard = 0, ""
    async with connect(address, max_size=None, compression=None, ping_interval=None, open_timeout=None) as server:
        async for text in server:
            heard = str(text)
            if '"actionList"' in heard:
                asked += 1
                await server.send('{"actIndex": 0}')
    assert '"gameResult"' in heard
    return asked


async def clients(address: str, number: int) -> None:
    """So many clients; prints the questions that they answered and the seconds of processor time they took."""
    asked = await asyncio.gather(*(client(address) for _ in range(number)))
    print(json.dumps([sum(asked), time.process_time()]))


def main(tables: int, deals: int) -> None:
    """Plays the deals and prints the rates."""
    with serving(Settings(port=0, tables=tables, say=lambda _: None)) as server:
        address = server.address.replace("NAME", "trivial")
        command = [sys.executable, __file__, address, str(SEATS * tables)]
        others = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        begun = time.process_time()
        run = gd.simulate(deals=deals, strategies=["client:any"], seed=SEED, workers=1)
        server.stop("")
        served = time.process_time() - begun
    asked, answered = json.loads(others.communicate()[0])
    assert run.deals.collect().height == deals
    print(f"{SEATS * tables} clients at {tables} tables: {asked:,} decisions in {deals} deals, none lost")
    for who, seconds in (("server", served), ("clients", answered), ("both", served + answered)):
        print(f"{who:8}{asked / seconds:8,.0f} decisions a second of processor time")


if __name__ == "__main__":
    given = sys.argv[1:]
    if given and given[0].startswith("ws://"):
        asyncio.run(clients(given[0], int(given[1])))
    else:
        main(*(int(number) for number in given or ("1", "40")))
