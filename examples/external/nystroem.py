"""scikit-learn's Nystroem for the Gaussian kernel, as a method of nystroem.json."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

from sklearn.kernel_approximation import Nystroem  # noqa: E402

from sketchbench_serve import serve  # noqa: E402


def make(request):
    # exp(-gamma |x - y|^2), which sketchbench writes with sigma: gamma = 1 / (2 sigma^2).
    gamma = 0.5 / request["kernel"]["sigma"] ** 2
    return Nystroem(kernel="rbf", gamma=gamma, n_components=request["D"], random_state=request["seed"] % 2**32)


serve(make, sparse=True)
