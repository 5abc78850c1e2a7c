"""The service in a process of its own, asked over a socket."""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
from pathlib import Path

import pytest
from command_line import cli
from http_server import running

import fingerpost
from fingerpost.surfaces.guard import KeyFile

BORROWED = "Who borrowed Emma?"
CLASSICS = "Which classics are there by Jane Austen?"
AUSTEN = "MATCH (a:Author {name: 'Jane Austen'})-[:WROTE]->(b:Book) RETURN b"
STEPS = ["route", "parse", "rank", "verify", "run", "cite", "compose"]


def test_an_answer_over_http_is_the_answer_of_the_library(service, library):
    reply = service.send("POST", "/ask", {"question": BORROWED})
    assert reply.status == 200
    over_http, here = fingerpost.Answer.model_validate_json(reply.body), library.ask(BORROWED)
    assert over_http.model_copy(update={"trace": here.trace}) == here


def test_bases_are_chosen_by_name(service):
    reply = service.send("POST", "/ask", {"question": "How many walls are there?", "base": "house"})
    assert reply.json["rows"] == [[14]]
    missing = service.send("POST", "/ask", {"question": BORROWED, "base": "none"})
    assert (missing.status, missing.code) == (404, "base.missing")
    assert missing.json["error"]["hint"] == "library, house"


def test_a_question_is_read_without_an_answer(service):
    found = fingerpost.Reading.model_validate_json(service.send("POST", "/read", {"question": BORROWED}).body)
    assert (found.status, found.parameters) == ("read", {"p1": "Emma"})
    assert found.readings


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"question": "  "}, 400, "question.empty"),
        ({"question": "a " * 2_000}, 400, "question.too-long"),
        ({"question": BORROWED, "choice": 99}, 400, "question.choice"),
        ({"question": 7}, 422, "input.invalid"),
        ({"question": BORROWED, "limit": 1}, 422, "input.invalid"),
        (b"{", 422, "input.invalid"),
        (b"\xff", 400, "input.invalid"),
        (b"[" * 5_000, 400, "input.invalid"),
        (b'{"question": "Who borrowed \\ud800?"}', 422, "input.invalid"),
    ],
)
def test_what_cannot_be_asked_is_an_error_with_a_code(service, body, status, code):
    reply = service.send("POST", "/ask", body)
    assert (reply.status, reply.code) == (status, code)


HALF = b"\\ud800"
"""Half of a surrogate pair in JSON."""


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/ask", b'{"question": "Who borrowed Emma?", "collections": ["HALF"]}'),
        ("/ask", b'{"question": "Who borrowed Emma?", "base": "HALF"}'),
        ("/ask", b'{"question": "Who borrowed Emma?", "namespace": "HALF"}'),
        ("/read", b'{"question": "Who borrowed HALF?"}'),
        ("/chat", b'{"message": "Who borrowed Emma?", "data_sources": {"HALF": true, "library": false}}'),
        (
            "/chat",
            b'{"message": "Who borrowed Emma?", "data_sources": {"HALF": true, "library": false}, "stream": true}',
        ),
        ("/chat", b'{"message": "Who borrowed Emma?", "session_id": "HALF"}'),
        ("/feedback", b'{"question": "Who borrowed Emma?", "verdict": "right", "comment": "HALF"}'),
        ("/graph/cypher", b'{"query": "RETURN $p AS x", "params": {"p": ["HALF"]}}'),
        ("/graph/cypher", b'{"query": "RETURN 1 AS x", "params": {"HALF": 1}}'),
        ("/graph/query", b'{"query": "Who borrowed HALF?"}'),
        ("/api/rag/ask", b'{"question": "What is said about HALF?"}'),
    ],
)
def test_what_is_no_text_is_refused_on_every_route(debugging, path, body):
    reply = debugging.send("POST", path, body.replace(b"HALF", HALF))
    assert (reply.status, reply.code) == (422, "input.invalid")
    whole = debugging.send("POST", path, body.replace(b"HALF", HALF + b"\\udc00"))
    assert whole.status in (200, 400, 404)


