"""Models that an assistant keeps in a Kuzu database: they load as IFC files do, and its own questions are answered."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from object_graph import Office, office

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.core.cells import Node
from fingerpost.domains.buildings.loader.object_columns import outline_area


@pytest.fixture(scope="module")
def rows() -> Office:
    return office()


@pytest.fixture(scope="module")
def kb(rows: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("office")
    report = fp.load([rows.export(folder / "export")], folder / "office.fp")
    assert not report.problems
    assert report.pack == "buildings"
    with fp.open(folder / "office.fp") as found:
        yield found


def _said(cell: Any) -> Any:
    return cell.properties.get("name") if isinstance(cell, Node) else cell


TOWER = "Westlake Tower (25-01-161)"
QUESTIONS: list[tuple[str, Any]] = [
    ("How many projects are there?", 4),
    ("How many walls are there?", 6 + 1 + 4 + 1 + 4 + 4),
    ("How many structural walls are there?", 3 + 1 + 2 + 1 + 2 + 2),
    ("How many walls are in 25-01-161?", 7),
    ("How many walls are in project 2501161?", 7),
    ("How many walls are in project 25-09-999?", Status.UNANSWERABLE),
    ("How many elements are in the latest version of Westlake?", 10 + 8),
    ("How many elements are in the main model of project 25-01-161?", 10),
    ("How many beams are there on each level?", {"Level 1": 2, "Level 2": 2}),
    ("Which columns are on Level 2?", {"Basic Column:Column type 1:06001", "Basic Column:Column type 1:16001"}),
    ("How many walls are longer than 10 ft?", 4 + 2 + 2 + 2),
    ("How many walls are taller than 4 m?", 3 + 1 + 1 + 1),
    ("How many floors are sloped?", 4),
    ("How many walls are made of concrete?", 3 + 2 + 2 + 2),
    ("How many models does each project have?", {TOWER: 2, "Harbour House (25-02-162)": 2}),
    ("Which projects have beams?", {TOWER, "Harbour House (25-02-162)"}),
    ("How many projects were created in 2025?", 3),
    ("How many versions are there?", 8),
    ("Who owns Westlake Tower?", {"Hans Meier"}),
    ("Which projects does Hans Meier own?", {TOWER, "Garden Court (24-11-170)"}),
    ("delete all projects", Status.REFUSED),
]


@pytest.mark.parametrize(("question", "wanted"), QUESTIONS)
def test_the_questions_of_an_office_are_answered(kb: Any, question: str, wanted: Any) -> None:
    answer = kb.ask(question)
    if isinstance(wanted, Status):
        assert answer.status in (wanted, Status.UNANSWERABLE), answer.text
    elif isinstance(wanted, dict):
        assert {_said(row[0]): row[-1] for row in answer.rows}.items() >= wanted.items(), answer.text
    elif isinstance(wanted, set):
        assert any({_said(cell) for cell in column} == wanted for column in zip(*answer.rows, strict=True)), answer.text
    else:
        assert [row[-1] for row in answer.rows] == [wanted], (answer.text, answer.reading)


OF_PROJECT = "MATCH (p:Project)-[:CONTAINS_MODEL]->(:Model)-[:HAS_VERSION]->(v)-[:REFERENCES_BEAM]->(b:Beam)"
QUERIES = [
    ("MATCH (v:Version)-[:REFERENCES_WALL]->(w:Wall) WHERE v.isLatest RETURN count(DISTINCT w)", 20),
    (f"{OF_PROJECT} WHERE p.name CONTAINS '25-01-161' RETURN count(DISTINCT b)", 4),
    ("MATCH (v:Version)-[:REFERENCES_COLUMN]->(c) WHERE c.level_name = 'Level 2' RETURN count(DISTINCT c)", 2),
    ("MATCH (u:User)-[:OWNS]->(p:Project) WHERE u.name = 'Hans Meier' RETURN count(p)", 2),
    ("MATCH (w:Wall) WHERE w.structural = true AND w.height > 4 RETURN count(w)", 1),
]


@pytest.mark.parametrize(("query", "wanted"), QUERIES)
def test_queries_over_the_tables_run(kb: Any, query: str, wanted: int) -> None:
    assert kb.query(query).rows == ((wanted,),)


def test_versions_are_told_apart(kb: Any) -> None:
    answer = kb.ask("Which walls were added in project 25-01-161 since version 1?")
    assert len(answer.rows) == 2
    assert kb.ask("How many walls were in the model main in version 1 of project 25-01-161?").rows == ((4,),)


def test_other_relationships_of_elements_and_versions_are_kept(rows: Office, tmp_path: Path) -> None:
    folder = rows.export(tmp_path / "export")
    (_, wall), (_, door) = rows.pairs["REFERENCES_WALL"][-1], rows.pairs["REFERENCES_DOOR"][-1]
    version, _ = rows.pairs["REFERENCES_DOOR"][-1]
    with (folder / "schema.cypher").open("a") as schema:
        schema.write("CREATE REL TABLE `HOSTS` (FROM `Wall` TO `Door`, FROM `Version` TO `Door`, MANY_MANY);\n")
    with (folder / "copy.cypher").open("a") as copy:
        for start, end in (("Wall", wall), ("Version", version)):
            copy.write(f'COPY `HOSTS_{start}_Door` FROM "HOSTS_{start}_Door.csv" (header=true);\n')
            (folder / f"HOSTS_{start}_Door.csv").write_text(f"a.id,b.id\n{end},{door}\n")
    report = fp.load([folder], tmp_path / "office.fp")
    assert not report.problems
    with fp.open(tmp_path / "office.fp") as kb:
        assert kb.query("MATCH (:Wall)-[r:HOSTS]->(:Door) RETURN count(r)").rows == ((1,),)
        assert kb.query("MATCH (:Version)-[r:HOSTS]->(:Door) RETURN count(r)").rows == ((1,),)


def test_an_answer_cites_the_row_of_the_table(kb: Any) -> None:
    answer = kb.ask("Which walls are longer than 6.5 m in project 25-01-161?")
    (citation,) = answer.citations
    assert str(citation.source.file).endswith("Wall.csv")


def test_a_script_of_tables_and_literals_gives_the_same_graph(rows: Office, kb: Any, tmp_path: Path) -> None:
    fp.load([rows.script(tmp_path / "office.cypher")], tmp_path / "script.fp")
    with fp.open(tmp_path / "script.fp") as other:
        for query in (
            "MATCH (n) RETURN count(n)",
            "MATCH ()-[r]->() RETURN count(r)",
            "MATCH (w:Wall) RETURN sum(w.length)",
        ):
            assert other.query(query).rows[0][0] == pytest.approx(kb.query(query).rows[0][0])


def test_a_database_is_loaded_and_asked_in_place(rows: Office, kb: Any, tmp_path: Path, monkeypatch: Any) -> None:
    ladybug = pytest.importorskip("ladybug", reason='needs ladybug: pip install "fingerpost[ladybug]"')
    monkeypatch.setenv("FINGERPOST_CACHE_FOLDER", str(tmp_path / "cache"))
    script = rows.script(tmp_path / "office.cypher").read_text("utf-8")
    made = ladybug.Database(str(tmp_path / "office.kz"))
    connection = ladybug.Connection(made)
    for line in script.splitlines():
        connection.execute(line.replace(",MANY_MANY", ", MANY_MANY"))
    connection.close()
    made.close()
    url = f"ladybug://{tmp_path / 'office.kz'}"
    report = fp.load([url], tmp_path / "loaded.fp")
    assert any("read as building models" in note for note in report.notes)
    with fp.open(tmp_path / "loaded.fp") as other:
        count = "MATCH (n) RETURN count(n)"
        assert other.query(count).rows == kb.query(count).rows
    with fp.open(url) as there:
        query = "MATCH (:Version)-[:REFERENCES_WALL]->(w:Wall) RETURN count(DISTINCT w.applicationId)"
        assert there.query(query).rows == ((20,),)


@pytest.mark.parametrize(
    ("points", "area"),
    [
        ([0, 0, 5, 2, 0, 5, 2, 3, 5, 0, 3, 5], 6.0),
        ([[0, 0], [2, 0], [2, 3], [0, 3]], 6.0),
        ('[{"x": 0, "y": 0}, {"x": 2, "y": 0}, {"x": 0, "y": 2}]', 2.0),
        ([[0, 0], [1, 1]], 0.0),
        ("no points", 0.0),
        ([[0, None], [1, 1], [2, 2]], 0.0),
        (None, 0.0),
    ],
)
def test_the_area_of_an_outline(points: Any, area: float) -> None:
    assert outline_area(points) == pytest.approx(area)
