"""scikit-learn's names of kernels and their parameters, and the library's."""

from __future__ import annotations

import functools
import json
import math
import numbers
import textwrap
from collections.abc import Callable
from typing import Any, TypeVar

from ._library import library
from ._registry import registry
from ._rows import rows_of, variance_of

#: scikit-learn's names that the library has not: of a family, or of one kernel of a family.
ALIASES: dict[str, dict[str, Any]] = {
    "poly": {"kernel": "polynomial"},
    "rbf": {"kernel": "gaussian"},
    "linear": {"kernel": "polynomial", "degree": 1, "coef0": 0},
}

#: What else may be a kernel, in a message that lists families: of machines, and of KernelRidge.
OR_OF_MATRICES = ', "precomputed", or a function of X and Y such as sklearn.metrics.pairwise.sigmoid_kernel'
OR_OF_ROWS = ', "precomputed", or a function of two rows'

_WIDTH = 118
_GAMMA = 'a number above 0, None, "scale", "auto" or "median"'
_Class = TypeVar("_Class", bound=type)


@functools.cache
def families() -> dict[str, dict[str, Any]]:
    """The library's facts about each family of kernels, by its name."""
    return {family["family"]: family for family in registry()["kernels"]}


@functools.cache
def trained_on_by(learner: str) -> tuple[str, ...]:
    """The families of kernels that a learner of the library trains on."""
    [kernels] = [one["kernels"] for one in registry()["learners"] if one["type"] == learner]
    return tuple(kernel["kernel"] for kernel in kernels)


def formula_of(family: str) -> str:
    """For documentation: "exp(-gamma |x - y|_1), sigma = 1 / gamma"."""
    return families()[family]["described"]


_KERNEL_PARAMETERS = """\
    degree : int
    coef0 : float
    gamma : float, "scale", "auto", "median" or None
        "scale": 1 / (n_features * X.var()). "auto" or None: 1 / n_features. "median": the one whose sigma is the median
        distance of rows. Of the polynomial kernel it is the factor of <x, y>; the linear one has none. For kernels of
        distances, dense rows far from 0 are copied, and moved by their mean."""


def with_kernels_of(learner: str) -> Callable[[_Class], _Class]:
    """A decorator that writes the kernels of a learner in the place of KERNELS in a class's documentation, and their
    parameters in that of KERNEL_PARAMETERS.
    """

    def document(cls: _Class) -> _Class:
        if cls.__doc__ is not None:  # python -OO leaves it out
            lines = [
                textwrap.fill(line.replace("KERNELS", _kernels_text(learner)), _WIDTH, subsequent_indent=" " * 8)
                if "KERNELS" in line
                else line
                for line in cls.__doc__.replace("    KERNEL_PARAMETERS", _KERNEL_PARAMETERS).split("\n")
            ]
            cls.__doc__ = "\n".join(lines)
        return cls

    return document


def _kernels_text(learner: str) -> str:
    supported = trained_on_by(learner)
    kernels = [f'"{family}": {formula_of(family)}' for family in supported]
    for alias, kernel in ALIASES.items():
        if kernel["kernel"] in supported:
            fixed = [f"{name} = {value}" for name, value in kernel.items() if name != "kernel"]
            kernels.append(", ".join([f'"{alias}": "{kernel["kernel"]}"', *fixed]))
    return "; ".join(kernels)


def names_of(supported: tuple[str, ...]) -> list[str]:
    """The families', and scikit-learn's for them."""
    return [*supported, *(alias for alias, kernel in ALIASES.items() if kernel["kernel"] in supported)]


