"""The package's exceptions; the engine raises these very classes."""


class GuandanError(Exception):
    """Anything this package refuses or fails at; the message is one line."""


class NotationError(GuandanError, ValueError):
    """Text that is no card, hand, rank, kind or play."""


class RulesError(GuandanError, ValueError):
    """A rule set with a missing, unknown or contradictory field, or an unknown preset."""


class IllegalPlay(GuandanError, ValueError):  # noqa: N818 - the public name
    """A play, pass or declaration that the rules refuse; nothing has changed."""


class PlanError(GuandanError, ValueError):
    """A simulation that cannot be planned as asked for."""


class StoreError(GuandanError):
    """A data set that cannot be written, or is not what its manifest says."""


class StrategyError(GuandanError):
    """A strategy written in Python raised an error, or answered with something that it could not do."""
