"""What a store can say of its graph from its elements alone: the rest of the protocol, for stores of small graphs.

A store that can count and look up by itself does that, as streaming the whole graph for each answer takes long.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fingerpost.core.cells import Cell, Node, Relationship, freeze
from fingerpost.core.schema import GraphSchema
from fingerpost.stores.outline import Outline, RelationshipOutline, nested
from fingerpost.stores.protocol import Origin
from fingerpost.stores.support.profile import build_schema


class Streamed:
    """A base for stores that have `elements`."""

    @abstractmethod
    def elements(self) -> Iterator[tuple[Node | Relationship, Origin | None]]:
        """Every node, then every relationship, with where it was read (see `Store.elements`)."""

    def outline(self) -> Outline:
        """Labels, types and endpoints with their counts and the names of their properties."""
        counts: Counter[str] = Counter()
        types: dict[str, RelationshipOutline] = {}
        present: Counter[tuple[str, str]] = Counter()
        labels: dict[str, tuple[str, ...]] = {}
        joined = 0
        for element, _ in self.elements():
            present.update((owner, name) for owner in _owners(element) for name in element.properties)
            if isinstance(element, Node):
                labels[element.element_id] = element.labels
                counts.update(element.labels)
                continue
            joined += 1
            about = types.setdefault(element.type, RelationshipOutline(0, {}))
            about.count += 1
            for start in labels[element.start]:
                for end in labels[element.end]:
                    about.endpoints[start, end] = about.endpoints.get((start, end), 0) + 1
        names: dict[str, tuple[str, ...]] = dict.fromkeys((*counts, *types), ())
        for owner, name in sorted(present):
            names[owner] += (name,)
        for type_, about in types.items():
            about.properties = names[type_]
        within = nested(labels.values())
        return Outline(dict(counts), names, types, len(labels), joined, dict(present), within=within)

    def schema(self) -> GraphSchema:
        """What the graph holds, counted (see `Store.schema`)."""
        return build_schema(self.outline(), self.values)

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """Distinct values of a property (see `Store.values`)."""
        seen: set[Cell] = set()
        for element, _ in self.elements():
            mine = owner in _owners(element) and isinstance(element, Relationship) == of_relationship
            if mine and name in element.properties:
                key = freeze(element.properties[name])
                if key not in seen:
                    seen.add(key)
                    yield element.properties[name]

    def nodes(self, element_ids: Sequence[str]) -> Mapping[str, Node]:
        """Nodes by their ids (see `Store.nodes`)."""
        wanted = set(element_ids)
        return {e.element_id: e for e, _ in self.elements() if isinstance(e, Node) and e.element_id in wanted}

    def origins(self, elements: Sequence[Node | Relationship]) -> Sequence[Origin | None]:
        """Where elements were read (see `Store.origins`)."""
        known = dict(self.elements())
        return [known.get(element) for element in elements]


def _owners(element: Node | Relationship) -> tuple[str, ...]:
    return element.labels if isinstance(element, Node) else (element.type,)
