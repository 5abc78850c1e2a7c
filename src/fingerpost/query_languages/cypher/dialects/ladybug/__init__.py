"""Cypher as Ladybug reads it: what its engine does otherwise is rewritten to the same meaning, or refused by its name.

Measured on 0.22. It walks where Cypher matches each relationship once; it takes names for one that differ in case; it
loses rows of long patterns that it filters; it forgets the order of rows that are aggregated next; it concatenates a
null as nothing; it casts texts that are compared with numbers; its lists begin at 1 and fail outside, its `split` drops
what is empty, its `log` has base 10.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import OWN
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import fresh_names
from fingerpost.query_languages.cypher.dialect import COMMON_FUNCTIONS, Dialect, Draft, on_tree
from fingerpost.query_languages.cypher.dialects.ladybug.comparing import require_comparable
from fingerpost.query_languages.cypher.dialects.ladybug.kinds import Kinds
from fingerpost.query_languages.cypher.dialects.ladybug.loops import NO_LOOPS
from fingerpost.query_languages.cypher.dialects.ladybug.matching import match_each_once
from fingerpost.query_languages.cypher.dialects.ladybug.naming import with_names_of_their_own
from fingerpost.query_languages.cypher.dialects.ladybug.ordering import keep_order
from fingerpost.query_languages.cypher.dialects.ladybug.printing import LadybugPrinter
from fingerpost.query_languages.cypher.dialects.ladybug.stepping import in_steps
from fingerpost.query_languages.cypher.dialects.ladybug.values import require_values
from fingerpost.query_languages.cypher.rewrites.desugar import desugar
from fingerpost.query_languages.cypher.rewrites.hiding import give_own_names
from fingerpost.query_languages.cypher.rewrites.rematching import tested_where_matched_again
from fingerpost.query_languages.cypher.rewrites.renaming import define_once, plain_patterns
from fingerpost.query_languages.cypher.rewrites.stepwise import stepwise
from fingerpost.query_languages.cypher.walk import walk

_UNSAYABLE: dict[type, str] = {
    ast.CallSubquery: "CALL { }",
    ast.CallProcedure: "CALL of a procedure",
    ast.PatternComprehension: "a pattern comprehension",
    ast.Reduce: "reduce()",
    ast.IsTyped: "IS ::",
    ast.QuantifiedGroup: "a quantified group",
}


def _sayable(draft: Draft) -> Draft:
    """The same, if nothing in it is beyond the engine."""
    used = {node.name for node in walk(draft.tree) if isinstance(node, ast.Parameter)}
    if NO_LOOPS in draft.parameters and NO_LOOPS in used:
        raise UnsupportedConstruct(f"a parameter called {NO_LOOPS}")
    for node in walk(draft.tree):
        said = _UNSAYABLE.get(type(node))
        if isinstance(node, ast.SubqueryExpression) and node.kind == "COLLECT":
            said = "COLLECT { }"
        if isinstance(node, ast.MapLiteral) and not node.items:
            said = "an empty map"
        if said is not None:
            raise UnsupportedConstruct(f"{said} cannot be expressed in the ladybug dialect")
    require_values(draft.tree, draft.parameters)
    return draft


def _each_once(draft: Draft) -> Draft:
    assumed: set[str] = set()
    tree = match_each_once(draft.tree, draft.schema, _fresh(draft.tree), assumed)
    added = {**draft.added, NO_LOOPS: tuple(sorted(assumed))} if assumed else draft.added
    return dataclasses.replace(draft, tree=tree, added=added)


def _comparable(draft: Draft) -> Draft:
    """The same, if the engine compares what it compares."""
    require_comparable(draft.tree, Kinds(draft.tree, draft.parameters, draft.schema))
    return draft


def _fresh(query: ast.Query) -> Iterator[str]:
    return fresh_names("fp_l", query)


LADYBUG = Dialect(
    name="ladybug",
    functions={name: here for name, here in COMMON_FUNCTIONS.items() if name != "median"},
    printer=LadybugPrinter.printed,
    rewrites=(
        on_tree(plain_patterns),
        on_tree(give_own_names),
        on_tree(define_once),
        on_tree(tested_where_matched_again),
        desugar,
        on_tree(stepwise),
        _sayable,
        on_tree(with_names_of_their_own),
        _each_once,
        on_tree(lambda tree: in_steps(tree, _fresh(tree))),
        on_tree(lambda tree: keep_order(tree, _fresh(tree))),
        _comparable,
    ),
    inline_where=False,
    quantified_paths=False,
    label_operators=False,
    path_selectors=False,
    collect_subquery=False,
    subquery_return=False,
    kept=OWN,
)
"""The printer refuses those of these functions that the engine does not have."""
