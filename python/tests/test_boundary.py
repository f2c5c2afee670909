"""The boundary to the compiled module under attack: whatever arrays, processes and interpreters do, no memory that is
not theirs is read or written, and what is wrong is an exception.
"""

import multiprocessing
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided
from scipy import sparse
from sklearn.base import clone

import sketchbench
from sketchbench._library import library

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(60, 8)).astype(np.float32)
Y = np.arange(60) % 3
T = RANDOM.normal(size=60)
MAP = sketchbench.TensorSketch(n_components=8, random_state=1)
ESTIMATORS = [
    MAP,
    sketchbench.NystromUniform(n_components=8, random_state=1),
    sketchbench.LinearSVC(),
    sketchbench.SVC(),
    sketchbench.Ridge(),
    sketchbench.KernelRidge(kernel="rbf"),
]


def used(estimator, rows, y=None, of=None):
    y = (T if isinstance(estimator, (sketchbench.Ridge, sketchbench.KernelRidge)) else Y) if y is None else y
    fitted = clone(estimator).fit(rows, y)
    of = rows if of is None else of
    return fitted.transform(of) if hasattr(fitted, "transform") else fitted.predict(of)


def misaligned(rows):
    memory = np.frombuffer(b"\0" + rows.tobytes() + b"\0\0\0", dtype=np.uint8)
    return memory[1 : 1 + rows.nbytes].view(rows.dtype).reshape(rows.shape)


def read_only(rows):
    rows = rows.copy()
    rows.flags.writeable = False
    return rows


