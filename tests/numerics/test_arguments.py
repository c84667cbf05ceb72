import numpy as np
import pytest

from numerics.arguments import common_shape, finite, flat, positive, reals, whole, without_nan


def test_reals_keep_float64_arrays_and_convert_the_rest():
    x = np.zeros(3)
    assert reals("x", x) is x
    assert reals("x", [1, 2]).dtype == np.float64 and reals("x", np.float32(0.5)) == 0.5
    for bad in ("1", [True], 1j, None, [object()]):
        with pytest.raises(ValueError, match="x holds .*: write real numbers"):
            reals("x", bad)


def test_nan_and_infinity():
    assert finite("x", []).size == 0 and without_nan("x", [np.inf]) == np.inf
    with pytest.raises(ValueError, match="x contains NaN"):
        finite("x", [1.0, np.nan])
    with pytest.raises(ValueError, match="x contains inf"):
        finite("x", [1.0, -np.inf])


def test_numbers():
    assert whole("n", np.int64(3), least=3) == 3 and positive("r", 2) == 2.0 and positive("r", np.inf) == np.inf
    for bad in (2, 8, 3.0, True, "3", None):
        with pytest.raises(ValueError, match="n = .*: write an integer, at least 3 and at most 7"):
            whole("n", bad, least=3, most=7)
    for bad in (0, -1, np.nan, [1.0]):
        with pytest.raises(ValueError, match="r = .*: write one number above 0"):
            positive("r", bad)


def test_shapes():
    a, b = np.arange(3.0), np.zeros((2, 1))
    assert common_shape(a=a, b=b) == (2, 3)
    assert flat(a, (2, 3)).tolist() == [0, 1, 2, 0, 1, 2]
    with pytest.raises(ValueError, match=r"these shapes do not broadcast: a \(3,\), c \(2,\)"):
        common_shape(a=a, c=np.zeros(2))
