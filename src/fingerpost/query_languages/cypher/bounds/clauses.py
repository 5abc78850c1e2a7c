"""The rows that a query goes through, clause by clause, and what they carry."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fingerpost.core.cells import Cell
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.bounds.expressions import Sizer
from fingerpost.query_languages.cypher.bounds.flow import Flow
from fingerpost.query_languages.cypher.bounds.ledger import CLEARED, EACH, FREE, Ledger
from fingerpost.query_languages.cypher.bounds.population import HOPS, Population
from fingerpost.query_languages.cypher.bounds.sizes import ELEMENT, STORED, Kind, Size, listed, times
from fingerpost.query_languages.cypher.walk import has_aggregate, variables

_YIELDED = 1_000
"""Rows that a procedure is taken to give."""


@dataclass(frozen=True)
class Reading:
    """What a query is looked at with."""

    ledger: Ledger
    parameters: Mapping[str, Cell]
    population: Population
    flow: Flow
    given: dict[str, Size] = field(default_factory=dict)

    def query(self, query: ast.Query, outer: Sizer | None = None) -> Size:
        """Go through a query; the rows and columns of what it returns, as a list."""
        rows, item = 0.0, STORED
        for part in query.parts:
            sizer = self._sizer(outer, first=part is query.parts[0])
            for at, clause in enumerate(part.clauses):
                _CLAUSES[type(clause)](self, sizer, clause, part.clauses[at + 1 :])
            rows += sizer.rows
            if outer is not None:
                outer.flow.returned += sizer.flow.rows
            returned = part.clauses[-1]
            if isinstance(returned, ast.Projection) and returned.items:
                item = sizer.variables.get(returned.items[0].name, STORED)
        return listed(rows, item, known=False)

    def _sizer(self, outer: Sizer | None, *, first: bool) -> Sizer:
        before = {} if outer is None else dict(outer.variables)
        flow = self.flow.part() if outer is None else outer.flow.subquery(first=first)
        return Sizer(self.ledger, self.parameters, self.given, self.query, self.population, before, flow)


def _per_row(sizer: Sizer, rows: float, known: bool, nodes: tuple[ast.AnyNode | None, ...]) -> list[Size]:
    """Look at expressions that every row has; they are paid for where they cost more than any expression does."""
    ledger = sizer.ledger
    ledger.open()
    sizes = [sizer.of(node) for node in nodes if node is not None]
    spent, proved = ledger.shut()
    ledger.spent += times(rows, spent) if spent > FREE or rows == 1 else 0
    ledger.proved += times(rows, proved) if known else 0
    return sizes


def _multiply(sizer: Sizer, factor: float, *, known: bool) -> None:
    """There are more rows now, each with a copy of all that the row before had."""
    sizer.rows = times(sizer.rows, factor)
    sizer.rows_known = sizer.rows_known and known
    sizer.ledger.pay(times(sizer.rows, sizer.carried()), known=False)
    if sizer.rows_known:
        sizer.ledger.proved += times(sizer.rows, 1 + sizer.carried(known=True))


def _match(reading: Reading, sizer: Sizer, clause: ast.Match, _later: tuple[ast.Clause, ...]) -> None:
    factor = 1.0
    apart = False
    search, searched = EACH * sizer.flow.joins.elements, 0.0
    for pattern in clause.patterns:
        before = sizer.variables
        apart |= not any(getattr(element, "variable", None) in before for element in pattern.elements)
        found = reading.population.rows(pattern, before)
        if is_search(pattern) and 0 < search < found:
            searched += search
        else:
            factor = min(1e15, times(factor, found))
        _bind(sizer, pattern)
        if pattern.selector.upper().startswith("ALL"):
            sizer.ledger.pay(CLEARED + 1, known=False)
    _multiply(sizer, factor, known=False)
    sizer.flow.match(clause.patterns, clause.where, optional=clause.optional)
    sizer.rows = max(sizer.rows, sizer.flow.rows)
    _with_whole_bounds(sizer)
    sizer.ledger.pay(times(sizer.rows, searched), known=False)
    walked = sum(
        _longest(element) for pattern in clause.patterns if keeps_paths(pattern) for element in pattern.elements
    )
    sizer.ledger.pay(times(sizer.rows, walked + (clause.optional and apart)), known=False)
    inner = tuple(
        part
        for pattern in clause.patterns
        for element in pattern.elements
        for part in (getattr(element, "where", None), getattr(element, "properties", None))
    )
    _per_row(sizer, sizer.rows, False, (clause.where, *inner))


def _bind(sizer: Sizer, pattern: ast.PathPattern) -> None:
    hops = sum(_longest(element) for element in pattern.elements)
    walked = listed(hops + 1, ELEMENT, known=False)
    if pattern.variable is not None:
        sizer.variables[pattern.variable] = walked
    for element in pattern.elements:
        if isinstance(element, ast.QuantifiedGroup):
            for name in variables(element):
                sizer.variables.setdefault(name, walked)
        elif element.variable is not None:
            several = isinstance(element, ast.RelationshipPattern) and element.hops is not None
            sizer.variables.setdefault(element.variable, walked if several else ELEMENT)


def keeps_paths(pattern: ast.PathPattern) -> bool:
    """Whether rows hold what a pattern walked, however far that is."""
    open_ended = [element for element in pattern.elements if getattr(element, "hops", None) is not None]
    return any(pattern.variable is not None or getattr(element, "variable", None) for element in open_ended)


def is_search(pattern: ast.PathPattern) -> bool:
    """Whether a pattern finds one shortest path for each pair of its ends.

    A search goes over the graph once, and no engine stops it between two pairs.
    """
    return pattern.selector == "shortestPath"


def _longest(element: ast.PathElement) -> int:
    """Relationships that one part of a pattern walks at most."""
    if isinstance(element, ast.NodePattern):
        return 0
    return 1 if element.hops is None else element.hops.maximum or HOPS


def _unwind(_reading: Reading, sizer: Sizer, clause: ast.Unwind, later: tuple[ast.Clause, ...]) -> None:
    (source,) = _per_row(sizer, sizer.rows, sizer.rows_known, (clause.source,))
    held = source.length if source.kind is Kind.LIST or source.kind is Kind.ANY else 1
    rows = times(sizer.rows, times(held, source.share))
    if isinstance(clause.source, ast.Variable) and not _mentions(later, clause.source.name):
        sizer.variables.pop(clause.source.name, None)
    _with_whole_bounds(sizer)
    factor = rows / sizer.rows if sizer.rows not in (0, float("inf")) else 1
    sizer.flow.unwind(clause.source, times(held, source.share), clause.variable)
    sizer.variables[clause.variable] = dataclasses.replace(source.items, share=1)
    _multiply(sizer, factor, known=source.known)
    sizer.ledger.pay(sizer.rows if source.known else 0, known=False)


def _with_whole_bounds(sizer: Sizer) -> None:
    """Most rows may be those of the node that has most: the mean is no longer below the bound."""
    for name, size in sizer.variables.items():
        if size.share < 1:
            sizer.variables[name] = dataclasses.replace(size, share=1)


def _mentions(clauses: tuple[ast.Clause, ...], name: str) -> bool:
    """Whether clauses may need a variable."""
    starred = any(isinstance(clause, ast.Projection) and clause.star for clause in clauses)
    return starred or name in variables(clauses)


def _projection(_reading: Reading, sizer: Sizer, clause: ast.Projection, _later: tuple[ast.Clause, ...]) -> None:
    gathering = [has_aggregate(item.expression) for item in clause.items]
    before, known = sizer.rows, sizer.rows_known
    sizer.grouped = any(gathering) and not all(gathering)
    sizer.gathered = 0
    after = 1.0 if gathering and all(gathering) else before
    per_row = tuple(item.expression for item in clause.items)
    sizes = _per_row(sizer, after, known and not sizer.grouped, per_row)
    sizer.ledger.spent += sizer.gathered if sizer.gathered > times(before, FREE) or before == 1 else 0
    sizer.rows = after
    sizer.rows_known = after == 1 or (known and not sizer.grouped and not clause.distinct)
    names = {item.name: size for item, size in zip(clause.items, sizes, strict=True)}
    visible = {**sizer.variables, **names}
    sizer.variables = visible
    _per_row(sizer, sizer.rows, False, tuple(sort.expression for sort in clause.order if not any(gathering)))
    if not clause.star:
        sizer.variables = names
    sizer.flow.project(clause, _cut(sizer, clause))
    if clause.where is not None:
        _per_row(sizer, sizer.rows, sizer.rows_known, (clause.where,))
        sizer.rows_known = False


def _cut(sizer: Sizer, clause: ast.Projection) -> int | None:
    """SKIP and LIMIT: fewer rows, which may be those that hold most; the value of LIMIT, where it is known."""
    if clause.skip is not None:
        sizer.rows_known = False
    most = None if clause.limit is None else sizer.of(clause.limit).constant
    if isinstance(most, int) and most < sizer.rows:
        ratio = sizer.rows / max(1, most)
        for name, size in sizer.variables.items():
            if size.share < 1:
                sizer.variables[name] = dataclasses.replace(size, share=min(1, size.share * ratio))
        sizer.rows = float(most)
    return most if isinstance(most, int) else None


def _call_subquery(reading: Reading, sizer: Sizer, clause: ast.CallSubquery, _later: tuple[ast.Clause, ...]) -> None:
    ledger = sizer.ledger
    ledger.open()
    inner = reading.query(clause.query, sizer)
    spent, proved = ledger.shut()
    ledger.spent += times(sizer.rows, spent)
    ledger.proved += times(sizer.rows, proved) if sizer.rows_known else 0
    returned = clause.query.parts[0].clauses[-1]
    sizer.flow.called(len(returned.items) if isinstance(returned, ast.Projection) else 0)
    for part in clause.query.parts:
        returned = part.clauses[-1]
        if isinstance(returned, ast.Projection):
            for item in returned.items:
                sizer.variables[item.name] = dataclasses.replace(inner.items, share=1)
    _multiply(sizer, inner.length, known=False)


def _call_procedure(_reading: Reading, sizer: Sizer, clause: ast.CallProcedure, _later: tuple[ast.Clause, ...]) -> None:
    _per_row(sizer, sizer.rows, sizer.rows_known, clause.arguments or ())
    for _, alias in clause.yields or ():
        sizer.variables[alias] = STORED
    _multiply(sizer, _YIELDED, known=False)
    sizer.flow.times(_YIELDED, len(clause.yields or ()))
    _per_row(sizer, sizer.rows, False, (clause.where,))


_CLAUSES: dict[type, Callable[[Reading, Sizer, ast.AnyNode, tuple[ast.Clause, ...]], None]] = {
    ast.Match: _match,
    ast.Unwind: _unwind,
    ast.Projection: _projection,
    ast.CallSubquery: _call_subquery,
    ast.CallProcedure: _call_procedure,
}
