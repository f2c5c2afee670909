"""Pickles are portable across instruction sets, whose results differ by rounding alone."""

import copy
import importlib.util
import os
import pathlib
import pickle
import shutil
import subprocess
import sys

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline

import sketchbench
from sketchbench import _processor
from sketchbench._library import LEVELS
from sketchbench._registry import registry

NAMES = list(sketchbench.maps())
MODELS = {
    "SVC": sketchbench.SVC(probability=True, random_state=0),
    "SVC far from 0": sketchbench.SVC(gamma=1.0),
    "KernelRidge": sketchbench.KernelRidge(kernel="gaussian"),
    "Ridge": sketchbench.Ridge(),
    "pipeline": make_pipeline(sketchbench.TensorSketch(n_components=20, random_state=1), sketchbench.LinearSVC()),
}
#: Those that this processor has and the package was built with, the least first.
HERE = [level for level in _processor.levels() if importlib.util.find_spec(f"sketchbench._{level}")]
needs_two = pytest.mark.skipif(len(HERE) < 2, reason="the package was built for one level of instructions")

#: Maps of training rows of which rounding decides: eigenvalues coincide, or the rows span less than is asked for.
LOOSE = {f"{kind['name']}, loose": kind["name"] for kind in registry()["maps"] if kind["looks_at_data"]}


