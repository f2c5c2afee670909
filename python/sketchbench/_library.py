"""The compiled library, for the best instructions that this processor has."""

from __future__ import annotations

import copyreg
import importlib
import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from . import _processor

_Answer = TypeVar("_Answer")

#: The least first, as in cmake/levels.cmake.
LEVELS = ("baseline", "avx2", "avx512")


def _allowed() -> list[str]:
    """Levels that this processor has and SKETCHBENCH_INSTRUCTIONS leaves, the best first."""
    levels = _processor.levels()
    asked = os.environ.get("SKETCHBENCH_INSTRUCTIONS", "")
    if asked:
        if asked not in LEVELS:
            raise ImportError(f'SKETCHBENCH_INSTRUCTIONS is "{asked}", expected one of {", ".join(LEVELS)}')
        levels = [level for level in levels if LEVELS.index(level) <= LEVELS.index(asked)]
    return levels[::-1]


def _module(level: str) -> Any:
    """None where the package was built without it."""
    try:
        return importlib.import_module(f"._{level}", __package__)
    except ModuleNotFoundError:
        return None


def _load() -> tuple[str, Any]:
    allowed = _allowed()
    for level in allowed:
        if module := _module(level):
            return level, module
    # What pip has compiled is one module, for the machine that it was built on.
    if needed := _processor.native_level():
        if asked := os.environ.get("SKETCHBENCH_INSTRUCTIONS"):
            raise ImportError(
                f'SKETCHBENCH_INSTRUCTIONS is "{asked}", but sketchbench was built for one machine alone: unset '
                "the variable, or install it with SKETCHBENCH_NATIVE=OFF, for all levels of instructions"
            )
        if needed not in _processor.levels():
            raise ImportError(
                f"sketchbench was built for a processor with {needed}, which this one is without: install it "
                "here again (pip install --no-cache-dir), or with SKETCHBENCH_NATIVE=OFF, for all processors"
            )
        return "native", importlib.import_module("._native", __package__)
    raise ImportError(f"sketchbench was built without a module for any of {', '.join(allowed)}")


if TYPE_CHECKING:
    from . import _baseline as library  # the modules of all levels are alike

    level: str
else:
    level, library = _load()


def instruction_set() -> str:
    """The level of instructions in use: ``"baseline"``, ``"avx2"`` or ``"avx512"``.

    It is the best that the processor has. The environment variable ``SKETCHBENCH_INSTRUCTIONS``, read when the
    package is imported, lowers it. A package that pip has compiled here has ``"native"`` alone.
    """
    return level


def _restored(name: str, state: bytes) -> Any:
    """A Map or a Model of the library that is loaded here."""
    cls = getattr(library, name)
    thing = cls.__new__(cls)
    thing.__setstate__(state)
    return thing


def _reduced_map(made: Any) -> tuple[Any, tuple[str, bytes]]:
    return _restored, ("Map", made.__getstate__())


def _reduced_model(made: Any) -> tuple[Any, tuple[str, bytes]]:
    return _restored, ("Model", made.__getstate__())


# Their classes are of one level's module, which another processor cannot load: a pickle must not name them.
copyreg.pickle(library.Map, _reduced_map)
copyreg.pickle(library.Model, _reduced_model)


#: What the library's keys are called here, where that is something else.
_NAMES_HERE = {
    "D": "n_components",
    "eps": "tol",
    "lambda": "alpha",
    "cache_mb": "cache_size",
    "p": "epsilon",
    "iterations": "max_iter",
}
#: A key at the beginning of what the library says of a request: the place, the object that it is in, its name.
_KEY = re.compile(r'^(?:[^":]+: )?(?:"(?:\w+\.)*(\w+)"|(D)(?= is))')


def asked(call: Callable[..., _Answer], *arguments: Any) -> _Answer:
    """What a function of the library answers. What it refuses is told by the names of the caller's parameters."""
    try:
        return call(*arguments)
    except ValueError as error:
        text = _KEY.sub(lambda key: _NAMES_HERE.get(key[1] or key[2], key[1]), str(error))
        raise ValueError(in_words_here(text)) from None


def in_words_here(text: str) -> str:
    """A message of the library's with the advice that it gives in the name of the parameter here."""
    return text.replace("raise lambda", "raise alpha").replace("lambda = ", "alpha = ")
