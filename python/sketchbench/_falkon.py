"""Kernel ridge regression on landmarks, by FALKON: of targets, and of classes."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

from ._kernels import kernel_of, real, trained_on_by, whole, with_kernels_of
from ._library import asked, library
from ._rows import rows_of, seed_of, threads_of, validated
from ._supervised import (
    KernelModel,
    encoded_classes,
    moved,
    origin_of,
    single_precision,
    warn_unless_converged,
    weights_of_rows,
)

_PARAMETERS = """    Parameters
    ----------
    n_components : int, default 1000
        Landmarks, drawn from the training rows; all rows where there are no more.
    alpha : float, default 1e-6
        Above 0. The sum of the rows' weights, n without weights, times it is the alpha of ``KernelRidge``.
    kernel : str, default "rbf"
        KERNELS.
    KERNEL_PARAMETERS
    fit_intercept : bool
        Targets are taken about their mean, which is added to f.
    max_iter : int, default 100
        Steps of conjugate gradients.
    tol : float
        The residual beside the right side's length.
    random_state : int, RandomState or None
        Draws the landmarks.
    n_jobs : int or None
        Threads; they change no result.
"""
_SOURCE = """    kernel_ : dict
        The kernel, of a polynomial one with a gamma over gamma^degree.

    Notes
    -----
    Source: Rudi, Carratino & Rosasco, NIPS 30 (2017). The library's ``falkon``.
    """


class _Falkon(KernelModel):
    def __init__(
        self,
        n_components: int = 1000,
        *,
        alpha: float = 1e-6,
        kernel: str = "rbf",
        gamma: float | str | None = "scale",
        degree: int = 3,
        coef0: float = 1.0,
        fit_intercept: bool = True,
        max_iter: int = 100,
        tol: float = 1e-7,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.alpha = alpha
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _fit(self, X: Any, y: np.ndarray, sample_weight: Any, predicts: str) -> None:
        weights = weights_of_rows(sample_weight, X)
        kernel, factor = kernel_of(X, trained_on_by("falkon"), **self.get_params(deep=False))
        learner = {
            "type": "falkon",
            "predicts": predicts,
            "landmarks": whole("n_components", self.n_components),
            "lambda": real("alpha", self.alpha) / factor,  # the same f with the kernel times the factor
            "intercept": bool(self.fit_intercept),
            "iterations": whole("max_iter", self.max_iter),
            "eps": real("tol", self.tol),
        }
        request = {"learner": learner, "kernel": kernel, "seed": seed_of(self.random_state)}
        origin = origin_of(X, kernel)
        self._model = asked(
            library.train, rows_of(moved(X, origin)), y, weights, json.dumps(request), threads_of(self.n_jobs)
        )
        self.kernel_, self._origin = kernel, origin
        report = self._report()
        self.n_iter_ = report["iterations"]
        warn_unless_converged(report, "raise alpha")

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


@with_kernels_of("falkon")
class FalkonRegressor(_Falkon, RegressorMixin, BaseEstimator):
    __doc__ = f"""Kernel ridge regression on landmarks, by preconditioned conjugate gradients.

    Minimises sum_i (f(x_i) - y_i)^2 / n + alpha |f|^2 over f(x) = sum_j a_j kappa(l_j, x) for m landmarks l_j, in
    double precision: O(n m) kernel values in each of some ten passes, and O(m^2) memory, whatever n.

{_PARAMETERS}
    Attributes
    ----------
    n_iter_ : int
{_SOURCE}"""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> FalkonRegressor:
        """X: array or CSR matrix, (n_samples, n_features). y: (n_samples,). sample_weight: (n_samples,), what a row's
        square counts, or None.
        """
        X, y = validated(self, X, reset=True, y=y, y_numeric=True)
        self._fit(X, single_precision(y), sample_weight, "targets")
        return self

    def predict(self, X: Any) -> np.ndarray:
        """f(x), (n_samples,), float64."""
        return self._ask(X, "scores", 1).ravel()


@with_kernels_of("falkon")
class FalkonClassifier(_Falkon, ClassifierMixin, BaseEstimator):
    __doc__ = f"""Kernel ridge classification on landmarks: ``FalkonRegressor`` on +1 for a class and -1 for the others.

    For each class it minimises sum_i (f(x_i) - y_i)^2 / n + alpha |f|^2, all classes in the same passes; of two classes
    one f is enough.

{_PARAMETERS}
    Attributes
    ----------
    classes_ : (n_classes,)
    n_iter_ : int
{_SOURCE}"""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> FalkonClassifier:
        """X: array or CSR matrix, (n_samples, n_features). y: (n_samples,), of any type. sample_weight: (n_samples,),
        what a row's square counts, or None.
        """
        X, y = validated(self, X, reset=True, y=y)
        classes, numbers = encoded_classes(y, weights_of_rows(sample_weight, X))
        self._fit(X, numbers, sample_weight, "classes")
        self.classes_ = classes
        return self

    def decision_function(self, X: Any) -> np.ndarray:
        """f(x): (n_samples, n_classes), or (n_samples,) for two classes, where it is above 0 for classes_[1]."""
        scores = self._ask(X, "scores", self._model.outputs if hasattr(self, "_model") else 1)
        order = self._model.classes
        if len(order) == 2:  # of the first of them
            return scores.ravel() if order[0] == 1 else -scores.ravel()
        return scores[:, np.argsort(order)]

    def predict(self, X: Any) -> np.ndarray:
        """The class of the largest f(x), (n_samples,)."""
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)]
