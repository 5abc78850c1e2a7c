"""The graph of what documents state: it follows the documents, and every relationship shows its sources."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.engine import NodeFact, RelationFact, Workspace

TEXTS = {
    "gateway": "The Gateway depends on the Auth Service. EdgeProxy was renamed to the Gateway.",
    "ledger": "The Ledger depends on the Auth Service and the GATEWAY. The Gateway depends on the Auth Service.",
    "doubt": "The Ledger may depend on Redis. The Gateway does not depend on Redis.",
    "denial": "The Ledger does not depend on the Auth Service. INC-001 affected the GATEWAY.",
    "lunch": "The canteen serves soup on Fridays.",
}
ANOTHER = "The Ledger depends on Kafka. ADR-001 was approved by Dana Cruz."


def graph(place: Path) -> tuple[set[object], set[object]]:
    with fp.open(place) as kb:
        nodes = kb.query("MATCH (n) RETURN n").rows
        edges = kb.query("MATCH ()-[r]->() RETURN r").rows if kb.schema.relationships else ()
    shown = {(n.element_id, *sorted((k, str(v)) for k, v in n.properties.items())) for (n,) in nodes}
    joined = {(r.start, r.type, r.end, *sorted((k, str(v)) for k, v in r.properties.items())) for (r,) in edges}
    return shown, joined


def built(place: Path, texts: dict[str, str]) -> tuple[set[object], set[object]]:
    with fp.memory(place) as memory:
        for key, text in texts.items():
            memory.add_text(text, key=key)
    return graph(place)


def test_the_order_of_documents_does_not_matter(tmp_path):
    backwards = dict(reversed(TEXTS.items()))
    assert built(tmp_path / "a.fp", TEXTS) == built(tmp_path / "b.fp", backwards)


@pytest.mark.parametrize("seed", range(4))
def test_after_any_history_the_graph_is_that_of_the_documents(tmp_path, seed):
    chance, here = random.Random(seed), dict[str, str]()
    with fp.memory(tmp_path / "lived.fp") as memory:
        for _ in range(12):
            key = chance.choice(list(TEXTS))
            if key in here and chance.random() < 0.5:
                del here[key]
                assert memory.forget(key)
            else:
                here[key] = chance.choice([TEXTS[key], ANOTHER])
                memory.add_text(here[key], key=key)
    assert graph(tmp_path / "lived.fp") == built(tmp_path / "fresh.fp", here)


def test_adding_again_writes_nothing(tmp_path):
    built(tmp_path / "kb.fp", TEXTS)
    with Workspace(tmp_path / "kb.fp", write=False) as before:
        version = before.version
    built(tmp_path / "kb.fp", TEXTS)
    with Workspace(tmp_path / "kb.fp", write=False) as after:
        assert after.version == version


def test_every_source_slices_back_to_a_sentence(tmp_path):
    built(tmp_path / "kb.fp", TEXTS)
    with fp.open(tmp_path / "kb.fp") as kb:
        for (found,) in kb.query("MATCH ()-[r]->() RETURN r").rows:
            assert found.properties["sources"]
            for place in found.properties["sources"]:
                document, _, span = place.rpartition(":")
                start, end = map(int, span.split("-"))
                assert TEXTS[document][start:end].endswith(".")


def test_certainty_and_contradiction(tmp_path):
    built(tmp_path / "kb.fp", TEXTS)
    with fp.open(tmp_path / "kb.fp") as kb:
        rows = kb.query("MATCH (a)-[r:DEPENDS_ON]->(b) RETURN a.name, b.name, r.certainty").rows
        assert set(rows) == {
            ("Gateway", "Auth Service", "supported"),
            ("Ledger", "Gateway", "supported"),
            ("Ledger", "Auth Service", "conflicting"),
            ("Ledger", "Redis", "possible"),
        }
        answer = kb.ask("What does the Ledger depend on?")
        assert "the documents contradict each other about this" in answer.notes
        assert answer.metadata["certainty"] == "conflicting"
        assert answer.confidence < 0.5
        quoted = {quote["quote"] for quote in answer.metadata["quotes"]}
        assert {TEXTS["denial"].split(". ")[0] + ".", TEXTS["ledger"].split(". ")[0] + "."} <= quoted


def test_an_answer_over_two_documents_cites_both(tmp_path):
    built(tmp_path / "kb.fp", {key: TEXTS[key] for key in ("gateway", "ledger")})
    with fp.memory(tmp_path / "kb.fp") as memory:
        answer = memory.ask("What depends on the Auth Service?")
    assert answer.text.splitlines()[0] in ("Gateway and Ledger.", "2 entities: Gateway and Ledger.")
    assert {citation.source.file for citation in answer.citations} == {"gateway", "ledger"}
    for quote in answer.metadata["quotes"]:
        assert TEXTS[quote["document"]][quote["start"] : quote["end"]] == quote["quote"]


def test_what_others_wrote_stays(tmp_path):
    place = tmp_path / "kb.fp"
    built(place, {"gateway": TEXTS["gateway"]})
    with Workspace(place) as workspace:
        workspace.write([NodeFact("ann", "Person", {"name": "Ann"}), RelationFact("ann", "KNOWS", "gateway")])
    with fp.memory(place) as memory:
        memory.forget("gateway")
    nodes, edges = graph(place)
    assert {node[0] for node in nodes} == {"ann", "gateway"}
    assert {edge[:3] for edge in edges} == {("ann", "KNOWS", "gateway")}


def test_while_another_process_writes_facts_wait(tmp_path):
    place = tmp_path / "kb.fp"
    built(place, {})
    with Workspace(place), fp.memory(place) as memory:
        memory.add_text(TEXTS["gateway"], key="gateway")
    assert graph(place) == (set(), set())
    with fp.memory(place):
        pass
    assert len(graph(place)[1]) == 2
