"""The error of a text that is not one statement of reading Cypher."""

from __future__ import annotations

from typing import Any

from fingerpost.core.errors import QueryRejected
from fingerpost.query_languages.findings import Finding


class CypherSyntaxError(QueryRejected):
    """The text is not one statement of reading Cypher. `finding` tells where and why."""

    default_code = "query.syntax"

    def __init__(
        self, code: str, message: str, position: int, suggestion: str | None = None, *, name: str | None = None
    ) -> None:
        if name is None and code.startswith("S"):
            name = "UnexpectedSyntax"
        self.finding = Finding(code=code, message=message, position=position, suggestion=suggestion, name=name)
        details: dict[str, Any] = {"findings": [self.finding.model_dump(mode="json")]}
        super().__init__(
            f"{code} {message} (at character {position + 1})",
            code="query.writes" if code.startswith("W") else "query.syntax",
            details=details,
        )
