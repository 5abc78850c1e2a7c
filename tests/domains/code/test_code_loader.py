"""The graph of the sample program, against its text; and files that are no such graphs."""

from __future__ import annotations

import csv
import gzip
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from code_records import Records

import fingerpost
from fingerpost.core.errors import SourceError
from fingerpost.domains.code.loader import CodeLoader
from fingerpost.domains.code.loader.code_graph import CodeGraph
from fingerpost.domains.code.loader.methods import methods_of
from fingerpost.domains.code.loader.records import records_of
from fingerpost.domains.code.questions.names import Names
from fingerpost.ingest import LoadContext, NodeRecord

_NS = "{http://graphml.graphdrawing.org/xmlns}"
FUNCTIONS = {
    # name: lines, complexity, parameters
    "copy_title": (16, 3, 1),
    "find_item": (9, 3, 2),
    "item_free": (9, 2, 1),
    "shelf_new": (10, 2, 0),
    "free_chain": (7, 2, 1),
    "shelf_free": (7, 2, 1),
    "shelf_add": (27, 4, 3),
    "shelf_remove": (15, 3, 2),
    "shelf_count": (10, 2, 1),
    "shelf_print": (12, 3, 1),
    "parse_copies": (11, 3, 1),
    "usage": (4, 1, 1),
    "main": (21, 5, 2),
}


def test_functions_and_their_measures(shelf_records: Records) -> None:
    found = shelf_records.labelled("FUNCTION")
    measures = ("lines", "complexity", "parameterCount")
    assert {name: tuple(node.properties[key] for key in measures) for name, node in found.items()} == FUNCTIONS


def test_calls_lead_from_definition_to_definition(shelf_records: Records) -> None:
    calls = shelf_records.joined("CALLS")
    assert {("main", "shelf_add"), ("free_chain", "free_chain"), ("copy_title", "malloc")} <= calls
    assert {called for caller, called in calls if caller == "shelf_free"} == {"free_chain", "free"}
    functions = {node.id for node in shelf_records.labelled("FUNCTION").values()}
    main = shelf_records.labelled("FUNCTION")["main"].id
    ends = [one.end for one in shelf_records.relationships if one.type == "CALLS" and one.start == main]
    assert len([end for end in ends if end in functions]) == 7


def test_what_belongs_to_what(shelf_records: Records) -> None:
    assert shelf_records.joined("HAS_FIELD") >= {("item", "title"), ("item", "copies"), ("shelf", "length")}
    assert ("shelf_add", "copies") in shelf_records.joined("HAS_PARAMETER")
    assert ("copy_title", "length") in shelf_records.joined("HAS_LOCAL")
    assert shelf_records.joined("USES") == {("item_free", "live_items"), ("shelf_add", "live_items")}
    assert ("main.c", "stdio.h") in shelf_records.joined("INCLUDES")
    assert ("main", "main.c") in shelf_records.joined("DEFINED_IN")
    assert set(shelf_records.labelled("GLOBAL_VARIABLE")) == {"live_items"}
    assert {"item", "shelf"} <= set(shelf_records.labelled("STRUCT"))


def test_flags(shelf_records: Records) -> None:
    found = shelf_records.labelled("FUNCTION")
    flagged = {flag: {n for n, node in found.items() if node.properties[flag]} for flag in ("allocates", "frees")}
    assert flagged["allocates"] == {"copy_title", "shelf_new", "shelf_add"}
    assert {"item_free", "shelf_free", "shelf_add"} <= flagged["frees"]
    assert [name for name, node in found.items() if node.properties["recursive"]] == ["free_chain"]


def test_records_are_placed_in_the_source_files(shelf_records: Records) -> None:
    node = shelf_records.labelled("FUNCTION")["shelf_remove"]
    file = shelf_records.context.files[node.file]
    assert (file.path.name, node.line, file.loaded) == ("shelf.c", 104, False)
    assert node.properties["location"] == "shelf.c:104"


def test_what_is_left_out_is_noted(shelf_records: Records) -> None:
    assert any("DOMINATE" in note for note in shelf_records.context.notes)
    assert not shelf_records.context.problems


HEAD = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="labelV" for="node" attr.name="labelV"/>'
KEYS = '<key id="node__METHOD__NAME" for="node" attr.name="NAME" attr.type="string"/><key id="node__METHOD__ORDER" '
KEYS += 'for="node" attr.name="ORDER" attr.type="int"/><key id="labelE" for="edge" attr.name="labelE"/>'


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    def write(body: str) -> Path:
        file = tmp_path / "export.xml"
        file.write_text(f"{HEAD}{KEYS}{body}", encoding="utf-8")
        return file

    return write


