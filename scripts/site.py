"""Builds the documentation as a static site, one folder a version.

    python -m scripts.site [--out site]

OUT/VERSION has the pages of this version, OUT/versions.json the list of those that are there, newest first, and
OUT/index.html leads to the newest. Broken links, and pages that are not in the navigation, end the build. It needs
mkdocs-material (`make site`).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from fingerpost.core.version import __version__

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "build" / "site-pages"
_BESIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
"""Pages at the top of the repository, which stand beside the others on the site."""
_UP = re.compile(r"\]\(\.\./(?=[A-Z]+\.md)")
_NAMED_FENCE = re.compile(r"^(```\w+) ([^\s`\"]+)$", re.MULTILINE)
"""The beginning of a block that makes a file."""
_DOWN = re.compile(r"\]\(docs/")
_REDIRECT = '<!doctype html><meta http-equiv="refresh" content="0; url={0}/"><a href="{0}/">{0}</a>\n'


def main(arguments: Sequence[str] | None = None) -> int:
    """Put the pages together, build them, and list the versions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "site")
    out = parser.parse_args(arguments).out.resolve()
    gather(PAGES)
    built = out / __version__
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(built)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    ended = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)
    if ended.returncode:  # not with --quiet, which counts no warnings
        print(ended.stdout + ended.stderr, file=sys.stderr)
        return ended.returncode
    list_versions(out)
    print(f"{built}: the site of version {__version__}")
    return 0


def gather(pages: Path) -> None:
    """Copy all pages into one folder, with links as they are there."""
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(ROOT / "docs", pages)
    for page in pages.rglob("*.md"):
        text = _NAMED_FENCE.sub(r'\1 title="\2"', page.read_text(encoding="utf-8"))
        page.write_text(_UP.sub("](", text) if page.parent == pages else text, encoding="utf-8")
    for name in _BESIDE:
        text = (ROOT / name).read_text(encoding="utf-8")
        (pages / name).write_text(_DOWN.sub("](", text), encoding="utf-8")


def list_versions(out: Path) -> None:
    """Write the list of versions that the theme shows, and a page that leads to the newest."""
    found = sorted((each.name for each in out.iterdir() if (each / "index.html").exists()), key=_order, reverse=True)
    listed = [{"version": name, "title": name, "aliases": ["latest"] if name == found[0] else []} for name in found]
    (out / "versions.json").write_text(json.dumps(listed, indent=2) + "\n", encoding="utf-8")
    (out / "index.html").write_text(_REDIRECT.format(found[0]), encoding="utf-8")


def _order(version: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in version.split(".")]


if __name__ == "__main__":
    sys.exit(main())
