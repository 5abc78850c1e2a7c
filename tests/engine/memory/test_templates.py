"""Named queries: each finds what it says, refuses wrong values, and does not load without its bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.errors import QuestionError, SettingsError
from fingerpost.engine.memory.templates import load_templates, shipped_templates

TEXTS = {
    "ADR-001": "ADR-001 was approved by Dana Cruz. Bob Li wrote ADR-001. ADR-002 supersedes ADR-001.",
    "notes/gateway.md": "The Gateway depends on the Auth Service (AS). AS depends on the User Database. See INC-001.",
    "notes/incidents.md": "INC-001 affected the Gateway. INC-001 was caused by CHG-001. CHG-002 fixed INC-001.",
}
GOLDEN = [
    ("entity_lookup", {"entity_id": "AS"}, [("system:auth_service", "Auth Service", "System", ("AS",), 0.85)]),
    ("entity_lookup", {"entity_name": "gateway"}, [("system:gateway", "Gateway", "System", None, 0.925)]),
    (
        "entity_neighbors_1hop",
        {"entity_id": "system:auth_service", "relationships": ["DEPENDS_ON"]},
        [
            ("system:auth_service", "DEPENDS_ON", "system:user_database", "system:user_database"),
            ("system:gateway", "DEPENDS_ON", "system:auth_service", "system:gateway"),
        ],
    ),
    (
        "entity_neighbors_2hop",
        {"entity_id": "Gateway", "relationships": ["DEPENDS_ON"]},
        [("system:auth_service", "DEPENDS_ON", "DEPENDS_ON", "system:user_database")],
    ),
    ("name_variant_resolution", {"name": "auth"}, [("system:auth_service", "Auth Service", "System", ("AS",))]),
    ("document_references", {"doc_id": "notes/gateway.md"}, [("REFERENCES", "incident:inc_001", "INC-001")]),
    ("document_references", {"doc_id": "ADR-001"}, [("REFERENCES", "decision:adr_002", "ADR-002")]),
    ("dependency_chain", {"system_id": "Gateway"}, [(1, "system:auth_service"), (2, "system:user_database")]),
    ("incident_impact", {"incident_id": "INC-001"}, [("incident:inc_001", ("Gateway",), ("CHG-001",), ("CHG-002",))]),
    ("document_resolution_chain", {"doc_id": "notes/gateway.md"}, [("incident:inc_001", "change:chg_002", "CHG-002")]),
    ("change_to_incident", {"change_id": "CHG-002"}, [("change:chg_002", ("INC-001",), ())]),
    ("change_to_incident", {"change_id": "CHG-001"}, [("change:chg_001", (), ("INC-001",))]),
    (
        "adr_approval_chain",
        {"adr_id": "ADR-001"},
        [("decision:adr_001", ("Dana Cruz",), ("Bob Li",), (), ("ADR-002",))],
    ),
]


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    with fp.memory(tmp_path_factory.mktemp("templates") / "kb.fp") as memory:
        for key, text in TEXTS.items():
            memory.add_text(text, key=key)
        yield memory


@pytest.mark.parametrize(("name", "given", "rows"), GOLDEN)
def test_golden(memory, name, given, rows):
    found = memory.template(name, **given).rows
    assert [row[: len(rows[0])] for row in found] == rows


def test_every_template_has_a_golden_case():
    assert {name for name, _, _ in GOLDEN} == set(shipped_templates())
    assert len(shipped_templates()) == 10


@pytest.mark.parametrize("name", shipped_templates())
def test_wrong_values_are_refused(memory, name):
    template = shipped_templates()[name]
    first = next(iter(template.parameters))
    wrong = (
        {},
        {first: 7},
        {first: ""},
        {first: "a", "other": "b"},
        {first: "a", "limit": template.limit.maximum + 1},
        {first: "a", "limit": 0},
        {first: "a", "limit": True},
        {first: "a' OR 1=1 //" * 200},
    )
    for given in wrong:
        with pytest.raises(QuestionError) as caught:
            memory.template(name, **given)
        assert caught.value.code == "template.parameter"


@pytest.mark.parametrize("name", shipped_templates())
def test_what_is_not_there_is_empty(memory, name):
    template = shipped_templates()[name]
    given = {next(iter(template.parameters)): "Nothing of this name') DETACH DELETE n //"}
    assert memory.template(name, **given).rows == ()


def test_an_unknown_template(memory):
    with pytest.raises(QuestionError) as caught:
        memory.template("drop_everything")
    assert caught.value.code == "template.unknown"
    assert "entity_lookup" in caught.value.message


def test_nothing_is_there_yet(tmp_path):
    with fp.memory(tmp_path / "kb.fp") as memory:
        assert memory.template("dependency_chain", system_id="Gateway").rows == ()


def template(query: str, parameters: str = "x: {type: text}, limit: {default: 1, maximum: 3}") -> str:
    head = "- name: own\n  description: One.\n  complexity: O(1)\n"
    return f"{head}  parameters: {{{parameters}}}\n  query: |\n    {query}\n"


GOOD = "MATCH (n:Entity {name: $x}) RETURN n.id LIMIT $limit"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (template("MATCH (n:Entity {name: $x}) RETURN n.id"), "does not end with LIMIT $limit"),
        (template("MATCH (n:Entity {name: $x}) RETURN n.id LIMIT 1000"), "does not end with LIMIT $limit"),
        (template("MATCH (n:Entity {name: $y}) RETURN n.id LIMIT $limit"), "parameters differ: x, y"),
        (template("MATCH (n:Entity {name: $x})-[*]-(m) RETURN m.id LIMIT $limit"), "more than 2 hops"),
        (template("MATCH (n:Entity {name: $x})-[*1..3]-(m) RETURN m.id LIMIT $limit"), "more than 2 hops"),
        (template("MATCH (n:Entity {name: $x})--()--()--(m) RETURN m.id LIMIT $limit"), "more than 2 hops"),
        (template("MATCH (n:Entity {name: $x}) DELETE n RETURN 1 LIMIT $limit"), "W003"),
        (template("CALL db.labels() YIELD label WHERE label = $x RETURN label LIMIT $limit"), "C011"),
        (template("LOAD CSV FROM $x AS row RETURN row LIMIT $limit"), "is refused"),
        (template("MATCH (n:Other {name: $x}) RETURN n.id LIMIT $limit"), "N001"),
        (template(GOOD, "x: {type: text}"), "limit"),
        (template(GOOD, "x: {type: text}, limit: {default: 1, maximum: 1000}"), "limit.maximum"),
        (template(GOOD, "x: {type: number}, limit: {default: 1, maximum: 10}"), "parameters.x.type"),
        (template(GOOD) + template(GOOD), "occurs twice"),
        ("own: 1", "is not a list"),
        ("- 1", "dictionary"),
        ("- &a [*a]\n- !!python/object:os.system {}", "is not YAML"),
    ],
)
def test_what_refuses_to_load(tmp_path, text, said):
    (tmp_path / "own.yaml").write_text(text)
    with pytest.raises(SettingsError) as caught:
        load_templates(tmp_path / "own.yaml")
    assert caught.value.code == "template.invalid"
    assert said in caught.value.message


def test_a_folder_may_have_its_own(tmp_path: Path):
    with fp.memory(tmp_path / "kb.fp") as memory:
        memory.add_text(TEXTS["notes/gateway.md"], key="a")
        (memory.folder / "templates.yaml").write_text(template(GOOD))
        assert memory.template("own", x="Gateway").rows == (("system:gateway",),)
        assert set(memory.templates()) == {*shipped_templates(), "own"}


def test_agents_run_templates(memory):
    pytest.importorskip("mcp_types")
    from fingerpost.core.errors import FingerpostError
    from fingerpost.engine import Deadline, open_documents
    from fingerpost.surfaces.mcp.graphs import Graphs
    from fingerpost.surfaces.mcp.registry import Call
    from fingerpost.surfaces.mcp.templating import Named, query_template

    assert memory.template("dependency_chain", system_id="Gateway").rows
    with open_documents(memory.folder) as base:
        graphs = Graphs.__new__(Graphs)
        graphs.bases = {"team": base}
        call = Call(graphs, Deadline(10_000))
        assert len(query_template(call, Named(graph="team")).templates or ()) == 10
        found = query_template(
            call, Named(graph="team", template="dependency_chain", parameters={"system_id": "Gateway"})
        )
        assert [row["id"] for row in found.rows or ()] == ["system:auth_service", "system:user_database"]
        with pytest.raises(FingerpostError):
            query_template(call, Named(graph="team", template="dependency_chain"))
