"""Training of cascade transformers, 3 hops, 3 seeds x 500 steps of 64 graphs, beside dense matrices.

The dense rival stores (64, n, n) adjacency matrices that it samples and searches graph by graph, and contracts them by
`einsum`; it runs a share of the steps and is scaled up.
"""
from time import perf_counter

import numpy as np

from numerics.cascade import Architecture, adam, erdos_renyi, superposition_loss, train

HOPS, BATCH, SEEDS, STEPS = 3, 64, 3, 500


def dense_graphs(rng, n, p):
    """Adjacency (BATCH, n, n), targets (HOPS, BATCH, n) and roots, graph by graph, none dying out."""
    found = []
    while len(found) < BATCH:
        adjacency = (rng.random((n, n)) < p).astype(float)
        np.fill_diagonal(adjacency, 0)
        root = rng.integers(n)
        reached = np.eye(n, dtype=bool)[root]
        new, sets = reached, []
        for _ in range(HOPS):
            new = (adjacency[new].sum(0) > 0) & ~reached
            reached = reached | new
            sets.append(reached/np.sqrt(reached.sum()))
            if not new.any():
                break
        else:
            found.append((adjacency, sets, root))
    adjacency, sets, root = zip(*found)
    return np.array(adjacency), np.array(sets).swapaxes(0, 1), np.array(root)


def dense_step(rng, parameters, n, p):
    """The gradient of L_sup for the parameters beta, alpha (HOPS,) and a, b, eta, by dense contractions."""
    adjacency, targets, root = dense_graphs(rng, n, p)
    degree, z, kept = adjacency.sum(2), np.eye(n)[root], []
    slopes = {name: np.zeros_like(value) for name, value in parameters.items()}
    a, b, eta = (parameters[name] for name in ("a", "b", "eta"))
    for c in range(HOPS):
        logits = parameters["beta"][c]*z
        top = np.where(degree > 0, logits, -np.inf).max(1, keepdims=True)
        weight = np.where(degree > 0, np.exp(np.minimum(logits - top, 0)), 0)
        weight /= (degree*weight).sum(1, keepdims=True)
        out = np.einsum("bst,bs->bt", adjacency, weight)
        y = z + parameters["alpha"][c]*out
        hidden = a*y + b
        state = y + eta*np.maximum(hidden, 0)
        norm = np.linalg.norm(state, axis=1, keepdims=True)
        kept.append((z, weight, out, y, hidden, norm, state/norm))
        z = state/norm
    back = 0
    for c in reversed(range(HOPS)):
        z, weight, out, y, hidden, norm, output = kept[c]
        back = back - targets[c]/BATCH
        back = (back - output*(output*back).sum(1, keepdims=True))/norm
        inner = eta*back*(hidden > 0)
        slopes["eta"] += (back*np.maximum(hidden, 0)).sum()
        slopes["a"] += (inner*y).sum()
        slopes["b"] += inner.sum()
        back = back + a*inner
        slopes["alpha"][c] = (back*out).sum()
        weighted = weight*np.einsum("bst,bt->bs", adjacency, parameters["alpha"][c]*back)
        logits = weighted - degree*weight*weighted.sum(1, keepdims=True)
        slopes["beta"][c] = (logits*z).sum()
        back = back + parameters["beta"][c]*logits
    return slopes


def seconds(run):
    start = perf_counter()
    run()
    return perf_counter() - start


def dense_training(n, p, steps):
    for seed in range(SEEDS):
        rng, parameters, update = np.random.default_rng(seed), Architecture(HOPS).parameters(n), adam(0.02)
        for step in range(steps):
            parameters = update(parameters, dense_step(rng, parameters, n, p), step + 1)


def training(n, p):
    for seed in range(SEEDS):
        train(Architecture(HOPS), erdos_renyi(n, p), "within", superposition_loss, adam(0.02), STEPS, batch=BATCH,
              seed=seed, condition=True)


def main():
    print(f"{HOPS} hops, {SEEDS} seeds x {STEPS} steps of {BATCH} graphs\n{'n':>4} {'np':>4} {'edge lists':>11} "
          f"{'dense':>9} {'ratio':>6}")
    for n, p, share in ((50, 0.04, 10), (200, 0.01, 100)):
        mine, dense = seconds(lambda: training(n, p)), share*seconds(lambda: dense_training(n, p, STEPS//share))
        print(f"{n:4} {n*p:4.0f} {mine:9.2f} s {dense:7.2f} s {dense/mine:6.1f}")


if __name__ == "__main__":
    main()
