"""Reading Cypher: `CYPHER` is the language as the rest of the program knows it (`query_languages.protocol`)."""

from fingerpost.query_languages.cypher.dialects import DEFAULT, DIALECTS
from fingerpost.query_languages.cypher.errors import CypherSyntaxError
from fingerpost.query_languages.cypher.gate import findings, verify, verify_plan
from fingerpost.query_languages.cypher.language import CYPHER
from fingerpost.query_languages.cypher.parser import parse

__all__ = [
    "CYPHER",
    "DEFAULT",
    "DIALECTS",
    "CypherSyntaxError",
    "findings",
    "parse",
    "verify",
    "verify_plan",
]
