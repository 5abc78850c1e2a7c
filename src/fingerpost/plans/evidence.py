"""The plan that lists the evidence for one row of a plan's result.

The evidence of a row lists the nodes and relationships of every match behind it: for an aggregate, those that were
counted or summed; for "the most", those that reached it, not all that were compared.

How: the last stage loses its aggregates and is restricted to the row's values; earlier stages pass on what they
matched; an aggregating stage in the middle stays, and what it aggregated is matched again for the remaining groups.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from fingerpost.core.cells import Cell, Node, Path, Relationship
from fingerpost.core.errors import PlanError
from fingerpost.plans.model import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Column,
    Comparison,
    Condition,
    CountOf,
    EdgePattern,
    Exists,
    Match,
    Operand,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
)
from fingerpost.plans.rename import rename_match, rename_stage
from fingerpost.plans.scope import check, names_in, parameters_of


def evidence(plan: Plan, row: Sequence[Cell], *, limit: int | None = None, only: Collection[str] | None = None) -> Plan:
    """The plan that lists the evidence for `row`, a row of this plan's result.

    Its columns are the names of the plan's nodes and relationships; a branch of a union that did not produce the row
    adds nothing. `limit` bounds the number of matches. `only` keeps the elements with these names, if there are any.

    Raises:
        PlanError: `plan.evidence`; the row does not have this plan's columns.
    """
    if len(row) != len(plan.columns):
        raise PlanError(f"the row has {len(row)} values, the plan {len(plan.columns)} columns", code="plan.evidence")
    held = [(Ref(name=name), cell) for name, cell in zip(plan.columns, row, strict=True)]
    then = plan.then if len(plan.branches) == 1 else tuple(map(_of_a_part, plan.then))
    pipelines = [_without_projections((*branch, *then), held) for branch in plan.branches]
    listings = [_Listing(plan, constraints, only) for _, constraints in pipelines]
    lists = [listing.stages(stages) for listing, (stages, _) in zip(listings, pipelines, strict=True)]
    names = list(dict.fromkeys(name for _, elements, _ in lists for name in elements))
    if only is not None:
        called = {new: old for listing in listings for new, old in listing.again.items()}
        names = [name for name in names if called.get(name, name) in only] or names
    parameters = dict(plan.parameters)
    branches = []
    for stages, elements, values in lists:
        parameters.update(values)
        columns = []
        for name in names:
            operand: Operand = Ref(name=name) if name in elements else _null(parameters)
            columns.append(Column(name=name, operand=operand))
        listing = Stage(columns=tuple(columns), distinct=True, limit=limit)
        if not columns:  # the row has no evidence in the graph
            listing = Stage(columns=(Column(name="element", operand=_null(parameters)),), limit=0)
        branches.append((*stages, listing))
    found = Plan(branches=tuple(branches), parameters=MappingProxyType(parameters))
    used = parameters_of(found)
    kept = {name: value for name, value in parameters.items() if name in used}
    return check(found.model_copy(update={"parameters": MappingProxyType(kept)}))


def _of_a_part(stage: Stage) -> Stage:
    """A stage after a union, for one branch: what aggregates came to holds of all branches together."""
    names = {aggregate.name for aggregate in stage.aggregates}
    kept = tuple(condition for condition in stage.having if not _mentions(condition, names))
    return stage.model_copy(update={"having": kept})


_EXTREMES = frozenset((AggregateFunction.MIN, AggregateFunction.MAX))

_Held = list[tuple[Ref, Cell]]
"""Outputs of a stage, or their properties, with required values."""


def _without_projections(pipeline: Sequence[Stage], held: _Held) -> tuple[Sequence[Stage], _Held]:
    """The pipeline up to its last grouping, if only projections follow: its groups are the rows."""
    while len(pipeline) > 1 and pipeline[-2].aggregates:
        last = pipeline[-1]
        if last.matches or last.unwind is not None or last.aggregates:
            break
        columns = {column.name: column.operand for column in last.columns}
        outputs = set(pipeline[-2].outputs)
        moved: _Held = []
        for ref, cell in held:
            operand = columns.get(ref.name)
            plain = isinstance(operand, Ref) and operand.function is None and operand.name in outputs
            if plain and ref.property is None:
                assert isinstance(operand, Ref)
                moved.append((operand, cell))
            elif plain and isinstance(operand, Ref) and operand.property is None:
                moved.append((operand.model_copy(update={"property": ref.property}), cell))
        pipeline, held = pipeline[:-1], moved
    return pipeline, held


def _null(parameters: dict[str, Cell]) -> Value:
    parameters["ev_null"] = None
    return Value(parameter="ev_null")


class _Listing:
    """Lists the elements behind a row of one pipeline.

    Where `only` some are wanted, relationships over several steps get no name, with which a store would find every
    chain there is.
    """

    def __init__(self, plan: Plan, held: _Held, only: Collection[str] | None) -> None:
        self._held = held
        self._only = only
        self._taken = names_in(plan)
        self._parameters: dict[str, Cell] = {}
        self.again: dict[str, str] = {}
        """The names of elements that are matched again, with their names in the plan."""

    def stages(self, pipeline: Sequence[Stage]) -> tuple[list[Stage], list[str], Mapping[str, Cell]]:
        """The stages, the element names that the last one passes on, and the added parameters."""
        result: list[Stage] = []
        carried: list[str] = []
        known: set[str] = set()
        again: list[Sequence[Stage]] = []
        for index, stage in enumerate(pipeline):
            seen = pipeline[index - 1].outputs if index else ()
            named, elements = self._with_names(stage, seen)
            known.update(elements)
            if index == len(pipeline) - 1:
                result.append(self._last(named, carried, elements))
            elif stage.aggregates or (stage.limit is not None and stage.distinct):
                known &= {c.name for c in stage.columns if c.operand == Ref(name=c.name)}
                carried, elements = [], [c.name for c in stage.columns]
                result.append(stage)
                same = stage.matches != () and stage.matches == pipeline[-1].matches
                first = not any(s.aggregates for s in pipeline[:index])
                if stage.aggregates and stage.columns and first and not same:
                    again.append(pipeline[: index + 1])
            else:
                result.append(self._passing(named, carried, elements))
            carried = list(dict.fromkeys([*carried, *elements]))
        found = [name for name in carried if name in known]
        for stages in again:
            if self._only and set(found).issuperset(self._only):
                break
            if all(column.name in result[-1].outputs for column in stages[-1].columns):
                found += self._matched_again(stages, carried, result)
                carried = [*result[-1].outputs]
        return result, found, self._parameters

    def _fresh(self, base: str) -> str:
        number = 1
        while f"{base}{number}" in self._taken:
            number += 1
        self._taken.add(f"{base}{number}")
        return f"{base}{number}"

    def _with_names(self, stage: Stage, seen: Iterable[str] = ()) -> tuple[Stage, list[str]]:
        """The stage with every edge named and counted patterns matched, and the names of its elements."""
        elements: list[str] = []
        matches = [*stage.matches]
        bound = {*seen, *(node.name for match in matches for node in match.pattern.nodes)}
        matches += [self._counted(let, bound) for let in stage.lets if isinstance(let, CountOf)]
        named: list[Match] = []
        for match in matches:
            edges = tuple(self._named_edge(edge) for edge in match.pattern.edges)
            pattern = match.pattern.model_copy(update={"edges": edges})
            elements += [node.name for node in pattern.nodes]
            elements += [edge.name for edge in edges if edge.name is not None]
            named.append(match.model_copy(update={"pattern": pattern}))
        return stage.model_copy(update={"matches": tuple(named)}), list(dict.fromkeys(elements))

    def _counted(self, let: CountOf, bound: Collection[str]) -> Match:
        """The match of a counted pattern, with new names, so that the count does not change."""
        pattern = let.pattern
        edges = [edge.name for edge in pattern.edges if edge.name is not None]
        inner = [name for name in (*(node.name for node in pattern.nodes), *edges) if name not in bound]
        mapping = {name: self._fresh("ev_n") for name in dict.fromkeys(inner)}
        self.again.update((new, old) for old, new in mapping.items())
        return rename_match(Match(pattern=pattern, where=let.where, optional=True), mapping)

    def _named_edge(self, edge: EdgePattern) -> EdgePattern:
        if edge.name is not None or (edge.hops is not None and self._only is not None):
            return edge
        return edge.model_copy(update={"name": self._fresh("ev_r")})

    def _passing(self, stage: Stage, carried: Sequence[str], elements: Sequence[str]) -> Stage:
        """A stage in the middle, which also passes on what it matched."""
        have = set(stage.outputs)
        extra = dict.fromkeys(name for name in (*carried, *elements) if name not in have)
        columns = (*stage.columns, *(Column(name=name, operand=Ref(name=name)) for name in extra))
        far = any(edge.hops is not None for match in stage.matches for edge in match.pattern.edges)
        return stage.model_copy(update={"columns": columns, "distinct": far and self._only is not None})

    def _last(self, stage: Stage, carried: Sequence[str], elements: Sequence[str]) -> Stage:
        """The last stage without its aggregates, restricted to the row's values."""
        aggregates = {aggregate.name for aggregate in stage.aggregates}
        columns: list[Column] = []
        tests: list[Condition] = [c for c in stage.having if not _mentions(c, aggregates)]
        passed = {*carried, *elements}
        names: dict[str, str] = {}
        for column in stage.columns:
            same = column.operand == Ref(name=column.name) and column.name in passed
            names[column.name] = column.name if same or column.name not in passed else self._fresh("ev_c")
            if not same:
                columns.append(column.model_copy(update={"name": names[column.name]}))
        for ref, cell in self._held:
            if ref.name in names:
                tests.extend(self._test(ref.model_copy(update={"name": names[ref.name]}), cell))
        tests += self._taken_in(stage.aggregates)
        columns += [Column(name=name, operand=Ref(name=name)) for name in dict.fromkeys([*carried, *elements])]
        if not columns:
            columns = [Column(name=self._fresh("ev_c"), operand=self._value(True))]
        changes = {
            "columns": tuple(columns),
            "aggregates": (),
            "distinct": False,
            "having": tuple(tests),
            "order": (),
            "skip": None,
            "limit": None,
        }
        return stage.model_copy(update=changes)

    def _taken_in(self, aggregates: Sequence[Aggregate]) -> Sequence[Condition]:
        """The condition on matches that its aggregates used: they reached the extreme value or met a condition."""
        values = {ref.name: cell for ref, cell in self._held if ref.property is None}
        reached: list[Test] = []
        for aggregate in aggregates:
            cell = values.get(aggregate.name)
            if aggregate.function not in _EXTREMES or aggregate.operand is None or cell is None or aggregate.only:
                break
            reached.append(Test(left=aggregate.operand, comparison=Comparison.EQ, right=self._value(cell)))
        else:
            if reached:
                return [AnyOf(tests=tuple(reached)) if len(reached) > 1 else reached[0]]
        conditions = {aggregate.only for aggregate in aggregates}
        return next(iter(conditions)) if len(conditions) == 1 else ()

    def _test(self, ref: Ref, cell: Cell) -> Iterable[Test]:
        """The test that a column, or a property of it, has a value."""
        if cell is None:
            yield Test(left=ref, comparison=Comparison.IS_NULL)
        elif isinstance(cell, (Node, Relationship)):
            identity = ref.model_copy(update={"function": "elementId"})
            known: Cell = cell.element_id
            if isinstance(cell, Relationship) and cell.element_id.isdigit():
                known = int(cell.element_id)
            yield Test(left=identity, comparison=Comparison.EQ, right=self._value(known))
        elif not isinstance(cell, Path) and not _has_elements(cell):
            yield Test(left=ref, comparison=Comparison.EQ, right=self._value(cell))

    def _value(self, cell: Cell) -> Value:
        name = self._fresh("ev_p")
        self._parameters[name] = cell
        return Value(parameter=name)

    def _matched_again(self, stages: Sequence[Stage], carried: list[str], result: list[Stage]) -> list[str]:
        """Match again what a grouping stage (the last of `stages`) aggregated, for the remaining groups."""
        keys = [column.name for column in stages[-1].columns]
        kept = list(dict.fromkeys([*carried, *keys]))
        found: list[str] = []
        # A key that is an element is already bound: matching from it is a join, not a product.
        matched = {name for stage in stages for name in self._with_names(stage)[1]}
        mapping = {
            column.operand.name: column.name
            for column in stages[-1].columns
            if isinstance(column.operand, Ref)
            and column.operand == Ref(name=column.operand.name)
            and column.operand.name in matched
        }
        for index, stage in enumerate(stages):
            named, elements = self._with_names(stage)
            for name in (*elements, *(let.name for let in named.lets), *named.outputs):
                mapping.setdefault(name, self._fresh("ev_n"))
            self.again.update((new, old) for old, new in mapping.items())
            own = rename_stage(named, mapping)
            found += [mapping[name] for name in elements if mapping[name] not in (*found, *kept)]
            columns = [Column(name=name, operand=Ref(name=name)) for name in (*kept, *found)]
            if index < len(stages) - 1:
                columns += [column for column in own.columns if column.name not in (*kept, *found)]
                result.append(own.model_copy(update={"columns": tuple(columns), "distinct": False}))
                continue
            tests = [
                test
                for column, key in zip(own.columns, keys, strict=True)
                if column.operand != Ref(name=key)
                for test in _same(column.operand, Ref(name=key))
            ]
            held = {"columns": tuple(columns), "aggregates": (), "distinct": False, "having": tuple(tests)}
            result.append(own.model_copy(update={**held, "order": (), "skip": None, "limit": None}))
        return found


def _same(one: Operand, other: Operand) -> Iterable[Condition]:
    """The condition that two operands are in the same group: equal, or both null."""
    equal = Test(left=one, comparison=Comparison.EQ, right=other)
    for side in (one, other):
        yield AnyOf(tests=(equal, Test(left=side, comparison=Comparison.IS_NULL)))


def _mentions(condition: Condition, names: set[str]) -> bool:
    """Whether a condition uses any of these names."""
    if isinstance(condition, Test):
        sides = [side for side in (condition.left, condition.right) if side is not None]
        return any(isinstance(side, Ref) and side.name in names for side in sides)
    if isinstance(condition, Exists):
        return any(node.name in names for node in condition.pattern.nodes)
    return any(_mentions(test, names) for test in condition.tests)


def _has_elements(cell: Cell) -> bool:
    if isinstance(cell, (Node, Relationship, Path)):
        return True
    if isinstance(cell, Mapping):
        return any(_has_elements(value) for value in cell.values())
    return isinstance(cell, tuple) and any(_has_elements(item) for item in cell)
