"""Lets a feature map written in Python stand in a sketchbench configuration.

A map is anything with scikit-learn's ``fit(X)`` and ``transform(X)``::

    from sklearn.kernel_approximation import Nystroem
    from sketchbench_serve import serve

    serve(Nystroem())  # the kernel, n_components and random_state come from the configuration

or a function that makes one::

    def make(request):
        return Nystroem(kernel="rbf", gamma=0.5 / request["kernel"]["sigma"] ** 2,
                        n_components=request["D"], random_state=request["seed"] % 2**32)

    serve(make)

A kernel that sketchbench does not have is a function of two blocks of rows, ``serve(map, kernel=k)``, and the
method then says what it is called, ``"own_kernel": "arc-cosine kernel"``.

The configuration names the program: ``{"method": "external", "name": "nystroem", "command": ["python3",
"nystroem.py"]}``. What goes through standard input and output is described in docs/guides/external-maps.md; what the
program prints goes to standard error. NumPy is needed; SciPy where ``sparse=True``.
"""

import inspect
import json
import os
import sys

import numpy as np

PROTOCOL = 1


class Channel:
    """The two streams, with blocks of rows in and blocks of features out."""

    def __init__(self, source, target):
        self._in, self._out = source, target

    def line(self):
        """The next header as a dict; None at the end of the input."""
        text = self._in.readline()
        return json.loads(text) if text else None

    def bytes(self, count):
        data = bytearray(count)
        view, done = memoryview(data), 0
        while done < count:
            got = self._in.readinto(view[done:])
            if not got:
                raise EOFError(f"the input ended {count - done} bytes before the end of a block")
            done += got
        return data

    def array(self, dtype, count):
        return np.frombuffer(self.bytes(count * np.dtype(dtype).itemsize), dtype=dtype)

    def rows(self, n, d, nnz=None):
        """n x d float32: an ndarray, or a scipy.sparse.csr_matrix where nnz is given."""
        if nnz is None:
            return self.array("<f4", n * d).reshape(n, d)
        from scipy.sparse import csr_matrix

        start, column = self.array("<i8", n + 1), self.array("<i4", nnz)
        value = self.array("<f4", nnz)
        return csr_matrix((value, column, start), shape=(n, d))

    def say(self, block=None, **header):
        self._out.write(json.dumps(header).encode() + b"\n")
        if block is not None:
            self._out.write(block)
        self._out.flush()


def _stack(blocks):
    if len(blocks) == 1:
        return blocks[0]
    if isinstance(blocks[0], np.ndarray):
        return np.concatenate(blocks)
    from scipy.sparse import vstack

    return vstack(blocks, format="csr")


def _is_transformer(thing):
    return hasattr(thing, "transform") and not inspect.isclass(thing)


# scikit-learn's gamma of the kernels that have a sigma here.
_GAMMAS = {
    "gaussian": lambda sigma: 0.5 / sigma**2,  # exp(-gamma |x - y|^2)
    "laplacian": lambda sigma: 1 / sigma,  # exp(-gamma |x - y|_1)
    "cauchy": lambda sigma: 1 / sigma**2,  # prod_k 1 / (1 + gamma (x_k - y_k)^2)
}


def _kernel_parameters(kernel):
    """The configuration's kernel by scikit-learn's names: kernel, gamma, degree and coef0."""
    values = {key: value for key, value in kernel.items() if key != "sigma"}
    family = kernel.get("kernel")
    if family == "gaussian":
        values["kernel"] = "rbf"
    if family == "polynomial":
        values["gamma"] = 1.0  # scikit-learn's has one, too: (gamma <x, y> + coef0)^degree
    elif family in _GAMMAS:
        values["gamma"] = _GAMMAS[family](kernel["sigma"])
    return values


def _configured(transformer, request):
    """A transformer that is given as it stands takes what the request says of parameters that it has."""
    if not hasattr(transformer, "set_params"):
        return transformer
    known = transformer.get_params()
    if callable(known.get("kernel")):  # a function of the user's own
        del known["kernel"]
    values = {
        "random_state": request["seed"] % 2**32,
        "n_components": request["D"],
        **_kernel_parameters(request["kernel"]),
        **request["parameters"],
    }
    return transformer.set_params(**{key: value for key, value in values.items() if key in known})


def _features(map_, rows):
    z = map_.transform(rows)
    if hasattr(z, "toarray"):
        z = z.toarray()
    return np.ascontiguousarray(z, dtype="<f4")


def _kernel_block(kernel, x, y):
    values = np.ascontiguousarray(kernel(x, y), dtype="<f8")
    if values.shape != (x.shape[0], y.shape[0]):
        raise SystemExit(f"kernel(X, Y) gives {values.shape} values of {x.shape[0]} and {y.shape[0]} rows")
    return values


def serve(map_or_maker, sparse=False, fit=None, kernel=None):
    """Answers sketchbench until it closes the input.

    map_or_maker: a transformer, of which these are set where it has them: random_state, n_components, the
    configuration's kernel (kernel, gamma, degree and coef0 as scikit-learn means them) and its "parameters",
    which come last; or a function that makes one of the request, a dict with "d_in", "D", "kernel", "seed",
    "parameters", "n_train" and "threads", and "own_kernel" where the method has it.
    sparse: sparse rows come as scipy.sparse.csr_matrix instead of dense ones.
    fit: whether it is shown the training rows; by default where it has a method of that name.
    kernel: a function k(X, Y) that gives the n x m matrix of the kernel which the map approximates, for a method
    with "own_kernel"; or the function that makes a map gives both, ``return map, kernel``.
    """
    # What the map prints must not get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    channel = Channel(sys.stdin.buffer, answers)

    request = channel.line()
    if request is None or request.get("sketchbench_map") != PROTOCOL:
        raise SystemExit(f"expected a request of protocol {PROTOCOL}, got {request}")
    map_ = _configured(map_or_maker, request) if _is_transformer(map_or_maker) else map_or_maker(request)
    if isinstance(map_, tuple):
        map_, kernel = map_
    if "own_kernel" in request and kernel is None:
        raise SystemExit(f'the method says "own_kernel": "{request["own_kernel"]}", give serve(..., kernel=k)')
    if fit is None:
        fit = hasattr(map_, "fit")
    channel.say(sketchbench_map=PROTOCOL, fit=bool(fit), csr=bool(sparse))
    d = request["d_in"]
    if fit:
        blocks, left = [], request["n_train"]
        while left > 0:
            header = channel.line()
            blocks.append(channel.rows(header["train"], d, header.get("nnz")))
            left -= header["train"]
        train = _stack(blocks)
        del blocks
        map_.fit(train)
        first = train[:1]
    else:
        first = np.zeros((1, d), dtype="<f4")
    channel.say(d_out=_features(map_, first).shape[1])
    if fit:
        del train
    while (header := channel.line()) is not None:
        if "kernel" in header:
            x = channel.rows(header["kernel"], d, header.get("nnz"))
            header = channel.line()
            y = channel.rows(header["with"], d, header.get("nnz"))
            channel.say(_kernel_block(kernel, x, y).data, kernel=x.shape[0], **{"with": y.shape[0]})
            continue
        z = _features(map_, channel.rows(header["map"], d, header.get("nnz")))
        channel.say(z.data, features=z.shape[0], d_out=z.shape[1])