def test_a_message_is_replied_to_with_what_the_reply_rests_on(service):
    reply = service.send("POST", "/chat", {"message": BORROWED, "session_id": "s1", "images_base64": None}).json
    assert reply["reply"] == "Siobhán O'Brien."
    assert (reply["session_id"], reply["route"], reply["status"]) == ("s1", "graph", "answered")
    [citation] = reply["citations"]
    assert (citation["source"], citation["row_count"], citation["cypher_query"]) == ("library", 1, None)
    assert "Siobhán" in citation["snippet"]
    assert citation["elements"] == ["Member M07 “Siobhán O'Brien” (Member.csv line 8)"]
    assert reply["latency_ms"] > 0


def test_data_sources_choose_the_base_and_none_is_no_route(service):
    def ask(sources, message):
        return service.send("POST", "/chat", {"message": message, "data_sources": sources}).json

    assert ask({"library": False, "house": True}, "How many walls are there?")["citations"][0]["source"] == "house"
    assert ask({"coop_manual": False}, BORROWED)["citations"][0]["source"] == "library"
    for sources in ({"library": False}, {"graph_db": False}, {"graph_db": False, "documents": True}):
        off = ask(sources, BORROWED)
        assert (off["route"], off["citations"]) == ("none", []), sources
    assert off["reply"] == "No data source is selected: there is no documents here, only library, house."
    assert ask({"graph_db": True}, BORROWED)["citations"][0]["source"] == "library"
    assert ask({"graph_db": False, "library": True}, BORROWED)["citations"][0]["source"] == "library"
    walls = ask({"graph_db": False, "house": True}, "How many walls are there?")
    assert [citation["source"] for citation in walls["citations"]] == ["house"]


def test_what_was_not_answered_has_no_citation_and_suggests(service):
    reply = service.send("POST", "/chat", {"message": "Delete all books"}).json
    assert (reply["status"], reply["route"], reply["citations"]) == ("refused", "none", [])


def test_a_streamed_reply_is_events_that_end_with_the_whole(service):
    reply = service.send("POST", "/chat", {"message": BORROWED, "stream": True})
    assert reply.headers["content-type"].startswith("text/event-stream")
    events = [dict(line.split(": ", 1) for line in event.split("\n")) for event in reply.body.strip().split("\n\n")]
    names = [event["event"] for event in events]
    assert (names[0], names[-1]) == ("session", "done")
    assert [json.loads(event["data"])["name"] for event in events if event["event"] == "step"] == STEPS
    text = "".join(json.loads(event["data"])["text"] for event in events if event["event"] == "text")
    assert text == json.loads(events[-1]["data"])["reply"] == "Siobhán O'Brien."


def _say(service, message, **given):
    return service.send("POST", "/chat", {"message": message, **given}).json


def test_a_session_follows_up_and_another_does_not_know_it(service):
    first = _say(service, BORROWED)
    own, persuasion = {"session_id": first["session_id"]}, "and Persuasion?"
    reply = _say(service, persuasion, **own)
    assert "“Persuasion” instead" in " ".join(reply["warnings"])
    for stranger in ({"session_id": "other"}, {**own, "user_identifier": "eve"}, {}):
        assert "Who borrowed" not in json.dumps(_say(service, persuasion, **stranger))
    assert service.send("DELETE", f"/chat/{first['session_id']}?user_identifier=nobody").code == "session.missing"
    assert service.send("DELETE", f"/chat/{first['session_id']}").status == 204
    assert "Who borrowed" not in json.dumps(_say(service, persuasion, **own))


def test_queries_are_for_debug_mode_only(service, debugging):
    body = {"query": "MATCH (b:Book) WHERE b.price > $least RETURN count(b) AS books", "params": {"least": 20}}
    refused = service.send("POST", "/graph/cypher", body)
    assert (refused.status, refused.code) == (403, "http.debug-only")
    assert debugging.send("POST", "/graph/cypher", body).json["rows"] == [[3]]
    cited = debugging.send("POST", "/chat", {"message": BORROWED}).json["citations"][0]
    assert cited["cypher_query"].startswith("MATCH (member1:Member)")


