"""The pass over WITH and RETURN: columns have names, each its own, and `*` stands for something."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.analysis import Analysis


def check(analysis: Analysis) -> None:
    for projection in analysis.every(ast.Projection):
        names: set[str] = set()
        for item in projection.items:
            if item.name in names:
                message = f"two columns have the name {item.name}; rename one with AS"
                analysis.report("S040", "ColumnNameConflict", message, item.pos)
                break
            names.add(item.name)
        if not projection.final:
            _check_aliases(analysis, projection)
    for part in analysis.every(ast.SingleQuery):
        last = part.clauses[-1]
        if isinstance(last, ast.Projection) and last.final and analysis.columns.get(id(part)) == ():
            analysis.report("S105", "NoVariablesInScope", "* needs at least one variable in scope", last.pos)


def _check_aliases(analysis: Analysis, projection: ast.Projection) -> None:
    for item in projection.items:
        if item.alias is None and not isinstance(item.expression, ast.Variable):
            analysis.report("S106", "NoExpressionAlias", "an expression in WITH needs a name: AS ...", item.pos)
