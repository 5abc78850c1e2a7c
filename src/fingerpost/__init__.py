"""fingerpost: ask a graph questions in plain English and get verified, cited answers.

import fingerpost as fp

fp.load(["model.ifc"], into="model.fp")
with fp.open("model.fp") as kb:
    answer = kb.ask("How many walls are on each level?")
    print(answer.text, answer.citations)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports
from fingerpost.core.version import __version__

if TYPE_CHECKING:
    from fingerpost.api import Answer, Reading, copy, load, memory, open, propose, verify  # noqa: A004
    from fingerpost.core.errors import FingerpostError, QueryRejected
    from fingerpost.core.settings import Settings
    from fingerpost.core.verified import VerifiedQuery
    from fingerpost.engine import Content, Joint, KnowledgeBase, LoadReport, Memory
    from fingerpost.plans import Plan

__all__ = [
    "Answer",
    "Content",
    "FingerpostError",
    "Joint",
    "KnowledgeBase",
    "LoadReport",
    "Memory",
    "Plan",
    "QueryRejected",
    "Reading",
    "Settings",
    "VerifiedQuery",
    "__version__",
    "copy",
    "load",
    "memory",
    "open",
    "propose",
    "verify",
]
__getattr__ = lazy_exports(
    __name__,
    {
        "api": "Answer Reading copy load memory open propose verify",
        "core.errors": "FingerpostError QueryRejected",
        "core.settings": "Settings",
        "core.verified": "VerifiedQuery",
        "engine": "Content Joint KnowledgeBase LoadReport Memory",
        "plans": "Plan",
    },
)


def __dir__() -> list[str]:
    """What completion shows: the public names, before they are imported, and not the packages behind them."""
    return __all__
