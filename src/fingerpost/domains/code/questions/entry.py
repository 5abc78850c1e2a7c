"""The entry point of the reader: what it needs is imported when questions are asked, not when code is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fingerpost.domains.code.questions.reader import CodeReader
    from fingerpost.engine import AskContext


def code_reader(context: AskContext) -> CodeReader:
    """The reader of one state of a graph."""
    from fingerpost.domains.code.questions.reader import CodeReader

    return CodeReader(context)
