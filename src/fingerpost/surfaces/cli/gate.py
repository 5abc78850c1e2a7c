"""Sends the user's own queries through the gate, and shows its findings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fingerpost.core.errors import FingerpostError, QueryRejected

if TYPE_CHECKING:
    from fingerpost import KnowledgeBase, VerifiedQuery
    from fingerpost.core.cells import Cell


def checked(
    kb: KnowledgeBase,
    text: str,
    parameters: Mapping[str, Cell] | None = None,
    dialect: str | None = None,
    language: str = "cypher",
) -> VerifiedQuery:
    """A query checked against a knowledge base, printed for its store or for another dialect.

    Raises:
        QueryRejected: its message shows every finding with a caret under the spot.
    """
    try:
        return kb.verify(text, parameters, dialect=dialect, language=language)
    except QueryRejected as error:
        raise rendered(error, text) from error


def rendered(error: QueryRejected, text: str) -> FingerpostError:
    """The same error, with a message like that of a compiler."""
    from fingerpost.query_languages import Finding, render_findings

    findings = [Finding.model_validate(finding) for finding in error.details.get("findings", ())]
    if not findings:
        return error
    read = error.details.get("text", text)
    message = f"the query was refused\n{render_findings(findings, read)}"
    return QueryRejected(message, code=error.code, hint=error.hint, details=error.details)