def at_the_end_of_a_page(rows):
    import mmap

    size = -(-rows.nbytes // mmap.PAGESIZE) * mmap.PAGESIZE
    memory = np.frombuffer(mmap.mmap(-1, size), dtype=np.uint8)
    place = memory[size - rows.nbytes :].view(rows.dtype).reshape(rows.shape)
    place[:] = rows
    return place


#: The same values in other places: strided, backwards, in Fortran order, between others, at odd addresses.
FORMS = {
    "columns between others": lambda rows: np.repeat(rows, 2, axis=1)[:, ::2],
    "rows between others": lambda rows: np.repeat(rows, 3, axis=0)[::3],
    "rows backwards": lambda rows: rows[::-1].copy()[::-1],
    "columns backwards": lambda rows: rows[:, ::-1].copy()[:, ::-1],
    "both backwards": lambda rows: rows[::-1, ::-1].copy()[::-1, ::-1],
    "Fortran": np.asfortranarray,
    "a part of a wider matrix": lambda rows: np.hstack([np.full_like(rows, np.nan), rows, rows])[:, 8:16],
    "read-only": read_only,
    "misaligned": misaligned,
    "at the end of a page": at_the_end_of_a_page,
    "float64": np.float64,
    "float64 backwards": lambda rows: np.float64(rows)[::-1, ::-1].copy()[::-1, ::-1],
    "other byte order": lambda rows: rows.astype(">f4"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_values_are_what_counts(estimator, form):
    expected = used(estimator, X)
    other = FORMS[form](X)
    np.testing.assert_array_equal(other, X)
    np.testing.assert_allclose(used(estimator, other), expected, rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(other, X)


@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize(
    "make",
    [
        lambda: as_strided(X.ravel(), (53, 8), (4, 4)),
        lambda: np.broadcast_to(X[:1], (60, 8)),
        lambda: as_strided(X.ravel(), (60, 8), (0, 0)),
    ],
    ids=["windows that overlap", "one row many times", "one value many times"],
)
def test_rows_that_share_memory(estimator, make):
    rows = make()
    y = None if len(rows) == 60 else (T if "Ridge" in type(estimator).__name__ else Y)[: len(rows)]
    np.testing.assert_array_equal(used(estimator, rows, y), used(estimator, rows.copy(), y))


@pytest.mark.parametrize("dtype", [np.int8, np.uint64, np.float16, np.longdouble, bool])
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_other_numbers_are_converted(estimator, dtype):
    rows = np.abs(X * 3).astype(dtype)
    np.testing.assert_allclose(used(estimator, rows), used(estimator, rows.astype(np.float64)), rtol=1e-5)


@pytest.mark.parametrize(
    "rows",
    [np.array([[b"a"] * 8] * 60), np.array([[object()] * 8] * 60), np.zeros((60, 8), complex)],
    ids=["bytes", "objects", "complex"],
)
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_what_is_no_number_is_refused(estimator, rows):
    with pytest.raises((ValueError, TypeError)):
        used(estimator, rows)


# The module itself, past what Python checks before it.

REQUEST = '{"learner": {"type": "%s"}, "kernel": {"kernel": "gaussian", "sigma": 1}}'


def csr(indptr, indices, values, d, kind=np.int32):
    return library.Rows(np.array(indptr, kind), np.array(indices, kind), np.array(values, np.float32), d)


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize(
    ("indptr", "indices", "d"),
    [
        ([0, 1, 2], [0, 8], 8),
        ([0, 1, 2], [0, -1], 8),
        ([0, 1, 2], [0, 2**31 - 1], 8),
        ([0, 1, 2], [0, 0], 0),
        ([0, 2, 2], [3, 3], 8),
        ([0, 2, 2], [3, 1], 8),
        ([0, 3, 2], [0, 1], 8),
        ([0, 1, 5], [0, 1], 8),
        ([1, 1, 2], [0, 1], 8),
        ([-1, 1, 2], [0, 1], 8),
        ([0, -5, 2], [0, 1], 8),
        ([0, 2**31 - 1, 2], [0, 1], 8),
        ([], [], 8),
        ([0, 1, 2], [0, 1], -8),
        ([0, 1, 2], [0, 1], 2**40),
    ],
)
def test_columns_and_offsets_that_cannot_be(indptr, indices, d, kind):
    with pytest.raises((ValueError, TypeError, OverflowError, MemoryError)):
        rows = csr(indptr, indices, [1.0] * len(indices), d, kind)
        library.train(rows, np.float32([0, 1]), None, REQUEST % "block_smo", 1)


@pytest.mark.parametrize("n", [0, 1, 59, 61, 10_000])
def test_labels_and_weights_of_other_lengths(n):
    rows, labels, weights = library.Rows(X), Y.astype(np.float32), np.ones(n)
    for train in (
        lambda y, c: library.train(rows, y, c, REQUEST % "block_smo", 2),
        lambda y, c: library.train(rows, y, c, REQUEST % "krr", 2),
        lambda y, c: library.train(rows, y, c, '{"learner": {"type": "libsvm"}, ' + REQUEST[28:], 2),
        lambda y, c: library.train_linear(rows, y, c, '{"type": "dense_tron"}', 1.0, 2),
        lambda y, c: library.train_linear(rows, y, c, '{"type": "ridge"}', 0.0, 2),
        lambda y, c: library.train_svc_on_gram(X @ X.T, y, c, "{}", 2),
    ):
        with pytest.raises((ValueError, TypeError)):
            train(np.zeros(n, np.float32), None)
        if n > 0:
            with pytest.raises((ValueError, TypeError)):
                train(labels, weights)


def test_kernel_matrices_of_other_shapes():
    K = np.float64(X @ X.T)
    for gram, y in [(K[:, :5], T), (K[:5], T), (K[:0, :0], T[:0]), (K[:5, :5], T), (K, T[:5]), (K, T[:0])]:
        gram = np.ascontiguousarray(gram)
        with pytest.raises((ValueError, TypeError)):
            library.train_ridge_on_gram(gram, np.float32(y)[None], None, 1.0, True, 1)
        with pytest.raises((ValueError, TypeError)):
            library.train_svc_on_gram(np.float32(gram), np.float32(np.arange(len(y)) % 2), None, "{}", 1)
    for weights in (np.ones(3), -np.ones(60), np.full(60, np.nan)):
        with pytest.raises((ValueError, TypeError)):
            library.train_ridge_on_gram(K, np.float32(T)[None], weights, 1.0, True, 1)
    quadratic, rows, out = '{"kernel": "polynomial", "degree": 2}', library.Rows(X), np.empty((60, 60))
    with pytest.raises((ValueError, TypeError)):
        library.gram(quadratic, rows, library.Rows(X[:, :3]), out, 1)
    for out in (np.empty((59, 60)), np.empty((60, 61)), np.empty(3600), np.empty((60, 60), np.float32)):
        with pytest.raises((ValueError, TypeError)):
            library.gram(quadratic, rows, rows, out, 1)


def outputs(width):
    """Where answers cannot be written."""
    return {
        "too few rows": np.empty((59, width)),
        "too many rows": np.empty((61, width)),
        "too narrow": np.empty((60, width - 1)),
        "too wide": np.empty((60, width + 1)),
        "other numbers": np.empty((60, width), np.float16),
        "whole numbers": np.empty((60, width), np.int64),
        "columns between others": np.empty((60, 2 * width))[:, ::2],
        "backwards": np.empty((60, width))[::-1],
        "Fortran": np.asfortranarray(np.empty((60, max(2, width)))),
        "one dimension": np.empty(60 * width),
        "read-only": read_only(np.empty((60, width))),
        "none": None,
    }


@pytest.mark.parametrize("where", outputs(3))
def test_answers_are_written_only_where_they_fit(where):
    model = library.train(library.Rows(X), Y.astype(np.float32), None, REQUEST % "block_smo", 1)
    out = outputs(3)[where]
    before = None if out is None else out.copy()
    with pytest.raises((ValueError, TypeError)):
        model.scores(library.Rows(X), out, 2)
    with pytest.raises((ValueError, TypeError)):
        library.linear_scores(library.Rows(X), np.ones((3, 8)), np.zeros(3), out, 2)
    mapped = clone(MAP).fit(X)._map
    features = None if out is None else np.resize(out, (*out.shape[:-1], 8 * out.shape[-1] // 3))
    with pytest.raises((ValueError, TypeError)):
        mapped.transform(library.Rows(X), features if where != "read-only" else read_only(np.zeros((60, 8), "f4")), 2)
    if out is not None:
        np.testing.assert_array_equal(out, before)


def test_answers_may_replace_the_rows():
    """Each block is read before its answers are written; whatever comes out, it is in its place."""
    memory = np.zeros((60, 8), np.float64)
    memory[:] = X
    model = clone(sketchbench.LinearSVC()).fit(X, np.arange(60) % 8)
    library.linear_scores(library.Rows(memory), model.coef_, model.intercept_, memory, 2)
    assert memory.shape == (60, 8) and np.isfinite(memory).all()


@pytest.mark.parametrize("threads", [-(2**31), -1, 0, 2**31 - 1])
def test_numbers_of_threads_that_cannot_be(threads):
    """They are taken as one, or refused."""
    try:
        model = library.train(library.Rows(X), Y.astype(np.float32), None, REQUEST % "block_smo", min(threads, 64))
        out = np.empty((60, 3))
        model.scores(library.Rows(X), out, min(threads, 64))
        features = np.empty((60, 8), np.float32)
        clone(MAP).fit(X)._map.transform(library.Rows(X), features, min(threads, 64))
        np.testing.assert_array_equal(features, clone(MAP).fit(X).transform(X))
    except (ValueError, TypeError, OverflowError):
        return
    assert np.isfinite(out).all()


@pytest.mark.parametrize("request_", ["", "{", "[]", "null", "{}", '{"learner": 3}', "\0", "{" * 10_000, '"\ud800"'])
def test_requests_that_are_none(request_):
    for ask in (
        lambda: library.train(library.Rows(X), Y.astype(np.float32), None, request_, 1),
        lambda: library.train_linear(library.Rows(X), Y.astype(np.float32), None, request_, 0.0, 1),
        lambda: library.fit_map(library.Rows(X), request_, None, 1),
        lambda: library.median_distance(request_, library.Rows(X)),
        lambda: library.gram(request_, library.Rows(X), library.Rows(X), np.empty((60, 60)), 1),
    ):
        with pytest.raises((ValueError, TypeError, UnicodeError)):
            ask()


def test_objects_that_were_never_made():
    for kind in (library.Model, library.Map, library.Rows):
        with pytest.raises(TypeError):
            kind()
        hollow = kind.__new__(kind)
        for name in ("features", "outputs", "classes", "report", "facts", "size"):
            with pytest.raises((TypeError, AttributeError, ValueError)):
                member = getattr(hollow, name)
                member()
        for name in ("report", "facts"):
            if hasattr(kind, name):
                with pytest.raises((TypeError, ValueError)):
                    getattr(kind, name)(hollow)
        with pytest.raises((TypeError, ValueError)):
            library.train(hollow, Y.astype(np.float32), None, REQUEST % "krr", 1)


def test_states_that_are_cut_off_or_of_another():
    state = clone(sketchbench.SVC()).fit(X, Y)._model.__getstate__()
    for end in [*range(0, 200, 7), len(state) // 2, len(state) - 1]:
        model = library.Model.__new__(library.Model)
        with pytest.raises((ValueError, TypeError)):
            model.__setstate__(state[:end])
    for other in (b"", b"\0" * 1000, b"sketchbench", clone(MAP).fit(X)._map.__getstate__()):
        with pytest.raises((ValueError, TypeError)):
            library.Model.__new__(library.Model).__setstate__(other)


def test_arrays_outlive_their_names():
    rows = library.Rows(X.copy())
    model = library.train(rows, Y.astype(np.float32), None, REQUEST % "block_smo", 1)
    expected = np.empty((60, 3))
    model.scores(rows, expected, 1)
    again, out = library.Rows(np.asfortranarray(X)), np.empty((60, 3))
    np.full((2000, 8), np.nan, np.float32)  # where the arrays were, if they were gone
    model.scores(again, out, 1)
    np.testing.assert_array_equal(out, expected)


def test_many_threads_train_and_predict():
    """With one object for all, and each with its own."""
    shared = clone(sketchbench.SVC(n_jobs=2)).fit(X, Y)
    expected = {type(one).__name__: used(one, X) for one in ESTIMATORS}
    answers, errors = {}, []

    def work(number):
        try:
            one = ESTIMATORS[number % len(ESTIMATORS)]
            answers[number] = (type(one).__name__, used(one, X), shared.decision_function(X))
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4 * len(ESTIMATORS))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    for name, answer, scores in answers.values():
        np.testing.assert_array_equal(answer, expected[name])
        np.testing.assert_array_equal(scores, shared.decision_function(X))


def _in_a_child(queue):
    queue.put([used(one, X).tolist() for one in ESTIMATORS])


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_children_that_are_forked():
    expected = [used(one, X).tolist() for one in ESTIMATORS]
    clone(sketchbench.SVC(n_jobs=2)).fit(X, Y)  # there have been threads
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    children = [context.Process(target=_in_a_child, args=(queue,)) for _ in range(2)]
    for child in children:
        child.start()
    for child in children:
        assert queue.get(timeout=120) == expected
        child.join()
        assert child.exitcode == 0


def python(text):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env=environment)


ENDS_WHILE_OTHERS_TRAIN = """
import sys, threading, time
import numpy as np
import sketchbench
X, y = np.random.default_rng(0).normal(size=(20_000, 200)).astype(np.float32), np.arange(20_000, dtype=np.float32)
sys.setswitchinterval({switch})
def train():
    while True:
        sketchbench.SVR(C=1000, gamma={gamma}).fit(X[:{rows}], y[:{rows}])
for _ in range({threads}):
    threading.Thread(target=train, daemon=True).start()
time.sleep({wait})
print("ended")
"""


@pytest.mark.parametrize(
    "rows, gamma, threads, switch, wait",
    [(20_000, 0.005, 3, 0.005, 0.5), (200, 0.1, 3, 0.005, 0.4)]
    + [(20, 0.1, 8, 1e-6, 0.2 + 0.013 * k) for k in range(8)],
)
def test_a_process_that_ends_while_daemon_threads_train(rows, gamma, threads, switch, wait):
    """Python ends such threads where they ask for the interpreter or run Python, which no C++ frame survives.

    Values, not classes: NumPy 2.3's own `unique`, which classes are looked for with, aborts in the same way.
    """
    text = ENDS_WHILE_OTHERS_TRAIN.format(rows=rows, gamma=gamma, threads=threads, switch=switch, wait=wait)
    done = python(text)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


SUB_INTERPRETER = """
import importlib.machinery, importlib.util
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
text = '''
import importlib.machinery, importlib.util
try:
    loader = importlib.machinery.ExtensionFileLoader({name!r}, {file!r})
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader({name!r}, loader))
    loader.exec_module(module)
    assert module.registry().startswith("{{")
    print("used")
except ImportError:
    print("refused")
'''
exec(text)
for _ in range(2):
    one = interpreters.create()
    interpreters.run_string(one, text)
    interpreters.destroy(one)
exec(text)
"""


def test_another_interpreter_gets_the_module_or_an_import_error():
    """Without numpy, which is for one interpreter alone."""
    if not hasattr(library, "__file__"):
        pytest.skip("the module is built in, and no file to load (tests/boundary)")
    name = library.__name__.rsplit(".", 1)[-1]
    ended = python(SUB_INTERPRETER.format(name=name, file=library.__file__))
    if "No module named '_xxsubinterpreters'" in ended.stderr:
        pytest.skip("this Python has no sub-interpreters")
    assert ended.returncode == 0, ended.stderr
    said = ended.stdout.split()
    assert len(said) == 4 and said[0] == said[-1] == "used", ended.stdout


def test_pickles_go_to_other_processes():
    fitted = [clone(one).fit(X, T if "Ridge" in type(one).__name__ else Y) for one in ESTIMATORS]
    rows = np.ones((2, 8), np.float32)
    expected = [(one.transform if hasattr(one, "transform") else one.predict)(rows).tolist() for one in fitted]
    ended = python(
        f"import pickle, numpy as np\nfitted = pickle.loads(bytes.fromhex('{pickle.dumps(fitted).hex()}'))\n"
        "rows = np.ones((2, 8), np.float32)\n"
        "print([(one.transform if hasattr(one, 'transform') else one.predict)(rows).tolist() for one in fitted])"
    )
    assert ended.stdout.strip() == str(expected), ended.stderr
