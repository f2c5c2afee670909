"""sketchbench.serve: any transformer as a map of the program."""

import inspect
import json
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest
from sklearn.kernel_approximation import Nystroem, PolynomialCountSketch, RBFSampler

import sketchbench
from sketchbench._kernels import families, kernel_of

REPOSITORY = pathlib.Path(__file__).parents[2]
BY_ITSELF = f"import sys; sys.path.insert(0, {str(REPOSITORY / 'python')!r})\n"
GAUSSIAN = {"kernel": "gaussian", "sigma": 2.5}
POLYNOMIAL = {"kernel": "polynomial", "degree": 3, "coef0": 0.5}


def rows(n=20, d=5):
    return np.random.default_rng(0).normal(size=(n, d)).astype(np.float32)


def answers(program, X, request):
    """The features of X by the protocol of docs/guides/external-maps.md. program: Python, as text or in a file."""
    n, d = X.shape
    command = [sys.executable, program] if isinstance(program, pathlib.Path) else [sys.executable, "-c", program]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(header, block=b""):
        process.stdin.write(json.dumps(header).encode() + b"\n" + block)
        process.stdin.flush()

    say({"sketchbench_map": 1, "d_in": d, "n_train": n, "parameters": {}, "threads": 1, **request})
    first = json.loads(process.stdout.readline())
    if first["fit"]:
        say({"train": n}, X.tobytes())
    width = json.loads(process.stdout.readline())["d_out"]
    say({"map": n}, X.tobytes())
    assert json.loads(process.stdout.readline()) == {"features": n, "d_out": width}
    features = np.frombuffer(process.stdout.read(4 * n * width), dtype="<f4").reshape(n, width)
    process.stdin.close()
    assert process.wait() == 0
    process.stdout.close()
    return features


def test_a_transformer_is_served():
    X = rows()
    request = {"D": 16, "seed": 3, "kernel": {"kernel": "polynomial", "degree": 2, "coef0": 0}}
    program = "import sketchbench; sketchbench.serve(sketchbench.TensorSketch())"
    expected = sketchbench.TensorSketch(n_components=16, random_state=3).fit_transform(X)
    np.testing.assert_array_equal(answers(program, X, request), expected)


def test_it_is_a_file_by_itself():
    """Without the package, with NumPy alone."""
    X = rows()
    request = {"D": 5, "seed": 3, "kernel": {}}
    program = f"""{BY_ITSELF}
from sketchbench_serve import serve
class Doubled:
    def fit(self, X): return self
    def transform(self, X): return 2 * X
serve(Doubled())
assert "sketchbench" not in sys.modules and "sklearn" not in sys.modules
"""
    np.testing.assert_array_equal(answers(program, X, request), 2 * X)


