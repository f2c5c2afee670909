"""One training by a Python peer in a process of its own; bench/peers/run starts it and reads the line that it prints.

    measure.py REQUEST      a JSON object: "peer", "task" (svc or linear), "form" (csr, C or F), "type" (float32 or
                            float64), "rows" (a folder that peer_run --write has left), "threads", "C", "eps",
                            "cache_mb", and for svc "degree" and "coef0"

Rows are in memory in the form and the type that the peer is given, before anything is timed. What the peer makes of
them itself counts as training, but for the bindings of LIBSVM and LIBLINEAR, whose own calls take a problem that is
made.
The objective is computed here from the coefficients, in double precision, alike for all.
"""

import json
import os
import pathlib
import sys
import time

import numpy
import scipy.optimize
import scipy.sparse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import blas

SHORT = 2  # seconds; such a training is done twice, and the second time counts


def read_rows(folder, d, form, kind):
    dtype = numpy.dtype(kind)
    if os.path.exists(folder + "/rows.f32"):
        rows = numpy.fromfile(folder + "/rows.f32", numpy.float32).reshape(-1, d)
    else:
        parts = [numpy.fromfile(f"{folder}/{name}", numpy.dtype(of))
                 for name, of in (("value.f32", "f4"), ("column.i32", "i4"), ("row_start.i64", "i8"))]
        if parts[2][-1] < 2**31:
            parts[2] = parts[2].astype(numpy.int32)  # the only indices that LIBSVM's and LIBLINEAR's wrappers take
        rows = scipy.sparse.csr_matrix(tuple(parts), shape=(len(parts[2]) - 1, d))
    labels = numpy.fromfile(folder + "/label.f32", numpy.float32).astype(numpy.float64)
    if form == "csr":
        return scipy.sparse.csr_matrix(rows, dtype=dtype), labels
    rows = rows.toarray() if scipy.sparse.issparse(rows) else rows
    return numpy.array(rows, dtype=dtype, order=form), labels


def timed(work):
    """The result and {"wall", "cpu"}, of the second time where the first was short."""
    for again in (True, False):
        wall, cpu = time.perf_counter(), time.process_time()
        result = work()
        seconds = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
        if not again or seconds["wall"] >= SHORT:
            return result, seconds


class Sklearn:
    """scikit-learn's estimators, and those of others with the same methods."""

    def __init__(self, request):
        self.request = request
        self.model = self.make(request)

    def make(self, request):
        if request["task"] == "linear":
            from sklearn.svm import LinearSVC

            return LinearSVC(loss="squared_hinge", dual=request.get("dual", False), fit_intercept=False, C=request["C"],
                             tol=request["eps"], max_iter=request.get("max_iter", 1000), random_state=1)
        from sklearn.svm import SVC

        return SVC(cache_size=request["cache_mb"], **self.svc_options(request))

    @staticmethod
    def svc_options(request):
        return {"C": request["C"], "kernel": "poly", "degree": request["degree"], "gamma": 1.0,
                "coef0": request["coef0"], "tol": request["eps"]}

    def prepare(self, x, y):
        self.x, self.y = x, y

    def train(self):
        self.model.fit(self.x, self.y)

    def predict(self, x):
        return self.model.predict(x)

    def weights(self):
        return self.model.classes_, numpy.atleast_2d(self.model.coef_)

    def machine(self):
        coefficients = self.model.dual_coef_
        if scipy.sparse.issparse(coefficients):
            coefficients = coefficients.toarray()
        return self.model.support_, coefficients, self.model.n_support_


class Intelex(Sklearn):
    def make(self, request):
        from sklearnex.svm import SVC

        # Its threads are TBB's, which n_jobs limits.
        return SVC(cache_size=request["cache_mb"], n_jobs=request["threads"], **self.svc_options(request))


