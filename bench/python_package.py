"""Times of the package's estimators and of scikit-learn's own on the same rows; bench/python_package runs it."""

import argparse
import json
import pathlib
import platform
import subprocess
import sys
import time

import numpy as np
import sklearn
from scipy import sparse
from sklearn import kernel_approximation, kernel_ridge, linear_model, svm
from sklearn.base import clone

import sketchbench

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "peers"))
import blas  # noqa: E402
import tables  # noqa: E402

KERNEL = {"degree": 2, "coef0": 1}
TRIALS = 2  # of scikit-learn on each type of rows


def rows(n, d, share=1.0):
    """Normal rows of length about 1; of `share` < 1, CSR with as many of the values."""
    random = np.random.default_rng(0)
    if share < 1:
        matrix = sparse.random(n, d, share, format="csr", random_state=random, dtype=np.float32)
        return sparse.csr_array(matrix)
    return (random.normal(size=(n, d)) / np.sqrt(d)).astype(np.float32)


def two_classes(X):
    """Labels of a quadratic rule with noise."""
    random = np.random.default_rng(1)
    scores = (X @ random.normal(size=(X.shape[1], 3))) ** 2 @ random.normal(size=3)
    return (scores + 0.1 * scores.std() * random.normal(size=len(scores)) > np.median(scores)).astype(int)


