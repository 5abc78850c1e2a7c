"""A copy holds the same as what it was made from, or is refused."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.errors import KnowledgeBaseError, StoreError
from fingerpost.engine import transfer
from fingerpost.engine.transfer import content_of


@pytest.fixture
def base(tmp_path):
    source = tmp_path / "people.jsonl"
    source.write_text(
        '{"type":"node","id":"1","labels":["Person","Author"],"properties":{"name":"Anna","born":1980,"tags":["x","y"]}}\n'
        '{"type":"node","id":"2","labels":["Person"],"properties":{"name":"Bo","when":{"$date":"2017-08-11"}}}\n'
        '{"type":"relationship","id":"3","label":"KNOWS","start":{"id":"1"},"end":{"id":"2"},"properties":{"since":2}}\n'
    )
    fp.load([source], tmp_path / "people.fp")
    return tmp_path / "people.fp"


def test_a_copy_is_the_same_and_cites_the_same_places(base, tmp_path):
    _, content = fp.copy(base, tmp_path / "copy.fp")
    assert (content.nodes, content.relationships) == (2, 1)
    with fp.open(base) as one, fp.open(tmp_path / "copy.fp") as other:
        assert content_of(one.store) == content_of(other.store) == content
        assert one.schema == other.schema
        answers = [kb.ask("Who knows Bo?") for kb in (one, other)]
        assert answers[0].text == answers[1].text == "Anna."
        assert answers[0].citations == answers[1].citations
        assert answers[1].citations[0].source is not None


@pytest.mark.parametrize("statement", [
    "{'name': 'Ann', 'born': 1980, 'tags': ('x', 'y')}", "{'name': 'Anna', 'born': 1980.0, 'tags': ('x', 'y')}",
    "{'name': 'Anna', 'born': 1980, 'tags': ('y', 'x')}", "{'name': 'Anna', 'born': 1980}",
])  # fmt: skip
def test_the_digest_tells_any_difference(base, statement, monkeypatch):
    with fp.open(base) as kb:
        before = content_of(kb.store)
        elements = list(kb.store.elements())
        changed = [
            (type(e)(e.element_id, e.labels, eval(statement)) if e.element_id == "1" else e, at) for e, at in elements
        ]  # fmt: skip
        monkeypatch.setattr(type(kb.store), "elements", lambda _: iter(changed))
        assert content_of(kb.store) != before
        monkeypatch.setattr(type(kb.store), "elements", lambda _: iter(elements[::-1]))
        assert content_of(kb.store) == before, "the order does not matter"


def test_a_copy_that_differs_is_not_published(base, tmp_path, monkeypatch):
    real = transfer._records

    def lossy(store, tally):
        return (record for record in real(store, tally) if getattr(record, "type", None) != "KNOWS")

    monkeypatch.setattr(transfer, "_records", lossy)
    with pytest.raises(StoreError) as refused:
        fp.copy(base, tmp_path / "copy.fp")
    assert refused.value.code == "store.differs"
    assert not (tmp_path / "copy.fp").exists()


def test_there_must_be_something_to_copy_and_room_for_it(base, tmp_path):
    with pytest.raises(KnowledgeBaseError) as refused:
        fp.copy(tmp_path / "nothing.fp", tmp_path / "copy.fp")
    assert refused.value.code == "kb.missing"
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    with pytest.raises(KnowledgeBaseError) as refused:
        fp.copy(base, tmp_path / "full")
    assert refused.value.code == "kb.exists"
