"""fingerpost: ask a graph in plain words; get a verified, cited answer, or an honest "that is not in this graph".

import fingerpost as fp

fp.load(["model.ifc"], into="model.fp")
with fp.open("model.fp") as kb:
    answer = kb.ask("How many walls are on each level?")
    print(answer.text, answer.citations)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fingerpost.core.version import __version__

if TYPE_CHECKING:
    from fingerpost.api import (
        Answer,
        Content,
        KnowledgeBase,
        LoadReport,
        Plan,
        Settings,
        VerifiedQuery,
        copy,
        load,
        open,  # noqa: A004
        verify,
    )

__all__ = [
    "Answer",
    "Content",
    "KnowledgeBase",
    "LoadReport",
    "Plan",
    "Settings",
    "VerifiedQuery",
    "__version__",
    "copy",
    "load",
    "open",
    "verify",
]


def __getattr__(name: str) -> Any:
    """The public face is imported when it is first used: `import fingerpost` alone costs nothing."""
    if name in __all__:
        from fingerpost import api

        return getattr(api, name)
    raise AttributeError(f"module 'fingerpost' has no attribute {name!r}")
