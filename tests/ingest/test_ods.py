"""OpenDocument spreadsheets: written by odfpy, as LibreOffice writes them, and hostile ones."""

from __future__ import annotations

import datetime as dt
import zipfile
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables import ods
from fingerpost.ingest.tables.ods import OpenDocumentLoader

_OPEN = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
)
_CLOSE = "</office:spreadsheet></office:body></office:document-content>"
_TYPE = "application/vnd.oasis.opendocument.spreadsheet"


def text(value: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string"{more}><text:p>{value}</text:p></table:table-cell>'


def number(value: object, more: str = "") -> str:
    return f'<table:table-cell office:value-type="float" office:value="{value}"{more}/>'


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def sheet(name: str, *rows: str) -> str:
    return f'<table:table table:name="{name}">{"".join(rows)}</table:table>'


def spreadsheet(path: Path, *sheets: str, head: str = "", manifest: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", _TYPE, zipfile.ZIP_STORED)
        archive.writestr("META-INF/manifest.xml", f"<manifest>{manifest}</manifest>")
        archive.writestr("content.xml", head + _OPEN + "".join(sheets) + _CLOSE)
    return path


def read(path: Path):
    context = LoadContext()
    return list(OpenDocumentLoader().read(path, context)), context


def test_sheets_refer_to_one_another_and_keep_their_types(tmp_path):
    opendocument = pytest.importorskip("odf.opendocument", reason="needs the extra ids")
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    def cell(value):
        if isinstance(value, str):
            made = TableCell(valuetype="string")
            made.addElement(P(text=value))
            return made
        if isinstance(value, bool):
            return TableCell(valuetype="boolean", booleanvalue=str(value).lower())
        if isinstance(value, dt.date):
            return TableCell(valuetype="date", datevalue=value.isoformat())
        return TableCell() if value is None else TableCell(valuetype="float", value=value)

    book = opendocument.OpenDocumentSpreadsheet()
    for name, rows in {
        "Member": [
            ["The club", None, None, None],
            [None] * 4,
            ["No", "Name", "Joined", "Paid"],
            [1, "Ann", dt.date(2020, 1, 31), True],
            [2, "Bob", dt.date(2021, 5, 9), False],
        ],
        "Boat": [["Boat", "Member No", "Length"], ["Swift", 1, 5.5], ["Gull", 2, 7]],
    }.items():
        table = Table(name=name)
        for values in rows:
            made = TableRow()
            for value in values:
                made.addElement(cell(value))
            table.addElement(made)
        book.spreadsheet.addElement(table)
    path = tmp_path / "club.ods"
    book.save(path)
    report = fp.load([path], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (4, 2)
    assert "club.ods: Member: rows 1 to 2 stand above the header, and were left out" in report.notes
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.query("MATCH (m:Member {Name: 'Ann'}) RETURN m.Joined, m.Paid").rows == (
            (dt.date(2020, 1, 31), True),
        )
        answer = kb.ask("Which boats are longer than 6?")
        assert answer.text == "Gull."
        source = answer.citations[0].source
        assert source is not None
        assert (source.file, source.position) == ("club.ods", "row 3")


def test_what_is_repeated_stands_there_as_often(tmp_path):
    rows = [
        row(text("a"), text("b"), text("c")),
        row(number(1), number(2, ' table:number-columns-repeated="2"')),
        row('<table:table-cell table:number-columns-repeated="16384"/>', more=' table:number-rows-repeated="3"'),
        row(number(3), '<table:table-cell table:number-columns-repeated="2"/>', more=' table:number-rows-repeated="2"'),
        row('<table:table-cell table:number-columns-repeated="16384"/>', more=' table:number-rows-repeated="1048569"'),
    ]
    nodes, _ = read(spreadsheet(tmp_path / "a.ods", sheet("s", *rows)))
    assert [(node.line, node.properties) for node in nodes] == [
        (2, {"a": 1, "b": 2, "c": 2}),
        (6, {"a": 3}),
        (7, {"a": 3}),
    ]


def test_texts_have_their_spaces_and_lines_and_no_remarks(tmp_path):
    remark = "<office:annotation><text:p>a remark</text:p></office:annotation>"
    cell = (
        f'<table:table-cell office:value-type="string">{remark}<text:p>one<text:s text:c="2"/>'
        "<text:span>two</text:span><text:line-break/>three</text:p><text:p>four</text:p></table:table-cell>"
    )
    times = (
        '<table:table-cell office:value-type="time" office:time-value="PT07H30M00S"/>'
        '<table:table-cell office:value-type="time" office:time-value="PT30H00M00S"><text:p>30:00</text:p>'
        '</table:table-cell><table:table-cell office:value-type="currency" office:value="4.50" office:currency="EUR"/>'
    )
    head = row(text("t"), text("at"), text("took"), text("fee"))
    nodes, _ = read(spreadsheet(tmp_path / "a.ods", sheet("s", head, row(cell, times))))
    assert nodes[0].properties == {
        "t": "one  two\nthree\nfour",
        "at": dt.time(7, 30),
        "took": "PT30H00M00S",
        "fee": 4.5,
    }


def test_hostile_spreadsheets_are_refused(tmp_path, monkeypatch):
    entity = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    many = row(number(1, ' table:number-columns-repeated="16384"'), more=' table:number-rows-repeated="1048576"')
    head = row(text("a"), text("b"))
    cases = {
        "declares XML entities": spreadsheet(tmp_path / "xxe.ods", sheet("s", head, row(text("&x;"))), head=entity),
        "cells": spreadsheet(tmp_path / "bomb.ods", sheet("s", head, many)),
        "is encrypted": spreadsheet(tmp_path / "secret.ods", manifest="<encryption-data/>"),
        "is damaged": spreadsheet(tmp_path / "cut.ods", sheet("s", head)[:-20]),
        "has no sheet with a row of names": spreadsheet(tmp_path / "empty.ods", sheet("s")),
        "is not a spreadsheet": spreadsheet(tmp_path / "other.ods"),
    }
    with zipfile.ZipFile(cases["is not a spreadsheet"], "w") as archive:
        archive.writestr("mimetype", _TYPE)
    for said, path in cases.items():
        with pytest.raises(SourceError, match=said) as caught:
            fp.load([path], tmp_path / "kb.fp")
        assert caught.value.code == ("source.archive" if said == "cells" else "source.format"), said
    monkeypatch.setattr(ods, "RATIO_FREE", 1000)
    with pytest.raises(SourceError, match="unpacks to more than") as caught:
        read(spreadsheet(tmp_path / "big.ods", sheet("s", head, row(text("x" * 10_000_000)))))
    assert caught.value.code == "source.archive"


def test_a_deeply_nested_cell_is_refused(tmp_path):
    deep = "<text:span>" * 5000 + "x" + "</text:span>" * 5000
    with pytest.raises(SourceError, match="recursion"):
        read(spreadsheet(tmp_path / "deep.ods", sheet("s", row(text("a"), text(deep)))))
