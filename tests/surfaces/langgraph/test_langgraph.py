"""The pipeline as a LangGraph graph: the same answers, approval, checkpoints that outlive a process."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from bases import sample_base

import fingerpost as fp
from fingerpost.core.errors import QuestionError
from fingerpost.engine import NEXT, STEPS
from fingerpost.langgraph import graph
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER, STATUTES_FOLDER

TESTS = Path(__file__).parents[2]
BORROWED = "Who borrowed Emma?"
LONG = bool(os.environ.get("LONG_TESTS"))


OTHERS = ["Delete all books", "What can I ask?", "Who borrowed the moon?", "MATCH (n) RETURN n", "gribbles"]


def _of_toml(name):
    sections = tomllib.loads((TESTS / "questions" / name).read_text(encoding="utf-8")).values()
    return [question for section in sections for question in section]


def _of_laws():
    lines = (TESTS / "domains" / "regulations" / "fixtures" / "requests.txt").read_text(encoding="utf-8").splitlines()
    return [line.rpartition(" ; ")[0] for line in lines if line and not line.startswith("#")]


def _asked(sample):
    """What each sample is asked: 200 questions over the samples in long runs, else 20 of them."""
    found = {"library": lambda: _of_toml("library.toml"), "house": lambda: _of_toml("house.toml"), "laws": _of_laws}
    wanted = {"library": 95, "house": 50, "laws": 50}[sample] // (1 if LONG else 10)
    questions = found[sample]()
    return [*(OTHERS if sample == "library" else ()), *questions[:: len(questions) // wanted][:wanted]]


@pytest.fixture(scope="module")
def compiled(library):
    return graph(library)


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    """Opens a sample."""
    files = {"library": LIBRARY_FOLDER, "house": HOUSE_FILE, "laws": STATUTES_FOLDER}
    return lambda name: fp.open(sample_base(tmp_path_factory, files[name]))


@pytest.mark.parametrize("sample", ["library", "house", "laws"])
def test_both_ways_give_equal_answers(samples, sample):
    if sample == "house":
        pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    with samples(sample) as kb:
        app = graph(kb)
        differ = [question for question in _asked(sample) if len({*map(_told, _answers(kb, app, question))}) > 1]
    assert differ == []


def test_both_ways_are_asked_two_hundred_questions(monkeypatch):
    monkeypatch.setitem(globals(), "LONG", True)
    asked = [question for sample in ("library", "house", "laws") for question in _asked(sample)]
    assert len(set(asked)) >= 200


def test_every_step_and_every_outcome_of_the_table_is_in_the_graph(compiled):
    drawn = compiled.get_graph()
    assert set(STEPS) <= set(drawn.nodes)
    edges = {(edge.source, edge.target) for edge in drawn.edges}
    assert {(step, follower) for (step, _), follower in NEXT.items() if step != "*"} <= edges


def test_steps_are_streamed_and_the_state_is_that_of_hosts(library, compiled):
    updates = [update for chunk in compiled.stream({"question": BORROWED}) for update in chunk.items()]
    answer = library.ask(BORROWED)
    assert [name for name, _ in updates] == ["begin", *(step.name for step in answer.trace.steps), "answer"]
    state = updates[-1][1]["state"]
    assert (state["cypher_query"], state["route"]) == (answer.query, "graph")
    assert fp.Answer.model_validate(updates[-1][1]["answer"]).rows == answer.rows


def test_a_choice_is_taken_and_a_bad_question_is_an_error(library, compiled):
    chosen = compiled.invoke({"question": BORROWED, "choice": 2})["answer"]
    assert chosen["reading"] == library.ask(BORROWED, choice=2).reading
    for bad, code in (({"question": " "}, "question.empty"), ({"question": BORROWED, "choice": 99}, "question.choice")):
        with pytest.raises(QuestionError) as caught:
            compiled.invoke(bad)
        assert caught.value.code == code


def _watched(kb, monkeypatch):
    """Every query that the store runs from now on."""
    ran, run = [], type(kb.store).run

    def watched(self, query, limits=None):
        ran.append(query)
        return run(self, query, limits)

    monkeypatch.setattr(type(kb.store), "run", watched)
    return ran


@pytest.mark.parametrize("approved", [True, False, "yes"])
def test_nothing_runs_before_it_is_approved(library, monkeypatch, approved):
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.types import Command

    compiled = graph(library, checkpointer=InMemorySaver(), approval=True)
    ran, config = _watched(library, monkeypatch), {"configurable": {"thread_id": "1"}}
    state = compiled.invoke({"question": BORROWED}, config)
    proposed = state["__interrupt__"][0].value
    assert (ran, proposed["question"], proposed["parameters"]) == ([], BORROWED, {"p1": "Emma"})
    assert proposed["query"] == library.read(BORROWED).query
    answer = compiled.invoke(Command(resume=approved), config)["answer"]
    assert answer["status"] == ("answered" if approved is True else "refused")
    assert bool(ran) == (approved is True)
    assert bool(answer["rows"]) == (approved is True)
    again = compiled.invoke({"question": "How many books are there?"}, config)
    assert again["__interrupt__"][0].value["question"] == "How many books are there?"


def test_help_runs_nothing_where_approval_is_asked_for(library, monkeypatch):
    ran = _watched(library, monkeypatch)
    answer = graph(library, approval=True).invoke({"question": "What can I ask?"})["answer"]
    assert answer["status"] == "answered"
    assert ran == []


PROCESS = """
import os, signal, sys
import fingerpost as fp
from fingerpost.langgraph import graph
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER, STATUTES_FOLDER
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command

