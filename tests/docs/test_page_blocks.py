"""How pages are read, and how outputs are matched."""

from __future__ import annotations

import os
import re
from pathlib import Path

import page_blocks
import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(
    (ROOT / "docs").rglob("*.md")
)
_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s#]*)(#[^)\s]*)?\)")
_HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ("14 walls", "14 walls\n", True),
        ("14 walls", "15 walls\n", False),
        ("14 walls, ... s", "14 walls, 0.3 s\n", True),
        ("first\n...\nlast", "first\nlast\n", True),
        ("first\n...\nlast", "first\na\nb\nlast\n", True),
        ("first\n...\nlast", "first\na\n", False),
        ("...", "", True),
        ("", "something\n", False),
        ("a line", "a line\nand one more\n", False),
    ],
)
def test_output_is_matched(expected: str, actual: str, same: bool) -> None:
    assert page_blocks.matches(expected, actual) is same


def test_blocks_and_commands_are_read(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "Text.\n\n```console\n$ cat <<END\n> one\n> END\none\n$ true\n```\n\n```csv a.csv\nx\n```\n", encoding="utf-8"
    )
    console, file = page_blocks.blocks(page)
    assert page_blocks.commands(console) == [
        page_blocks.Command("cat <<END\none\nEND", "one", 4),
        page_blocks.Command("true", "", 8),
    ]
    assert (file.kind, file.file, file.body) == ("csv", "a.csv", "x\n")


def _anchor(heading: str) -> str:
    """A heading's anchor, as GitHub makes it."""
    return "#" + re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    broken = []
    for path, anchor in _LINK.findall(text):
        target = Path(os.path.normpath(page.parent / path)) if path else page
        if not target.exists():
            broken.append(path)
        elif anchor and target.suffix == ".md":
            headings = {_anchor(heading) for heading in _HEADING.findall(target.read_text(encoding="utf-8"))}
            if anchor not in headings:
                broken.append(path + anchor)
    assert not broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_pages_name_no_place_of_their_own(page: Path) -> None:
    """A page is read on other machines than the one that it was written on."""
    text = page.read_text(encoding="utf-8")
    assert str(ROOT.parent) + os.sep not in text
    assert not re.search(r"(?<![\w.])/(?:home|root|tmp|Users)/", text)
