"""Gradient descent and Adam on parameters that are a dict of arrays.

An optimizer is any function (parameters, gradient, step, factor) -> parameters, where step counts from 1 and factor
scales the learning rate; `gradient_descent(rate)` and `adam(rate)` return fresh ones.
"""
import numpy as np

from numerics.arguments import positive


def gradient_descent(rate):
    rate = positive("rate", rate)

    def update(parameters, gradient, step, factor=1.0):
        return {name: value - factor*rate*gradient[name] for name, value in parameters.items()}
    return update


def adam(rate, first=0.9, second=0.999, floor=1e-8):
    """Adam with bias correction (Kingma and Ba 2015, Algorithm 1)."""
    rate, mean, square = positive("rate", rate), {}, {}

    def update(parameters, gradient, step, factor=1.0):
        moved = {}
        for name, value in parameters.items():
            g = gradient[name]
            mean[name] = first*mean.get(name, 0) + (1 - first)*g
            square[name] = second*square.get(name, 0) + (1 - second)*g**2
            direction = mean[name]/(1 - first**step)/(np.sqrt(square[name]/(1 - second**step)) + floor)
            moved[name] = value - factor*rate*direction
        return moved
    return update
