"""The same kinds of questions in other words, over other graphs: a file has lines of knowledge, then questions.

A question ; what is in the answer, in any order ("-": nothing); "=": how the text begins; "~": what is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from scale import some

from fingerpost.core.answer import Status
from fingerpost.core.cells import Node
from fingerpost.engine.workspaces import NodeFact, RelationFact, Workspace, WorkspaceBase
from fingerpost.ingest import read_lines

HERE = Path(__file__).parent
GRAPHS = tuple(sorted(file.stem for file in HERE.glob("*.txt") if file.stem != "questions"))


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, WorkspaceBase]]:
    found = {}
    for name in GRAPHS:
        workspace = Workspace.create(tmp_path_factory.mktemp(name) / "w")
        writes = []
        for fact in read_lines(parts(name)[0]):
            writes += [NodeFact(fact.subject.name, fact.subject.type), NodeFact(fact.object.name, fact.object.type)]
            writes.append(RelationFact(fact.subject.name, fact.relation, fact.object.name))
        workspace.write(writes)
        found[name] = WorkspaceBase(workspace, owned=True)
    yield found
    for base in found.values():
        base.close()


def parts(name: str) -> tuple[str, list[str]]:
    lines, questions = (HERE / f"{name}.txt").read_text(encoding="utf-8").split("\n---\n")
    return lines, [line for line in questions.splitlines() if line]


@pytest.mark.parametrize(("name", "row"), [(name, row) for name in GRAPHS for row in some(parts(name)[1], 7)])
def test_a_question(bases, name, row):
    question, _, expected = row.rpartition(" ; ")
    answer = bases[name].ask(question)
    if expected.startswith("="):
        assert answer.text.startswith(expected[1:])
    elif expected.startswith("~"):
        assert answer.status is Status.ANSWERED
        assert expected[1:] in answer.text
    elif expected == "-":
        assert answer.status is Status.EMPTY
    else:
        names = sorted(cell.element_id if isinstance(cell, Node) else str(cell) for cell, *_ in answer.rows)
        assert (answer.status, names) == (Status.ANSWERED, sorted(expected.split(" | ")))


def test_who_in_a_graph_without_types_is_not_sure(tmp_path):
    workspace = Workspace.create(tmp_path / "w")
    for start, end in (("Ann", "Bob"), ("Rome", "Italy")):
        workspace.write([NodeFact(start), NodeFact(end), RelationFact(start, "knows" if start == "Ann" else "in", end)])
    with WorkspaceBase(workspace, owned=True) as base:
        answer = base.ask("Who knows nobody?")
        assert answer.confidence < 0.5
        assert answer.notes == ("the graph does not say which nodes are people",)


def test_a_type_that_is_no_part_of_anything_is_not_missing_from_a_place_as_sure(tmp_path):
    workspace = Workspace.create(tmp_path / "w")
    writes = [NodeFact(*fact) for fact in (("Ida", "author"), ("Cork", "city"), ("Munster", "province"))]
    workspace.write([*writes, RelationFact("Ida", "praised", "Cork"), RelationFact("Cork", "located_in", "Munster")])
    base = WorkspaceBase(workspace, owned=True)
    for question in ("Which authors are in Munster?", "How many authors are in Munster?", "Which province is Ida in?"):
        assert base.ask(question).confidence < 0.8
    base.close()
