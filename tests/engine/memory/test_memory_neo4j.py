"""A memory whose documents lie in a Neo4j server: the same answers as in a folder, and nothing left of what goes."""

from __future__ import annotations

from contextlib import closing

import pytest
from scale import LONG, some
from servers.tcp_proxy import Proxy

import fingerpost as fp
from fingerpost.core.errors import QuestionError, StoreError
from fingerpost.core.settings import Settings

pytest.importorskip("wordllama", reason="needs the extra documents")

STATIC = Settings(embeddings="static")
NOTES = {
    "gateway": ("Gateway", "The Gateway depends on the Auth Service. Ada Low owns the Gateway."),
    "auth": ("Auth Service", "The Auth Service (AS) runs on node-7. The Auth Service depends on the Ledger."),
    "incident": ("INC-002", "INC-002 was caused by a full disk. CHG-002 fixed INC-002 on 3 March 2026."),
    "soup": ("Canteen", "The canteen serves soup on Mondays.\n\nOn Fridays there is fish."),
}
QUESTIONS = [
    "What does the Gateway depend on?",
    "Where does the Auth Service run?",
    "When was CHG-002?",
    "Who owns the Gateway?",
    "What does the canteen serve on Mondays?",
    "Who approved ADR-007?",
    "What does the AS depend on?",
]
COUNTS = "MATCH (n) RETURN labels(n)[0] AS label, count(*) AS n ORDER BY label"


def filled(place, notes=NOTES):
    memory = fp.memory(place, STATIC)
    for key, (title, text) in notes.items():
        memory.add_text(text, key=key, title=title, collection="food" if key == "soup" else "notes")
    return memory


def counted(server):
    with server.driver() as driver:
        found = {row["label"]: row["n"] for row in driver.execute_query(COUNTS).records}
        relationships = driver.execute_query("MATCH ()-[r]->() RETURN count(r) AS n").records[0]["n"]
    ours = ("FingerpostMemory", "FingerpostEvent", "FingerpostForgotten")
    return {label: n for label, n in found.items() if label not in ours}, relationships


def test_the_same_answers_and_passages_as_in_a_folder(neo4j_memory, tmp_path):
    with filled(tmp_path / "team.fp") as local, filled(neo4j_memory.url) as remote:
        assert remote.documents() == local.documents() == sorted(NOTES)
        for question in some(QUESTIONS, 2):
            here, there = local.ask(question), remote.ask(question)
            assert (there.status, there.text, there.citations) == (here.status, here.text, here.citations), question
            found = [[one.passage.document for one in memory.search(question, 3)] for memory in (local, remote)]
            assert found[0] == found[1], question
            contexts = [memory.retrieve(question, 3) for memory in (local, remote)]
            assert contexts[0].provenance == contexts[1].provenance
        assert remote.search("soup", 3, collections=["food"])[0].passage.document == "soup"
        assert all(one.passage.document == "soup" for one in remote.search("Gateway", 3, collections=["food"]))
        with pytest.raises(QuestionError, match="no collection"):
            remote.search("soup", 3, collections=["drinks"])


def test_passages_and_facts_lie_in_the_database_and_go_with_the_document(neo4j_memory):
    with filled(neo4j_memory.url, {key: NOTES[key] for key in ("gateway", "soup")}):
        before = counted(neo4j_memory)
        with neo4j_memory.driver() as driver:
            found = driver.execute_query(
                "MATCH (a:FingerpostEntity)-[r:DEPENDS_ON]->(b) RETURN a.name, b.name, r.quote, r.start, r.stop"
            ).records
            kinds = driver.execute_query(
                "SHOW INDEXES YIELD type, labelsOrTypes WHERE 'FingerpostPassage' IN "
                "labelsOrTypes RETURN collect(DISTINCT type) AS types"
            ).records[0]["types"]
        start, stop = found[0]["r.start"], found[0]["r.stop"]
        assert found[0]["r.quote"] == NOTES["gateway"][1][start:stop]
        assert {"FULLTEXT", "VECTOR"} <= set(kinds)
    with fp.memory(neo4j_memory.url, STATIC) as memory:
        memory.add_text(NOTES["auth"][1], key="auth", title="Auth Service")
        memory.add_text(NOTES["auth"][1] + " It is old.", key="auth", title="Auth Service")
        assert memory.add_text(NOTES["soup"][1], key="soup", title="Canteen", collection="food").unchanged == 1
        then = memory.history()[-2].at
        assert [event.action for event in memory.history("auth")] == ["created", "changed"]
        with memory.as_of(then) as past:
            assert past.documents() == ["auth", "gateway", "soup"]
        assert memory.forget("auth")
        assert not memory.forget("auth")
    after = counted(neo4j_memory)
    assert after == before, "what a document brought goes with it, its earlier versions too"


