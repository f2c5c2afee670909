"""Kernel matrices and functions in the place of kernels, and several targets: equal to scikit-learn's."""

import pickle
import warnings

import numpy as np
import pytest
from sklearn import kernel_ridge, linear_model, svm
from sklearn.base import clone
from sklearn.datasets import make_classification, make_regression
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import cross_val_score

import sketchbench


def classes(count=3, n=200):
    X, y = make_classification(n, 6, n_informative=4, n_redundant=0, n_classes=count, flip_y=0.1, random_state=0)
    return X, np.array(["red", "green", "blue"])[y]


def targets(count=3, n=120):
    X, Y = make_regression(n, 5, n_targets=count, noise=10, random_state=0)
    return X, np.float64(np.float32(Y / 50))


def quadratic(X, Y):
    return (X @ Y.T + 1) ** 2


def quadratic_of_two(x, y):
    return (x @ y + 1) ** 2


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("kernel", [rbf_kernel, quadratic])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_svc_is_scikit_learns(count, kernel, dtype):
    X, y = classes(count)
    X, X_test, y = X[:150], X[150:], y[:150]
    K, K_test = kernel(X, X).astype(dtype), kernel(X_test, X).astype(dtype)
    weights = np.random.default_rng(0).uniform(0.5, 2, len(X))
    for sample_weight in (None, weights):
        options = {"tol": 1e-5, "C": 0.5, "class_weight": "balanced", "decision_function_shape": "ovo"}
        theirs = svm.SVC(kernel="precomputed", **options).fit(K, y, sample_weight=sample_weight)
        ours = sketchbench.SVC(kernel="precomputed", **options).fit(K, y, sample_weight=sample_weight)
        called = sketchbench.SVC(kernel=kernel, **options).fit(X, y, sample_weight=sample_weight)
        expected = theirs.decision_function(K_test)
        np.testing.assert_allclose(ours.decision_function(K_test), expected, atol=5e-3)
        np.testing.assert_allclose(called.decision_function(X_test), expected, atol=5e-3)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(ours)).predict(K_test), ours.predict(K_test))


def test_svc_of_a_matrix_is_that_of_its_kernel():
    X, y = classes()
    of_rows = sketchbench.SVC(gamma=0.1, tol=1e-5).fit(X, y)
    of_matrix = sketchbench.SVC(kernel="precomputed", tol=1e-5).fit(rbf_kernel(X, gamma=0.1), y)
    np.testing.assert_allclose(
        of_matrix.decision_function(rbf_kernel(X, gamma=0.1)), of_rows.decision_function(X), atol=5e-3
    )
    assert abs(of_matrix.n_support_vectors_ - of_rows.n_support_vectors_) <= 2


@pytest.mark.parametrize("fit_intercept", [False, True])
@pytest.mark.parametrize("shape", [1, 2])
def test_kernel_ridge_is_scikit_learns(fit_intercept, shape):
    X, Y = targets(2)
    X, X_test, y = X[:90], X[90:], (Y if shape == 2 else Y[:, 0])[:90]
    weights = np.random.default_rng(0).uniform(0.5, 2, len(X))
    K, K_test = rbf_kernel(X, gamma=0.1), rbf_kernel(X_test, X, gamma=0.1)
    for sample_weight in (None, weights):
        named = sketchbench.KernelRidge(alpha=0.5, kernel="rbf", gamma=0.1, fit_intercept=fit_intercept)
        expected = named.fit(np.float32(X), y, sample_weight).predict(np.float32(X_test))
        given = sketchbench.KernelRidge(alpha=0.5, kernel="precomputed", fit_intercept=fit_intercept)
        given.fit(K, y, sample_weight)
        assert given.predict(K_test).shape == expected.shape
        np.testing.assert_allclose(given.predict(K_test), expected, atol=1e-4)
        np.testing.assert_allclose(pickle.loads(pickle.dumps(given)).predict(K_test), expected, atol=1e-4)
        if fit_intercept:
            continue
        theirs = kernel_ridge.KernelRidge(alpha=0.5, kernel="precomputed").fit(K, y, sample_weight)
        np.testing.assert_allclose(given.predict(K_test), theirs.predict(K_test), rtol=1e-6, atol=1e-7)
        np.testing.assert_allclose(given.dual_coef_, theirs.dual_coef_, rtol=1e-5, atol=1e-6)


