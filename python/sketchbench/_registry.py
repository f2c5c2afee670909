"""What the library has registered."""

from __future__ import annotations

import functools
import json
from typing import Any

from ._library import library


@functools.cache
def registry() -> dict[str, Any]:
    """The library's own facts about its maps, kernels, and learners on kernels."""
    return json.loads(library.registry())


def maps() -> dict[str, type]:
    """The classes of feature maps by the names that the program's configurations have for them.

    A class with several forms stands under each of their names.
    """
    from . import _maps

    found = {}
    for name in _maps.__all__:
        cls = getattr(_maps, name)
        for kind in [cls._kind] if isinstance(cls._kind, str) else cls._kind.values():
            found[kind] = cls
    return {kind["name"]: found[kind["name"]] for kind in registry()["maps"]}
