"""What kglite reads otherwise than it is usually written."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.printer import PREDICATE, SUM, Printer

_COUNT = "COUNT {"
_PLAIN_LISTS = (ast.ListLiteral, ast.Parameter, ast.Variable, ast.Property, ast.FunctionCall)


class KglitePrinter(Printer):
    """Writes one query for kglite.

    The engine takes `(COUNT {` for a node with properties, and what follows `IN [` for the items of a list.
    """

    def within(self, text: str, own: int, strength: int) -> str:
        """The text, in parentheses if it binds more weakly than its surroundings."""
        if own < strength and text.startswith(_COUNT):
            text = f"0 + {text}"
        return super().within(text, own, strength)

    def binary(self, node: ast.Binary, strength: int) -> str:
        if node.operator == "IN" and not isinstance(node.right, _PLAIN_LISTS):
            left, right = self.expression(node.left, SUM), self.expression(node.right)
            return self.within(f"{left} IN ({right})", PREDICATE, strength)
        return super().binary(node, strength)
