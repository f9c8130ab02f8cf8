"""A bot for the contest protocol: of the list it is offered it takes the entry in the middle."""

import json
import sys

if __name__ == "__main__":
    for line in sys.stdin:
        message = json.loads(line)
        if "actionList" in message:
            assert len(message["actionList"]) == message["indexRange"] + 1
            print(json.dumps({"actIndex": message["indexRange"] // 2}), flush=True)
