"""Where a function is low on a box: candidates for a counterexample, found in floats, to be checked exactly by others.

Guarantee: none.  Every point returned is exact and in the box, its value is not.
"""
from fractions import Fraction
from itertools import product
import math
import random

SAMPLES = 200
STEPS = 400


def low_points(f, box, seed=0):
    """A few points of `box` at which `f` is low: sampling, then a pattern search; each also rounded to a short fraction."""
    def value(point):
        try:
            result = f(*point)
            return float(result) if math.isfinite(result) else math.inf
        except (ArithmeticError, TypeError, ValueError):
            return math.inf

    ends = [(float(low), float(high)) for low, high in box]
    draw = random.Random(seed)
    points = [tuple(draw.uniform(*pair) for pair in ends) for _ in range(SAMPLES)]
    points += [tuple((low + high)/2 for low, high in ends)]
    points += list(product(*ends))[:256]
    starts = sorted(((value(point), point) for point in points), key=lambda pair: pair[0])[:3]
    found = sorted((_descend(value, *start, ends) for start in starts), key=lambda pair: pair[0])
    exact = [tuple(map(Fraction, point)) for _, point in found]
    rounded = [tuple(x.limit_denominator(1000) for x in point) for point in exact]
    return [tuple(min(max(x, low), high) for x, (low, high) in zip(point, box)) for point in exact + rounded]


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
    return best, point
