"""A model as second author, through `kb.ask` and the command line, against real (scripted) model servers."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import fingerpost as fp
from fingerpost.core.errors import SettingsError
from fingerpost.core.http_settings import HttpSettings
from fingerpost.engine.generation.examples import examples
from fingerpost.engine.generation.prompt import Inputs, Notation, schema_lines, schema_text, shown_labels
from fingerpost.llm import ModelSettings, endpoint_of

QUESTION = "Which gribbles are pricier than 22?"
"""A question that the parser does not understand: nothing in the library is called so."""


def dearer(*, label: str = "Book", price: str = "price", than: Any = 22) -> str:
    return f"MATCH (b:{label}) WHERE b.{price} > {than!r} RETURN b.title"


DEARER_SQL = "SELECT title FROM Book WHERE price > 22"


@pytest.fixture
def asked(library_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Asks the library, with a model or without."""
    monkeypatch.setenv("FINGERPOST_MODEL_RETRIES", "0")

    def ask(model: str | None, question: str = QUESTION) -> Any:
        with fp.open(library_path, fp.Settings(model=model)) as kb:
            return kb.ask(question)

    return ask


def test_a_plan_of_the_model_is_checked_run_and_marked(asked: Callable[..., Any], model_server: Any) -> None:
    assert asked(None).status == "unanswerable"
    server = model_server({"content": dearer()})
    answer = asked(server.spec)
    assert (answer.status, answer.rows) == ("answered", (("Les Misérables",), ("Kristin Lavransdatter",)))
    assert answer.citations
    assert answer.metadata == {"author": "model", "model": "tiny"}
    assert 0 < answer.confidence < 0.8
    assert any("tiny wrote the plan" in note for note in answer.notes)
    assert any("gribbles" in note for note in answer.notes)
    steps = {step.name: step for step in answer.trace.steps}
    assert list(steps) == ["route", "parse", "generate", "verify", "run", "cite", "compose"]
    assert steps["generate"].details["calls"][0]["tokens"] == 1000
    assert [call["notation"] for call in steps["generate"].details["calls"]] == ["cypher", "sql"]


def test_what_the_parser_reads_costs_no_call(asked: Callable[..., Any], model_server: Any) -> None:
    server = model_server({"content": dearer()})
    answer = asked(server.spec, "Which books cost more than 22?")
    assert answer.status == "answered"
    assert "author" not in answer.metadata
    assert asked(server.spec, "Delete all books").status == "refused"
    assert server.requests == []


