"""Changing a text only where it is neither a string, nor a quoted name, nor a comment."""

from __future__ import annotations

import re
from collections.abc import Callable

_PROTECTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|//[^\n\r]*|/\*.*?\*/"""


def outside(pattern: str) -> re.Pattern[str]:
    """A pattern that `replaced` looks for; its groups keep their names."""
    return re.compile(rf"(?P<protected>{_PROTECTED})|(?:{pattern})", re.DOTALL | re.IGNORECASE)


def replaced(pattern: re.Pattern[str], text: str, write: Callable[[re.Match[str]], str]) -> str:
    """The text with every match written anew, but for what is protected."""
    return pattern.sub(lambda found: found[0] if found["protected"] is not None else write(found), text)
