"""What a code property graph on a Joern server has for plans: labels, properties and relationships, in CPGQL.

Shared by the query language, which writes plans with it, and the store, which describes its graph with it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class LabelView:
    """A label: the step after `cpg` that its nodes are among, the condition on one, and its properties.

    `only_if_any` are properties of which all nodes lack what they say where none has it: that of `static` in code that
    marks functions so by a macro.
    """

    name: str
    start: str
    where: str | None
    properties: dict[str, str]
    of: str | None = None
    only_if_any: tuple[str, ...] = ()


@dataclass(frozen=True)
class EdgeView:
    """A relationship type between two labels, as a traversal from either end. A data flow is asked of its end."""

    type: str
    start: str
    end: str
    forward: str
    backward: str
    flow: bool = False


@dataclass(frozen=True)
class CpgView:
    """All labels and relationships."""

    labels: dict[str, LabelView]
    edges: tuple[EdgeView, ...]

    def is_a(self, label: str, base: str) -> bool:
        """Whether nodes of a label are also of another."""
        return label == base or self.labels[label].of == base


@cache
def cpg_view() -> CpgView:
    """The view in `cpg_view.toml`."""
    data = tomllib.loads((files(__package__) / "cpg_view.toml").read_text(encoding="utf-8"))
    labels: dict[str, LabelView] = {}
    for name, about in data["labels"].items():
        base = labels.get(about.get("of", ""))
        properties = (base.properties if base else {}) | about.get("properties", {})
        start = base.start if base else about["start"]
        some = tuple(about.get("only_if_any", ()))
        labels[name] = LabelView(name, start, about.get("where"), properties, base.name if base else None, some)
    edges = tuple(
        EdgeView(
            one["type"],
            one["start"],
            one["end"],
            one.get("forward", ""),
            one.get("backward", ""),
            one.get("flow", False),
        )
        for one in data["edges"]
    )
    return CpgView(labels, edges)
