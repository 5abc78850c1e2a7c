"""What a query means: named passes over the tree, each for one kind of error, before any schema is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fingerpost.core.cells import Cell
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.semantics import (
    aggregation,
    composition,
    counts,
    names,
    patterns,
    projections,
    ranges,
    unions,
)
from fingerpost.query_languages.cypher.semantics.analysis import Analysis
from fingerpost.query_languages.findings import Finding

PASSES: tuple[Callable[[Analysis], None], ...] = (
    names.check,
    aggregation.check,
    composition.check,
    projections.check,
    unions.check,
    patterns.check,
    counts.check,
    ranges.check,
)
"""In this order: the passes after the one over names use its results."""


def analyse(tree: ast.Query, parameters: Mapping[str, Cell], census: Census | None = None) -> list[Finding]:
    """Every error of meaning in a tree, in the order of the text; `census` holds its nodes where they were counted."""
    analysis = Analysis(tree, parameters, census or Census(tree))
    for check in PASSES:
        check(analysis)
    return sorted(analysis.findings, key=lambda finding: finding.position)
