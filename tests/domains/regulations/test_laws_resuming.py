"""A load that is killed goes on where it was, and ends as one that was not."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

import fingerpost
from fingerpost import LoadReport
from fingerpost.core.errors import SourceError
from fingerpost.domains.regulations.loader.instruments import Instrument
from fingerpost.domains.regulations.loader.reading import Reading
from fingerpost.domains.regulations.loader.sources import documents
from fingerpost.domains.regulations.loader.spool import FILE, Spool

DOCUMENTS = 110
SECTION = (
    "<Section><Label>{n}</Label><Text>Section 2 of the <XRefExternal reference-type='act' link='X-{to}'>Example {to} "
    "Act</XRefExternal> applies to whoever keeps a light of number {n}.</Text></Section>"
)


def written(folder: Path, documents: int) -> Path:
    """Acts that cite one another, one of them broken and one French."""
    folder.mkdir()
    for number in range(documents):
        body = "".join(SECTION.format(n=n, to=(number + n) % documents) for n in range(1, 21))
        (folder / f"X-{number}.xml").write_text(
            f'<Statute xml:lang="{"fr" if number == 7 else "en"}" xmlns:lims="http://justice.gc.ca/lims" '
            f'lims:current-date="2024-01-01"><Identification><ShortTitle>Example {number} Act</ShortTitle>'
            f"</Identification><Body>{body}</Body></Statute>",
            encoding="utf-8",
        )
    (folder / "X-100b.xml").write_text("<Statute>\n<Body>", encoding="utf-8")
    return folder


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """So many that a load is not done before it can be looked at."""
    return written(tmp_path / "laws", 30)


@dataclass(frozen=True)
class Whole:
    """Many acts, and what a load of them that nobody interrupts gives."""

    corpus: Path
    report: LoadReport
    contents: list[list[tuple[object, ...]]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("whole")
    corpus = written(folder / "laws", DOCUMENTS)
    report = fingerpost.load([corpus], folder / "whole.fp")
    return Whole(corpus, report, contents(folder / "whole.fp"))


def spooled(base: Path) -> int:
    file = base.parent / f"{base.name}.building-spool" / FILE
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return 0
    copy = base.parent / f"{base.name}.looked-at"
    copy.mkdir(exist_ok=True)
    (copy / FILE).write_bytes(content)
    with closing(Spool(copy)) as spool:
        return len(spool)


def half_read(base: Path) -> bool:
    return spooled(base) >= DOCUMENTS // 8


def graph_written(base: Path) -> bool:
    return any(base.parent.glob(f"{base.name}.building-*/*/graph.kgl"))


def contents(base: Path) -> list[list[tuple[object, ...]]]:
    with fingerpost.open(base) as kb:
        nodes = kb.query("MATCH (n) RETURN labels(n) AS l, n.identifier AS i, n.text AS t ORDER BY l, i").rows
        cites = kb.query(
            "MATCH (a)-[c:CITES]->(b) RETURN a.identifier AS a, b.identifier AS b, c.start ORDER BY a"
        ).rows
        strengths = kb.query(
            "MATCH (a)-[c:REFERENCES]->(b) RETURN a.title AS a, b.title AS b, c.strength ORDER BY a, b"
        )
        sources = kb.ask("What references the Example 3 Act?").metadata["sources"]
    return [list(nodes), list(cites), list(strengths.rows), list(sources)]


@pytest.mark.parametrize("moment", [half_read, graph_written])
def test_a_load_that_is_killed_goes_on_where_it_was(
    whole: Whole, tmp_path: Path, moment: Callable[[Path], bool]
) -> None:
    base = tmp_path / "killed.fp"
    command = [sys.executable, "-m", "fingerpost", "load", str(whole.corpus), "--into", str(base)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and not moment(base):
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL, "it was done before it could be killed"
    assert not base.exists()
    kept = spooled(base)
    assert kept >= DOCUMENTS // 8

    again = fingerpost.load([whole.corpus], base)
    report = whole.report

    assert f"{kept:,} files had been read by a load that was interrupted" in again.notes
    assert (again.nodes, again.relationships, again.problems) == (report.nodes, report.relationships, report.problems)
    assert contents(base) == whole.contents
    assert not list(tmp_path.glob("*.building-*"))


def test_what_was_kept_of_a_file_that_has_changed_is_not_used(corpus: Path, tmp_path: Path) -> None:
    base = tmp_path / "laws.fp"

    def interrupt(_: int) -> None:
        if spooled(base) == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fingerpost.load([corpus], base, progress=interrupt)
    first = min(corpus.glob("*.xml"))
    first.write_text(first.read_text(encoding="utf-8").replace("keeps a light", "keeps a bell"), encoding="utf-8")
    report = fingerpost.load([corpus], base)
    assert "9 files had been read by a load that was interrupted" in report.notes
    with fingerpost.open(base) as kb:
        bells = kb.query("MATCH (s:Section) WHERE s.text CONTAINS 'keeps a bell' RETURN count(s)").rows
    assert bells == ((20,),)


def read(corpus: Path, processes: int) -> Iterator[tuple[str, Instrument | str]]:
    """The name of each file, with the instrument in it or why it cannot be read."""
    with Reading(Spool(None), processes, alone=0) as reading:
        for editions in reading.read(documents([corpus])):
            for edition, kept in editions:
                yield edition.path.name, kept.message if isinstance(kept, SourceError) else kept.instrument


def test_other_processes_read_the_same(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = list(read(corpus, 0))
    assert len(alone) == 31
    assert [name for name, found in alone if isinstance(found, str)] == ["X-100b.xml"]
    assert list(read(corpus, 2)) == alone

    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    assert list(read(corpus, 1)) == alone, "one that ends reads nothing, and nothing is lost"


def test_a_spool_that_cannot_be_read_is_not_used(corpus: Path, tmp_path: Path) -> None:
    spool = tmp_path / "laws.fp.building-spool"
    spool.mkdir()
    (spool / FILE).write_bytes(b"not what was kept" * 100)
    assert fingerpost.load([corpus], tmp_path / "laws.fp").nodes > 30
    assert not spool.exists()


def test_a_load_that_fails_leaves_nothing_behind(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        fingerpost.load([corpus], tmp_path / "laws.fp", strict=True)
    assert not list(tmp_path.glob("*.building-*"))
