"""A real browser without a window, driven by selenium: what a page loads, logs, and looks like, and what using it does.

    python tests/report/browser.py report.html pictures/

writes the page as seen on a desktop, light and dark, and on a telephone.
"""

import base64
import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from selenium import webdriver
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys

# Width in CSS pixels, pixels of the screen to one of them, colour scheme.
VIEWS = {
    "desktop-light": (1280, 1, "light"),
    "desktop-dark": (1280, 1, "dark"),
    "phone-light": (390, 2, "light"),
    "phone-dark": (390, 2, "dark"),
}
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--hide-scrollbars",
)
_KEYS = {
    "ArrowLeft": Keys.ARROW_LEFT,
    "ArrowRight": Keys.ARROW_RIGHT,
    "ArrowUp": Keys.ARROW_UP,
    "ArrowDown": Keys.ARROW_DOWN,
    "PageUp": Keys.PAGE_UP,
    "PageDown": Keys.PAGE_DOWN,
    "Home": Keys.HOME,
    "End": Keys.END,
    "Enter": Keys.ENTER,
    "Escape": Keys.ESCAPE,
    "Tab": Keys.TAB,
}


def executable() -> str | None:
    """The browser of this machine, if it has one that can be driven."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    return found if shutil.which("chromedriver") else None


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
        self._events: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        options = webdriver.ChromeOptions()
        options.binary_location = self._program
        for flag in _FLAGS:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        # The driver is named, or selenium would look for one in the network.
        self.driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
        self.home = self.driver.current_window_handle
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.driver.quit()

    def look(self, file: Path, view: str) -> Seen:
        """Opens a file from the disk, takes a picture of the whole page, and closes it."""
        visit = self.visit(file, view)
        size = visit.ask("Page.getLayoutMetrics")["cssContentSize"]
        picture = visit.picture({"x": 0, "y": 0, "width": VIEWS[view][0], "height": size["height"], "scale": 1})
        seen = visit.close()
        seen.width, seen.picture = size["width"], picture
        return seen

    def visit(self, file: Path, view: str) -> "Visit":
        """Opens a file from the disk, to be read and used until the visit is closed."""
        width, scale, scheme = VIEWS[view]
        self.driver.switch_to.window(self.home)
        self.driver.switch_to.new_window("tab")
        visit = Visit(self, self.driver.current_window_handle)
        is_phone = width < 600
        metrics = {"width": width, "height": 900, "deviceScaleFactor": scale, "mobile": is_phone}
        visit.ask("Emulation.setDeviceMetricsOverride", **metrics)
        visit.ask("Emulation.setTouchEmulationEnabled", enabled=is_phone)
        visit.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.driver.get(file.resolve().as_uri())
        return visit

    def events(self, window: str) -> list[dict[str, Any]]:
        """What the browser has told of a page so far."""
        self._events += [json.loads(entry["message"]) for entry in self.driver.get_log("performance")]
        return [event["message"] for event in self._events if event["webview"] == window]


@dataclass
class Visit:
    """A page that is open."""

    browser: Browser
    window: str

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Sends the page a command of the browser's debugging protocol; answers with what comes back."""
        self.browser.driver.switch_to.window(self.window)
        answer: dict[str, Any] = self.browser.driver.execute_cdp_cmd(method, params)
        return answer

    def run(self, script: str) -> Any:
        """The value of a script, which may be a promise. Raises `RuntimeError` where the script fails."""
        answer = self.ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def settle(self) -> None:
        """Waits until what has happened is drawn, and events that come after it have been heard."""
        self.run("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))")

    def key(self, key: str) -> None:
        """Presses a key, such as "ArrowDown" or "Enter", where the focus is."""
        self.browser.driver.switch_to.window(self.window)
        webdriver.ActionChains(self.browser.driver).send_keys(_KEYS.get(key, key)).perform()
        self.settle()

    def click(self, x: float, y: float) -> None:
        """Clicks a place of the window."""
        self.browser.driver.switch_to.window(self.window)
        actions = ActionBuilder(self.browser.driver, duration=0)
        actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()
        self.settle()

    def swipe(self, x: float, y: float, across: float) -> None:
        """Moves a finger from a place of the window sideways."""
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + across, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.settle()

    def picture(self, clip: Mapping[str, float] | None = None) -> bytes:
        """The window as a PNG file, or with `clip` a part of the page that may reach beyond the window."""
        whole = {} if clip is None else {"clip": clip, "captureBeyondViewport": True}
        return base64.b64decode(self.ask("Page.captureScreenshot", **whole)["data"])

    def close(self) -> Seen:
        """Leaves the page and tells what it asked for, and what it or another open page complained of."""
        self.settle()
        events = self.browser.events(self.window)
        requests = [event["params"]["request"] for event in events if event["method"] == "Network.requestWillBeSent"]
        complaints = [json.dumps(entry) for entry in self.browser.driver.get_log("browser")]
        self.browser.driver.close()
        self.browser.driver.switch_to.window(self.browser.home)
        return Seen([request["url"] for request in requests], complaints)


def _main(page: str, folder: str) -> None:
    program = executable()
    if program is None:
        sys.exit("no browser here: apt install chromium chromium-driver")
    Path(folder).mkdir(parents=True, exist_ok=True)
    with Browser(program) as browser:
        for view in VIEWS:
            seen = browser.look(Path(page), view)
            Path(folder, f"{view}.png").write_bytes(seen.picture)
            print(view, seen.width, seen.requests, seen.complaints)


if __name__ == "__main__":
    _main(*sys.argv[1:])
