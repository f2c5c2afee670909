"""scikit-learn's PolynomialCountSketch, RBFSampler and KernelPCA, timed on demand.

Reads one JSON object a line and answers each with one: tensor_sketch_bench, fourier_bench and kernel_pca_bench send
them, in turn with their own measurements, so that both sides see the same machine. Requests about KernelPCA are those
of kernel_pca.py.

  {"do": "versions"}                                  -> {"scikit-learn": "1.2.1", ..., "blas": "openblas 0.3.21"}
  {"do": "load", "folder", "n", "d", "sparse",
   "kernel", "D", "seed"}                             -> {"chunk": rows, "form": "csr", "C" or "F", "csr, float64" ...}
                                                         the fastest
  {"do": "time"}                                      -> {"cpu": seconds, "wall": seconds}   of one transform of all rows
  {"do": "write", "file", "rows", "seed"}             -> {}   features of the first rows, as raw float32

A folder holds raw arrays in native byte order: dense.f32 (n x d), or row_start.i64, column.i32 and value.f32.
"""

import json
import pathlib
import platform
import sys
import time

import numpy
import scipy
import scipy.sparse
import sklearn
from sklearn.kernel_approximation import PolynomialCountSketch, RBFSampler

from kernel_pca import KernelPcaWorker, timed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import blas

CHUNKS = (64, 256, 1024, 4096)


TRIALS = 3  # of each form and chunk, of which the least time counts


def forms_of(x):
    """The same rows in every form and precision that scikit-learn takes. It computes in double precision, and what is
    faster depends on the rows: half the memory, or no conversion."""
    for precision, name in ((numpy.float32, ""), (numpy.float64, ", float64")):
        dense = x.astype(precision)
        if scipy.sparse.issparse(x):
            yield "csr" + name, dense
            dense = dense.toarray()
        yield "C" + name, numpy.ascontiguousarray(dense)
        yield "F" + name, numpy.asfortranarray(dense)


class Worker:
    def __init__(self):
        self.x = None
        self.options = None
        self.map = None
        self.chunk = None

    def sketch(self, seed):
        kernel, size = self.options["kernel"], {"n_components": self.options["D"], "random_state": seed}
        if kernel["kernel"] == "gaussian":
            return RBFSampler(gamma=1 / (2 * kernel["sigma"] ** 2), **size).fit(self.x)
        return PolynomialCountSketch(degree=kernel["degree"], coef0=kernel["coef0"], **size).fit(self.x)

    def load(self, request):
        folder, n, d = request["folder"], request["n"], request["d"]
        if request["sparse"]:
            row_start = numpy.fromfile(folder + "/row_start.i64", dtype=numpy.int64)
            column = numpy.fromfile(folder + "/column.i32", dtype=numpy.int32)
            value = numpy.fromfile(folder + "/value.f32", dtype=numpy.float32)
            self.x = scipy.sparse.csr_matrix((value, column, row_start), shape=(n, d))
        else:
            self.x = numpy.fromfile(folder + "/dense.f32", dtype=numpy.float32).reshape(n, d)
        self.options = request
        # Its arrays of n x degree x D leave the caches for many rows at once, and few rows leave the time to the
        # interpreter; it is timed at its best, which for sparse rows is often the dense form.
        candidates = [c for c in CHUNKS if c < n] + [n]
        best = None
        for form, x in forms_of(self.x):
            self.x = x
            self.map = self.sketch(request["seed"])
            for chunk in candidates:
                cost = self.cost(min(n, max(candidates[0], chunk)), chunk)
                if best is None or cost < best[0]:
                    best = cost, form, x, chunk, self.map
        _, form, self.x, self.chunk, self.map = best
        return {"chunk": self.chunk, "form": form}

    def cost(self, rows, chunk):
        def once():
            start = time.process_time()
            self.transform(rows, chunk)
            return time.process_time() - start

        return min(once() for _ in range(TRIALS)) / rows

    def transform(self, rows, chunk):
        for begin in range(0, rows, chunk):
            self.map.transform(self.x[begin : min(rows, begin + chunk)])

    def time(self):
        return timed(lambda: self.transform(self.x.shape[0], self.chunk))

    def write(self, request):
        features = self.sketch(request["seed"]).transform(self.x[: request["rows"]])
        numpy.ascontiguousarray(features, dtype=numpy.float32).tofile(request["file"])
        return {}

    def answer(self, request):
        if request["do"] == "versions":
            return {
                "scikit-learn": sklearn.__version__,
                "numpy": numpy.__version__,
                "scipy": scipy.__version__,
                "python": platform.python_version(),
                "blas": blas.kernels(),
            }
        if request["do"] == "load":
            return self.load(request)
        if request["do"] == "time":
            return self.time()
        return self.write(request)


def main():
    sketches, kernel_pca = Worker(), KernelPcaWorker()
    for line in sys.stdin:
        request = json.loads(line)
        worker = kernel_pca if request["do"] in kernel_pca.requests else sketches
        print(json.dumps(worker.answer(request)), flush=True)


if __name__ == "__main__":
    main()
