"""Support vector machines with one decision value: regression, and one class."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, OutlierMixin, RegressorMixin

from ._grams import is_given, kernel_values, training_matrix
from ._kernels import OR_OF_MATRICES, kernel_of, real, trained_on_by, with_kernels_of
from ._library import asked, library
from ._rows import rows_of, threads_of, validated
from ._supervised import (
    KernelModel,
    moved,
    origin_of,
    require_linear,
    single_precision,
    support_vectors,
    warn_unless_converged,
    weights_of_rows,
)


def _numbered(K: np.ndarray) -> np.ndarray:
    """Rows of a kernel matrix as the library takes them: the row's number first."""
    rows = np.empty((K.shape[0], K.shape[1] + 1), dtype=np.float32)
    rows[:, 0] = np.arange(1, len(K) + 1)
    rows[:, 1:] = K
    return rows


#: For documentation, here and of SVC.
MACHINE_PARAMETERS = """\
    kernel : str, default "rbf"
        KERNELS.
        "precomputed": X is the kernel matrix, (n_samples, n_samples), and to predict (n_samples, training rows); or a
        function of two arrays of rows that returns it. Such a matrix is symmetric; values are rounded to float32.
    KERNEL_PARAMETERS
    tol : float
        The largest violation of the optimality conditions.
    shrinking : bool
    cache_size : float
        MB for kernel rows.
    n_jobs : int or None
        Threads; they change no result.
"""
MACHINE_ATTRIBUTES = """\
    n_support_vectors_ : int
    n_iter_ : int
        Steps, of all machines together.
    kernel_ : dict
        The kernel, of a polynomial one with a gamma over gamma^degree.
    support_, n_support_, support_vectors_, dual_coef_, intercept_, coef_
        As scikit-learn has them: coef_ with kernel="linear"; support_vectors_ of a kernel matrix are empty.
"""


class _OneMachine(KernelModel):
    """Of a machine that is fitted to rows, or to a kernel matrix."""

    kernel: Any
    #: Training rows of a kernel that is a function.
    _rows: Any = None
    #: What the library's kernel is to be multiplied by.
    _factor: float = 1.0

    def _fit(self, X: Any, y: np.ndarray, sample_weight: Any, learner: dict[str, Any]) -> None:
        weights = weights_of_rows(sample_weight, X)
        self._rows, self._origin, self._factor = None, None, 1.0
        request: dict[str, Any] = {"learner": learner}
        if is_given(self.kernel):
            self._rows = X if callable(self.kernel) else None
            rows = _numbered(training_matrix(X if self._rows is None else self.kernel(X, X), X.shape[0]))
            request["on_gram"] = True
            self.kernel_ = self.kernel
        else:
            kernel, self._factor = kernel_of(
                X, trained_on_by(learner["type"]), OR_OF_MATRICES, **self.get_params(deep=False)
            )
            if "C" in learner:
                learner["C"] *= self._factor  # the same values as C with the kernel times the factor
            else:
                learner["eps"] /= self._factor
            self._origin = origin_of(X, kernel)
            rows, request["kernel"] = moved(X, self._origin), kernel
            self.kernel_ = kernel
        self._model = asked(
            library.train, rows_of(rows), y, weights, json.dumps(request), threads_of(self.n_jobs)
        )
        report = self._report()
        self.n_iter_, self.n_support_vectors_ = report["iterations"], report["support_vectors"]
        # C grew with the factor, and with it the coefficients; those of one class have no C.
        by_C = self._factor if "C" in learner else 1.0
        ((_, _, rows, b, rho),) = self._model.machines()
        self.support_, self.n_support_ = np.array(rows, dtype=np.int32), np.array([len(rows)], dtype=np.int32)
        self.dual_coef_ = np.array(b, ndmin=2) / by_C
        self.intercept_ = np.array([-rho * self._factor / by_C])
        self.support_vectors_ = support_vectors(self, X)
        warn_unless_converged(report)

    @property
    def coef_(self) -> np.ndarray:
        """Weights of the features, (1, n_features): of the linear kernel."""
        require_linear(self)
        return (self.support_vectors_.T @ self.dual_coef_.T).T

    def _values(self, X: Any) -> np.ndarray:
        if not is_given(self.kernel):
            return self._ask(X, "scores", 1).ravel()
        X = validated(self, X, reset=False)
        K = X if self._rows is None else self.kernel_(X, self._rows)
        rows = _numbered(kernel_values(K, self._model.features - 1))
        values = np.empty((len(rows), 1))
        self._model.scores(rows_of(rows), values, threads_of(self.n_jobs))
        return values.ravel()

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = is_given(self.kernel) and not callable(self.kernel)
        return tags


