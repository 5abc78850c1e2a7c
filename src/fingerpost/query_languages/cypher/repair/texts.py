"""Repairs of texts that do not parse as they are."""

from __future__ import annotations

from collections.abc import Callable

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.errors import CypherSyntaxError
from fingerpost.query_languages.cypher.parser import parse
from fingerpost.query_languages.cypher.repair import clauses, dialects, quotes, wrapping

TEXT_RULES: tuple[tuple[Callable[[str], str | None], str], ...] = (
    (wrapping.fences, "text around the query was removed"),
    (wrapping.prose, "text around the query was removed"),
    (quotes.typographic_quotes, "typographic quotes were read as plain ones"),
    (dialects.entities, "HTML entities were decoded"),
    (dialects.equal_signs_in_maps, "= between a property and its value in braces was read as :"),
    (dialects.signs, "operators of other languages were read as <>, = or AND"),
    (dialects.counts, "a distinct count was written as count(DISTINCT ...)"),
    (dialects.negated_tests, "NOT was moved before the negated condition"),
    (dialects.between, "BETWEEN was written as two comparisons"),
    (dialects.like, "LIKE was written as CONTAINS, STARTS WITH, ENDS WITH or ="),
    (clauses.selects_in_conditions, "a SELECT in a condition was written as a MATCH before it"),
    (clauses.order_before_columns, "an order before RETURN was written as WITH *"),
    (clauses.having, "a condition behind RETURN was written as WITH and WHERE"),
    (dialects.group_by, "GROUP BY was removed: Cypher groups by the columns that are not aggregated"),
    (quotes.quoted_aliases, "a column's name in quotes was read as a name"),
    (quotes.apostrophes, "apostrophes inside a text were escaped"),
)
"""Rules with their reports, tried in order until the text parses; a rule gives a changed text, the same, or None."""

_LONGEST = 10_000
"""Longest text that is repaired, in characters: no model and no person slips in a longer one."""


def parsed(text: str) -> tuple[ast.Query, str, tuple[str, ...]]:
    """The tree of a text, the text that parsed, and what was repaired for it to parse.

    Raises:
        CypherSyntaxError: about the text as it came, where no repair helps or it is not for lack of syntax.
    """
    try:
        return parse(text), text, ()
    except CypherSyntaxError as error:
        if len(text) > _LONGEST or not _is_slip(error):
            raise
        first = error
    fixes: list[str] = []
    for rule, fix in TEXT_RULES:
        changed = rule(text)
        if changed is None or changed == text:
            continue
        text = changed
        fixes.append(fix)
        try:
            return parse(text), text, tuple(dict.fromkeys(fixes))
        except CypherSyntaxError as error:
            if not _is_slip(error):
                raise first from None
    raise first


def _is_slip(error: CypherSyntaxError) -> bool:
    """Whether an error may be one of spelling; a clause that is not taken and a second statement are none."""
    return error.finding.code.startswith("S") and error.finding.code != "S020"
