"""When to smooth: a detector of spikes of gradient norms.

"Dispelling the Curse of Singularities in Neural Network Optimizations", Section 3.1, read so that it works: the average
is one of gradient **norms** (an average of the vectors cancels, and healthy noise then looks like a spike: SING-26), it
is corrected for its start from 0 (SING-27), and spikes are kept out of it.
"""
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Observation:
    """One gradient norm: its ratio to the average so far (nan before there is one), whether it is a spike, and why."""
    ratio: float
    spike: bool
    reason: str


class Detector:
    """Flags a gradient norm that is at least `threshold` times the running average of those before it.

    threshold   tau > 1
    rate        alpha in (0, 1]: average <- (1 - alpha) average + alpha norm, corrected for the start from 0
    warmup      this many norms are averaged before any finite one can be a spike, 1 or more
    patience    after this many spikes in a row the level has changed: the average starts again from it.  None: never

    Scale-free.  A spike does not enter the average.  A norm that is not finite is always a spike.  Norms that grow by a
    constant factor rho are seen, sooner or later, exactly if rho > 1 + alpha (tau - 1) (SING-28).
    """

    def __init__(self, threshold=3.0, rate=0.1, *, warmup=10, patience=20):
        if not 1 < threshold < np.inf:
            raise ValueError(f"threshold = {threshold!r}: write a finite number above 1")
        if not 0 < rate <= 1:
            raise ValueError(f"rate = {rate!r}: write a number in (0, 1]")
        for name, value in (("warmup", warmup), ("patience", patience)):
            if not (name == "patience" and value is None) and (
                    isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1):
                raise ValueError(f"{name} = {value!r}: write an integer, 1 or more")
        self.threshold, self.rate, self.warmup, self.patience = threshold, rate, warmup, patience
        self.seen = self.spikes_in_a_row = 0
        self._sum = self._weight = 0.0

    @property
    def average(self):
        """The bias-corrected average; nan before the first norm."""
        return self._sum/self._weight if self._weight else np.nan

    def observe(self, norm):
        """Judge the next norm (>= 0, or not finite) and take it into the average unless it is a spike."""
        norm = float(norm)
        if norm < 0:
            raise ValueError(f"norm = {norm}: a norm is not negative")
        if not np.isfinite(norm):
            return Observation(np.inf, True, "the gradient is not finite")
        ratio = self._ratio(norm)
        if self.seen < self.warmup:
            self._include(norm)
            return Observation(ratio, False, f"warm-up, {self.seen} of {self.warmup}")
        if not ratio >= self.threshold:
            self._include(norm)
            return Observation(ratio, False, "below the threshold")
        self.spikes_in_a_row += 1
        if self.patience is not None and self.spikes_in_a_row >= self.patience:
            self._sum = self._weight = 0.0
            self._include(norm)
            return Observation(ratio, False, f"{self.patience} spikes in a row: this is the new level")
        return Observation(ratio, True, f"{ratio:.3g} times the average, threshold {self.threshold:g}")

    def _ratio(self, norm):
        if self.average == 0:
            return np.inf if norm > 0 else 1.0
        return norm/self.average

    def _include(self, norm):
        self._sum = (1 - self.rate)*self._sum + self.rate*norm
        self._weight = (1 - self.rate)*self._weight + self.rate
        self.seen += 1
        self.spikes_in_a_row = 0


def norm(gradient):
    """The Frobenius norm of a finite array without overflow or underflow; inf if an entry is not finite."""
    flat = np.asarray(gradient).ravel()
    with np.errstate(over="ignore", invalid="ignore"):
        square = float(np.dot(flat, flat))
    if 1e-200 < square < np.inf and flat.dtype == np.float64 or 1e-30 < square < 1e38 and flat.dtype == np.float32:
        return square**0.5
    flat = flat.astype(float)
    largest = np.abs(flat).max(initial=0.0)
    if not np.isfinite(largest):
        return np.inf
    return float(largest*np.linalg.norm(flat/largest)) if largest > 0 else 0.0
