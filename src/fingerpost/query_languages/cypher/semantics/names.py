"""The pass over names: what each clause sees, what it binds, and of which kind that is."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.analysis import Analysis
from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    NODE,
    OPEN,
    PATH,
    RELATIONSHIP,
    Kind,
    ListOf,
    item_of,
    joined,
)
from fingerpost.query_languages.cypher.semantics.values import Scope, Values
from fingerpost.query_languages.cypher.walk import has_aggregate


def check(analysis: Analysis) -> None:
    """Every name is bound before it is used, once, and used as what it is."""
    Names(analysis).query(analysis.tree, {})


class Names(Values):
    """Goes through a query with what is visible at each place."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__(analysis)
        self._outer: Scope = {}

    def query(self, query: ast.Query, outer: Scope, imported: Scope | None = None) -> tuple[Scope, ...]:
        """What each part returns. `outer` stays visible all through; `imported` only to a WITH that comes first."""
        return tuple(self._single(part, outer, imported) for part in query.parts)

    def _single(self, part: ast.SingleQuery, outer: Scope, imported: Scope | None) -> Scope:
        scope = dict(outer)
        first = part.clauses[0]
        if imported is not None and isinstance(first, ast.Projection) and not first.final:
            scope = dict(imported)
        around = self._outer, self.projected
        self._outer, self.projected = outer, frozenset()
        for clause in part.clauses:
            scope = getattr(self, _CLAUSES[type(clause)])(clause, scope)
            if outer and isinstance(clause, ast.Projection) and not clause.final:
                scope = {**outer, **scope}
        self._outer, self.projected = around
        last = part.clauses[-1]
        returned = scope if isinstance(last, ast.Projection) and last.final else {}
        self.analysis.columns[id(part)] = tuple(returned)
        return returned

    def _match(self, clause: ast.Match, scope: Scope) -> Scope:
        for path in clause.patterns:
            self.bind(path, scope)
        self.bound(clause.patterns, scope)
        for path in clause.patterns:
            self.inside(path, scope)
        self.truth(clause.where, scope)
        return scope

    def _unwind(self, clause: ast.Unwind, scope: Scope) -> Scope:
        item = item_of(self.of(clause.source, scope))
        self._bind_new(clause.variable, item, clause.pos, scope)
        return scope

    def _projection(self, clause: ast.Projection, scope: Scope) -> Scope:
        after: Scope = dict(scope) if clause.star else {}
        for item in clause.items:
            after[item.name] = self.of(item.expression, scope)
        if clause.order or clause.where is not None:
            grouped = self.analysis.aggregates and any(has_aggregate(item.expression) for item in clause.items)
            visible = {**(self._outer if clause.distinct or grouped else scope), **after}
            self.projected = frozenset(item.expression for item in clause.items)
            for sort in clause.order:
                self.of(sort.expression, visible)
            self.truth(clause.where, visible)
            self.projected = frozenset()
        if not clause.final:
            self.forgotten |= scope.keys() - after.keys()
        return after

    def _call_subquery(self, clause: ast.CallSubquery, scope: Scope) -> Scope:
        if clause.imports is None:
            returned = self.query(clause.query, {}, scope)
        elif clause.imports == ("*",):
            returned = self.query(clause.query, scope)
        else:
            returned = self.query(
                clause.query, {name: self.look_up(name, clause.pos, scope) for name in clause.imports}
            )
        for name in returned[0]:
            kind = joined(columns.get(name, ANY) for columns in returned)
            self._bind_new(name, kind, clause.pos, scope)
        return scope

    def _call_procedure(self, clause: ast.CallProcedure, scope: Scope) -> Scope:
        for argument in clause.arguments or ():
            self.of(argument, scope)
        for field, alias in clause.yields or ():
            if field != "*":
                self._bind_new(alias, ANY, clause.pos, scope)
        self.truth(clause.where, scope)
        return scope

    def bind(self, path: ast.PathPattern, scope: Scope, *, new: bool = True) -> None:
        """Make a pattern's names visible; where `new` is false it may only use those that are."""
        for element in path.elements:
            if isinstance(element, ast.QuantifiedGroup):
                self._bind_group(element, scope)
                continue
            name = element.variable
            if name is None:
                continue
            if not new and name not in scope:
                self.look_up(name, element.pos, scope)
                continue
            kind: Kind = self.of_element(element)
            if isinstance(element, ast.RelationshipPattern) and element.hops is not None:
                kind = ListOf(kind)
            self._bind_element(name, kind, element.pos, scope)
        if path.variable is not None:
            self._bind_new(path.variable, PATH, path.pos, scope)

    def of_element(self, element: ast.NodePattern | ast.RelationshipPattern) -> str:
        """The kind of one element that a pattern matches."""
        return NODE if isinstance(element, ast.NodePattern) else RELATIONSHIP

    def _bind_group(self, group: ast.QuantifiedGroup, scope: Scope) -> None:
        """A name in a repeated group is one element inside it and a list of them outside."""
        inner: Scope = {}
        self.bind(group.pattern, inner)
        self.bound((group.pattern,), inner)
        self.inside(group.pattern, {**scope, **inner})
        self.truth(group.where, {**scope, **inner})
        for name, kind in inner.items():
            self._bind_new(name, ListOf(kind), group.pos, scope)

    def _bind_element(self, name: str, kind: Kind, position: int, scope: Scope) -> None:
        known = scope.get(name)
        if known is None or known in OPEN:
            scope[name] = kind
        elif known == kind:
            scope[name] = self.narrowed(known, kind)
        elif not (isinstance(kind, ListOf) and isinstance(known, ListOf) and known.item in (*OPEN, RELATIONSHIP)):
            message = f"{name} is {_described(known)} already and cannot be {_described(kind)} here"
            self.report("S103", "VariableTypeConflict", message, position)

    def narrowed(self, known: Kind, kind: Kind) -> Kind:
        """What something is that is of either kind at once: both are the same but for what a schema knows of them."""
        return kind

    def _bind_new(self, name: str, kind: Kind, position: int, scope: Scope) -> None:
        if name in scope:
            self.report("S102", "VariableAlreadyBound", f"{name} is already defined; choose another name", position)
        scope[name] = kind

    def inside(self, path: ast.PathPattern, scope: Scope) -> None:
        """The properties and conditions that a pattern's elements ask for."""
        for element in path.elements:
            if isinstance(element, ast.QuantifiedGroup):
                continue
            if element.properties is not None:
                self.of(element.properties, scope)
            if element.where is not None:
                inner = scope
                if isinstance(element, ast.RelationshipPattern) and element.hops is not None and element.variable:
                    inner = {**scope, element.variable: RELATIONSHIP}
                self.truth(element.where, inner)


def _described(kind: Kind) -> str:
    if isinstance(kind, ListOf):
        return "a list of relationships" if kind.item == RELATIONSHIP else str(kind)
    return kind


_CLAUSES: dict[type, str] = {
    ast.Match: Names._match.__name__,
    ast.Unwind: Names._unwind.__name__,
    ast.Projection: Names._projection.__name__,
    ast.CallSubquery: Names._call_subquery.__name__,
    ast.CallProcedure: Names._call_procedure.__name__,
}
