"""`guandan-sim verify`: checks that a data set is complete, unchanged, and what its plan gives."""

import random
from contextlib import closing
from typing import Annotated

from cyclopts import Parameter

from guandan_sim.cli.options import Json, print_json, refuse_idle
from guandan_sim.errors import PlanError, StoreError
from guandan_sim.terms import counted


def verify(
    directory: str,
    *,
    recompute: Annotated[
        str | None,
        Parameter(help="Also play parts again and compare: all, or so many drawn at random."),
    ] = None,
    workers: Annotated[int | None, Parameter(help="Number of threads [default: all processors]")] = None,
    json: Json = False,
) -> None:
    """Check every part of a data set and print one line for each fault.

    Parameters
    ----------
    directory
        Directory or address of a run.
    """
    from guandan_sim.simulation import check_workers, processors
    from guandan_sim.store.directory import RunDirectory
    from guandan_sim.store.places import place_of
    from guandan_sim.store.verification import Verification

    check_workers(workers)
    if recompute is None:
        refuse_idle("without --recompute", workers=workers)
    found = RunDirectory.open(place_of(directory))
    if recompute and not found.plan.is_reproducible:
        raise PlanError(
            f"--recompute: the strategies of {directory} think for a given time and play otherwise each time"
        )
    drawn = _drawn(recompute, found.whole())
    verification = Verification(found)
    faults = list(verification.faults())
    with closing(found.plan):
        for part in drawn:
            faults += verification.recomputed(part, workers or processors())
    whole = len(found.whole())
    if json:
        print_json({"directory": directory, "parts": whole, "recomputed": drawn, "faults": faults})
    else:
        for fault in faults:
            print(f"{directory}: {fault}")
    if faults:
        raise StoreError(f"{directory}: {counted(len(faults), 'fault')}")
    if not json:
        again = f", {len(drawn)} of them played again" if drawn else ""
        print(f"{directory}: {counted(whole, 'part')}{again}, nothing wrong")


def _drawn(recompute: str | None, parts: set[int]) -> list[int]:
    """The parts to be played again. Raises `PlanError`."""
    if recompute is None:
        return []
    if recompute == "all":
        return sorted(parts)
    try:
        number = int(recompute)
    except ValueError:
        number = 0
    if number < 1:
        raise PlanError(f"--recompute: expected all or a number of parts from 1, got {recompute!r}")
    return sorted(random.SystemRandom().sample(sorted(parts), min(number, len(parts))))
