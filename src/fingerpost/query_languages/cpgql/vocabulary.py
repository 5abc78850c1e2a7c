"""Which steps start where and lead to what: facts of the schema of code property graphs and of Joern 4, as data."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_MANY_METHODS = frozenset({"Local", "TypeDecl", "File", "Namespace", "NamespaceBlock"})
"""Kinds whose nodes belong to any number of methods."""


@dataclass(frozen=True)
class Vocabulary:
    """`starts`: kind of node by the step after `cpg`. `steps`: kind that a step leads to, by kind of node and step.

    `properties`: type (String, Int, Boolean) by kind of node and property. `instead`: the step that is meant by a name
    that Joern does not have. `single`: steps of one node that lead to one. `traversal_only`: steps that one node lacks.
    """

    starts: dict[str, str]
    steps: dict[str, dict[str, str]]
    properties: dict[str, dict[str, str]]
    instead: dict[str, str]
    single: dict[str, frozenset[str]]
    traversal_only: dict[str, frozenset[str]]

    def leads_to_one(self, kind: str, step: str) -> bool:
        """Whether this step of one node leads to exactly one."""
        if step == "method" and kind in _MANY_METHODS:
            return False
        return step in self.single.get(kind, ()) or step in self.single["any"]

    def kinds(self) -> frozenset[str]:
        """All kinds of nodes."""
        return frozenset(self.steps)


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary in `vocabulary.toml`."""
    text = (files(__package__) / "vocabulary.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    kinds = {kind: names.split() for kind, names in data["members"].items()}
    everywhere: dict[str, str] = data["steps"]["any"]
    steps: dict[str, dict[str, str]] = {}
    for kind in data["properties"]:
        steps[kind] = dict(everywhere)
        for group, members in kinds.items():
            if kind in members:
                steps[kind] |= data["steps"][group]
        steps[kind] |= data["steps"].get(kind, {})
    types: dict[str, str] = data["types"]
    properties = {kind: {name: types[name] for name in names.split()} for kind, names in data["properties"].items()}
    single = {kind: frozenset(names.split()) for kind, names in data["single"].items()}
    only = {kind: frozenset(names.split()) for kind, names in data["traversal_only"].items()}
    return Vocabulary(data["starts"], steps, properties, data["instead"], single, only)
