"""Cypher as Memgraph reads it, by its documentation (3.x): printed and verified here, and not run.

Its shortest paths are marks of a relationship (`*BFS`), its subqueries import by a WITH. What it does not have (COUNT
and COLLECT subqueries, predicates of types, lists from patterns outside MATCH before 3.0) is refused by name.
"""

from __future__ import annotations

import dataclasses

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import OWN
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialect import COMMON_FUNCTIONS, Dialect
from fingerpost.query_languages.cypher.printer import Printer
from fingerpost.query_languages.cypher.rewrites.desugar import desugar

_ABSENT = frozenset(
    "isEmpty isNaN nullIf percentileCont percentileDisc stDev stDevP median cot degrees haversin radians normalize "
    "btrim lower upper char_length character_length distance exists time datetime.fromEpoch datetime.fromEpochMillis "
    "duration.between duration.inDays duration.inMonths duration.inSeconds".split()
)
_ABSENT_ENDINGS = (".truncate", ".transaction", ".statement", ".realtime")


class _MemgraphPrinter(Printer):
    def _clause(self, clause: ast.Clause) -> str:
        if isinstance(clause, ast.CallSubquery) and clause.imports is not None:
            return f"CALL {{ {self.query(_importing(clause.query, clause.imports))} }}"
        return super()._clause(clause)

    def _path(self, path: ast.PathPattern) -> str:
        if path.selector not in ("shortestPath", "allShortestPaths"):
            return super()._path(path)
        start, hop, end = path.elements if len(path.elements) == 3 else (None, None, None)
        if not isinstance(hop, ast.RelationshipPattern) or hop.hops is None:
            raise UnsupportedConstruct(f"{path.selector} of anything but one relationship of variable length")
        if hop.hops.minimum not in (None, 1) or hop.properties is not None:
            raise UnsupportedConstruct(f"{path.selector} with a least length or with properties")
        assert start is not None
        assert end is not None
        upper = "" if hop.hops.maximum is None else str(hop.hops.maximum)
        if path.selector == "shortestPath":
            mark = f" *BFS 1..{upper}" if upper else " *BFS"
        else:
            mark = f" *ALLSHORTEST {upper} (fp_r, fp_n | 1)".replace("  ", " ")
        inside = self._inside(hop.variable, hop.types, None, hop.where) + mark
        line = ("<" if hop.direction == "<" else "") + f"-[{inside.strip()}]-" + (">" if hop.direction == ">" else "")
        text = f"{self._element(start, True)}{line}{self._element(end, True)}"
        return text if path.variable is None else f"{self.quote(path.variable)} = {text}"

    def is_typed(self, node: ast.IsTyped, strength: int) -> str:
        raise UnsupportedConstruct("IS :: a type: the memgraph dialect has no predicates of types")

    def subquery(self, node: ast.SubqueryExpression, strength: int) -> str:
        if node.kind != "EXISTS":
            raise UnsupportedConstruct(f"{node.kind} {{ }} cannot be written in the memgraph dialect")
        return super().subquery(node, strength)


def _importing(query: ast.Query, imports: tuple[str, ...]) -> ast.Query:
    """A subquery that imports by a WITH in front of each of its parts."""
    if imports == ("*",):
        raise UnsupportedConstruct("CALL (*) { }: what it imports must be named in the memgraph dialect")
    if not imports:
        return query
    items = tuple(ast.ProjectionItem(ast.Variable(name), name) for name in imports)
    first = ast.Projection(items, final=False)
    parts = tuple(dataclasses.replace(part, clauses=(first, *part.clauses)) for part in query.parts)
    return dataclasses.replace(query, parts=parts)


MEMGRAPH = Dialect(
    name="memgraph",
    functions={
        name: here
        for name, here in COMMON_FUNCTIONS.items()
        if name not in _ABSENT and not name.endswith(_ABSENT_ENDINGS)
    },
    printer=_MemgraphPrinter.printed,
    rewrites=(desugar,),
    inline_where=False,
    quantified_paths=False,
    label_operators=False,
    path_selectors=False,
    collect_subquery=False,
    subquery_return=False,
    kept=OWN,
    own_ids=True,
)
