"""`guandan-sim bench`: measures the speed of this machine and prints the signature of the build."""

from typing import Annotated, Literal

from cyclopts import Parameter

from guandan_sim._core import build_info
from guandan_sim.cli.options import Json, print_json
from guandan_sim.errors import PlanError


def bench(
    *,
    strategies: Annotated[str, Parameter(help="Strategies, with commas between them.")] = "random,lowest,tempo",
    workers: Annotated[int | None, Parameter(help="Threads, beside one [default: all processors]")] = None,
    seconds: Annotated[float, Parameter(help="Seconds for each measurement.")] = 1.0,
    unit: Annotated[
        Literal["deal", "match"], Parameter(help="Play single deals, or matches with tribute and levels.")
    ] = "deal",
    json: Json = False,
) -> None:
    """Measure deals per second by strategy and threads, and print the signature of the build."""
    from guandan_sim.simulation import check_workers, processors
    from guandan_sim.speed import measure_speed
    from guandan_sim.store.signature import signature
    from guandan_sim.strategies import split

    if not 0 < seconds < 3600:
        raise PlanError(f"seconds: expected a number above 0 and below 3600, got {seconds:g}")
    check_workers(workers)
    threads = sorted({1, workers or processors()})
    speeds = list(measure_speed(split(strategies), threads, seconds, unit=unit))
    if json:
        print_json(
            {
                "signature": signature(),
                **build_info(),
                "speeds": [
                    {
                        "strategy": speed.strategy,
                        "workers": speed.workers,
                        "deals": speed.deals,
                        "seconds": speed.seconds,
                        "cpu_seconds": speed.cpu_seconds,
                        "deals_per_second": speed.deals_per_second,
                    }
                    for speed in speeds
                ],
            }
        )
        return
    from guandan_sim.report import text

    rows = [
        (
            speed.strategy,
            str(speed.workers),
            f"{speed.deals_per_second:,.0f}",
            f"{1e6 * speed.cpu_seconds / speed.deals:.2f}",
        )
        for speed in speeds
    ]
    text.show(
        text.table(["strategy", "threads", "deals a second", "us of processor a deal"], rows),
        "",
        f"signature {signature()}; {', '.join(f'{key} {value}' for key, value in build_info().items())}",
    )
