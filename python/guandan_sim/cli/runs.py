"""Which run a path on the command line means: the run that is there, or one of the runs of a comparison."""

from guandan_sim.errors import PlanError, unknown
from guandan_sim.formats.recorded import is_run
from guandan_sim.paths import is_address, is_there, local

RUN_HELP = "Of a comparison: the rule set or the pair of strategies whose run is meant."


def run_at(path: str, run: str | None) -> str:
    """The path itself, or for the directory of a comparison that of its run by the name `run`.

    A comparison of strategies has a single run, which needs no name. Raises `PlanError` for a name that is not there,
    where one has to be chosen, and where there is nothing to choose from.
    """
    from guandan_sim.compare.directory import NAME, Outline

    if is_address(path) or not is_run(path) or not is_there(local(path, "a run") / NAME):
        if run is not None:
            raise PlanError(f"--run: {run} chooses from a comparison, and {path} is none")
        return path
    folders = Outline.read(local(path, "a comparison")).runs
    if run is None and len(folders) > 1:
        raise PlanError(f"{path}: a comparison of {len(folders)} runs: choose one with --run: {', '.join(folders)}")
    chosen = next(iter(folders)) if run is None else run
    if chosen not in folders:
        raise PlanError(unknown("run", chosen, [*folders]))
    return f"{path.rstrip('/')}/{folders[chosen]}"
