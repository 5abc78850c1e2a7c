"""Common English words, as the package `wordllama` has them: those that are one piece of its 32,000.

The package itself is not imported, and of its files only the list of pieces is read.
"""

from __future__ import annotations

import importlib.util
import re
from functools import lru_cache
from pathlib import Path

WEIGHTS, CUTS = "weights/l2_supercat_256.safetensors", "tokenizers/l2_supercat_tokenizer_config.json"
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
        if (folder / WEIGHTS).is_file() and (folder / CUTS).is_file():
            return folder
    return None


@lru_cache(maxsize=1)
def whole_pieces() -> frozenset[str] | None:
    """Small words that are common enough to be one piece; None where the package is not installed."""
    folder = package_folder()
    if folder is None:
        return None
    text = (folder / CUTS).read_bytes()
    return frozenset(word.decode() for word in _WHOLE.findall(text, text.find(_PIECES), text.find(_MERGES)))
