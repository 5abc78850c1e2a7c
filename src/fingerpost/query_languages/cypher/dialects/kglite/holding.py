"""Which names and expressions of a query stand for values of some kind, or hold them in lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from fingerpost.core.cells import Cell
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialects.kglite.naming import is_place
from fingerpost.query_languages.cypher.walk import walk

HANDING_ON = frozenset(("collect", "head", "last", "tail", "reverse", "coalesce"))
"""Functions that give what they get, an item of it, or a list of it."""


class Holding:
    """Follows values from the expressions that make them through names, lists and functions.

    `makes` says whether an expression makes such a value; `handing_on` names, in lower case, the functions that pass
    it on.
    """

    def __init__(
        self,
        query: ast.Query,
        parameters: Mapping[str, Cell],
        makes: Callable[[ast.AnyNode], bool],
        handing_on: frozenset[str] = HANDING_ON,
    ) -> None:
        self._parameters = parameters
        self._makes = makes
        self._handing_on = handing_on
        self._names: set[str] = set()
        before = -1
        while before < len(self._names):
            before = len(self._names)
            self._names.update(name for name, expression in _named(query) if self.holds(expression))

    def holds(self, node: ast.Expression) -> bool:
        """Whether an expression may stand for such a value or for a list or map that holds it."""
        if isinstance(node, ast.Variable):
            return node.name in self._names
        if self._makes(node):
            return True
        if isinstance(node, ast.ListLiteral):
            return any(map(self.holds, node.items))
        if isinstance(node, ast.MapLiteral):
            return any(self.holds(value) for _, value in node.items)
        if isinstance(node, ast.Case):
            results = [result for _, result in node.branches]
            return any(map(self.holds, [*results, *([node.default] if node.default is not None else [])]))
        if isinstance(node, ast.FunctionCall):
            return node.name.lower() in self._handing_on and any(map(self.holds, node.arguments))
        if isinstance(node, ast.Binary):
            return node.operator == "+" and (self.holds(node.left) or self.holds(node.right))
        if isinstance(node, ast.Slice):
            return self.holds(node.subject)
        if isinstance(node, ast.Index):
            return is_place(node.index, self._parameters) and self.holds(node.subject)
        if isinstance(node, ast.ListComprehension):
            return self.holds(node.source if node.projection is None else node.projection)
        return isinstance(node, ast.PatternComprehension) and self.holds(node.projection)


def _named(query: ast.Query) -> Iterator[tuple[str, ast.Expression]]:
    """Names with what they may stand for."""
    for node in walk(query):
        if isinstance(node, ast.Projection):
            yield from ((item.name, item.expression) for item in node.items)
        elif isinstance(node, (ast.Unwind, ast.ListComprehension, ast.Quantified, ast.Reduce)):
            yield node.variable, node.source
