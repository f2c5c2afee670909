"""sketchbench.serve: any transformer as a map of the program."""

import json
import pathlib
import subprocess
import sys

import numpy as np

import sketchbench

REPOSITORY = pathlib.Path(__file__).parents[2]


def answers(program, X, request):
    """The features of X by the protocol of docs/external-maps.md."""
    n, d = X.shape
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

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
    X = np.random.default_rng(0).normal(size=(20, 5)).astype(np.float32)
    request = {"D": 16, "seed": 3, "kernel": {"kernel": "polynomial", "degree": 2, "coef0": 0}}
    program = "import sketchbench; sketchbench.serve(sketchbench.TensorSketch())"
    expected = sketchbench.TensorSketch(n_components=16, random_state=3).fit_transform(X)
    np.testing.assert_array_equal(answers(program, X, request), expected)


def test_it_is_a_file_by_itself():
    """Without the package, with NumPy alone."""
    X = np.random.default_rng(0).normal(size=(20, 5)).astype(np.float32)
    request = {"D": 5, "seed": 3, "kernel": {}}
    program = f"""
import sys
sys.path.insert(0, {str(REPOSITORY / "python")!r})
from sketchbench_serve import serve
class Doubled:
    def fit(self, X): return self
    def transform(self, X): return 2 * X
serve(Doubled())
assert "sketchbench" not in sys.modules and "sklearn" not in sys.modules
"""
    np.testing.assert_array_equal(answers(program, X, request), 2 * X)


def test_the_package_has_the_same_file():
    installed = pathlib.Path(sys.modules[sketchbench.serve.__module__].__file__)
    assert installed.read_text() == (REPOSITORY / "python" / "sketchbench_serve.py").read_text()