place, file, kill = sys.argv[1:]
with fp.open(place) as kb, SqliteSaver.from_conn_string(file) as saver:
    compiled = graph(kb, checkpointer=saver, approval=kill == "approve")
    config = {"configurable": {"thread_id": "1"}}
    ran, run = [], type(kb.store).run
    type(kb.store).run = lambda self, query, limits=None: (ran.append(query.text), run(self, query, limits))[1]
    if saver.get(config) is None:
        for chunk in compiled.stream({"question": "Who borrowed Emma?"}, config, durability="sync"):
            if kill in chunk or "__interrupt__" in chunk:
                os.kill(os.getpid(), signal.SIGKILL)
    state = compiled.invoke(Command(resume=True) if kill == "approve" else None, config)
    print(state["answer"]["text"], [name for name, _ in state["done"]].count("run"), len(ran))
"""


@pytest.mark.parametrize("killed_after", ["approve", "run"] if LONG else ["approve"])
def test_a_question_goes_on_after_its_process_was_killed(library, library_path, tmp_path, killed_after):
    command = [sys.executable, "-c", PROCESS, str(library_path), str(tmp_path / "states.sqlite"), killed_after]
    killed = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    resumed = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert resumed.returncode == 0, resumed.stderr
    text, ran, _ = resumed.stdout.strip().rsplit(" ", 2)
    assert (text, ran) == (library.ask(BORROWED).text, "1")


def test_a_state_that_was_changed_is_read_through_the_gate(library):
    """Rows are all that a state gives: a query in it would not be run."""
    compiled = graph(library)
    state = compiled.invoke({"question": BORROWED})
    assert "query" not in json.dumps(state["kept"])


def test_without_langgraph_the_extra_is_named():
    code = (
        "import sys; sys.modules['langgraph.graph'] = None\n"
        "from fingerpost.langgraph import graph\n"
        "try:\n    graph(None)\nexcept Exception as error:\n    print(type(error).__name__, error.hint)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["MissingExtra", "pip", "install", '"fingerpost[langgraph]"']


HANDBOOK = "Loans last three weeks. A lost card is replaced by the reception for two euros."
OF_BOTH = [
    "Who replaces a lost card?",
    "How many books are there?",
    "Who replaces a lost card, and how many books are there?",
    "Delete all books",
    "How many unicorns are there?",
]


def _told(answer):
    return json.dumps(answer, sort_keys=True)


def _answers(kb, app, question):
    """The answers of both ways, without what takes another time each time."""
    asked = json.loads(kb.ask(question).model_dump_json(exclude={"trace"}))
    walked = json.loads(json.dumps(app.invoke({"question": question})["answer"]))
    walked.pop("trace")
    for answer in (asked, walked):
        for time in ("latency_breakdown", "response_time_ms"):
            answer["metadata"].pop(time, None)
        for part in answer["metadata"].get("parts", ()):
            part.pop("latency_breakdown", None)
            part["state"]["graph_query_metadata"] = None
    return asked, walked


@pytest.mark.parametrize("beside", [True, False], ids=["beside a graph", "alone"])
def test_documents_are_a_branch_of_their_own(library_path, tmp_path, beside):
    folder = tmp_path / "base.fp"
    if beside:
        shutil.copytree(library_path, folder)
    with fp.memory(folder) as memory:
        memory.add_text(HANDBOOK, key="handbook", title="Handbook")
    with fp.open(folder) as kb:
        app = graph(kb)
        updates = [name for chunk in app.stream({"question": OF_BOTH[0]}) for name in chunk]
        assert updates.index("documents") < updates.index("parse")
        assert updates[-1] == "answer"
        for question in OF_BOTH:
            asked, walked = _answers(kb, app, question)
            assert walked == asked
        assert "replaced by the reception" in app.invoke({"question": OF_BOTH[0]})["answer"]["text"]
        state = app.invoke({"question": OF_BOTH[2]})["state"]
        assert state["route"] == ("both" if beside else "documents")
