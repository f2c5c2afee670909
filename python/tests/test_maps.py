"""What holds for every map."""

import math
import pickle
import re

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone

import sketchbench
from sketchbench._kernels import families

NAMES = list(sketchbench.maps())


def rows(n=40, d=12, seed=0):
    """Half of the values are 0."""
    random = np.random.default_rng(seed)
    return (random.normal(size=(n, d)) * random.integers(0, 2, size=(n, d))).astype(np.float32)


def make(name, **parameters):
    """The class that stands for that kind, in its form."""
    cls = sketchbench.maps()[name]
    if not isinstance(cls._kind, str):
        parameters["form"] = next(form for form, kind in cls._kind.items() if kind == name)
        parameters["coef0"] = 1  # H0/1 has no use for a kernel without a constant
    return cls(n_components=20, random_state=1, **parameters)


def test_a_form_stands_for_its_kind():
    assert make("random_maclaurin_published").form == "published"


def test_a_parameter_of_one_form_is_for_it_alone():
    X = rows()
    published, restricted = (
        make("random_maclaurin_h01", measure=measure).fit_transform(X) for measure in ("published", "restricted")
    )
    np.testing.assert_array_equal(published[:, :13], restricted[:, :13])  # the exact terms
    assert not np.array_equal(published, restricted)
    with pytest.raises(ValueError, match="measure is 'restricted', which is for form=h01 alone"):
        make("random_maclaurin_published", measure="restricted").fit(X)


@pytest.mark.parametrize("name", NAMES)
def test_features_are_single_precision_whatever_the_rows_are(name):
    X = rows()
    of_single = make(name).fit_transform(X)
    assert of_single.dtype == np.float32
    assert of_single.shape == (40, make(name).fit(X)._n_features_out)
    assert len(make(name).fit(X).get_feature_names_out()) == of_single.shape[1]
    assert np.isfinite(of_single).all() and np.abs(of_single).max() > 0
    np.testing.assert_array_equal(make(name).fit_transform(X.astype(np.float64)), of_single)


@pytest.mark.parametrize("name", NAMES)
def test_storage_changes_nothing(name):
    X = rows()
    fitted = make(name).fit(X)
    expected = fitted.transform(X)
    wide = np.zeros((40, 30), dtype=np.float32)
    wide[:, 5:17] = X
    for stored in (np.asfortranarray(X), wide[:, 5:17], np.asfortranarray(X.astype(np.float64))):
        np.testing.assert_array_equal(fitted.transform(stored), expected)
        np.testing.assert_array_equal(make(name).fit(stored).transform(X), expected)
    # Sums over non-zeros alone may round otherwise.
    sizes = np.abs(expected).max()
    narrow = sparse.csr_array(X)
    long = sparse.csr_array((narrow.data, narrow.indices.astype(np.int64), narrow.indptr.astype(np.int64)), X.shape)
    assert long.indices.dtype == np.int64
    for stored in (narrow, long, narrow.astype(np.float64), sparse.csr_matrix(X)):
        np.testing.assert_allclose(fitted.transform(stored), expected, atol=1e-5 * sizes)
    np.testing.assert_array_equal(fitted.transform(long), fitted.transform(narrow))


@pytest.mark.parametrize("name", NAMES)
def test_threads_and_company_change_nothing(name):
    X = rows(300)
    fitted = make(name).fit(X)
    expected = fitted.transform(X)
    np.testing.assert_array_equal(make(name, n_jobs=2).fit(X).transform(X), expected)
    np.testing.assert_array_equal(np.concatenate([fitted.transform(X[i : i + 1]) for i in range(20)]), expected[:20])


@pytest.mark.parametrize("name", NAMES)
def test_a_pickled_map_is_the_same(name):
    X = rows()
    fitted = make(name).fit(X)
    copy = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(copy.transform(X), fitted.transform(X))
    assert copy.get_params() == fitted.get_params()


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_with_a_seed_draws_the_same(name):
    X = rows()
    fitted = make(name).fit(X)
    np.testing.assert_array_equal(clone(fitted).fit(X).transform(X), fitted.transform(X))


def test_random_states():
    X = rows()
    of = lambda state: sketchbench.TensorSketch(n_components=8, random_state=state).fit(X)
    assert of(7).seed_ == 7
    np.testing.assert_array_equal(
        of(np.random.RandomState(3)).transform(X), of(np.random.RandomState(3)).transform(X)
    )
    state = np.random.RandomState(3)
    assert of(state).seed_ != of(state).seed_
    assert not np.array_equal(of(1).transform(X), of(2).transform(X))


