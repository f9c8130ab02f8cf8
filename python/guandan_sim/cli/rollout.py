"""`guandan-sim rollout`: estimates what each play of a position is worth."""

from dataclasses import asdict, dataclass
from functools import partial
from typing import Annotated, Literal

from cyclopts import Parameter

from guandan_sim._core import Deal, Hand
from guandan_sim.cli.options import Json, RulesOptions, print_json, refuse_idle, seed_said
from guandan_sim.cli.pages import check_page_name, write_html
from guandan_sim.cli.recorded import Recorded, recorded_deal
from guandan_sim.errors import PlanError
from guandan_sim.terms import counted


@Parameter(name="*")
@dataclass(frozen=True)
class OneHand:
    """A position known from one seat only."""

    seat: Annotated[int | None, Parameter(help="Seat that holds the cards [default: 0]")] = None
    counts: Annotated[
        str | None,
        Parameter(allow_leading_hyphen=True, help="Cards left by seat, such as 5,27,20,27 [default: 27 each]"),
    ] = None
    to_beat: Annotated[str | None, Parameter(help="Cards on the table [default: none, the seat leads]")] = None
    by: Annotated[int | None, Parameter(help="Seat that played --to-beat [default: the previous seat]")] = None
    gone: Annotated[str | None, Parameter(help="Cards that were played before.")] = None


def rollout(
    *cards: str,
    hands: Annotated[
        tuple[str, str, str, str] | None,
        Parameter(help="Cards of all four seats, each in quotes; the leader acts."),
    ] = None,
    leader: Annotated[int | None, Parameter(help="Seat that leads, with --hands [default: 0]")] = None,
    one: OneHand | None = None,
    recorded: Recorded | None = None,
    samples: Annotated[int, Parameter(help="Number of sampled deals; each play is tried in all of them.")] = 1000,
    policy: Annotated[str, Parameter(help="Strategy that plays the sampled deals to their end.")] = "tempo",
    belief: Annotated[
        str | None,
        Parameter(help="How hidden hands are drawn: uniform or by plays [default: plays with --from, --hands]"),
    ] = None,
    plays: Annotated[
        tuple[str, ...] | None,
        Parameter(
            help='A play to try, as "pair T: HT DT", its cards, or pass; may be given again [default: all]',
        ),
    ] = None,
    aim: Annotated[
        str | None, Parameter(help="What plays are ranked by: levels, first or match [default: levels]")
    ] = None,
    exact: Annotated[
        int, Parameter(help="Cards left in all from which sampled deals are solved, not played out; at most 20.")
    ] = 0,
    seed: Annotated[int | None, Parameter(help="Seed of the samples [default: drawn and printed]")] = None,
    workers: Annotated[int | None, Parameter(help="Number of threads [default: all processors]")] = None,
    level: Annotated[str | None, Parameter(help="Level of the deal: 2-9 T J Q K A [default: 2]")] = None,
    out: Annotated[
        str | None,
        Parameter(
            name=["--out", "-o"],
            allow_leading_hyphen=True,
            help="Page to write (.html), or - for standard output, instead of the table.",
        ),
    ] = None,
    lang: Annotated[Literal["zh", "en"] | None, Parameter(help="Language of the page [default: en]")] = None,
    options: RulesOptions | None = None,
    json: Json = False,
) -> None:
    """Estimate what each play of a position is worth, by play-outs in sampled deals.

    Parameters
    ----------
    cards
        Cards of the seat to act.
    """
    from guandan_sim.plan import draw_seed
    from guandan_sim.rollouts import position, rollout

    if out is None:
        refuse_idle("without -o", lang=lang)
    else:
        check_page_name(out)
    if json:
        refuse_idle("with --json", out=out)
    one, recorded = one or OneHand(), recorded or Recorded()
    if [bool(cards), hands is not None, recorded.source is not None].count(True) != 1:
        raise PlanError("rollout: expected the cards of a hand, or --hands, or --from, and one of them only")
    unseen = None
    if recorded.source is None:
        refuse_idle("without --from", run=recorded.run, match=recorded.match, deal=recorded.deal, play=recorded.play)
    if hands is None:
        refuse_idle("without --hands", leader=leader)
    if not cards:
        beside = "with --hands" if hands is not None else "with --from"
        refuse_idle(beside, **asdict(one))
    if one.to_beat is None:
        refuse_idle("without --to-beat", by=one.by)
    if recorded.source is not None:
        refuse_idle("with --from, where the record has it", level=level)
        found = recorded_deal(recorded.source, recorded, options)
    elif hands is not None:
        rules = (options or RulesOptions()).resolve()
        found = Deal.new(rules=rules, level=level or "2", hands=list(hands), leader=leader or 0)
    else:
        found, unseen = position(
            " ".join(cards),
            seat=one.seat or 0,
            counts=None if one.counts is None else _counts(one.counts),
            to_beat=one.to_beat,
            by=one.by,
            gone=one.gone or "",
            level=level or "2",
            rules=(options or RulesOptions()).resolve(),
        )
    turn = found.turn
    if turn is None:
        raise PlanError("rollout: the deal is over there")
    drawn = draw_seed() if seed is None else seed
    with seed_said(drawn, drawn=seed is None):
        search = partial(
            rollout,
            found,
            samples,
            policy,
            drawn,
            workers=workers,
            unseen=unseen,
            belief=belief,
            aim=aim,
            exact=exact,
            plays=plays,
        )
        frame = search()
    if json:
        print_json(
            {
                "seat": turn,
                "hand": list(found.hands[turn]),
                "level": found.level,
                "rules": found.rules.label,
                "policy": policy,
                "exact": exact,
                "samples": samples,
                "seed": drawn,
                "plays": frame.to_dicts(),
            }
        )
        return
    if out is not None:
        from guandan_sim.report.position import Method, position_html

        believed = belief or ("plays" if unseen is None else "uniform")
        method = Method(policy=policy, exact=exact, belief=believed, samples=samples, seed=drawn)
        is_known = not cards
        page = position_html(found, turn, frame, search(detail="samples"), method, is_known=is_known, lang=lang or "en")
        write_html(page, out)
        return
    from guandan_sim.report import text

    held: Hand = found.hands[turn]
    table = f", to beat {found.table}" if found.table else ""
    rows = [
        [
            f"{row['rank']}",
            row["play"],
            f"{row['win_rate']:.1%} ± {row['win_rate_se']:.1%}",
            f"{row['mean_levels']:+.3f} ± {row['mean_levels_se']:.3f}",
        ]
        for row in frame.sort("rank", maintain_order=True).to_dicts()
    ]
    solved = f", solved with at most {counted(exact, 'card')} left" if exact else ""
    text.show(
        f"Seat {turn}: {held} (level {found.level}, {found.rules.label}){table}",
        f"{counted(samples, 'sampled deal')}, played out by {policy}{solved}; ± is one standard error; seed {drawn}",
        "",
        text.table(["rank", "play", "deals won", "levels"], rows),
    )


def _counts(given: str) -> list[int]:
    """The numbers of a list with commas. Raises `PlanError`."""
    try:
        return [int(count) for count in given.split(",")]
    except ValueError:
        raise PlanError(f"counts: expected 4 numbers with commas between, got {given!r}") from None
