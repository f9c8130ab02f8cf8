"""A real browser without a window, over its debugging pipe: what a page loads, logs, and looks like.

    python tests/report/browser.py report.html pictures/

writes the page as seen on a desktop, light and dark, and on a telephone.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

# Width in CSS pixels, pixels of the screen to one of them, colour scheme.
VIEWS = {
    "desktop-light": (1280, 1, "light"),
    "desktop-dark": (1280, 1, "dark"),
    "phone-light": (390, 2, "light"),
    "phone-dark": (390, 2, "dark"),
}
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


def executable() -> str | None:
    """The browser of this machine, if it has one."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


@dataclass
class Seen:
    """One page under one view."""

    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    width: int = 0
    picture: bytes = b""


class Browser:
    """A browser process for the time of a `with`."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._number = 0
        self._events: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        self._home = TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()

        def numbered() -> None:
            # The browser reads commands from descriptor 3 and answers on 4; first out of the way of each other.
            commands, answers = os.dup(to_browser), os.dup(from_browser)
            os.dup2(commands, 3)
            os.dup2(answers, 4)

        self._process = subprocess.Popen(
            [self._program, *_FLAGS, "--remote-debugging-pipe", f"--user-data-dir={self._home.name}"],
            preexec_fn=numbered,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._answers = os.fdopen(self._read, "rb")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._write)
        self._process.terminate()
        self._process.wait(20)
        self._answers.close()
        self._home.cleanup()

    def look(self, file: Path, view: str) -> Seen:
        """Opens a file from the disk."""
        width, scale, scheme = VIEWS[view]
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self._ask(f"{domain}.enable", session)
        metrics = {"width": width, "height": 900, "deviceScaleFactor": scale, "mobile": width < 600}
        self._ask("Emulation.setDeviceMetricsOverride", session, **metrics)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self._ask("Emulation.setEmulatedMedia", session, features=features)
        self._events.clear()
        self._ask("Page.navigate", session, url=file.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self._events):
            self._events.append(self._receive())
        size = self._ask("Page.getLayoutMetrics", session)["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": width, "height": size["height"], "scale": 1}
        shot = self._ask("Page.captureScreenshot", session, clip=clip, captureBeyondViewport=True)
        seen = Seen(width=size["width"], picture=base64.b64decode(shot["data"]))
        for event in self._events:
            what = event["params"]
            if event["method"] == "Network.requestWillBeSent":
                seen.requests.append(what["request"]["url"])
            elif event["method"] in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
                seen.complaints.append(json.dumps(what))
        self._ask("Target.closeTarget", targetId=target)
        return seen

    def _ask(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        os.write(self._write, json.dumps(message | ({"sessionId": session} if session else {})).encode() + b"\0")
        while (answer := self._receive()).get("id") != self._number:
            self._events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _receive(self) -> dict[str, Any]:
        text = bytearray()
        while (byte := self._answers.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("the browser has gone")
            text += byte
        message: dict[str, Any] = json.loads(text)
        return message


def _main(page: str, folder: str) -> None:
    program = executable()
    if program is None:
        sys.exit("no browser here: apt install chromium")
    Path(folder).mkdir(parents=True, exist_ok=True)
    with Browser(program) as browser:
        for view in VIEWS:
            seen = browser.look(Path(page), view)
            Path(folder, f"{view}.png").write_bytes(seen.picture)
            print(view, seen.width, seen.requests, seen.complaints)


if __name__ == "__main__":
    _main(*sys.argv[1:])
