"""What asking and looking through costs a server: exchanges for each question, a sample of what is large."""

from __future__ import annotations

import fingerpost
from fingerpost.samples import LIBRARY_FOLDER, copy_sample
from fingerpost.stores.bolt import sampling as bolt_sampling
from fingerpost.stores.support.worker_process import WorkerProcess

QUESTIONS = ["Who wrote Emma?", "How many pages has Emma?", "How many authors are there?"]


def counted(monkeypatch, owner, name):
    asked = []
    real = getattr(owner, name)

    def run(self, query, *given, **named):
        asked.append(query)
        return real(self, query, *given, **named)

    monkeypatch.setattr(owner, name, run)
    return asked


def trips(url, folder, asked):
    """Exchanges for each question when it is asked again, with its answer and whether all that it cites has a place."""
    settings = fingerpost.Settings(cache_folder=folder / "cache")
    fingerpost.load([copy_sample(LIBRARY_FOLDER, folder)], url, settings=settings)
    found = []
    with fingerpost.open(url, settings) as kb:
        for question in QUESTIONS:
            kb.ask(question)
            asked.clear()
            answer = kb.ask(question)
            assert answer.citations
            assert all(citation.source is not None for citation in answer.citations)
            found.append((answer.text, len(asked)))
    return found


def test_neo4j_tells_with_the_answer_where_it_was_read(neo4j_server, monkeypatch, tmp_path):
    import neo4j

    asked = counted(monkeypatch, neo4j.Session, "run")
    assert trips(neo4j_server.url, tmp_path, asked) == [
        ("Jane Austen.", 1),
        ("Emma has 480 pages.", 2),
        ("There are 20 authors.", 2),
    ]


def test_of_ladybug_only_the_tables_are_asked_that_cited_nodes_are_in(monkeypatch, tmp_path):
    asked = counted(monkeypatch, WorkerProcess, "run")
    assert trips(f"ladybug://{tmp_path}/library", tmp_path, asked) == [
        ("Jane Austen.", 2),
        ("Emma has 480 pages.", 3),
        ("There are 20 authors.", 3),
    ]


def test_a_schema_says_that_only_a_sample_was_looked_at(neo4j_server, monkeypatch, tmp_path):
    monkeypatch.setattr(bolt_sampling, "EXACT", 30)
    settings = fingerpost.Settings(cache_folder=tmp_path / "cache")
    fingerpost.load([copy_sample(LIBRARY_FOLDER, tmp_path)], neo4j_server.url, settings=settings)
    with fingerpost.open(neo4j_server.url, settings) as kb:
        assert kb.store.outline().sampled
        assert kb.schema.open
        assert kb.query("MATCH (b:Book) WHERE b.seen IS NULL RETURN count(b) AS n").rows == ((34,),)
    monkeypatch.undo()
    with fingerpost.open(neo4j_server.url, settings) as kb:
        assert not kb.store.outline().sampled
