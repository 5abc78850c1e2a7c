"""Finds the elements to cite: the nodes in the rows, those that values were read from, and what was aggregated."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fingerpost.core.answer import Citation
from fingerpost.core.cells import Cell, Node, Path, Relationship, freeze
from fingerpost.core.errors import FingerpostError, LimitExceeded
from fingerpost.engine.citation import cite
from fingerpost.engine.context import AskContext
from fingerpost.linking import Display
from fingerpost.plans import Comparison, Plan, Ref, Test, Value, with_sources
from fingerpost.stores import Result

_ROWS_WITH_EVIDENCE = 3
"""The number of aggregated rows for which evidence is looked up; `KnowledgeBase.evidence` finds the rest on request."""
_PATIENCE = 10
"""How many times `citation_time_ms` citing may take where the store counts the work."""
_AS_THEY_COME = 4
"""How many matches to read per citation before asking the store for distinct ones."""


@dataclass(frozen=True)
class Cited:
    """Citations, their total number if known, and notes.

    `read_from` maps the index of a row to the name of the one node that its value was read from.
    """

    citations: tuple[Citation, ...] = ()
    total: int | None = 0
    notes: tuple[str, ...] = ()
    read_from: Mapping[int, str] = field(default_factory=dict)


def citations(context: AskContext, plan: Plan, result: Result) -> Cited:
    """Cite the elements behind a result, up to `citation_limit`."""
    limit = context.settings.citation_limit
    if limit == 0 or not result.rows:
        return Cited()
    search = _Search(context, plan, result)
    found, complete = search.elements()
    kept = list(found.values())[:limit]
    cited = cite(context, [element for element, _ in kept], [row for _, row in kept])
    names: dict[int, list[str]] = {}
    asked = _asked_of(plan, context.display) if len(result.rows) == 1 else None
    for element, row in kept if search.one_each else ():
        if isinstance(element, Node) and (name := context.display.name(element)) != element.element_id:
            called = context.display.called(element)
            plain = asked in (None, name) or called == name
            names.setdefault(row, []).append(called if plain else f"{called} ({asked})")
    read_from = {row: said[0] for row, said in names.items() if len(said) == 1}
    return Cited(cited, len(found) if complete else None, tuple(search.notes), read_from)


def shown_elements(context: AskContext, result: Result) -> Cited:
    """Cite the nodes that stand in the rows of a result, up to `citation_limit`."""
    limit = context.settings.citation_limit
    kept = list(_by_row(result.rows[:limit], _nodes).values())[:limit]
    complete = not result.cut and len(result.rows) <= limit
    cited = cite(context, [element for element, _ in kept], [row for _, row in kept])
    return Cited(cited, len(kept) if complete and len(kept) < limit else None)


_Found = dict[tuple[type, str, int], tuple[Node | Relationship, int]]
"""Elements, with the row that each supports."""


class _Search:
    """Finds the elements behind the rows of one result.

    Each query may take `citation_work` units, so that the same elements are cited on every machine. The clock decides
    only where the store counts no work (`citation_time_ms` in all), or takes very long for little of it.
    """

    def __init__(self, context: AskContext, plan: Plan, result: Result) -> None:
        self._context, self._plan, self._result = context, plan, result
        self._limit = context.settings.citation_limit
        patience = _PATIENCE if context.store.capabilities.work_limit else 1
        self._until = time.monotonic() + patience * context.settings.citation_time_ms / 1000
        self.notes: list[str] = []
        self.one_each = False
        """Whether each element is the one that its row was read from."""

    def elements(self) -> tuple[_Found, bool]:
        """The elements, and whether they are complete."""
        shown = _by_row(self._result.rows[: self._limit], _nodes)
        if shown:
            return shown, not self._result.cut and len(self._result.rows) <= self._limit
        sources = with_sources(self._plan, limit=self._limit + 1)
        if sources is not None:
            return self._read_from(sources)
        return self._behind()

    def _read_from(self, sources: Plan) -> tuple[_Found, bool]:
        result = self._run(sources)
        if result is None:
            return {}, False
        self.one_each = True
        return _by_row(result.rows[: self._limit], _sources), not result.cut and len(result.rows) <= self._limit

    def _behind(self) -> tuple[_Found, bool]:
        only = _subjects(self._plan)
        nodes: _Found = {}
        complete = len(self._result.rows) <= _ROWS_WITH_EVIDENCE
        for number, row in enumerate(self._result.rows[:_ROWS_WITH_EVIDENCE]):
            found = self._matched(self._plan.evidence(row, limit=self._limit, only=only))
            if found is None:
                return nodes, False
            complete = complete and len(found) < self._limit
            for matched in found:
                for node in _nodes(matched):
                    nodes.setdefault((Node, node.element_id, number), (node, number))
        return nodes, complete

    def _matched(self, evidence: Plan) -> Sequence[tuple[Cell, ...]] | None:
        """The rows of a plan of distinct matches; if possible, found among its first rows without DISTINCT.

        With DISTINCT, a store reads all matches, however few are wanted; over several steps, without it, every chain.
        """
        most = self._limit * _AS_THEY_COME
        (branch, *others), then = evidence.branches, evidence.then
        far = any(edge.hops for stage in branch for match in stage.matches for edge in match.pattern.edges)
        if not others and not then and branch[-1].limit == self._limit and not far:
            last = branch[-1].model_copy(update={"distinct": False, "limit": most})
            first = self._run(evidence.model_copy(update={"branches": ((*branch[:-1], last),)}))
            if first is None:
                return None
            different: dict[tuple[object, ...], tuple[Cell, ...]] = {}
            for row in first.rows:
                different.setdefault(tuple(map(_identity, row)), row)
            if len(first.rows) < most or len(different) >= self._limit:
                return list(different.values())[: self._limit]
        found = self._run(evidence)
        return None if found is None else found.rows

    def _run(self, plan: Plan) -> Result | None:
        """Run a plan within its limits; None if it fails, because an answer does not need citations."""
        left = int((self._until - time.monotonic()) * 1000)
        limits = self._context.settings.limits
        try:
            if left <= 0:
                raise LimitExceeded("no time is left for citations", code="limit.time")
            work = min(limits.work_units, self._context.settings.citation_work)
            return self._context.run(
                plan, limits.model_copy(update={"time_ms": min(left, limits.time_ms), "work_units": work})
            )
        except LimitExceeded:
            self.notes.append("looking for citations took too long and was cut short; `evidence` lists all")
        except FingerpostError as error:
            self.notes.append(f"citations could not be looked up: {error.message}")
        return None


def _identity(cell: Cell) -> object:
    """The identity of an element."""
    return (type(cell), cell.element_id) if isinstance(cell, (Node, Relationship)) else freeze(cell)


def _by_row(
    rows: Iterable[tuple[Cell, ...]], elements_of: Callable[[Iterable[Cell]], Iterable[Node | Relationship]]
) -> _Found:
    return {
        (type(element), element.element_id, number): (element, number)
        for number, row in enumerate(rows)
        for element in elements_of(row)
    }


def _subjects(plan: Plan) -> set[str]:
    """The variables that the plan aggregates, and those that its columns show."""
    operands = [aggregate.operand for stage in plan.stages for aggregate in stage.aggregates]
    operands += [column.operand for stage in plan.stages for column in stage.columns]
    names = {operand.name for operand in operands if isinstance(operand, Ref)}
    for match in (match for stage in plan.stages for match in stage.matches):
        for edge in match.pattern.edges:
            if edge.name in names:  # for a relationship, its ends are cited
                names.update((edge.start, edge.end))
    return names


def _asked_of(plan: Plan, display: Display) -> str | None:
    """The one name by which a plan finds what something is asked of, to be told beside what is only called by a
    number."""
    found = []
    for match in (match for stage in plan.stages for match in stage.matches):
        labels = {node.name: node.label for node in match.pattern.nodes}
        for test in match.where:
            if not isinstance(test, Test) or test.comparison is not Comparison.EQ or test.negated or test.each:
                continue
            left, right = test.left, test.right
            label = labels.get(left.name) if isinstance(left, Ref) else None
            named = label is not None and isinstance(left, Ref) and left.property in set(display.parts(label))
            if named and isinstance(right, Value):
                found.append(str(plan.parameters[right.parameter]))
    return found[0] if len(found) == 1 else None


def _sources(cells: Iterable[Cell]) -> Iterator[Node | Relationship]:
    """The elements that values were read from: nodes and relationships."""
    for cell in cells:
        if isinstance(cell, Relationship):
            yield cell
        else:
            yield from _nodes((cell,))


def _nodes(cells: Iterable[Cell]) -> Iterator[Node]:
    for cell in cells:
        if isinstance(cell, Node):
            yield cell
        elif isinstance(cell, Path):
            yield from cell.nodes
        elif isinstance(cell, tuple):
            yield from _nodes(cell)
