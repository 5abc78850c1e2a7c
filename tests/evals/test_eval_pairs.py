"""Schemas without graphs: filled by chance, with what golds name sown in, and asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fingerpost
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals.golds import lifted
from scripts.eval.fill_schema import Filling
from scripts.eval.fill_values import Chance, Hint, hints, shaped
from scripts.eval.pairs import main
from scripts.tables.learn_pairs import Shape

TEXT = """Node properties:
- **Ship**
  - `name`: STRING Example: "Aurora"
  - `built`: INTEGER Min: 1950, Max: 2020
  - `flag`: STRING Available options: ['Malta', 'Palau']
- **Berth**
  - `id`: STRING Example: "17"
Relationship properties:
- **MOORS_AT**
  - `nights`: INTEGER
"""
SHAPE = {
    "structured_schema": {
        "node_props": {
            "Ship": [
                {"property": "name", "type": "STRING"},
                {"property": "built", "type": "INTEGER"},
                {"property": "flag", "type": "STRING"},
            ],
            "Berth": [{"property": "id", "type": "STRING"}, {"property": "opened", "type": "DATE"}],
        },
        "rel_props": {"MOORS_AT": [{"property": "nights", "type": "INTEGER"}]},
        "relationships": [{"start": "Ship", "type": "MOORS_AT", "end": "Berth"}],
    },
    "schema": TEXT,
}
PAIRS = [
    ("Which ships were built after 2010?", "MATCH (s:Ship) WHERE s.built > 2010 RETURN s"),
    ("How many ships fly the flag Malta?", "MATCH (s:Ship {flag: 'Malta'}) RETURN count(s)"),
    ("At which berth does Boreas moor?", "MATCH (:Ship {name: 'Boreas'})-[:MOORS_AT]->(b:Berth) RETURN b.id"),
    ("Which names contain queen?", "MATCH (s:Ship) WHERE s.name CONTAINS 'queen' RETURN s.name"),
    ("Who stayed 400 nights?", "MATCH (s)-[m:MOORS_AT]->(b) WHERE m.nights = 400 AND b.opened < '1931-05-06' RETURN s"),
    ("Which opened in 1931?", "MATCH (b:Berth) WHERE b.opened.year = 1931 RETURN b"),
    ("Which ships moor at 99?", "MATCH (s:Ship) WHERE EXISTS { (s)-[:MOORS_AT]->(:Berth {id: '99'}) } RETURN s.name"),
    ("What is it?", "MATCH (s:Ship) RETURN nothing"),
    ("Which ships are of 1800?", "MATCH (s:Ship) WHERE NOT s.built <> 1800 AND s.built <> 1800 RETURN s"),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder laid out as the command takes it."""
    pairs = tmp_path / "data" / "pairs"
    pairs.mkdir(parents=True)
    (pairs / "cypherbench_schemas.json").write_text("{}")
    (pairs / "cypherbench_train.jsonl").write_text("")
    (pairs / "neo4j_labs_schemas.json").write_text(json.dumps({"harbour": SHAPE, "other": SHAPE}))
    lines = [json.dumps({"db": "harbour", "question": question, "cypher": cypher}) for question, cypher in PAIRS]
    (pairs / "neo4j_labs.jsonl").write_text("\n".join(lines))
    return tmp_path / "data"


def _shape() -> Shape:
    return Shape(
        {"Ship": {"name": "string", "built": "int", "flag": "string"}, "Berth": {"id": "string", "opened": "date"}},
        {"MOORS_AT": {"nights": "int"}},
        {"MOORS_AT": {("Ship", "Berth")}},
        TEXT,
    )


def _filling(seed: str = "1") -> Filling:
    return Filling(_shape(), [plan for _, cypher in PAIRS if (plan := lifted(cypher)) is not None], seed)


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("harbour")
    _filling().write(folder / "files")
    fingerpost.load([folder / "files"], folder / "harbour.fp")
    with KnowledgeBase(folder / "harbour.fp") as kb:
        yield kb


@pytest.mark.parametrize("cypher", [cypher for _, cypher in PAIRS[:7]])
def test_what_is_sown_is_found(harbour: KnowledgeBase, cypher: str) -> None:
    rows = harbour.query(cypher).rows
    assert rows
    assert rows[0] != (0,)


