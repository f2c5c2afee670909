"""Kernel matrices in the place of kernels: given, of a function in Python, or of the library's kernels."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from scipy import sparse

from ._library import asked, library
from ._rows import rows_of, threads_of

#: What symmetric values may differ by, beside the largest: they may come in single precision.
_ROUNDING = 1e-5
_ROWS_AT_ONCE = 1024


def is_given(kernel: Any) -> bool:
    """Whether the kernel is a matrix or a function of the user's."""
    return callable(kernel) or (isinstance(kernel, str) and kernel == "precomputed")


def training_matrix(K: Any, n: int) -> np.ndarray:
    """A kernel matrix of n training rows, (n, n), as float32 or float64. ValueError where it cannot be one."""
    K = kernel_values(K, n)
    if len(K) != n:
        raise ValueError(f"the kernel matrix has the shape {K.shape}, expected a square one")
    most = max(float(K.max()), -float(K.min()))
    for begin in range(0, n, _ROWS_AT_ONCE):
        some = slice(begin, begin + _ROWS_AT_ONCE)
        if np.abs(K[some] - K[:, some].T).max() > _ROUNDING * most:
            raise ValueError("the kernel matrix is not symmetric")
    return K


def kernel_values(K: Any, n: int) -> np.ndarray:
    """Kernel values of some rows with n training rows, which are finite."""
    K = np.asarray(K.toarray() if sparse.issparse(K) else K)
    if K.dtype != np.float32:
        K = K.astype(np.float64, copy=False)
    if K.ndim != 2 or K.shape[1] != n:
        raise ValueError(f"kernel values have the shape {K.shape}, expected {n} columns, one for each training row")
    if not np.isfinite(K).all():
        raise ValueError("the kernel matrix has a value that is not finite")
    return K


def library_values(kernel: dict[str, Any], factor: float, X: Any, Y: Any, n_jobs: int | None) -> np.ndarray:
    """factor * kappa(x_i, y_j) of a kernel of the library, (n_x, n_y), float64."""
    K = np.empty((X.shape[0], Y.shape[0]))
    asked(library.gram, json.dumps(kernel), rows_of(X), rows_of(Y), K, threads_of(n_jobs))
    K *= factor
    return K


class GramMachines:
    """Machines of pairs of classes on kernel values, as the library's Model is one on rows."""

    def __init__(self, pairs: list[tuple[int, int, Any, Any, float]], report: str) -> None:
        self.classes = [pairs[0][0]] + [second for first, second, *_ in pairs if first == pairs[0][0]]
        self._pairs = [
            (first, second, np.array(rows, dtype=np.intp), np.array(b), rho) for first, second, rows, b, rho in pairs
        ]
        self._report = report

    def machines(self) -> list[tuple[int, int, Any, Any, float]]:
        return self._pairs

    def report(self) -> str:
        return self._report

    def scores(self, K: np.ndarray) -> np.ndarray:
        return np.column_stack([K[:, rows] @ b - rho for _, _, rows, b, rho in self._pairs])
