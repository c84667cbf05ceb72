"""Where a function is low on a box: candidates for a counterexample, found in floats, to be checked exactly by others.

Guarantee: none.  Every point returned is exact and in the box, its value is not.
"""
from fractions import Fraction
from itertools import product
import math
import random

SAMPLES = 60
STEPS = 400


def low_points(f, box, seed=0):
    """Points of `box` at which `f` is low, one after another: sampling, then a pattern search from the three best.

    Each is followed by itself rounded to short fractions.
    """
    def value(point):
        try:
            result = f(*point)
            return float(result) if math.isfinite(result) else math.inf
        except (ArithmeticError, TypeError, ValueError):
            return math.inf

    ends = [(float(low), float(high)) for low, high in box]
    draw = random.Random(seed)
    points = [tuple((low + high)/2 for low, high in ends), *product(*ends)][:65]
    points += [tuple(draw.uniform(*pair) for pair in ends) for _ in range(SAMPLES)]
    for start in sorted((value(point), point) for point in points)[:3]:
        found = tuple(map(Fraction, _descend(value, *start, ends)))
        for point in (found, tuple(x.limit_denominator(1000) for x in found)):
            yield tuple(min(max(x, low), high) for x, (low, high) in zip(point, box))


def _descend(value, best, point, ends):
    """Pattern search: try a step along each axis, halve the steps when none helps."""
    steps = [(high - low)/8 for low, high in ends]
    for _ in range(STEPS):
        improved = False
        for i, (low, high) in enumerate(ends):
            for move in (steps[i], -steps[i]):
                trial = point[:i] + (min(max(point[i] + move, low), high),) + point[i + 1:]
                if (height := value(trial)) < best:
                    best, point, improved = height, trial, True
        if not improved:
            steps = [step/2 for step in steps]
            if all(step <= 1e-14*(1 + abs(x)) for step, x in zip(steps, point)):
                break
    return point
