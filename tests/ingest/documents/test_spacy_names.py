"""Facts read with the names that a spaCy pipeline finds."""

from __future__ import annotations

import sys

import pytest

import fingerpost as fp
from fingerpost.core.errors import MissingExtra, SettingsError
from fingerpost.core.settings import Settings
from fingerpost.ingest import SpacyNames, facts_of, read_gazetteer, read_plain
from fingerpost.ingest.documents.spacy_names import _loaded

PATTERNS = [
    {"label": "PERSON", "pattern": "van der Aa"},
    {"label": "PERSON", "pattern": "Reed Service"},
    {"label": "PERSON", "pattern": "INC-004"},
    {"label": "DATE", "pattern": "Monday"},
]


@pytest.fixture
def folder(tmp_path):
    spacy = pytest.importorskip("spacy", reason="needs the extra names")
    made = spacy.blank("en")
    made.add_pipe("entity_ruler").add_patterns(PATTERNS)
    made.to_disk(tmp_path / "pipeline")
    return str(tmp_path / "pipeline")


def _facts(text, known=None):
    return {
        (f.subject.text, f.subject.kind, f.relation, f.object.text, f.object.kind)
        for f in facts_of(read_plain("n", "", text), known)
    }


def test_a_pipeline_tells_names_and_their_kinds(folder):
    text = "The Ledger is owned by van der Aa."
    known = SpacyNames(folder).in_texts([text])
    assert ("Ledger", "Entity", "OWNED_BY", "van der Aa", "Person") in _facts(text, known)
    assert not any(fact[3] == "van der Aa" for fact in _facts(text))


def test_what_a_name_looks_like_and_identifiers_stay(folder):
    text = "INC-004 affected the Reed Service. The Reed Service depends on Monday."
    known = SpacyNames(folder).in_texts([text])
    assert ("INC-004", "Incident", "AFFECTS", "Reed Service", "System") in _facts(text, known)
    assert "monday" not in known.entries


def test_a_list_of_the_user_holds(folder, tmp_path):
    (tmp_path / "names.csv").write_text("name,kind\nvan der Aa,Team\nslate,System\n")
    own = read_gazetteer(tmp_path / "names.csv")
    text = "The Ledger is owned by van der Aa. The Ledger depends on the slate."
    known = SpacyNames(folder).in_texts([text], own)
    found = _facts(text, known)
    assert ("Ledger", "Entity", "OWNED_BY", "van der Aa", "Team") in found
    assert ("Ledger", "Entity", "DEPENDS_ON", "slate", "System") in found
    assert SpacyNames(folder).in_texts(["nothing here"], own) is own


def test_a_memory_reads_with_the_pipeline_and_again_without(folder, tmp_path):
    pytest.importorskip("wordllama", reason="needs the extra documents")
    (tmp_path / "a.md").write_text("The Ledger is owned by van der Aa.")
    with fp.memory(tmp_path / "m.fp", Settings(embeddings="static", name_pipeline=folder)) as memory:
        assert memory.add(tmp_path / "a.md").created == 1
        assert memory.add(tmp_path / "a.md").unchanged == 1
        assert memory.ask("Who owns the Ledger?").text.splitlines()[0] == "van der Aa."
    with fp.memory(tmp_path / "m.fp", Settings(embeddings="static")) as memory:
        assert memory.add(tmp_path / "a.md").changed == 1
        assert not memory.store.facts()


def test_what_is_no_pipeline_of_names_is_refused(tmp_path):
    spacy = pytest.importorskip("spacy", reason="needs the extra names")
    spacy.blank("en").to_disk(tmp_path / "empty")
    for pipeline in (str(tmp_path / "empty"), str(tmp_path / "nowhere"), "no_such_pipeline"):
        with pytest.raises(SettingsError) as caught:
            SpacyNames(pipeline)
        assert caught.value.code == "settings.invalid"


def test_without_spacy_the_extra_is_named(monkeypatch):
    _loaded.cache_clear()
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtra) as caught:
        SpacyNames("any")
    assert "fingerpost[names]" in caught.value.hint
