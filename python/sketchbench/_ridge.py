"""Ridge regression: linear on features, and on a kernel."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.utils.validation import check_is_fitted

from ._grams import is_given, kernel_values, library_values, training_matrix
from ._kernels import OR_OF_ROWS, kernel_of, real, trained_on_by, with_kernels_of
from ._library import asked, library
from ._rows import rows_of, threads_of, validated
from ._supervised import KernelModel, single_precision, weights_of_rows


_ROWS_AT_ONCE = 1024


def _learner(kind: str, alpha: float | str, fit_intercept: bool) -> dict[str, Any]:
    penalty = "loo" if alpha == "loo" else real("alpha", alpha, 'a number above 0 or "loo"')
    return {"type": kind, "lambda": penalty, "intercept": bool(fit_intercept)}


class Ridge(RegressorMixin, BaseEstimator):
    """Linear ridge regression in closed form.

    Minimises sum_i (<w, x_i> + b - y_i)^2 + alpha |w|^2 by the Cholesky factor of X^T X + alpha I, which is summed
    in double precision block by block: O(n d^2 + d^3) time and O(d^2) memory; where there are twice as many columns as
    rows or more, by that of the dual's X X^T + alpha I: O(n^3), O(n^2) for each non-zero of a row, and O(n^2) memory. b
    is not penalised. Ctrl-C waits for the factor, or with alpha="loo" for the tridiagonal form.

    Parameters
    ----------
    alpha : float or "loo", default 1.0
        Above 0. "loo": the one with the least leave-one-out error among multiples, 1e-9 to 10, of the mean diagonal of
        X^T X, in closed form.
    fit_intercept : bool
    n_jobs : int or None
        Threads; they change no result.

    Attributes
    ----------
    coef_ : (n_features,) or (n_targets, n_features), float64
        Each target is solved by itself.
    intercept_ : float or (n_targets,)
    alpha_ : float or, with "loo" and several targets, (n_targets,)

    Notes
    -----
    Source: Hoerl & Kennard, Technometrics 12 (1970); leave-one-out: Allen, Technometrics 16 (1974). The library's
    ``ridge``.
    """

    def __init__(
        self, alpha: float | str = 1.0, *, fit_intercept: bool = True, n_jobs: int | None = None
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Ridge:
        """X: array or CSR matrix, (n_samples, n_features). y: (n_samples,) or (n_samples, n_targets). sample_weight:
        (n_samples,), what a row's square counts, or None.
        """
        X, y = validated(self, X, reset=True, y=y, y_numeric=True, multi_output=True)
        weights = weights_of_rows(sample_weight, X)
        found = [self._fit_target(X, target, weights) for target in (y.T if y.ndim == 2 else [y])]
        coef, intercept, alpha = (np.array(values) for values in zip(*found, strict=True))
        if y.ndim == 2:
            self.coef_, self.intercept_ = coef, intercept
            self.alpha_ = alpha if self.alpha == "loo" else float(self.alpha)
        else:
            self.coef_, self.intercept_, self.alpha_ = coef[0], float(intercept[0]), float(alpha[0])
        return self

    def _fit_target(self, X: Any, y: np.ndarray, weights: np.ndarray | None) -> tuple[np.ndarray, float, float]:
        learner = _learner("ridge", self.alpha, self.fit_intercept)
        parts, _, report = asked(
            library.train_linear,
            rows_of(X),
            single_precision(y),
            weights,
            json.dumps(learner),
            0.0,
            threads_of(self.n_jobs),
        )
        chosen = json.loads(report)["chosen"]
        alpha = float(self.alpha) if chosen is None or self.alpha != "loo" else chosen["lambda"]
        return parts["weights"], parts["intercept"][0], alpha

    def predict(self, X: Any) -> np.ndarray:
        """<w, x> + b, (n_samples,) or (n_samples, n_targets), float64."""
        check_is_fitted(self)
        X = validated(self, X, reset=False)
        coef, intercept = np.atleast_2d(self.coef_), np.atleast_1d(self.intercept_)
        targets = np.empty((X.shape[0], len(coef)))
        library.linear_scores(rows_of(X), coef, intercept, targets, threads_of(self.n_jobs))
        return targets if np.ndim(self.intercept_) else targets.ravel()

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.target_tags.multi_output = True
        return tags


@with_kernels_of("krr")
class KernelRidge(KernelModel, RegressorMixin, BaseEstimator):
    """Kernel ridge regression, exact: f(x) = sum_i a_i kappa(x_i, x) with a = (K + alpha I)^-1 y.

    Minimises sum_i (f(x_i) - y_i)^2 + alpha |f|^2 in the kernel's feature space; O(n^3 / 3) time, n^2 values of
    double precision. With alpha="loo" Ctrl-C waits for the tridiagonal form of K, O(n^3) on one thread.

    Parameters
    ----------
    alpha : float or "loo", default 1.0
        Above 0. "loo": the one with the least leave-one-out error, in closed form.
    kernel : str, default "linear"
        KERNELS.
        "precomputed": X is the kernel matrix, (n_samples, n_samples), and to predict (n_samples, training rows); or a
        function of two rows. Such a matrix is symmetric, K + alpha I positive definite.
    gamma : float, "auto", "scale", "median" or None
        "auto" or None: 1 / n_features. "scale": 1 / (n_features * X.var()). "median": the one whose sigma is the median
        distance of rows. Of the polynomial kernel it is the factor of <x, y>; the linear one has none.
    degree : int
    coef0 : float
    fit_intercept : bool
        With True, rows are centred in the feature space and f has a constant that is not penalised; scikit-learn's has
        none.
    n_jobs : int or None
        Threads; they change no result.

    Attributes
    ----------
    kernel_ : dict
        The kernel, of a polynomial one with a gamma over gamma^degree.
    alpha_ : float
        The same for all targets.
    dual_coef_ : (n_samples,) or (n_samples, n_targets), float64
    intercept_ : float or (n_targets,)

    Notes
    -----
    Source: Saunders, Gammerman & Vovk, ICML 1998. The library's ``krr``.
    """

    def __init__(
        self,
        alpha: float | str = 1.0,
        *,
        kernel: str = "linear",
        gamma: float | str | None = None,
        degree: int = 3,
        coef0: float = 1.0,
        fit_intercept: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> KernelRidge:
        """X: array or CSR matrix, (n_samples, n_features). y: (n_samples,) or (n_samples, n_targets), for which
        there is one factor of the kernel matrix. sample_weight: (n_samples,), what a row's square counts, or None.
        """
        X, y = validated(self, X, reset=True, y=y, y_numeric=True, multi_output=True)
        weights = weights_of_rows(sample_weight, X)
        if is_given(self.kernel):
            return self._fit_matrix(X, y, weights, self.kernel, 1.0)
        kernel, factor = kernel_of(X, trained_on_by("krr"), OR_OF_ROWS, **self.get_params(deep=False))
        if y.ndim == 2:
            return self._fit_matrix(X, y, weights, kernel, factor)
        learner = _learner("krr", self.alpha, self.fit_intercept)
        if self.alpha != "loo":  # the same function: factor K + alpha I
            learner["lambda"] /= factor
        request = {"learner": learner, "kernel": kernel}
        self._model = asked(
            library.train,
            rows_of(X),
            single_precision(y),
            weights,
            json.dumps(request),
            threads_of(self.n_jobs),
        )
        self.kernel_ = kernel
        numbers = self._model.numbers()
        self.dual_coef_, self.intercept_ = np.array(numbers["coefficients"]) / factor, numbers["intercept"][0]
        chosen = self._report()["chosen"]
        self.alpha_ = float(self.alpha) if self.alpha != "loo" else chosen["lambda"] * factor
        return self

    def _fit_matrix(
        self, X: Any, y: np.ndarray, weights: np.ndarray | None, kernel: Any, factor: float
    ) -> KernelRidge:
        self._model, self._rows, self._factor, self.kernel_ = None, X, factor, kernel
        K = training_matrix(self._kernel_values(X), X.shape[0])
        alpha = None if self.alpha == "loo" else _learner("krr", self.alpha, True)["lambda"]
        coef, intercept, self.alpha_, _ = asked(
            library.train_ridge_on_gram,
            np.ascontiguousarray(K, dtype=np.float64),
            single_precision(y.T if y.ndim == 2 else y[np.newaxis]),
            weights,
            alpha,
            bool(self.fit_intercept),
            threads_of(self.n_jobs),
        )
        self.dual_coef_ = coef if y.ndim == 2 else coef[:, 0]
        self.intercept_ = intercept if y.ndim == 2 else float(intercept[0])
        if is_given(kernel) and not callable(kernel):
            self._rows = None
        return self

    def _kernel_values(self, X: Any) -> np.ndarray:
        if isinstance(self.kernel_, dict):
            return library_values(self.kernel_, self._factor, X, self._rows, self.n_jobs)
        return pairwise_kernels(X, self._rows, metric=self.kernel_) if callable(self.kernel_) else X

    def predict(self, X: Any) -> np.ndarray:
        """f(x), (n_samples,) or (n_samples, n_targets), float64."""
        check_is_fitted(self)
        if self._model is not None:
            return self._ask(X, "scores", 1).ravel()
        X = validated(self, X, reset=False)
        n = len(self.dual_coef_)
        some = [
            kernel_values(self._kernel_values(X[i : i + _ROWS_AT_ONCE]), n) @ self.dual_coef_
            for i in range(0, X.shape[0], _ROWS_AT_ONCE)
        ]
        return np.concatenate(some) + self.intercept_

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = is_given(self.kernel) and not callable(self.kernel)
        tags.target_tags.multi_output = True
        return tags
