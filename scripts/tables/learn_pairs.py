"""Graphs that stand in for those that are not to be had: of a schema alone, and what golds over it name.

Each label gets a few nodes with every property, each relationship type a few relationships between every two labels
that it joins, and each text that a gold holds a property to becomes the value of a node, so that questions which name
it can be linked. Nothing is to be counted there: the golds' rows are not to be had.
"""

from __future__ import annotations

import ast
import csv
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fingerpost.engine import load
from fingerpost.evals.data import Example, read_examples
from fingerpost.evals.golds import lifted
from fingerpost.plans import Comparison, Plan, Ref, Test, Value, tests_of

_TYPES = {
    "STRING": "string",
    "INTEGER": "int",
    "FLOAT": "float",
    "DATE": "date",
    "DATE_TIME": "datetime",
    "LIST": "string[]",
    "BOOLEAN": "boolean",
    "str": "string",
    "list[str]": "string[]",
    "bool": "boolean",
    "int": "int",
    "float": "float",
    "date": "date",
}
_VALUES = {"int": "1", "float": "1.5", "date": "2001-02-03", "datetime": "2001-02-03T04:05:06", "boolean": "true"}
_NODES = 3
"""Nodes of each label that have every property."""
Literal = tuple[str, str, str]
"""Label, property and text."""


@dataclass
class Shape:
    """A schema: the kinds of each label's and type's properties, which labels each type joins, and what a text tells
    of it besides."""

    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    types: dict[str, dict[str, str]] = field(default_factory=dict)
    ends: dict[str, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))
    text: str = ""


def stand_ins(data: Path, place: Path) -> Iterator[tuple[str, Path, list[Example]]]:
    """Each schema of `pairs` with a graph that stands in for its own, and its questions."""
    folder = data / "pairs"
    asked = read_pairs(folder)
    for name, shape in shapes(folder).items():
        own = [example for example in asked if example.graph == name]
        into = place / f"{name}.fp"
        if not into.exists():
            literals = {literal for example in own for literal in _literals(lifted(example.cypher))}
            source = place / name
            source.mkdir(parents=True, exist_ok=True)
            _write(source, shape, sorted(literals))
            load([source], into)
        yield name, into, own


def read_pairs(folder: Path) -> list[Example]:
    """The questions of `pairs` with their golds."""
    return read_examples([folder / "cypherbench_train.jsonl", folder / "neo4j_labs.jsonl"])


def shapes(folder: Path) -> dict[str, Shape]:
    """The schemas of `pairs` by name."""
    found = {}
    for name, given in _read(folder / "cypherbench_schemas.json").items():
        shape = Shape({e["label"]: {"name": "string", **_kinds(e["properties"])} for e in given["entities"]})
        for one in given["relations"]:
            shape.types[one["label"]] = _kinds(one["properties"])
            shape.ends[one["label"]].add((one["subj_label"], one["obj_label"]))
        found[name] = shape
    for name, given in _read(folder / "neo4j_labs_schemas.json").items():
        held = given["structured_schema"]
        whole = ast.literal_eval(held) if isinstance(held, str) else held
        labels = {label: _listed(kinds) for label, kinds in whole["node_props"].items()}
        shape = Shape(labels, text=given.get("schema", ""))
        for one in whole["relationships"]:
            shape.types[one["type"]] = _listed(whole["rel_props"].get(one["type"], ()))
            shape.ends[one["type"]].add((one["start"], one["end"]))
            for label in (one["start"], one["end"]):
                shape.labels.setdefault(label, {})
        found[name] = shape
    return found


def _read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def _kinds(given: dict[str, str]) -> dict[str, str]:
    return {name: _TYPES[kind] for name, kind in given.items() if kind in _TYPES}


def _listed(given: Iterable[dict[str, Any]]) -> dict[str, str]:
    return _kinds({one["property"]: one["type"] for one in given})


def _literals(plan: Plan | None) -> Iterator[Literal]:
    """The texts that a plan holds properties of nodes to."""
    for stages in (*plan.branches, plan.then) if plan is not None else ():
        labels: dict[str, str] = {}
        for match in (match for stage in stages for match in stage.matches):
            labels.update({node.name: node.label for node in match.pattern.nodes if node.label is not None})
            for test in tests_of(match.where):
                yield from _held(plan, test, labels)


def _held(plan: Plan | None, test: Test, labels: dict[str, str]) -> Iterator[Literal]:
    left, right = test.left, test.right
    if test.comparison not in (Comparison.EQ, Comparison.IN) or plan is None:
        return
    if isinstance(left, Ref) and left.property is not None and left.name in labels and isinstance(right, Value):
        held = plan.parameters[right.parameter]
        for value in held if isinstance(held, tuple) else (held,):
            if isinstance(value, str):
                yield labels[left.name], left.property, value


def _write(folder: Path, shape: Shape, literals: Sequence[Literal]) -> None:
    """CSV files of a schema, as `fingerpost load` takes them."""
    for label, kinds in shape.labels.items():
        rows = [[f"{label} {n}", *_filled(kinds, n)] for n in range(_NODES)]
        for number, (owner, name, text) in enumerate(literals):
            if owner == label and kinds.get(name) == "string":
                rows.append([f"{label} = {number}", *(text if name == own else "" for own in kinds)])
        write_table(folder / f"{label}.csv", [":ID", *heads(kinds), ":LABEL"], [[*row, label] for row in rows])
    for type_, kinds in shape.types.items():
        rows = [
            [f"{start} {n}", f"{end} {(n + 1) % _NODES}", *_filled(kinds, n), type_]
            for start, end in sorted(shape.ends[type_])
            for n in range(_NODES)
        ]
        write_table(folder / f"{type_}.csv", [":START_ID", ":END_ID", *heads(kinds), ":TYPE"], rows)


def heads(kinds: dict[str, str]) -> list[str]:
    """The heads of a CSV file's columns for properties."""
    return [f"{name}:{kind}" for name, kind in kinds.items()]


def _filled(kinds: dict[str, str], number: int) -> list[str]:
    """A value of each kind; texts that nobody uses."""
    return [_VALUES.get(kind, f"qzx{number}vw{place}") for place, kind in enumerate(kinds.values())]


def write_table(file: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A CSV file."""
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows([head, *rows])
