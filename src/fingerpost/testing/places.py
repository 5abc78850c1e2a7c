"""Places: what was saved is opened again, what is not a graph is refused, and what is closed says so."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from fingerpost.core.cells import Node
from fingerpost.core.errors import KnowledgeBaseError, StoreError, UnsupportedConstruct
from fingerpost.query_languages import language
from fingerpost.stores import Capabilities, GraphWriter, NodeRow, RelationshipRow, Store
from fingerpost.testing.asking import ask
from fingerpost.testing.base import Conformance, Make
from fingerpost.testing.graphs import write_authors, write_people
from fingerpost.testing.shelf import Shelf

_ODD = "back`tick: a\nb"


def _odd_label(writer: GraphWriter) -> None:
    writer.add_nodes((_ODD,), [("n", 0, {"x": 1})])


def _odd_type(writer: GraphWriter) -> None:
    writer.add_nodes(("N",), [("n", 0, {"x": 1})])
    writer.add_relationships("N", _ODD, "N", [("n", "n", 0, {})])


def _odd_property(writer: GraphWriter) -> None:
    writer.add_nodes(("N",), [("n", 0, {_ODD: 1})])


class Places(Conformance):
    """Writing, saving, opening, closing."""

    def test_a_closed_store_says_so(self, make: Make) -> None:
        store = make(lambda writer: writer.add_nodes(("N",), [("n", 0, {"x": 1})]))
        query = language().verify("RETURN 1", dialect=store.dialect)
        store.close()
        store.close()
        uses: tuple[Callable[[], object], ...] = (
            lambda: store.run(query),
            lambda: store.explain(query),
            store.schema,
            store.outline,
            lambda: list(store.values("N", "x")),
            lambda: store.origins([Node("n")]),
            lambda: store.nodes(["n"]),
        )
        for use in uses:
            with pytest.raises(StoreError) as refusal:
                use()
            assert refusal.value.code == "store.closed"

    @pytest.mark.parametrize("content", [None, b"", b"junk" * 100], ids=["nothing", "empty", "junk"])
    def test_a_place_without_a_whole_graph_is_no_store(self, tmp_path: Path, content: bytes | None) -> None:
        place = self._in(tmp_path)
        if content is not None:
            self._write_one(place)
            for file in tmp_path.rglob("*"):
                if file.is_file():
                    file.write_bytes(content)
        with pytest.raises(KnowledgeBaseError) as refusal:
            self.kind.open(place, self.access)
        assert refusal.value.code == ("kb.missing" if content is None else "kb.damaged")
        assert str(tmp_path) in refusal.value.message

    def test_a_place_that_cannot_be_written_says_so(self, tmp_path: Path) -> None:
        place = self._in(tmp_path / "file" / "below")
        (tmp_path / "file").write_text("this is not a folder", encoding="utf-8")
        with pytest.raises(StoreError) as failure:
            self._write_one(place)
        assert failure.value.code == "store.write"

    def test_what_was_added_is_read_by_the_writer(self, tmp_path: Path, make: Make) -> None:
        found: list[tuple[object, ...]] = []

        def write(writer: GraphWriter) -> None:
            write_people(writer)
            with closing(writer.reading()) as read:
                found.extend(ask(read, "MATCH (n) RETURN count(n), sum(n.age)").rows)

        store = make(write)
        assert found == [(7, 156)]
        assert ask(store, "MATCH (n) RETURN count(n), sum(n.age)").rows == ((7, 156),)

    def test_many_rows_in_many_batches_are_all_there(self, make: Make) -> None:
        def write(writer: GraphWriter) -> None:
            for start in range(0, 3_000, 500):
                nodes: list[NodeRow] = [(f"n{i}", i, {"k": i}) for i in range(start, start + 500)]
                writer.add_nodes(("N",), nodes)
            for start in range(0, 3_000, 600):
                joined: list[RelationshipRow] = [
                    (f"n{i}", f"n{(i * 7 + 1) % 3_000}", i, {"k": i}) for i in range(start, start + 600)
                ]
                writer.add_relationships("N", "T", "N", joined)

        store = make(write)
        assert ask(store, "MATCH (n:N) RETURN count(n), sum(n.k), count(DISTINCT n.k)").rows == (
            (3_000, 4_498_500, 3_000),
        )
        text = "MATCH (a)-[r:T]->(b) WHERE b.k = (a.k * 7 + 1) % 3000 AND r.k = a.k RETURN count(r)"
        assert ask(store, text).rows == ((3_000,),)

    def test_what_a_store_cannot_label_is_refused(self, make: Make, capabilities: Capabilities) -> None:
        if capabilities.several_labels:
            found = make(write_authors).schema()
            assert found.label_by_name["Author"].count == 2
            return
        with pytest.raises(StoreError) as refusal:
            make(write_authors)
        assert refusal.value.code == "store.write"

    @pytest.mark.parametrize("write", [_odd_label, _odd_type, _odd_property])
    def test_a_name_that_a_store_cannot_keep_is_refused(
        self, make: Make, capabilities: Capabilities, write: Callable[[GraphWriter], None]
    ) -> None:
        """It is kept as it is (`any_names`), or refused when it is written: never kept as another."""
        refusals = () if capabilities.any_names else (StoreError, UnsupportedConstruct)
        with suppress(*refusals):
            schema = make(write).schema()
            names = {p.name for label in schema.labels for p in label.properties}
            assert _ODD in {*names, *schema.label_by_name, *schema.relationship_by_type}

    def test_two_stores_of_one_place_are_closed_apart(self, people: Store, shelf: Shelf) -> None:
        if self.reading:
            pytest.skip("reading: a writer's own store has no place yet")
        place = shelf.place_of("people")
        with closing(self.kind.open(place, self.access)) as other:
            assert ask(other, "MATCH (n:Town) RETURN n.name").rows == (("Kirkby",),)
        assert ask(people, "MATCH (n:Town) RETURN n.name").rows == (("Kirkby",),)

    def _write_one(self, place: str) -> None:
        with closing(self.kind.writer(place, self.access)) as writer:
            writer.add_nodes(("N",), [("n", 0, {})])
            writer.save()

    def _in(self, folder: Path) -> str:
        """A place in a folder."""
        place = self.place(folder)
        if not place.startswith(str(folder)):
            pytest.skip("place: this store's graphs are kept on a server")
        return place
