"""A graph and documents in one base: each question is answered by what knows it, or by both."""

from __future__ import annotations

import json
import shutil

import pytest

import fingerpost as fp
from fingerpost.core.errors import KnowledgeBaseError, QuestionError, SourceError, StoreError
from fingerpost.core.settings import Settings
from fingerpost.engine import Memory
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER, STATUTES_FOLDER, copy_sample

FIRE = """# Fire strategy

## Doors

Doors between the kitchen and the hall must have a fire rating of at least EI30.

## Beams

Beams must be protected for 60 minutes against fire. Steel beams are clad with two layers of gypsum board.
"""
CARE = """# Maintenance plan

The roof is inspected every spring by Hansen Roofing. Windows are to be painted every five years.

Filters of the ventilation are replaced every six months. The glazing has a guarantee of ten years.
"""


@pytest.fixture(scope="module")
def specifications(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "specs"
    folder.mkdir()
    (folder / "fire.md").write_text(FIRE)
    (folder / "care.md").write_text(CARE)
    return folder


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    return copy_sample(HOUSE_FILE, tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    return copy_sample(LIBRARY_FOLDER, tmp_path_factory.mktemp("books"))


@pytest.fixture(scope="module")
def site(specifications, house):
    place = specifications.parent / "site.fp"
    report = fp.load([house, specifications], place, collection="specs")
    assert (report.pack, report.documents.created) == ("buildings", 2)
    with fp.open(place) as base:
        yield base


@pytest.mark.parametrize(
    ("question", "by", "said"),
    [
        ("How many walls are there?", "graph", "There are 14 walls."),
        ("Which rooms are on the ground floor?", "graph", "4 rooms: "),
        ("Who inspects the roof?", "documents", "The roof is inspected every spring by Hansen Roofing."),
        ("How often are the filters replaced?", "documents", "every six months."),
        ("What does the specification say about windows?", "documents", "Windows are to be painted every five years."),
        ("What fire rules are there for beams?", "documents", "Beams must be protected for 60 minutes against fire."),
        (
            "Show the doors of the kitchen",
            "both",
            "From the graph:\nKitchen Door.\n\nFrom the documents:\n",
        ),
        ("Who is the mayor of Berlin?", "neither", "That is not in these documents"),
        ("Delete all walls", "graph", "nothing was changed"),
    ],
)
def test_what_knows_it_answers(site, question, by, said):
    answer = site.ask(question)
    assert answer.metadata["answered_by"] == by
    assert said in answer.text
    assert answer.trace.steps[-1].name == "sources"
    assert answer.trace.steps[-1].decided.startswith(f"{by}: ")


@pytest.mark.parametrize(
    "question",
    [
        "fire rules for the beams, and show me all beams",
        "Show me all beams, and what are the fire rules for the beams?",
        "Which beams are there and what fire rules apply to them?",
    ],
)
def test_a_question_of_two_requests_gets_both_answers_the_graph_first(site, question):
    answer = site.ask(question)
    graph, documents = answer.text.split("\n\n")
    assert graph.startswith("## ")
    assert graph.endswith("3 beams: Steel Beam B1, Steel Beam B2 and Timber Beam B3.")
    assert documents.endswith("\nBeams must be protected for 60 minutes against fire.")
    kinds = [citation.kind for citation in answer.citations]
    assert kinds == ["node"] * 3 + ["passage"]
    assert len(answer.rows) == 3
    assert len(site.evidence(answer.plan, answer.rows[0]).rows) == 1


def test_a_limit_to_collections_is_kept(site):
    question = "Show the doors of the kitchen"
    assert "From the documents" not in site.ask(question, collections=["graph"]).text
    assert site.ask(question, collections=["specs"]).text.startswith("Doors between the kitchen")
    assert "From the graph" in site.ask(question, collections=["graph", "specs"]).text
    with pytest.raises(QuestionError) as caught:
        site.ask(question, collections=["minutes"])
    assert caught.value.code == "collection.unknown"


def test_a_conversation_follows_up_on_the_graph_and_asks_the_documents(site):
    chat = site.conversation()
    assert chat.ask("Which doors are there?").text.startswith("8 doors")
    assert chat.ask("Who inspects the roof?").text == "The roof is inspected every spring by Hansen Roofing."
    assert "3 doors" in chat.ask("only the external ones").text or "2 doors" in chat.ask("only the external ones").text


def test_the_state_for_hosts_has_rows_and_passages(site):
    state = site.ask("Show the doors of the kitchen").state()
    assert state["route"] == "both"
    assert [one["metadata"]["source_type"] for one in state["graph_query_results"]] == ["graph"]
    assert [one["metadata"]["source_type"] for one in state["retrieved_docs"]] == ["vector"]
    assert site.ask("Who inspects the roof?").state()["route"] == "documents"


def test_context_has_rows_of_the_graph_and_passages(site):
    found = site.retrieve("Which doors are there?", budget=300)
    assert found.context.startswith("Graph (")
    assert "Kitchen Door" in found.context
    assert "Passages:" in found.context
    assert len(found.rows) == 8
    few = site.retrieve("Which doors are there?", budget=30)
    assert 1 <= len(few.rows) < 8
    assert f"- and {8 - len(few.rows)} more" in few.context


def test_documents_join_and_leave_an_open_graph(tmp_path, specifications, books):
    place = tmp_path / "library.fp"
    fp.load([books], place)
    with fp.open(place) as base:
        before = base.ask("Who inspects the roof?")
        assert before.status == "unanswerable"
        with pytest.raises(QuestionError):
            base.retrieve("Who inspects the roof?")
        assert base.add(specifications).created == 2
        assert base.ask("Who inspects the roof?").status == "answered"
        assert base.add(specifications).unchanged == 2
        assert base.forget(f"{specifications.as_posix()}/care.md")
        assert base.ask("Who inspects the roof?").status == "unanswerable"
        assert base.ask("How many books are there?").text == "There are 34 books."
    fp.load([books], place)  # the graph is replaced, the documents are kept
    with fp.open(place) as base:
        assert "60 minutes" in base.ask("How long must beams be protected?").text


DEMANDS = """# Requirements

Doors must have a width of at least 900 mm. Windows must have a height of at least 4 ft.

External doors must have a fire rating of at least EI30.

The thickness of walls must be at least 100 mm. The thickness of walls must be at least 150 mm where they bear loads.

Stairs must have a number of risers of at most 15.

Slabs must have a thickness of at least 10 cm. Slabs must have a thickness of at least 20 cm.
"""


@pytest.fixture(scope="module")
def specified(tmp_path_factory, house):
    folder = tmp_path_factory.mktemp("specified")
    (folder / "demands.md").write_text(DEMANDS)
    fp.load([house, folder / "demands.md"], folder / "site.fp", collection="specs")
    with fp.open(folder / "site.fp") as base:
        yield base


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Does the width of the front door meet the specification?", "Yes: 1 of 1 meets “Doors must have a width"),
        ("Does the width of the kitchen door meet the specification?", "Too low: Kitchen Door (0.885 m)."),
        ("Does the number of risers of the stair meet the specification?", "Too high: Main Stair (16)."),
        ("Does the height of the windows meet the brief?", "No: 5 of 7 meet “Windows must"),
        ("Does the fire rating of the external doors meet the specification?", "of at least EI30.”"),
        ("Do the fire ratings of the doors comply with the specification?", "Not certain: "),  # of external ones only
    ],
)
def test_a_model_is_held_against_its_specification(specified, question, said):
    answer = specified.ask(question)
    assert said in answer.text
    assert answer.confidence < 0.8
    assert answer.citations[-1].kind == "passage"
    assert answer.metadata["answered_by"] == "both"


