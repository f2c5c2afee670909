"""Fitted attributes are scikit-learn's, in their form, order and signs."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn import kernel_ridge, linear_model, svm
from sklearn.datasets import make_classification, make_regression
from sklearn.feature_selection import RFE

import sketchbench

NAMES = np.array(["red", "green", "blue"])


def classes(count, n=150):
    X, y = make_classification(n, 6, n_informative=4, n_redundant=0, n_classes=count, flip_y=0.1, random_state=count)
    return X, NAMES[y]


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly"])
def test_svc_has_the_dual_solution(count, kernel):
    X, y = classes(count)
    options = {"kernel": kernel, "gamma": 0.3, "coef0": 1, "C": 0.5, "tol": 1e-6}
    theirs, ours = svm.SVC(**options).fit(X, y), sketchbench.SVC(**options).fit(X, y)
    np.testing.assert_array_equal(ours.support_, theirs.support_)
    np.testing.assert_array_equal(ours.n_support_, theirs.n_support_)
    np.testing.assert_allclose(ours.support_vectors_, theirs.support_vectors_)
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=1e-3)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-3)
    if kernel == "linear":
        np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-3)
        again = pickle.loads(pickle.dumps(ours))
        np.testing.assert_array_equal(again.coef_, ours.coef_)
    else:
        assert not hasattr(ours, "coef_")


def test_svc_of_sparse_rows_and_of_a_matrix_have_it_too():
    X, y = classes(3)
    dense = sketchbench.SVC(kernel="linear", tol=1e-6).fit(X, y)
    rows = sketchbench.SVC(kernel="linear", tol=1e-6).fit(sparse.csr_matrix(X), y)
    matrix = sketchbench.SVC(kernel="precomputed", tol=1e-6).fit(X @ X.T, y)
    np.testing.assert_allclose(rows.coef_, dense.coef_, atol=1e-3)
    assert sparse.issparse(rows.support_vectors_) and matrix.support_vectors_.size == 0
    for other in (rows, matrix):
        np.testing.assert_array_equal(other.support_, dense.support_)
        np.testing.assert_allclose(other.dual_coef_, dense.dual_coef_, atol=1e-2)


def test_features_are_eliminated_by_a_linear_svcs_weights():
    X, y = classes(2)
    theirs, ours = (RFE(one.SVC(kernel="linear"), n_features_to_select=2).fit(X, y) for one in (svm, sketchbench))
    np.testing.assert_array_equal(ours.support_, theirs.support_)


def equal_duals(ours, theirs):
    np.testing.assert_array_equal(ours.support_, theirs.support_)
    np.testing.assert_array_equal(ours.n_support_, theirs.n_support_)
    assert ours.support_.dtype == theirs.support_.dtype and ours.n_support_.shape == theirs.n_support_.shape
    np.testing.assert_allclose(ours.support_vectors_, theirs.support_vectors_)
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, atol=1e-3)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly"])
@pytest.mark.parametrize("name, options", [("SVR", {"C": 0.5, "epsilon": 0.2}), ("OneClassSVM", {"nu": 0.3})])
def test_machines_have_the_dual_solution(name, options, kernel, weighted):
    X, y = make_regression(120, 5, noise=10, random_state=0)
    X, y = np.float64(np.float32(X)), np.float64(np.float32(y / 50))
    weights = 0.5 + np.arange(120) % 4 / 2 if weighted else None
    if name == "OneClassSVM":
        X += 3  # away from 0, from which the linear machine parts them
    options = options | {"kernel": kernel, "gamma": 0.3, "coef0": 1, "tol": 1e-7}
    theirs, ours = (getattr(one, name)(**options).fit(X, y, sample_weight=weights) for one in (svm, sketchbench))
    equal_duals(ours, theirs)
    if name == "OneClassSVM":
        np.testing.assert_allclose(ours.offset_, theirs.offset_, rtol=1e-3)
        assert ours.offset_ == -ours.intercept_[0]
    again = pickle.loads(pickle.dumps(ours))
    np.testing.assert_array_equal(again.dual_coef_, ours.dual_coef_)
    if kernel == "linear":
        np.testing.assert_allclose(again.coef_, theirs.coef_, atol=1e-3)
    else:
        assert not hasattr(ours, "coef_")


@pytest.mark.parametrize("name", ["SVR", "OneClassSVM"])
def test_machines_of_sparse_rows_and_of_a_matrix_have_it_too(name):
    X, y = make_regression(80, 5, noise=10, random_state=0)
    X, y = X + 3, y / 50
    make = getattr(sketchbench, name)
    dense = make(kernel="linear", tol=1e-6).fit(X, y)
    rows = make(kernel="linear", tol=1e-6).fit(sparse.csr_matrix(X), y)
    matrix = make(kernel="precomputed", tol=1e-6).fit(X @ X.T, y)
    np.testing.assert_allclose(rows.coef_, dense.coef_, atol=1e-3)
    assert sparse.issparse(rows.support_vectors_) and matrix.support_vectors_.size == 0
    for other in (rows, matrix):
        np.testing.assert_array_equal(other.support_, dense.support_)
        np.testing.assert_allclose(other.dual_coef_, dense.dual_coef_, atol=1e-2)


@pytest.mark.parametrize("name", ["SVR", "OneClassSVM"])
def test_support_numbers_the_rows_that_were_given(name):
    X, y = make_regression(60, 5, noise=10, random_state=0)
    weights = np.arange(60) % 3
    ours = getattr(sketchbench, name)(kernel="linear").fit(X + 3, y / 50, sample_weight=weights)
    assert weights[ours.support_].min() > 0
    np.testing.assert_array_equal(ours.support_vectors_, (X + 3)[ours.support_])


def test_a_machine_without_support_vectors_is_one():
    theirs, ours = (one.SVR(kernel="linear", epsilon=2).fit(np.eye(4), np.ones(4)) for one in (svm, sketchbench))
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1)
    assert ours.dual_coef_.shape == (1, 0) and ours.support_vectors_.shape == (0, 4) and len(ours.support_) == 0
    np.testing.assert_array_equal(ours.coef_, np.zeros((1, 4)))


@pytest.mark.parametrize("kernel", ["rbf", "poly", "linear"])
def test_kernel_ridge_has_the_dual_solution(kernel):
    X, y = make_regression(80, 5, noise=10, random_state=0)
    y = np.float64(np.float32(y / 50))
    X = np.float64(np.float32(X))
    options = {"kernel": kernel, "gamma": 0.3, "alpha": 0.5}
    theirs, ours = kernel_ridge.KernelRidge(**options).fit(X, y), sketchbench.KernelRidge(**options).fit(X, y)
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, rtol=1e-6, atol=1e-9)
    assert ours.intercept_ == 0


@pytest.mark.parametrize("targets", [1, 3])
@pytest.mark.parametrize("fit_intercept", [False, True])
@pytest.mark.parametrize("storage", [np.asarray, sparse.csr_matrix])
def test_ridge_of_more_columns_than_rows_is_scikit_learns(targets, fit_intercept, storage):
    X, y = make_regression(40, 300, n_targets=targets, random_state=0)
    X[np.abs(X) < 1] = 0
    X, y = np.float64(np.float32(X)), np.float64(np.float32(y))
    weights = np.random.default_rng(0).uniform(0.5, 2, len(X))
    for sample_weight in (None, weights):
        theirs = linear_model.Ridge(alpha=0.7, fit_intercept=fit_intercept).fit(X, y, sample_weight)
        ours = sketchbench.Ridge(alpha=0.7, fit_intercept=fit_intercept).fit(storage(X), y, sample_weight)
        np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-8 * np.abs(theirs.coef_).max())
        np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-6)


def test_parameters_are_refused_in_the_callers_words():
    X, y = classes(2)
    for weight in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="class_weight of the class .*red.* is (nan|inf), expected a number"):
            sketchbench.SVC(class_weight={"red": weight}).fit(X, y)
    with pytest.raises(ValueError, match="coef0 is -1, expected a number of at least 0"):
        sketchbench.SVC(kernel="poly", coef0=-1).fit(X, y)
