"""The pages of the documentation site: put together, all in the navigation, versions listed."""

from __future__ import annotations

import json
import re
from pathlib import Path

from scripts.site import ROOT, gather, list_versions


def test_every_page_is_in_the_navigation(tmp_path: Path) -> None:
    gather(tmp_path / "pages")
    pages = {path.relative_to(tmp_path / "pages").as_posix() for path in (tmp_path / "pages").rglob("*.md")}
    listed = set(re.findall(r"[\w/.-]+\.md\b", (ROOT / "mkdocs.yml").read_text().partition("\nnav:")[2]))
    assert listed == {page for page in pages if not page.startswith("adr/0")}


def test_links_and_blocks_are_as_the_site_needs_them(tmp_path: Path) -> None:
    gather(tmp_path)
    for page in tmp_path.rglob("*.md"):
        text = page.read_text()
        for link in re.findall(r"\]\(([^)#:\s]+\.md)", text):
            assert (page.parent / link).resolve().is_relative_to(tmp_path.resolve()), (page.name, link)
            assert (page.parent / link).exists(), (page.name, link)
        assert not re.search(r"^```\w+ [^\s=]+$", text, re.MULTILINE), page.name
    assert '```csv title="customers.csv"' in (tmp_path / "load.md").read_text()


def test_versions_are_listed_newest_first(tmp_path: Path) -> None:
    for version in ("0.9.0", "0.10.0", "0.10.0rc1"):
        (tmp_path / version).mkdir()
        (tmp_path / version / "index.html").write_text("x")
    list_versions(tmp_path)
    listed = json.loads((tmp_path / "versions.json").read_text())
    assert [each["version"] for each in listed] == ["0.10.0", "0.10.0rc1", "0.9.0"]
    assert [each["aliases"] for each in listed] == [["latest"], [], []]
    assert "url=0.10.0/" in (tmp_path / "index.html").read_text()