CLEAR = """# Doors

Internal doors shall have a clear width of at least 800 mm.

All external doors must have a clear width of not less than 1100 mm.

# Windows

Windows: clear width at least 900 mm.

The clear width of the site road is at least 3 m.
"""


@pytest.fixture(scope="module")
def clear(tmp_path_factory, house):
    folder = tmp_path_factory.mktemp("clear")
    (folder / "widths.md").write_text(CLEAR)
    fp.load([house, folder / "widths.md"], folder / "site.fp", collection="specs")
    with fp.open(folder / "site.fp") as base:
        yield base


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Does the clear width of the internal doors meet the specification?", "Yes: 6 of 6 meet “Internal doors"),
        ("Does the clear width of the external doors meet the specification?", "Too low: Front Door (1.01 m)."),
        ("Are the external doors wide enough for the specification?", "No: 1 of 2 meets “All external doors"),
        ("Which external doors are narrower than the specification allows?", "Too low: Front Door (1.01 m)."),
        ("Which internal doors are too narrow for the specification?", "Yes: 6 of 6 meet"),
        ("Do the windows meet the required clear width?", "meet “Windows: clear width at least 900 mm.”"),
        ("Do all windows have the clear width that the specification asks for?", "meet “Windows: clear width"),
    ],
)
def test_a_width_is_held_against_the_sentence_for_it(clear, question, said):
    answer = clear.ask(question)
    assert said in answer.text
    assert answer.confidence < 0.8
    assert answer.metadata["answered_by"] == "both"


