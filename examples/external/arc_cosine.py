"""Random features of a kernel that sketchbench does not have, and that kernel: the arc-cosine kernel of order 1 (Cho
& Saul 2009), of which one layer of random rectified units is an estimate. A method of arc_cosine.json."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

import numpy as np  # noqa: E402

from sketchbench_serve import serve  # noqa: E402


class RectifiedUnits:
    def __init__(self, d, D, seed):
        self.frequencies = np.random.default_rng(seed).standard_normal((d, D))

    def transform(self, X):
        return np.maximum(X @ self.frequencies, 0) * np.sqrt(2 / self.frequencies.shape[1])


def arc_cosine(X, Y):
    """|x| |y| (sin t + (pi - t) cos t) / pi, where t is the angle between x and y."""
    X, Y = X.astype(float), Y.astype(float)
    lengths = np.outer(np.linalg.norm(X, axis=1), np.linalg.norm(Y, axis=1))
    cosine = np.clip(X @ Y.T / np.where(lengths > 0, lengths, 1), -1, 1)
    angle = np.arccos(cosine)
    return lengths * (np.sin(angle) + (np.pi - angle) * cosine) / np.pi


serve(lambda request: RectifiedUnits(request["d_in"], request["D"], request["seed"]), kernel=arc_cosine)
