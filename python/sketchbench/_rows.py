"""Rows on their way from scikit-learn's arrays to the library."""

from __future__ import annotations

import numbers
import warnings
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from ._library import library

_WORTH_A_WORD = 1e-3  # of a standard deviation


def validated(estimator: Any, X: Any, *, reset: bool, **more: Any) -> Any:
    """X (and y, where it is among `more`) as scikit-learn checks them: float32 and float64 stay what they are.
    Of rows to fit on, columns that float32 holds little of are warned of.
    """
    checked = validate_data(
        estimator, X, reset=reset, accept_sparse="csr", dtype=[np.float32, np.float64], order=None, **more
    )
    rows = checked[0] if isinstance(checked, tuple) else checked
    if reset and rows.dtype == np.float64 and min(rows.shape) > 0:
        names = getattr(estimator, "feature_names_in_", None)
        for j in _narrow_columns(rows):
            values = rows[:, [j]].toarray().ravel() if sparse.issparse(rows) else rows[:, j]
            warn_of_rounding(values, f"column {j} of X" if names is None else f"the column {names[j]!r} of X")
    return checked


def _narrow_columns(X: Any) -> np.ndarray:
    """Those whose values lie so near each other that their rounding can count. The first rows tell that most do not; a
    column that a sparse row has no entry of spans from 0.
    """
    columns = np.unique(X.indices[: X.indptr[1]]) if sparse.issparse(X) else np.arange(X.shape[1])
    low, high = np.full(len(columns), np.inf), np.full(len(columns), -np.inf)
    rows_at_once = max(64, 250_000 * X.shape[0] // max(1, X.nnz if sparse.issparse(X) else X.size))
    begin, end = 0, 64
    while begin < X.shape[0] and len(columns) > 0:
        some = X[begin:end][:, columns]
        lows, highs = some.min(axis=0), some.max(axis=0)
        if sparse.issparse(lows):
            lows, highs = lows.toarray().ravel(), highs.toarray().ravel()
        low, high = np.minimum(low, lows), np.maximum(high, highs)
        narrow = high - low < np.maximum(-low, high) / 256
        columns, low, high = columns[narrow], low[narrow], high[narrow]
        begin, end = end, end + rows_at_once
    return columns[high > low]


def warn_of_rounding(values: np.ndarray, what: str, then: str = "") -> None:
    """Where float32 rounds values by more than a thousandth of their standard deviation."""
    with np.errstate(over="ignore", invalid="ignore"):
        error, spread = np.sqrt(np.mean((values - values.astype(np.float32)) ** 2)), values.std()
    if error > _WORTH_A_WORD * spread > 0:
        warnings.warn(
            f"float32, as which it is taken, rounds {what} by {100 * error / spread:.3g} % of the standard deviation: "
            f"subtract a constant such as {values[0]:.10g}{then}",
            stacklevel=4,
        )


def rows_of(X: Any) -> Any:
    """A view of validated rows. float32, dense with rows in C order or CSR with int32 indices, is used in place, but
    for numbers at odd addresses, such as those in the midst of a file's bytes, which are copied.
    """
    if not sparse.issparse(X):
        return library.Rows(_aligned(X))
    X = _canonical(X)
    return library.Rows(_aligned(X.indptr), _aligned(X.indices), _aligned(X.data), X.shape[1])


def _aligned(values: np.ndarray) -> np.ndarray:
    return np.require(values, requirements=["ALIGNED"])


def _canonical(X: Any) -> Any:
    """A CSR matrix with ascending columns, each once in a row: X itself where it is one."""
    if X.has_canonical_format:
        return X
    X = X.copy()
    X.sum_duplicates()
    return X


def threads_of(n_jobs: int | None) -> int:
    """scikit-learn's n_jobs as a number of threads."""
    return max(1, int(effective_n_jobs(n_jobs)))


def seed_of(random_state: Any) -> int:
    """The library's seed: a whole number stands for itself, so that features are those of ``--seed``."""
    if isinstance(random_state, numbers.Integral) and random_state >= 0:
        return int(random_state)
    return int(check_random_state(random_state).randint(0, 2**31 - 1, dtype=np.int64))


def variance_of(X: Any) -> float:
    """The variance of all values of X, zeros of sparse rows included, in double precision and a block at a time."""
    values = X
    if sparse.issparse(X):
        X = _canonical(X)
        values = X.data[: X.nnz]
    if not max(float(values.max(initial=0)), -float(values.min(initial=0))) < 1e150:
        raise ValueError("X has values whose squares are beyond double precision: scale the data")
    count = X.shape[0] * X.shape[1]
    step = max(1, 1_000_000 // (1 if values.ndim == 1 else max(1, values.shape[1])))
    blocks = [values[i : i + step] for i in range(0, values.shape[0], step)]  # views
    mean = sum(float(block.sum(dtype=np.float64)) for block in blocks) / count
    squares = sum(float(((block.astype(np.float64) - mean) ** 2).sum()) for block in blocks)
    return (squares + (count - values.size) * mean**2) / count