def test_what_is_demanded_of_some_alone_is_told_beside_the_verdict(clear):
    answer = clear.ask("Does the clear width of the internal doors meet the specification?")
    assert any("“All external doors must have" in note for note in answer.notes)
    both = clear.ask("Which doors are too narrow for the specification?")
    assert not both.text.startswith(("Yes", "No"))
    assert both.confidence < 0.8


@pytest.mark.parametrize("what", ["thickness of the slabs", "thickness of the walls", "height of the doors"])
def test_where_there_is_not_one_demand_nothing_is_held_against_it(specified, what):
    answer = specified.ask(f"Does the {what} meet the specification?")
    assert not answer.text.startswith(("Yes", "No", "Not"))
    assert any("not in the model" in note for note in answer.notes)


def test_a_folder_of_models_and_texts_is_parted(tmp_path, specifications, house):
    mixed = tmp_path / "mixed"
    shutil.copytree(specifications, mixed / "specs")
    shutil.copy(house, mixed / "house.ifc")
    (mixed / "LICENSE.txt").write_text("You may use this as you like.\n")
    report = fp.load([mixed], tmp_path / "mixed.fp")
    assert (report.pack, report.documents.created) == ("buildings", 2)
    assert not any("LICENSE" in note or "specs" in note for note in report.notes)


def test_a_folder_of_tables_and_texts_is_parted(tmp_path, specifications, books):
    mixed = tmp_path / "mixed"
    shutil.copytree(books, mixed)
    shutil.copy(specifications / "care.md", mixed / "care.md")
    report = fp.load([mixed], tmp_path / "mixed.fp")
    assert (report.documents.created, report.notes) == (1, ())


def test_documents_that_get_a_graph_stay(tmp_path, specifications, books):
    place = tmp_path / "team.fp"
    with fp.memory(place) as memory:
        memory.add(specifications)
        memory.add_text("The Gateway depends on the Auth Service.", key="gateway")
        told = memory.history()
    fp.load([books], place)
    with fp.open(place) as base:
        assert base.ask("How many books are there?").text == "There are 34 books."
        assert base.ask("What does the Gateway depend on?").text.startswith("Auth Service.")
    with fp.memory(place) as memory:
        assert memory.history() == told
        assert "gateway" in memory.documents()
    assert not (place / "passages.sqlite").exists()


def test_a_graph_that_fails_leaves_the_documents_as_they_were(tmp_path, specifications):
    place = tmp_path / "team.fp"
    with fp.memory(place) as memory:
        memory.add(specifications)
    (tmp_path / "broken.ifc").write_text("ISO-10303-21;\nHEADER;\n")
    with pytest.raises(SourceError):
        fp.load([tmp_path / "broken.ifc"], place)
    with fp.open(place) as base:
        assert base.ask("Who inspects the roof?").status == "answered"
    assert not (place / "documents").exists()


