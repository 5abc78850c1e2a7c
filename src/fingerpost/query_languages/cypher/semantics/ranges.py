"""The pass over numbers: what a tree holds fits the 64 bits of the engines. The parser sees to those of a text."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.analysis import Analysis


def check(analysis: Analysis) -> None:
    for literal in analysis.every(ast.Literal):
        if type(literal.value) is int and not -(2**63) <= literal.value < 2**63:
            analysis.report("S004", "IntegerOverflow", "this integer does not fit 64 bits", literal.pos)