def cases(small):
    """(what, rows in words, ours, scikit-learn's, rows, labels); labels: None where maps are timed."""
    n = 500 if small else 20_000
    gamma, dense, few = {"gamma": 1.0}, rows(n, 784), rows(n, 123, 0.11)
    D = {"n_components": 1000, "random_state": 0}
    theirs = kernel_approximation
    for X, size in ((dense, f"{n:,} × 784, dense"), (few, f"{n:,} × 123, sparse")):
        for what, ours in (("TensorSketch", sketchbench.TensorSketch), ("TensorSketchFast", sketchbench.TensorSketchFast)):
            yield f"{what}, degree 2", size, ours(**KERNEL, **D), theirs.PolynomialCountSketch(**KERNEL, **D), X, None
    yield ("Random Kitchen Sinks", f"{n:,} × 784, dense", sketchbench.RandomKitchenSinks(**gamma, **D),
           theirs.RBFSampler(**gamma, **D), dense, None)
    yield ("Fastfood", f"{n:,} × 784, dense", sketchbench.Fastfood(**gamma, **D), theirs.RBFSampler(**gamma, **D), dense,
           None)
    landmarks = {"n_components": 200, "random_state": 0}
    yield ("Nyström, Gaussian", f"{n:,} × 784, dense", sketchbench.NystromUniform(kernel="gaussian", **gamma, **landmarks),
           theirs.Nystroem(kernel="rbf", **gamma, **landmarks), dense, None)
    some = rows(n // 4, 200)
    labels = two_classes(some)
    size = f"{len(some):,} × 200, dense"
    yield "LinearSVC", size, sketchbench.LinearSVC(), svm.LinearSVC(dual=False), some, labels
    yield ("SVC, Gaussian", size, sketchbench.SVC(gamma=1.0, cache_size=1000), svm.SVC(gamma=1.0, cache_size=1000), some,
           labels)
    yield "Ridge", size, sketchbench.Ridge(), linear_model.Ridge(), some, labels
    yield ("KernelRidge, Gaussian", size, sketchbench.KernelRidge(kernel="rbf", gamma=1.0),
           kernel_ridge.KernelRidge(kernel="rbf", gamma=1.0), some, labels)


def work_of(estimator, X, y):
    """Mapping all rows, or training."""
    if y is None:
        fitted = clone(estimator).fit(X)
        return lambda: fitted.transform(X)
    return lambda: clone(estimator).fit(X, y)


def timed(work):
    begin = time.process_time()
    work()
    return time.process_time() - begin


def at_their_best(theirs, X, y):
    """scikit-learn's work on float32 or on float64 rows, whichever a trial is faster with, and that type's name.

    Some of its estimators convert the one, and some the other. A conversion that comes before is not in the time.
    """
    works = {kind: work_of(theirs, X.astype(kind), y) for kind in ("float32", "float64")}
    for work in works.values():
        work()
    trial = {kind: min(timed(work) for _ in range(TRIALS)) for kind, work in works.items()}
    best = min(trial, key=trial.get)
    return works[best], best


def measure(case, repeats):
    what, size, ours, theirs, X, y = case
    of_theirs, their_rows = at_their_best(theirs, X, y)
    sides = [work_of(ours, X, y), of_theirs]
    for side in sides:
        side()
    times = [[], []]
    for _ in range(repeats):  # in turn, so that both see the same machine
        for side, of_side in zip(sides, times, strict=True):
            of_side.append(timed(side))
    return {
        "case": what, "rows": size, "n": X.shape[0], "repeats": repeats, "ours": tables.quartiles(times[0]),
        "scikit-learn": tables.quartiles(times[1]),
        "ratio": tables.quartiles([b / a for a, b in zip(*times, strict=True)]),
        "theirs": type(theirs).__name__, "their_rows": their_rows, "what": "map" if y is None else "train",
    }


def transforms():
    """FFTW's, where the package has brought it, or its own."""
    return "FFTW's" if "libfftw3f" in pathlib.Path("/proc/self/maps").read_text() else "its own"


def machine():
    """As of all parts, but for the instruction set, which is the package's. bench/run has built the program that tells it."""
    program = pathlib.Path(__file__).resolve().parents[1] / "build/bench/bench/peer_run"
    told = json.loads(subprocess.run([program, "--machine"], check=True, stdout=subprocess.PIPE).stdout)
    return {key: told[key] for key in ("host", "program", "revision", "dirty", "measured")} | {
        "instruction_set": sketchbench.instruction_set()
    }


def markdown(results):
    machine, host = results["machine"], results["machine"]["host"]
    cases = results["measurements"]["cases"]
    remarks = [
        f"The same rows, CPU time of one thread, medians of {cases[0]['repeats']} repeats in turn: all rows mapped by a map that "
        "is fitted, or a model trained. Ours are float32; scikit-learn's are float32 or float64, whichever a trial was faster "
        "with. Behind the times their quartiles; the last column is the median of the ratios of measurements that follow each "
        "other, with its quartiles. Defaults on both sides but for what the first column says; 1,000 random features, "
        "200 landmarks. Nyström, Ridge and KernelRidge compute in double precision here, and in scikit-learn in that of the rows."
    ]
    def spread(text, side):
        return lambda case: "{} ({} – {})".format(*(text(case[side][of]) for of in ("median", "q1", "q3")))

    columns = [
        ("What", False, lambda case: case["case"]), ("rows", False, lambda case: case["rows"]),
        ("scikit-learn's", False, lambda case: f"{case['theirs']}, {case['their_rows']}"),
        ("scikit-learn", True, spread(tables.seconds_text, "scikit-learn")),
        ("sketchbench", True, spread(tables.seconds_text, "ours")),
        ("scikit-learn / sketchbench", True, spread(tables.ratio_text, "ratio")),
    ]
    versions = ", ".join(f"{name} {version}" for name, version in results["measurements"]["versions"].items())
    lines = [
        tables.table_of("CPU time from Python", remarks, columns, cases), f"- {versions}.",
        f"- {host['cpu']} ({host['cpu_model']}), {host['cores']} cores, {machine['instruction_set']}; "
        f"load average {host['load_average']:.1f} at the end.",
        f"- {tables.revision_line(machine)}.", "",
    ]
    return tables.document("The Python package beside scikit-learn", "", lines)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--repeats", type=int, default=7)
    tables.add_options(options, quick="seconds instead of minutes")
    given = options.parse_args()
    tables.require_at_least(options, given, 1, "repeats")
    found = []
    for case in cases(given.quick):
        found.append(measure(case, 2 if given.quick else given.repeats))
        print(f"{found[-1]['case']}, {found[-1]['rows']}", file=sys.stderr)
    versions = {
        "sketchbench": f"{sketchbench.__version__} with {transforms()} transforms", "scikit-learn": sklearn.__version__,
        "numpy": np.__version__, "Python": platform.python_version(), "BLAS": blas.kernels(),
    }
    results = {
        "name": "python", "quick": given.quick, "machine": machine(), "measurements": {"versions": versions, "cases": found}
    }
    tables.publish(given, results, markdown(results))


if __name__ == "__main__":
    main()
