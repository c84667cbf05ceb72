"""The code of docs/smoothing.md runs."""
from contextlib import nullcontext
from pathlib import Path
import re
import sys
from types import SimpleNamespace

import numpy as np
import pytest

PAGE = (Path(__file__).parent.parent/"docs"/"smoothing.md").read_text()
NUMPY, TORCH = re.findall(r"```python\n(.*?)```", PAGE, re.S)


def run(code):
    names = {}
    exec(compile(code, "docs/smoothing.md", "exec"), names)
    return names


def test_the_numpy_example_runs_and_reports_its_spike(capsys):
    run(NUMPY)
    printed = capsys.readouterr().out
    assert printed.startswith("40 steps, 1 smoothings\nstep 31: smoothed") and printed.count("stable rank") == 2


def test_the_torch_example_runs_where_torch_is_installed(capsys):
    pytest.importorskip("torch", reason="PyTorch is not a dependency; the next test runs the same loop without it")
    run(TORCH)
    assert capsys.readouterr().out.startswith("40 steps, 1 smoothings\nstep 31: smoothed (weight: ")


# --- the same loop on as much of PyTorch as it uses ----------------------------------------------------------------

class Tensor:
    """No array, but something with `__array__`."""

    def __init__(self, values):
        self.values, self.grad = np.asarray(values), None

    ndim = property(lambda self: self.values.ndim)

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.values, dtype=dtype)

    def __mul__(self, factor):
        return Tensor(factor*self.values)

    def detach(self):
        return self

    float = cpu = numpy = detach

    def copy_(self, other):
        self.values = np.asarray(other)


class Linear:
    def __init__(self, inputs, outputs):
        rng = np.random.default_rng(0)
        self.weight, self.bias = Tensor(rng.standard_normal((outputs, inputs))/4), Tensor(np.zeros(outputs))

    def named_parameters(self):
        return [("weight", self.weight), ("bias", self.bias)]

    def parameters(self):
        return [self.weight, self.bias]

    def __call__(self, inputs):
        return SimpleNamespace(layer=self, inputs=inputs.values)


def mean_square(output, targets):
    def backward():
        layer = output.layer
        error = output.inputs @ layer.weight.values.T + layer.bias.values - targets.values
        layer.weight.grad = Tensor(2*error.T @ output.inputs/error.size)
        layer.bias.grad = Tensor(2*error.sum(axis=0)/error.size)
    return SimpleNamespace(backward=backward)


class Descent:
    def __init__(self, parameters, lr, momentum):
        self.parameters, self.lr, self.momentum, self.state, self.steps = parameters, lr, momentum, {}, 0

    def zero_grad(self):
        for p in self.parameters:
            p.grad = None

    def step(self):
        self.steps += 1
        for p in self.parameters:
            self.state[id(p)] = self.momentum*self.state.get(id(p), 0) + p.grad.values
            p.values = p.values - self.lr*self.state[id(p)]


def test_the_torch_example_runs_on_things_that_can_be_made_arrays(monkeypatch, capsys):
    rng = np.random.default_rng(0)
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(
        manual_seed=lambda seed: None, randn=lambda *shape: Tensor(rng.standard_normal(shape)), no_grad=nullcontext,
        from_numpy=Tensor, nn=SimpleNamespace(Linear=Linear, MSELoss=lambda: mean_square),
        optim=SimpleNamespace(SGD=Descent)))
    names = run(TORCH)
    assert capsys.readouterr().out.startswith("40 steps, 1 smoothings\nstep 31: smoothed (weight: ")
    assert names["optimizer"].steps == 39
    done = names["smoother"]
    assert done.steps == 40 and list(done.detectors) == ["weight"]
