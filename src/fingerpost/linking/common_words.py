"""How common words are in questions over any graph: "number" and "different" tell little, "submarine" much."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def commonness() -> Mapping[str, float]:
    """How common the stems of words are in questions over any graph, from 0 (in few) to 1 (in all)."""
    found: dict[str, float] = json.loads((files(__package__) / "common_words.json").read_text(encoding="utf-8"))
    return found
