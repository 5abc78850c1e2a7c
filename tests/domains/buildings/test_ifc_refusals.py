"""Files that cannot be read say why; files that are broken in places are read around them."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.domains.buildings.loader import step_text
from fingerpost.domains.buildings.loader.loader import IfcLoader
from fingerpost.ingest.records import LoadContext

HEADER = """ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('{name}','2024-05-06T07:08:09',('{author}'),('Org'),'p','{system}','');
FILE_SCHEMA(('{schema}'));
ENDSEC;
DATA;
"""
BODY = """#1=IFCPROJECT('0000000000000000000001',$,'Project',$,$,$,$,$,$);
#2=IFCWALL('0000000000000000000002',$,'Wall',$,$,$,$,$,$);
"""
END = "ENDSEC;\nEND-ISO-10303-21;\n"
LAYERS_IN_A_CIRCLE = """#3=IFCMATERIALLAYERSET((#4),$,$);
#4=IFCMATERIALLAYERSETUSAGE(#3,$,$,$,$);
#5=IFCRELASSOCIATESMATERIAL('0000000000000000000003',$,$,$,(#2),#4);"""
NAMELESS_PROPERTY = """#3=IFCPROPERTYSET('0000000000000000000003',$,'S',$,(#5));
#5=IFCPROPERTYSINGLEVALUE($,$,IFCLABEL('x'),$);
#6=IFCRELDEFINESBYPROPERTIES('0000000000000000000006',$,$,$,(#2),#3);"""
Load = Callable[[Path], Any]


def text(*records: str, schema: str = "IFC4", name: str = "n", author: str = "A", system: str = "s") -> str:
    head = HEADER.format(schema=schema, name=name, author=author, system=system)
    return head + BODY + "".join(f"{record}\n" for record in records) + END


def refusal(path: Path) -> SourceError:
    with pytest.raises(SourceError) as raised:
        list(IfcLoader().read(path, LoadContext()))
    assert raised.value.details["file"] == str(path)
    assert path.name in raised.value.message
    return raised.value


@pytest.mark.parametrize(
    "schema", ["IFC2X_FINAL", "IFC2X2_FINAL", "IFC4X1", "IFC4X3_RC2", "IFC5_DEV", "AUTOMOTIVE_DESIGN"]
)
def test_a_schema_that_is_not_supported(tmp_path: Path, schema: str) -> None:
    path = tmp_path / "model.ifc"
    path.write_text(text(schema=schema))
    error = refusal(path)
    assert error.code == "source.format"
    assert schema in error.message
    assert "IFC2X3, IFC4, IFC4X3" in error.message
    assert error.details["schema"] == schema
    assert error.hint


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b" \n", "not a STEP file"),
        (bytes(range(256)) * 16, "not a STEP file"),
        (b"hello world\n", "not a STEP file"),
        (b'<?xml version="1.0"?><ifc:ifcXML/>', "ifcXML is not supported"),
        (b"ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1'", "ends before its data section"),
        (text().replace("FILE_SCHEMA(('IFC4'));\n", "").encode(), "names no schema"),
        (text()[: -len(END) - 20].encode(), "truncated"),
    ],
    ids=["empty", "blank", "junk", "text", "xml", "header-only", "no-schema", "truncated"],
)
def test_what_is_no_ifc_file(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "model.ifc"
    path.write_bytes(content)
    error = refusal(path)
    assert error.code == "source.format"
    assert said in error.message


def test_where_a_file_breaks_off(tmp_path: Path) -> None:
    path = tmp_path / "model.ifc"
    path.write_text(text()[: -len(END) - 20])
    assert refusal(path).details["line"] == 9


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path / "absent.ifc").code == "source.missing"
    assert refusal(tmp_path).code == "source.format"


def test_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.ifc"
    path.write_text(text())
    monkeypatch.setitem(sys.modules, "ifcopenshell", None)
    with pytest.raises(MissingExtra) as raised:
        IfcLoader().read(path, LoadContext())
    assert raised.value.hint == 'pip install "fingerpost[ifc]"'


