"""`guandan-sim replay`: shows, verifies and makes again recorded deals, and writes pages that play them back."""

import json as json_
import sys
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from guandan_sim._core import RecordVerifier, Rules, read_record
from guandan_sim.arguments import check_whole
from guandan_sim.cli.listing import SHOWN, Listing, show_list
from guandan_sim.cli.options import Json, print_json, refuse_idle
from guandan_sim.cli.pages import check_page_name, write_html
from guandan_sim.cli.runs import RUN_HELP, run_at
from guandan_sim.errors import IllegalPlay, NotationError, PathError, PlanError, RulesError, StoreError
from guandan_sim.formats.knowledge import check_knowledge, is_knowledge_line, read_knowledge
from guandan_sim.formats.recorded import is_run, lines_of
from guandan_sim.options import LARGEST_COUNT
from guandan_sim.rule_sets import read
from guandan_sim.terms import counted

# As many as a browser still opens at once: seven and a half megabytes.
_MOST_DEALS = 3000


def replay(
    path: str,
    *,
    run: Annotated[str | None, Parameter(help=RUN_HELP)] = None,
    match: Annotated[int | None, Parameter(help="Only this match; of a run, also one without records.")] = None,
    deal: Annotated[int | None, Parameter(help="Only this deal of each match.")] = None,
    listing: Listing | None = None,
    verify: Annotated[
        bool, Parameter(negative="", help="Play every record again and name the first that is wrong.")
    ] = False,
    step: Annotated[bool, Parameter(negative="", help="Wait for Enter before each play.")] = False,
    rules: Annotated[
        str | None,
        Parameter(help="Preset or TOML file to verify by [default: the run's or the label's]"),
    ] = None,
    out: Annotated[
        str | None,
        Parameter(
            name=["--out", "-o"],
            allow_leading_hyphen=True,
            help="HTML file to write, a page that plays the deals back, or - for standard output.",
        ),
    ] = None,
    seat: Annotated[
        int | None, Parameter(help="With -o: only what this seat saw; the other hands are not in the page.")
    ] = None,
    lang: Annotated[Literal["zh", "en"] | None, Parameter(help="With -o: language of the page [default: en].")] = None,
    anonymous: Annotated[
        bool, Parameter(negative="", help="With -o: neither strategies nor the source are named in the page.")
    ] = False,
    json: Json = False,
) -> None:
    """Show recorded deals, verify records, replay any deal of a run, or write a page that plays deals back.

    Parameters
    ----------
    path
        File of records, the directory or address of a run, or the directory of a comparison.
    """
    listing = listing or Listing()
    if listing.is_asked:
        refuse_idle("with --list or --lost", verify=verify, step=step, rules=rules, out=out)
    path = run_at(path, run)
    _check_fits(path, match, deal, verify=verify, step=step, rules=rules, json=json)
    if out is None:
        refuse_idle("without -o", seat=seat, lang=lang, anonymous=anonymous)
    else:
        refuse_idle("with -o, which writes a page", verify=verify, step=step, json=json)
        check_page_name(out)
    if seat is not None:
        check_whole("--seat", seat, 0, 3)
    if listing.is_asked:
        _list(path, match, deal, listing, json=json)
        return
    stored, lines = lines_of(path, match)
    given = stored if rules is None else read(rules)
    if verify:
        count = _verify(path, lines, given)
        if json:
            print_json({"verified": count})
        else:
            print(f"{path}: {counted(count, 'record')}, nothing wrong")
        return
    records = _chosen(path, lines, match, deal)
    if json:
        print_json([record for _, record in records])
        return
    if out is not None:
        _write_page(path, records, match, deal, out=out, seat=seat, lang=lang or "en", anonymous=anonymous)
        return
    from guandan_sim.report.replay import show

    shown = 0
    for number, record in records:
        try:
            show(record, pause=_wait if step and sys.stdin.isatty() else None)
        except NotationError as error:
            raise StoreError(f"{path}, line {number}: {error}") from error
        shown += 1
    if not shown:
        raise _nothing(path, match, deal)