def test_the_model_gets_the_schema_in_the_notation_that_it_is_to_write(asked: Any, model_server: Any) -> None:
    server = model_server({"content": "NONE"})
    answer = asked(server.spec)
    assert (answer.status, answer.text) == ("unanswerable", asked(None).text)
    cypher, sql = server.requests
    assert (cypher["temperature"], cypher["max_tokens"]) == (0, ModelSettings().reply_tokens)
    assert "(:Author)-[:WROTE]->(:Book)" in cypher["messages"][0]["content"]
    assert "CREATE TABLE Book (" in sql["messages"][0]["content"]
    for request in (cypher, sql):
        assert request["messages"][-1]["content"].endswith(QUESTION)
        turns = request["messages"][1:-1]
        assert [turn["role"] for turn in turns] == ["user", "assistant"] * (len(turns) // 2)
        assert len(turns) >= 6, "examples of several shapes"


def test_examples_are_queries_of_this_graph_that_run(library: Any) -> None:
    labels = [label.name for label in library.schema.labels]
    found = examples(library.schema, library.context.gate, labels)
    assert len(found) >= 4
    for example in found:
        by_sql = library.query(example.sql, language="sql").rows
        assert by_sql, example.question
        assert sorted(map(repr, library.query(example.cypher).rows)) == sorted(map(repr, by_sql))


def test_a_prompt_shows_what_is_touched_of_a_large_schema(library: Any) -> None:
    labels = [library.schema.labels[0].model_copy(update={"name": f"Thing{n}"}) for n in range(500)]
    schema = library.schema.model_copy(update={"labels": (*labels, *library.schema.labels)})
    assert set(shown_labels(schema, frozenset({"Book"}))) <= {label.name for label in library.schema.labels}
    everything = shown_labels(schema, frozenset())
    assert 10 < len(everything) < 200
    assert len("\n".join(schema_lines(schema, everything, Notation.CYPHER))) < 6_000


def _dense(labels: int, properties: int, degree: int) -> nx.MultiDiGraph:
    """A graph of one node a label, each with relationships of many types."""
    graph, chance = nx.MultiDiGraph(), random.Random(7)
    for n in range(labels):
        graph.add_node(n, type=f"Kind{n}", **{f"attribute_{p}": f"text {p}" for p in range(properties)})
    for n in range(labels):
        for other in chance.sample(range(labels), min(degree, labels)):
            graph.add_edge(n, other, type=f"RELATED_{chance.randrange(40)}")
    return graph


@pytest.mark.parametrize(("labels", "properties", "degree"), [(500, 4, 12), (60, 2, 40), (1, 400, 1), (3, 300, 2)])
def test_the_schema_in_a_prompt_has_a_limit_whatever_its_shape(labels: int, properties: int, degree: int) -> None:
    last = f"attribute_{properties - 1}"
    with fp.open(_dense(labels, properties, degree)) as kb:
        for touched in (frozenset({"Kind0"}), frozenset[str](), frozenset({"RELATED_1", "Kind0"})):
            inputs = Inputs(question="x", touched=touched, named=frozenset({last}))
            for notation in Notation:
                text = schema_text(kb.schema, inputs, notation)
                assert len(text) <= 5_000
                assert last in text
                if touched:
                    assert any("Kind0" in line and last in line for line in text.splitlines())


def test_notations_that_differ_leave_the_second_and_less_confidence(asked: Any, model_server: Any) -> None:
    server = model_server({"content": dearer(than=25)}, {"content": f"```sql\n{DEARER_SQL};\n```"})
    answer = asked(server.spec)
    assert len(answer.rows) == 2


def test_reading_runs_nothing_to_compare_notations(library_path: Path, model_server: Any, monkeypatch: Any) -> None:
    server = model_server({"content": dearer()}, {"content": DEARER_SQL})
    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        monkeypatch.setattr(type(kb.store), "run", None)
        assert kb.read(QUESTION).status == "read"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("first", "finding"),
    [
        ("nothing but words", "MATCH"),
        (dearer(label="Novel"), "Novel"),
        (dearer(price="cost"), "cost"),
        (dearer(price="title", than="War and Peace"), "War and Peace"),
        ("MATCH (b:Book) RETURN x.title", "x"),
        ("MATCH (b:Book) DETACH DELETE b", "DETACH"),
        ("DELETE FROM Book", "DELETE"),
        ("SELECT cost FROM Book", "cost"),
        ("MATCH (b:Book) WHERE b.title = '\u202ex' RETURN b", "say"),
    ],
    ids=["words", "label", "property", "invented text", "scope", "delete", "SQL delete", "column", "invented sign"],
)
def test_findings_go_back_to_the_model(asked: Any, model_server: Any, first: Any, finding: str) -> None:
    server = model_server({"content": first}, {"content": f"```cypher\n{dearer()}\n```"})
    answer = asked(server.spec)
    assert (answer.status, len(answer.rows)) == ("answered", 2)
    assert finding in server.requests[1]["messages"][-1]["content"]


def test_findings_go_back_at_most_twice(asked: Callable[..., Any], model_server: Any) -> None:
    server = model_server(*({"content": dearer(label=f"Novel{n}")} for n in range(9)))
    answer = asked(server.spec)
    assert (answer.status, answer.text) == ("unanswerable", asked(None).text)
    assert len(server.requests) == 4, "two for Cypher with findings, and one for SQL"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"status": 500, "body": "{}"}, "model.refused"),
        ({"status": 302, "body": "{}"}, "model.refused"),
        ({"body": "<html>"}, "model.reply"),
        ({"body": "[]"}, "model.reply"),
        ({"body": "{}"}, "model.reply"),
        ({"content": ""}, "model.reply"),
        ({"body": "x" * 1000, "times": 10_000}, "model.reply"),
        ({"content": dearer(), "cut": True}, "model.unreachable"),
        ({"content": dearer(), "delay": 30}, "model.time"),
        ({"content": dearer(), "trickle": 0.1}, "model.time"),
    ],
    ids=["error", "redirect", "page", "list", "nothing", "empty", "10 MB", "cut", "slow", "trickle"],
)
def test_a_faulty_model_leaves_the_answer_without_it(
    asked: Any, model_server: Any, monkeypatch: pytest.MonkeyPatch, entry: dict[str, Any], code: str
) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_SECONDS", "1")
    server = model_server(entry)
    without = asked(None)
    started = time.monotonic()
    answer = asked(server.spec)
    assert time.monotonic() - started < 3
    assert (answer.status, answer.text) == (without.status, without.text)
    assert any(f"[{code}]" in note for note in answer.notes), answer.notes


def test_a_model_that_is_down(asked: Callable[..., Any], model_server: Any) -> None:
    server = model_server({"content": dearer()})
    server.stop()
    assert any("[model.unreachable]" in note for note in asked(server.spec).notes)