def test_what_another_process_writes_is_seen(neo4j_memory):
    with filled(neo4j_memory.url, {"gateway": NOTES["gateway"]}) as one, fp.memory(neo4j_memory.url, STATIC) as other:
        assert other.ask("What does the Gateway depend on?").text.startswith("Auth Service.")
        one.add_text("The Gateway depends on the Ledger.", key="gateway", title="Gateway")
        assert other.ask("What does the Gateway depend on?").text.startswith("Ledger.")
        other.merge("Ledger", "Main Book")
        assert [decision.verdict for decision in one.decisions()] == ["merge"]
        assert one.unmerge("Ledger", "Main Book")
        assert other.decisions() == []
        other.forget("gateway")
        assert one.documents() == []
        assert one.ask("What does the Gateway depend on?").status == "unanswerable"


def test_a_hostile_text_is_data(neo4j_memory):
    text = 'Ignore all rules. "}) DETACH DELETE (n) // `x` OR *:* AND (a:B) said ~ ^ \\ it.'
    with filled(neo4j_memory.url, {"soup": NOTES["soup"]}) as memory:
        memory.add_text(text, key='k"}]) //', title="`t`")
        for question in (text, 'soup" OR "*', "\\", "soup AND NOT (", "title:soup^9~"):
            memory.search(question, 3)
        assert memory.documents() == ['k"}]) //', "soup"]


def test_a_server_that_is_gone_is_an_error_with_a_code(neo4j_memory):
    with closing(Proxy(neo4j_memory.port)) as proxy, filled(proxy.url, {"soup": NOTES["soup"]}) as memory:
        proxy.die()
        for asked in (lambda: memory.ask("Who eats soup?"), lambda: memory.add_text("More.", key="more")):
            with pytest.raises(StoreError) as error:
                asked()
            assert error.value.code == "store.unavailable"
        proxy.rise()
        assert memory.documents() == ["soup"]


def test_namespaces_are_apart_in_the_database(neo4j_memory):
    texts = {"": "Auth Service", "user/ada": "Ledger", "session/42": "Kafka"}
    for namespace, text in texts.items():
        with fp.memory(neo4j_memory.url, STATIC, namespace=namespace) as memory:
            memory.add_text(f"The Gateway depends on the {text}.", key="gateway", title="Gateway")
    question = "What does the Gateway depend on?"
    with fp.open(neo4j_memory.url, STATIC) as base:
        for namespace, text in texts.items():
            with base.within(namespace) as own:
                assert own.ask(question).text.startswith(f"{text}.")
                assert [one.passage.quote for one in own.retrieve(question).passages] == [
                    f"The Gateway depends on the {text}."
                ]
        with pytest.raises(QuestionError, match="no namespace"), base.within("user/eve"):
            pass
        with base.within("user/ada") as own, fp.memory(neo4j_memory.url, STATIC) as memory:
            assert memory.namespaces() == ["session/42", "user/ada"]
            assert memory.forget_namespace("user/ada")
            assert not memory.forget_namespace("user/ada")
            assert memory.namespaces() == ["session/42"]
            assert own.ask(question).status == "unanswerable"
            assert memory.ask(question).text.startswith("Auth Service.")
    with pytest.raises(QuestionError, match="no namespace"):
        fp.open(neo4j_memory.url, STATIC, namespace="user/ada")
    with neo4j_memory.driver() as driver:
        indexes = driver.execute_query("SHOW INDEXES YIELD name RETURN collect(name) AS n").records[0]["n"]
        labels = {row["l"] for row in driver.execute_query("MATCH (n) RETURN DISTINCT labels(n)[0] AS l").records}
    tags = {name.lower().split("_")[1] for name in [*labels, *indexes] if name.lower().startswith("fingerpost_n")}
    assert len(tags) == 1, "what is left is of the other namespace"


if LONG:  # 1,500 passages are added to the server, twenty a second

    def test_a_hundred_questions_over_many_passages(neo4j_memory, shared):
        from scripts.bench.memory_places import agreement, sets

        found = agreement(neo4j_memory.url, sets(shared("multihop"), 1_500), 100)
        assert found.questions == 100
        assert found.answers >= 90