def test_a_kernel_of_ones_own_is_answered():
    X, Y = rows(), rows(3)
    program = f"""{BY_ITSELF}
from sketchbench_serve import serve
class Itself:
    def transform(self, X): return X
def make(request):
    return Itself(), lambda X, Y: request["parameters"]["scale"] * X @ Y.T
serve(make)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    request = {"sketchbench_map": 1, "d_in": 5, "D": 5, "seed": 1, "kernel": GAUSSIAN, "n_train": 20, "threads": 1}
    blocks = [{**request, "parameters": {"scale": 2}, "own_kernel": "twice linear"}, {"kernel": 20}, {"with": 3}]
    for header, block in zip(blocks, [b"", X.tobytes(), Y.tobytes()]):
        process.stdin.write(json.dumps(header).encode() + b"\n" + block)
    answered, _ = process.communicate()
    *headers, values = answered.split(b"\n", 3)
    assert [json.loads(text) for text in headers[1:]] == [{"d_out": 5}, {"kernel": 20, "with": 3}]
    np.testing.assert_allclose(np.frombuffer(values, "<f8").reshape(20, 3), 2 * X @ Y.T, rtol=1e-6)


def test_the_example_with_a_kernel_that_sketchbench_does_not_have():
    """Means of products of its features are its kernel: within 6 deviations of 2 x 10^5 features, of which none errs
    but for a probability below 1e-6; and the kernel is the mean over normal frequencies, by another sample of them.
    """
    X, d, D = rows(6), 5, 200_000
    request = {"sketchbench_map": 1, "d_in": d, "D": D, "seed": 3, "kernel": GAUSSIAN, "n_train": 6, "threads": 1}
    blocks = [{**request, "parameters": {}, "own_kernel": "arc-cosine"}, {"kernel": 6}, {"with": 6}, {"map": 6}]
    program = REPOSITORY / "examples" / "external" / "arc_cosine.py"
    process = subprocess.Popen([sys.executable, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    sent = b"".join(
        json.dumps(header).encode() + b"\n" + block
        for header, block in zip(blocks, [b"", X.tobytes(), X.tobytes(), X.tobytes()])
    )
    answered, _ = process.communicate(sent)
    kernel_header = b'{"kernel": 6, "with": 6}\n'
    at = answered.index(kernel_header) + len(kernel_header)
    kernel = np.frombuffer(answered[at : at + 8 * 36], "<f8").reshape(6, 6)
    features = np.frombuffer(answered[-4 * 6 * D :], "<f4").reshape(6, D).astype(float)
    np.testing.assert_allclose(np.diag(kernel), (X.astype(float) ** 2).sum(axis=1), rtol=1e-6)
    deviation = np.sqrt((D * features[:, None] * features[None]).var(axis=2) / D)
    assert (np.abs(features @ features.T - kernel) < 6 * deviation).all()


def test_a_kernel_that_nobody_gives_is_asked_for():
    program = f"{BY_ITSELF}from sketchbench_serve import serve\nserve(lambda request: None)"
    request = json.dumps({"sketchbench_map": 1, "own_kernel": "mine"}).encode() + b"\n"
    ended = subprocess.run([sys.executable, "-c", program], input=request, capture_output=True)
    assert ended.returncode != 0 and b'"own_kernel": "mine"' in ended.stderr


def test_the_package_has_the_same_file():
    installed = pathlib.Path(sys.modules[sketchbench.serve.__module__].__file__)
    assert installed.read_text() == (REPOSITORY / "python" / "sketchbench_serve.py").read_text()


@pytest.mark.parametrize(
    "transformer, request_, expected",
    [
        ("RBFSampler()", {"kernel": GAUSSIAN}, RBFSampler(gamma=0.08)),
        ("RBFSampler()", {"kernel": GAUSSIAN, "parameters": {"gamma": 3}}, RBFSampler(gamma=3)),
        ("Nystroem()", {"kernel": GAUSSIAN}, Nystroem(gamma=0.08)),
        ("Nystroem()", {"kernel": {"kernel": "laplacian", "sigma": 4}}, Nystroem(kernel="laplacian", gamma=0.25)),
        ("Nystroem()", {"kernel": POLYNOMIAL}, Nystroem(kernel="polynomial", gamma=1, degree=3, coef0=0.5)),
        ("Nystroem()", {"kernel": POLYNOMIAL, "parameters": {"kernel": "cosine"}}, Nystroem(kernel="cosine")),
        ("PolynomialCountSketch()", {"kernel": POLYNOMIAL}, PolynomialCountSketch(degree=3, coef0=0.5)),
        (
            "PolynomialCountSketch(degree=7)",
            {"kernel": POLYNOMIAL, "parameters": {"coef0": 1}},
            PolynomialCountSketch(degree=3, coef0=1),
        ),
        (
            "sketchbench.NystromUniform()",
            {"kernel": {"kernel": "cauchy", "sigma": 2}},
            sketchbench.NystromUniform(kernel="cauchy", gamma=0.25),
        ),
        (
            "sketchbench.RandomKitchenSinks(kernel='laplacian')",
            {"kernel": GAUSSIAN},
            sketchbench.RandomKitchenSinks(kernel="gaussian", gamma=0.08),
        ),
    ],
)
def test_a_transformer_takes_the_kernel_of_the_configuration(transformer, request_, expected):
    X = rows()
    program = f"from sklearn.kernel_approximation import *; import sketchbench; sketchbench.serve({transformer})"
    expected = expected.set_params(n_components=8, random_state=3).fit_transform(X)
    np.testing.assert_allclose(answers(program, X, {"D": 8, "seed": 3, **request_}), expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("family", families())
def test_kernels_go_to_scikit_learns_names_and_back(family):
    module = sys.modules[sketchbench.serve.__module__]
    kernel = {"kernel": family, **{one["name"]: one["default"] + 1 for one in families()[family]["parameters"]}}
    assert module._kernel_parameters(kernel), "sketchbench_serve.py, which may run without the package, lacks it"
    back = kernel_of(rows(), (family,), **module._kernel_parameters(kernel))
    assert back == (pytest.approx(kernel), 1)


def test_a_kernel_that_is_a_function_stays():
    module = sys.modules[sketchbench.serve.__module__]
    request = {"D": 8, "seed": 3, "kernel": GAUSSIAN, "parameters": {}}
    assert module._configured(Nystroem(kernel=np.dot), request).kernel is np.dot


def blocks(document, section):
    """What a document has in Python there that serves a map."""
    text = (REPOSITORY / document).read_text()
    found = re.findall(r"```python\n([^`]*)```", text[text.index(section) :])
    return [code for code in found if "sketchbench_serve" in code]


def test_what_the_documents_serve():
    X = rows()
    sampler = RBFSampler(gamma=0.08, n_components=8, random_state=3).fit_transform(X)
    found = blocks("docs/guides/external-maps.md", "## In Python")
    assert len(found) == 2
    for code in found:
        features = answers(BY_ITSELF + code, X, {"D": 8, "seed": 3, "kernel": GAUSSIAN})
        np.testing.assert_allclose(features, sampler, rtol=1e-6, atol=1e-6)


def test_what_the_helper_itself_shows():
    text = sys.modules[sketchbench.serve.__module__].__doc__
    first, second = (inspect.cleandoc(part) for part in re.findall(r"::\n\n((?:(?: {4}.*)?\n)+)", text))
    imports = "\n".join(line for line in first.splitlines() if line.startswith("from"))
    X = rows()
    expected = Nystroem(gamma=0.08, n_components=8, random_state=3).fit_transform(X)
    for code in (first, imports + "\n" + second):
        features = answers(BY_ITSELF + code, X, {"D": 8, "seed": 3, "kernel": GAUSSIAN})
        np.testing.assert_allclose(features, expected, rtol=1e-6, atol=1e-6)


def test_the_example_with_scikit_learns_nystroem():
    X = rows()
    program = REPOSITORY / "examples" / "external" / "nystroem.py"
    expected = Nystroem(gamma=0.08, n_components=8, random_state=3).fit_transform(X)
    features = answers(program, X, {"D": 8, "seed": 3, "kernel": GAUSSIAN})
    np.testing.assert_allclose(features, expected, rtol=1e-6, atol=1e-6)
