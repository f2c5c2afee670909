"""Estimates and models beside scikit-learn's own.

Means of random estimates are compared within 5 standard errors. For normal means, which those of hundreds of draws
nearly are, a check fails by chance with probability 6e-7; there are about 40.
"""

import pathlib

import numpy as np
import pytest
from sklearn import kernel_approximation, kernel_ridge, linear_model, svm
from sklearn.base import clone
from sklearn.datasets import load_digits, make_blobs, make_regression
from sklearn.decomposition import KernelPCA
from sklearn.preprocessing import StandardScaler

import sketchbench
from sketchbench._registry import registry

DRAWS = 400


def unit_rows(n=12, d=6):
    X = np.random.default_rng(1).normal(size=(n, d))
    return (X / np.linalg.norm(X, axis=1, keepdims=True)).astype(np.float32)


def estimates(transformer, X):
    """Of all pairs of rows, one matrix for each seed."""
    found = []
    for seed in range(DRAWS):
        z = transformer.set_params(random_state=seed).fit_transform(X).astype(np.float64)
        found.append((z @ z.T)[np.triu_indices(len(X), 1)])
    return np.array(found)


def within_5_errors(ours, theirs):
    """Whether two samples of the same mean could be these."""
    difference = ours.mean(axis=0) - theirs.mean(axis=0)
    error = np.sqrt(ours.var(axis=0, ddof=1) / len(ours) + theirs.var(axis=0, ddof=1) / len(theirs))
    return np.all(np.abs(difference) <= 5 * error)


def compare(ours, theirs, kappa, unbiased=True):
    X = unit_rows()
    exact = kappa(X.astype(np.float64))[np.triu_indices(len(X), 1)]
    mine, other = estimates(ours, X), estimates(theirs, X)
    # One number for each draw: pairs of one draw go together.
    if unbiased:
        assert within_5_errors((mine - exact).mean(axis=1), np.zeros(2))
        assert within_5_errors(mine.mean(axis=1), other.mean(axis=1))
    return ((mine - exact) ** 2).mean(axis=1), ((other - exact) ** 2).mean(axis=1)


@pytest.mark.parametrize("coef0", [0, 1])
@pytest.mark.parametrize("cls", [sketchbench.TensorSketch, sketchbench.TensorSketchFast])
def test_tensor_sketch_beside_polynomial_count_sketch(cls, coef0):
    squares = compare(
        cls(degree=3, coef0=coef0, n_components=64),
        kernel_approximation.PolynomialCountSketch(degree=3, coef0=coef0, n_components=64),
        lambda X: (coef0 + X @ X.T) ** 3,
    )
    assert within_5_errors(*squares), "the same variance"


@pytest.mark.parametrize("form", ["restricted", "published", "h01"])
def test_random_maclaurin_beside_polynomial_count_sketch(form):
    compare(
        sketchbench.RandomMaclaurin(form=form, degree=2, coef0=1, n_components=64),
        kernel_approximation.PolynomialCountSketch(degree=2, coef0=1, n_components=64),
        lambda X: (1 + X @ X.T) ** 2,
    )


def test_the_gamma_of_an_inner_product_is_scikit_learns():
    compare(
        sketchbench.TensorSketch(gamma=0.3, degree=3, coef0=0.5, n_components=64),
        kernel_approximation.PolynomialCountSketch(gamma=0.3, degree=3, coef0=0.5, n_components=64),
        lambda X: (0.5 + 0.3 * X @ X.T) ** 3,
    )


def test_gamma_is_scaling_the_rows():
    X = unit_rows(20)
    map_ = sketchbench.RandomMaclaurin(degree=3, coef0=0.5, n_components=32, random_state=1)
    z = clone(map_).set_params(gamma=0.25).fit_transform(X).astype(float)
    other = map_.fit_transform(0.5 * X).astype(float)
    exact = (0.5 + 0.25 * X @ X.T) ** 3
    assert abs((z @ z.T - exact).mean()) < 1 and abs((other @ other.T - exact).mean()) < 1
    tensor = sketchbench.TensorSketch(degree=3, coef0=0.5, n_components=32, random_state=1)
    np.testing.assert_allclose(
        clone(tensor).set_params(gamma=0.25).fit_transform(X), tensor.fit_transform(0.5 * X), atol=1e-5
    )
    with pytest.raises(ValueError, match="gamma is 1e-200.*beyond double precision"):
        clone(tensor).set_params(gamma=1e-200).fit(X)
    with pytest.raises(ValueError, match="gamma is 'median', expected a number above 0"):
        clone(tensor).set_params(gamma="median").fit(X)


