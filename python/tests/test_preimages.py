"""inverse_transform of kernel PCA: equal to scikit-learn's."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import make_circles
from sklearn.decomposition import KernelPCA
from sklearn.exceptions import NotFittedError

import sketchbench

X = np.float32(make_circles(150, factor=0.4, noise=0.05, random_state=0)[0])


@pytest.mark.parametrize(
    "options",
    [{"kernel": "rbf", "gamma": 2.0}, {"kernel": "poly", "gamma": 0.5, "degree": 3, "coef0": 1}, {"kernel": "linear"}],
)
@pytest.mark.parametrize("alpha", [1.0, 0.01])
def test_is_scikit_learns(options, alpha):
    components = 2 if options["kernel"] == "linear" else 5
    options = {**options, "n_components": components, "fit_inverse_transform": True, "alpha": alpha}
    theirs = KernelPCA(**options).fit(np.float64(X))
    ours = sketchbench.KernelPCA(centred=1, **options).fit(X)
    expected = theirs.inverse_transform(theirs.transform(np.float64(X[:20])))
    np.testing.assert_allclose(ours.inverse_transform(ours.transform(X[:20])), expected, atol=2e-3)
    again = pickle.loads(pickle.dumps(ours))
    np.testing.assert_array_equal(again.inverse_transform(ours.transform(X)), ours.inverse_transform(ours.transform(X)))


def test_leads_back():
    ours = sketchbench.KernelPCA(
        n_components=20, kernel="rbf", gamma=2.0, centred=1, fit_inverse_transform=True, alpha=1e-3
    ).fit(X)
    assert np.abs(ours.inverse_transform(ours.transform(X)) - X).max() < 0.1


def test_refusals():
    ours = sketchbench.KernelPCA(n_components=3, kernel="rbf").fit(X)
    with pytest.raises(NotFittedError, match="fit_inverse_transform"):
        ours.inverse_transform(ours.transform(X))
    ours = sketchbench.KernelPCA(n_components=3, kernel="rbf", fit_inverse_transform=True)
    with pytest.raises(ValueError, match="dense"):
        ours.fit(sparse.csr_array(X))
    with pytest.raises(ValueError, match="3"):
        ours.fit(X).inverse_transform(X)
    with pytest.raises(ValueError, match="alpha"):
        sketchbench.KernelPCA(n_components=3, kernel="rbf", fit_inverse_transform=True, alpha="a").fit(X)
