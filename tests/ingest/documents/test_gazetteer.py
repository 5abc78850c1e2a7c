"""Facts read with a user's list of names."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.core.settings import Settings
from fingerpost.ingest import facts_of, read_gazetteer, read_plain

LIST = "name,kind,aliases\nstock ledger,System,pantry;SL\nnight crew,Team,\nkiosk,,\n"


@pytest.fixture
def names(tmp_path):
    path = tmp_path / "names.csv"
    path.write_text(LIST)
    return path


def _facts(text, known=None):
    return {
        (f.subject.key, f.relation, f.object.key, f.object.kind) for f in facts_of(read_plain("n", "", text), known)
    }


def test_names_need_no_capitals(names):
    text = "The kiosk depends on the stock ledger. The stock ledger is owned by the night crew."
    assert not any(relation == "OWNED_BY" for _, relation, _, _ in _facts(text))
    assert _facts(text, read_gazetteer(names)) == {
        ("kiosk", "DEPENDS_ON", "stock ledger", "System"),
        ("stock ledger", "OWNED_BY", "night crew", "Team"),
    }


def test_an_alias_is_another_name_where_it_stands(names):
    found = _facts("The kiosk depends on SL.", read_gazetteer(names))
    assert ("stock ledger", "SAME_AS", "sl", "System") in found
    assert not any(
        relation == "SAME_AS" for _, relation, _, _ in _facts("The slate hangs here.", read_gazetteer(names))
    )


def test_quotes_are_as_the_text_has_them(names):
    document = read_plain("n", "", "Note. The kiosk depends on the pantry.")
    for fact in facts_of(document, read_gazetteer(names)):
        assert document.text[fact.start : fact.end] == "The kiosk depends on the pantry."
        assert "Pantry" not in (fact.subject.text, fact.object.text)


def test_a_memory_reads_with_the_list_and_again_without(tmp_path, names):
    pytest.importorskip("wordllama", reason="needs the extra documents")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("The pantry is owned by the night crew.")
    with fp.memory(tmp_path / "m.fp", Settings(embeddings="static")) as memory:
        assert memory.add(tmp_path / "notes", names=names).created == 1
        assert memory.add(tmp_path / "notes", names=names).unchanged == 1
        answer = memory.ask("Who owns the stock ledger?")
        assert answer.text.splitlines()[0] == "night crew."
        assert answer.metadata["source_type"] == "graph"
        assert memory.add(tmp_path / "notes").changed == 1
        assert memory.ask("Who owns the stock ledger?").status != "answered"


@pytest.mark.parametrize(
    "text", ["kind\nSystem\n", "name,colour\na,red\n", "name,kind\nLedger,Boat\n", "name,aliases\na,x\nb,x\n", "name\n"]
)
def test_what_is_no_list_of_names_is_refused(tmp_path, text):
    path = tmp_path / "names.csv"
    path.write_text(text)
    with pytest.raises(SourceError) as error:
        read_gazetteer(path)
    assert error.value.code == "source.format"
