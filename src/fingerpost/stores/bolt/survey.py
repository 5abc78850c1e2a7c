"""What a Bolt database holds: its outline, the values of its properties, nodes by their ids, origins.

Labels and types are counted from the server's own counts, which costs nothing however large the graph is. What is only
known from the elements themselves (which properties they have, which labels a type joins) is read from all of a small
label or type, and from every nth element of a large one: the same ones each time, so that the same graph has the same
outline. Names that no query can quote are left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fingerpost.core.cells import Cell, Node, Relationship, freeze
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import ELEMENT_ID, ELEMENT_ORIGIN, OWN, quoted, said_name, stored_name
from fingerpost.stores.bolt.cells import Decoder
from fingerpost.stores.bolt.counting import in_groups, numbers
from fingerpost.stores.bolt.endpoints import endpoints
from fingerpost.stores.bolt.link import LOOK_UP_S, Link
from fingerpost.stores.bolt.nesting import nested_labels
from fingerpost.stores.bolt.origins import Origins, Told, unpacked
from fingerpost.stores.bolt.sampling import SAMPLE, Part, step_of
from fingerpost.stores.outline import Outline, RelationshipOutline
from fingerpost.stores.protocol import Origin

_TOLD_BY = 100
_FIRST = (
    "MATCH (n) RETURN labels(n), properties(n) LIMIT $most",
    "MATCH ()-[r]->() RETURN type(r), properties(r) LIMIT $most",
)


class Survey:
    """Looks through one database. Safe to use from several threads."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._sample: tuple[Part | None, dict[str, list[Cell]]] = (None, {})
        self._indexed: tuple[frozenset[str], frozenset[str]] | None = None
        self.told = Origins()

    def outline(self) -> Outline:
        """Labels, types and endpoints with their counts and the names of their properties."""
        self._indexed = None
        labels = self._counted("CALL db.labels() YIELD label RETURN label", "MATCH (e:{name}) RETURN count(e)")
        listed = "CALL db.relationshipTypes() YIELD relationshipType AS type RETURN type"
        types = self._counted(listed, "MATCH ()-[e:{name}]->() RETURN count(e)")
        ((nodes, relationships),) = self._link.ask(
            "CALL { MATCH (n) RETURN count(n) AS nodes } CALL { MATCH ()-[r]->() RETURN count(r) AS relationships } "
            "RETURN nodes, relationships"
        )
        outline = Outline(labels, {}, {}, nodes, relationships, identity=self._identity())
        outline.within = nested_labels(self._link, labels)
        outline.sampled = any(step_of(count) > 1 for count in (*labels.values(), *types.values()))
        for label, count in labels.items():
            present = self._present(Part(label, count, of_relationship=False))
            outline.properties[label] = tuple(sorted(present))
            outline.present.update(((label, name), number) for name, number in present.items())
        for type_, count in types.items():
            present = self._present(Part(type_, count, of_relationship=True))
            outline.relationships[type_] = RelationshipOutline(count, {}, tuple(sorted(present)))
            outline.present.update(((type_, name), number) for name, number in present.items())
        for type_, pairs in endpoints(self._link, types, labels).items():
            outline.relationships[type_].endpoints.update(pairs)
        return outline

    def _identity(self) -> str:
        """What tells a database from any other, from one made anew under its name, and from one that was filled anew.

        The last is told by the first elements, as a server goes through them: the counts may be those from before.
        """
        rows = [] if self._link.memgraph else self._link.ask("CALL db.info() YIELD id RETURN id")
        digest = hashlib.blake2b(digest_size=16)
        for text in _FIRST:
            for kinds, held in self._link.ask(text, most=_TOLD_BY):
                digest.update(repr((kinds, sorted(held.items()))).encode("utf-8", "surrogatepass"))
        return ":".join([*(str(row[0]) for row in rows), digest.hexdigest()])

    def _counted(self, listing: str, counting: str) -> dict[str, int]:
        """Labels or types that something has, with how many."""
        names = sorted(name for (name,) in self._link.ask(listing) if is_quotable(name))
        texts = [counting.replace("{name}", quoted(name)) + " AS number" for name in names]
        return {name: number for name, number in zip(names, numbers(self._link, texts), strict=True) if number}

    def _present(self, part: Part) -> dict[str, int]:
        """How many elements have each property; of a large label or type, about how many."""
        text = f"MATCH {part.pattern} WITH e, keys(e) AS names UNWIND names AS name RETURN name, count(*)"
        if part.step == 1:
            rows, share = self._link.ask(text), 1.0
        else:
            chosen = f"MATCH {part.pattern} WHERE id(e) % $step = 0 WITH e LIMIT $most "
            rows = self._link.ask(
                chosen + "WITH collect(e) AS some UNWIND some AS e UNWIND keys(e) AS name "
                "RETURN name, count(*), size(some)",
                step=part.step,
                most=2 * SAMPLE,
            )
            share = part.count / rows[0][2] if rows else 1.0
        found = {name: round(row[1] * share) for row in rows if (name := said_name(row[0], OWN)) is not None}
        return {name: min(number, part.count) for name, number in found.items() if is_quotable(name)}

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """Distinct values of a property (see `Store.values`)."""
        if not is_quotable(owner) or not is_quotable(name):
            return
        held = f"e.{quoted(stored_name(name, OWN))}"
        part = Part(owner, 0, of_relationship=of_relationship)
        cell = Decoder().cell
        for (value,) in self._link.stream(f"MATCH {part.pattern} WHERE {held} IS NOT NULL RETURN DISTINCT {held}"):
            yield cell(value)

    def sampled_values(
        self, outline: Outline, owner: str, name: str, *, of_relationship: bool = False
    ) -> Iterator[Cell]:
        """As `values`, of every nth element where there are many."""
        count = outline.relationships[owner].count if of_relationship else outline.labels[owner]
        part = Part(owner, count, of_relationship)
        return (
            self.values(owner, name, of_relationship=of_relationship) if part.step == 1 else self._looked_at(part, name)
        )

    def _looked_at(self, part: Part, name: str) -> Iterator[Cell]:
        """The distinct values of a property in the sample of a label or type, which is kept for its next property."""
        owner, values = self._sample
        if owner != part:
            cell = Decoder().cell
            found: dict[str, dict[Cell, Cell]] = {}
            text = f"MATCH {part.pattern} WHERE id(e) % $step = 0 RETURN properties(e) LIMIT $most"
            for (held,) in self._link.ask(text, step=part.step, most=2 * SAMPLE):
                for key, value in cell(held).items():
                    found.setdefault(key, {}).setdefault(freeze(value), value)
            values = {key: list(cells.values()) for key, cells in found.items()}
            self._sample = (part, values)
        yield from values.get(name, ())

    def nodes(self, element_ids: Sequence[str]) -> Mapping[str, Node]:
        """Nodes by their ids (see `Store.nodes`)."""
        wanted = sorted(set(element_ids))
        found: dict[str, Node] = {}
        if not wanted:
            return found
        decoder = Decoder()
        labels, _ = self._indexes()
        for (value,) in self._by_own_id(sorted(labels), wanted, "e"):
            node = decoder.node(value)
            found[node.element_id] = node
        rest = [element_id for element_id in wanted if element_id not in found]
        if rest:
            text = f"MATCH (n) WHERE elementId(n) IN $ids AND n.{ELEMENT_ID} IS NULL RETURN n"
            found.update(
                {
                    node.element_id: node
                    for (value,) in self._link.ask(text, within_s=LOOK_UP_S, ids=rest)
                    for node in [decoder.node(value)]
                }
            )
        return found

    def origins(self, elements: Sequence[Node | Relationship]) -> Sequence[Origin | None]:
        """Where elements were read (see `Store.origins`); asks the server for what earlier results did not include."""
        known = self.told.known(elements)
        rest = [element for element in elements if (type(element), element.element_id) not in known]
        if rest:
            known |= self._asked_origins(rest)
        return [unpacked(known.get((type(element), element.element_id))) for element in elements]

    def _asked_origins(self, elements: Sequence[Node | Relationship]) -> Told:
        labels, types = self._indexes()
        nodes = [element for element in elements if isinstance(element, Node)]
        joins = [element for element in elements if isinstance(element, Relationship)]
        told = f"e.{ELEMENT_ID}, e.{ELEMENT_ORIGIN}"
        near = sorted(labels & {label for node in nodes for label in node.labels})
        of_node = self._by_own_id(near, sorted({node.element_id for node in nodes}), told)
        near = sorted(types & {join.type for join in joins})
        wanted = sorted({join.element_id for join in joins})
        of_join = self._by_own_id(near, wanted, told, of_relationship=True)
        found: Told = {(Node, key): at for key, at in of_node if isinstance(at, int)}
        found.update(((Relationship, key), at) for key, at in of_join if isinstance(at, int))
        return found

    def _by_own_id(
        self, owners: list[str], wanted: list[str], told: str, *, of_relationship: bool = False
    ) -> Iterator[Any]:
        """Elements by the ids that loading kept, from the index of each label or type."""
        for some in in_groups(owners):
            parts = (Part(owner, 0, of_relationship=of_relationship).pattern for owner in some)
            text = " UNION ALL ".join(f"MATCH {part} WHERE e.{ELEMENT_ID} IN $ids RETURN {told}" for part in parts)
            yield from self._link.ask(text, within_s=LOOK_UP_S, ids=wanted)

    def _indexes(self) -> tuple[frozenset[str], frozenset[str]]:
        """Labels and types whose elements are found by the ids that loading kept."""
        if self._indexed is None:
            text = "SHOW INDEXES YIELD entityType, labelsOrTypes, properties, state WHERE properties = [$own]"
            rows = [(kind, names[0]) for kind, names, _, _ in self._link.ask(text, own=ELEMENT_ID)]
            labels = frozenset(name for kind, name in rows if kind == "NODE")
            self._indexed = labels, frozenset(name for kind, name in rows if kind != "NODE")
        return self._indexed


def is_quotable(name: str) -> bool:
    """Whether a query can name it."""
    try:
        quoted(name)
    except UnsupportedConstruct:
        return False
    return True
