"""`guandan-sim review`: says what each play of recorded deals was worth."""

import sys
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from guandan_sim.cli.options import Json, print_json, refuse_idle, seed_said
from guandan_sim.cli.progress import Kind, progress_bar
from guandan_sim.cli.runs import RUN_HELP, run_at
from guandan_sim.errors import PlanError
from guandan_sim.terms import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from guandan_sim.reviews.result import Decision, Review, SeatSummary

# Decisions that are shown on the terminal.
_SHOWN = 10


def review(
    path: str,
    *,
    run: Annotated[str | None, Parameter(help=RUN_HELP)] = None,
    match: Annotated[int | None, Parameter(help="Only this match; of a run, also one without records.")] = None,
    deal: Annotated[int | None, Parameter(help="Only this deal of each match.")] = None,
    seat: Annotated[str, Parameter(help="Seat whose decisions are reviewed: 0 to 3, several (0,2), or all.")] = "all",
    samples: Annotated[int | None, Parameter(help="Sampled deals a play [default: 200]")] = None,
    budget: Annotated[
        float | None, Parameter(help="Seconds that the review may take; the number of samples follows.")
    ] = None,
    policy: Annotated[str, Parameter(help="Strategy that plays the sampled deals to their end.")] = "tempo",
    belief: Annotated[str, Parameter(help="How hidden hands are drawn: plays or uniform.")] = "plays",
    threshold: Annotated[float, Parameter(help="Least loss in levels that is called an inaccuracy.")] = 0.1,
    worst: Annotated[int | None, Parameter(help="Keep only so many decisions, of the greatest losses.")] = None,
    seed: Annotated[int | None, Parameter(help="Seed of the samples [default: drawn and printed]")] = None,
    workers: Annotated[int | None, Parameter(help="Number of threads [default: all processors]")] = None,
    rules: Annotated[
        str | None, Parameter(help="Preset or TOML file that was played [default: the run's or the label's]")
    ] = None,
    out: Annotated[
        str | None,
        Parameter(
            name=["--out", "-o"],
            allow_leading_hyphen=True,
            help="File to write: a page (.html) or JSON (.json), or - for the page on standard output.",
        ),
    ] = None,
    lang: Annotated[Literal["zh", "en"] | None, Parameter(help="Language of the page [default: en]")] = None,
    anonymous: Annotated[
        bool, Parameter(negative="", help="Leave out the names of the strategies and of the source.")
    ] = False,
    progress: Kind = "auto",
    json: Json = False,
) -> None:
    """Say what each play of recorded deals was worth, and what the plays that were made lost.

    Parameters
    ----------
    path
        File of records, the directory or address of a run, or the directory of a comparison.
    """
    from guandan_sim.plan import draw_seed
    from guandan_sim.report.pages import check_review_file, review_html
    from guandan_sim.reviews.review import review

    if out is None:
        refuse_idle("without -o", lang=lang)
    elif out != "-":
        check_review_file(out)
    if json:
        refuse_idle("with --json, which prints the review", out=out)
    drawn = draw_seed() if seed is None else seed
    with seed_said(drawn, drawn=seed is None), progress_bar(kind=progress) as listener:
        found = review(
            run_at(path, run),
            match=match,
            deal=deal,
            seat=_seats(seat),
            samples=samples,
            budget=budget,
            policy=policy,
            belief=belief,
            threshold=threshold,
            worst=worst,
            anonymous=anonymous,
            rules=rules,
            seed=drawn,
            workers=workers,
            on_progress=listener,
        )
    if json:
        print_json(found.to_dict())
    elif out == "-":
        sys.stdout.buffer.write(review_html(found, lang or "en").encode())
    else:
        # A reader who stops early, such as head, does not cost the file.
        written = None if out is None else found.report(out, lang or "en")
        _show(found)
        if written is not None:
            print(written)


def _seats(given: str) -> "list[int] | Literal['all']":
    """The seats of a list with commas. Raises `PlanError`."""
    if given == "all":
        return "all"
    try:
        return [int(seat) for seat in given.split(",")]
    except ValueError:
        raise PlanError(f"seat: expected 0 to 3, several with commas between, or all, got {given!r}") from None


def _show(found: "Review") -> None:
    """Prints the seats and the worst decisions."""
    from guandan_sim.report import text

    how = f"{counted(found.samples, 'sample')} by {found.policy}, belief {found.belief}, seed {found.seed}"
    rows: dict[str, Callable[[SeatSummary], str]] = {
        "decisions": lambda seat: f"{seat.decisions:,}",
        "levels lost a deal": lambda seat: _with_error(seat.loss_per_deal, seat.loss_per_deal_se),
        "95 % over deals": _over_deals,
        "best plays": lambda seat: f"{seat.best_share:.0%}",
        "within noise": lambda seat: f"{seat.fine_share:.0%}",
        "inaccuracies": lambda seat: f"{seat.classes['inaccuracy']:,}",
        "mistakes": lambda seat: f"{seat.classes['mistake']:,}",
        "blunders": lambda seat: f"{seat.classes['blunder']:,}",
        "luck of the cards": lambda seat: "" if seat.luck is None else _with_error(seat.luck, seat.luck_se or 0.0),
    }
    seats = text.table(
        ["seat", *(f"{seat.seat} {seat.strategy}" for seat in found.summary)],
        [[name, *map(show, found.summary)] for name, show in rows.items()],
        title=f"{counted(len(found.deals), 'deal')}, {found.rules}; {how}; ± is one standard error",
    )
    worst = text.table(
        ["match", "deal", "play", "seat", "loss", "", "played", "best"],
        [_line(decision) for decision in found.worst(_SHOWN)],
        numbers=False,
    )
    text.show(seats)
    if found.worst(1):
        text.show("", worst)
    if found.not_valued:
        text.show(
            "", f"{counted(found.not_valued, 'choice')} of tribute left out: it is not recorded who had to pay whom"
        )


def _over_deals(seat: "SeatSummary") -> str:
    """The interval of the loss a deal; nothing where one deal tells no spread."""
    low, high = seat.loss_per_deal_low, seat.loss_per_deal_high
    return "" if low is None or high is None else f"[{low:+.2f}, {high:+.2f}]"


def _line(decision: "Decision") -> list[str]:
    played, best = decision.plays[decision.played], decision.plays[decision.best]
    number = decision.phase if decision.play is None else f"{decision.play}"
    loss = _with_error(decision.loss, decision.loss_se)
    where = (f"{decision.match}", f"{decision.deal}", number, f"{decision.seat}")
    return [*where, loss, decision.class_, played.play, best.play]


def _with_error(value: float, error: float) -> str:
    return f"{value:+.2f} ± {error:.2f}"
