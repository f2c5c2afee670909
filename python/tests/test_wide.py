"""Sparse rows with many columns cost what their non-zeros cost, and are to estimators what renumbered rows are."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn import svm
from sklearn.base import clone

import sketchbench
from sketchbench._library import library

WIDE = 2**31 - 1
GAUSSIAN = {"kernel": "gaussian", "gamma": 0.5}
MAPS = [sketchbench.RandomKitchenSinks(n_components=16, gamma=0.5, random_state=1),
        sketchbench.Fastfood(n_components=16, gamma=0.5, random_state=1),
        sketchbench.TensorSketch(n_components=16, random_state=1),
        sketchbench.RandomMaclaurin(n_components=16, random_state=1),
        sketchbench.NystromUniform(n_components=16, **GAUSSIAN, random_state=1)]
LEARNERS = [sketchbench.LinearSVC(), sketchbench.LinearSVC(fit_intercept=False), sketchbench.SVC(**GAUSSIAN),
            sketchbench.KernelRidge(**GAUSSIAN)]


def rows(n=200, d=40, seed=0):
    """Narrow rows without a zero column, and labels."""
    random = np.random.default_rng(seed)
    X = sparse.random(n, d, 0.2, format="csr", random_state=random, dtype=np.float32)
    X.data -= 0.5
    return X, (X @ random.normal(size=d) > 0).astype(int)


def spread(X, width):
    """The same rows with their columns spread over so many."""
    places = np.arange(X.shape[1], dtype=np.int64) * (width // X.shape[1]) + 13
    return sparse.csr_matrix((X.data, places[X.indices], X.indptr), shape=(X.shape[0], width))


def by_hand(X):
    """With a column behind them that no row has, as wide rows are renumbered."""
    return sparse.csr_matrix((X.data, X.indices, X.indptr), shape=(X.shape[0], X.shape[1] + 1))


@pytest.mark.parametrize("estimator", MAPS)
def test_maps_of_wide_rows(estimator):
    X, _ = rows()
    wide = clone(estimator).fit(spread(X, WIDE))
    expected = clone(estimator).fit(by_hand(X)).transform(by_hand(X))
    np.testing.assert_array_equal(wide.transform(spread(X, WIDE)), expected)
    again = pickle.loads(pickle.dumps(wide))
    np.testing.assert_array_equal(again.transform(spread(X, WIDE)), expected)


@pytest.mark.parametrize("estimator", LEARNERS)
def test_learners_on_wide_rows(estimator):
    X, y = rows()
    width = 1_000_000  # LinearSVC has a weight for each, as scikit-learn's has
    wide, same = clone(estimator).fit(spread(X, width), y), clone(estimator).fit(by_hand(X), y)
    answer = "decision_function" if hasattr(estimator, "decision_function") else "predict"
    expected = getattr(same, answer)(by_hand(X))
    np.testing.assert_allclose(getattr(wide, answer)(spread(X, width)), expected, rtol=1e-12)
    np.testing.assert_allclose(getattr(pickle.loads(pickle.dumps(wide)), answer)(spread(X, width)), expected,
                               rtol=1e-12)
    assert wide.n_features_in_ == width


def test_weights_of_wide_rows_are_scikit_learns():
    X, y = rows(300, 30)
    wide = spread(X, 200_000)
    for intercept in (True, False):
        ours = sketchbench.LinearSVC(tol=1e-6, fit_intercept=intercept).fit(wide, y)
        theirs = svm.LinearSVC(tol=1e-6, dual=False, fit_intercept=intercept, max_iter=10_000).fit(wide, y)
        np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
        np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-4)
        assert ours.coef_.shape == (1, 200_000) and np.count_nonzero(ours.coef_) <= 30


@pytest.mark.parametrize("share", [0.02, 0.5, 1.0])
@pytest.mark.parametrize("classes", [2, 3])
def test_the_form_of_rows_and_an_intercept_change_no_solution(share, classes):
    random = np.random.default_rng(1)
    X = sparse.random(400, 60, share, format="csr", random_state=random)
    y = np.digitize(X @ random.normal(size=60), [0.0, 0.3][: classes - 1])
    for scaling in (1.0, 3.0):
        settings = {"tol": 1e-6, "intercept_scaling": scaling}
        theirs = svm.LinearSVC(**settings, dual=False, max_iter=10_000).fit(X, y)
        for form in (X, X.toarray(), np.asfortranarray(X.toarray())):
            ours = sketchbench.LinearSVC(**settings).fit(form, y)
            np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=2e-4)
            np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=2e-4)


def test_columns_that_training_is_without_count_in_kernels():
    X, y = rows(200, 40)
    train = X.toarray()
    train[:, 30:] = 0
    narrow = sketchbench.KernelRidge(**GAUSSIAN).fit(train, y)
    wide = sketchbench.KernelRidge(**GAUSSIAN).fit(spread(sparse.csr_matrix(train), 1_000_000), y)
    np.testing.assert_allclose(wide.predict(spread(X, 1_000_000)), narrow.predict(X.toarray()), atol=1e-5)


@pytest.mark.parametrize("classes", [2, 5])
def test_scores_of_sparse_rows_whatever_the_order_of_weights(classes):
    """Scores are the products of X and coef_ with weights in either order, columns of either type and any strides."""
    generator = np.random.default_rng(5)
    for n, d in [(30, 20_000), (3_000, 500)]:  # fewer and more non-zeros than columns
        X = sparse.random(n, d, density=min(1, 5_000 / (n * d)), format="csr", random_state=1)
        y = np.arange(n) % classes
        model = sketchbench.LinearSVC().fit(X, y)
        expected = X @ model.coef_.T + model.intercept_
        scores = model.decision_function(X)
        np.testing.assert_allclose(scores.reshape(n, -1), expected, rtol=1e-5, atol=1e-6)
        wide = sparse.csr_matrix((X.data, X.indices.astype(np.int64), X.indptr.astype(np.int64)), shape=X.shape)
        wide.indices, wide.indptr = X.indices.astype(np.int64), X.indptr.astype(np.int64)
        apart = sparse.csr_matrix(X)
        apart.data = np.repeat(X.data, 2)[::2]
        apart.indices = np.repeat(X.indices, 2)[::2]
        for order in "CF":
            model.coef_ = np.array(model.coef_, order=order)
            for same in (X, X.toarray(), wide, apart):
                np.testing.assert_array_equal(model.decision_function(same), scores)
        model.coef_ = np.repeat(model.coef_, 2, axis=1)[:, ::2]
        np.testing.assert_array_equal(model.decision_function(X), scores)


@pytest.mark.parametrize("whole", [np.int32, np.int64])
@pytest.mark.parametrize("bad", [-1, 8, 2**31 + 1])
def test_columns_out_of_range_are_refused_in_the_row_that_has_them(whole, bad):
    if whole is np.int32 and bad > 8:
        pytest.skip("no number of that type")
    offsets, columns = np.array([0, 2, 4], whole), np.array([0, 1, 3, bad], whole)
    rows_ = library.Rows(offsets, columns, np.ones(4, np.float32), 8)
    out = np.empty((2, 1))
    with pytest.raises(ValueError, match=f"row 2 has column {bad} behind 3, expected ascending columns below 8"):
        library.linear_scores(rows_, np.ones((1, 8)), np.zeros(1), out, 1)
