"""The normal and the t distribution.

This is the only file that names scipy. scipy is imported at the first call of a function that needs it: that takes
about half a second, which a command that shows help or plays deals must not pay.
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
    """The chance that a standard normal number is at most x; accurate in the lower tail, where 1 + erf(x) cancels."""
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def normal_quantile(p: float) -> float:
    """The x that a standard normal number stays below with chance p. Raises `ValueError` unless 0 < p < 1."""
    return _STANDARD_NORMAL.inv_cdf(check_probability(p, "probability"))


def log_normal_cdf(x: float) -> float:
    """The logarithm of `normal_cdf`, finite far into the lower tail."""
    return float(_special().log_ndtr(x))


def t_cdf(x: float, df: int) -> float:
    """The chance that Student's t with `df` degrees of freedom is at most x."""
    return float(_special().stdtr(df, x))


@lru_cache(maxsize=4096)
def t_quantile(p: float, df: int) -> float:
    """The x that Student's t with `df` degrees of freedom stays below with chance p."""
    return float(_special().stdtrit(df, check_probability(p, "probability")))


def two_sided_t(confidence: float, df: int) -> float:
    """How many estimated standard errors an interval reaches to either side, by Student's t."""
    return t_quantile(0.5 + check_probability(confidence, "confidence") / 2.0, df)


def two_sided_z(confidence: float) -> float:
    """How many known standard errors an interval of this confidence reaches to either side."""
    return normal_quantile(0.5 + check_probability(confidence, "confidence") / 2.0)
