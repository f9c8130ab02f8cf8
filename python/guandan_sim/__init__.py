"""Simulate Guandan (掼蛋): legal plays, single deals, and millions of them.

This is a tour. Each name has its own `help`; README.md and docs/ say more.

**Cards and plays.** Cards are text or a `Hand`. A level is the letter of a rank. Rules are the name of a preset, a
`Rules`, or the path of a TOML file. `classify` says what cards are, `legal_plays` what a hand can play, and
`evaluate_hand` how few plays empty it.

>>> import guandan_sim as gd
>>> [str(play) for play in gd.legal_plays("SK H3 SB", level="3", to_beat="SQ DQ")]
['pair K: SK H3']
>>> gd.evaluate_hand("S4 D5 C6 S7 S8 HR", level="3").min_plays
2

**House rules.** Every house rule is a field of `Rules`, and `replace` changes fields.

>>> rules = gd.Rules("institute").replace(promotion="4,2,1", max_bomb=8)
>>> rules.promotion, rules.label
((4, 2, 1), 'institute:promotion=4,2,1;max_bomb=8')

**One deal.** A `Deal` is its own referee: it refuses what the rules forbid, with the clause of docs/RULES.md.

>>> deal = gd.Deal.new(rules="institute", level="2", seed=7)
>>> while not deal.is_over:
...     plays = deal.legal_plays(detail="ranks")
...     _ = deal.play(plays[0]) if plays else deal.pass_()
>>> len(deal.places), deal.pattern in ("1-2", "1-3", "1-4")
(4, True)

`Match` plays the deals from level 2 until a team passes A, and `rollout` estimates what each play of a position is
worth. `solve` finds it exactly near the end of a deal whose cards are all open.

**Millions of deals.** `simulate` plays deals or matches and writes a data set. The same arguments give the same data on
any machine, with any number of threads.

>>> run = gd.simulate(deals=2000, strategies="random,lowest", seed=7)
>>> run.deals.collect().height
2000
>>> wins = run.summary().sides[1].wins
>>> f"{wins.value:.0%}"
'95%'

**Comparisons.** `compare_rules` plays the same cards under several rule sets, `compare_strategies` and `tournament` let
strategies play each other. Each result has its numbers with intervals, and writes a page about itself. `sample_size`
says how much to play (it is not called `plan`, as the command is, because `guandan_sim.plan` is the module of `Plan`).

>>> found = gd.compare_strategies("lowest", "random", deals=400, seed=7)
>>> found.answer.startswith("lowest is better than random")
True

**One decision.** `strategy` gives any strategy as an object. It answers a view with the index of a play.

>>> deal = gd.Deal.new(rules="institute", level="2", seed=7)
>>> view = deal.view(deal.turn)
>>> print(view.legal_plays()[gd.strategy("tempo").act(view)])
full_house 7: H7 C7 D7 C3 D3

**Your own strategy.** Any object with `act(view, legal)` can play; a `View` is what its seat may know. `VecDeals` is an
environment for learners, with `Views` and `Legals` as `NumPy` arrays. See docs/ENVIRONMENT.md.
"""

from typing import TYPE_CHECKING

from guandan_sim import forks  # noqa: F401 - hears of forks from here on
from guandan_sim.processor import check_processor

# Before the engine is loaded, which on a processor without its instructions would end the process.
check_processor()

from guandan_sim._core import (  # noqa: E402
    Deal,
    Hand,
    HandEvaluation,
    Legals,
    Play,
    Rules,
    Strategy,
    VecDeals,
    View,
    Views,
    build_info,
    classify,
    evaluate_hand,
    legal_plays,
    perft,
    perft_divide,
)
from guandan_sim.errors import (  # noqa: E402
    GuandanError,
    IllegalPlay,
    NotationError,
    PathError,
    PlanError,
    ProgramError,
    RulesError,
    StoreError,
    StrategyError,
)
from guandan_sim.event import Event  # noqa: E402
from guandan_sim.strategies import strategy  # noqa: E402

if TYPE_CHECKING:
    from guandan_sim.compare.planning import sample_size
    from guandan_sim.compare.rules import compare_rules
    from guandan_sim.compare.strategies import compare_strategies
    from guandan_sim.compare.tournament import tournament
    from guandan_sim.match import Match, MatchResult
    from guandan_sim.reviews.result import Review
    from guandan_sim.reviews.review import review
    from guandan_sim.rollouts import rollout, solve
    from guandan_sim.simulation import Run, simulate

__all__ = [
    "Deal",
    "Event",
    "GuandanError",
    "Hand",
    "HandEvaluation",
    "IllegalPlay",
    "Legals",
    "Match",
    "MatchResult",
    "NotationError",
    "PathError",
    "PlanError",
    "Play",
    "ProgramError",
    "Review",
    "Rules",
    "RulesError",
    "Run",
    "StoreError",
    "Strategy",
    "StrategyError",
    "VecDeals",
    "View",
    "Views",
    "build_info",
    "classify",
    "compare_rules",
    "compare_strategies",
    "evaluate_hand",
    "legal_plays",
    "perft",
    "perft_divide",
    "review",
    "rollout",
    "sample_size",
    "simulate",
    "solve",
    "strategy",
    "tournament",
]

# What needs polars is imported when it is first asked for: `import guandan_sim` stays quick.
_LATER = {
    "Match": "guandan_sim.match",
    "MatchResult": "guandan_sim.match",
    "Review": "guandan_sim.reviews.result",
    "Run": "guandan_sim.simulation",
    "compare_rules": "guandan_sim.compare.rules",
    "compare_strategies": "guandan_sim.compare.strategies",
    "review": "guandan_sim.reviews.review",
    "rollout": "guandan_sim.rollouts",
    "sample_size": "guandan_sim.compare.planning",
    "simulate": "guandan_sim.simulation",
    "solve": "guandan_sim.rollouts",
    "tournament": "guandan_sim.compare.tournament",
}


def __dir__() -> list[str]:
    """All names of the package for completion and `help`, those included that are imported when first asked for."""
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "check_processor"})


def __getattr__(name: str) -> object:
    """The names that are imported when first asked for."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value
