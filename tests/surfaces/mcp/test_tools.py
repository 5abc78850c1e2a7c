"""Every tool through a client: what it gives, what it refuses, and that its description is true."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import jsonschema
import pytest
from mcp_user import User
from pydantic import ValidationError

from fingerpost.surfaces.mcp import server  # noqa: F401 - enters the tools into the table
from fingerpost.surfaces.mcp.registry import TOOLS
from scripts.fuzz.gate_cases import HOSTILE, read_cases

SNAPSHOT = Path(__file__).with_name("tools.json")


def listed(user):
    return user.session(lambda client: client.list_tools()).tools


def test_the_list_of_tools_is_the_one_that_clients_know(town):
    found = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed(town)]
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    if not SNAPSHOT.exists():
        SNAPSHOT.write_text(text, encoding="utf-8")
    assert text == SNAPSHOT.read_text(encoding="utf-8"), f"tools changed: look at it, then remove {SNAPSHOT.name}"
    for tool in found:
        assert tool["inputSchema"]["type"] == "object"
        assert tool["inputSchema"].get("properties") or tool["name"] in ("list_graphs", "stop_visualization")
        assert tool["outputSchema"]["properties"]
        assert len(tool["description"]) > 40


def test_a_client_of_2025_sees_the_same_tools(town):
    old = User(town.graphs, mode="legacy")
    assert [tool.name for tool in listed(old)] == list(TOOLS)
    assert old.call("ask", question="Who works at Acme?")["count"] == 2


def test_an_empty_graph_is_said_to_be_empty(user):
    answer = user.call("ask", question="Who works at Acme?")
    assert (answer["status"], answer["answer"].endswith("The graph is empty.")) == ("unanswerable", True)


READS = [
    ("list_graphs", {}),
    ("get_graph_info", {}),
    ("shortest_path", {"source": "Ann", "target": "Oslo"}),
    ("all_paths", {"source": "Ann", "target": "Oslo"}),
    ("pagerank", {"top_n": 2}),
    ("connected_components", {}),
    ("find_cycles", {}),
    ("degree_centrality", {"top_n": 2}),
    ("subgraph", {"nodes": ["Ann"]}),
    ("ask_graph", {"query": "what depends on Acme"}),
    ("dump_context", {}),
    ("cypher_query", {"query": "MATCH (n) RETURN count(n)"}),
    ("ask", {"question": "How many people are there?"}),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "arguments"), READS)
def test_what_reads_says_so_gives_what_its_schema_says_and_creates_nothing(town, user, name, arguments):
    tool = next(tool for tool in listed(town) if tool.name == name)
    assert tool.annotations.read_only_hint
    found = town.call(name, **arguments)
    assert "is_error" not in found
    jsonschema.validate(found, tool.output_schema)
    assert user.call(name, **arguments).get("code") != "workspace.missing", "the default graph is there, empty"
    if name != "list_graphs":
        missing = user.call(name, graph="other", **arguments)
        assert (missing["is_error"], missing["code"]) == (True, "workspace.missing")
    assert user.call("list_graphs") == {"graphs": []}
    assert not (user.graphs.home.folder).exists()


def test_facts_are_counted_by_mention(user):
    def facts(*triples):
        return user.call("add_facts", facts=[dict(zip(("from", "rel", "to"), t, strict=True)) for t in triples])

    counts = {"nodes_created": 1, "nodes_existed": 1, "edges_created": 1, "edges_existed": 0}
    assert facts(("A", "r", "A")) == counts
    assert facts(("A", "r", "A")) == {"nodes_created": 0, "nodes_existed": 2, "edges_created": 0, "edges_existed": 1}
    assert facts() == {"nodes_created": 0, "nodes_existed": 0, "edges_created": 0, "edges_existed": 0}


def test_facts_hold_properties_and_keep_types(user):
    fact = {"from": "Ann", "from_type": "Person", "rel": "works_at", "to": "Acme", "properties": {"since": 2015}}
    user.call("add_facts", facts=[{**fact, "from_properties": {"born": {"$date": "1990-05-01"}, "tags": ["a", "b"]}}])
    user.call("add_facts", facts=[{"from": "Ann", "rel": "likes", "to": "Acme"}])
    found = user.call("subgraph", nodes=["ann", "Acme", "Nobody"])
    ann = {"label": "Ann", "type": "Person", "properties": {"born": {"$date": "1990-05-01"}, "tags": ["a", "b"]}}
    assert found["nodes"][0] == ann
    assert found["not_found"] == ["Nobody"]
    assert found["resolved"] == {"ann": "Ann"}
    assert {(edge["relation"], edge["properties"].get("since")) for edge in found["edges"]} == {
        ("works_at", 2015),
        ("likes", None),
    }
    retyped = user.call("add_knowledge", knowledge="Ann:Employee works_at Acme")
    assert retyped["retyped"] == [{"label": "Ann", "from_type": "Person", "to_type": "Employee"}]


def test_lines_say_what_each_did_and_a_bad_line_leaves_nothing(user):
    added = user.call("add_knowledge", knowledge="A r B\n# a comment\nA r B")
    assert added["lines"] == [{"line": 1, "relationship": "created"}, {"line": 3, "relationship": "existed"}]
    wrong = user.call("add_knowledge", knowledge="C r D\nE r")
    assert wrong["error"].startswith("Line 2: Expected 3 parts (subject relation object), got 2")
    assert wrong["details"]["column"] == 4
    refused = user.call("add_knowledge", knowledge=f"C r D\nE r {'x' * 2_000}")
    assert refused["details"]["line"] == 2
    assert user.call("get_graph_info")["node_count"] == 2


def test_forgetting_is_exact_and_says_what_went(user):
    user.call("add_knowledge", knowledge="A r B\nA s B\nB r A\nA r A")
    absent = user.call("forget_relationship", source="a", target="B")
    assert absent == {"success": False, "edges_removed": 0, "reason": "there is no node 'a'; did you mean 'A'?"}
    assert user.call("forget_relationship", source="A", target="B", relation="s") == {
        "success": True,
        "edges_removed": 1,
    }
    assert user.call("forget_relationship", source="A", target="B") == {"success": True, "edges_removed": 1}
    absent = user.call("forget", label="a")
    assert absent == {"success": False, "edges_removed": 0, "reason": "there is no node 'a'; did you mean 'A'?"}
    assert user.call("forget", label="A") == {"success": True, "edges_removed": 2}
    assert user.call("delete_graph") == {"success": True}
    assert user.call("delete_graph") == {"success": False}


def test_paths_and_why_there_is_none(town):
    assert town.call("shortest_path", source="Ann", target="Ann") == {"path": ["Ann"], "length": 0}
    assert town.call("shortest_path", source="Ann", target="Europe")["path"] == [
        "Ann",
        "Acme",
        "Oslo",
        "Norway",
        "Europe",
    ]
    assert town.call("shortest_path", source="Oslo", target="Ann") == {
        "path": None,
        "reason": "no path leads from Oslo to Ann; one leads from Ann to Oslo",
    }
    assert "are joined, but by no path" in town.call("shortest_path", source="Acme", target="Blue Whale")["reason"]
    missing = town.call("shortest_path", source="Osla", target="Ann")
    assert (missing["code"], missing["hint"]) == ("node.missing", "did you mean 'Oslo'?")
    paths = town.call("all_paths", source="Ann", target="Oslo", max_length=3)
    assert paths["paths"][0] == ["Ann", "Acme", "Oslo"]
    assert paths["count"] == 2
    assert town.call("all_paths", source="Ann", target="Ann")["paths"] == [["Ann"]]
    assert "no path has at most 1 steps" in town.call("all_paths", source="Ann", target="Oslo", max_length=1)["reason"]
    first = town.call("all_paths", source="Ann", target="Oslo", limit=1)
    second = town.call("all_paths", source="Ann", target="Oslo", limit=1, cursor=first["next_cursor"])
    assert len(first["paths"]) == len(second["paths"]) == 1
    assert first["paths"] != second["paths"]


def test_a_dense_graph_hangs_nothing(user):
    names = [f"n{number}" for number in range(9)]
    user.call("add_facts", facts=[{"from": a, "rel": "r", "to": b} for a in names for b in names if a != b])
    found = user.call("all_paths", source="n0", target="n1")
    assert (found["truncated"], found["count"], len(found["paths"])) == (True, 10_000, 100)
    assert user.call("find_cycles", limit=5)["truncated"]
    assert user.call("get_graph_info")["is_dag"] is False
    assert "and at least 998 more cycles" in user.call("dump_context")["context"]


def test_ranks_components_and_cycles(user):
    assert user.call("pagerank") == {"rankings": []}
    user.call("add_knowledge", knowledge="A r B\nB r C\nA r C\nD r D\nE r F")
    ranks = user.call("pagerank", top_n=2.0)["rankings"]
    assert [ranked["label"] for ranked in ranks] == ["D", "C"]
    assert user.call("pagerank", top_n=-1)["code"] == "input.invalid"
    components = user.call("connected_components")
    assert components == {"components": [["A", "B", "C"], ["E", "F"], ["D"]], "count": 3}
    assert user.call("find_cycles") == {"cycles": [["D"]], "has_cycles": True}
    assert "cycles" in user.call("transitive_reduction")["error"]
    user.call("forget", label="D")
    assert user.call("transitive_reduction")["redundant"] == [{"source": "A", "target": "C"}]
    assert user.call("transitive_reduction", in_place=True)["edges_removed"] == 1
    assert user.call("transitive_reduction") == {"edges_removed": 0}
    degrees = user.call("degree_centrality")["rankings"]
    assert degrees[0] == {"label": "B", "in_degree": 0.25, "out_degree": 0.25, "total": 0.5}


QUESTIONS = [
    ("what depends on Acme?", "dependents", ["Ann", "Bob"]),
    ("What does ann depend on", "dependencies", ["Acme", "Bob"]),
    ("dependencies of Oslo", "dependencies", ["Norway"]),
    ("dependents Oslo", "dependents", ["Acme", "Blue Whale"]),
    ("shortest path from Ann to Oslo", "path", ["Ann", "Acme", "Oslo"]),
    ("how to get from Ann to Oslo?", "path", ["Ann", "Acme", "Oslo"]),
    ("all paths from Acme to Norway", "paths", [["Acme", "Oslo", "Norway"]]),
    ("find cycles", "cycles", []),
    ("orphans", "orphans", []),
]


@pytest.mark.parametrize(("question", "key", "expected"), QUESTIONS)
def test_questions_about_the_shape(town, question, key, expected):
    assert town.call("ask_graph", query=question)[key] == expected


def test_other_questions_are_answered_or_explained(town):
    assert town.call("ask_graph", query="most connected nodes")["rankings"][0]["label"] == "Acme"
    assert town.call("ask_graph", query="clusters")["components"]
    assert "Bob" in town.call("ask_graph", query="Who works at Acme?")["result"]
    unknown = town.call("ask_graph", query="sing a song")
    assert unknown["error"]
    assert "what depends on X" in unknown["help"]


def test_asking_answers_with_reading_citations_and_confidence(town):
    found = town.call("ask", question="Who works at Acme?")
    assert found["status"] == "answered"
    assert {row["Person"]["label"] for row in found["rows"]} == {"Ann", "Bob"}
    assert found["confidence"] > 0.3
    assert "works at" in found["reading"]
    assert {c["element"] for c in found["citations"]} == {"Ann", "Bob"}
    assert found["citations"][0]["source"].startswith("default write")
    assert town.call("ask", question="Delete all people")["status"] == "refused"
    assert town.call("ask", question="x" * 3_000)["code"] == "input.invalid"


@pytest.mark.parametrize("kind", ["json", "graphml", "dot", "turtle"])
def test_a_graph_goes_out_and_in_as_text_and_as_file(town, user, kind):
    text = town.call("export_graph", format=kind)["content"]
    added = user.call("import_graph", format=kind, content=text)
    assert (added["nodes_added"], added["edges_added"], added["source"]) == (8, 10, "content")
    assert user.call("export_graph", format="json") == town.call("export_graph", format="json")
    written = user.call("export_graph", format=kind, file_path=f"deep/graph.{kind}")
    assert written["bytes_written"] == len(text.encode())
    again = user.call("import_graph", graph="again", format=kind, file_path=written["file_path"])
    assert again["nodes_added"] == 8


def test_what_a_format_loses_is_said(town):
    assert town.call("export_graph", format="csv")["notes"] == [
        "csv has no place for types",
        "csv has no place for properties",
    ]
    assert "mermaid has no place for types" in town.call("export_graph", format="mermaid")["notes"]


FILES = [
    {"format": "json"},
    {"format": "json", "content": "{}", "file_path": "x"},
    {"format": "json", "content": ""},
    {"format": "xml", "content": "x"},
    {"format": "json", "file_path": "/etc/passwd"},
    {"format": "json", "file_path": "../../etc/passwd"},
    {"format": "json", "file_path": "http://example.org/graph.json"},
    {"format": "json", "file_path": "missing.json"},
    {"format": "json", "file_path": "."},
    {"format": "json", "file_path": "x" * 5_000},
]


def test_a_pipe_is_not_waited_for(user, tmp_path):
    exported = user.call("export_graph", format="json", file_path="written.json")
    pipe = Path(exported["file_path"]).with_name("pipe.json")
    os.mkfifo(pipe)
    assert user.call("import_graph", format="json", file_path=str(pipe))["code"] == "source.missing"


@pytest.mark.parametrize("arguments", FILES)
def test_imports_that_are_refused(user, arguments):
    found = user.call("import_graph", **arguments)
    assert found["is_error"]
    assert found["code"].startswith("source.")
    assert user.call("list_graphs") == {"graphs": []}


def test_files_are_touched_below_allowed_folders_only(user, tmp_path):
    user.call("add_knowledge", knowledge="A r B")
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "link").symlink_to(tmp_path)
    for path in (str(tmp_path / "out.json"), "link/out.json", "../out.json"):
        assert user.call("export_graph", format="json", file_path=path)["code"] == "source.not-allowed"
    assert not (tmp_path / "out.json").exists()


def test_text_that_looks_like_json_stays_text(user):
    assert user.call("import_graph", format="json", content='{"nodes": [{"label": "A"}]}')["nodes_added"] == 1


def test_a_flowchart_is_added(user):
    assert (
        user.call("create_from_mermaid", mermaid="graph TD; A[Auth Service] -->|uses| B --> C & D")["edges_created"]
        == 3
    )
    assert user.call("shortest_path", source="authservice", target="D")["path"] == ["Auth Service", "B", "D"]


def test_unknown_tools_and_arguments_are_told(user):
    from mcp.shared.exceptions import MCPError

    with pytest.raises(ExceptionGroup) as refused:
        user.call("no_such_tool")
    assert refused.group_contains(MCPError, match="there is no tool 'no_such_tool'")
    assert user.call("forget", lable="x")["code"] == "input.invalid"
    assert user.call("add_facts", facts=[{"from": "a", "to": "", "rel": "x"}])["details"]["fact"] == 0


def test_an_error_does_not_repeat_all_that_was_sent(user):
    result = user.session(lambda client: client.call_tool("add_knowledge", {"knowledge": "a" * 50_000}))
    assert result.is_error
    assert result.structured_content["code"] == "source.format"
    assert result.structured_content["error"].endswith(" characters)")
    assert len(result.content[0].text) < 5_000


def test_quotas_are_told_with_their_code(tmp_path):
    from fingerpost.engine.workspaces import Home, WorkspaceSettings
    from fingerpost.surfaces.mcp.graphs import Graphs

    graphs = Graphs(Home(tmp_path, WorkspaceSettings(graphs=1, nodes=2)))
    user = User(graphs)
    user.call("add_knowledge", knowledge="A r B")
    assert user.call("add_knowledge", knowledge="C r D")["code"] == "workspace.quota"
    assert user.call("add_knowledge", knowledge="A r B", graph="other")["code"] == "workspace.quota"
    graphs.close()


def test_knowledge_bases_are_asked_and_never_written(library, tmp_path):
    from fingerpost.engine.workspaces import Home
    from fingerpost.surfaces.mcp.graphs import Graphs

    user = User(Graphs(Home(tmp_path), {"library": library}))
    assert user.call("list_graphs")["graphs"][0]["read_only"]
    assert "O'Brien" in user.call("ask", graph="library", question="Who borrowed Emma?")["answer"]
    found = user.call("cypher_query", graph="library", query="MATCH (b:Book) WHERE b.price > 20 RETURN b.title")
    assert found["count"] == 3
    for tool, arguments in (
        ("add_knowledge", {"knowledge": "A r B"}),
        ("forget", {"label": "x"}),
        ("delete_graph", {}),
    ):
        assert user.call(tool, graph="library", **arguments)["code"] == "workspace.read-only", tool
    user.graphs.home.close()


def test_resources_and_prompts_tell_what_a_graph_holds(town):
    uris = [str(resource.uri) for resource in town.session(lambda client: client.list_resources()).resources]
    assert uris[:2] == ["graph://default/schema", "graph://default/summary"]
    text = town.session(lambda client: client.read_resource("graph://default/summary")).contents[0].text
    assert "- works_at (3): (Person)-[:works_at]->(Company) 3" in text
    schema = town.session(lambda client: client.read_resource("graph://default/schema")).contents[0].text
    assert json.loads(schema)["node_count"] == 8
    arguments = {"graph": "default", "task": "who works where"}
    prompt = town.session(lambda client: client.get_prompt("write-cypher", arguments)).messages[0].content.text
    assert "works_at" in prompt
    assert "| Intent | Cypher |" in prompt


def test_every_example_in_a_description_runs(user):
    user.call(
        "add_knowledge",
        knowledge="Ann:Person works_at Acme:Company\nBob:Person knows Ann\nAcme located_in Oslo:City\nAnn knows Bob",
    )
    user.call("add_knowledge", graph="notes", knowledge="Ann r Acme\nAcme r Oslo")
    ran = 0
    for tool in TOOLS.values():
        for example in re.findall(r"Example: (\{.*?\})(?= gives|\s*$|$)", tool.description, re.DOTALL | re.MULTILINE):
            found = user.call(tool.name, **{**json.loads(example), **({"graph": "notes"} if tool.destroys else {})})
            assert "is_error" not in found or found["code"] == "page.incomplete", (tool.name, found)
            ran += 1
        for query in re.findall(r"^\| [^|]+ \| (MATCH .*) \|$", tool.description, re.MULTILINE):
            assert user.call(tool.name, query=query)["success"], query
            ran += 1
    assert ran >= 18


def test_hostile_queries_do_not_pass(town):
    through = [
        case.text
        for case in read_cases(sorted(HOSTILE.iterdir()))
        if case.code and _passes(town, case.text)
    ]  # fmt: skip
    assert through == []


def _passes(town, text):
    if not text.strip() or len(text) > 20_000:
        return False
    from fingerpost.surfaces.mcp.querying import Cypher, cypher_query
    from fingerpost.surfaces.mcp.registry import Call, Deadline

    try:
        given = Cypher(query=text)
    except ValidationError:  # it is no text
        return False
    return cypher_query(Call(town.graphs, Deadline(10_000)), given).success
