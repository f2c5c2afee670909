"""Support vector classifiers: linear on features, and on a kernel."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from ._grams import GramMachines, is_given, kernel_values, training_matrix
from ._kernels import OR_OF_MATRICES, kernel_of, real, trained_on_by, with_kernels_of
from ._library import asked, library
from ._rows import rows_of, seed_of, threads_of, validated
from ._supervised import (
    KernelModel,
    encoded_classes,
    moved,
    origin_of,
    require_linear,
    support_vectors,
    warn_unless_converged,
    weights_of_classes,
    weights_of_rows,
)
from ._svm_machines import MACHINE_ATTRIBUTES, MACHINE_PARAMETERS


_PASSES_TRIED = 100  # by coordinate descent, before Newton's method, which costs about as much, is sure to end
_SPARSE_SHARE = 0.1  # of values that are not zero, up to which the library works on sparse rows


def _mostly_zero(X: Any) -> bool:
    """Of the columns that occur: what all rows have as zeros is no part of the work."""
    return issparse(X) and X.nnz <= _SPARSE_SHARE * X.shape[0] * len(np.unique(X.indices))


class LinearSVC(ClassifierMixin, BaseEstimator):
    """Linear support vector classification: on dense features by a trust region Newton method, on sparse ones by dual
    coordinate descent.

    Minimises, for each class against the rest (once for two classes),

        |w|^2 / 2 + C sum_i max(0, 1 - y_i (<w, x_i> + b))^2,

    the problem of ``sklearn.svm.LinearSVC`` with its defaults, as which b counts in |w| (``intercept_scaling`` s
    adds (b / s)^2 / 2). All classes go through the rows together.

    Parameters
    ----------
    C : float, default 1.0
        The weight of the losses, above 0.
    tol : float, default 1e-4
        Newton's method stops when the gradient's norm is tol * max(1, min(positive, negative)) / n of its first,
        coordinate descent when the projected gradients of the dual differ by no more.
    preconditioner : {"diagonal", "none"}
        Of Newton's conjugate gradients: that of LIBLINEAR 2.21 and later, or none as in LIBLINEAR 1.92.
    fit_intercept : bool
        Whether there is a b.
    intercept_scaling : float, above 0
    dual : "auto", True or False
        Coordinate descent in the dual, or Newton's method; the minimum is the same. "auto": descent on a sparse matrix
        of which at most a tenth is not zero, and Newton's method on others, or where 100 passes through the rows have
        not been enough.
    class_weight : dict, "balanced" or None
        Weights above 0 by class (others: 1); "balanced": inverse to the rows of a class.
        What a loss counts, times C: of the class's own rows against the rest, or of both of two classes, as
        scikit-learn has it.
    n_jobs : int or None
        Threads; they change no result.

    Attributes
    ----------
    classes_ : (n_classes,)
    coef_ : (n_classes, n_features), or (1, n_features) for two classes, float64
    intercept_ : (n_classes,) or (1,)
    n_iter_ : int
        Newton steps or passes through the rows, of all classes together.

    Notes
    -----
    Source: Lin, Weng & Keerthi, "Trust region Newton method for large-scale logistic regression", JMLR 9 (2008);
    preconditioner: Hsia, Chiang & Lin, ACML 2018; coordinate descent: Hsieh et al., ICML 2008. The library's
    ``dense_tron`` and ``coordinate_descent``.
    """

    def __init__(
        self,
        C: float = 1.0,
        *,
        tol: float = 1e-4,
        preconditioner: str = "diagonal",
        fit_intercept: bool = True,
        intercept_scaling: float = 1.0,
        dual: bool | str = "auto",
        class_weight: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.C = C
        self.tol = tol
        self.preconditioner = preconditioner
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.dual = dual
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> LinearSVC:
        """X: array or CSR matrix, (n_samples, n_features). y: (n_samples,), of any type.
        sample_weight: (n_samples,), what C is times for each row, or None.
        """
        X, y = validated(self, X, reset=True, y=y)
        weights = weights_of_rows(sample_weight, X)
        self.classes_, numbers = encoded_classes(y, weights)
        if self.dual not in ("auto", True, False):
            raise ValueError(f'dual is {self.dual!r}, expected "auto", True or False')
        scaling = real("intercept_scaling", self.intercept_scaling)
        if self.fit_intercept and not scaling > 0:
            raise ValueError(f"intercept_scaling is {scaling}, expected a number above 0")
        common = {"C": real("C", self.C), "eps": real("tol", self.tol)}
        common |= weights_of_classes(self.class_weight, self.classes_, y, weights)
        newton = {"type": "dense_tron", "preconditioner": self.preconditioner, **common}
        descent = {"type": "coordinate_descent", **common}
        constant = scaling if self.fit_intercept else 0.0
        rows, threads = rows_of(X), threads_of(self.n_jobs)

        def trained(learner: dict[str, Any]) -> tuple[Any, Any, dict[str, Any]]:
            asked_for = json.dumps(learner)
            parts, order, report = asked(library.train_linear, rows, numbers, weights, asked_for, constant, threads)
            return parts, order, json.loads(report)

        if self.dual == "auto" and _mostly_zero(X):
            parts, order, report = trained(descent | {"max_passes": _PASSES_TRIED})
            if not report["converged"]:
                parts, order, report = trained(newton)
        else:
            parts, order, report = trained(descent if self.dual is True else newton)
        weights = parts["weights"].reshape(-1, X.shape[1] + self.fit_intercept)
        if len(order) == 2:  # positive for the first of them
            weights = weights if order[0] == 1 else -weights
        else:
            weights = weights[np.argsort(order)]
        # Of sparse rows each value takes the weights of all classes: they are to be beside each other.
        self.coef_ = np.array(weights[:, : X.shape[1]], order="F" if issparse(X) else "C")
        self.intercept_ = constant * weights[:, -1] if self.fit_intercept else np.zeros(len(weights))
        self.n_iter_ = report["iterations"]
        warn_unless_converged(report)
        return self

    def decision_function(self, X: Any) -> np.ndarray:
        """<w, x> + b: (n_samples, n_classes), or (n_samples,) for two classes, where it is above 0 for classes_[1]."""
        check_is_fitted(self)
        X = validated(self, X, reset=False)
        scores = np.empty((X.shape[0], len(self.coef_)))
        library.linear_scores(rows_of(X), self.coef_, self.intercept_, scores, threads_of(self.n_jobs))
        return scores.ravel() if len(self.coef_) == 1 else scores

    def predict(self, X: Any) -> np.ndarray:
        """The class of the largest score, (n_samples,)."""
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


@with_kernels_of("block_smo")
class SVC(KernelModel, ClassifierMixin, BaseEstimator):
    __doc__ = f"""Support vector classification with a kernel, a machine for each pair of classes, by block SMO.

    Maximises sum_i a_i - sum_ij a_i a_j y_i y_j kappa(x_i, x_j) / 2 with 0 <= a_i <= C and sum_i a_i y_i = 0: the
    problem, the stopping rule and the votes of LIBSVM and of ``sklearn.svm.SVC``. Where thousands of a_i are between
    their bounds, all of those are solved for at once (a primal-dual active set). A kernel matrix need not be positive
    definite.

    Parameters
    ----------
    C : float, default 1.0, above 0
    class_weight : dict, "balanced" or None
        What C is times for the rows of a class: weights above 0 (others: 1); "balanced": inverse to the rows of a
        class.
    probability : bool
        Fits Platt's sigmoids to the scores of held-out rows (5 folds) for ``predict_proba``; those of pairs of more
        than two classes are coupled (Wu, Lin and Weng 2004). Not with a kernel matrix.
    decision_function_shape : {{"ovr", "ovo"}}
    random_state : int, RandomState or None
        Draws the folds of ``probability``.
{MACHINE_PARAMETERS}
    Attributes
    ----------
    classes_ : (n_classes,)
{MACHINE_ATTRIBUTES}
    Notes
    -----
    Source: Joachims, "Making large-scale SVM learning practical" (1999); Fan, Chen & Lin, JMLR 6 (2005);
    Hintermueller, Ito & Kunisch, SIAM J. Optim. 13 (2003). The library's ``block_smo``.
    """

    def __init__(
        self,
        C: float = 1.0,
        *,
        kernel: str = "rbf",
        degree: int = 3,
        gamma: float | str | None = "scale",
        coef0: float = 0.0,
        tol: float = 1e-3,
        shrinking: bool = True,
        cache_size: float = 1000,
        probability: bool = False,
        decision_function_shape: str = "ovr",
        class_weight: Any = None,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.probability = probability
        self.decision_function_shape = decision_function_shape
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> SVC:
        """X: array or CSR matrix, (n_samples, n_features). y: (n_samples,), of any type. sample_weight: (n_samples,),
        what C is times for each row, or None.
        """
        X, y = validated(self, X, reset=True, y=y)
        weights = weights_of_rows(sample_weight, X)
        classes, numbers = encoded_classes(y, weights)
        if self.decision_function_shape not in ("ovr", "ovo"):
            raise ValueError(f'decision_function_shape is {self.decision_function_shape!r}, expected "ovr" or "ovo"')
        learner = {
            "C": real("C", self.C),
            "eps": real("tol", self.tol),
            "cache_mb": real("cache_size", self.cache_size),
            "shrinking": bool(self.shrinking),
            **weights_of_classes(self.class_weight, classes, y),
        }
        if is_given(self.kernel):
            self._fit_matrix(X, numbers, weights, learner)
        else:
            self._fit_rows(X, numbers, weights, learner)
        self.classes_ = classes
        self._keep_dual(X, numbers)
        report = self._report()
        self.n_iter_, self.n_support_vectors_ = report["iterations"], report["support_vectors"]
        warn_unless_converged(report)
        return self

    def _keep_dual(self, X: Any, numbers: np.ndarray) -> None:
        """The solution in scikit-learn's form: support vectors class by class, and for each but one of its pairs with
        other classes a coefficient. Of two classes the second is positive, of more the first of a pair.
        """
        machines, classes = self._model.machines(), range(len(self.classes_))
        rows = np.unique(np.concatenate([np.asarray(machine[2], dtype=np.int32) for machine in machines]))
        self.support_ = rows[np.argsort(numbers[rows], kind="stable")].astype(np.int32)
        of_class = numbers[self.support_].astype(int)
        self.n_support_ = np.bincount(of_class, minlength=len(classes)).astype(np.int32)
        place = np.empty(len(numbers), dtype=np.intp)
        place[self.support_] = np.arange(len(self.support_))
        pairs = list(combinations(classes, 2))
        coef, intercept = np.zeros((len(classes) - 1, len(self.support_))), np.zeros(len(pairs))
        for first, second, some, b, rho in machines:
            low, high = min(first, second), max(first, second)
            sign = 1.0 if first < second and len(classes) > 2 or first > second and len(classes) == 2 else -1.0
            at = place[np.asarray(some, dtype=np.intp)]
            coef[np.where(of_class[at] == low, high - 1, low), at] = sign * np.asarray(b) / self._factor
            intercept[pairs.index((low, high))] = -sign * rho
        self.dual_coef_, self.intercept_ = coef, intercept
        self.support_vectors_ = support_vectors(self, X)

    @property
    def coef_(self) -> np.ndarray:
        """Weights of the features, (1, n_features) for two classes, else a row for each pair: of the linear kernel."""
        require_linear(self)
        classes, of_class = range(len(self.classes_)), np.repeat(np.arange(len(self.classes_)), self.n_support_)
        rows = []
        for low, high in combinations(classes, 2):
            of_pair = np.where(of_class == low, self.dual_coef_[high - 1], 0.0)
            of_pair += np.where(of_class == high, self.dual_coef_[low], 0.0)
            rows.append(self.support_vectors_.T @ of_pair)
        return np.array(rows)

    def _fit_rows(self, X: Any, numbers: np.ndarray, weights: np.ndarray | None, learner: dict[str, Any]) -> None:
        kernel, factor = kernel_of(X, trained_on_by("block_smo"), OR_OF_MATRICES, **self.get_params(deep=False))
        learner["C"] *= factor  # the same scores as C with the kernel times the factor
        request = {
            "learner": {"type": "block_smo", **learner},
            "kernel": kernel,
            "seed": seed_of(self.random_state),
            "probabilities": bool(self.probability),
        }
        origin = origin_of(X, kernel)
        self._model = asked(
            library.train,
            rows_of(moved(X, origin)),
            numbers,
            weights,
            json.dumps(request),
            threads_of(self.n_jobs),
        )
        self.kernel_, self._origin, self._factor = kernel, origin, factor

    def _fit_matrix(self, X: Any, numbers: np.ndarray, weights: np.ndarray | None, learner: dict[str, Any]) -> None:
        if self.probability:
            raise ValueError("probability is for kernels by name: with a kernel matrix it is not there")
        rows = X if callable(self.kernel) else None
        K = training_matrix(X if rows is None else self.kernel(X, X), X.shape[0])
        self._model = GramMachines(
            *asked(
                library.train_svc_on_gram,
                np.ascontiguousarray(K, dtype=np.float32),
                numbers,
                weights,
                json.dumps(learner),
                threads_of(self.n_jobs),
            )
        )
        self.kernel_, self._rows, self._origin, self._factor = self.kernel, rows, None, 1.0

    def _pair_scores(self, X: Any) -> np.ndarray:
        """A column for each pair (0, 1), (0, 2), ..., (1, 2), ... of classes_, positive for the first."""
        check_is_fitted(self)
        if isinstance(self._model, GramMachines):
            X = validated(self, X, reset=False)
            K = X if self._rows is None else kernel_values(self.kernel_(X, self._rows), self._rows.shape[0])
            scores = self._model.scores(K)
        else:
            scores = self._ask(X, "scores", self._model.outputs)
        at = {pair: k for k, pair in enumerate(combinations(self._model.classes, 2))}
        columns = [
            scores[:, at[pair]] if pair in at else -scores[:, at[pair[::-1]]]
            for pair in combinations(range(len(self.classes_)), 2)
        ]
        return np.column_stack(columns)

    def decision_function(self, X: Any) -> np.ndarray:
        """(n_samples,) for two classes, above 0 for classes_[1]. Else, "ovr": (n_samples, n_classes), votes and,
        between equal votes, the sum of confidences squeezed into (-1/3, 1/3); "ovo": a column for each pair of
        classes_, positive for the first.
        """
        pairs = self._pair_scores(X)
        if len(self.classes_) == 2:
            return -pairs.ravel()
        return pairs if self.decision_function_shape == "ovo" else _votes_with_confidences(pairs, len(self.classes_))

    def predict(self, X: Any) -> np.ndarray:
        """The class with most votes, the first of equals, (n_samples,)."""
        pairs = self._pair_scores(X)
        return self.classes_[_votes(pairs, len(self.classes_)).argmax(axis=1)]

    def _has_probability(self) -> bool:
        if not self.probability:
            raise AttributeError("predict_proba is there with probability=True")
        return True

    @available_if(_has_probability)
    def predict_proba(self, X: Any) -> np.ndarray:
        """Probabilities of classes_, (n_samples, n_classes)."""
        check_is_fitted(self)
        return self._ask(X, "probabilities", len(self._model.classes))[:, np.argsort(self._model.classes)]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = is_given(self.kernel) and not callable(self.kernel)
        return tags


def _votes_with_confidences(pairs: np.ndarray, count: int) -> np.ndarray:
    """scikit-learn's one-versus-rest form of scores of pairs."""
    confidences = np.zeros((len(pairs), count))
    for score, (first, second) in zip(pairs.T, combinations(range(count), 2), strict=True):
        confidences[:, first] += score
        confidences[:, second] -= score
    return _votes(pairs, count) + confidences / (3 * (np.abs(confidences) + 1))


def _votes(pairs: np.ndarray, count: int) -> np.ndarray:
    """LIBSVM's: each pair has one, for the first of the two where the score is above 0."""
    votes = np.zeros((len(pairs), count))
    for score, (first, second) in zip(pairs.T, combinations(range(count), 2), strict=True):
        votes[:, first] += score > 0
        votes[:, second] += score <= 0
    return votes
