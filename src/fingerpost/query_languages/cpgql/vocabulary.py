"""Which steps start where and lead to what: facts of the schema of code property graphs and of Joern 4, as data."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Vocabulary:
    """`starts`: kind of node by the step after `cpg`. `steps`: kind that a step leads to, by kind of node and step.

    `properties`: type (String, Int, Boolean) by kind of node and property. `instead`: the step that is meant by a name
    that Joern does not have.
    """

    starts: dict[str, str]
    steps: dict[str, dict[str, str]]
    properties: dict[str, dict[str, str]]
    instead: dict[str, str]

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
    return Vocabulary(data["starts"], steps, properties, data["instead"])
