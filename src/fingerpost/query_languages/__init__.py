"""Query languages: parse, check, lift to a plan and print. `language` and `language_of` give one to work with."""

from fingerpost.query_languages.findings import Finding, Severity, render_findings
from fingerpost.query_languages.policy import Policy
from fingerpost.query_languages.protocol import Printed, QueryLanguage, StoredValues
from fingerpost.query_languages.registry import (
    cypher_texts,
    language,
    language_of,
    languages,
    lift_sql,
    quoted_name,
    sql_join,
    sql_tables,
)

__all__ = [
    "Finding",
    "Policy",
    "Printed",
    "QueryLanguage",
    "Severity",
    "StoredValues",
    "cypher_texts",
    "language",
    "language_of",
    "languages",
    "lift_sql",
    "quoted_name",
    "render_findings",
    "sql_join",
    "sql_tables",
]
