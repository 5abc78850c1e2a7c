"""Reading Cypher: `CYPHER` is the language as the rest of the program knows it (`query_languages.protocol`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.query_languages.cypher.dialects import DEFAULT as DEFAULT, DIALECTS as DIALECTS
    from fingerpost.query_languages.cypher.errors import CypherSyntaxError as CypherSyntaxError
    from fingerpost.query_languages.cypher.gate import (
        findings as findings,
        verify as verify,
        verify_plan as verify_plan,
    )
    from fingerpost.query_languages.cypher.language import CYPHER as CYPHER
    from fingerpost.query_languages.cypher.parser import parse as parse

__getattr__ = lazy_exports(
    __name__,
    {
        "dialects": "DEFAULT DIALECTS",
        "errors": "CypherSyntaxError",
        "gate": "findings verify verify_plan",
        "language": "CYPHER",
        "parser": "parse",
    },
)
