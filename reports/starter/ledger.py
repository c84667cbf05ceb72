"""The claims of a note on gradient descent x+ = x - h (x^3 - x), step h, on the loss (x^2 - 1)^2 / 4.

A made-up paper with one claim of each common kind: replace it by yours.  Formulas are plain functions in + - * / **
and integers; write x/2, not 0.5*x.  Check it: `separatrix verify --ledger .` or `pytest`, both in this folder.
"""
from fractions import Fraction

from separatrix import Argument, Certified, Identity, Nonnegative, Paper, Refutation, prove

paper = Paper("quartic_step", title="One step of gradient descent on a quartic loss", authors="N. N.")


def step(x, h):
    """One step of gradient descent."""
    return x - h*(x**3 - x)


def contraction(x, h):
    """The factor by which one step multiplies the distance to the minimum at 1."""
    return 1 - h*x*(x + 1)


# --- an identity ---------------------------------------------------------------------------------------------------

def distance_factors(x, h):
    return step(x, h) - 1, contraction(x, h)*(x - 1)


@paper.claim("NOTE-1", "Lemma 1", r"x^+-1=\bigl(1-hx(x+1)\bigr)(x-1)")
def lemma_1():
    """One step multiplies the distance to the minimum by 1 - h x (x + 1)."""
    yield Identity(distance_factors)


# --- an inequality with its certificate: goal = sum of coefficient * product of hypotheses * square ----------------

def stable_step(h):
    """1 - (1 - 2h)^2 = 4 h (1 - h)."""
    return 1 - contraction(1, h)**2, {"h": h, "1 - h": 1 - h}, [(4, ("h", "1 - h"), 1)]


@paper.claim("NOTE-2", "Lemma 2", r"0<h<1\implies|1-2h|<1", hypotheses=("0 < h < 1",))
def lemma_2():
    """For steps below 1 the minimum attracts: its multiplier 1 - 2h is smaller than 1 in modulus."""
    yield Nonnegative(stable_step, at={"h": Fraction(1, 2)}, tight={"h": Fraction(1, 10_000)}, strict=True,
                      few_damages="a quadratic in one variable")


# --- a claim that is false, its witness, and what holds instead ----------------------------------------------------

def distance_does_not_grow(x, h):
    return abs(step(x, h) - 1) <= abs(x - 1)


def contraction_at_least_minus_one(x, h):
    """2 - h x (x + 1) >= 0 for 0 <= x <= 1 and h <= 1."""
    return 1 + contraction(x, h), {"x": x, "1 - x": 1 - x, "1 - h": 1 - h}, [
        (1, ("1 - x", "x"), 1), (2, ("1 - x",), 1), (1, ("1 - h",), x), (1, ("1 - h", "x"), 1)]


@paper.claim("NOTE-3", "Theorem 3", r"x>0,\ 0<h<1\implies|x^+-1|\le|x-1|", finding="refuted",
             hypotheses=("x > 0", "0 < h < 1"))
def theorem_3():
    """From any positive start the distance to the minimum never grows."""
    yield Refutation(distance_does_not_grow, at={"x": 3, "h": Fraction(1, 2)}, given=lambda x, h: x > 0 and 0 < h < 1)


@theorem_3.corrected(r"0\le x\le1,\ 0<h\le1\implies|x^+-1|\le|x-1|", hypotheses=("0 <= x <= 1", "0 < h <= 1"),
                     uses="NOTE-1")
def theorem_3():
    """From a start in [0, 1] the distance does not grow in a step."""
    yield Nonnegative(contraction_at_least_minus_one, at={"x": Fraction(1, 2), "h": Fraction(1, 2)},
                      tight={"x": 1, "h": 1})
    yield Argument("The factor of Lemma 1 is at most 1, as h x (x + 1) >= 0, and at least -1 by the certificate.")


# --- a certified inequality: True where it is proved, False where refuted, None where undecided ---------------------

def shrinking():
    """The square of the factor of Lemma 1 is at most (3/4)^2 for all x in [3/4, 5/4] and h in [1/4, 1/2]."""
    return prove(lambda x, h: contraction(x, h)**2, [("3/4", "5/4"), ("1/4", "1/2")], "<= 9/16")


@paper.claim("NOTE-4", "Proposition 4", r"|x-1|\le\tfrac14\implies|x^+-1|\le\tfrac34|x-1|",
             hypotheses=("1/4 <= h <= 1/2",), uses="NOTE-1")
def proposition_4():
    """Within 1/4 of the minimum, a step shrinks the distance by at least a quarter."""
    yield Certified(shrinking)


# --- a step of ordinary mathematics, for a reader ------------------------------------------------------------------

@paper.claim("NOTE-5", "Corollary 5", r"|x_0-1|\le\tfrac14\implies|x_n-1|\le\tfrac14\left(\tfrac34\right)^n",
             hypotheses=("1/4 <= h <= 1/2",), uses="NOTE-4")
def corollary_5():
    """From within 1/4 of the minimum, gradient descent converges to it geometrically."""
    yield Argument("By Proposition 4 a step multiplies the distance by at most 3/4, so it stays below 1/4; induction on n.")
