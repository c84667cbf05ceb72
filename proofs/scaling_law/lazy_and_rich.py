"""Appendix B.1: what transfers beyond the lazy ball."""
from proofs.evidence import Argument, Refutation

from .paper import paper


def no_larger_than_minimiser(theta, bound):
    """A point of the ball [0, 2] has at most the empirical risk (theta - 1)^2 that the minimiser's bound allows."""
    return (theta - 1)**2 <= bound


def in_the_ball(theta, bound):
    return 0 <= theta <= 2 and bound >= 0


@paper.claim("SCAL-59", "B.1",
             r"\text{the upper bound on the ERM over the ball holds for any algorithm that ends in the ball}",
             finding="refuted")
def bound_transfers():
    """The bound on the empirical risk minimiser is said to hold for every algorithm that ends inside its ball."""
    yield Refutation(no_larger_than_minimiser, at=dict(theta=0, bound=0), given=in_the_ball)


@bound_transfers.corrected(r"\hat{\mathcal R}(\mathcal A)\le\hat{\mathcal R}(\mathrm{ERM})+\tau\implies"
                           r"\text{the bound holds with}\ \tau\ \text{added to the empirical risk}")
def bound_transfers():
    """The minimiser has the least empirical risk, so its bound passes on only to points that nearly minimise as well.
    """
    yield Argument("""
        Bounds on the ERM use that its empirical risk is at most that of a comparison point; for a point whose
        empirical risk is within tau of the least one the same chain holds with tau added. Without that the ball
        contains points of larger risk, as in the counterexample to the printed statement.""", name="basic_inequality")


def decays_no_faster(start, eta, steps, constant):
    """On (a b - 1)^2 from a = b = start, the loss after `steps` gradient steps eta is at least
    exp(-constant * lambda * time) times the first, lambda = 2 start^2 the initial kernel.
    """
    from certify.balls import fraction, less_equal
    a = start
    for _ in range(int(fraction(steps))):
        a = a + 2*eta*(1 - a*a)*a
    first, last = (start*start - 1)**2, (a*a - 1)**2
    return less_equal((-constant*2*start**2*eta*steps).exp()*first, last)


@paper.claim("SCAL-60", "B.1 against B.3",
             r"\text{the lower bound of Theorem A.3 applies verbatim to any first-order method, feature learning "
             r"included}", finding="refuted")
def lower_bound_beyond_the_ball():
    """The optimisation lower bound is said, in B.1, to hold for methods that leave the lazy ball; B.3 denies it."""
    yield Refutation(decays_no_faster, at=dict(start="1/100", eta="1/8", steps=40, constant=100), bits=300)


@lower_bound_beyond_the_ball.corrected(
    r"\text{it concerns iterates in the lazy ball, where the kernel keeps the spectrum of}\ H'(0)")
def lower_bound_beyond_the_ball():
    """It can only bind inside the ball: plain gradient descent on a product of two factors lets its kernel grow and
    beats every rate that the initial kernel allows.
    """
    yield Argument("""
        On (a b - 1)^2 with a = b small the kernel a^2 + b^2 grows from 2 a_0^2 to 2, and the loss is gone after a time
        of order log(1/a_0), while a rate c a_0^2 set by the initial kernel allows no visible decay in that time, for
        any c, as a_0 tends to 0. B.3 restricts the theorem to iterates in the ball and says the same.""",
                   name="growing_kernel")