@pytest.mark.parametrize(
    "query",
    [
        "MATCH (b:Book) DETACH DELETE b",
        "MATCH (b:Book) SET b.price = 0",
        "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
        "CALL db.labels()",
        "MATCH (b:Book) RETURN b; MATCH (b) DETACH DELETE b",
        "MATCH (b:Bok) RETURN b",
    ],
)
def test_no_query_passes_the_gate_that_must_not(debugging, query):
    reply = debugging.send("POST", "/graph/cypher", {"query": query})
    assert (reply.status, reply.code.split(".")[0]) == (400, "query")
    assert reply.json["error"]["details"]["findings"]


def test_the_schema_of_a_graph(service, library):
    from fingerpost.core.schema import GraphSchema

    reply = service.send("GET", "/graph/schema?base=library")
    assert GraphSchema.model_validate_json(reply.body) == library.schema


def test_feedback_is_kept(service, debugging):
    given = {"question": "What is the salary of the king?", "verdict": "wrong", "comment": "'; DROP TABLE feedback; --"}
    first, second = (service.send("POST", "/feedback", given) for _ in range(2))
    assert (first.status, second.json["id"]) == (201, first.json["id"] + 1)
    assert (first.json["approval"], first.json["reason"]) == (None, "the question has no plan of its own")
    assert debugging.send("POST", "/feedback", given).code == "feedback.off"


def test_later_answers_follow_the_verdicts_of_keys_that_may_teach(library_path, tmp_path):
    base, keys = tmp_path / "library.fp", KeyFile(tmp_path / "keys")
    shutil.copytree(library_path, base)
    secrets = {"eve": keys.add("eve"), "ann": keys.add("ann", teach=True)}
    options = ("serve", str(base), "--port", "0", "--workers", "2", "--data", str(tmp_path / "data"))
    with running(*options, http_keys=str(keys.path), http_per_minute="100000") as server:

        def sent(path, body, key="ann"):
            return server.send("POST", path, body, authorization=f"Bearer {secrets[key]}")

        def judged(question, verdict, key="ann", **more):
            return sent("/feedback", {"question": question, "verdict": verdict, **more}, key)

        before = sent("/ask", {"question": BORROWED}).json
        refused = judged(BORROWED, "wrong", "eve", user_identifier="ann")
        assert (refused.status, refused.json["approval"]) == (201, None)
        assert "may not teach" in refused.json["reason"]
        for _ in range(4):
            after = sent("/ask", {"question": BORROWED}).json
            assert (after["plan"], after["rows"]) == (before["plan"], before["rows"])
        kept = judged(CLASSICS, "right", query=AUSTEN, user_identifier="joe").json
        assert kept["approval"]
        answers = [sent("/ask", {"question": CLASSICS}).json for _ in range(4)]
        assert {answer["metadata"].get("approved") for answer in answers} == {kept["approval"]}
        follow_up = judged("and Persuasion?", "right", query=AUSTEN).json
        assert (follow_up["approval"], bool(follow_up["reason"])) == (None, True)
        assert judged(BORROWED, "wrong").json["approval"]
        assert sent("/ask", {"question": BORROWED}, "eve").json["plan"] != before["plan"]
        assert "Nothing" in judged(CLASSICS, "right", query="MATCH (x:Nothing) RETURN x").json["reason"]
    with fingerpost.open(base) as kb:
        assert [(one.source, one.who) for one in kb.approvals()] == [("feedback", "joe"), ("feedback", "ann")]


