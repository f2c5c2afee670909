"""sample_weight and class_weight: equal to repeated rows, and to scikit-learn."""

import numpy as np
import pytest
from sklearn import kernel_ridge, linear_model, svm
from sklearn.datasets import make_classification, make_regression
from sklearn.ensemble import AdaBoostClassifier

import sketchbench


def classes(count=2, n=150):
    shares = [0.7] if count == 2 else [0.6, 0.25]
    X, y = make_classification(
        n, 6, n_informative=4, n_classes=count, flip_y=0.1, weights=shares, random_state=0, n_redundant=0
    )
    return X.astype(np.float32), np.array(["red", "green", "blue"])[y]


def targets(n=100):
    X, y = make_regression(n, 5, noise=10, random_state=0)
    return X.astype(np.float32), (y / 50).astype(np.float32).astype(np.float64)


def whole_weights(n):
    weights = np.random.default_rng(1).integers(0, 4, n)
    weights[:10] = 1
    return weights


CLASSIFIERS = [sketchbench.LinearSVC(tol=1e-8), sketchbench.SVC(gamma=0.1, tol=1e-6)]
REGRESSORS = [sketchbench.Ridge(), sketchbench.KernelRidge(kernel="rbf", gamma=0.1)]


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("estimator", CLASSIFIERS)
def test_classifiers_weights_are_repetitions(estimator, count):
    X, y = classes(count)
    weights = whole_weights(len(X))
    ours = estimator.fit(X, y, sample_weight=weights).decision_function(X)
    repeated = estimator.fit(np.repeat(X, weights, axis=0), np.repeat(y, weights)).decision_function(X)
    np.testing.assert_allclose(ours, repeated, atol=1e-3)


@pytest.mark.parametrize(
    "estimator",
    [
        *CLASSIFIERS,
        sketchbench.LinearSVC(tol=1e-8, fit_intercept=False, class_weight="balanced"),
        sketchbench.LinearSVC(tol=1e-6, dual=True),
        sketchbench.SVC(gamma=0.1, tol=1e-6, class_weight="balanced"),
        sketchbench.FalkonClassifier(alpha=1e-3, n_components=150),
    ],
)
def test_a_class_of_rows_that_count_nothing_is_none(estimator):
    X, y = classes(3)
    weights = (y != "green").astype(float)
    estimator.fit(X, y, sample_weight=weights)
    assert estimator.classes_.tolist() == ["blue", "red"]
    ours, kept = estimator.decision_function(X), weights > 0
    assert set(estimator.predict(X)) == {"blue", "red"}
    if not isinstance(estimator, sketchbench.FalkonClassifier):  # whose landmarks are drawn among all rows
        np.testing.assert_allclose(ours, estimator.fit(X[kept], y[kept]).decision_function(X), atol=1e-3)


@pytest.mark.parametrize("estimator", REGRESSORS)
def test_regressors_weights_are_repetitions(estimator):
    X, y = targets()
    weights = whole_weights(len(X))
    ours = estimator.fit(X, y, weights).predict(X)
    repeated = estimator.fit(np.repeat(X, weights, axis=0), np.repeat(y, weights)).predict(X)
    np.testing.assert_allclose(ours, repeated, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("class_weight", ["balanced", {"red": 0.2, "green": 3.0, "blue": 1.0}])
def test_class_weights_are_scikit_learns(count, class_weight):
    X, y = classes(count)
    if count == 2 and class_weight != "balanced":
        class_weight = {"red": 0.2, "green": 3.0}
    sample_weight = np.random.default_rng(2).uniform(0.1, 2, len(X))
    for ours, theirs in [
        (
            sketchbench.LinearSVC(tol=1e-8, class_weight=class_weight),
            svm.LinearSVC(tol=1e-8, class_weight=class_weight, max_iter=100_000),
        ),
        (
            sketchbench.SVC(tol=1e-6, class_weight=class_weight, gamma=0.1),
            svm.SVC(tol=1e-6, class_weight=class_weight, gamma=0.1),
        ),
    ]:
        for weights in (None, sample_weight):
            ours.fit(X, y, sample_weight=weights)
            theirs.fit(X.astype(np.float64), y, sample_weight=weights)
            np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=5e-3)


def test_regressors_are_scikit_learns():
    X, y = targets()
    weights = np.random.default_rng(2).uniform(0.1, 2, len(X))
    for ours, theirs in [
        (sketchbench.Ridge(alpha=2.0), linear_model.Ridge(alpha=2.0)),
        (
            sketchbench.KernelRidge(alpha=0.5, kernel="rbf", gamma=0.1),
            kernel_ridge.KernelRidge(alpha=0.5, kernel="rbf", gamma=0.1),
        ),
    ]:
        ours.fit(X, y, sample_weight=weights)
        theirs.fit(X.astype(np.float64), y, sample_weight=weights)
        np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (sketchbench.LinearSVC(C=150, tol=1e-6), svm.LinearSVC(C=150, tol=1e-6, max_iter=100_000)),
        (sketchbench.SVC(C=150, gamma=0.1, tol=1e-6), svm.SVC(C=150, gamma=0.1, tol=1e-6)),
    ],
)
def test_ada_boost(ours, theirs):
    """Its weights are of sum 1."""
    X, y = classes(3)
    predicted = [AdaBoostClassifier(one, n_estimators=3).fit(X, y).predict(X) for one in (ours, theirs)]
    assert np.mean(predicted[0] == predicted[1]) > 0.95


def test_refusals():
    X, y = classes()
    for weights, message in [(np.full(len(X), -1.0), "weight of training row 1"), (np.zeros(len(X)), "weights")]:
        for estimator in CLASSIFIERS:
            with pytest.raises(ValueError, match=message):
                estimator.fit(X, y, sample_weight=weights)
    with pytest.raises(ValueError, match="1 class with a weight above 0, 'red'"):
        sketchbench.SVC().fit(X, y, sample_weight=(y == "red").astype(float))
    with pytest.raises(ValueError, match="class"):
        sketchbench.SVC(class_weight={"purple": 2.0}).fit(X, y)
    with pytest.raises(ValueError, match="of the class 1 is nan"):
        sketchbench.SVC(class_weight={1: np.nan}).fit(X, (y == "red").astype(int))
