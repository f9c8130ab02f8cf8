"""`guandan-sim perft`: counts the sequences of actions from a position."""

from typing import Annotated, Literal

from cyclopts import Parameter

from guandan_sim._core import Deal, Hand
from guandan_sim._core import perft as count
from guandan_sim._core import perft_divide as divide_
from guandan_sim.arguments import check_whole
from guandan_sim.cli.options import Json, Level, RulesOptions, print_json

_MOST_DEPTH = 1000


def perft(
    *hands: str,
    depth: Annotated[int, Parameter(help="Length of the sequences: the number of plays and passes.")] = 2,
    detail: Annotated[
        Literal["ranks", "cards"],
        Parameter(help="Tell plays apart by their ranks, or by the very cards."),
    ] = "ranks",
    level: Level = "2",
    options: RulesOptions | None = None,
    leader: Annotated[int | None, Parameter(help="Seat that leads, 0 to 3.")] = None,
    seed: Annotated[int | None, Parameter(help="Deal the position from this seed, instead of hands.")] = None,
    divide: Annotated[bool, Parameter(negative="", help="Also print the count for each first action.")] = False,
    json: Json = False,
) -> None:
    """Count the sequences of exactly `depth` actions from a position.

    Parameters
    ----------
    hands
        Four hands in quotes, one for each seat: "S3 H3" "S5" "S9" "ST". Leave them out with --seed.
    """
    check_whole("depth", depth, 0, _MOST_DEPTH)
    deal = Deal.new(
        rules=(options or RulesOptions()).resolve(),
        level=level,
        seed=seed,
        hands=[Hand(hand) for hand in hands] or None,
        leader=leader,
    )
    parts = divide_(deal, depth, detail=detail) if divide else []
    total = sum(nodes for _, nodes in parts) if parts else count(deal, depth, detail=detail)
    if json:
        counts = [{"action": str(play) if play else "pass", "nodes": nodes} for play, nodes in parts]
        print_json({"depth": depth, "detail": detail, "nodes": total} | ({"divide": counts} if divide else {}))
        return
    if divide:
        from guandan_sim.report import text

        rows = [(str(play) if play else "pass", f"{nodes:,}") for play, nodes in parts]
        text.show(text.table(["action", "sequences"], rows), "")
    print(f"depth {depth}, {detail}: {total:,}")
