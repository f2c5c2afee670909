"""Bad input ends in the exceptions that scikit-learn's users expect."""

import os
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import NotFittedError

import sketchbench

X = np.random.default_rng(0).normal(size=(30, 4)).astype(np.float32)
Y = np.arange(30) % 2
MAP = sketchbench.TensorSketch(n_components=8, random_state=1)
ESTIMATORS = [MAP, sketchbench.NystromUniform(n_components=8), sketchbench.LinearSVC(), sketchbench.SVC(),
              sketchbench.Ridge(), sketchbench.KernelRidge()]


def use(estimator, rows):
    return estimator.transform(rows) if hasattr(estimator, "transform") else estimator.predict(rows)


@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize(
    "bad",
    [np.full_like(X, np.nan), np.full_like(X, np.inf), X[0], X[None], np.full((30, 4), "a"), X.astype(complex),
     X[:0], X[:, :0], np.full((30, 4), 1e300)],
    ids=["nan", "inf", "1d", "3d", "text", "complex", "no rows", "no columns", "beyond single precision"],
)
def test_bad_rows(estimator, bad):
    from sklearn.base import clone

    # A map that looks at no rows is made for whatever can be mapped.
    with pytest.raises(ValueError):
        use(clone(estimator).fit(bad, Y[: len(bad)]), bad)
    fitted = clone(estimator).fit(X, Y)
    with pytest.raises(ValueError):
        use(fitted, bad)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_other_numbers_of_features(estimator):
    fitted = estimator.fit(X, Y)
    for rows in (X[:, :3], np.hstack([X, X])):
        with pytest.raises(ValueError, match="features"):
            use(fitted, rows)
        with pytest.raises(ValueError, match="features"):
            use(fitted, sparse.csr_array(rows))


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_not_fitted(estimator):
    with pytest.raises(NotFittedError):
        use(type(estimator)(), X)


@pytest.mark.parametrize(
    "estimator, message",
    [
        (sketchbench.TensorSketch(n_components=0), "expected a whole number of at least 1"),
        (sketchbench.TensorSketch(n_components=2.5), "n_components is 2.5"),
        (sketchbench.TensorSketch(degree=0), "^degree is 0"),
        (sketchbench.TensorSketch(n_components=10**8), "^n_components is 100000000"),
        (sketchbench.TensorSketch(coef0=-1), "coef0"),
        (sketchbench.TensorSketch(coef0="1"), "coef0 is '1'"),
        (sketchbench.RandomMaclaurin(form="other"), "form is 'other', expected one of restricted, published, h01"),
        (sketchbench.RandomKitchenSinks(kernel="polynomial"), "kernel is 'polynomial'"),
        (sketchbench.NystromUniform(kernel="sigmoid"), "polynomial, gaussian, laplacian, cauchy, poly, rbf, linear$"),
        (sketchbench.SVC(kernel="sigmoid"), "a function of X and Y such as sklearn.metrics.pairwise.sigmoid_kernel"),
        (sketchbench.OneClassSVM(kernel="chi2"), "kernel is 'chi2', .* \"precomputed\", or a function of X and Y"),
        (sketchbench.KernelRidge(kernel="chi2"), "kernel is 'chi2', .* \"precomputed\", or a function of two rows"),
        (sketchbench.RandomKitchenSinks(gamma=0), "gamma"),
        (sketchbench.RandomKitchenSinks(gamma=1e100), "^gamma is 1e\\+100, expected 5e-61 to 5e\\+59"),
        (sketchbench.RandomKitchenSinks(kernel="laplacian", gamma=1e-31), "^gamma is 1e-31, expected 1e-30"),
        (sketchbench.RandomKitchenSinks(gamma="wide"), "gamma is 'wide'"),
        (sketchbench.RandomKitchenSinks(form="other"), "pairs"),
        (sketchbench.NystromGiven(landmarks=X[:, :2]), "landmarks have 2 features, expected 4"),
        (sketchbench.LinearSVC(C=0), "C"),
        (sketchbench.LinearSVC(tol=-1), "^tol is -1"),
        (sketchbench.SVC(cache_size=-1), "^cache_size is -1"),
        (sketchbench.LinearSVC(preconditioner="other"), "preconditioner"),
        (sketchbench.LinearSVC(intercept_scaling=0), "intercept_scaling"),
        (sketchbench.SVC(C=-1), "C"),
        (sketchbench.SVC(kernel="laplacian"), "kernel"),
        (sketchbench.SVC(decision_function_shape="other"), "decision_function_shape"),
        (sketchbench.Ridge(alpha=0), "^alpha is 0"),
        (sketchbench.KernelRidge(alpha=-1), "^alpha is -1"),
        (sketchbench.Ridge(alpha="other"), "alpha"),
        (sketchbench.KernelRidge(kernel="other"), "kernel"),
        (sketchbench.FalkonRegressor(max_iter=0), "^max_iter is 0"),
    ],
)
def test_bad_parameters(estimator, message):
    with pytest.raises(ValueError, match=message):
        estimator.fit(X, Y)