def test_state_and_metrics(service):
    assert service.send("GET", "/health").json["status"] == "ok"
    assert service.send("GET", "/ready").json == {"ready": True}
    service.send("POST", "/ask", {"question": "How many books are there?"})
    service.send("GET", "/secret-of-a-stranger")
    text = service.send("GET", "/metrics").body
    assert 'fingerpost_answers_total{base="library",status="answered"}' in text
    assert 'fingerpost_requests_total{path="other",status="404"}' in text
    assert "secret" not in text


def test_health_needs_no_known_name_but_everything_else_does(service):
    assert service.send("GET", "/health", host="10.0.0.7").status == 200
    assert service.send("GET", "/metrics", host="evil.example.org").code == "http.host"
    assert service.send("POST", "/ask", {"question": BORROWED}, origin="http://evil.example.org").code == "http.origin"
    assert service.send("POST", "/ask", b"x" * 70_000).code == "http.body"


CITES = "What does the Harbour Safety Act cite?"


def test_a_question_is_traced_in_debug_mode_only(service, debugging):
    assert service.send("POST", "/graph/query", {"query": BORROWED}).code == "http.debug-only"
    reply = debugging.send("POST", "/graph/query", {"query": BORROWED}).json
    assert (reply["success"], reply["row_count"], reply["error"]) == (True, 1, None)
    assert "BORROWED" in reply["cypher_query"]
    assert reply["verification_result"]["approved"] is True
    assert [document["metadata"]["source_type"] for document in reply["documents"]] == ["graph"]
    lost = debugging.send("POST", "/graph/query", {"query": "What is the salary of the king?"}).json
    assert (lost["success"], lost["rows"]) == (False, [])
    assert lost["error"]


def test_statutes_have_routes_of_their_own(service, debugging):
    reply = debugging.send("POST", "/api/rag/ask", {"question": CITES, "temperature": 0.3}).json
    assert (reply["success"], reply["intent"], reply["cached"]) == (True, "graph_relationship", False)
    assert reply["answer"].startswith("4 instruments are cited by the Harbour Safety Act")
    assert reply["confidence_score"] == 0.95
    first = reply["citations"][0]
    assert (first["document_id"], first["document_title"], first["section"]) == (
        "H-99",
        "Harbour Safety Act",
        "7(2)(b)",
    )
    assert reply["processing_time_ms"] > 0
    source = reply["source_documents"][0]
    assert (source["section_number"], source["citation"].rpartition("(")[2][:9]) == ("7(2)(b)", "H-99.xml ")
    assert "Harbour Lights Regulations" in source["content_preview"]
    acts = debugging.send("POST", "/api/rag/ask", {"question": CITES, "filters": {"type": "act"}}).json
    assert acts["answer"].startswith("2 acts are cited by")
    wrong = debugging.send("POST", "/api/rag/ask", {"question": CITES, "filters": {"type": "poem"}})
    assert (wrong.status, wrong.code) == (400, "question.filter")
    both = debugging.send("POST", "/api/rag/ask/batch", {"questions": [CITES, {"question": "Delete all acts"}]}).json
    assert [answer["success"] for answer in both["answers"]] == [True, False]
    assert (both["total_questions"], both["answers"][1]["confidence_score"]) == (2, 0.0)
    assert debugging.send("POST", "/api/rag/ask", {"question": "cite"}).code == "input.invalid"
    assert debugging.send("POST", "/api/rag/ask/batch", {"questions": [CITES] * 11}).code == "input.invalid"
    assert service.send("POST", "/api/rag/ask", {"question": CITES}).code == "http.path"


def test_openapi_describes_every_route_with_examples(service):
    described = service.send("GET", "/openapi.json").json
    routes = {
        "/ask",
        "/read",
        "/chat",
        "/feedback",
        "/graph/schema",
        "/graph/cypher",
        "/graph/query",
        "/health",
        "/ready",
        "/metrics",
    }
    assert set(described["paths"]) >= routes
    assert described["components"]["schemas"]["Asked"]["examples"]
    assert described["components"]["schemas"]["ChatMessage"]["examples"]


