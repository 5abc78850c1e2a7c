"""Whether a pack fits a graph: its names are the graph's, and what it ranks by can be ranked."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fingerpost.core.nearest import closest, the_one
from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.linking.pack import Pack
from fingerpost.linking.pack_lines import Place
from fingerpost.linking.pack_shape import Problem


class Fit:
    """What of a pack does not fit a schema: `problems`, and for a general pack `lacking`, the names not there."""

    def __init__(self, pack: Pack, schema: GraphSchema) -> None:
        self._pack = pack
        self._labels = set(schema.label_by_name) | set(pack.absent)
        self._types = set(schema.relationship_by_type)
        self._owned = {
            **{r.type: r.by_name for r in schema.relationships},
            **{label.name: label.by_name for label in schema.labels},
        }
        self._properties = {name for held in self._owned.values() for name in held}
        self.lacking: list[str] = []
        self.problems = list(self._problems())

    def _problems(self) -> Iterator[Problem]:
        pack = self._pack
        for table, names in (("labels", pack.labels), ("show", pack.show), ("columns", pack.columns)):
            for name in names:
                yield from self._label(name, (table, name))
        for name in pack.relations:
            yield from self._known("relationship type", name, self._types, ("relations", name))
        for table, keys in (("properties", pack.properties), ("units", pack.units)):
            for key in keys:
                yield from self._owned_property(key, table)
        for label, shown in pack.show.items():
            for name in shown:
                yield from self._property(label, name, ("show", label))
        for label, shown in pack.columns.items():
            for number, name in enumerate(shown):
                yield from self._property(label, name, ("columns", label, number))
        for label, name in pack.measures.items():
            yield from self._label(label, ("measures", label))
            yield from self._ranked(label, name, ("measures", label))
        for word, ranked in pack.superlatives.items():
            for ranking in ranked:
                yield from self._ranked(ranking.label, ranking.property, ("superlatives", word))
        for phrase, alias in pack.values.items():
            place: Place = ("values", phrase)
            if alias.relation is not None:
                yield from self._known("relationship type", alias.relation, self._types, (*place, "relation"))
            else:
                yield from self._label(alias.owner, (*place, "label"))
            yield from self._property(alias.owner, alias.property, (*place, "property"))
        for label, like in pack.absent.items():
            yield from self._label(like, ("absent", label))
        for number, name in enumerate(() if pack.general else pack.hidden):  # others of its graphs may have them
            known = self._labels | self._types | self._properties
            if "*" in name:
                continue
            yield from self._known("label, relationship type or property", name, known, ("hidden", number))

    def _known(self, kind: str, name: str, known: Collection[str], place: Place) -> Iterator[Problem]:
        if name in known:
            return
        if self._pack.general and the_one(name, known) is None:
            self.lacking.append(name)
            return
        near = closest(name, known)
        hint = f"; did you mean {near}?" if near is not None else ""
        yield Problem(place, f"{_spelled(place)}: the graph has no {kind} {name}{hint}")

    def _label(self, name: str, place: Place) -> Iterator[Problem]:
        return self._known("label", name, self._labels, place)

    def _owned_property(self, key: str, table: str) -> Iterator[Problem]:
        owner, dot, name = key.rpartition(".")
        if not dot or key in self._properties:
            yield from self._known("property", key, self._properties, (table, key))
            return
        yield from self._known("label or relationship type", owner, {*self._labels, *self._types}, (table, owner, name))
        yield from self._property(owner, name, (table, owner, name))

    def _property(self, owner: str, name: str, place: Place) -> Iterator[Problem]:
        """A property of a label or type; where that is unknown itself, it has been said."""
        held = self._owned.get(owner)
        if held is None or name in held:
            return
        found = list(self._known(f"property of {owner} called", name, held, place))
        yield from found

    def _ranked(self, label: str | None, name: str, place: Place) -> Iterator[Problem]:
        """A property that things can be ranked by: it holds numbers or moments."""
        if label is not None and label not in self._owned:
            if place[0] == "superlatives":
                yield from self._label(label, place)
            return
        if label is not None:
            yield from self._property(label, name, place)
        else:
            yield from self._known("property", name, self._properties, place)
        owners = [label] if label is not None else list(self._owned)
        infos = [self._owned[owner][name] for owner in owners if name in self._owned[owner]]
        if infos and not any(map(_is_ordered, infos)):
            yield Problem(place, f"{_spelled(place)}: {name} holds no numbers, dates or times to rank by")


def _is_ordered(info: PropertyInfo) -> bool:
    return info.numeric or info.temporal


def _spelled(place: Place) -> str:
    return ".".join(str(part) for part in place if isinstance(part, str))
