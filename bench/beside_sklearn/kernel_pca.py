"""scikit-learn's KernelPCA, timed on demand: the requests to sketch.py that are about it.

  {"do": "load_pca", "folder", "n", "d", "train",
   "kernel", "l", "seed"}                             -> {}   the first `train` rows are for fitting, the others are new
  {"do": "fit_pca", "name", "arguments"}              -> {"cpu": seconds, "wall": seconds}   keeps what was fitted
  {"do": "transform_pca", "name"}                     -> {"cpu", "wall"}   of all new rows
  {"do": "write_pca", "name", "file"}                 -> {}   features of the rows for fitting, as raw float32
"""

import time

import numpy
from sklearn.decomposition import KernelPCA

CHUNKS = (64, 256, 1024, 4096)


class KernelPcaWorker:
    def __init__(self):
        self.train = None
        self.new = None
        self.options = None
        self.chunk = None
        self.fitted = {}
        self.requests = {
            "load_pca": self.load,
            "fit_pca": self.fit,
            "transform_pca": self.transform,
            "write_pca": self.write,
        }

    def load(self, request):
        x = numpy.fromfile(request["folder"] + "/dense.f32", dtype=numpy.float32)
        x = x.reshape(request["n"], request["d"])
        self.train, self.new = x[: request["train"]], x[request["train"] :]
        self.options = request
        self.chunk = None
        self.fitted = {}
        return {}

    def estimator(self, arguments):
        kernel = self.options["kernel"]
        if kernel["kernel"] == "gaussian":
            form = {"kernel": "rbf", "gamma": 1 / (2 * kernel["sigma"] ** 2)}
        else:
            form = {"kernel": "poly", "gamma": 1, "degree": kernel["degree"], "coef0": kernel["coef0"]}
        return KernelPCA(
            n_components=self.options["l"],
            random_state=self.options["seed"],
            copy_X=False,
            **form,
            **arguments,
        )

    def fit(self, request):
        estimator = self.estimator(request["arguments"])
        seconds = timed(lambda: estimator.fit(self.train))
        self.fitted[request["name"]] = estimator
        return seconds

    def transform(self, request):
        estimator, n = self.fitted[request["name"]], self.new.shape[0]
        if self.chunk is None:
            # The first is for warming up. A few rows leave the time to the interpreter, and kernel values of many
            # leave the caches; it is timed at its best.
            candidates = [c for c in CHUNKS if c < n] + [n]
            self.chunk = min(candidates, key=lambda chunk: self.transformed(estimator, chunk)["cpu"])
        return self.transformed(estimator, self.chunk)

    def transformed(self, estimator, chunk):
        def work():
            for begin in range(0, self.new.shape[0], chunk):
                estimator.transform(self.new[begin : begin + chunk])

        return timed(work)

    def write(self, request):
        features = self.fitted[request["name"]].transform(self.train)
        numpy.ascontiguousarray(features, dtype=numpy.float32).tofile(request["file"])
        return {}

    def answer(self, request):
        return self.requests[request["do"]](request)


def timed(work):
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