def test_what_takes_no_documents(tmp_path, specifications, books):
    with pytest.raises(SourceError) as caught:
        fp.load([specifications, books], "bolt://localhost:1")
    assert caught.value.code == "source.documents"
    Workspace.create(tmp_path / "notes.fp").close()
    with pytest.raises(KnowledgeBaseError) as refused:
        fp.load([books], tmp_path / "notes.fp")
    assert refused.value.code == "kb.exists"


def test_a_memory_of_a_graph_is_what_lies_beside_it(site):
    with Memory(site.path) as memory:
        assert len(memory.documents()) == 2
        assert memory.search("Who inspects the roof?", 1)[0].passage.document.endswith("care.md")


def test_where_the_graph_fails_the_documents_answer(site, monkeypatch):
    def failing(*_, **__):
        raise StoreError("the store is gone", code="store.unavailable")

    monkeypatch.setattr(type(site.store), "run", failing)
    answer = site.ask("Which windows are there? They are painted every five years.")
    assert "Windows are to be painted every five years." in answer.text


def test_a_copy_of_a_folder_has_the_documents_too(site, tmp_path):
    report, _ = fp.copy(site.path, tmp_path / "copy.fp")
    assert report.notes == ("the documents beside the graph were copied, too",)
    with fp.open(tmp_path / "copy.fp") as base:
        assert base.ask("Who inspects the roof?").text == "The roof is inspected every spring by Hansen Roofing."


def test_strict_refuses_a_document_that_cannot_be_read(tmp_path, books):
    (tmp_path / "broken.pdf").write_bytes(b"no PDF")
    with pytest.raises(SourceError) as caught:
        fp.load([books, tmp_path / "broken.pdf"], tmp_path / "kb.fp", strict=True)
    assert caught.value.code == "source.strict"
    assert len(fp.load([books, tmp_path / "broken.pdf"], tmp_path / "kb.fp").documents.problems) == 1


def test_laws_and_guidance(tmp_path):
    acts = copy_sample(STATUTES_FOLDER, tmp_path) / "2024-11-01"
    (acts / "guide.md").write_text("# Guide\n\nA lost licence is replaced for a fee of 20 dollars.\n")
    assert fp.load([acts], tmp_path / "laws.fp").pack == "regulations"
    with fp.open(tmp_path / "laws.fp") as base:
        assert base.ask("How many acts are there?").text == "This corpus has 3 acts.\nCurrent to 2024-11-01."
        assert base.ask("For what fee is a lost licence replaced?").metadata["answered_by"] == "documents"


def test_one_source_may_stand_alone(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("# A\n\nAnn rows.\n", encoding="utf-8")
    report = fp.load(str(tmp_path / "notes"), tmp_path / "a.fp", settings=Settings(embeddings="static"))
    assert report.documents is not None
    assert report.documents.created == 1
    (tmp_path / "boats.csv").write_text("name,rack\nHeron,A1\nTeal,A2\n", encoding="utf-8")
    assert fp.load(tmp_path / "boats.csv", tmp_path / "b.fp").nodes == 2
    assert fp.propose(str(tmp_path / "boats.csv")).mapping.text()


@pytest.mark.parametrize(
    "question",
    [
        "How many walls are there?",
        "How many minutes must beams be protected against fire?",
        "How often is the roof inspected, and how many doors are there?",
        "Who invented the telephone?",
    ],
)
def test_the_debug_log_has_one_line_whatever_answers(site, specifications, tmp_path, question):
    file = tmp_path / "questions.log"
    with fp.open(specifications.parent / "site.fp", Settings(debug=True, log_file=file)) as base:
        answer = base.ask(question)
    [line] = file.read_text().splitlines()
    said = json.loads(line.split(" DEBUG ", 1)[1])
    assert (said["question"], said["verdict"], said["rows"]) == (question, answer.status, len(answer.rows))


def test_the_debug_log_of_documents_alone_has_a_line(specifications, tmp_path):
    file = tmp_path / "questions.log"
    with fp.memory(tmp_path / "memory.fp", Settings(debug=True, log_file=file)) as memory:
        memory.add(specifications)
        memory.ask("How many minutes must beams be protected against fire?")
    assert len(file.read_text().splitlines()) == 1