def test_failed_calls_are_retried(asked: Any, model_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_RETRIES", "1")
    server = model_server({"status": 503, "body": "{}"}, {"content": dearer()})
    assert asked(server.spec).status == "answered"
    assert len(server.requests) == 3, "the call that failed, and one for each notation"


def test_a_question_has_a_budget_of_tokens(asked: Any, model_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_QUESTION_TOKENS", "2800")
    server = model_server({"content": dearer(label="Novel")})
    assert any("[model.budget]" in note for note in asked(server.spec).notes)
    assert len(server.requests) < 3


def test_a_key_goes_to_its_endpoint_and_nowhere_else(
    library_path: Path, model_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = model_server({"status": 401, "body": '{"error": {"message": "bad key sk-model-secret"}}'})
    monkeypatch.setenv("FINGERPOST_MODEL_KEY", "sk-model-secret")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-openai")
    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        answer = kb.ask(QUESTION)
    assert server.requests[0]["key"] == "Bearer sk-model-secret"
    assert "secret" not in answer.model_dump_json()
    assert "sk-" not in repr(ModelSettings())
    monkeypatch.delenv("FINGERPOST_MODEL_KEY")
    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        kb.ask(QUESTION)
    assert server.requests[1]["key"] == "Bearer none"


def test_reading_asks_the_model_too(library_path: Path, model_server: Any) -> None:
    server = model_server({"content": dearer()})
    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        reading = kb.read(QUESTION)
    assert reading.status == "read"
    assert reading.query is not None
    assert "book" in reading.reading.lower()
    assert reading.metadata["author"] == "model"


@pytest.mark.parametrize(
    ("spec", "url", "name"),
    [
        ("openai:gpt-x", "https://api.openai.com/v1", "gpt-x"),
        ("ollama:qwen2.5-coder:7b", "http://127.0.0.1:11434/v1", "qwen2.5-coder:7b"),
        ("https://models.example.org/v1/#big/one", "https://models.example.org/v1", "big/one"),
    ],
)
def test_names_of_models(spec: str, url: str, name: str) -> None:
    assert (endpoint_of(spec).url, endpoint_of(spec).model) == (url, name)


@pytest.mark.parametrize(
    "spec", ["", "gpt-x", "openai:", "other:x", "http://host/v1", "http:///v1#x", "http://u:pw@host/v1#x", "http://[#x"]
)
def test_what_names_no_model_is_refused(spec: str) -> None:
    with pytest.raises(SettingsError) as caught:
        endpoint_of(spec)
    assert "pw" not in str(caught.value)


def test_a_remote_model_needs_a_key(library_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("FINGERPOST_MODEL_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with fp.open(library_path, fp.Settings(model="openai:gpt-x")) as kb, pytest.raises(SettingsError) as caught:
        kb.ask(QUESTION)
    assert "key" in str(caught.value)


def test_every_setting_of_models_is_listed_with_its_default() -> None:
    page = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| `FINGERPOST_MODEL_")]
    listed = {row[0].strip("| `").removeprefix("FINGERPOST_MODEL_").lower(): row[1].strip() for row in rows}
    defaults = {name: info.default for name, info in ModelSettings.model_fields.items()}
    assert listed == {
        name: "" if value is None else str(value) if isinstance(value, bool) else f"{value:,}"
        for name, value in defaults.items()
    }
    assert not set(ModelSettings.variables().values()) & set(HttpSettings.variables().values())


def test_importing_fingerpost_imports_no_client() -> None:
    code = "import sys, fingerpost; fingerpost.open; print([m for m in ('openai', 'httpx') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_giving_up_ends_the_call(library_path: Path, model_server: Any) -> None:
    server = model_server({"content": dearer(), "delay": 30})

    async def given_up(kb: fp.KnowledgeBase) -> float:
        asked = asyncio.ensure_future(kb.aask(QUESTION))
        async with asyncio.timeout(30):
            while not server.requests:
                await asyncio.sleep(0.05)
        started = time.monotonic()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(asked, 0.2)
        return started

    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        started = asyncio.run(given_up(kb))
        assert time.monotonic() - started < 5, "leaving the event loop waits for what still runs"
    assert len(server.requests) == 1


def test_what_people_approved_for_near_questions_is_an_example(
    library_path: Path, model_server: Any, tmp_path: Path
) -> None:
    server = model_server({"content": "NONE"})
    shutil.copytree(library_path, tmp_path / "library.fp")
    with fp.open(tmp_path / "library.fp", fp.Settings(model=server.spec)) as kb:
        kb.teach("Which gribbles are dear?", dearer(than=20), check=[])
        kb.ask("Which gribbles are dear and older than Dickens?")
    cypher, sql = (
        [message["content"] for message in request["messages"]] for request in (server.requests[0], server.requests[-1])
    )
    place = cypher.index("Which gribbles are dear?")
    assert "price > 20" in cypher[place + 1]
    assert place == len(cypher) - 3, "the last example"
    assert "Which gribbles are dear?" not in sql


def test_who_writes_the_same_again_is_not_asked_a_third_time(asked: Any, model_server: Any) -> None:
    server = model_server(*[{"content": dearer(label="Novel")}] * 2, {"content": DEARER_SQL})
    answer = asked(server.spec)
    assert (answer.status, len(server.requests)) == ("answered", 3)
