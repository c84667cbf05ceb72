"""The gradient against differences in 50 digits, the reduction to vectors, and training."""
import mpmath
import numpy as np
import pytest

from numerics.lazy_kernels import feed_forward_kernel
from numerics.lazy_transformer import (Transformer, causal_mask, gradient, gradient_descent, gradient_flow, initial,
                                       layers, loss, output, token_output)

DIGITS = 50


@pytest.fixture
def case():
    rng = np.random.default_rng(5)
    model = initial(rng, 2, 3, 6, omega=0.7, kappa=0.5, epsilon=0.8)
    return model, rng.standard_normal((2, 3, 3)), rng.standard_normal((2, 3, 3))


def loss_in_digits(U, W, A, model, X, Y):
    """The loss from the formulas alone, token by token, in mpmath."""
    total = mpmath.mpf(0)
    scale = mpmath.mpf(model.omega)/mpmath.sqrt(model.width)
    for x, y in zip(X, Y):
        states = [[mpmath.mpf(v) for v in token] for token in x]
        for u, w, a in zip(U, W, A):
            fresh = []
            for l, token in enumerate(states):
                query = [sum(token[i]*u[i][j] for i in range(len(token))) for j in range(len(token))]
                weights = [mpmath.exp(mpmath.mpf(model.kappa)*sum(q*v for q, v in zip(query, s)))
                           for s in states[:l + 1]]
                attention = [sum(p*s[j] for p, s in zip(weights, states))/sum(weights) for j in range(len(token))]
                hidden = [max(sum(o*w[j][r] for j, o in enumerate(attention)), mpmath.mpf(0))
                          for r in range(model.width)]
                fresh.append([v + scale*sum(h*a[r][k] for r, h in enumerate(hidden)) for k, v in enumerate(token)])
            states = fresh
        total += sum((mpmath.mpf(model.epsilon)*v - mpmath.mpf(t))**2
                     for row, target in zip(states, y) for v, t in zip(row, target))
    return total/len(X)


def test_the_gradient_is_that_of_differences_in_fifty_digits(case):
    model, X, Y = case
    assert min(abs(layer.attention @ W).min() for layer, W in zip(layers(model, X), model.W)) > 1e-6   # no kink near
    exact, compared = gradient(model, X, Y), 0
    with mpmath.workdps(DIGITS):
        h = mpmath.mpf(10)**-18
        assert abs(float(loss_in_digits(model.U, model.W, model.A, model, X, Y)) - loss(model, X, Y)) < 1e-12
        for name, found in zip("UWA", exact):
            for index in list(np.ndindex(found.shape))[::7]:
                values = []
                for sign in (1, -1):
                    parts = {n: [[[mpmath.mpf(v) for v in row] for row in matrix] for matrix in getattr(model, n)]
                             for n in "UWA"}
                    parts[name][index[0]][index[1]][index[2]] += sign*h
                    values.append(loss_in_digits(*(parts[n] for n in "UWA"), model, X, Y))
                difference = float((values[0] - values[1])/(2*h))
                assert abs(difference - found[index]) < 1e-9*max(1, abs(difference)), (name, index)
                compared += 1
    assert compared >= 12


def test_the_matrix_computation_is_the_vector_computation_of_prefixes(case):
    model, X, _ = case
    rows = output(model, X)
    for i in range(len(X)):
        for l in range(X.shape[1]):
            assert np.allclose(rows[i, l], token_output(model, X[i, :l + 1]), rtol=0, atol=1e-13)
    changed = X.copy()
    changed[:, -1] += 1
    assert np.array_equal(output(model, changed)[:, :-1], rows[:, :-1])
    assert not np.allclose(output(model, X, np.zeros((3, 3))), rows)     # without the mask the rows do look ahead


def test_descent_with_small_steps_follows_the_flow(case):
    model, X, Y = case
    flow = gradient_flow(model, X, Y, 0.4, 1600)
    errors = [abs(gradient_descent(model, X, Y, 0.4/steps, steps).losses[-1] - flow.losses[-1])
              for steps in (100, 200, 400)]
    assert flow.losses[-1] < flow.losses[0] and (np.diff(flow.losses) < 0).all()
    assert 1.6 < errors[0]/errors[1] < 2.5 and 1.6 < errors[1]/errors[2] < 2.5
    assert flow.times[-1] == pytest.approx(0.4)


def test_the_slope_of_the_loss_along_the_flow_is_minus_the_squared_gradient(case):
    model, X, Y = case
    run = gradient_flow(model, X, Y, 1e-6, 2)
    slope = (run.losses[2] - run.losses[0])/1e-6
    assert slope == pytest.approx(-sum((g**2).sum() for g in gradient(model, X, Y)), rel=1e-4)


def test_bad_input_is_named(case):
    model, X, Y = case
    rng = np.random.default_rng(0)
    for call, words in [
            (lambda: initial(rng, 1, 0, 4), "dimension"), (lambda: initial(rng, 1, 2, 0), "width"),
            (lambda: initial(rng, 0, 2, 4), "depth"), (lambda: initial(rng, 1, 2, 4, omega=-1), "omega"),
            (lambda: output(model, X[:, :0]), "X has shape"), (lambda: output(model, X[..., :2]), "X has shape"),
            (lambda: causal_mask(8, context=4), "the mask allows 4"),
            (lambda: output(model, X, causal_mask(2)), "mask"),
            (lambda: gradient_descent(model, X, Y, 0, 3), "step"), (lambda: gradient_flow(model, X, Y, -1, 3), "time"),
            (lambda: output(model, X*np.nan), "NaN"), (lambda: initial(rng, 1, 2, 4, omega=0), "omega"),
            (lambda: initial(rng, 1, 2, 4, kappa=0), "kappa"), (lambda: initial(rng, 1, 2, 4, epsilon=0), "epsilon"),
            (lambda: initial(rng, 1, 2, 4, omega=np.inf), "omega"), (lambda: initial(rng, 1, 2, -3), "width"),
            (lambda: causal_mask(0), "length"), (lambda: causal_mask(4, 0), "context"),
            (lambda: output(model, X, np.full((3, 3), -np.inf)), "-inf alone"),
            (lambda: output(model, X, np.full((3, 3), np.nan)), "mask contains NaN"),
            (lambda: loss(model, X, Y[..., :1]), "Y has shape"), (lambda: gradient(model, X, Y[:1]), "Y has shape"),
            (lambda: token_output(model, X[0, :0]), "prefix"), (lambda: token_output(model, X[0, :, :2]), "prefix"),
            (lambda: gradient_descent(model, X, Y, -0.1, 3), "step"),
            (lambda: gradient_descent(model, X, Y, np.inf, 3), "step"),
            (lambda: gradient_descent(model, X, Y, 1e6, 50), "the loss overflows at step"),
            (lambda: gradient_descent(model, X, Y, 0.1, -1), "steps"),
            (lambda: gradient_flow(model, X, Y, 1, 0), "steps"),
            (lambda: Transformer(model.U, model.W[:, :0], model.A, 1, 1), "W has shape"),
            (lambda: Transformer(model.U[:1], model.W, model.A, 1, 1), "U has shape"),
            (lambda: Transformer(model.U, model.W, model.A[..., :2], 1, 1), "A has shape"),
            (lambda: Transformer(model.U, "W", model.A, 1, 1), "W holds"),
            (lambda: feed_forward_kernel(model, X, 2), "nu")]:
        with pytest.raises(ValueError, match=words):
            call()