#: Ours that stand for one of scikit-learn's, and the parameters whose defaults differ: docs/guides/python.md says so of
#: each.
COUNTERPARTS = [
    (sketchbench.SVC, svm.SVC, {"cache_size"}),
    (sketchbench.SVR, svm.SVR, {"cache_size"}),
    (sketchbench.OneClassSVM, svm.OneClassSVM, {"cache_size"}),
    (sketchbench.LinearSVC, svm.LinearSVC, set()),
    (sketchbench.Ridge, linear_model.Ridge, set()),
    (sketchbench.KernelRidge, kernel_ridge.KernelRidge, set()),
    (sketchbench.RandomKitchenSinks, kernel_approximation.RBFSampler, set()),
    (sketchbench.NystromUniform, kernel_approximation.Nystroem, {"degree", "coef0"}),
    (sketchbench.TensorSketch, kernel_approximation.PolynomialCountSketch, set()),
    (sketchbench.KernelPCA, KernelPCA, {"kernel", "n_components", "degree", "coef0"}),
]


@pytest.mark.parametrize("ours, theirs, differing", COUNTERPARTS, ids=lambda one: getattr(one, "__name__", None))
def test_defaults_are_those_of_scikit_learns_class(ours, theirs, differing):
    here, there = ours().get_params(), theirs().get_params()
    meant = lambda value: {"gaussian": "rbf"}.get(value, value) if isinstance(value, str) else value
    there = {name: value for name, value in there.items() if value != "deprecated"}
    assert {name for name in here.keys() & there.keys() if meant(here[name]) != there[name]} == differing
    guide = (pathlib.Path(__file__).parents[2] / "docs/guides/python.md").read_text()
    [row] = [line for line in guide.splitlines() if line.startswith(f"| `{ours.__name__}` ")]
    assert f"`{theirs.__name__}`" in row
    for name in differing | (there.keys() - here.keys()):
        assert f"`{name}`" in row, name
    lacking = row.split("|")[4]
    assert [name for name in here if f"`{name}`" in lacking] == []


@pytest.mark.parametrize("kernel", ["rbf", "poly", "linear", "laplacian"])
def test_the_default_gammas_are_scikit_learns(kernel):
    X, y = make_regression(80, 4, noise=5, random_state=0)
    X = X.astype(np.float32)
    ours, theirs = (cls(kernel=kernel).fit(X, y) for cls in (sketchbench.KernelRidge, kernel_ridge.KernelRidge))
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=2e-3, atol=0.05)
    if kernel != "laplacian":
        labels = (y > 0).astype(int)
        ours, theirs = (cls(kernel=kernel, tol=1e-5).fit(X, labels) for cls in (sketchbench.SVC, svm.SVC))
        np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=5e-3)
    z = sketchbench.NystromUniform(kernel=kernel, degree=3, coef0=1, n_components=80, random_state=0).fit_transform(X)
    other = kernel_approximation.Nystroem(kernel=kernel, degree=3, coef0=1, n_components=80).fit_transform(X)
    np.testing.assert_allclose(z @ z.T, other @ other.T, rtol=2e-3, atol=1e-2)


def gaussian(X, gamma=0.7):
    return np.exp(-gamma * ((X[:, None] - X[None]) ** 2).sum(axis=2))


def test_random_kitchen_sinks_beside_rbf_sampler():
    squares = compare(
        sketchbench.RandomKitchenSinks(gamma=0.7, form="offset", n_components=64),
        kernel_approximation.RBFSampler(gamma=0.7, n_components=64),
        gaussian,
    )
    assert within_5_errors(*squares), "the same variance"


