"""`guandan-sim convert`: records of others become ours, and ours theirs."""

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from guandan_sim.cli.options import Json, RulesOptions, print_json
from guandan_sim.cli.stderr import say
from guandan_sim.errors import PathError, PlanError
from guandan_sim.paths import in_full, is_there, local
from guandan_sim.terms import counted

# So many deals that are set aside are named one by one; --json names all.
_MOST_SAID = 50


def convert(
    *files: str,
    out: Annotated[
        str,
        Parameter(
            name=("--out", "-o"),
            allow_leading_hyphen=True,
            help="New file for what is converted, or - for standard output.",
        ),
    ],
    to: Annotated[
        Literal["records", "contest", "botzone"],
        Parameter(help="records reads the files of others; contest and botzone write our records in their forms."),
    ] = "records",
    options: RulesOptions | None = None,
    json: Json = False,
) -> None:
    """Convert records of others into ours, or ours into theirs.

    Parameters
    ----------
    files
        Files in any format that is known, zipped or not.
    """
    from guandan_sim.formats.convert import convert as convert_files
    from guandan_sim.store.files import is_stream, write_file

    if not files:
        raise PathError("convert: expected files to read")
    target = None if out == "-" else local(out, "a file of records")
    is_kept = target is not None and not is_stream(target)
    if json and not is_kept:
        raise PlanError(f"--json: prints a count besides what is converted; expected a file for --out, got {out}")
    if target is not None and is_kept and is_there(target):
        raise PathError(f"{out}: is there already; expected the name of a new file")
    done = convert_files([in_full(name) for name in files], (options or RulesOptions()).resolve(), to)
    for place, why in done.set_aside[:_MOST_SAID]:
        say(f"{place}: {why}")
    if len(done.set_aside) > _MOST_SAID:
        say(f"and {len(done.set_aside) - _MOST_SAID} more")
    if not done.lines:
        raise PathError(f"nothing converted: {counted(done.read, 'deal')} read, {len(done.set_aside)} set aside")
    content = "".join(f"{line}\n" for line in done.lines).encode()
    if target is None:
        sys.stdout.buffer.write(content)
    else:
        write_file(target, content)
    if json:
        print_json(
            {
                "read": done.read,
                "converted": done.converted,
                "set_aside": [{"place": place, "why": why} for place, why in done.set_aside],
                "notes": dict(done.notes),
            }
        )
        return
    # Behind what is converted nothing else may stand.
    tell = print if is_kept else say
    tell(f"{out}: {counted(done.read, 'deal')} read, {done.converted} converted, {len(done.set_aside)} set aside")
    for note, deals in done.notes.items():
        tell(f"  {note}: {counted(deals, 'deal')}")