METHOD = '<node id="1"><data key="labelV">METHOD</data><data key="node__METHOD__NAME">f</data>'


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<graph>" + METHOD, "not well-formed"),
        ('<graph><node id="1"><data key="labelV">CALL</data></node></graph></graphml>', "no METHOD nodes"),
        ("<graph><oops></graph></graphml>", "not well-formed"),
    ],
)
def test_what_is_no_such_graph_is_refused(written: Callable[[str], Path], body: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        list(CodeLoader().read(written(body), LoadContext()))


def test_entities_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "export.xml"
    file.write_text(f'<!DOCTYPE g [<!ENTITY a "b">]>{HEAD}{KEYS}<graph>{METHOD}</node></graph></graphml>')
    with pytest.raises(SourceError, match="entities"):
        list(CodeLoader().read(file, LoadContext()))


def test_bad_elements_are_reported_and_the_rest_is_read(written: Callable[[str], Path]) -> None:
    bad = METHOD.replace("1", "2", 1) + '<data key="node__METHOD__ORDER">many</data></node>'
    context = LoadContext()
    body = f'<graph>{METHOD}</node>{bad}<node id="3"/><edge source="1"/></graph></graphml>'
    assert len(list(CodeLoader().read(written(body), context))) == 2
    assert {problem.kind: problem.count for problem in context.problems} == {"bad-value": 1, "bad-record": 2}


@pytest.fixture
def folder(shelf_file: Path, tmp_path: Path) -> Path:
    """The sample as `joern-export --format neo4jcsv` writes it."""
    made = tmp_path / "csv"
    made.mkdir()
    root = ElementTree.fromstring(gzip.decompress(shelf_file.read_bytes()))
    keys = {key.get("id"): key.attrib for key in root.iter(f"{_NS}key")}
    tables: dict[str, list[dict[str, str]]] = {}
    for element in (*root.iter(f"{_NS}node"), *root.iter(f"{_NS}edge")):
        data = {str(keys[d.get("key")]["attr.name"]): (d.text or "").strip() for d in element.iter(f"{_NS}data")}
        kind = data.pop("labelV", None) or data.pop("labelE")
        node = element.tag == f"{_NS}node"
        ends = (
            {":ID": element.get("id")}
            if node
            else {":START_ID": element.get("source"), ":END_ID": element.get("target")}
        )
        row = {key: str(value) for key, value in ends.items()} | {":LABEL" if node else ":TYPE": kind} | data
        tables.setdefault(f"{'nodes' if node else 'edges'}_{kind}", []).append(row)
    types = {attributes["attr.name"]: attributes.get("attr.type", "string") for attributes in keys.values()}
    for name, rows in tables.items():
        columns = list(dict.fromkeys(column for row in rows for column in row))
        typed = [column if column.startswith(":") else f"{column}:{types[column]}" for column in columns]
        (made / f"{name}_header.csv").write_text(",".join(typed) + "\n")
        with (made / f"{name}_data.csv").open("w", newline="") as file:
            csv.writer(file).writerows([row.get(column, "") for column in columns] for row in rows)
    return made


def test_a_folder_of_csv_is_the_same_graph(shelf_records: Records, folder: Path) -> None:
    assert CodeLoader().recognises(folder)
    found = Records(folder)
    assert found.nodes == shelf_records.nodes
    assert sorted(map(str, found.relationships)) == sorted(map(str, shelf_records.relationships))
    assert not found.context.problems


def test_a_folder_of_csv_is_loaded_as_code(folder: Path, tmp_path: Path) -> None:
    assert fingerpost.load([folder], tmp_path / "shelf.fp").pack == "code"


def test_bad_rows_of_csv_are_reported(folder: Path) -> None:
    with (folder / "nodes_METHOD_data.csv").open("a") as file:
        file.write("only,three,fields\n")
    with (folder / "edges_AST_data.csv").open("a") as file:
        file.write("1,nowhere,AST\n")
    found = Records(folder)
    assert {problem.kind: problem.count for problem in found.context.problems} == {"bad-record": 2}
    (folder / "nodes_METHOD_header.csv").write_text("NAME:string\n")
    with pytest.raises(SourceError, match="no column :ID"):
        Records(folder)


def test_it_recognises_its_own_files_only(shelf_file: Path, tmp_path: Path) -> None:
    assert CodeLoader().recognises(shelf_file)
    other = tmp_path / "other.graphml"
    other.write_text(f"{HEAD}</graphml>")
    damaged = tmp_path / "damaged.graphml.gz"
    damaged.write_bytes(gzip.compress(b"<graphml>")[:12])
    assert not any(map(CodeLoader().recognises, (other, damaged, tmp_path, tmp_path / "missing.graphml")))


def _graph(*nodes: tuple[str, str, str, str]) -> CodeGraph:
    """A graph of nodes (label, name, code, parent), whose names are what they are known by."""
    graph = CodeGraph()
    for label, name, code, parent in nodes:
        graph.label[name] = label
        graph.attributes[name] = {"name": name, "code": code}
        if parent:
            graph.add_edge("AST", parent, name, None)
    return graph


def test_a_pointer_to_a_function_is_a_field() -> None:
    graph = _graph(
        ("TYPE_DECL", "parser", "struct parser { int size; void (*on_data)(int); }", ""),
        ("MEMBER", "size", "size", "parser"),
        ("LOCAL", "on_data", "void (*on_data) (int);", "parser"),
    )
    found = [one for one in records_of(graph, LoadContext(), 0) if isinstance(one, NodeRecord)]
    assert {node.id: node.properties.get("fieldCount") for node in found}["parser"] == 2
    assert [node.labels for node in found if node.id == "on_data"] == [("MEMBER",)]


def test_a_constant_named_like_an_allocator_allocates_nothing() -> None:
    graph = _graph(
        ("METHOD", "f", "int f(void)", ""),
        ("BLOCK", "body", "", "f"),
        ("CALL", "MEM_ALLOC_ERROR", "MEM_ALLOC_ERROR", "body"),
    )
    assert methods_of(graph).measures["f"]["allocates"] is False


def test_the_name_of_a_struct_is_no_variable() -> None:
    graph = _graph(
        ("META_DATA", "meta", "", ""),
        ("METHOD", "f", "void f(void)", ""),
        ("BLOCK", "body", "", "f"),
        ("LOCAL", "sigaction", "struct sigaction", "body"),
        ("LOCAL", "sa", "struct sigaction sa", "body"),
    )
    graph.attributes["meta"]["language"] = "NEWC"
    assert methods_of(graph).measures["f"]["localCount"] == 1


def test_loops_stand_within_loops() -> None:
    graph = _graph(
        ("METHOD", "f", "void f(void)", ""),
        ("BLOCK", "body", "", "f"),
        ("CONTROL_STRUCTURE", "outer", "for (;;)", "body"),
        ("BLOCK", "inside", "", "outer"),
        ("CONTROL_STRUCTURE", "inner", "while (x)", "inside"),
        ("CONTROL_STRUCTURE", "beside", "while (y)", "body"),
    )
    graph.attributes["outer"]["controlStructureType"] = "FOR"
    graph.attributes["inner"]["controlStructureType"] = graph.attributes["beside"]["controlStructureType"] = "WHILE"
    assert methods_of(graph).measures["f"]["loopDepth"] == 2
    assert methods_of(graph).measures["f"]["loopCount"] == 3


def test_what_a_macro_declares_below_several_nodes_is_one_variable() -> None:
    graph = _graph(
        ("METHOD", "f", "void f(void)", ""),
        ("BLOCK", "body", "", "f"),
        ("BLOCK", "inner", "", "body"),
        ("LOCAL", "d", "double d", "body"),
    )
    graph.add_edge("AST", "inner", "d", None)
    assert methods_of(graph).measures["f"]["localCount"] == 1


def test_what_is_declared_outside_functions() -> None:
    graph = _graph(
        ("META_DATA", "meta", "", ""),
        ("METHOD", "<global>", "<global>", ""),
        ("BLOCK", "body", "", "<global>"),
        ("TYPE_DECL", "quit", "struct quit { int now; }", ""),
        ("LOCAL", "quit.", "static struct quit quit", "body"),
        ("LOCAL", "code", "typedef struct { int op; } code", "body"),
        ("LOCAL", "HEAD", "HEAD", "body"),
        ("LOCAL", "ENOUGH", "<unknown> ENOUGH", "body"),
        ("METHOD", "f", "int f(void)", ""),
        ("LOCAL", "f.", "int f(void)", "body"),
        ("LOCAL", "g", "extern int g(int size)", "body"),
    )
    graph.attributes["meta"]["language"] = "NEWC"
    graph.attributes["quit."]["name"], graph.attributes["f."]["name"] = "quit", "f"
    found = [one for one in records_of(graph, LoadContext(), 0) if isinstance(one, NodeRecord)]
    assert [one.id for one in found if "GLOBAL_VARIABLE" in one.labels] == ["quit."]


def test_a_variable_that_files_declare_extern_is_one() -> None:
    graph = _graph(
        ("META_DATA", "meta", "", ""),
        ("METHOD", "<global>", "<global>", ""),
        ("BLOCK", "body", "", "<global>"),
        ("LOCAL", "pages.h", "extern int pages", "body"),
        ("LOCAL", "pages.c", "int pages", "body"),
        ("LOCAL", "pages.d", "static int pages", "body"),
        ("LOCAL", "environ.a", "extern char **environ", "body"),
        ("LOCAL", "environ.b", "extern char **environ", "body"),
    )
    graph.attributes["meta"]["language"] = "NEWC"
    for node in graph.labelled("LOCAL"):
        graph.attributes[node]["name"] = node.partition(".")[0]
    found = [one for one in records_of(graph, LoadContext(), 0) if isinstance(one, NodeRecord)]
    assert [one.id for one in found if "GLOBAL_VARIABLE" in one.labels] == ["pages.c", "pages.d", "environ.a"]


def test_types_that_are_spelled_in_several_ways() -> None:
    names = Names(all_types=("longunsigned", "unsigned long int*", "unsigned longint", "longlongunsigned", "state"))
    assert names.types_like("unsigned long") == ("longunsigned", "unsigned longint")
    assert names.types_like("unsigned long long*") == ("longlongunsigned*",)
    assert names.types_like("struct state") == ("state",)


def test_the_reader_is_not_imported_to_load_code() -> None:
    """Its patterns take longer to compile than a small export takes to load."""
    reader = "fingerpost.domains.code.questions.reader"
    code = f"import sys, fingerpost.domains.code.questions.entry; print('{reader}' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
