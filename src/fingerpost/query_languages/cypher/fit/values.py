"""A value that the graph is known not to hold: the query is right, and finds nothing."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.fit.misfits import Surroundings, asked_of
from fingerpost.query_languages.cypher.fit.owners import Owner
from fingerpost.query_languages.findings import Severity


def values(around: Surroundings) -> None:
    """Note the texts that no element has under the property that is compared with them."""
    if around.stored is None:
        return
    for owner, name, text, node in _sought(around):
        if not owner.names or not around.known.of(owner, name):
            continue
        spellings: set[str] = set()
        for each in owner.names:
            known = around.stored(each, name, text)
            if known is None:
                break
            spellings |= known
        else:
            if text not in spellings:
                around.report(
                    "N006",
                    f"no {owner} has the {name} {text!r}",
                    node,
                    suggestion=min(spellings, default=None),
                    severity=Severity.NOTE,
                )


def _sought(around: Surroundings) -> Iterator[tuple[Owner, str, str, ast.AnyNode]]:
    """Every text that a property is asked to equal: whose property, its name, the text, where."""
    for test in around.census.of(ast.Binary):
        if test.operator in ("=", "IN"):
            for place, value in ((test.left, test.right), (test.right, test.left))[: 1 + (test.operator == "=")]:
                asked = asked_of(place)
                owner = around.owner(asked[0]) if asked is not None else None
                if asked is not None and owner is not None:
                    yield from ((owner, asked[1], text, test) for text in _texts(around, value))
    for element in around.elements():
        owner = around.owner_of(element)
        if isinstance(element.properties, ast.MapLiteral) and owner is not None:
            for name, value in element.properties.items:
                for text in _texts(around, value):
                    yield owner, name, text, element.properties


def _texts(around: Surroundings, expression: ast.Expression) -> Iterator[str]:
    if isinstance(expression, ast.ListLiteral):
        for item in expression.items:
            yield from _texts(around, item)
        return
    held = around.parameters.get(expression.name) if isinstance(expression, ast.Parameter) else None
    value = expression.value if isinstance(expression, ast.Literal) else held
    for each in value if isinstance(value, (list, tuple)) else (value,):
        if isinstance(each, str):
            yield each
