"""Ridge regression: linear on features, and on a kernel."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from ._kernels import kernel_of, real, trained_on_by, with_kernels_of
from ._library import asked, library
from ._rows import rows_of, threads_of, validated
from ._supervised import KernelModel, single_precision, weights_of_rows


def _learner(kind: str, alpha: float | str, fit_intercept: bool) -> dict[str, Any]:
    penalty = "loo" if alpha == "loo" else real("alpha", alpha, 'a number above 0 or "loo"')
    return {"type": kind, "lambda": penalty, "intercept": bool(fit_intercept)}


class Ridge(RegressorMixin, BaseEstimator):
    """Linear ridge regression in closed form.

    Minimises sum_i (<w, x_i> + b - y_i)^2 + alpha |w|^2 by the Cholesky factor of X^T X + alpha I, which is summed
    in double precision block by block: O(n d^2 + d^3) time and O(d^2) memory. b is not penalised. Ctrl-C waits for
    the factor, or with alpha="loo" for the tridiagonal form of X^T X.

    Parameters
    ----------
    alpha : float above 0, default 1.0; or "loo": the one with the least leave-one-out error among multiples, 1e-9 to
        10, of the mean diagonal of X^T X, in closed form.
    fit_intercept : bool. n_jobs : int or None. Threads; they change no result.

    Attributes
    ----------
    coef_ : (n_features,), float64. intercept_ : float. alpha_ : float.

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
        """X: array or CSR matrix, (n_samples, n_features). y: (n_samples,). sample_weight: (n_samples,), what a row's
        square counts, or None.
        """
        X, y = validated(self, X, reset=True, y=y, y_numeric=True)
        learner = _learner("ridge", self.alpha, self.fit_intercept)
        parts, _, report = asked(
            library.train_linear,
            rows_of(X),
            single_precision(y),
            weights_of_rows(sample_weight, X),
            json.dumps(learner),
            0.0,
            threads_of(self.n_jobs),
        )
        self.coef_, self.intercept_ = parts["weights"], float(parts["intercept"][0])
        chosen = json.loads(report)["chosen"]
        self.alpha_ = float(self.alpha) if chosen is None or self.alpha != "loo" else chosen["lambda"]
        return self

    def predict(self, X: Any) -> np.ndarray:
        """<w, x> + b, (n_samples,), float64."""
        check_is_fitted(self)
        X = validated(self, X, reset=False)
        targets = np.empty((X.shape[0], 1))
        intercept = np.array([self.intercept_])
        library.linear_scores(rows_of(X), self.coef_[np.newaxis], intercept, targets, threads_of(self.n_jobs))
        return targets.ravel()

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


@with_kernels_of("krr")
class KernelRidge(KernelModel, RegressorMixin, BaseEstimator):
    """Kernel ridge regression, exact: f(x) = sum_i a_i kappa(x_i, x) with a = (K + alpha I)^-1 y.

    Minimises sum_i (f(x_i) - y_i)^2 + alpha |f|^2 in the kernel's feature space; O(n^3 / 3) time, n^2 values of
    double precision. With alpha="loo" Ctrl-C waits for the tridiagonal form of K, O(n^3) on one thread.

    Parameters
    ----------
    alpha : float above 0, default 1.0; or "loo": the one with the least leave-one-out error, in closed form.
    kernel : str, default "linear". KERNELS.
    gamma : float, None or "auto" (1 / n_features), "scale" (1 / (n_features * X.var())) or "median" (the one whose
        sigma is the median distance of rows). Of the polynomial kernel it is the factor of <x, y>; the linear one has
        none. degree : int. coef0 : float.
    fit_intercept : bool. With True, rows are centred in the feature space and f has a constant that is not
        penalised; scikit-learn's has none.
    n_jobs : int or None. Threads; they change no result.

    Attributes
    ----------
    kernel_ : the kernel, of a polynomial one with a gamma over gamma^degree. alpha_ : float.

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
        """X: array or CSR matrix, (n_samples, n_features). y: (n_samples,). sample_weight: (n_samples,), what a row's
        square counts, or None.
        """
        X, y = validated(self, X, reset=True, y=y, y_numeric=True)
        kernel, factor = kernel_of(X, trained_on_by("krr"), **self.get_params(deep=False))
        learner = _learner("krr", self.alpha, self.fit_intercept)
        if self.alpha != "loo":  # the same function: factor K + alpha I
            learner["lambda"] /= factor
        request = {"learner": learner, "kernel": kernel}
        self._model = asked(
            library.train,
            rows_of(X),
            single_precision(y),
            weights_of_rows(sample_weight, X),
            json.dumps(request),
            threads_of(self.n_jobs),
        )
        self.kernel_ = kernel
        chosen = self._report()["chosen"]
        self.alpha_ = float(self.alpha) if self.alpha != "loo" else chosen["lambda"] * factor
        return self

    def predict(self, X: Any) -> np.ndarray:
        """f(x), (n_samples,), float64."""
        return self._ask(X, "scores", 1).ravel()

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