def test_values_are_as_the_schema_tells(harbour: KnowledgeBase) -> None:
    assert {"Malta", "Palau"} <= {flag for (flag,) in harbour.query("MATCH (s:Ship) RETURN DISTINCT s.flag").rows}
    assert all(id_.isdigit() for (id_,) in harbour.query("MATCH (b:Berth) RETURN b.id").rows)
    built = [year for (year,) in harbour.query("MATCH (s:Ship) WHERE s.built IS NOT NULL RETURN s.built").rows]
    assert any(year > 2010 for year in built)
    assert any(1900 < year < 2010 for year in built)


def test_a_graph_is_the_same_for_the_same_seed() -> None:
    one, same, other = _filling(), _filling(), _filling("2")
    assert (one.nodes, one.edges) == (same.nodes, same.edges)
    assert one.nodes != other.nodes


def test_what_golds_sort_by_is_always_there() -> None:
    sorting = lifted("MATCH (s:Ship) WITH s.built AS year ORDER BY year DESC LIMIT 1 RETURN year")
    assert sorting is not None
    assert any("built" not in node.own for seed in "12345" for node in _filling(seed).nodes["Ship"])
    assert all("built" in node.own for seed in "12345" for node in Filling(_shape(), [sorting], seed).nodes["Ship"])


def test_a_column_holds_values_of_one_kind() -> None:
    plan = lifted("MATCH (b:Berth) WHERE b.opened = 'spring' RETURN b")
    assert plan is not None
    opened = [node.own.get("opened", "1999-01-01") for node in Filling(_shape(), [plan], "1").nodes["Berth"]]
    assert all(shaped("date", text) for text in opened)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("int", "15", "15"),
        ("int", "1.5", None),
        ("string", "two\nlines", "two\nlines"),
        ("datetime", "2001-02-03", "2001-02-03T00:00:00Z"),
        ("datetime", "2001-02-03T04:05:06", "2001-02-03T04:05:06Z"),
        ("datetime", "2001-02-03T04:05:06.7Z", "2001-02-03T04:05:06.7Z"),
        ("datetime", "soon", None),
        ("date", "2001-02-30", None),
    ],
)
def test_texts_are_put_into_the_form_of_a_kind(kind: str, text: str, value: str | None) -> None:
    assert shaped(kind, text) == value


def test_no_two_are_called_the_same() -> None:
    more = "MATCH (s:Ship)-[:MOORS_AT]->(b) WHERE s.name IN ['Boreas'] AND s.built > 2030 RETURN s"
    plans = [plan for cypher in (PAIRS[2][1], more) if (plan := lifted(cypher)) is not None]
    filling = Filling(_shape(), plans, "1")
    for label, name in (("Ship", "name"), ("Berth", "id")):
        names = [node.own[name] for node in filling.nodes[label]]
        assert len(names) == len(set(names))
    (boreas,) = (node for node in filling.nodes["Ship"] if node.own["name"] == "Boreas")
    assert int(boreas.own["built"]) > 2030
    keys = {node.key for nodes in filling.nodes.values() for node in nodes}
    assert all({start, end} <= keys for start, _, end in filling.edges)
    assert sum(start == boreas.key for start, _, _ in filling.edges) >= 2


def test_a_part_of_a_text_is_no_value() -> None:
    assert all(node.own["name"] != "queen" for node in _filling().nodes["Ship"])


def test_hints_are_read_from_the_text() -> None:
    found = hints(TEXT)
    assert found["Ship", "built"] == Hint(bounds=(1950, 2020))
    assert found["Ship", "flag"].options == ("Malta", "Palau")
    assert found["Berth", "id"].example == "17"
    assert found["MOORS_AT", "nights"] == Hint()


@pytest.mark.parametrize(
    ("kind", "example", "form"),
    [
        ("int", "", r"\d+"),
        ("float", "", r"\d+\.\d\d"),
        ("float", "2.0E3", r"\d{3,4}\.\d\d"),
        ("boolean", "", "true|false"),
        ("date", "", r"\d{4}-\d\d-\d\d"),
        ("datetime", "", r"\d{4}-\d\d-\d\dT\d\d:\d\d:00Z"),
        ("string[]", "", r"[A-Z][\w ;]+"),
        ("string", "2001-02-03", r"\d{4}-\d\d-\d\d"),
        ("string", "2001-02-03 04:05:06", r"\d{4}-\d\d-\d\d \d\d:\d\d:00"),
        ("string", "3.5", r"\d+\.\d\d"),
        ("string", "http://a.example", r"https://example\.org/\w+"),
        ("string", "a@b.example", r"\w+@example\.org"),
        ("string", "One sentence that goes on and on, and then another.", r"\w+( \w+){7}"),
    ],
)
def test_values_have_the_form_of_their_kind(kind: str, example: str, form: str) -> None:
    chance = Chance("7")
    for _ in range(20):
        value = chance.value(kind, Hint(example=example), ())
        assert value == example or re.fullmatch(form, value), value


