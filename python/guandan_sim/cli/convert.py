"""`guandan-sim convert`: records of others become ours, and ours theirs."""

from typing import Annotated, Literal

from cyclopts import Parameter

from guandan_sim.cli.options import Json, RulesOptions, print_json
from guandan_sim.cli.stderr import say
from guandan_sim.errors import PathError
from guandan_sim.paths import in_full, is_there, local
from guandan_sim.terms import counted

# So many deals that are set aside are named one by one; --json names all.
_MOST_SAID = 50


def convert(
    *files: str,
    out: Annotated[str, Parameter(name=("--out", "-o"), help="New file for what is converted.")],
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
    from guandan_sim.store.files import write_file

    if not files:
        raise PathError("convert: expected files to read")
    target = local(out, "a file of records")
    if is_there(target):
        raise PathError(f"{out}: is there already; expected the name of a new file")
    done = convert_files([in_full(name) for name in files], (options or RulesOptions()).resolve(), to)
    for place, why in done.set_aside[:_MOST_SAID]:
        say(f"{place}: {why}")
    if len(done.set_aside) > _MOST_SAID:
        say(f"and {len(done.set_aside) - _MOST_SAID} more")
    if not done.lines:
        raise PathError(f"nothing converted: {counted(done.read, 'deal')} read, {len(done.set_aside)} set aside")
    write_file(target, "".join(f"{line}\n" for line in done.lines).encode())
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
    print(f"{out}: {counted(done.read, 'deal')} read, {done.converted} converted, {len(done.set_aside)} set aside")
    for note, deals in done.notes.items():
        print(f"  {note}: {counted(deals, 'deal')}")
