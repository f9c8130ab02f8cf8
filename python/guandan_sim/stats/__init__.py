"""Statistics of independent blocks, a tour.

These functions know nothing of cards: they take one number (or a few) a block and give frozen results whose
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
from .coverage import Coverage, coverage
from .cross_table import Circle, Pairing, cross_table, intransitive_triples
from .elo import EloDifference, elo_difference, elo_of_estimate, elo_of_score, score_of_elo
from .functional import (
    Functional,
    interval,
    mean_interval,
    mean_of,
    mean_p_value,
    p_value,
    ratio_interval,
    ratio_of,
    superiority,
)
from .halfwidth import HalfWidthStop, until_half_width
from .moments import Moments
from .multiple import holm
from .paired import PairedDifference, compare, paired_difference, paired_ratio_difference
from .planning import Plan, SprtPlan, blocks_for_power, plan, power_of, sprt_plan
from .proportion import score_interval, share_interval, wilson
from .result import Estimate, Json, Result
from .results_by_pair import PairResults
from .sprt import Sprt, SprtResult

__all__ = [
    "Circle",
    "Coverage",
    "EloDifference",
    "Estimate",
    "Functional",
    "HalfWidthStop",
    "Json",
    "Moments",
    "PairResults",
    "PairedDifference",
    "Pairing",
    "Plan",
    "Ratings",
    "Result",
    "Sprt",
    "SprtPlan",
    "SprtResult",
    "blocks_for_power",
    "bradley_terry",
    "compare",
    "coverage",
    "cross_table",
    "elo_difference",
    "elo_of_estimate",
    "elo_of_score",
    "holm",
    "interval",
    "intransitive_triples",
    "mean_interval",
    "mean_of",
    "mean_p_value",
    "p_value",
    "paired_difference",
    "paired_ratio_difference",
    "plan",
    "power_of",
    "ratio_interval",
    "ratio_of",
    "score_interval",
    "score_of_elo",
    "share_interval",
    "sprt_plan",
    "superiority",
    "until_half_width",
    "wilson",
]
