"""Cypher as Ladybug reads it: what its engine does otherwise is rewritten to the same meaning, or refused by its name.

Measured on 0.22. It walks where Cypher matches each relationship once; it takes names for one that differ in case; it
loses rows of long patterns that it filters; it forgets the order of rows that are aggregated next; it concatenates a
null as nothing; it casts texts that are compared with numbers; its lists begin at 1 and fail outside, its `split` drops
what is empty, its `log` has base 10.
"""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.core.cells import Cell
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import fresh_names
from fingerpost.query_languages.cypher.dialect import Dialect
from fingerpost.query_languages.cypher.dialects.ladybug.comparing import require_comparable
from fingerpost.query_languages.cypher.dialects.ladybug.kinds import Kinds
from fingerpost.query_languages.cypher.dialects.ladybug.loops import NO_LOOPS
from fingerpost.query_languages.cypher.dialects.ladybug.matching import match_each_once
from fingerpost.query_languages.cypher.dialects.ladybug.naming import with_names_of_their_own
from fingerpost.query_languages.cypher.dialects.ladybug.ordering import keep_order
from fingerpost.query_languages.cypher.dialects.ladybug.printing import LadybugPrinter
from fingerpost.query_languages.cypher.dialects.ladybug.stepping import in_steps
from fingerpost.query_languages.cypher.dialects.ladybug.values import require_values
from fingerpost.query_languages.cypher.printer import Printed
from fingerpost.query_languages.cypher.walk import walk


def print_for_ladybug(
    query: ast.Query, dialect: Dialect, given: Mapping[str, Cell], schema: GraphSchema | None
) -> Printed:
    """Print a tree that was rewritten for the dialect (see `desugar`); `given` are its parameters.

    Raises:
        UnsupportedConstruct: the dialect cannot say something; the message names it.
    """
    if NO_LOOPS in given:
        raise UnsupportedConstruct(f"a parameter called {NO_LOOPS}")
    _require_sayable(query)
    require_values(query, given)
    query = with_names_of_their_own(query)
    fresh = fresh_names("fp_l", query)
    assumed: set[str] = set()
    query = keep_order(in_steps(match_each_once(query, schema, fresh, assumed), fresh), fresh)
    kinds = Kinds(query, given, schema)
    require_comparable(query, kinds)
    printer = LadybugPrinter(dialect, frozenset(given), kinds, given)
    text = printer.query(query)
    loops = {NO_LOOPS: tuple(sorted(assumed))} if assumed else {}
    return Printed(text, {**printer.parameters, **loops})


_UNSAYABLE: dict[type, str] = {
    ast.CallSubquery: "CALL { }",
    ast.CallProcedure: "CALL of a procedure",
    ast.PatternComprehension: "a pattern comprehension",
    ast.Reduce: "reduce()",
    ast.IsTyped: "IS ::",
    ast.QuantifiedGroup: "a quantified group",
}


def _require_sayable(query: ast.Query) -> None:
    for node in walk(query):
        said = _UNSAYABLE.get(type(node))
        if isinstance(node, ast.SubqueryExpression) and node.kind == "COLLECT":
            said = "COLLECT { }"
        if isinstance(node, ast.MapLiteral) and not node.items:
            said = "an empty map"
        if said is not None:
            raise UnsupportedConstruct(f"{said} cannot be said in the ladybug dialect")
