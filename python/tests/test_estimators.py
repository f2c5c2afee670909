"""scikit-learn's own checks of what an estimator must do, for every class with its defaults."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import sketchbench

MAPS = sorted(set(sketchbench.maps().values()), key=lambda cls: cls.__name__)
OTHERS = [sketchbench.LinearSVC, sketchbench.SVC, sketchbench.SVR, sketchbench.OneClassSVM, sketchbench.Ridge,
          sketchbench.KernelRidge, sketchbench.FalkonRegressor, sketchbench.FalkonClassifier]
# Of Falkon's, weights 0 leave rows out of the sums, but not out of those that landmarks are drawn from.
NEAR = (sketchbench.LinearSVC, sketchbench.SVC, sketchbench.SVR, sketchbench.OneClassSVM, sketchbench.FalkonRegressor,
        sketchbench.FalkonClassifier)


# Their arrays have some 10 to 50 rows: with 5 features, those that are as many as rows at most are that.
@parametrize_with_checks([cls(n_components=5) for cls in MAPS] + [cls() for cls in OTHERS])
def test_scikit_learns_checks(estimator, check):
    if isinstance(estimator, NEAR) and check.func.__name__.startswith("check_sample_weight_equivalence"):
        pytest.skip("solutions are as near as the tolerance of a solver, not within 1e-7: test_weights.py")
    check(estimator)


# The defaults, with which few features are more than there are rows: a warning says so.
@pytest.mark.filterwarnings("ignore:n_components is 100")
@parametrize_with_checks([cls() for cls in MAPS])
def test_scikit_learns_checks_with_defaults(estimator, check):
    check(estimator)


def test_every_registered_map_has_a_class():
    from sketchbench._registry import registry

    assert list(sketchbench.maps()) == [kind["name"] for kind in registry()["maps"]]
    assert len(sketchbench.maps()) > 20
