"""Pages of HTML that commands write with `-o`."""

import sys
from pathlib import Path

from guandan_sim.errors import PlanError
from guandan_sim.paths import local


def check_page_name(out: str) -> None:
    """Raises `PlanError` for a name that no page of HTML has; a device or a pipe may have any."""
    from guandan_sim.store.files import is_stream

    if out != "-" and Path(out).suffix.lower() not in (".html", ".htm") and not is_stream(local(out, "a page")):
        raise PlanError(f"{out}: expected a name that ends with .html, or - for standard output")


def write_html(text: str, out: str) -> None:
    """Writes a page to standard output for `-`, otherwise into a file, whole or not at all, and prints its name.

    Raises `StoreError`.
    """
    from guandan_sim.store.files import is_stream, make_directory, write_file

    if out == "-":
        sys.stdout.buffer.write(text.encode())
        return
    target = local(out, "a page")
    make_directory(target.parent)
    write_file(target, text.encode())
    if not is_stream(target):
        print(target)