def test_what_the_loader_recognises(tmp_path: Path) -> None:
    named = {"a.ifc": "", "b.IFC": "", "c.ifczip": "", "d.ifcxml": "", "e.stp": text(), "f.stp": text(schema="AP214")}
    named["g.csv"] = "ISO-10303-21"
    for name, content in named.items():
        (tmp_path / name).write_text(content)
    found = [name for name in sorted(named) if IfcLoader().recognises(tmp_path / name)]
    assert found == ["a.ifc", "b.IFC", "c.ifczip", "d.ifcxml", "e.stp"]
    assert not IfcLoader().recognises(tmp_path), "the loader of folders reads the others too"
    (tmp_path / "below").mkdir()
    assert not IfcLoader().recognises(tmp_path / "below"), "it is empty"
    (tmp_path / "below" / "a.ifc").touch()
    assert IfcLoader().recognises(tmp_path / "below"), "a folder of models"
    assert not IfcLoader().recognises(tmp_path / "absent.ifc")


@pytest.mark.parametrize("schema", ["ifc4", "IFC4_ADD2", "IFC4X3", "IFC4X3_ADD1", "IFC4X3_TC1"])
def test_corrigenda_are_read_as_their_schema(tmp_path: Path, load: Load, schema: str) -> None:
    path = tmp_path / "model.ifc"
    path.write_text(text(schema=schema))
    graph = load(path)
    assert graph.named("Wall").labels == ("Wall", "Element")
    assert graph.named("model").properties["schema"] == schema, "as the file says"
    assert not graph.problems


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_letters_outside_ascii(tmp_path: Path, load: Load, encoding: str) -> None:
    path = tmp_path / "model.ifc"
    wall = "#3=IFCWALL('0000000000000000000003',$,'Außenwand “Süd” – 3 €',$,$,$,$,$,$);"
    path.write_bytes(text(wall, name="Büro.ifc", author="Jürgen Groß").encode(encoding))
    graph = load(path)
    assert graph.named("Außenwand “Süd” – 3 €").labels[0] == "Wall"
    assert graph.named("model").properties["author"] == "Jürgen Groß"
    assert not graph.problems


def test_bytes_of_no_known_encoding_are_reported(tmp_path: Path, load: Load) -> None:
    path = tmp_path / "model.ifc"
    path.write_bytes(text("#3=IFCWALL('0000000000000000000003',$,'W~',$,$,$,$,$,$);").encode().replace(b"~", b"\x81"))
    assert load(path).problems == {"bad-encoding": ["model.ifc: bytes that are neither UTF-8 nor Windows-1252"]}


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r"caf\X2\00E9\X0\ ", "café "),
        (r"caf\X\E9", "café"),
        (r"caf\S\i", "café"),
        (r"\X4\0001F3E0\X0\ ", "🏠 "),
        (r"\X2\D83CDFE0\X0\ ", "🏠 "),
        (r"a\\b", r"a\b"),
        (r"C:\Projects\House", r"C:\Projects\House"),
        (r"\\server\Xtra", r"\server\Xtra"),
        (r"\X2\00ZZ\X0\ ", r"\X2\00ZZ\X0\ "),
        ("it''s", "it's"),
    ],
)
def test_escapes_right_and_wrong(tmp_path: Path, load: Load, written: str, name: str) -> None:
    path = tmp_path / "model.ifc"
    path.write_text(text(f"#3=IFCWALL('0000000000000000000003',$,'{written}',$,$,$,$,$,$);", author=written))
    graph = load(path)
    assert {node.properties["name"] for node in graph.labelled("Wall")} == {"Wall", name}
    assert graph.named("model").properties["author"] == name


def test_nul_bytes_are_taken_away(tmp_path: Path, load: Load) -> None:
    path = tmp_path / "model.ifc"
    path.write_bytes(text().encode().replace(b"#2=", b"\0\0#2=") + b"\0" * 9)
    assert load(path).named("Wall")