def test_a_dead_worker_is_replaced_and_the_end_waits_for_running_questions(library_path, tmp_path):
    base = shutil.copytree(library_path, tmp_path / "library.fp")
    options = ("--port", "0", "--workers", "1", "--data", str(tmp_path / "data"))
    with running("serve", str(base), *options) as server:
        right = {"question": CLASSICS, "verdict": "right", "query": AUSTEN}
        assert server.send("POST", "/feedback", right).json["approval"], "without keys, anybody may teach"
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        worker = next(int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(worker, signal.SIGKILL)
        assert server.send("POST", "/ask", {"question": BORROWED}).json["text"] == "Siobhán O'Brien."
        replies = []
        asking = [
            threading.Thread(target=lambda: replies.append(server.send("POST", "/ask", {"question": BORROWED})))
            for _ in range(6)
        ]
        for thread in asking:
            thread.start()
        while "fingerpost_requests_running 0.0" in server.send("GET", "/metrics").body:
            pass
        server.process.send_signal(signal.SIGTERM)
        for thread in asking:
            thread.join()
        assert server.process.wait(30) == 0
        answered = [reply for reply in replies if reply.status == 200]
        assert answered
        assert all(reply.json["text"] == "Siobhán O'Brien." for reply in answered)
        lines = [json.loads(line) for line in server.process.stderr.read().splitlines()]
    logged = [line for line in lines if line["event"] == "request" and line["path"] == "/ask"]
    assert len(logged) == len(answered) + 1
    assert all(line["status"] == 200 and line["ms"] > 0 for line in logged)
    assert "a worker process died and is replaced" in [line["event"] for line in lines]
    assert "Emma" not in json.dumps(lines)


def test_bases_that_cannot_be_served_end_it_before_it_serves(tmp_path, library_path):
    ran = cli("serve", str(tmp_path / "none.fp"), "--port", "0")
    assert (ran.code, "kb.missing" in ran.err) == (7, True)
    twice = cli("serve", str(library_path), str(library_path), "--port", "0")
    assert (twice.code, "base.twice" in twice.err) == (12, True)
    outside = cli("serve", str(library_path), "--host", "192.0.2.1", "--port", "0")
    assert (outside.code, "http.keys" in outside.err) == (12, True)


@pytest.fixture(scope="module")
def beside_documents(library_path, tmp_path_factory):
    """A service over the library and three bases of documents: in one collection, in two, and in namespaces."""
    folder = tmp_path_factory.mktemp("documents")
    with fingerpost.memory(folder / "handbook.fp") as memory:
        memory.add_text("A lost card is replaced by the reception for two euros.", key="handbook", title="Handbook")
    with fingerpost.memory(folder / "rules.fp") as memory:
        memory.add_text("A lost card is replaced by the reception.", key="cards", collection="service")
        memory.add_text("A lost key is replaced by the porter.", key="keys", collection="house")
    with fingerpost.memory(folder / "site.fp") as memory:
        (folder / "site").mkdir()
        (folder / "site" / "log.md").write_text("# Log\n\nThe Gateway depends on the Ledger. Bob painted the red gate.")
        memory.add(folder / "site")
    _with_namespaces(folder / "notes.fp")
    places = (
        f"library={library_path}",
        *(f"{name}={folder / name}.fp" for name in ("handbook", "rules", "notes", "site")),
    )
    data = str(folder / "data")
    with running("serve", *places, "--port", "0", "--workers", "1", "--data", data, "--no-learn") as server:
        yield server


def test_graphs_and_documents_are_asked_together(beside_documents):
    sources = {"library": True, "handbook": True}
    message = "Who replaces a lost card, and how many books are there?"
    reply = _say(beside_documents, message, data_sources=sources)
    assert reply["route"] == "both"
    assert reply["reply"].endswith("There are 34 books.")
    found = [(one["source"], one["source_type"], one["row_count"]) for one in reply["citations"]]
    assert found == [("handbook", "vector", 1), ("library", "graph", 1)]
    card = _say(beside_documents, "Who replaces a lost card?", data_sources={"handbook": True})
    assert (card["route"], card["citations"][0]["snippet"]) == ("documents", card["reply"])
    first = _say(beside_documents, BORROWED, data_sources=sources)
    follow = _say(beside_documents, "and Persuasion?", data_sources=sources, session_id=first["session_id"])
    assert "“Persuasion” instead" in " ".join(follow["warnings"])


@pytest.mark.parametrize(
    "question", ["Who painted the red gate?", "What does the Gateway depend on?", "Who sold the gate?"]
)
def test_replies_do_not_tell_where_documents_lie_on_the_machine(beside_documents, question):
    asked = beside_documents.send("POST", "/ask", {"question": question, "base": "site"})
    said = _say(beside_documents, question, data_sources={"site": True})
    for reply in map(json.dumps, (asked.json, said)):
        assert "site/log.md" in reply
        assert "/site/log.md" not in reply


def test_what_may_not_learn_keeps_feedback_and_follows_none(beside_documents):
    given = {"question": CLASSICS, "verdict": "right", "query": AUSTEN, "base": "library"}
    kept = beside_documents.send("POST", "/feedback", given)
    assert (kept.status, kept.json["approval"]) == (201, None)


def test_collections_limit_what_is_asked_of_documents(beside_documents):
    asked = {"question": "Who replaces a lost card?", "base": "rules"}
    service, house, unknown = (
        beside_documents.send("POST", "/ask", {**asked, "collections": [name]}) for name in ("service", "house", "none")
    )
    assert service.json["text"] == "A lost card is replaced by the reception."
    assert service.json["metadata"]["collections"] == ["service"]
    assert "reception" not in house.json["text"]
    assert unknown.code == "collection.unknown"


def _with_namespaces(place):
    for namespace, colour in (("", "grey"), ("ada", "red"), ("bob/s1", "blue")):
        with fingerpost.memory(place, namespace=namespace) as memory:
            memory.add_text(f"The {colour} locker opens at nine.", key="locker")


def test_a_namespace_is_asked_apart(beside_documents):
    asked = {"question": "When does the locker open?", "base": "notes"}
    for namespace, colour in (("", "grey"), ("ada", "red"), ("bob/s1", "blue")):
        found = beside_documents.send("POST", "/ask", {**asked, "namespace": namespace})
        assert found.json["text"] == f"The {colour} locker opens at nine."
    unknown = beside_documents.send("POST", "/ask", {**asked, "namespace": "eve"})
    assert (unknown.status, unknown.code) == (404, "namespace.unknown")
    assert "ada" not in str(unknown.json)
    assert beside_documents.send("POST", "/ask", {**asked, "base": "library", "namespace": "ada"}).status == 404
    both = {"notes": True, "library": True}
    message = "When does the locker open, and how many books are there?"
    reply = _say(beside_documents, message, namespace="ada", data_sources=both)
    assert "The red locker opens at nine." in reply["reply"]
    assert "There are 34 books." in reply["reply"]


def test_a_key_has_the_namespace_of_its_name(tmp_path):
    place, file = tmp_path / "notes.fp", KeyFile(tmp_path / "keys")
    _with_namespaces(place)
    keys = {"ada": file.add("ada"), "host": file.add("host", namespaces=True)}
    with running("serve", str(place), "--port", "0", "--workers", "1", http_keys=str(file.path)) as server:

        def asked(key, namespace):
            body = {"question": "When does the locker open?", "namespace": namespace}
            return server.send("POST", "/ask", body, authorization=f"Bearer {keys[key]}")

        assert asked("ada", "ada").json["text"] == "The red locker opens at nine."
        assert asked("ada", "").json["text"] == "The grey locker opens at nine."
        for namespace in ("bob/s1", "ada2", "adab/x", "host"):
            assert (asked("ada", namespace).status, asked("ada", namespace).code) == (403, "namespace.forbidden")
        assert asked("host", "bob/s1").json["text"] == "The blue locker opens at nine."