def rows(name):
    """Half of the values are 0, or 100; or those that leave directions loose."""
    random = np.random.default_rng(0)
    if name == "pca_nystrom, loose":  # pairs of neighbours on a circle: its symmetry makes eigenvalues coincide
        X = np.eye(12)[np.arange(40) % 12] + np.eye(12)[(np.arange(40) // 12 + np.arange(40) + 1) % 12]
    elif name.startswith("kernel_pca") and name in LOOSE:  # noise: they hardly differ
        X = random.normal(size=(300, 100)) / 10
    else:
        X = random.normal(size=(40, 12)) * random.integers(0, 2, size=(40, 12))
        if name in LOOSE:
            X = np.repeat(X[:10], 4, axis=0)
    return (X + 100 * ("far" in name)).astype(np.float32)


def others(X):
    """Rows that were not trained on, of the same kind, behind those that were."""
    return np.concatenate([X, np.random.default_rng(1).permuted(X, axis=1)[:20]])


def estimator_of(name):
    if name in MODELS:
        return MODELS[name]
    if name in LOOSE:
        return make(LOOSE[name], 20, kernel="gaussian")
    return make(name, 20)


def make(name, components, **parameters):
    cls = sketchbench.maps()[name]
    if not isinstance(cls._kind, str):
        parameters["form"] = next(form for form, kind in cls._kind.items() if kind == name)
        parameters["coef0"] = 1  # H0/1 has no use for a kernel without a constant
    return cls(n_components=components, random_state=1, **parameters)


def run(level, script, *arguments):
    """The script in a process of that level."""
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        env={**os.environ, "SKETCHBENCH_INSTRUCTIONS": level}, capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stderr


# A pickle of what was fitted and its answers, for each name.
WRITE = """
import pathlib, pickle, sys
sys.path.insert(0, sys.argv[1])
import test_levels as tests
kept = {}
for name in [*tests.NAMES, *tests.MODELS, *tests.LOOSE]:
    X = tests.rows(name)
    fitted = tests.estimator_of(name).fit(X, X[:, 0] > X[:, 1])
    asked = tests.others(X)
    kept[name] = pickle.dumps(fitted), asked, tests.answer(fitted, asked)
pathlib.Path(sys.argv[2]).write_bytes(pickle.dumps(kept))
"""
# Without the tests' module: nothing here is of the level that wrote it.
READ = """
import pathlib, pickle, sys
import sketchbench
found = {}
for name, (pickled, asked, _) in pickle.loads(pathlib.Path(sys.argv[1]).read_bytes()).items():
    try:
        fitted = pickle.loads(pickled)
        what = next(what for what in ("decision_function", "predict", "transform") if hasattr(fitted, what))
        found[name] = getattr(fitted, what)(asked)
    except ValueError as error:
        found[name] = str(error)
levels = {"sketchbench._baseline", "sketchbench._avx2", "sketchbench._avx512"} & set(sys.modules)
assert levels == {"sketchbench._" + sketchbench.instruction_set()}, levels
pathlib.Path(sys.argv[2]).write_bytes(pickle.dumps(found))
"""


def answer(fitted, X):
    what = next(what for what in ("decision_function", "predict", "transform") if hasattr(fitted, what))
    return getattr(fitted, what)(X)


def near(found, expected, tolerance):
    """Rounding is told beside the largest value."""
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * np.abs(expected).max())


@pytest.fixture(scope="module", params=["down", "up"])
def moved(request, tmp_path_factory):
    """By name, what the writer answers and what a reader of another level does with the writer's pickle."""
    folder = tmp_path_factory.mktemp("levels")
    writer, reader = (HERE[-1], HERE[0]) if request.param == "down" else (HERE[0], HERE[-1])
    run(writer, WRITE, pathlib.Path(__file__).parent, folder / "kept")
    run(reader, READ, folder / "kept", folder / "found")
    kept, found = (pickle.loads((folder / name).read_bytes()) for name in ("kept", "found"))
    return {name: (expected, found[name]) for name, (_, _, expected) in kept.items()}


@needs_two
@pytest.mark.parametrize("name", [*NAMES, *MODELS, *LOOSE])
def test_a_pickle_goes_from_one_level_to_another(moved, name):
    expected, found = moved[name]
    assert not isinstance(found, str), found
    near(found, expected, 1e-5)


@pytest.mark.parametrize("name", [*NAMES, *MODELS, *LOOSE])
def test_a_pickle_names_no_level(name):
    X = rows(name)
    fitted = estimator_of(name).fit(X, X[:, 0] > X[:, 1])
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        pickled = pickle.dumps(fitted, protocol)
        for level in (*LEVELS, "native"):
            assert f"_{level}".encode() not in pickled
        np.testing.assert_array_equal(answer(pickle.loads(pickled), X), answer(fitted, X))
    np.testing.assert_array_equal(answer(copy.deepcopy(fitted), X), answer(fitted, X))


# Columns, features and rows that fill no whole register of any level.
MAP = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import sketchbench
import test_levels as tests
assert sketchbench.instruction_set() == sys.argv[3]
random = np.random.default_rng(0)
X = (random.normal(size=(537, 300)) / np.sqrt(300)).astype(np.float32)
np.savez(sys.argv[2], **{name: tests.make(name, 500).fit(X).transform(X[500:]) for name in tests.mapped()})
"""


def mapped():
    """Of the maps that look at data, the one whose features are a continuous function of rows that are drawn alike."""
    return [kind["name"] for kind in registry()["maps"] if not kind["looks_at_data"]] + ["nystrom_uniform"]


@needs_two
def test_levels_differ_by_rounding(tmp_path):
    features = {}
    for level in HERE:
        run(level, MAP, pathlib.Path(__file__).parent, tmp_path / f"{level}.npz", level)
        features[level] = np.load(tmp_path / f"{level}.npz")
    least = features[HERE[0]]
    assert len(least) > 10
    for level in HERE[1:]:
        for name, expected in least.items():
            assert expected.shape[0] == 37 and np.isfinite(expected).all()
            assert np.abs(expected).max() > 0
            near(features[level][name], expected, 1e-5)


@pytest.mark.parametrize(
    "built, asked, loaded",
    [
        ("baseline avx2 avx512", "", "avx2"),
        ("baseline avx2 avx512", "baseline", "baseline"),
        ("baseline avx2 avx512", "avx512", "avx2"),
        ("baseline avx512", "", "baseline"),
        ("avx2", "baseline", "without a module for any of baseline"),
        ("avx512", "", "without a module for any of avx2, baseline"),
        ("native", "", "native"),
        ("native", "baseline", 'SKETCHBENCH_INSTRUCTIONS is "baseline", but sketchbench was built for one machine'),
        ("native of avx512", "", "built for a processor with avx512, which this one is without"),
        ("native", "other", 'SKETCHBENCH_INSTRUCTIONS is "other", expected one of'),
    ],
)
def test_which_module_is_loaded_on_a_processor_with_avx2(tmp_path, built, asked, loaded):
    package = tmp_path / "package"
    package.mkdir()
    shutil.copy(pathlib.Path(sketchbench.__file__).with_name("_library.py"), package)
    (package / "__init__.py").touch()
    level_of = {"native": "avx2", "native of avx512": "avx512"}.get(built, "")
    (package / "_processor.py").write_text(
        f'def levels(): return ["baseline", "avx2"]\ndef native_level(): return "{level_of}"\n'
    )
    for level in built.split(" of ")[0].split():
        (package / f"_{level}.py").write_text("class Map: pass\nclass Model: pass\n")
    done = subprocess.run(
        [sys.executable, "-c", "from package._library import *; print(level, library.__name__)"], cwd=tmp_path,
        env={**os.environ, "SKETCHBENCH_INSTRUCTIONS": asked}, capture_output=True, text=True, check=False,
    )
    if " " in loaded:
        assert done.returncode != 0 and loaded in done.stderr
    else:
        assert done.stdout == f"{loaded} package._{loaded}\n", done.stderr
