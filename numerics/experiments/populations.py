"""Populations of single-example parameters nu_i = eta h_i for the mini-batch experiments I.4 and I.5.

The paper says "heavy-tailed, from a truncated Cauchy distribution, then shifted so that the mean is mu", with "one
outlier boosted", and gives neither scale nor truncation.  Both are parameters here; the experiments report how their
findings depend on them.  Every population has mean mu exactly up to rounding, so the full batch is the map of mu.
"""
import numpy as np


def cauchy(seed=7, count=64, mu=0.6, scale=0.1, truncation=1.0):
    """`count` values mu + truncated Cauchy noise, centred at mu, shape (count,)."""
    noise = np.clip(scale*np.random.default_rng(seed).standard_cauchy(count), -truncation, truncation)
    return mu + noise - noise.mean()


def boosted(seed=7, count=64, mu=0.6, scale=0.1, truncation=1.0, outlier=2.4):
    """`cauchy` with its largest value raised to `outlier` and the others shifted so that the mean stays mu."""
    values = cauchy(seed, count, mu, scale, truncation)
    largest = values.argmax()
    others = np.delete(values, largest)
    others += (count*mu - outlier)/(count - 1) - others.mean()
    return np.insert(others, largest, outlier)


def outliers(share=4, depth=-1.8, count=64, mu=0.6):
    """`share` of `count` values lie `depth` from the rest; the mean is mu."""
    values = np.full(count, float(mu))
    values[:share] += depth
    return values + (mu - values.mean())
