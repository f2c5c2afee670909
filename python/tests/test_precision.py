"""What float32 loses of columns and targets is warned of, with the remedy."""

import warnings

import numpy as np
import pytest
from scipy import sparse

import sketchbench

TIMES = 1_600_000_000 + np.arange(120.0)
X = np.random.default_rng(0).normal(size=(120, 3))


@pytest.mark.parametrize("model", [sketchbench.Ridge(), sketchbench.SVR(), sketchbench.KernelRidge()])
def test_targets_that_float32_does_not_hold_are_warned_of(model):
    with pytest.warns(UserWarning, match="rounds y by 1.. % .* subtract a constant such as 1600000000, and add it"):
        model.fit(X, TIMES)


def test_the_remedy_works():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = sketchbench.Ridge(alpha=1e-6).fit((TIMES - TIMES[0])[:, np.newaxis], TIMES - TIMES[0])
    np.testing.assert_allclose(model.predict((TIMES - TIMES[0])[:, np.newaxis]) + TIMES[0], TIMES, atol=1e-4)


@pytest.mark.parametrize("estimator", [sketchbench.SVC(), sketchbench.TensorSketch(n_components=5)])
def test_columns_are_named(estimator):
    pandas = pytest.importorskip("pandas")
    rows, y = np.column_stack([X, TIMES]), np.arange(120) % 2
    with pytest.warns(UserWarning, match="rounds column 3 of X by"):
        estimator.fit(rows, y)
    with pytest.warns(UserWarning, match="rounds the column 'time' of X by"):
        estimator.fit(pandas.DataFrame(rows, columns=["a", "b", "c", "time"]), y)


@pytest.mark.parametrize("make", [sparse.csr_matrix, sparse.csc_array])
def test_columns_of_sparse_rows_are_named(make):
    rows = np.zeros((1000, 30))
    rows[:, 7], rows[:, 9] = 1_600_000_000 + np.arange(1000.0), 1
    rows[:, 20] = np.where(np.arange(1000) == 900, 0, rows[:, 7])
    y = np.arange(1000) % 2
    with pytest.warns(UserWarning, match="rounds column 7 of X by") as warned:
        sketchbench.LinearSVC(C=1e-20).fit(make(rows), y)
    assert sum("rounds" in str(one.message) for one in warned) == 1
    rows[999, 7] = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sketchbench.TensorSketch(n_components=5).fit(make(rows))


def test_what_float32_holds_is_not_warned_of():
    years, alike = 1900.0 + np.arange(120) % 50, np.full(120, 0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sketchbench.Ridge().fit(np.column_stack([X, years, alike, 1e4 * X[:, 0]]), years)
        sketchbench.Ridge().fit(np.float32(X), np.float32(TIMES))