def kernel_of(
    X: Any, supported: tuple[str, ...], others: str = "", *, kernel: str, **parameters: Any
) -> tuple[dict[str, Any], float]:
    """The library's {"kernel": family, ...} of scikit-learn's parameters, and the number times which it is theirs.

    X: the validated training rows. others: OR_OF_MATRICES or OR_OF_ROWS, where a function would do. parameters: gamma,
    degree and so on; those that the family does not have are ignored, and those that are left out have their defaults.
    The number is 1 but for a polynomial kernel with a gamma:
    (gamma <x, y> + coef0)^degree = gamma^degree (<x, y> + coef0 / gamma)^degree.
    """
    meant = ALIASES.get(kernel, {"kernel": kernel}) if isinstance(kernel, str) else {"kernel": None}
    family = meant["kernel"]
    if family not in supported:
        raise ValueError(f"kernel is {kernel!r}, expected one of {', '.join(names_of(supported))}{others}")
    facts, given = families()[family], {**parameters, **meant}
    found = {"kernel": family}
    for parameter in facts["parameters"]:
        name, default = parameter["name"], parameter["default"]
        found[name] = default if name == "sigma" else like(default, name, given.get(name, default))
    gamma = given.get("gamma")
    if facts["sigma"]:
        found["sigma"] = _sigma(X, found, gamma)
    elif "coef0" in found and "coef0" not in meant:  # the linear kernel has no gamma
        return _of_inner_products(found, _gamma(X, gamma, _GAMMA.replace(', "auto" or "median"', ' or "auto"')))
    return found, 1.0


def _gamma(X: Any, gamma: Any, expected: str) -> float:
    if isinstance(gamma, str) and gamma == "scale":
        variance = variance_of(X)
        return 1 / (X.shape[1] * variance) if variance > 0 else 1.0
    if gamma is None or (isinstance(gamma, str) and gamma == "auto"):
        return 1 / X.shape[1]
    gamma = real("gamma", gamma, expected)
    if not gamma > 0:
        raise ValueError(f"gamma is {gamma}, expected {expected}")
    return gamma


def _sigma(X: Any, kernel: dict[str, Any], gamma: Any) -> float:
    """kernel: the library's, with some sigma."""
    if isinstance(gamma, str) and gamma == "median":
        return library.median_distance(json.dumps(kernel), rows_of(X))
    relation = families()[kernel["kernel"]]["sigma"]
    gamma = _gamma(X, gamma, _GAMMA)
    least, most = (
        1 / (relation["factor"] * relation[bound] ** relation["power"]) for bound in ("most", "least")
    )
    if not least <= gamma <= most:
        raise ValueError(f"gamma is {gamma:g}, expected {least:g} to {most:g}: scale the data, or give another")
    power_of_sigma = 1 / (relation["factor"] * gamma)
    sigma = math.sqrt(power_of_sigma) if relation["power"] == 2 else power_of_sigma ** (1 / relation["power"])
    return min(max(sigma, relation["least"]), relation["most"])  # but for rounding


def _of_inner_products(kernel: dict[str, Any], gamma: float) -> tuple[dict[str, Any], float]:
    """kernel: (<x, y> + coef0)^degree."""
    if kernel["coef0"] < 0:  # the library's own message would be of coef0 / gamma
        raise ValueError(f"coef0 is {kernel['coef0']:g}, expected a number of at least 0")
    try:
        factor = gamma ** kernel["degree"]
    except OverflowError:
        factor = math.inf
    if not 0 < factor < math.inf:
        raise ValueError(f"gamma is {gamma}: to the power {kernel['degree']} it is beyond double precision")
    return {**kernel, "coef0": kernel["coef0"] / gamma}, factor


def like(default: Any, name: str, value: Any) -> Any:
    """The value as the library takes it in the place of that default: a word, a whole number or a real one."""
    if isinstance(default, str):
        return value
    return whole(name, value) if isinstance(default, int) else real(name, value)


def real(name: str, value: Any, expected: str = "a finite number") -> float:
    """ValueError where it is none."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value):
        raise ValueError(f"{name} is {value!r}, expected {expected}")
    return float(value)


def whole(name: str, value: Any, expected: str = "a whole number") -> int:
    """ValueError where it is none; True and False are 1 and 0."""
    if not isinstance(value, numbers.Integral):
        raise ValueError(f"{name} is {value!r}, expected {expected}")
    return int(value)
