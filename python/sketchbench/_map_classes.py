"""The classes of feature maps by name."""

from __future__ import annotations

from . import _maps
from ._registry import registry


def maps() -> dict[str, type]:
    """The classes of feature maps by the names that the program's configurations have for them.

    A class with several forms stands under each of their names.
    """
    found = {}
    for name in _maps.__all__:
        cls = getattr(_maps, name)
        for kind in [cls._kind] if isinstance(cls._kind, str) else cls._kind.values():
            found[kind] = cls
    return {kind["name"]: found[kind["name"]] for kind in registry()["maps"]}
