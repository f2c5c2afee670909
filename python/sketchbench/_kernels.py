"""scikit-learn's names of kernels and their parameters, and the library's."""

from __future__ import annotations

import json
import math
import numbers
from typing import Any

from ._library import library
from ._rows import rows_of, variance_of

#: Other names of the library's families.
ALIASES = {"poly": "polynomial", "rbf": "gaussian"}

#: sigma of a kernel of distances from its gamma, and back.
_SIGMA = {
    "gaussian": lambda gamma: math.sqrt(0.5 / gamma),
    "laplacian": lambda gamma: 1 / gamma,
    "cauchy": lambda gamma: math.sqrt(1 / gamma),
}


def kernel_of(
    X: Any, supported: tuple[str, ...], *, kernel: str, gamma: Any = None, degree: Any = None, coef0: Any = None
) -> dict[str, Any]:
    """The library's {"kernel": family, ...} of scikit-learn's parameters. X: the validated training rows."""
    if not isinstance(kernel, str):
        raise ValueError(f"kernel is {kernel!r}, expected one of {', '.join(supported)}")
    family = ALIASES.get(kernel, kernel)
    if family == "linear" and "polynomial" in supported:
        return {"kernel": "polynomial", "degree": 1, "coef0": 0}
    if family not in supported:
        raise ValueError(f"kernel is {kernel!r}, expected one of {', '.join(supported)}")
    if family == "polynomial":
        return {"kernel": family, "degree": whole("degree", degree), "coef0": real("coef0", coef0)}
    return {"kernel": family, "sigma": _sigma(X, family, gamma)}


def _sigma(X: Any, family: str, gamma: Any) -> float:
    if isinstance(gamma, str) and gamma == "median":
        return library.median_distance(json.dumps({"kernel": family, "sigma": 1.0}), rows_of(X))
    if isinstance(gamma, str) and gamma == "scale":
        variance = variance_of(X)
        gamma = 1 / (X.shape[1] * variance) if variance > 0 else 1.0
    elif isinstance(gamma, str) and gamma == "auto":
        gamma = 1 / X.shape[1]
    gamma = real("gamma", gamma, 'a number above 0, "scale", "auto" or "median"')
    if not gamma > 0:
        raise ValueError(f'gamma is {gamma}, expected a number above 0, "scale", "auto" or "median"')
    return _SIGMA[family](gamma)


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
