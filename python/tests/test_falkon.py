"""FalkonRegressor and FalkonClassifier beside kernel ridge regression by its formula."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

import sketchbench

rng = np.random.default_rng(5)
X = rng.normal(size=(120, 4)).astype(np.float32)
Y = np.sin(2 * X[:, 0]) + 0.3 * X[:, 1] + 0.1 * rng.normal(size=120)


@pytest.mark.parametrize("kernel, values", [
    ({"kernel": "rbf", "gamma": 0.3}, lambda a, b: rbf_kernel(a, b, gamma=0.3)),
    ({"kernel": "poly", "gamma": 0.5, "degree": 2, "coef0": 1.5},
     lambda a, b: polynomial_kernel(a, b, gamma=0.5, degree=2, coef0=1.5)),
])
def test_with_every_row_a_landmark_it_is_kernel_ridge_regression(kernel, values):
    # Directions of the polynomial kernel beyond its 15 are rounding: there the landmarks are dependent.
    falkon = sketchbench.FalkonRegressor(alpha=1e-3, fit_intercept=False, tol=1e-10, **kernel).fit(X, Y)
    K = values(X.astype(float), X.astype(float))
    exact = K @ np.linalg.solve(K + 1e-3 * len(X) * np.eye(len(X)), Y)
    np.testing.assert_allclose(falkon.predict(X), exact, atol=2e-5)
    assert falkon.n_iter_ < 100
    np.testing.assert_allclose(clone(falkon).fit(sparse.csr_matrix(X), Y).predict(X), exact, atol=2e-5)


def test_landmarks_are_drawn_by_random_state_and_weights_repeat_rows():
    draw = lambda seed: sketchbench.FalkonRegressor(20, random_state=seed).fit(X, Y).predict(X)
    np.testing.assert_array_equal(draw(3), draw(3))
    assert not np.array_equal(draw(3), draw(4))
    twice = np.r_[X, X[:40]]
    all_rows = sketchbench.FalkonRegressor(alpha=1e-2, gamma=0.3, tol=1e-12)
    repeated = clone(all_rows).fit(twice, np.r_[Y, Y[:40]]).predict(X)
    weighted = clone(all_rows).fit(X, Y, sample_weight=np.r_[np.full(40, 2.0), np.ones(80)]).predict(X)
    np.testing.assert_allclose(weighted, repeated, atol=1e-4)


@pytest.mark.parametrize("names", [np.array(["no", "yes"]), np.array([7, 3, 5])])
def test_classes_are_those_of_the_largest_value(names):
    numbers = (np.digitize(X[:, 0], np.quantile(X[:, 0], np.arange(1, len(names)) / len(names)))).astype(int)
    y = names[numbers]
    model = sketchbench.FalkonClassifier(60, alpha=1e-4, random_state=1).fit(X, y)
    scores = model.decision_function(X)
    assert model.score(X, y) > 0.9
    assert list(model.classes_) == sorted(names)
    best = (scores > 0).astype(int) if len(names) == 2 else scores.argmax(axis=1)
    np.testing.assert_array_equal(model.predict(X), model.classes_[best])
    targets = [np.where(y == name, 1.0, -1.0) for name in model.classes_]
    # Each class's values are those of regression on +1 and -1, on the same landmarks.
    for k, target in enumerate(targets):
        alone = sketchbench.FalkonRegressor(60, alpha=1e-4, random_state=1).fit(X, target).predict(X)
        of_class = scores[:, k] if scores.ndim == 2 else (scores if k == 1 else -scores)
        np.testing.assert_allclose(of_class, alone, atol=1e-4)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).predict(X), model.predict(X))


def test_what_would_help_is_told_by_the_names_of_the_class():
    with pytest.warns(ConvergenceWarning, match="raise alpha or raise tol"):
        sketchbench.FalkonRegressor(alpha=1e-12, max_iter=1, tol=1e-14).fit(X, Y)
    with pytest.raises(ValueError, match="alpha = 1e-300: raise alpha"):
        sketchbench.KernelRidge(alpha=1e-300).fit(np.ones((50, 1)), Y[:50])
