"""The compiled library, for the best instructions that this processor has."""

import importlib
import os

from . import _processor

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


def _load():
    allowed = _allowed()
    # A build for development has one module, for the machine that it was built on.
    for level in [*allowed, "native"]:
        try:
            return level, importlib.import_module(f"._{level}", __package__)
        except ModuleNotFoundError:
            continue
    raise ImportError(f"sketchbench was built without a module for this processor, which has {', '.join(allowed)}")


level, library = _load()


def instruction_set() -> str:
    """The level of instructions in use: ``"baseline"``, ``"avx2"`` or ``"avx512"``.

    It is the best that the processor has. The environment variable ``SKETCHBENCH_INSTRUCTIONS``, read when the
    package is imported, lowers it.
    """
    return level