def test_one_class():
    for estimator in (sketchbench.LinearSVC(), sketchbench.SVC()):
        with pytest.raises(ValueError, match="1 class"):
            estimator.fit(X, np.ones(30))


def test_targets_beyond_single_precision():
    with pytest.raises(ValueError, match="single precision"):
        sketchbench.Ridge().fit(X, np.full(30, 1e300))


def test_probabilities_are_there_where_they_were_asked_for():
    three = np.array(["c", "a", "b"])[np.arange(30) % 3]
    told = sketchbench.SVC(probability=True, random_state=1).fit(X, three).predict_proba(X)
    assert told.shape == (30, 3) and np.allclose(told.sum(axis=1), 1) and (told >= 0).all()
    with pytest.raises(AttributeError):
        sketchbench.SVC().fit(X, Y).predict_proba


# scipy's own matrices are not like this; what is handed over otherwise must not be read out of bounds.
@pytest.mark.parametrize(
    "indptr, indices",
    [([0, 2, 4], [0, 9, 0, 1]), ([0, 2, 4], [0, -1, 0, 1]), ([0, 2, 4], [1, 0, 0, 1]), ([0, 3, 2], [0, 1, 0, 1]),
     ([0, 2, 9], [0, 1, 0, 1]), ([0, -2, 4], [0, 1, 0, 1]), ([1, 2, 4], [0, 1, 0, 1])],
)
@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_sparse_rows_that_cannot_be(indptr, indices, kind):
    from sketchbench._library import library

    fitted = MAP.fit(X)
    with pytest.raises(ValueError):
        rows = library.Rows(np.array(indptr, kind), np.array(indices, kind), np.ones(4, np.float32), 4)
        fitted._map.transform(rows, np.empty((2, 8), np.float32), 1)


def test_an_altered_byte_of_a_pickled_map_or_model_is_seen():
    for fitted in (MAP.fit(X)._map, sketchbench.NystromUniform(n_components=8).fit(X)._map,
                   sketchbench.SVC().fit(X, Y)._model):
        state = fitted.__getstate__()
        for at in range(0, len(state), max(1, len(state) // 97)):
            altered = bytearray(state)
            altered[at] ^= 1
            with pytest.raises(ValueError):
                type(fitted).__new__(type(fitted)).__setstate__(bytes(altered))
        for cut in (0, 10, len(state) - 1):
            with pytest.raises(ValueError):
                type(fitted).__new__(type(fitted)).__setstate__(state[:cut])
        pickle.loads(pickle.dumps(fitted))


def test_a_map_is_no_model_and_a_model_no_map():
    of_map, of_model = MAP.fit(X)._map, sketchbench.SVC().fit(X, Y)._model
    for one, other in ((of_map, of_model), (of_model, of_map)):
        with pytest.raises(ValueError):
            type(one).__new__(type(one)).__setstate__(other.__getstate__())


def test_a_state_of_a_later_version():
    state = MAP.fit(X)._map.__getstate__()
    later = re.sub(rb"sketchbench model \d+\n", b"sketchbench model 99\n", state, count=1)
    assert later != state
    with pytest.raises(ValueError, match="version"):
        type(MAP._map).__new__(type(MAP._map)).__setstate__(later)


@pytest.mark.parametrize("level", ["baseline", "other"])
def test_instructions_can_be_lowered(level):
    """A wheel has all levels; what is compiled here may have one, and says so."""
    run = subprocess.run(
        [sys.executable, "-c", "import sketchbench; print(sketchbench.instruction_set())"],
        env={**os.environ, "SKETCHBENCH_INSTRUCTIONS": level}, capture_output=True, text=True, check=False,
    )
    if level == "other":
        assert run.returncode != 0 and 'SKETCHBENCH_INSTRUCTIONS is "other", expected one of' in run.stderr
    else:
        assert run.stdout == "baseline\n" or "built without a module" in run.stderr or "one machine" in run.stderr