def test_kernel_ridge_takes_a_function_of_two_rows():
    X, Y = targets(2)
    for y in (Y, Y[:, 0]):
        ours = sketchbench.KernelRidge(alpha=0.5, kernel=quadratic_of_two).fit(X, y)
        theirs = kernel_ridge.KernelRidge(alpha=0.5, kernel=quadratic_of_two).fit(X, y)
        np.testing.assert_allclose(ours.predict(X[:20]), theirs.predict(X[:20]), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf", "laplacian"])
def test_kernel_ridge_of_several_targets_is_that_of_each(kernel):
    X, Y = targets()
    X = np.float32(X)
    together = sketchbench.KernelRidge(alpha=0.7, kernel=kernel, gamma=0.2)
    predicted = clone(together).fit(X, Y).predict(X)
    assert predicted.shape == Y.shape
    for column, target in zip(predicted.T, Y.T, strict=True):
        np.testing.assert_allclose(column, clone(together).fit(X, target).predict(X), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("fit_intercept", [False, True])
def test_ridge_of_several_targets_is_scikit_learns(fit_intercept):
    X, Y = targets()
    weights = np.random.default_rng(0).uniform(0.5, 2, len(X))
    for y in (Y, Y[:, :1]):
        ours = sketchbench.Ridge(alpha=2.0, fit_intercept=fit_intercept).fit(np.float32(X), y, weights)
        theirs = linear_model.Ridge(alpha=2.0, fit_intercept=fit_intercept).fit(np.float32(X), y, weights)
        assert ours.coef_.shape == (y.shape[1], 5)
        assert ours.predict(X).shape == y.shape
        np.testing.assert_allclose(ours.predict(X), theirs.predict(X).reshape(y.shape), atol=1e-4)
    assert sketchbench.Ridge("loo").fit(X, Y).alpha_.shape == (3,)


def test_cross_validation_takes_both_sides_of_the_matrix():
    X, y = classes(2)
    K = rbf_kernel(X, gamma=0.1)
    assert cross_val_score(sketchbench.SVC(kernel="precomputed"), K, y).mean() > 0.7
    X, y = targets(1)
    assert cross_val_score(sketchbench.KernelRidge(kernel="precomputed"), X @ X.T, y).mean() > 0.7


def test_refusals():
    X, y = classes(2)
    K = rbf_kernel(X)
    lopsided = K.copy()
    lopsided[3, 5] += 0.5
    wrong = K.copy()
    wrong[2, 2] = np.nan
    for estimator, labels in [
        (sketchbench.SVC(kernel="precomputed"), y),
        (sketchbench.KernelRidge(kernel="precomputed"), X[:, 0]),
    ]:
        for matrix, message in [(K[:, :9], "square|columns"), (lopsided, "not symmetric"), (wrong, "NaN")]:
            with pytest.raises(ValueError, match=message):
                estimator.fit(matrix, labels)
        estimator.fit(K, labels)
        with pytest.raises(ValueError, match="features"):
            estimator.predict(K[:, :9])
    with pytest.raises(ValueError, match="shape"):
        sketchbench.SVC(kernel=lambda A, B: np.ones(3)).fit(X, y)
    with pytest.raises(ValueError, match="not finite"):
        sketchbench.SVC(kernel=lambda A, B: np.full((len(A), len(B)), np.inf)).fit(X, y)
    with pytest.raises(ValueError, match="probability"):
        sketchbench.SVC(kernel="precomputed", probability=True).fit(K, y)
    with pytest.raises(ValueError, match="singular"):
        sketchbench.KernelRidge(kernel="precomputed").fit(-10 * K, X[:, 0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sketchbench.SVC(kernel=lambda A, B: -rbf_kernel(A, B)).fit(X, y)  # LIBSVM as well takes any
