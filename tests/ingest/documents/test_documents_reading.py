"""Documents are read whole, in passages that slice back to them; what cannot be read is noted."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from fingerpost.ingest import Skipped, are_documents, document_files, facts_of, passages_of, read_documents

NOTES = """---
title: Team notes
date: 2026-03-01
---
# Gateway

The Gateway needs the Auth Service.

## Incidents

- INC-001 was caused by a full disk.
- INC-002 was fixed by CHG-002.

| Who | What |
|---|---|
| Ann | ADR-001 |
"""


def read(path: Path):
    skipped = Skipped()
    return list(read_documents(path, skipped)), skipped.problems


def test_markdown_keeps_headings_lines_and_characters(tmp_path):
    file = tmp_path / "notes.md"
    file.write_text(NOTES)
    (document,), problems = read(file)
    assert (document.title, document.time, problems) == ("Team notes", "2026-03-01", [])
    first, second = passages_of(document)
    assert document.text == NOTES
    assert document.text[first.start : first.end] == "The Gateway needs the Auth Service."
    assert (first.headings, first.first_line, first.last_line) == (("Gateway",), 7, 7)
    assert second.headings == ("Gateway", "Incidents")
    assert document.text[second.start : second.end].startswith("- INC-001")
    assert (second.first_line, second.last_line) == (11, 16)


def test_html_is_what_a_reader_sees(tmp_path):
    file = tmp_path / "page.html"
    file.write_text(
        "<title>Manual</title><script>alert('x')</script><h1>Fire</h1><p>Beams need <b>two</b> hours.</p>"
        "<style>p {}</style><h2>Doors</h2><ul><li>Doors open outwards.</ul>"
    )
    (document,), _ = read(file)
    assert document.title == "Manual"
    shown = [(p.headings, document.text[p.start : p.end]) for p in passages_of(document)]
    assert shown == [(("Fire",), "Beams need two hours."), (("Fire", "Doors"), "Doors open outwards.")]


def test_tables_and_definition_lists_of_html_keep_together_what_belongs_together(tmp_path):
    file = tmp_path / "page.html"
    file.write_text(
        "<h1>Services</h1><table><caption>Owners</caption><tr><th>Service<th>Owner</tr>"
        "<tr><td>Gateway<td>Dana <b>Cruz</b></table>after"
        "<dl><dt>Ledger<dd>A service that books payments.<dt>Owner</dt><dt>Maintainer</dt><dd>Ann Lee</dl>"
        "<table><tr><td><h2>Menu</h2><p>Soup</table>"
    )
    (document,), _ = read(file)
    shown = [document.text[block.start : block.end] for block in document.blocks]
    assert shown == [
        "Owners",
        "| Service | Owner |\n| Gateway | Dana Cruz |",
        "after",
        "Ledger: A service that books payments.\nOwner, Maintainer: Ann Lee",
        "Soup",
    ]
    (owned, *_) = facts_of(document)
    assert (owned.subject.text, owned.relation, owned.object.text) == ("Gateway", "OWNED_BY", "Dana Cruz")
    assert document.text[owned.start : owned.end] == "| Gateway | Dana Cruz |"


def test_json_lines_are_documents_and_bad_lines_are_noted(tmp_path):
    file = tmp_path / "minutes.jsonl"
    file.write_text(
        '{"id": "a", "title": "One", "text": "First.", "time": "2026-01-02T03:04:05"}\n{"id": 2}\nnot json\n'
        '{"id": "a", "text": "Again."}\n{"text": "Fifth."}\n'
    )
    assert are_documents([file])
    documents, problems = read(file)
    assert [(d.key.rpartition("#")[2], d.title, d.time) for d in documents] == [
        ("a", "One", "2026-01-02T03:04:05"),
        ("5", "", None),
    ]
    assert [code for _, code, _ in problems] == ["source.format"] * 3


@pytest.mark.parametrize(
    ("data", "code"), [(b"MZ\x00\x01\x02binary", "source.binary"), (b"\xff\xfe\x00", "source.binary")]
)
def test_binary_is_refused(tmp_path, data, code):
    file = tmp_path / "odd.txt"
    file.write_bytes(data)
    documents, problems = read(file)
    assert documents == []
    assert [found for _, found, _ in problems] == [code]


def test_a_file_that_is_too_large_is_refused_unread(tmp_path):
    file = tmp_path / "huge.txt"
    with file.open("wb") as made:
        made.truncate(300 * 1024 * 1024)
    _, problems = read(file)
    assert [code for _, code, _ in problems] == ["source.too-large"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(tmp_path, encoding):
    file = tmp_path / "text.txt"
    file.write_bytes("Zoë’s café.\r\n\r\nSecond.".encode(encoding))
    (document,), problems = read(file)
    assert document.text == "Zoë’s café.\n\nSecond."
    assert problems == []


def test_tables_are_no_documents(tmp_path):
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    (tmp_path / "a.md").write_text("# A\n")
    assert not are_documents([tmp_path])
    assert are_documents([tmp_path / "a.md"])


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("aB .\n#-|*`>é\t?"), max_size=3_000), st.sampled_from([".md", ".txt", ".html"]))
def test_passages_lie_in_the_text_in_order_and_do_not_overlap(tmp_path_factory, text, suffix):
    file = tmp_path_factory.getbasetemp() / f"generated{suffix}"
    file.write_text(text)
    (document,), _ = read(file)
    end = 0
    for passage in passages_of(document):
        assert end <= passage.start < passage.end <= len(document.text)
        assert document.text[passage.start : passage.end].strip()
        assert passage.first_line == document.text.count("\n", 0, passage.start) + 1
        assert passage.last_line == document.text.count("\n", 0, passage.end - 1) + 1
        end = passage.end


MAIL = """From: Ann <ann@example.org>
To: Bob <bob@example.org>
Subject: Fire =?utf-8?q?caf=C3=A9?=
Date: Tue, 03 Mar 2026 10:00:00 +0100
Content-Type: {kind}; charset=utf-8

