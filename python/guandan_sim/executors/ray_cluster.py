"""Parts made by a Ray cluster: a part is a task of one processor, and done again elsewhere when its node dies."""

import signal
import socket
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from guandan_sim.errors import GuandanError, PlanError, StoreError, StrategyError
from guandan_sim.executors import Course, Listener
from guandan_sim.executors.interruption import held_back
from guandan_sim.options import OnError
from guandan_sim.plan import Part, Plan
from guandan_sim.store.directory import RunDirectory
from guandan_sim.store.manifest import Manifest
from guandan_sim.store.places import place_of
from guandan_sim.store.receipt import Receipt
from guandan_sim.store.signature import signature
from guandan_sim.store.tables import File, Tables

Failures = Sequence[Mapping[str, Any]]
# How often Ray does a part again whose worker or node has died, before it counts as failed.
_RETRIES = 8
# Tasks waiting for each processor: enough that none is idle while results are fetched.
_TASKS_A_PROCESSOR = 2
_SECONDS_BETWEEN_LOOKS = 0.1


class RayExecutor:
    """Plays on the cluster at `address`, or on one started here with `workers` processors when there is no address.

    With `workers_write` the workers write the parts, which asks for a directory that all nodes share or an address such
    as s3://bucket/run; else they send them to this process, which does.
    """

    def __init__(
        self, workers: int | None, address: str | None, *, workers_write: bool, on_error: OnError = "stop"
    ) -> None:
        """An executor for this cluster. Raises `PlanError` when Ray is not installed."""
        try:
            import ray  # noqa: F401
        except ImportError:
            raise PlanError("executor: ray is not installed: pip install 'guandan-sim[ray]'") from None
        self._workers = workers
        self._address = address
        self._workers_write = workers_write
        self._on_error = on_error

    def describe(self) -> str:
        """See `Executor.describe`."""
        return f"Ray at {self._address}" if self._address else "Ray on this machine"

    def run(self, directory: RunDirectory, parts: Iterable[Part], listener: Listener) -> None:
        """See `Executor.run`."""
        import ray

        course = Course(directory, listener)
        place = directory.place
        target = (place.absolute, place.storage_options) if self._workers_write else None
        with self._cluster(), held_back() as let_through:
            make = ray.remote(_make).options(num_cpus=1, max_retries=_RETRIES)
            plan = directory.plan
            shared = ray.put(
                Order(plan.to_dict(), plan.engine.objects, directory.manifest.signature, self._on_error, target)
            )
            waiting = iter(parts)
            pending: dict[Any, Part] = {}
            try:
                while True:
                    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
                    room = _TASKS_A_PROCESSOR * max(1, int(resources.get("CPU", 1))) - len(pending)
                    for _, part in zip(range(room), waiting, strict=False):
                        pending[make.remote(shared, part)] = part
                    if not pending:
                        break
                    ready, _ = ray.wait(list(pending), timeout=_SECONDS_BETWEEN_LOOKS)
                    with let_through():
                        course.tell()
                    for task in ready:
                        self._settle(course, directory, pending.pop(task), task)
            finally:
                for task in pending:
                    ray.cancel(task, force=True)
        course.end()

    def _settle(self, course: Course, directory: RunDirectory, part: Part, task: Any) -> None:
        """Takes what a task has made, or failed to make."""
        import ray

        try:
            made, seconds, where = ray.get(task)
        except ray.exceptions.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, StoreError | StrategyError | PlanError):
                # A fault of all parts.
                raise cause from error
            course.failed(part, cause if isinstance(cause, GuandanError) else GuandanError(_line(error)))
            return
        except ray.exceptions.RayError as error:
            course.failed(part, GuandanError(f"its workers died {_RETRIES + 1} times: {_line(error)}"))
            return
        course.played(part)
        receipt = made if isinstance(made, Receipt) else directory.write(part, *made)
        course.wrote(receipt, seconds, f" on {where}")

    @contextmanager
    def _cluster(self) -> Iterator[None]:
        """Joins the cluster, or starts one; what was started here ends here. Raises `PlanError` and `GuandanError`."""
        import ray

        if ray.is_initialized():
            yield
            return
        # Ray ends the process on SIGTERM; here that is an interruption like any other.
        main = threading.current_thread() is threading.main_thread()
        handler = signal.getsignal(signal.SIGTERM) if main else None
        try:
            options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
            if self._address is None:
                options |= {"num_cpus": self._workers, "include_dashboard": False}
            ray.init(address=self._address, **options)
        except Exception as error:
            # Ray raises errors of many types; for an invalid address it is a ValueError.
            kind = PlanError if isinstance(error, ValueError) else GuandanError
            raise kind(f"ray: {self._address or 'this machine'} cannot be reached: {_line(error)}") from error
        finally:
            if handler is not None:
                signal.signal(signal.SIGTERM, handler)
        try:
            yield
        finally:
            ray.shutdown()


class Order(NamedTuple):
    """What workers are told once: the plan with its strategies' objects, and what is to become of parts."""

    plan: dict[str, Any]
    objects: dict[str, object]
    signature: str
    on_error: OnError
    target: tuple[str, Mapping[str, Any] | None] | None


def _make(order: Order, part: Part) -> tuple[tuple[dict[str, File], Failures] | Receipt, float, str]:
    """Makes a part on a worker: its files and failures, or its receipt once written; how long it took, and where."""
    where = socket.gethostname()
    if signature() != order.signature:
        raise StoreError(f"{where}: the guandan-sim there writes other data than the one here (other version?)")
    plan = Plan.from_dict(order.plan, order.objects)
    simulator = plan.simulator()
    begun = time.perf_counter()
    with closing(plan):
        played = simulator.play(part.first, part.blocks, workers=1, on_error=order.on_error)
    seconds = time.perf_counter() - begun
    files, failures = Tables.of(simulator).files(played, plan.log), played.failures()
    if order.target is None:
        return (files, failures), seconds, where
    directory = RunDirectory(place_of(*order.target), Manifest(plan, {}, order.signature))
    return directory.write(part, files, failures), seconds, where


def _line(error: Exception) -> str:
    """The last line of what Ray says, which says what happened."""
    return (str(error).strip() or type(error).__name__).splitlines()[-1].strip()