def _nothing(path: str, match: int | None, deal: int | None) -> PlanError:
    """What is said where no record is the one asked for."""
    asked = [f"{what} {number}" for what, number in (("match", match), ("deal", deal)) if number is not None]
    return PlanError(f"{path}: no record of {', '.join(asked) or 'anything'}")


def _list(path: str, match: int | None, deal: int | None, listing: Listing, *, json: bool) -> None:
    """Lists deals of a run, recorded or not, or those of a file of records. Raises what is wrong with the options."""
    from guandan_sim.measure.outcomes import outcomes_of_records, outcomes_of_run
    from guandan_sim.simulation import Run

    limit = SHOWN if listing.limit is None else check_whole("--limit", listing.limit, 1, LARGEST_COUNT)
    if is_run(path):
        found = outcomes_of_run(Run(path), match=match, deal=deal, lost=listing.lost, limit=limit)
    else:
        _, lines = lines_of(path, match)
        records = (record for _, record in _chosen(path, lines, match, deal))
        found = outcomes_of_records(records, lost=listing.lost, limit=limit)
    if not found.deals:
        raise _nothing(path, match, deal)
    show_list(path, found, lost=listing.lost, json=json)


def _write_page(
    path: str,
    records: Iterator[tuple[int, dict[str, Any]]],
    match: int | None,
    deal: int | None,
    *,
    out: str,
    seat: int | None,
    lang: str,
    anonymous: bool,
) -> None:
    """Writes the page that plays the records back. Raises `PlanError` and `StoreError`; nothing is written then."""
    from guandan_sim.report.replay import check_held
    from guandan_sim.report.replay_page import replay_page

    chosen: list[dict[str, Any]] = []
    for number, record in records:
        if seat is not None and record["hands"][seat] is None:
            raise PlanError(f"{path}, line {number}: --seat: the hand of seat {seat} is not in this record")
        try:
            check_held(record)
        except NotationError as error:
            raise StoreError(f"{path}, line {number}: {error}") from error
        if len(chosen) == _MOST_DEALS:
            raise PlanError(f"{path}: a page holds at most {_MOST_DEALS:,} deals; choose some with --match or --deal")
        chosen.append(record)
    if not chosen:
        raise _nothing(path, match, deal)
    write_html(replay_page(chosen, seat=seat, lang=lang, anonymous=anonymous, source=path), out)


def _check_fits(
    path: str, match: int | None, deal: int | None, *, verify: bool, step: bool, rules: str | None, json: bool
) -> None:
    """Raises `PlanError` for options that would change nothing beside the others."""
    if not verify:
        refuse_idle("without --verify", rules=rules)
    else:
        refuse_idle("with --verify, which reads whole matches", deal=deal, step=step)
        if not is_run(path):
            refuse_idle("with --verify of a file, of which every line is read", match=match)
    if json:
        refuse_idle("with --json", step=step)


def _verify(path: str, lines: Iterator[bytes], rules: Rules | None) -> int:
    """The number of records, all of them right. Raises `StoreError` for the first that is not."""
    verifier = RecordVerifier()
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            if is_knowledge_line(line):
                check_knowledge(line, rules)
            else:
                verifier.check(line, rules)
        except (NotationError, IllegalPlay) as error:
            raise StoreError(f"{path}, line {number}: {error}") from error
        except RulesError as error:
            raise RulesError(f"{path}, line {number}: {error}; --rules says by which to verify") from error
    if not number:
        raise PathError(f"{path}: no record in it")
    return number


def _chosen(
    path: str, lines: Iterator[bytes], match: int | None, deal: int | None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The records asked for with their lines. Raises `NotationError` where the first is none, else `StoreError`."""
    for number, line in enumerate(lines, 1):
        try:
            record = read_knowledge(line) if is_knowledge_line(line) else json_.loads(read_record(line))
        except NotationError as error:
            # What begins with a record is a file of records, and damaged.
            kind = NotationError if number == 1 else StoreError
            raise kind(f"{path}, line {number}: {error}") from error
        if match in (None, record["match"]) and deal in (None, record["deal"]):
            yield number, record


def _wait() -> None:
    input()
