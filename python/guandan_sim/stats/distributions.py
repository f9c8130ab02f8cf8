"""Normal, t and non-central t distributions. The only file that names scipy.

scipy is imported at the first call of a function that needs it: it takes about half a second, which a command
that shows help or plays deals must not pay.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from importlib import import_module
from statistics import NormalDist
from typing import Any

from .inputs import check_probability

_STANDARD_NORMAL = NormalDist()


@cache
def _special() -> Any:
    return import_module("scipy.special")


def normal_cdf(x: float) -> float:
    """P(Z <= x) of the standard normal; accurate in the lower tail, where 1 + erf(x) would cancel."""
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def normal_quantile(p: float) -> float:
    """The x with P(Z <= x) = p, 0 < p < 1."""
    return _STANDARD_NORMAL.inv_cdf(check_probability(p, "probability"))


def log_normal_cdf(x: float) -> float:
    """log P(Z <= x), finite far into the lower tail."""
    return float(_special().log_ndtr(x))


def t_cdf(x: float, df: int) -> float:
    """P(T <= x) of Student's t with `df` degrees of freedom."""
    return float(_special().stdtr(df, x))


@lru_cache(maxsize=4096)
def t_quantile(p: float, df: int) -> float:
    """The x with P(T <= x) = p of Student's t with `df` degrees of freedom."""
    return float(_special().stdtrit(df, check_probability(p, "probability")))


def two_sided_t(confidence: float, df: int) -> float:
    """How many standard errors an interval of this confidence reaches to either side."""
    return t_quantile(0.5 + check_probability(confidence, "confidence") / 2.0, df)


def two_sided_z(confidence: float) -> float:
    """The same for a known standard error."""
    return normal_quantile(0.5 + check_probability(confidence, "confidence") / 2.0)


def noncentral_t_cdf(x: float, df: int, shift: float) -> float:
    """P(T' <= x) of the non-central t, the law of a t statistic when the true mean is `shift` standard errors off 0."""
    return float(_special().nctdtr(df, shift, x))
