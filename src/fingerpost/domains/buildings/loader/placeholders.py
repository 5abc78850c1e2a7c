"""Texts that exporters and templates write where nobody filled in a value: they are not values and are not loaded.

Authoring tools export an unset parameter as the parameter's own name (`FireRating = "Fire Rating"`), templates as
`_FIRE-RATING_` or `// CLIENT/NAME //`, people as "n/a" or "-". Loaded as values they would answer questions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

_LETTERS: Final = re.compile(r"[\W_]+")
_TEMPLATE: Final = re.compile(r"_[A-Z0-9][A-Z0-9 /-]*_|//.*//|<[^<>]*>|\{+[^{}]*\}+")
_LABELLED: Final = re.compile(r"[^:]+:\s*([^:]+)")

NOTHING: Final = frozenset(
    "none given|nicht definiert|non défini|no definido|not defined|undefined|not set|unset|notdefined|not known|"
    "unknown|unbekannt|notknown|tbd|tbc|to be defined|to be determined|to be confirmed|nil|null|not specified|"
    "enter address here|default value|no value".split("|")
) | {"n a", "na", "k a", ""}
"""Texts that say nothing under any name, in lower case, signs and underscores read as blanks."""


def _plain(text: str) -> str:
    return _LETTERS.sub(" ", text).strip().lower()


def _joined(text: str) -> str:
    return _LETTERS.sub("", text).lower()


def _own_name(name: str, text: str) -> bool:
    """`fireRating = "Fire Rating"`; "Inside door: Fire Rating"; `projectIssueDate = "Issue Date"`."""
    labelled = _LABELLED.fullmatch(text)
    said, whole = _plain(labelled[1] if labelled else text), _joined(name.rpartition(".")[2])
    joined = said.replace(" ", "")
    return len(joined) > 1 and (joined == whole or (" " in said and whole.endswith(joined)))


def _template(_: str, text: str) -> bool:
    return _TEMPLATE.fullmatch(text.strip()) is not None


def _nothing(_: str, text: str) -> bool:
    return _plain(text) in NOTHING


RULES: Final[tuple[tuple[str, Callable[[str, str], bool]], ...]] = (
    ("the property's own name", _own_name),
    ("a template's mark", _template),
    ("not filled in", _nothing),
)
"""What a text that is not a value is, and the test of (property name, text); the first that holds counts."""


@lru_cache(maxsize=8192)
def placeholder(name: str, text: str) -> str | None:
    """Which of `RULES` makes the text of a property no value; None for a value."""
    return next((what for what, holds in RULES if holds(name, text)), None)