class Thunder(Sklearn):
    def make(self, request):
        scipy.sparse.isspmatrix = scipy.sparse.issparse
        from thundersvm import SVC

        options = self.svc_options(request) | {"kernel": "polynomial"}
        return SVC(max_mem_size=int(request["cache_mb"]), n_jobs=request["threads"], **options)

    def machine(self):
        counts = numpy.asarray(self.model.n_support_)
        return numpy.asarray(self.model.support_), self.model.dual_coef_, counts


class DenseNewton:
    """LIBLINEAR's problem, method and stopping rule on dense rows: SciPy's trust region Newton method with conjugate
    gradients, NumPy's products. What is between this and LIBLINEAR is the format of the rows."""

    def __init__(self, request):
        self.request = request

    def prepare(self, x, y):
        self.x, self.y = x, y

    def train(self):
        self.classes = numpy.unique(self.y)
        positive = self.classes[1:] if len(self.classes) == 2 else self.classes
        self.w = numpy.array([self.train_one(numpy.where(self.y == label, 1.0, -1.0)) for label in positive])

    def train_one(self, side):
        x, c = self.x, self.request["C"]
        seen = {}  # the margins and the active rows at the last w

        def look(w):
            if "w" not in seen or not numpy.array_equal(seen["w"], w):
                margin = numpy.maximum(0, 1 - side * (x @ w.astype(x.dtype)))
                seen.update(w=w.copy(), margin=margin, rows=None)
            return seen

        def value_and_gradient(w):
            margin = look(w)["margin"]
            slope = (-2 * c) * (side * margin)
            return w @ w / 2 + c * (margin @ margin), w + x.T @ slope.astype(x.dtype)

        def hessian_times(w, v):
            at = look(w)
            if at["rows"] is None:
                at["rows"] = x[at["margin"] > 0]
            return v + 2 * c * (at["rows"].T @ (at["rows"] @ v.astype(x.dtype)))

        start = numpy.zeros(x.shape[1])
        first = float(numpy.linalg.norm(value_and_gradient(start)[1]))
        fewer = min((side > 0).sum(), (side < 0).sum())
        options = {"gtol": self.request["eps"] * max(1, fewer) / len(side) * first, "initial_trust_radius": first,
                   "max_trust_radius": 1e6 * first}
        found = scipy.optimize.minimize(value_and_gradient, start, jac=True, hessp=hessian_times, method="trust-ncg",
                                        options=options)
        return found.x

    def predict(self, x):
        scores = x @ self.w.T.astype(x.dtype)
        best = numpy.argmax(scores, axis=1) if len(self.w) > 1 else (scores[:, 0] > 0).astype(int)
        return self.classes[best]

    def weights(self):
        return self.classes, self.w


class Binding:
    """LIBSVM's and LIBLINEAR's own Python bindings."""

    def __init__(self, request):
        self.request = request

    def prepare(self, x, y):
        if self.request["task"] == "svc":
            from libsvm import svm, svmutil

            self.problem = svm.svm_problem(y, x, isKernel=False)
            options = (f"-t 1 -g 1 -d {self.request['degree']} -r {self.request['coef0']} "
                       f"-m {self.request['cache_mb']}")
            self.library, self.parameter = svmutil, svm.svm_parameter
        else:
            from liblinear import liblinear, liblinearutil

            self.problem = liblinear.problem(y, x)
            options, self.library, self.parameter = f"-s {self.request.get('solver', 2)}", liblinearutil, liblinear.parameter
            if self.request["peer"] == "liblinear-multicore":
                options += f" -m {self.request['threads']}"
        self.options = f"{options} -c {self.request['C']} -e {self.request['eps']} -q"
        self.rows = x

    def train(self):
        call = self.library.svm_train if self.request["task"] == "svc" else self.library.train
        self.model = call(self.problem, self.parameter(self.options))

    def predict(self, x):
        """Not for its time: the bindings go from row to row in Python."""
        if self.request["task"] == "svc":
            return numpy.array(self.library.svm_predict([], x, self.model, "-q")[0])
        classes, w = self.weights()
        scores = x @ w.T
        return classes[numpy.argmax(scores, axis=1) if len(w) > 1 else (scores[:, 0] > 0).astype(int)]

    def weights(self):
        labels = numpy.array(self.model.get_labels())
        count = 1 if len(labels) == 2 else len(labels)
        w = [self.model.get_decfun(label_idx=k)[0] for k in range(count)]
        # The first label is the positive one of two; scikit-learn's is the second.
        return (labels[::-1] if count == 1 else labels), numpy.array(w)

    def machine(self):
        counts = numpy.array(self.model.nSV[: self.model.nr_class])
        total = self.model.l
        rows = numpy.array(self.model.sv_indices[:total]) - 1
        return rows, numpy.array([self.model.sv_coef[k][:total] for k in range(self.model.nr_class - 1)]), counts