def test_the_command_asks_and_counts(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places = {name: tmp_path / name for name in ("kept", "lines", "figures")}
    options = ["--graphs", "harbour", "--jobs", "1", "--seed", "3", "--keep", str(places["kept"])]
    options += ["--outcomes", str(places["lines"]), "--json", str(places["figures"])]
    assert main([str(data), *options]) == 0
    first = capsys.readouterr().out
    outcomes = [json.loads(line) for line in places["lines"].read_text().splitlines()]
    assert [outcome["question"] for outcome in outcomes] == [question for question, _ in PAIRS]
    assert outcomes[2]["lenient"] is True
    assert outcomes[7]["verdict"] == "gold"
    own = json.loads(places["figures"].read_text())["harbour"]
    assert (own["asked"], own["usable"]) == (9, 7)
    assert 3 <= own["strict"] < own["lenient"] <= own["answered"]
    assert [path.name for path in (places["kept"] / "seed-3").iterdir()] == ["harbour.fp"]
    assert main([str(data), *options, "--sample", "9"]) == 0
    assert capsys.readouterr().out == first
    assert first.splitlines()[0].split()[:4] == ["schema", "asked", "usable", "strict"]


KINDS = """Node properties:
- **Sailor**
  - `name`: STRING Example: "Ann"
  - `nick`: STRING Example: "a."
  - `joined`: DATE Min: 2001-02-03, Max: 2001-12-31
  - `joined_text`: STRING Example: "Mar 4, 2001"
  - `year`: INTEGER Min: 2001, Max: 2001
- **Captain**
  - `name`: STRING Available options: ['Ann']
- **Port**
  - `name`: STRING Example: "Oslo"
Relationship properties:
- **SAILED_TO**
  - `days: INTEGER` Min: 3, Max:  5
"""


def _crew(cyphers: list[str]) -> Filling:
    sailor = {"name": "string", "nick": "string", "joined": "date", "joined_text": "string", "year": "int"}
    shape = Shape(
        {"Sailor": sailor, "Captain": {"name": "string"}, "Port": {"name": "string"}},
        {"SAILED_TO": {"days": "int"}},
        {"SAILED_TO": {("Sailor", "Port"), ("Captain", "Port")}},
        KINDS,
    )
    return Filling(shape, [plan for cypher in cyphers if (plan := lifted(cypher)) is not None], "1")


def test_a_label_that_is_a_kind_of_another_is_one_of_several_of_a_node() -> None:
    crew = _crew(["MATCH (c:Captain {name: 'Ann'}) RETURN c", "MATCH (s:Sailor {name: 'Ann'}) RETURN s"])
    assert [node.own["name"] for node in crew.of("Captain")] == ["Ann"]
    assert crew.of("Captain")[0].labels == {"Captain", "Sailor"}
    assert crew.roots["Port"] == "Port"


def test_all_that_tells_a_day_tells_the_same() -> None:
    crew = _crew(["MATCH (s:Sailor) WHERE s.joined_text = 'Mar 5, 1999' RETURN s"])
    sown = [node.own for node in crew.of("Sailor") if node.own.get("joined_text") == "Mar 05, 1999"]
    told = [node.own for node in crew.of("Sailor") if node.own.keys() >= {"joined", "year"}]
    assert all(own["joined"][:4] == own["year"] for own in told)
    assert all("2001-02-03" <= own["joined"] <= "2001-12-31" for own in told if own["year"] != "1999")
    assert all(own.get("joined", "1999-03-05") == "1999-03-05" for own in sown)


def test_what_is_told_of_a_relationships_properties_is_heeded() -> None:
    assert hints(KINDS)["SAILED_TO", "days"].bounds == (3.0, 5.0)
