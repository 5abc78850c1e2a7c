"""The examples of the README and of docs/, run as they stand: a page that is no longer true fails here."""

from __future__ import annotations

import os
from pathlib import Path

import page_blocks
import page_reader
import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
WITH_EXAMPLES = [page for page in PAGES if page_blocks.blocks(page)]


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def beginnings(tmp_path_factory: pytest.TempPathFactory) -> page_reader.Beginnings:
    return page_reader.Beginnings(tmp_path_factory.mktemp("beginnings"))


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=_name)
def test_page_is_true(page: Path, beginnings: page_reader.Beginnings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(beginnings.empty())
    for name in [name for name in os.environ if name.startswith("FINGERPOST_")]:
        monkeypatch.delenv(name)
    reader = page_reader.Reader(beginnings)
    wrong: list[str] = []
    for block in page_blocks.blocks(page):
        wrong.extend(reader.follow(block))
    wrong.extend(reader.left_over())
    assert not wrong, "\n\n".join([_name(page), *wrong])


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ('fingerpost ask kb "How many?"', ["fingerpost", "ask", "kb", "How many?"]),
        ("FINGERPOST_ROW_LIMIT=2 fingerpost schema kb", ["FINGERPOST_ROW_LIMIT=2", "fingerpost", "schema", "kb"]),
        ("fingerpost query kb 'RETURN $x'", ["fingerpost", "query", "kb", "RETURN $x"]),
        ('fingerpost query kb "RETURN $x"', None),
        ('fingerpost ask "ladybug://$PWD/kb" "How many?"', ["fingerpost", "ask", "ladybug:///a/kb", "How many?"]),
        ("fingerpost schema kb > schema.json", None),
        ("echo x | fingerpost verify -", None),
        ("fingerpost schema *.fp", None),
        (
            "FINGERPOST_MODEL=host/v1#name fingerpost ask kb x",
            ["FINGERPOST_MODEL=host/v1#name", *"fingerpost ask kb x".split()],
        ),
        ("fingerpost ask kb x # why", None),
        ("echo $?", None),
        ("ls kb", None),
    ],
)
def test_what_needs_a_shell_gets_one(command: str, words: list[str] | None) -> None:
    assert page_reader.plain_words(command, Path("/a")) == words