PEERS = {"scikit-learn": Sklearn, "scikit-learn-intelex": Intelex, "thundersvm": Thunder, "scipy": DenseNewton,
         "libsvm-official": Binding, "liblinear-official": Binding, "liblinear-multicore": Binding}


def linear_objective(x, y, classes, w, c):
    """sum over the classes' problems of |w|^2 / 2 + C sum_i max(0, 1 - y_i <w, x_i>)^2."""
    positive = classes[1:2] if len(w) == 1 else classes
    total = 0.0
    for label, row in zip(positive, w.astype(numpy.float64)):
        margin = numpy.maximum(0, 1 - numpy.where(y == label, 1.0, -1.0) * (x @ row))
        total += row @ row / 2 + c * (margin @ margin)
    return float(total)


def pairs_of(coefficients, counts):
    """One column for each pair of classes: the coefficients y_i a_i of all support vectors, zero for other classes'."""
    ends = numpy.cumsum(counts)
    spans = [slice(end - count, end) for end, count in zip(ends, counts)]
    columns = []
    for i in range(len(counts)):
        for j in range(i + 1, len(counts)):
            column = numpy.zeros(coefficients.shape[1])
            column[spans[i]] = coefficients[j - 1, spans[i]]
            column[spans[j]] = coefficients[i, spans[j]]
            columns.append(column)
    return numpy.array(columns).T


def svc_objective(rows, coefficients, counts, degree, coef0, block=1000):
    """The dual, minimised, summed over the pairs of classes: a'Qa / 2 - sum a; rows are the support vectors."""
    a = pairs_of(coefficients.astype(numpy.float64), counts)
    rows = scipy.sparse.csr_matrix(rows, dtype=numpy.float64)
    total = -float(numpy.abs(a).sum())
    for begin in range(0, rows.shape[0], block):
        products = (rows[begin : begin + block] @ rows.T).toarray()
        kernel = (products + coef0) ** degree
        total += float((a[begin : begin + block] * (kernel @ a)).sum()) / 2
    return total


def measure(request):
    with open(request["rows"] + "/shape.json") as file:
        d = json.load(file)["d"]
    x, y = read_rows(request["rows"], d, request["form"], request["type"])
    x_test, y_test = read_rows(request["rows"] + "/test", d, request["form"], request["type"])
    peer = PEERS[request["peer"]](request)
    peer.prepare(x, y)
    result = {}
    _, result["train"] = timed(peer.train)
    if isinstance(peer, Binding):
        labels = peer.predict(x_test)
    else:
        labels, result["predict"] = timed(lambda: peer.predict(x_test))
    result["accuracy"] = float(100 * (labels == y_test).mean())
    dense = request["task"] == "linear" and os.path.exists(request["rows"] + "/rows.f32")
    double, _ = read_rows(request["rows"], d, "C" if dense else "csr", "float64")
    if request["task"] == "linear":
        result["objective"] = linear_objective(double, y, *peer.weights(), request["C"])
    else:
        support, coefficients, counts = peer.machine()
        result["support_vectors"] = len(support)
        result["objective"] = svc_objective(double[support], coefficients, counts, request["degree"], request["coef0"])
    return result | {"blas": blas.kernels()}


if __name__ == "__main__":
    print(json.dumps(measure(json.loads(sys.argv[1]))))
