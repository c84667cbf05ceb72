"""Mini-batch training of linear self-attention, all seeds at once, beside a loop over the seeds.

d = 3, N = 10, 128 prompts, 400 steps.  The loop runs a tenth of the seeds and is scaled up.
"""
from time import perf_counter

import numpy as np

from numerics.attention import Prompts, sample_prompts
from numerics.attention_training import train_batches

SEEDS, STEPS = 150, 400


def seconds(run):
    start = perf_counter()
    run()
    return perf_counter() - start


def main():
    rng = np.random.default_rng(0)
    data = sample_prompts(rng, (SEEDS, 128), 3, 10, shared=True)
    start = 0.3*rng.normal(size=(SEEDS, 4, 4))
    few = range(0, SEEDS, 10)
    single = [(start[i:i + 1], Prompts(*(x[i:i + 1] for x in (data.gram, data.query, data.target)))) for i in few]
    print(f"{SEEDS} seeds, {STEPS} steps\n{'batch':>6} {'all at once':>12} {'one by one':>12} {'ratio':>7}")
    for size in (128, 8, 1):
        together = seconds(lambda: train_batches(rng, start, data, 1e-3, STEPS, size))
        alone = seconds(lambda: [train_batches(rng, U, one, 1e-3, STEPS, size) for U, one in single])*SEEDS/len(few)
        print(f"{size:6} {together:10.2f} s {alone:10.2f} s {alone/together:7.1f}")


if __name__ == "__main__":
    main()
