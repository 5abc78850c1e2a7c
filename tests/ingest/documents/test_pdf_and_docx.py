"""PDF and Word documents: pages, headings and tables are kept; damaged and hostile files are noted."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.ingest import Skipped, are_documents, passages_of, read_documents

docx = pytest.importorskip("docx", reason="needs the extra documents")
pypdf = pytest.importorskip("pypdf", reason="needs the extra documents")


def read(path: Path):
    skipped = Skipped()
    return list(read_documents(path, skipped)), skipped.problems


def pdf(*pages: tuple[str, ...]) -> bytes:
    """A PDF file with lines of text on its pages, written by hand."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, lines in enumerate(pages):
        shown = "".join(f"({line}) Tj 0 -14 Td " for line in lines)
        stream = f"BT /F1 12 Tf 72 720 Td {shown}ET"
        page = "/Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 612 792]"
        objects.append(f"<< {page} /Contents {5 + 2 * number} 0 R >>")
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    text, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    count, start = len(objects) + 1, len(text)
    text += f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer << /Size {count} /Root 1 0 R >>\n"
    return f"{text}startxref\n{start}\n%%EOF\n".encode("latin-1")


def test_pages_of_a_pdf_are_kept(tmp_path):
    file = tmp_path / "manual.pdf"
    file.write_bytes(pdf(("Beams need two hours.",), ("Doors open outwards.", "Stairs need a handrail.")))
    assert are_documents([file])
    (document,), problems = read(file)
    passages = passages_of(document)
    assert [(p.page, document.text[p.start : p.end].split("\n")) for p in passages] == [
        (1, ["Beams need two hours."]),
        (2, ["Doors open outwards.", "Stairs need a handrail."]),
    ]
    assert (document.title, document.kind, problems) == ("manual", "pdf", [])


def test_headings_and_tables_of_a_word_document_are_kept(tmp_path):
    written = docx.Document()
    written.add_heading("Fire manual", 0)
    written.add_heading("Doors", 1)
    written.add_paragraph("Doors open outwards.")
    written.add_heading("Ratings", 2)
    table = written.add_table(rows=2, cols=2)
    for row, texts in enumerate((("Door", "Rating"), ("Front", "EI 30"))):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    written.core_properties.modified = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
    written.save(tmp_path / "manual.docx")
    (document,), problems = read(tmp_path / "manual.docx")
    assert (document.title, document.time, problems) == ("Fire manual", "2026-03-01T00:00:00+00:00", [])
    shown = [(p.headings, document.text[p.start : p.end]) for p in passages_of(document)]
    assert shown == [
        (("Doors",), "Doors open outwards."),
        (("Doors", "Ratings"), "| Door | Rating |\n| Front | EI 30 |"),
    ]


def test_an_answer_cites_the_page(tmp_path):
    (tmp_path / "manual.pdf").write_bytes(pdf(("Beams need two hours.",), ("Emergency doors open outwards.",)))
    with fp.memory(tmp_path / "manual.fp") as memory:
        assert memory.add(tmp_path / "manual.pdf").documents == 1
        answer = memory.ask("How do emergency doors open?")
    assert answer.status is Status.ANSWERED
    assert "Emergency doors open outwards." in answer.text
    assert "page 2" in str(answer.citations[0])


def _locked() -> bytes:
    writer, file = pypdf.PdfWriter(), io.BytesIO()
    writer.add_blank_page(100, 100)
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(file)
    return file.getvalue()


def _bomb() -> bytes:
    file = io.BytesIO()
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("word/document.xml", "w", force_zip64=True) as part,
    ):
        for _ in range(17):
            part.write(bytes(16 * 1024 * 1024))
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("cut.pdf", pdf(("Beams need two hours.",))[:120], "cannot be read as PDF"),
        ("other.pdf", b"\x00\x01 not a PDF", "cannot be read as PDF"),
        ("scan.pdf", pdf(()), "has no text; scanned pages are not read"),
        ("locked.pdf", _locked(), "protected by a password"),
        ("other.docx", b"PK\x03\x04 not a zip", "cannot be read as DOCX"),
    ],
)
def test_what_cannot_be_read_is_noted_and_the_rest_is_read(tmp_path, name, data, said):
    (tmp_path / name).write_bytes(data)
    documents, [(place, code, message)] = read(tmp_path / name)
    assert (documents, place, code) == ([], str(tmp_path / name), "source.format")
    assert said in message


def test_a_word_document_that_unpacks_to_too_much_is_refused(tmp_path):
    (tmp_path / "bomb.docx").write_bytes(_bomb())
    documents, [(_, code, message)] = read(tmp_path / "bomb.docx")
    assert (documents, code) == ([], "source.format")
    assert "unpacks to more than" in message


def test_what_a_file_says_of_itself_is_less_than_what_its_text_says(tmp_path):
    written = docx.Document()
    written.add_paragraph("Be quiet.")
    written.save(tmp_path / "rules.docx")
    ((document,), _) = read(tmp_path / "rules.docx")
    assert document.time is None, "python-docx gives the time of its template"
    (tmp_path / "rules.pdf").write_bytes(pdf(("House rules", "Valid from 1 May 2023.", "Be quiet.")))
    ((document,), _) = read(tmp_path / "rules.pdf")
    assert (document.title, document.time) == ("House rules", "2023-05-01")
