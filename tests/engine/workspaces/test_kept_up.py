"""What writes keep up is what building it at once would give: the schema, and what the value index finds."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings, strategies as st
from scale import examples

from fingerpost.core.schema import GraphSchema
from fingerpost.engine.indexing import indexed
from fingerpost.engine.topology import Deadline, Names, Topology, topology_of
from fingerpost.engine.workspaces import Forget, ForgetRelations, NodeFact, RelationFact, Workspace, followed
from fingerpost.linking.live_values import LiveValueIndex
from fingerpost.linking.text import normalise
from fingerpost.linking.value_index import ValueIndex

NAMES = st.sampled_from(["Ann Lee", "Bob", "Acme Ltd.", "O'Brien", "INV-007", "Zoë", "東京", "2001-02-03", "twenty"])
TYPES = st.sampled_from([None, "Person", "Company", "a thing"])
VALUES = st.one_of(
    st.none(),
    st.sampled_from(["2001-02-03", "1999-12-31", "red", "dark red", "12", "Ann Lee", "x" * 500]),
    st.integers(-3, 3),
    st.booleans(),
    st.dates(),
    st.lists(st.sampled_from(["tag one", "tag two", "red"]), max_size=3).map(tuple),
)
PROPERTIES = st.dictionaries(st.sampled_from(["born", "colour", "relation_", "note"]), VALUES, max_size=3)
WRITES = st.one_of(
    st.builds(NodeFact, NAMES, TYPES, PROPERTIES),
    st.tuples(NAMES, st.sampled_from(["knows", "part of"]), NAMES, PROPERTIES),
    st.builds(Forget, NAMES),
    st.builds(ForgetRelations, NAMES, NAMES, st.sampled_from([None, "knows"])),
)


def _flat(writes):
    for write in writes:
        if isinstance(write, tuple):
            start, type_, end, properties = write
            yield from (NodeFact(start), NodeFact(end), RelationFact(start, type_, end, properties))
        else:
            yield write


def _plain(schema: GraphSchema) -> GraphSchema:
    """A schema without the type that every element has as a property, and without samples of hashed texts."""

    def kept(properties):
        named = (p for p in properties if p.name not in ("type", "relation"))
        return tuple(sorted((p.model_copy(update={"samples": ()}) for p in named), key=lambda p: p.name))

    labels = tuple(x.model_copy(update={"properties": kept(x.properties)}) for x in schema.labels)
    types = tuple(x.model_copy(update={"properties": kept(x.properties)}) for x in schema.relationships)
    return schema.model_copy(update={"labels": labels, "relationships": types})


def _found(index, phrase):
    def free(readings):
        kept = {(slot, str(value)) for slot, value in readings if slot.property not in ("type", "relation")}
        return sorted(kept, key=repr)

    words = normalise(phrase).split(" ")
    return (
        free(index.lookup([normalise(phrase), f"@{phrase}"]).get(normalise(phrase), [])),
        free(index.lookup([f"@{phrase}"]).get(f"@{phrase}", [])),
        free(index.lookup_joined([normalise(phrase)]).get(normalise(phrase), [])),
        free(index.containing(words[:1])),
    )


@settings(max_examples=examples(10))
@given(st.lists(st.lists(WRITES, min_size=1, max_size=6), min_size=1, max_size=5))
def test_any_writes_leave_what_building_it_at_once_would_give(batches):
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with Workspace.create(place / "w") as workspace:
            began: list[tuple[int, Topology]] = []
            for batch in batches:
                began.append((workspace.version, _topology(workspace)))
                workspace.write(list(_flat(batch)))
            view = workspace.view()
            for version, topology in began:
                changes = workspace.changes(version, view.version)
                assert changes is not None
                kept_up, ids = followed(topology, changes)
                assert _drawn(kept_up) == _drawn(_topology(workspace))
                names = Names(topology)
                _called(names)  # reads them
                assert _called(names.changed(kept_up, ids)) == _called(Names(kept_up))
            (place / "built").mkdir()
            built, _ = indexed(view.store, view.store.outline(), place / "built")
            assert _plain(view.schema) == _plain(_without_empty(built))
            live, once = LiveValueIndex(workspace.index_file), ValueIndex(place / "built")
            for phrase in ("Ann Lee", "OBrien", "inv 7", "2001-02-03", "red", "tag one", "12", "dark", "東京", "1"):
                assert _found(live, phrase) == _found(once, phrase), phrase
            for word in ("brein", "tventy", "darc"):
                assert live.misspelt(word) == once.misspelt(word)
            live.close()
            once.close()
        with Workspace(place / "w") as again:
            assert _plain(again.view().schema) == _plain(view.schema)


def _topology(workspace):
    return topology_of(workspace.view().store, lambda node: node.element_id, 0, 100, Deadline(10_000))


def _called(names):
    return [{key: sorted(ids) for key, ids in known.items()} for known in (names._by_name, names._by_letters)]


def _drawn(topology):
    edges = {(e.source, e.relation, e.target): e for e in topology.edges}
    before = {id_: set(sources) for id_, sources in topology.before.items()}
    return topology.vertices, edges, topology.edge_count, topology.pairs, before


def _without_empty(schema: GraphSchema) -> GraphSchema:
    """The engine remembers types of which nothing is left."""
    labels = tuple(
        x.model_copy(update={"properties": tuple(p for p in x.properties if p.present)})
        for x in schema.labels
        if x.count
    )
    types = tuple(
        x.model_copy(
            update={
                "properties": tuple(p for p in x.properties if p.present),
                "endpoints": tuple(e for e in x.endpoints if e.count),
            }
        )
        for x in schema.relationships
        if x.count
    )
    return schema.model_copy(update={"labels": labels, "relationships": types})
