"""SVR and OneClassSVM beside scikit-learn's, which are LIBSVM's."""

import numpy as np
import pytest
from scipy import sparse
from sklearn import svm
from sklearn.metrics.pairwise import rbf_kernel

import sketchbench

RNG = np.random.default_rng(3)
X = RNG.normal(size=(200, 5)).astype(np.float32)
Y = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=200)
NEW = RNG.normal(size=(60, 5)).astype(np.float32)
WEIGHTS = RNG.uniform(0.5, 2, size=200)
KERNELS = [{}, {"gamma": 0.3}, {"kernel": "poly", "degree": 2, "gamma": 0.5, "coef0": 1.0}, {"kernel": "linear"}]


@pytest.mark.parametrize("options", KERNELS, ids=str)
@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
def test_svr_is_scikit_learns(options, weights):
    both = [cls(C=2, epsilon=0.05, tol=1e-5, **options).fit(X, Y, sample_weight=weights)
            for cls in (sketchbench.SVR, svm.SVR)]
    ours, theirs = (model.predict(NEW) for model in both)
    np.testing.assert_allclose(ours, theirs, atol=2e-3)
    assert abs(both[0].n_support_vectors_ - len(both[1].support_)) <= 4
    on_sparse = sketchbench.SVR(C=2, epsilon=0.05, tol=1e-5, **options)
    on_sparse.fit(sparse.csr_matrix(X), Y, sample_weight=weights)
    np.testing.assert_allclose(on_sparse.predict(sparse.csr_matrix(NEW)), theirs, atol=2e-3)


@pytest.mark.parametrize("options", KERNELS, ids=str)
@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
@pytest.mark.parametrize("nu", [0.1, 0.5])
def test_one_class_is_scikit_learns(options, weights, nu):
    ours, theirs = (cls(nu=nu, tol=1e-6, **options).fit(X, sample_weight=weights)
                    for cls in (sketchbench.OneClassSVM, svm.OneClassSVM))
    scale = np.abs(theirs.decision_function(NEW)).max() + 1e-2  # which a linear kernel has about 0
    np.testing.assert_allclose(ours.decision_function(NEW), theirs.decision_function(NEW), atol=1e-3 * scale)
    np.testing.assert_allclose(ours.score_samples(NEW) - ours.decision_function(NEW), ours.offset_, atol=1e-6 * scale)
    assert ours.offset_ == pytest.approx(theirs.offset_[0], abs=1e-3 * scale)
    if weights is None:
        # Support vectors between the bounds are on the boundary, and to either side by the tolerance.
        assert (ours.decision_function(X) < -1e-3 * scale).mean() <= nu
        assert ours.n_support_vectors_ >= nu * 200 - 1e-9


@pytest.mark.parametrize("cls, more", [(sketchbench.SVR, {"C": 2}), (sketchbench.OneClassSVM, {"nu": 0.2})])
def test_kernel_matrices_and_functions(cls, more):
    def kernel(a, b):
        return rbf_kernel(a, b, gamma=0.3)

    def values(model, rows):
        return (model.predict if cls is sketchbench.SVR else model.decision_function)(rows)

    of_rows = values(cls(gamma=0.3, tol=1e-5, **more).fit(X, Y), NEW)
    given = values(cls(kernel="precomputed", tol=1e-5, **more).fit(kernel(X, X), Y), kernel(NEW, X))
    called = values(cls(kernel=kernel, tol=1e-5, **more).fit(X, Y), NEW)
    np.testing.assert_allclose(given, of_rows, atol=2e-3)
    np.testing.assert_array_equal(called, given)


@pytest.mark.parametrize("model", [sketchbench.OneClassSVM(nu=0), sketchbench.OneClassSVM(nu=1.5)])
def test_nu_is_refused_by_name(model):
    with pytest.raises(ValueError, match="nu"):
        model.fit(X)


def test_negative_epsilon_is_refused_by_name():
    with pytest.raises(ValueError, match="epsilon"):
        sketchbench.SVR(epsilon=-1).fit(X, Y)
