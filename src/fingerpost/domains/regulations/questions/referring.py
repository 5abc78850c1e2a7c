"""Follow-ups about law: the words that stand for the instrument that was named before."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.regulations.questions.template import PROVISION

_ACT: Final = re.compile(
    r"\b(?:this|that|the|the same) (?:act|regulation|law|instrument|statute)\b|\bthe same regulations\b|\bcette loi\b"
    r"|\bce règlement\b",
    re.I,
)
_IT: Final = re.compile(r"\b(?:it|its|elle|il)\b", re.I)


def with_name(question: str, title: str) -> str | None:
    """The question with a title in place of what stands for it; None if nothing does.

    "It" with a section of its own ("section 7 of it") and a bare section get the title behind them.
    """
    for pattern in (_ACT, _IT):
        match = pattern.search(question)
        if match is not None:
            own = "’s" if match[0].lower() == "its" else ""
            return f"{question[: match.start()]}the {title}{own}{question[match.end() :]}"
    provision = PROVISION.search(question)
    if provision is not None:
        return f"{question[: provision.end()]} of the {title}{question[provision.end() :]}"
    return None