@with_kernels_of("block_smo_svr")
class SVR(_OneMachine, RegressorMixin, BaseEstimator):
    __doc__ = f"""Support vector regression with a kernel, by block SMO.

    Minimises |f|^2 / 2 + C sum_i max(0, |f(x_i) + b - y_i| - epsilon): the problem and the stopping rule of LIBSVM
    and of ``sklearn.svm.SVR``.

    Parameters
    ----------
    C : float, default 1.0, above 0
    epsilon : float, default 0.1
        Errors up to it cost nothing.
{MACHINE_PARAMETERS}
    Attributes
    ----------
{MACHINE_ATTRIBUTES}
    Notes
    -----
    Source: Smola & Schoelkopf, Statistics and Computing 14 (2004), and that of ``SVC``. The library's
    ``block_smo_svr``.
    """

    def __init__(
        self,
        C: float = 1.0,
        *,
        epsilon: float = 0.1,
        kernel: str = "rbf",
        degree: int = 3,
        gamma: float | str | None = "scale",
        coef0: float = 0.0,
        tol: float = 1e-3,
        shrinking: bool = True,
        cache_size: float = 1000,
        n_jobs: int | None = None,
    ) -> None:
        self.C = C
        self.epsilon = epsilon
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> SVR:
        """X: array or CSR matrix, (n_samples, n_features). y: (n_samples,). sample_weight: (n_samples,), what C is
        times for each row, or None.
        """
        X, y = validated(self, X, reset=True, y=y, y_numeric=True)
        learner = {
            "type": "block_smo_svr",
            "C": real("C", self.C),
            "p": real("epsilon", self.epsilon),
            "eps": real("tol", self.tol),
            "cache_mb": real("cache_size", self.cache_size),
            "shrinking": bool(self.shrinking),
        }
        self._fit(X, single_precision(y), sample_weight, learner)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """f(x) + b, (n_samples,), float64."""
        return self._values(X)


@with_kernels_of("block_smo_one_class")
class OneClassSVM(_OneMachine, OutlierMixin, BaseEstimator):
    __doc__ = f"""The region where training rows lie, by a one-class support vector machine, by block SMO.

    Minimises a^T K a / 2, K_ij = kappa(x_i, x_j), over 0 <= a_i <= 1 with sum_i a_i = nu n: the problem, its scale and
    the stopping rule of LIBSVM and of ``sklearn.svm.OneClassSVM``.

    Parameters
    ----------
    nu : float in (0, 1], default 0.5
        At most this share of training rows is outside, at least this share are support vectors.
{MACHINE_PARAMETERS}
    Attributes
    ----------
    offset_ : float
        decision_function is score_samples minus it.
{MACHINE_ATTRIBUTES}
    Notes
    -----
    Source: Schoelkopf, Platt, Shawe-Taylor, Smola & Williamson, Neural Computation 13 (2001), and that of ``SVC``.
    The library's ``block_smo_one_class``.
    """

    def __init__(
        self,
        *,
        nu: float = 0.5,
        kernel: str = "rbf",
        degree: int = 3,
        gamma: float | str | None = "scale",
        coef0: float = 0.0,
        tol: float = 1e-3,
        shrinking: bool = True,
        cache_size: float = 1000,
        n_jobs: int | None = None,
    ) -> None:
        self.nu = nu
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> OneClassSVM:
        """X: array or CSR matrix, (n_samples, n_features). y is not looked at. sample_weight: (n_samples,), what a_i
        is at most, or None.
        """
        X = validated(self, X, reset=True)
        learner = {
            "type": "block_smo_one_class",
            "nu": real("nu", self.nu),
            "eps": real("tol", self.tol),
            "cache_mb": real("cache_size", self.cache_size),
            "shrinking": bool(self.shrinking),
        }
        self._fit(X, np.ones(X.shape[0], dtype=np.float32), sample_weight, learner)
        self.offset_ = -self.intercept_[0]
        return self

    def decision_function(self, X: Any) -> np.ndarray:
        """(n_samples,), above 0 inside."""
        return self._factor * self._values(X)

    def score_samples(self, X: Any) -> np.ndarray:
        """sum_i a_i kappa(x_i, x), (n_samples,)."""
        return self.decision_function(X) + self.offset_

    def predict(self, X: Any) -> np.ndarray:
        """1 for rows inside, -1 for those outside, (n_samples,)."""
        return np.where(self.decision_function(X) > 0, 1, -1)
