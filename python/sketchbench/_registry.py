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
