"""Which words are English: what somebody wrote rightly is no slip of a name of the graph.

The list is that of the package `pyspellchecker` (160,000 words, most of them in American spelling); the package itself
is not imported.
"""

from __future__ import annotations

import gzip
import importlib.util
import re
from functools import lru_cache
from pathlib import Path

_PACKAGE, _LIST = "spellchecker", "resources/en.json.gz"
_OTHERWISE = (("our", "or"), ("is", "iz"), ("ll", "l"), ("re", "er"), ("ogue", "og"), ("ys", "yz"), ("ce", "se"))
"""What differs between British and American spelling."""
_RARE = 100
"""How often the words stand at least in the texts that were counted."""
_NUMBER = re.compile(rb"\d+")


def is_english(word: str) -> bool:
    """Whether a word in small letters is in the list, and not so rare that it is rather a slip: "calender"."""
    words = _words()
    found = words.find(f'"{word}":'.encode())
    often = _NUMBER.search(words, found) if found >= 0 else None
    return often is not None and int(often.group()) >= _RARE


def is_other_spelling(one: str, other: str) -> bool:
    """Whether two words are one in British and American spelling: "colours" and "colors"."""
    return any(a.replace(british, american) == b for british, american in _OTHERWISE for a, b in _ways(one, other))


def _ways(one: str, other: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (one, other), (other, one)


@lru_cache(maxsize=1)
def _words() -> bytes:
    spec = importlib.util.find_spec(_PACKAGE)
    for place in (spec.submodule_search_locations or []) if spec is not None else ():
        return gzip.decompress((Path(place) / _LIST).read_bytes())
    return b""
