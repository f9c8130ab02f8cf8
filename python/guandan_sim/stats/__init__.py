"""Statistics of independent blocks.

The functions take one number or a few numbers for each block, know nothing of cards, and return frozen results whose
`to_dict()` is valid JSON. A number that does not exist is None. docs/STATISTICS.md has the formulas and their sources.

>>> from guandan_sim.stats import mean_interval, paired_difference, elo_difference
>>> paired_difference([1, 0, 1, 1], [1, 0, 1, 1]).difference.half_width
0.0
>>> elo_difference([1.0] * 10).elo is None  # won everything: no finite rating, but a lower end
True
>>> round(elo_difference([1.0] * 10).low)
166
"""

from .bradley_terry import Ratings, bradley_terry
from .cross_table import Circle, Pairing, cross_table, intransitive_triples
from .elo import EloDifference, elo_difference, elo_of_estimate, elo_of_score
from .functional import (
    interval,
    mean_interval,
    mean_of,
    p_value,
    ratio_interval,
    ratio_of,
    superiority,
)
from .halfwidth import HalfWidthStop, until_half_width
from .moments import Moments
from .multiple import holm
from .paired import PairedDifference, compare, paired_difference, paired_ratio_difference
from .planning import Plan, blocks_for_power, plan
from .proportion import score_interval, share_interval, wilson
from .result import Estimate
from .results_by_pair import PairResults
from .sprt import Sprt, SprtResult

__all__ = [
    "Circle",
    "EloDifference",
    "Estimate",
    "HalfWidthStop",
    "Moments",
    "PairResults",
    "PairedDifference",
    "Pairing",
    "Plan",
    "Ratings",
    "Sprt",
    "SprtResult",
    "blocks_for_power",
    "bradley_terry",
    "compare",
    "cross_table",
    "elo_difference",
    "elo_of_estimate",
    "elo_of_score",
    "holm",
    "interval",
    "intransitive_triples",
    "mean_interval",
    "mean_of",
    "p_value",
    "paired_difference",
    "paired_ratio_difference",
    "plan",
    "ratio_interval",
    "ratio_of",
    "score_interval",
    "share_interval",
    "superiority",
    "until_half_width",
    "wilson",
]