{body}
"""


@pytest.mark.parametrize(
    ("kind", "body"), [("text/plain", "Beams need two hours."), ("text/html", "<p>Beams need two <b>hours</b>.</p>")]
)
def test_mail(tmp_path, kind, body):
    file = tmp_path / "fire.eml"
    file.write_text(MAIL.format(kind=kind, body=body))
    (document,), problems = read(file)
    assert (document.title, document.time, problems) == ("Fire café", "2026-03-03T10:00:00+01:00", [])
    (passage,) = passages_of(document)
    shown = document.text[passage.start : passage.end]
    assert shown.split("\n") == ["From Ann <ann@example.org> to Bob <bob@example.org>.", "", "Beams need two hours."]


@pytest.mark.parametrize(
    "data", [b"", b"not mail at all", b"From: a\nContent-Type: text/plain; charset=nonsense\n\nx\xff", b"\x00" * 99]
)
def test_damaged_mail_never_raises(tmp_path, data):
    file = tmp_path / "bad.eml"
    file.write_bytes(data)
    documents, problems = read(file)
    assert len(documents) + len(problems) == 1


def test_a_text_beside_data_does_not_make_it_documents(tmp_path):
    for name in ("A-1", "B-2", "C-3"):
        (tmp_path / f"{name}.xml").write_text("<Statute><Body/></Statute>", encoding="utf-8")
    (tmp_path / "LICENSE.md").write_text("Use it freely.", encoding="utf-8")
    assert not are_documents([tmp_path])
    for name in ("a", "b", "c", "d"):
        (tmp_path / f"{name}.md").write_text("A note.", encoding="utf-8")
    assert are_documents([tmp_path])


def test_pipes_in_a_folder_are_not_read(tmp_path):
    os.mkfifo(tmp_path / "live.json")
    (tmp_path / "note.md").write_text("# Note\n\nText.\n", encoding="utf-8")
    assert [path.name for path in document_files(tmp_path)] == ["note.md"]


def test_lines_of_two_encodings_are_read_each_in_its_own(tmp_path):
    file = tmp_path / "mixed.txt"
    file.write_bytes("Zoë owns the red boat.\n".encode() + "Jörg owns the blue boat.\n".encode("cp1252"))
    (document,), _ = read(file)
    assert document.text == "Zoë owns the red boat.\nJörg owns the blue boat.\n"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1251", "Ключ от склада находится у Ивана Петрова. Новый склад открыт в Самаре.\n"),
        ("shift_jis", "サーバーは東京にある。\n"),
        ("shift_jis", "x" + "ゲートウェイは認証サービスに依存している。\n" * 1_700),
        ("euc_jp", "ゲートウェイは認証サービスに依存している。会議は三月三日に開かれた。\n"),
        ("gb18030", "网关依赖认证服务。会议于三月三日举行。王先生批准了新的规则。\n"),
        ("euc_kr", "서버는 서울에 있다. 김 씨가 새 규칙을 승인했다. 회의는 삼월 삼일에 열렸다.\n"),
    ],
)
def test_text_that_is_neither_utf_8_nor_western_is_recognised(tmp_path, encoding, text):
    file = tmp_path / "keys.txt"
    file.write_bytes(text.encode(encoding))
    (document,), _ = read(file)
    assert document.text == text


def test_deep_html_is_read_or_refused_but_never_cut_off(tmp_path):
    file = tmp_path / "deep.html"
    file.write_text("<div>" * 1_000 + "Olga keeps the map." + "</div>" * 1_000 + "<p>After.")
    (document,), _ = read(file)
    assert document.text.split("\n\n")[:2] == ["Olga keeps the map.", "After."]
    file.write_text("<p>Before." + "<div>" * 5_000 + "Olga keeps the map.")
    documents, problems = read(file)
    assert documents == []
    assert [code for _, code, _ in problems] == ["source.format"]


@pytest.mark.parametrize(
    ("name", "text", "time"),
    [
        ("minutes/2024-10-14_board.txt", "The rent is due.", "2024-10-14"),
        ("m.md", "# Board, 8 September 2025\n\nThe rent is due.", "2025-09-08"),
        ("m.txt", "Rules\n\nValid from 1 January 2023 until May 2026.", "2023-01-01"),
        ("m.html", "<title>Rules 2023</title><p>Be quiet.</p>", "2023"),
        ("rules-2021.txt", "Be quiet.", "2021"),
        ("2020-2024.txt", "Be quiet.", None),
        ("m.txt", "The house was built on 3 May 1951.", None),
        ("m.md", "---\ndate: 2026-01-02\n---\n# Plan of 3 May 2025\n\nBe quiet.", "2026-01-02"),
    ],
)
def test_a_document_says_of_when_it_is(tmp_path, name, text, time):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    (document,) = read_documents(tmp_path / name, Skipped())
    assert document.time == time
