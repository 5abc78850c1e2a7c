"""How a SQL query is refused."""

from __future__ import annotations

from fingerpost.core.errors import QueryRejected


def refused(message: str, code: str) -> QueryRejected:
    """A refusal with one finding. Codes Q1 are about statements and constructs, Q2 about names."""
    finding = {"code": code, "message": message, "severity": "error"}
    return QueryRejected(f"{code} {message}", details={"findings": [finding]})