@pytest.mark.parametrize("name", ["qmc", "orf", "sorf", "fastfood"])
def test_other_fourier_features_beside_rbf_sampler(name):
    ours, theirs = compare(
        sketchbench.maps()[name](gamma=0.7, n_components=64),
        kernel_approximation.RBFSampler(gamma=0.7, n_components=64),
        gaussian,
        unbiased=next(kind["unbiased"] for kind in registry()["maps"] if kind["name"] == name),
    )
    assert ours.mean() < 1.5 * theirs.mean()  # their claim is that they are better


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "polynomial"])
def test_nystrom_on_all_rows_is_the_kernel_as_scikit_learns(kernel):
    X = unit_rows(40)
    more = {"kernel": kernel, "n_components": 40, "random_state": 0, "gamma": 1.0}
    if kernel == "polynomial":
        more.update(gamma=0.7, degree=2, coef0=1)
    ours, theirs = sketchbench.NystromUniform(**more), kernel_approximation.Nystroem(**more)
    z, other = ours.fit_transform(X).astype(float), theirs.fit_transform(X.astype(float))
    np.testing.assert_allclose(z @ z.T, other @ other.T, atol=2e-3)


def test_nystrom_on_some_rows_beside_scikit_learns():
    X = unit_rows(60)
    exact = gaussian(X.astype(float), 2.0)
    errors = []
    for cls in (sketchbench.NystromUniform, kernel_approximation.Nystroem):
        of_class = []
        for seed in range(100):
            z = cls(kernel="rbf", gamma=2.0, n_components=10, random_state=seed).fit_transform(X).astype(float)
            of_class.append(np.linalg.norm(z @ z.T - exact))
        errors.append(np.array(of_class))
    assert within_5_errors(*errors)


def test_kernel_pca_beside_scikit_learns():
    X = unit_rows(50)
    ours = sketchbench.KernelPCA(n_components=4, kernel="gaussian", gamma=2.0, centred=1).fit(X)
    theirs = KernelPCA(n_components=4, kernel="rbf", gamma=2.0).fit(X.astype(float))
    new = unit_rows(80)[50:]
    for rows in (X, new):
        z, other = ours.transform(rows).astype(float), theirs.transform(rows.astype(float))
        np.testing.assert_allclose(z @ z.T, other @ other.T, atol=1e-4)


def two_classes():
    X, y = make_blobs(300, centers=2, n_features=5, cluster_std=4.0, random_state=0)
    return StandardScaler().fit_transform(X), y


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_linear_svc_has_the_minimum_of_scikit_learns(classes, fit_intercept):
    X, y = make_blobs(300, centers=classes, n_features=5, cluster_std=4.0, random_state=0)
    X, y = StandardScaler().fit_transform(X).astype(np.float32), np.array(["d", "b", "a", "c"])[y]
    ours = sketchbench.LinearSVC(C=0.3, tol=1e-6, fit_intercept=fit_intercept).fit(X, y)
    theirs = svm.LinearSVC(C=0.3, tol=1e-6, dual=False, fit_intercept=fit_intercept).fit(X.astype(float), y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-4)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-3)
    assert (ours.predict(X) == theirs.predict(X)).all()
    assert ours.classes_.tolist() == theirs.classes_.tolist()


@pytest.mark.parametrize("kernel", ["rbf", "poly", "linear"])
@pytest.mark.parametrize("shape", ["ovr", "ovo"])
@pytest.mark.parametrize("classes", [2, 4])
def test_svc_has_the_machines_of_scikit_learns(kernel, shape, classes):
    X, y = make_blobs(200, centers=classes, n_features=5, cluster_std=4.0, random_state=0)
    X, y = StandardScaler().fit_transform(X).astype(np.float32), np.array(["d", "b", "a", "c"])[y]
    more = {"kernel": kernel, "gamma": 0.7, "degree": 2, "coef0": 1.0, "C": 0.5, "decision_function_shape": shape}
    ours = sketchbench.SVC(tol=1e-5, **more).fit(X, y)
    theirs = svm.SVC(tol=1e-5, **more).fit(X.astype(float), y)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=5e-3)
    sure = np.abs(ours.decision_function(X)).min(axis=-1) > 0.01 if shape == "ovo" or classes == 2 else slice(None)
    assert (ours.predict(X)[sure] == theirs.predict(X)[sure]).all()
    scale = sketchbench.SVC(kernel="rbf").fit(X, y).predict(X)
    assert (scale == svm.SVC(kernel="rbf").fit(X.astype(float), y).predict(X)).mean() >= 0.99


