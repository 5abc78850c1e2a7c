"""What the passes share: the tree, its nodes by kind, what earlier passes learnt, and the findings."""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.core.cells import Cell
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES
from fingerpost.query_languages.findings import Finding


class Analysis:
    """One run of the passes over one tree.

    `columns` holds what each single query returns, by the identity of its node: the pass over names fills it. It lacks
    a subquery that repeats a column (as ORDER BY may), as that is looked at once.
    """

    __slots__ = ("aggregates", "columns", "every", "findings", "parameters", "tree")

    def __init__(self, tree: ast.Query, parameters: Mapping[str, Cell], census: Census) -> None:
        self.tree = tree
        self.parameters = parameters
        self.findings: list[Finding] = []
        self.columns: dict[int, tuple[str, ...]] = {}
        self.every = census.of
        self.aggregates = bool(census.of(ast.CountStar)) or any(
            call.name.lower() in AGGREGATE_NAMES for call in census.of(ast.FunctionCall)
        )

    def report(self, code: str, name: str, message: str, position: int, suggestion: str | None = None) -> None:
        """Add an error; `name` is what openCypher's conformance suite calls it."""
        self.findings.append(Finding(code=code, message=message, position=position, suggestion=suggestion, name=name))


def start_of(expression: ast.AnyNode) -> int:
    """Where an expression begins; the position of an operator's node is that of the operator."""
    while True:
        if isinstance(expression, (ast.Property, ast.Index, ast.Slice)):
            expression = expression.subject
        elif isinstance(expression, (ast.IsNull, ast.IsTyped, ast.HasLabels)):
            expression = expression.operand
        elif isinstance(expression, ast.Binary):
            expression = expression.left
        else:
            position: int = expression.pos
            return position
