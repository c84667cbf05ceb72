"""The code in the documentation runs."""
from pathlib import Path
import re

PAGE = (Path(__file__).parent.parent/"docs"/"smoothing.md").read_text()


def test_the_numpy_example_runs_and_reports_its_spike(capsys):
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(blocks) == 2
    exec(compile(blocks[0], "docs/smoothing.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed.startswith("40 steps, 1 smoothings\nstep 31: smoothed") and printed.count("stable rank") == 2


class Tensor:
    """As much of a PyTorch tensor as the example uses."""

    def __init__(self, values):
        self.values, self.ndim, self.grad = values, values.ndim, None

    def detach(self):
        return self

    float = cpu = detach

    def numpy(self):
        return self.values

    def copy_(self, other):
        self.values = other.values


def test_the_torch_example_runs_against_a_stand_in(monkeypatch, capsys):
    from contextlib import nullcontext
    import sys
    from types import SimpleNamespace

    import numpy as np

    torch = SimpleNamespace(no_grad=nullcontext, from_numpy=Tensor)
    monkeypatch.setitem(sys.modules, "torch", torch)
    weight = Tensor(np.diag([9.0, 2.0, 1.0]))
    steps = []

    class Model:
        def named_parameters(self):
            return [("W", weight), ("b", Tensor(np.zeros(3)))]

        def __call__(self, size):
            return size

    def loss_of(size, _):
        def backward():
            weight.grad = Tensor(size*np.eye(3))
        return SimpleNamespace(backward=backward)

    optimizer = SimpleNamespace(zero_grad=lambda: None, step=lambda: steps.append(1), state={"momentum": 1})
    batches = [(50.0 if t == 15 else 1.0, None) for t in range(20)]
    code = re.findall(r"```python\n(.*?)```", PAGE, re.S)[1]
    exec(compile(code, "docs/smoothing.md", "exec"),
         dict(model=Model(), batches=batches, loss_of=loss_of, optimizer=optimizer))
    assert len(steps) == 19 and optimizer.state == {}
    assert weight.values[0, 0] < 9 and "step 16: smoothed" in capsys.readouterr().out
