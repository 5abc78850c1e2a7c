"""`fingerpost code`: answers are approved, carried to another knowledge base, and shown with worked examples."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command_line import cli
from scripted_model import ModelServer

import fingerpost
from fingerpost.engine import nearest_examples
from fingerpost.query_languages import language
from fingerpost.samples import CODE_FILE, copy_sample

RISKY = "Which functions are risky?"
MEANS = "MATCH (f:FUNCTION) WHERE f.allocates AND NOT f.frees RETURN f"
CALLS = "Which functions call malloc but not free?"


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    fingerpost.load([copy_sample(CODE_FILE, folder)], folder / "shelf.fp")
    return folder / "shelf.fp"


@pytest.fixture
def shelf(loaded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(loaded, tmp_path / "shelf.fp"))


def test_what_a_question_means_is_kept_in_the_one_memory(shelf: Path) -> None:
    kept = cli("code", "approve", shelf, RISKY, "--means", MEANS, "--who", "Ann", "--json").json
    assert len(kept["answer"]["rows"]) == 2
    assert (kept["approval"]["source"], kept["approval"]["who"]) == ("code", "Ann")
    assert "copy_title" in cli("ask", shelf, "the risky functions").out
    assert RISKY in cli("teach", shelf, "--list").out


def test_an_approved_answer_is_told_as_before(shelf: Path) -> None:
    before = cli("ask", shelf, CALLS).out
    approved = cli("code", "approve", shelf, CALLS)
    assert (approved.code, approved.err) == (0, "")
    assert cli("ask", shelf, CALLS).out == before


def test_a_reading_is_named_by_its_cpgql(shelf: Path) -> None:
    with fingerpost.open(shelf) as kb:
        plan = kb.ask(CALLS).plan
        assert plan is not None
        shown = language("cpgql").verify_plan(plan).text
    approved = cli("code", "approve", shelf, CALLS, "--cpgql", shown, "--json").json
    assert approved["approval"]["plan"] == json.loads(plan.model_dump_json())
    other = cli("code", "approve", shelf, CALLS, "--cpgql", "cpg.method.name.l")
    assert (other.code, "approve.no-reading" in other.err) == (2, True)
    hostile = cli("code", "approve", shelf, CALLS, "--cpgql", 'cpg.method.l; "rm".!')
    assert (hostile.code, "S201" in hostile.err) == (8, True)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([RISKY, "--means", MEANS, "--reading", "1"], 2, "only one of"),
        ([RISKY, "--means", "MATCH (f:FUNCTION) DELETE f"], 8, ""),
        (["Which unicorns sparkle?"], 2, "approve.no-reading"),
    ],
)
def test_what_cannot_be_approved(shelf: Path, arguments: list[str], code: int, said: str) -> None:
    refused = cli("code", "approve", shelf, *arguments)
    assert refused.code == code
    assert said in refused.err
    assert cli("teach", shelf, "--list").out == "nothing was taught\n"


def test_approvals_are_carried_to_another_knowledge_base(shelf: Path, loaded: Path, tmp_path: Path) -> None:
    assert cli("code", "approve", shelf, RISKY, "--means", MEANS).code == 0
    with fingerpost.open(shelf) as kb:
        wrong = kb.ask("Which functions call strcmp?").plan
        assert wrong is not None
        kb.reject("Which functions compare titles?", wrong)
    file = tmp_path / "approved.jsonl"
    assert "2 approvals" in cli("code", "export", shelf, file).out
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert cli("code", "export", shelf).out == file.read_text()
    assert lines[0]["cypher"].startswith("MATCH (f:FUNCTION)")
    assert lines[0]["cpgql"].startswith("cpg.method")
    other = Path(shutil.copytree(loaded, tmp_path / "other.fp"))
    assert cli("code", "import", other, file).out == "2 kept, 0 known already, 0 refused\n"
    assert cli("code", "import", other, file).out == "0 kept, 2 known already, 0 refused\n"
    with fingerpost.open(other) as there, fingerpost.open(shelf) as here:
        assert [(one.question, one.plan, one.verdict) for one in there.approvals()] == [
            (one.question, one.plan, one.verdict) for one in here.approvals()
        ]


def test_lines_that_are_refused_are_named(shelf: Path, tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    edited = {"question": RISKY, "cypher": MEANS}
    with fingerpost.open(shelf) as kb:
        edited["plan"] = json.loads(kb.ask(CALLS).plan.model_dump_json())  # type: ignore[union-attr]
    lines = [
        "no JSON",
        json.dumps({"question": RISKY}),
        json.dumps({"question": RISKY, "cypher": "MATCH (n) DETACH DELETE n"}),
        json.dumps(edited),
        "",
        json.dumps({"question": RISKY, "cypher": MEANS}),
    ]
    file.write_text("\n".join(lines))
    done = cli("code", "import", shelf, file)
    assert (done.code, done.out) == (1, "1 kept, 0 known already, 4 refused\n")
    assert [line.split(":")[0] for line in done.err.splitlines()[:4]] == ["line 1", "line 2", "line 3", "line 4"]
    assert cli("code", "import", shelf, tmp_path / "none.jsonl").code == 6


def test_examples_are_listed_and_searched(shelf: Path) -> None:
    every = cli("code", "examples", "--json").json["examples"]
    assert len(every) >= 150
    only = cli("code", "examples", "--intent", "security-check", "--shape", "data-flow", "--json").json["examples"]
    assert 0 < len(only) < 20
    cli("code", "approve", shelf, CALLS)
    near = cli("code", "examples", "Which functions call read but not close?", "--kb", shelf)
    assert "never strcpy" in near.out
    assert f"{CALLS}\n  approved: MATCH" in near.out
    assert cli("code", "examples", "Quel temps fait-il demain").out == "no example is near\n"
    assert "approve" in cli("code").out


def test_a_model_is_shown_the_nearest(shelf: Path, tmp_path: Path) -> None:
    question = "Which gribbles call strcmp but never free?"
    near = nearest_examples("code", question, 5)
    assert len(near) == 5
    assert cli("code", "approve", shelf, CALLS).code == 0
    server = ModelServer(tmp_path, [{"content": "MATCH (f:FUNCTION)-[:CALLS]->(m {name: 'strcmp'}) RETURN f.name"}] * 2)
    try:
        with fingerpost.open(shelf, fingerpost.Settings(model=server.spec)) as kb:
            answer = kb.ask(question)
    finally:
        server.stop()
    said = server.requests[0]["messages"]
    assert all(f"{one.question} {one.cpgql}" in said[-1]["content"] for one in near)
    assert CALLS in [message["content"] for message in said[:-1]]
    details = next(step.details for step in answer.trace.steps if step.name == "generate")
    assert details["examples"] == [one.question for one in near]


def test_the_state_of_a_run(shelf: Path) -> None:
    state = cli("code", "state", shelf, "Which functions call malloc but not free?").json
    assert state["question"] == "Which functions call malloc but not free?"
    assert state["execution_result"]["row_count"] == 2
    assert state["overall_score"] == 1.0
