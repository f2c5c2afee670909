"""The library of sketchbench, compiled for one instruction set. The modules of all levels are alike.

Not written when the package is built: the module of a level cannot be imported on a processor that has less.
"""

from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

class Rows:
    """A view of rows: a matrix, or CSR arrays with the number of columns. Keeps the arrays."""

    @overload
    def __init__(self, matrix: NDArray[Any]) -> None: ...
    @overload
    def __init__(self, indptr: NDArray[Any], indices: NDArray[Any], data: NDArray[Any], columns: int) -> None: ...

class Map:
    """A feature map that was made. Its state, for pickle, is a file of bytes."""

    @property
    def features(self) -> int:
        """Columns of the rows that it takes."""
    @property
    def outputs(self) -> int:
        """Features of a row."""
    def facts(self) -> str:
        """What it says of itself, as JSON."""
    def transform(self, rows: Rows, out: NDArray[np.float32], threads: int) -> None:
        """Writes the features of the rows into out."""
    def __getstate__(self) -> bytes: ...
    def __setstate__(self, state: bytes, /) -> None: ...

class Model:
    """A trained model. Its state, for pickle, is a model file's bytes."""

    @property
    def features(self) -> int:
        """Columns of the rows that it takes."""
    @property
    def outputs(self) -> int:
        """Scores of a row."""
    @property
    def classes(self) -> list[int]:
        """Labels, in the order of scores."""
    def report(self) -> str:
        """What the solver said of its run, as JSON."""
    def machines(self) -> list[tuple[int, int, list[int], list[float], float]]:
        """For each pair of classes, as it was trained, or one machine: the first, the second, rows, their coefficients
        and rho.
        """
    def numbers(self) -> dict[str, list[float]]:
        """Its parts of real numbers (docs/reference/model-file.md)."""
    def scores(self, rows: Rows, out: NDArray[np.float64], threads: int) -> None:
        """Writes outputs() scores a row."""
    def predict(self, rows: Rows, out: NDArray[np.float64], threads: int) -> None:
        """Writes a label or target a row."""
    def probabilities(self, rows: Rows, out: NDArray[np.float64], threads: int) -> None:
        """Writes a probability for each class."""
    def __getstate__(self) -> bytes: ...
    def __setstate__(self, state: bytes, /) -> None: ...

def instruction_set() -> str:
    """The widest vector instructions that it is compiled for."""

def registry() -> str:
    """What is registered, as JSON."""

def fit_map(rows: Rows, request: str, landmarks: Rows | None, threads: int) -> Map:
    """Makes the map that the request, JSON, asks for."""

def median_distance(kernel: str, rows: Rows) -> float:
    """The median heuristic's sigma for a kernel, JSON, of these rows."""

def train(
    rows: Rows, y: NDArray[np.float32], weights: NDArray[np.float64] | None, request: str, threads: int
) -> Model:
    """Trains the model that the request, JSON, asks for, with weights of rows or None."""

def gram(kernel: str, x: Rows, y: Rows, out: NDArray[np.float64], threads: int) -> None:
    """out = kappa(x_i, y_j) of a kernel, JSON."""

def train_ridge_on_gram(
    gram: NDArray[np.float64],
    targets: NDArray[np.float32],
    weights: NDArray[np.float64] | None,
    alpha: float | None,
    intercept: bool,
    threads: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64], float, str]:
    """Kernel ridge regression on a kernel matrix, for targets of which each is a row; without an alpha, by leave-one-out.

    Returns coefficients, a column for each target, intercepts, alpha, and what was chosen, JSON.
    """

def train_svc_on_gram(
    gram: NDArray[np.float32],
    y: NDArray[np.float32],
    weights: NDArray[np.float64] | None,
    learner: str,
    threads: int,
) -> tuple[list[tuple[int, int, list[int], list[float], float]], str]:
    """C-SVC, with the learner's keys, JSON, on a kernel matrix.

    Returns for each pair of classes the first, the second, rows, their coefficients and rho; and a report, JSON.
    """

def train_linear(
    rows: Rows,
    y: NDArray[np.float32],
    weights: NDArray[np.float64] | None,
    learner: str,
    constant: float,
    threads: int,
) -> tuple[dict[str, NDArray[np.float64]], list[int], str]:
    """Trains a linear learner, JSON, on the rows with a column of that constant behind them (0: none), with weights
    of rows or None.

    Returns the parts of the model, its classes and a report, JSON.
    """

def linear_scores(
    rows: Rows,
    weights: NDArray[np.float64],
    intercepts: NDArray[np.float64],
    out: NDArray[np.float64],
    threads: int,
) -> None:
    """out = X weights^T + intercepts."""
