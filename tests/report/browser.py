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
        """Opens a file from the disk, takes a picture of the whole page, and closes it."""
        visit = self.visit(file, view)
        size = self.ask("Page.getLayoutMetrics", visit.session)["cssContentSize"]
        picture = visit.picture({"x": 0, "y": 0, "width": VIEWS[view][0], "height": size["height"], "scale": 1})
        seen = visit.close()
        seen.width, seen.picture = size["width"], picture
        return seen

    def visit(self, file: Path, view: str) -> "Visit":
        """Opens a file from the disk, to be read and used until the visit is closed."""
        width, scale, scheme = VIEWS[view]
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable", session)
        metrics = {"width": width, "height": 900, "deviceScaleFactor": scale, "mobile": width < 600}
        self.ask("Emulation.setDeviceMetricsOverride", session, **metrics)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.ask("Emulation.setEmulatedMedia", session, features=features)
        before = len(self._events)
        self.ask("Page.navigate", session, url=file.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self._events[before:]):
            self._events.append(self._receive())
        return Visit(self, target, session)

    def events(self, session: str) -> list[dict[str, Any]]:
        """What the browser has told of a page so far."""
        return [event for event in self._events if event.get("sessionId") == session]

    def ask(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """Sends a command of the debugging protocol and waits for its answer."""
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


@dataclass
class Visit:
    """A page that is open."""

    browser: Browser
    target: str
    session: str

    def run(self, script: str) -> Any:
        """The value of a script, which may be a promise. Raises `RuntimeError` where the script fails."""
        answer = self.browser.ask(
            "Runtime.evaluate", self.session, expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def settle(self) -> None:
        """Waits until what has happened is drawn, and events that come after it have been heard."""
        self.run("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))")

    def key(self, key: str) -> None:
        """Presses a key, such as "ArrowDown" or "Enter", where the focus is."""
        text = {"Enter": {"text": "\r"}, " ": {"text": " "}}.get(key, {"text": key} if len(key) == 1 else {})
        code = {"Enter": 13, " ": 32}.get(key, 0)
        for kind, more in (("keyDown", text), ("keyUp", {})):
            self.browser.ask(
                "Input.dispatchKeyEvent", self.session, type=kind, key=key, windowsVirtualKeyCode=code, **more
            )
        self.settle()

    def click(self, x: float, y: float) -> None:
        """Clicks a place of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.ask("Input.dispatchMouseEvent", self.session, type=kind, x=x, y=y, button="left", clickCount=1)
        self.settle()

    def picture(self, clip: dict[str, float] | None = None) -> bytes:
        """The window as a PNG file, or with `clip` a part of the page that may reach beyond the window."""
        whole = {} if clip is None else {"clip": clip, "captureBeyondViewport": True}
        return base64.b64decode(self.browser.ask("Page.captureScreenshot", self.session, **whole)["data"])

    def close(self) -> Seen:
        """Leaves the page and tells what it asked for and complained of."""
        seen = Seen()
        for event in self.browser.events(self.session):
            what = event["params"]
            if event["method"] == "Network.requestWillBeSent":
                seen.requests.append(what["request"]["url"])
            elif event["method"] in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
                seen.complaints.append(json.dumps(what))
        self.browser.ask("Target.closeTarget", targetId=self.target)
        return seen


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