def test_mending_leaves_a_plain_file_as_it_is() -> None:
    plain = text().encode()
    assert step_text.mend(plain) == (plain, 0)
    assert step_text.double_backslashes(plain) == plain


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("#3=IFCWALL('0000000000000000000003',$,'Few');", "Expected 9 attribute values, found 3"),
        ("#3=IFCFROBNICATE('0000000000000000000003');", "IFCFROBNICATE"),
        ("#3=IFCWALL($,$,'No id',$,$,$,$,$,$);", "there is no GlobalId"),
        ("#3=IFCWALL(12,$,'No id',$,$,$,$,$,$);", "the GlobalId is not text"),
        ("#3=IFCWALL('0000000000000000000003',$,(1,2),$,$,$,$,$,$);", "name is not a single value"),
        ("#3=IFCRELAGGREGATES('0000000000000000000003',$,$,$,#999,(#2));", "#999"),
        ("#3=IFCRELAGGREGATES('0000000000000000000003',$,$,$,#1,$);", "IfcRelAggregates"),
        ("#3=IFCRELDEFINESBYPROPERTIES('0000000000000000000003',$,$,$,(#2),#999);", "#999"),
        ("#3=IFCRELDEFINESBYPROPERTIES('0000000000000000000003',$,$,$,(#2),#1);\n#3=IFCWALL();", "#3"),
        ("#3=IFCRELASSOCIATESMATERIAL('0000000000000000000003',$,$,$,(#2),$);", "IfcRelAssociatesMaterial"),
        ("#3=IFCRELFILLSELEMENT('0000000000000000000003',$,$,$,$,#2);", "IfcRelFillsElement"),
        (LAYERS_IN_A_CIRCLE, "IfcRelAssociatesMaterial"),
        (NAMELESS_PROPERTY, "#5"),
    ],
)
def test_a_broken_record_is_reported_and_the_rest_is_read(tmp_path: Path, load: Load, record: str, said: str) -> None:
    path = tmp_path / "model.ifc"
    path.write_text(text(record, "#9=IFCDOOR('0000000000000000000009',$,'Door',$,$,$,$,$,$,$,$,$,$);"))
    graph = load(path)
    assert graph.named("Wall").id == "0000000000000000000002"
    assert graph.named("Door").id == "0000000000000000000009"
    places = graph.problems["bad-record"]
    assert any(said in place for place in places), places
    assert all(place.startswith("model.ifc") for place in places)


def test_a_global_id_used_twice(tmp_path: Path, load: Load) -> None:
    path = tmp_path / "model.ifc"
    path.write_text(text("#3=IFCDOOR('0000000000000000000002',$,'Door',$,$,$,$,$,$,$,$,$,$);"))
    graph = load(path)
    wall, door = graph.named("Wall"), graph.named("Door")
    assert wall.properties["globalId"] == door.properties["globalId"] == "0000000000000000000002"
    assert {wall.id.partition("#")[0], door.id.partition("#")[0]} == {"0000000000000000000002"}
    assert sorted(["#" in wall.id, "#" in door.id]) == [False, True], "the first keeps the id, the second gets its step"
    assert list(graph.problems) == ["duplicate-id"]


def test_an_archive(tmp_path: Path, load: Load) -> None:
    plain, zipped = tmp_path / "model.ifc", tmp_path / "zipped.ifczip"
    plain.write_text(text())
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("readme.txt", "a model")
        archive.write(plain, "inside/Model.IFC")
    graph = load(zipped)
    assert graph.named("Wall").labels[0] == "Wall"
    assert graph.named("zipped").properties["fileName"] == "zipped.ifczip"
    assert graph.named("Version 1").id == load(plain).named("Version 1").id


def test_archives_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.ifczip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model.ifcxml", "<ifcXML/>")
    assert "contains no .ifc file" in refusal(path).message
    path.write_bytes(b"PK\x03\x04 and no more")
    assert "archive cannot be read" in refusal(path).message
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model.ifc", text())
    monkeypatch.setattr("fingerpost.domains.buildings.loader.open.MAX_UNZIPPED_BYTES", 100)
    assert "would unpack to more" in refusal(path).message


def test_bytes_are_counted(tmp_path: Path, load: Load) -> None:
    path = tmp_path / "model.ifc"
    path.write_text(text())
    counted: list[int] = []
    list(IfcLoader().read(path, LoadContext(progress=counted.append)))
    assert sum(counted) == path.stat().st_size


def test_a_record_that_stops_the_parser_is_passed_over(tmp_path: Path, load: Load) -> None:
    path = tmp_path / "model.ifc"
    path.write_text(text("#3=IFCWALL('0000000000000000000003',$,[,$,$,$,$,$,$);", "#4=IFCWALL(1$);", "#5=IFCREAL(^);"))
    graph = load(path)
    assert [node.properties["name"] for node in graph.labelled("Wall")] == ["Wall"]
    assert any(place.startswith("model.ifc, line 10:") for place in graph.problems["bad-record"])


@pytest.mark.usefixtures("load")
def test_a_file_of_such_records_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.ifc"
    path.write_text(text(*(f"#{step}=IFCWALL([);" for step in range(3, 40))))
    error = refusal(path)
    assert error.code == "source.format"
    assert "cannot be parsed" in error.message
    assert error.details["line"] > 10
