"""Examples for a model: one of each shape of question, made of the graph at hand, in both notations.

Each is a SELECT that lifts to a plan and passes the gate; the Cypher is written from that plan.
"""

# ruff: noqa: S608 - what is written here is lifted and checked; no SQL is run

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from fingerpost.core.errors import FingerpostError
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, ValueType
from fingerpost.engine.gate import Gate
from fingerpost.plans import Plan, plural, words
from fingerpost.query_languages import language, lift_sql, quoted_name, sql_join


class Example(NamedTuple):
    """A question with its query in both notations."""

    question: str
    sql: str
    cypher: str


def examples(schema: GraphSchema, gate: Gate, labels: Collection[str]) -> tuple[Example, ...]:
    """Examples over some labels, of different shapes; those that do not pass are left out."""
    found: list[Example] = []
    for question, sql in _drafts(schema, labels):
        try:
            plan = lift_sql(sql, schema)
            gate.check_plan(plan)
        except FingerpostError:
            continue
        found.append(Example(question, sql, cypher_of(plan)))
    return tuple(found)


def cypher_of(plan: Plan) -> str:
    """A plan as Cypher with its values in it, as people write it."""
    written = language().write(plan)
    text = written.text
    values = {**plan.parameters, **written.parameters}
    for name, value in sorted(values.items(), key=lambda item: -len(item[0])):
        shown = "'" + value.replace("'", "\\'") + "'" if isinstance(value, str) else str(value)
        text = text.replace(f"${name}", shown)
    return text


def _drafts(schema: GraphSchema, labels: Collection[str]) -> Iterator[tuple[str, str]]:
    by_name = {label.name: label for label in schema.labels if label.count and label.properties}
    known = [by_name[name] for name in labels if name in by_name]
    for label in known[:1]:
        yield from _of_one(label)
    for relationship in schema.relationships:
        pair = next((p for p in relationship.endpoints if {p.start, p.end} <= set(labels) and p.start != p.end), None)
        ends = {label.name: label for label in known}
        if pair is not None and pair.start in ends and pair.end in ends:
            yield from _of_two(ends[pair.start], ends[pair.end], relationship.type, schema)
            return


def _of_one(label: LabelInfo) -> Iterator[tuple[str, str]]:
    many, table = plural(words(label.name)), quoted_name(label.name)
    text, number = _first(label, text=True), _first(label, text=False)
    yield f"How many {many} are there?", f"SELECT count(*) FROM {table}"
    if text is not None and text.samples:
        sample = text.samples[0].replace("'", "''")
        column = quoted_name(text.name)
        question = f"How many {many} have the {words(text.name)} {text.samples[0]}?"
        yield question, f"SELECT count(*) FROM {table} WHERE {column} = '{sample}'"
    if text is not None and number is not None:
        shown, by = quoted_name(text.name), quoted_name(number.name)
        question = f"What is the {words(text.name)} of the {words(label.name)} with the highest {words(number.name)}?"
        yield question, f"SELECT {shown} FROM {table} ORDER BY {by} DESC LIMIT 1"


def _of_two(start: LabelInfo, end: LabelInfo, type_: str, schema: GraphSchema) -> Iterator[tuple[str, str]]:
    text, other = _first(end, text=True), _first(start, text=True)
    if text is None or other is None:
        return
    joined = sql_join(schema, start.name, type_, end.name)
    shown = f"b.{quoted_name(text.name)}"
    many, one = plural(words(start.name)), words(end.name)
    yield f"How many {many} are there for each {one}?", f"SELECT {shown}, count(*) FROM {joined} GROUP BY {shown}"
    if text.samples:
        sample = text.samples[0].replace("'", "''")
        question = f"What are the {plural(words(other.name))} of the {many} of {text.samples[0]}?"
        yield question, f"SELECT a.{quoted_name(other.name)} FROM {joined} WHERE {shown} = '{sample}'"


def _first(label: LabelInfo, *, text: bool) -> PropertyInfo | None:
    """The first property of text, or of numbers, that most nodes have; ids last."""
    fitting = [
        info
        for info in label.properties
        if (info.type is ValueType.STRING if text else info.number) and info.present * 2 >= label.count
    ]
    fitting.sort(key=lambda info: (info.name.lower().endswith("id"), "name" not in info.name.lower()))
    return fitting[0] if fitting else None
