"""The strategy `client:NAME`, and what is said where the library is missing that all WebSocket clients need."""

from guandan_sim.bots.contest.strategy import ContestStrategy
from guandan_sim.errors import PlanError


def load(text: str) -> ContestStrategy:
    """The strategy that `client:NAME` or `client(port=23456, tables=1, ...):NAME` stands for. Raises `PlanError`."""
    try:
        from guandan_sim.bots.server import strategy_of
    except ImportError:
        raise missing(f"strategy {text}") from None
    return strategy_of(text)


def missing(what: str) -> PlanError:
    """The error of what needs the library `websockets` where that is not installed."""
    return PlanError(f"{what}: websockets is not installed: pip install 'guandan-sim[bots]'")
