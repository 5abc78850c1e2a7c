"""Common English words, as the package `wordllama` has them: those that are one piece of its 32,000.

The package itself is not imported, and of its files only the list of pieces is read.
"""

from __future__ import annotations

import importlib.util
import json
import re
from functools import lru_cache
from pathlib import Path

WEIGHTS, _CUTS = "weights/l2_supercat_256.safetensors", "tokenizers/l2_supercat_tokenizer_config.json"
"""The files of vectors and of pieces, in the package."""
_PACKAGE = "wordllama"
_PIECES, _MERGES = b'"vocab"', b'"merges"'
_WHOLE = re.compile(rb'"\xe2\x96\x81([a-z]+)"')


@lru_cache(maxsize=1)
def package_folder() -> Path | None:
    """Where the package is installed; None if it is not."""
    found = importlib.util.find_spec(_PACKAGE)
    for place in (found.submodule_search_locations or []) if found is not None else ():
        folder = Path(place)
        if (folder / WEIGHTS).is_file() and (folder / _CUTS).is_file():
            return folder
    return None


@lru_cache(maxsize=1)
def whole_pieces() -> frozenset[str] | None:
    """Small words that are common enough to be one piece; None where the package is not installed."""
    folder = package_folder()
    return frozenset(word.decode() for word in _WHOLE.findall(_list(folder))) if folder is not None else None


def pieces(folder: Path) -> dict[str, int]:
    """The number of each piece."""
    found: dict[str, int]
    found, _ = json.JSONDecoder().raw_decode(_list(folder).decode("utf-8"))
    return found


def _list(folder: Path) -> bytes:
    """The pieces with their numbers, as they stand in the file, and what separates them from the merges."""
    text = (folder / _CUTS).read_bytes()
    return text[text.index(b"{", text.index(_PIECES)) : text.index(_MERGES)]
