"""When and where a Brownian motion with drift leaves an interval.

The motion starts at 0 between lower < 0 < upper and has mean `drift` and variance `variance` for each unit of time. It
is the limit of a running sum of scores. Formulas: Cox and Miller, The Theory of Stochastic Processes, 1965, section 5.7
(images and eigenfunctions); Wald, Sequential Analysis, 1947 (chance of each exit).
"""

from __future__ import annotations

import math

from .distributions import log_normal_cdf

# Either series is short on its own side of this spread (variance * time / width**2): the first terms left out are
# below exp(-7**2) of the images, exp(-pi**2 5**2 / 4) of the eigenfunctions.
_SWITCH = 0.5
_IMAGES = 3
_EIGENFUNCTIONS = 4


def exits_above(lower: float, upper: float, drift: float, variance: float) -> float:
    """The chance that the motion reaches `upper` before `lower`, at any time."""
    width = upper - lower
    rate = 2.0 * drift / variance
    if rate == 0.0:
        return -lower / width
    if rate > 0.0:
        return math.expm1(rate * lower) / math.expm1(-rate * width)
    return math.exp(rate * upper) * math.expm1(-rate * lower) / math.expm1(rate * width)


def exits_above_by(time: float, lower: float, upper: float, drift: float, variance: float) -> float:
    """The chance that the motion reaches `upper` before `lower` and no later than `time`."""
    if variance * time <= _SWITCH * (upper - lower) ** 2:
        chance = _by_images(time, lower, upper, drift, variance)
    else:
        chance = exits_above(lower, upper, drift, variance) - _later(time, lower, upper, drift, variance)
    return min(1.0, max(0.0, chance))


def _by_images(time: float, lower: float, upper: float, drift: float, variance: float) -> float:
    """The chance of `exits_above_by` as a sum over mirrored starting points, each at a distance h from the boundary."""
    spread = math.sqrt(variance * time)
    speed = abs(drift)
    total = 0.0
    for k in range(-_IMAGES, _IMAGES + 1):
        signed = upper + 2.0 * k * (upper - lower)
        h = abs(signed)
        # exponentials and tails are joined before exp: alone, one overflows while the other vanishes
        near = (drift * upper - h * speed) / variance + log_normal_cdf((speed * time - h) / spread)
        far = (drift * upper + h * speed) / variance + log_normal_cdf((-speed * time - h) / spread)
        total += math.copysign(math.exp(near) + math.exp(far), signed)
    return total


def _later(time: float, lower: float, upper: float, drift: float, variance: float) -> float:
    """The chance that the motion reaches `upper` first but after `time`, as a sum of decaying modes."""
    width = upper - lower
    tilt = math.exp(drift * upper / variance - drift * drift * time / (2.0 * variance))
    total = 0.0
    for n in range(1, _EIGENFUNCTIONS + 1):
        mode = n * math.pi / width
        rate = (drift * drift / variance + mode * mode * variance) / 2.0
        amplitude = n * math.sin(-mode * lower) * math.exp(-mode * mode * variance * time / 2.0)
        total += (amplitude if n % 2 else -amplitude) / rate
    return tilt * total * variance * math.pi / (width * width)
