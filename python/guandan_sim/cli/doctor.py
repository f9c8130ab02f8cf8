"""`guandan-sim doctor`: says what this installation is and what it lacks."""

import platform
import shutil
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version

from guandan_sim._core import build_info
from guandan_sim.cli.options import Json, print_json
from guandan_sim.processor import model

# What the data depends on, and what makes the pages.
_PACKAGES = ("polars", "numpy", "scipy", "altair", "vl-convert-python")
# Each optional package: what it is for, and the extra that installs it.
_OPTIONAL = {
    "ray": ("runs on a cluster (--executor ray)", "ray"),
    "fsspec": ("runs at addresses such as s3://bucket/run", "remote"),
    "websockets": ("serve and connect", "bots"),
}
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was looked for: what was found, or None and how to get it."""

    what: str
    found: str | None
    hint: str = ""


def doctor(*, json: Json = False) -> None:
    """Print versions, processor, threads, signature, fonts and optional parts, and how to get what is missing."""
    found = _findings()
    if json:
        print_json([asdict(one) for one in found])
        return
    from guandan_sim.report import text

    rows = [[one.what, one.found or f"missing: {one.hint}"] for one in found]
    text.show(text.table(["", ""], rows, numbers=False))


def _findings() -> list[Finding]:
    """Everything that is looked for, in the order in which it is printed."""
    from guandan_sim.simulation import processors
    from guandan_sim.store.signature import signature

    build = build_info()
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    return [
        Finding("guandan-sim", f"{build['version']}, {build['profile']} build for {build['instructions']}"),
        Finding("Python", f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
        *(Finding(name, version(name)) for name in _PACKAGES),
        Finding("processor", model()),
        Finding("threads", f"{processors()}"),
        Finding("signature", signature()),
        Finding(
            "Chinese font",
            "found" if are_drawn("掼蛋") else None,
            "the pictures of report --charts have no Chinese without one (on Debian: apt install fonts-noto-cjk)",
        ),
        Finding("browser", browser, "only the tests of the pages need one (on Debian: apt install chromium)"),
        *(
            Finding(name, _version(name), f"for {purpose}: pip install 'guandan-sim[{extra}]'")
            for name, (purpose, extra) in _OPTIONAL.items()
        ),
    ]


def _version(package: str) -> str | None:
    """The version of a package, or None where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def are_drawn(letters: str) -> bool:
    """Whether the pictures of charts have a font for two letters: without one, both look alike."""
    from vl_convert import svg_to_png

    from guandan_sim.report.charts.look import FONTS

    first, second = (
        svg_to_png(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
            f'<text y="16" font-family="{FONTS}">{letter}</text></svg>'
        )
        for letter in letters
    )
    return bool(first != second)