def test_svc_far_from_the_origin():
    X, y = two_classes()
    there = (X + 100).astype(np.float64)
    ours, theirs = sketchbench.SVC(tol=1e-5, gamma=1.0).fit(there, y), svm.SVC(tol=1e-5, gamma=1.0).fit(there, y)
    np.testing.assert_allclose(ours.decision_function(there), theirs.decision_function(there), atol=5e-3)


def test_probabilities_are_those_of_a_sigmoid_of_the_scores():
    X, y = two_classes()
    fitted = sketchbench.SVC(probability=True, random_state=0).fit(X, y)
    probabilities, scores = fitted.predict_proba(X), fitted.decision_function(X)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    log_odds = np.log(probabilities[:, 1] / probabilities[:, 0])
    slope, offset = np.polyfit(scores, log_odds, 1)
    assert slope > 0
    np.testing.assert_allclose(log_odds, slope * scores + offset, atol=1e-6)


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_ridge_is_scikit_learns(fit_intercept):
    X, y = make_regression(200, 10, noise=5, bias=100, random_state=0)
    X = X.astype(np.float32)
    ours = sketchbench.Ridge(alpha=3.0, fit_intercept=fit_intercept).fit(X, y)
    theirs = linear_model.Ridge(alpha=3.0, fit_intercept=fit_intercept).fit(X.astype(float), y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-5, atol=1e-4)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X.astype(float)), rtol=1e-5, atol=1e-3)


def test_ridge_chooses_by_the_leave_one_out_error():
    X, y = make_regression(60, 10, noise=50, random_state=0)
    chosen = sketchbench.Ridge(alpha="loo").fit(X, y)
    theirs = linear_model.RidgeCV(alphas=chosen.alpha_ * np.array([0.1, 0.3, 1, 3, 10])).fit(X, y)
    assert theirs.alpha_ == pytest.approx(chosen.alpha_)


@pytest.mark.parametrize("kernel", ["linear", "rbf", "laplacian", "polynomial"])
def test_kernel_ridge_is_scikit_learns(kernel):
    X, y = make_regression(80, 4, noise=5, random_state=0)
    X = X.astype(np.float32)
    more = {"alpha": 0.5, "kernel": kernel, "degree": 2, "coef0": 1.0, "gamma": 0.7}
    ours = sketchbench.KernelRidge(**more).fit(X, y)
    theirs = kernel_ridge.KernelRidge(**more).fit(X.astype(float), y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X.astype(float)), rtol=1e-3, atol=0.02)


# An accuracy is a mean over 450 test rows; both are trained with the same ten seeds.
def test_digits_are_told_as_well_as_by_scikit_learns_pipeline():
    from sklearn.pipeline import make_pipeline

    X, y = load_digits(return_X_y=True)
    X = (X / 16).astype(np.float32)
    train, test = slice(0, 1347), slice(1347, None)
    scores = []
    for map_, learner in (
        (sketchbench.TensorSketch(degree=2, coef0=1, n_components=256), sketchbench.LinearSVC()),
        (kernel_approximation.PolynomialCountSketch(degree=2, coef0=1, n_components=256), svm.LinearSVC(dual=False)),
    ):
        pipelines = [make_pipeline(clone(map_).set_params(random_state=seed), clone(learner)) for seed in range(10)]
        scores.append(np.array([one.fit(X[train], y[train]).score(X[test], y[test]) for one in pipelines]))
    assert within_5_errors(*scores)
    assert scores[0].mean() > 0.9
