"""What classifiers and regressors have in common."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from ._grams import is_given
from ._library import in_words_here
from ._rows import rows_of, threads_of, validated, warn_of_rounding

#: Beyond it, neighbouring whole numbers share one float32.
_MOST_CLASSES = 2**24
_ROWS_MOVED_AT_ONCE = 4096


def encoded_classes(y: Any, sample_weight: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The classes, ascending, and the number of each y's among them. A class whose rows all have the weight 0 is none,
    and its rows, which count nothing, have the number 0.
    """
    check_classification_targets(y)
    classes, numbers = np.unique(y, return_inverse=True)
    if sample_weight is not None and not sample_weight.all():
        seen = np.unique(numbers[sample_weight != 0])
        classes, numbers = classes[seen], np.where(np.isin(numbers, seen), np.searchsorted(seen, numbers), 0)
    if len(classes) == 0:
        raise ValueError("all weights of training rows are 0, expected one above 0")
    if len(classes) < 2:
        weighted = "" if sample_weight is None else " with a weight above 0"
        raise ValueError(f"y has 1 class{weighted}, {classes.tolist()[0]!r}: expected at least two classes")
    if len(classes) > _MOST_CLASSES:
        raise ValueError(f"y has {len(classes)} classes, expected at most {_MOST_CLASSES}")
    return classes, numbers.astype(np.float32)


def weights_of_classes(
    class_weight: Any, classes: np.ndarray, y: Any, sample_weight: np.ndarray | None = None
) -> dict[str, Any]:
    """The learner's key for scikit-learn's class_weight, by the numbers of classes. Of balanced ones, rows count
    sample_weight: scikit-learn's LinearSVC gives it, its SVC does not.
    """
    if class_weight is None:
        return {}
    there = np.isin(y, classes)
    if isinstance(class_weight, str) and class_weight == "balanced" and sample_weight is not None:
        counts = np.bincount(np.searchsorted(classes, y[there]), sample_weight[there], minlength=len(classes))
        if not (counts > 0).all():
            raise ValueError("a class has no row with a weight above 0")
        weights = counts.sum() / (len(classes) * counts)
    else:
        weights = compute_class_weight(class_weight, classes=classes, y=y[there])
    for name, weight in zip(classes.tolist(), weights, strict=True):
        if not np.isfinite(weight):
            raise ValueError(f"class_weight of the class {name!r} is {weight}, expected a number above 0")
    return {"class_weight": {str(number): float(weight) for number, weight in enumerate(weights)}}


def weights_of_rows(sample_weight: Any, X: Any) -> np.ndarray | None:
    """One number a row of X, which a single number stands for as well; None: 1 each."""
    if sample_weight is None:
        return None
    return np.ascontiguousarray(_check_sample_weight(sample_weight, X, dtype=np.float64))


def origin_of(X: Any, kernel: dict[str, Any]) -> np.ndarray | None:
    """The mean of rows that lie far from 0 beside sigma, for a kernel of distances; None where they do not.

    There the differences of such rows would be lost in the rounding of their lengths, and they are the same about
    any origin. Sparse rows stay where they are.
    """
    if "sigma" not in kernel or sparse.issparse(X):
        return None
    mean = X.mean(axis=0, dtype=np.float64)
    return mean if np.linalg.norm(mean) > kernel["sigma"] else None


def moved(X: Any, origin: np.ndarray | None) -> Any:
    """Rows about that origin, which is a copy, or X itself."""
    if origin is None:
        return X
    if sparse.issparse(X):
        X = X.toarray()
    copy = np.empty(X.shape, dtype=np.float32)
    np.subtract(X, origin, out=copy, casting="same_kind")
    return copy


def single_precision(y: np.ndarray, *, warn: bool = True) -> np.ndarray:
    """Targets as the library takes them. ValueError where one is beyond single precision."""
    with np.errstate(over="ignore"):
        targets = np.ascontiguousarray(y, dtype=np.float32)
    if not np.isfinite(targets).all():
        raise ValueError("y has a value that is beyond single precision (float32): scale the targets")
    if warn and y.dtype != np.float32:
        for target in np.atleast_2d(y):
            warn_of_rounding(target.astype(np.float64), "y", ", and add it to what is predicted")
    return targets


def warn_unless_converged(report: dict[str, Any], easier: str = "lower C") -> None:
    """easier: what makes the problem so."""
    if not report["converged"]:
        text = f"the solver stopped short of its tolerance: scale the data, {easier} or raise tol. {report['messages']}"
        warnings.warn(
            in_words_here(text),
            ConvergenceWarning,
            stacklevel=3,
        )


def require_linear(estimator: Any) -> None:
    """AttributeError where a fitted machine has no weights of features."""
    if estimator.kernel != "linear":
        raise AttributeError('coef_ is there with kernel="linear"')
    check_is_fitted(estimator)


def support_vectors(estimator: Any, X: Any) -> Any:
    """Rows of X: none of a kernel matrix."""
    matrix = is_given(estimator.kernel) and not callable(estimator.kernel)
    return np.empty((0, 0), dtype=X.dtype) if matrix else X[estimator.support_]


class KernelModel:
    """Of an estimator that holds a model of the library's, which is its state for pickle."""

    n_jobs: int | None
    _model: Any
    #: What is subtracted from rows; None: nothing.
    _origin: np.ndarray | None = None

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_model")

    def _ask(self, X: Any, what: str, width: int) -> np.ndarray:
        check_is_fitted(self)
        X = validated(self, X, reset=False)
        answers = np.empty((X.shape[0], width))
        ask, threads = getattr(self._model, what), threads_of(self.n_jobs)
        if self._origin is None:
            ask(rows_of(X), answers, threads)
        else:
            for begin in range(0, X.shape[0], _ROWS_MOVED_AT_ONCE):
                some = slice(begin, begin + _ROWS_MOVED_AT_ONCE)
                ask(rows_of(moved(X[some], self._origin)), answers[some], threads)
        return answers

    def _report(self) -> dict[str, Any]:
        return json.loads(self._model.report())