def test_names_of_kernels():
    X = rows()
    fit = lambda **kernel: sketchbench.NystromUniform(n_components=8, random_state=1, **kernel).fit(X)
    variance = X.astype(np.float64).var()
    assert fit(kernel="rbf", gamma=2).kernel_ == {"kernel": "gaussian", "sigma": 0.5}
    assert fit(kernel="laplacian", gamma=2).kernel_ == {"kernel": "laplacian", "sigma": 0.5}
    assert fit(kernel="cauchy", gamma=4).kernel_ == {"kernel": "cauchy", "sigma": 0.5}
    assert fit(kernel="poly", degree=3, coef0=1, gamma=1).kernel_ == {"kernel": "polynomial", "degree": 3, "coef0": 1.0}
    assert fit(kernel="linear").kernel_ == {"kernel": "polynomial", "degree": 1, "coef0": 0}
    scale = fit(kernel="gaussian", gamma="scale").kernel_["sigma"]
    assert scale == pytest.approx(np.sqrt(12 * variance / 2), rel=1e-6)
    assert fit(kernel="rbf", gamma=None).kernel_ == fit(kernel="rbf", gamma=1 / 12).kernel_ == fit(kernel="rbf").kernel_
    of_sparse = sketchbench.NystromUniform(kernel="gaussian", gamma="scale", n_components=8).fit(sparse.csr_array(X))
    assert of_sparse.kernel_["sigma"] == pytest.approx(scale, rel=1e-6)
    distances = np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=2))[np.triu_indices(40, 1)]
    median = fit(kernel="gaussian", gamma="median").kernel_["sigma"]
    assert median == pytest.approx(np.median(distances[distances > 0]), rel=1e-2)


def value_of(formula, **given):
    """Of a formula about rows of one column, where sums and products over columns are of one term."""
    for pattern, meant in (
        ("<x, y>", "(x * y)"),
        (r"\|x - y\|(_\d)?", "abs(x - y)"),
        (r"\b(sum|prod)_k ", ""),
        (r"\b([xy])_k\b", r"\1"),
        (r"\^", "**"),
        (r"([\w)]) (?=[a-z(])", r"\1 * "),
    ):
        formula = re.sub(pattern, meant, formula)
    return eval(formula, {"exp": math.exp, "sqrt": math.sqrt, **given})  # noqa: S307


@pytest.mark.parametrize("family", families())
def test_a_kernel_is_its_formula(family):
    facts = families()[family]
    given = {one["name"]: one["default"] + 1 for one in facts["parameters"] if one["name"] != "sigma"}
    gamma = {"gamma": 0.3} if facts["sigma"] else {}
    X = np.array([[0.7], [-0.4]], dtype=np.float32)
    fitted = sketchbench.NystromGiven(n_components=2, landmarks=X, kernel=family, **gamma, **given).fit(X)
    z = fitted.transform(X).astype(float)
    expected = [[value_of(facts["formula"], x=x, y=y, **gamma, **given) for y in X[:, 0]] for x in X[:, 0]]
    np.testing.assert_allclose(z @ z.T, expected, rtol=1e-5, atol=1e-6)
    if gamma:
        sigma = facts["described"].split("sigma = ")[1]
        assert fitted.kernel_["sigma"] == pytest.approx(value_of(sigma, **gamma), rel=1e-14)


def test_the_variance_of_sparse_rows_is_that_of_all_values():
    """Values that stand for one another and several that stand for one are no matter."""
    indptr, indices = np.array([0, 3, 4]), np.array([2, 0, 2, 1])
    twice = sparse.csr_matrix((np.array([1.0, 5.0, 2.0, 4.0]), indices, indptr), shape=(2, 3))
    gamma = 1 / (3 * twice.toarray().var())
    fitted = sketchbench.RandomKitchenSinks(n_components=4, gamma="scale").fit(twice)
    assert fitted.kernel_["sigma"] == pytest.approx(np.sqrt(0.5 / gamma))
    assert twice.nnz == 4


def test_fewer_rows_than_features():
    with pytest.warns(UserWarning, match="n_components is 50, and there are 40 rows"):
        fitted = sketchbench.NystromUniform(n_components=50, kernel="gaussian").fit(rows())
    assert fitted.n_components_ == 40
    assert fitted.transform(rows()).shape == (40, 40)


def test_given_landmarks():
    X, landmarks = rows(), rows(10, seed=5)
    fitted = sketchbench.NystromGiven(n_components=10, kernel="gaussian", gamma=0.1, landmarks=landmarks).fit(X)
    z, of_landmarks = fitted.transform(X).astype(float), fitted.transform(landmarks).astype(float)
    kernel = lambda a, b: np.exp(-0.1 * ((a[:, None].astype(float) - b[None]) ** 2).sum(axis=2))
    np.testing.assert_allclose(z @ of_landmarks.T, kernel(X, landmarks), atol=1e-4)


def test_unsorted_sparse_rows():
    matrix = sparse.csr_matrix(
        (np.array([1, 2, 3, 4], np.float32), np.array([2, 0, 1, 1]), np.array([0, 2, 4])), shape=(2, 3)
    )
    fitted = sketchbench.TensorSketch(n_components=4, random_state=1).fit(matrix)
    np.testing.assert_allclose(fitted.transform(matrix), fitted.transform(matrix.toarray()), rtol=1e-5)
    assert matrix.indices.tolist() == [2, 0, 1, 1]
