"""`guandan-sim run`: simulates deals or matches into a data set."""

import shlex
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_type_hints

from cyclopts import Parameter

from guandan_sim import rule_sets
from guandan_sim.cli import Interrupted
from guandan_sim.cli.options import LONGEST_NAME, Json, RulesOptions, print_json, refuse_idle, seed_said
from guandan_sim.cli.progress import Kind, progress_bar
from guandan_sim.cli.recorded import Hands, Recorded, recorded_deal
from guandan_sim.errors import PlanError
from guandan_sim.given import from_position
from guandan_sim.options import DEFAULTS, GivenDeal, How, Options, PlanOptions

if TYPE_CHECKING:
    from guandan_sim.experiment import Experiment
    from guandan_sim.plan import Plan


class Named(Hands, total=False):
    """Options that the command line writes differently from Python."""

    rules: str
    """Name of a preset, or path of a TOML file [default: institute]"""
    set: tuple[str, ...]
    """Change a field of the rules: field=value. Repeatable."""
    strategies: str
    """One for all, two for teams, four for seats; yours: exec:COMMAND, python:module:Class [default: random,lowest]"""
    out: str
    """Directory or address of the data set [default: a new directory under runs/]"""


def run(
    experiment: Path | None = None,
    /,
    *,
    resume: Annotated[str | None, Parameter(help="Continue the run in this directory.")] = None,
    options: Annotated[Options | None, Parameter(name="*")] = None,
    named: Annotated[Named | None, Parameter(name="*")] = None,
    recorded: Recorded | None = None,
    how: Annotated[How | None, Parameter(name="*")] = None,
    progress: Kind = "auto",
    json: Json = False,
) -> None:
    """Simulate deals or matches into a data set and print a summary.

    Parameters
    ----------
    experiment
        TOML file with options. An option on the command line overrides the file.
    """
    recorded = recorded or Recorded()
    options, named = options or {}, named or {}
    if recorded.source is None:
        refuse_idle("without --from", run=recorded.run, match=recorded.match, deal=recorded.deal, play=recorded.play)
    else:
        options, named = _from(recorded.source, recorded, options, named, resume)
    flags = [text for key, value in (how or {}).items() for text in (f"--{key.replace('_', '-')}", str(value))]
    simulated(
        ["guandan-sim", "run"],
        flags,
        experiment=experiment,
        resume=resume,
        options=options,
        named=named,
        how=how or {},
        progress=progress,
        json=json,
    )


def _from(source: str, recorded: Recorded, options: Options, named: Named, resume: str | None) -> tuple[Options, Named]:
    """The options with what a position of a recorded deal gives. Raises what `recorded_deal` does."""
    twice = {"level": options.get("level"), **{name: named.get(name) for name in GivenDeal.__annotations__}}
    refuse_idle("with --from, where the record has it", **twice)
    refuse_idle("with --from: matches begin with their first deal", matches=options.get("matches"))
    refuse_idle("with --from", resume=resume)
    other = RulesOptions(named.get("rules", RulesOptions.rules), named.get("set", ()))
    deal = recorded_deal(source, recorded, other if named.keys() & {"rules", "set"} else None)
    given = cast("Named", {"rules": deal.rules, **named, **from_position(deal)})
    return {**options, "level": deal.level}, given


def simulated(
    command: Sequence[str],
    flags: Sequence[str],
    *,
    experiment: Path | None = None,
    resume: str | None,
    options: Options,
    named: Named,
    how: How,
    progress: Kind,
    json: bool,
) -> None:
    """Makes or continues a run, and prints its summary.

    Raises `Interrupted` with the command that continues it: with the option --resume and the flags.
    """
    from guandan_sim.measure.summary import summarize
    from guandan_sim.plan import Plan
    from guandan_sim.simulation import Run, continue_run, seed_there
    from guandan_sim.speed import microseconds_a_decision

    if resume is None:
        asked = _asked(experiment, options, named, how)
        if asked.get("seed") is None and "out" in asked:
            asked["seed"] = seed_there(asked["out"])
        plan = Plan.of(**cast("PlanOptions", _keys(asked, PlanOptions)))
        path = asked["out"] if "out" in asked else str(Path("runs") / _name(plan))
        how = cast("How", _keys(asked, How))
        drawn = asked.get("seed") is None
    else:
        plan, path = _resumed(resume, experiment, {**options, **named}), resume
        drawn = False
    begun = time.perf_counter()
    try:
        with closing(plan), seed_said(plan.seed, drawn=drawn), progress_bar(plan, progress) as listener:
            blocks = continue_run(plan, path, on_progress=listener, **how)
    except KeyboardInterrupt:
        again = shlex.join([*command, "--resume", path, *flags])
        raise Interrupted(f"interrupted; whole parts are kept; to continue: {again}") from None
    seconds = time.perf_counter() - begun
    found = summarize(Run(path))
    rate = blocks / plan.blocks * found.deals / seconds if blocks else None
    times = microseconds_a_decision([plan])
    if json:
        print_json(
            {
                "directory": path,
                "plan": plan.to_dict(),
                **found.to_dict(),
                "microseconds_a_decision": times,
                "deals_per_second": rate and round(rate),
            }
        )
        return
    from guandan_sim.report import text

    speed = f"{seconds:.1f} s, {rate:,.0f} deals a second" if rate else "was complete"
    text.show(*text.summary(found), "", text.decision_times(times), f"{path}: {speed}; seed {plan.seed}")


def _asked(experiment: Path | None, options: Options, named: Named, how: How) -> "Experiment":
    """The options of a file and of the command line, which overrides the file."""
    from guandan_sim.experiment import Experiment, read

    asked: Experiment = {} if experiment is None else read(experiment)
    # The command line may ask for the other unit, to which some of the file's options do not belong.
    if "deals" in options:
        asked = _without(asked, "matches", "clock_model", "leave_rate")
    if "matches" in options:
        asked = _without(asked, "deals", "level", *GivenDeal.__annotations__)
    asked = cast("Experiment", {**asked, **options, **_keys(named, Experiment), **how})
    settings = list(named.get("set", ()))
    asked["rules"] = rule_sets.read(asked.get("rules", DEFAULTS["rules"])).with_settings(settings, "--set")
    return asked


def _without(asked: "Experiment", *keys: str) -> "Experiment":
    return cast("Experiment", {key: value for key, value in asked.items() if key not in keys})


def _resumed(resume: str, experiment: Path | None, given: Mapping[str, object]) -> "Plan":
    """The plan of the run in a directory. Raises `PlanError` when it is given anything that the plan says."""
    fixed = [*([] if experiment is None else [str(experiment)]), *(f"--{key.replace('_', '-')}" for key in given)]
    if fixed:
        raise PlanError(f"--resume continues with the plan in {resume}: leave out {', '.join(fixed)}")
    from guandan_sim.simulation import Run

    return Run(resume).plan


def _keys(options: Mapping[str, object], of: type) -> dict[str, object]:
    """The options that belong to a list of options."""
    return {key: value for key, value in options.items() if key in get_type_hints(of)}


def _name(plan: "Plan") -> str:
    """A directory name for a run that was given none: what it is, in letters that every file system takes."""
    from guandan_sim.store.files import plain_name

    what = f"{plan.count} {plan.unit}" + (f" level {plan.level}" if plan.unit == "deal" else "")
    given = f" hands {plan.fingerprint}" if plan.hands else ""
    text = f"{plan.rules.label} {' v '.join(plan.teams)} {what}{given} x{plan.rotations} seed {plan.seed}"
    return plain_name(text, LONGEST_NAME, kept="")
