"""What is asked of each of some things, as a table beside the others: "each tank with its size, how many inspections it
had and who cleaned it last".

A column that is more than a property is read as a question of its own, asked for each of the things. Its plan is put
behind that of the things and goes on from them, so that a thing of which there is nothing to tell keeps its row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from fingerpost.core.cells import Cell
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import split_name
from fingerpost.plans import (
    AggregateFunction,
    Column,
    Match,
    Plan,
    Ref,
    Stage,
    Test,
    rename_stage,
)
from fingerpost.questions.algebra import Term
from fingerpost.questions.candidates import Parsed
from fingerpost.questions.markers import Role
from fingerpost.questions.missing import MISSING
from fingerpost.questions.rewriting import changed, names_given, renamed
from fingerpost.questions.state import node_names
from fingerpost.questions.whole import explained

_THING = "thing"


class Table(NamedTuple):
    """The stages of a plan that tells something of each of some things, which it calls `thing` at first."""

    stages: tuple[Stage, ...]
    thing: str | None
    parameters: Mapping[str, Cell]
    place: int = 0
    """Where its columns stand among others."""


def for_each(phrase: str, label: str) -> str:
    """A column as a question of its own."""
    return f"for each {' '.join(split_name(label))}, {phrase.replace(' each ', ' ')}"


def table_of(read: Parsed, label: str) -> Table | None:
    """What the best reading of such a question tells of each thing; None where it tells it of something else."""
    candidate = next(iter(read.candidates), None)
    if candidate is None or any(rule(read, candidate) for rule in MISSING.values()):
        return None
    state, head = candidate.state, candidate.head
    left = {read.linked.tokens[place].norm for place in state.skipped} - FUNCTION_WORDS
    if any(m.function is AggregateFunction.SUM for m in head.measures) and not _is_counted(read):
        return None  # "the volume": hardly the sum of what only has to do with it
    if not (head.measures or read.linked.guessed().isdisjoint(explained(state, head))):
        return None
    groups = head.keys or head.groups
    thing = Term(groups[0].owner) if groups and not groups[0].edge else None
    whole = alone(candidate.plan)
    if left or thing is None or whole is None:
        return None
    node = state.nodes[thing.owner]
    told = any(f.owner == thing.owner and not f.edge for f in state.filters)
    others = any(t.owner != thing.owner or t.edge for t in (*head.keys, *head.groups))
    first = min((n.at for n in state.nodes if n.label == label), default=node.at)
    if node.label != label or not node.named or node.at > first or told or others:
        return None
    if (head.best is not None and head.best.each != (thing,)) or any(m.term == thing for m in head.measures):
        return None
    table = whole._replace(thing=node_names(state)[thing.owner])
    return table if any(_values(table)) else None


def alone(plan: Plan) -> Table | None:
    """What a plan tells, whatever it is put beside."""
    whole = len(plan.branches) == 1 and not plan.then
    limited = any(stage.limit is not None or stage.skip is not None for stage in plan.branches[0])
    return Table(plan.branches[0], None, plan.parameters) if whole and not limited else None


def with_more_only(table: Table, thing: str, shown: Collection[str]) -> Table | None:
    """A table without the properties of a thing that are shown already; None where it has no other columns."""
    last = table.stages[-1]
    more = tuple(c for c in last.columns if not _is_shown(c, thing, shown))
    if not (more or last.aggregates):
        return None
    return table._replace(stages=(*table.stages[:-1], last.model_copy(update={"columns": more})))


def _is_shown(column: Column, thing: str, shown: Collection[str]) -> bool:
    operand = column.operand
    return isinstance(operand, Ref) and operand.name == thing and operand.property in shown


def _is_counted(read: Parsed) -> bool:
    """Whether a word says that something is counted or added up."""
    return any(marker.role in (Role.AGGREGATE, Role.COUNT) for marker in read.markers)


def _same(table: Table) -> set[str]:
    """All names of the things in the stages of a table."""
    names = {table.thing} if table.thing is not None else set()
    for stage in table.stages:
        names |= {c.name for c in stage.columns if isinstance(c.operand, Ref) and _is_thing(c.operand, names)}
    return names


def _is_thing(operand: Ref, names: set[str]) -> bool:
    return operand.name in names and operand.property is None and operand.function is None


def _values(table: Table) -> Iterator[str]:
    """The columns of a table that are not what the things are called by."""
    names = _same(table)
    for column in table.stages[-1].columns:
        if not (isinstance(column.operand, Ref) and column.operand.name in names):
            yield column.name
    yield from (aggregate.name for aggregate in table.stages[-1].aggregates)


def with_tables(
    plan: Plan, thing: str | None, tables: Sequence[Table], places: Sequence[int] | None = None
) -> Plan | None:
    """The plan that lists things, with tables of them beside its columns; None where they do not fit.

    Without a `thing`, each row of the plan stands beside each of the tables. `places` are those of its own columns.
    """
    if len(plan.branches) != 1 or plan.then:
        return None
    *before, last = plan.branches[0]
    if last.aggregates and thing is not None:
        return None
    orders = [Column(name=f"order {n}", operand=o.operand) for n, o in enumerate(last.order)]
    at = dict(zip(last.outputs, places or [-1] * len(last.outputs), strict=True))
    things = (Column(name=_THING, operand=Ref(name=thing)),) if thing is not None else ()
    own = (*last.columns, *things, *orders)
    stages = [*before, last.model_copy(update={"columns": own})]
    kept = [*at, *(column.name for column in orders)]
    parameters = dict(plan.parameters)
    for number, table in enumerate(tables):
        beside = _beside(table, number, kept)
        if beside is None:
            return None
        more, values, told = beside
        stages += more
        parameters |= told
        at |= dict.fromkeys(values, table.place)
        kept += values
    order = zip(orders, last.order, strict=True)
    stages.append(
        Stage(
            columns=_kept(sorted(at, key=at.__getitem__)),
            order=tuple(o.model_copy(update={"operand": Ref(name=c.name)}) for c, o in order),
        )
    )
    return Plan(branches=(tuple(stages),), parameters=parameters)


def _kept(names: Sequence[str]) -> tuple[Column, ...]:
    return tuple(Column(name=name, operand=Ref(name=name)) for name in names)


def _beside(table: Table, number: int, kept: Sequence[str]) -> tuple[list[Stage], list[str], dict[str, Cell]] | None:
    """The stages of a table that keep what is there already, the columns that it adds, and its parameters."""
    names = {name: f"{name} {number}" for stage in table.stages for name in names_given(stage)}
    values = list(_values(table))
    names |= {name: name if name not in kept else f"{name} {number + 1}" for name in values}
    names |= dict.fromkeys(_same(table), _THING)
    parameters = {f"{name}_{number}": value for name, value in table.parameters.items()}
    carried = _kept([_THING, *kept] if table.thing is not None else kept)
    stages: list[Stage] = []
    for stage in table.stages:
        own = changed(stage, lambda part: renamed(part, lambda name: f"{name}_{number}"))
        open_ = _with_none(rename_stage(own, names))
        if open_ is None:
            return None
        columns = tuple(c for c in open_.columns if not _is_of_thing(c, whole=stage is not table.stages[-1]))
        stages.append(open_.model_copy(update={"columns": (*carried, *columns), "order": ()}))
    return stages, [names[value] for value in values], parameters


def _is_of_thing(column: Column, *, whole: bool) -> bool:
    """Whether a column holds the things (`whole`), or what they are called by."""
    operand = column.operand
    return isinstance(operand, Ref) and operand.name == _THING and not (whole and operand.property is not None)


def _with_none(stage: Stage) -> Stage | None:
    """A stage that keeps the things for which it finds nothing; None where it cannot."""
    matches = [m for m in stage.matches if m.pattern.edges or m.where or m.pattern.nodes[0].name != _THING]
    if stage.unwind is not None or any(m.pattern.path is not None for m in matches):
        return None
    optional = [match.model_copy(update={"optional": True}) for match in matches]
    if not stage.having:
        return stage.model_copy(update={"matches": tuple(optional)})
    found = {column.name: column.operand for column in stage.columns}
    told = [_of_match(test, found) for test in stage.having]
    if not optional or None in told or stage.aggregates or stage.lets:
        return None
    last: Match = optional[-1]
    optional[-1] = last.model_copy(update={"where": (*last.where, *told)})
    return stage.model_copy(update={"matches": tuple(optional), "having": ()})


def _of_match(test: object, found: Mapping[str, object]) -> Test | None:
    """A test of columns as one of what they hold."""
    if not isinstance(test, Test) or not isinstance(test.left, Ref) or not isinstance(test.right, Ref):
        return None
    if test.left.property is not None or test.right.property is not None or test.each is not None:
        return None
    left, right = found.get(test.left.name), found.get(test.right.name)
    return test.model_copy(update={"left": left, "right": right}) if left is not None and right is not None else None
