"""Files that are no law, or broken: a coded error with the line, and the rest is loaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from laws_reader import read_laws

from fingerpost.core.errors import SourceError
from fingerpost.domains.regulations.loader import LawsLoader
from fingerpost.ingest import loader_for

BOMB = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<Statute><Identification/><Body><Section><Label>1</Label><Text>&b;</Text></Section></Body></Statute>"""
EXTERNAL = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<Statute><Identification/><Body><Section><Label>1</Label><Text>&a;</Text></Section></Body></Statute>"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (BOMB, 1),
        (EXTERNAL, 1),
        ("<Statute>\n<Body>\n</Statut", 3),
        ("<?xml version='1.0'?>\n<Statute><Body></Statute>", 2),
        ("<Law/><!-- <Statute -->", 1),
        ("", 1),
    ],
)
def test_a_broken_file_is_refused_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    file = tmp_path / "X-1.xml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError) as refusal:
        read_laws(file)
    assert refusal.value.code == "source.format"
    assert refusal.value.details.get("line", 1) == line
    assert "root:" not in refusal.value.message


def test_one_broken_file_does_not_end_the_load(act: Callable[..., Path]) -> None:
    good = act("<Section><Label>1</Label><Text>It holds.</Text></Section>")
    (good.parent / "bad.xml").write_text("<Statute>\n<Body>", encoding="utf-8")
    (good.parent / "gone.xml").symlink_to(good.parent / "nowhere.xml")
    for stray in ("tool.py", "rows.csv", "more/notes.c"):
        (good.parent / stray).parent.mkdir(exist_ok=True)
        (good.parent / stray).write_text("a\n", encoding="utf-8")
    assert loader_for(good.parent).name == "laws"
    laws = read_laws(good.parent)
    assert "X-1#1" in laws.nodes
    broken, gone = laws.problems["bad-document"]
    assert "bad.xml:2" in broken
    assert "gone.xml" in gone
    [note] = laws.context.notes
    assert note.endswith("rows.csv, tool.py, more/notes.c left out: no law")


def test_too_large_a_file_is_refused_unread(act: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    file = act("<Section><Label>1</Label><Text>It holds.</Text></Section>")
    monkeypatch.setattr("fingerpost.domains.regulations.loader.open.MAX_BYTES", 10)
    with pytest.raises(SourceError, match="MB are read"):
        read_laws(file)


def test_labels_used_twice_make_two_nodes(act: Callable[..., Path]) -> None:
    section = "<Section><Label>1</Label><Text>It holds.</Text></Section>"
    laws = read_laws(act(section * 2))
    assert {"X-1#1", "X-1#1 [2]"} <= set(laws.nodes)


def test_the_same_document_twice_is_reported(act: Callable[..., Path]) -> None:
    file = act("<Section><Label>1</Label><Text>It holds.</Text></Section>")
    other = file.parent / "copy" / file.name
    other.parent.mkdir()
    other.write_bytes(file.read_bytes())
    laws = read_laws(file.parent)
    assert "duplicate-id" in laws.problems


def test_provisions_in_quoted_amendments_are_no_provisions(act: Callable[..., Path]) -> None:
    quoted = "<AmendedText><Section><Label>9</Label><Text>New words.</Text></Section></AmendedText>"
    laws = read_laws(act(f"<Section><Label>1</Label><Text>It is replaced by:</Text>{quoted}</Section>"))
    assert "X-1#9" not in laws.nodes
    assert "9 New words." in str(laws.nodes["X-1#1"].properties["text"])


def test_what_is_not_in_force_is_kept_apart(act: Callable[..., Path]) -> None:
    apart = "<RelatedOrNotInForce><Section><Label>9</Label><Text>Later.</Text></Section></RelatedOrNotInForce>"
    laws = read_laws(act(f"<Section><Label>1</Label><Text>Now.</Text></Section>{apart}"))
    assert "X-1#9" not in laws.nodes
    assert laws.nodes["X-1"].properties["provisionsNotInForce"] == 1


def test_only_laws_are_recognised(act: Callable[..., Path], tmp_path: Path) -> None:
    loader = LawsLoader()
    assert loader.recognises(act(""))
    assert loader.recognises(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "page.xml").write_text("<html/>", encoding="utf-8")
    assert not loader.recognises(other)
    assert not loader.recognises(other / "page.xml")
    assert not loader.recognises(tmp_path / "missing")
