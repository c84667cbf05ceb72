"""Appendix A.5: from flow time to steps."""
from proofs.evidence import Argument, Identity

from .paper import paper
from .simulations import STEPS_AND_TIMES


def steps_at_stable_rate(eps, n, lam, kappa, log):
    """Flow time n log/(4 eps^2 lambda) in steps of n/(4 eps^2 lambda_max), lambda_max = kappa lambda: kappa log."""
    time = n*log/(4*eps**2*lam)
    step = n/(4*eps**2*kappa*lam)
    return time/step, kappa*log


@paper.claim("SCAL-58", "B.6, Theorems", r"\mathsf T\ \text{is flow time in the theorems, the number of steps in B.6}",
             finding="gap")
def time_and_steps():
    """At a fixed share of the largest stable step, here a quarter, the number of steps is kappa times the logarithm:
    the output scale and the mean over n cancel. With a full batch the compute M T N is then N^4 log for a bounded
    condition number and N^5 log for one that grows like N (SCAL-39); the 7 and the factor xi^2 come from a unit step.
    """
    yield Identity(steps_at_stable_rate, excluding=lambda eps, n, lam, kappa, log: (eps, n, lam, kappa))
    yield Identity(compute_in_steps, excluding=lambda N, kappa, log: (N,))
    yield STEPS_AND_TIMES
    yield Argument("By SCAL-04 the loss decays at the rate 4 eps^2 lambda/n in flow time, and gradient descent on a "
                   "quadratic loss with Hessian at most 2 eps^2 lambda_max/n is stable for steps below n/(eps^2 "
                   "lambda_max), four times the step of the identity.",
                   name="stable_step")


def compute_in_steps(N, kappa, log):
    """M T N with M = N^3 and T = kappa log steps: N^4 kappa log, and N^5 log for kappa = N."""
    def compute(condition):
        return N**3*(condition*log)*N
    return (compute(kappa), compute(N)), (N**4*kappa*log, N**5*log)
