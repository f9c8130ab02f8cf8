"""`guandan-sim report`: writes a page about a run or a comparison."""

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from guandan_sim.cli.options import Json, print_json, refuse_idle
from guandan_sim.cli.stderr import say
from guandan_sim.errors import PlanError
from guandan_sim.paths import in_full, is_address


def report(
    directory: str,
    *,
    out: Annotated[
        str | None,
        Parameter(
            name=["--out", "-o"],
            allow_leading_hyphen=True,
            help="File to write, or - for standard output [default: report.html beside the data]",
        ),
    ] = None,
    lang: Annotated[Literal["zh", "en"], Parameter(help="Language of the page.")] = "en",
    form: Annotated[
        Literal["html", "md", "json", "text"] | None,
        Parameter(
            name="--format",
            help="Text is printed on the terminal [default: by the file's name]",
        ),
    ] = None,
    charts: Annotated[str | None, Parameter(help="Also write each chart as SVG and PNG into this directory.")] = None,
    json: Json = False,
) -> None:
    """Write a page: the question, the answer with its interval, charts, and the command that repeats it.

    Parameters
    ----------
    directory
        Directory of a run or a comparison, or the address of a run in an object store.
    """
    from guandan_sim.report.files import rendered, write, write_charts
    from guandan_sim.report.pages import page_of
    from guandan_sim.store.directory import REPORTS
    from guandan_sim.store.files import is_stream

    if form == "text" and out is not None:
        raise PlanError(
            f"--format: text is shown on the terminal, and {out} is to be written: expected html, md or json"
        )
    if json:
        refuse_idle("with --json, which prints the page", out=out, format=None if form == "json" else form)
    if out is None and not json and form not in ("json", "text") and is_address(directory):
        raise PlanError(f"--out: say where the page of {directory} is to be written")
    page = page_of(directory if is_address(directory) else in_full(directory), lang)
    pictures = write_charts(page, charts) if charts is not None else []
    is_kept = False
    if json or (form == "json" and out is None):
        print_json(page.to_dict())
    elif form == "text":
        from guandan_sim.report.terminal import show

        show(page)
    elif out == "-":
        sys.stdout.buffer.write(rendered(page, form or "html").encode())
    else:
        written = write(page, in_full(directory) / REPORTS[form or "html"] if out is None else out, form)
        is_kept = not is_stream(written)
        if is_kept:
            print(written)
    for picture in pictures:
        # Behind a page on standard output nothing else may stand.
        if is_kept:
            print(picture)
        else:
            say(str(picture))
