"""The samples in the wheel: a house (`house/house.ifc`) with the edits that make a later version, and an electrical
model, a town library (`library/`, neo4j-admin CSV), six statutes as of two dates (`statutes/`, the XML of Justice
Laws), a small C program with the graph that Joern makes of it (`code/`), the notes of a team (`notes/`), and
documents of another team with questions to measure a memory with (`team/`).

All were made for this project. The library's books and authors are real; its members, loans, branches, publishers,
prices and ISBNs are invented, and so are the statutes and the notes.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

HOUSE_FILE = "house/house.ifc"
HOUSE_LATER = "house/later"
_LATER_EDITS = "house/later.edits"
HOUSE_ELECTRICAL = "house/house_elec.ifc"
LIBRARY_FOLDER = "library"
STATUTES_FOLDER = "statutes"
CODE_FILE = "code/shelf.graphml.gz"
_CODE_PACKED = "code/shelf.graphml.xz"
"""In the wheel, as it is a third smaller so. The copy is what loaders read."""
CODE_SOURCES = "code/src"
NOTES_FOLDER = "notes"
TEAM_FOLDER = "team"


def copy_sample(name: str, into: Path) -> Path:
    """Copy a sample (`HOUSE_FILE` or another of the names above) into a folder; return its path.

    It is copied because a package may not be on disk as files, and because users may want to change it.
    """
    package = _samples()
    if name == CODE_FILE:
        import gzip
        import lzma

        into.mkdir(parents=True, exist_ok=True)
        target = into / Path(name).name
        graph = lzma.decompress(package.joinpath(_CODE_PACKED).read_bytes())
        target.write_bytes(gzip.compress(graph, mtime=0))
        return target
    if name != HOUSE_LATER:
        return _copied(package.joinpath(name), into)
    house, edits = (package.joinpath(file).read_text("utf-8") for file in (HOUSE_FILE, _LATER_EDITS))
    target = into / "later"
    target.mkdir(parents=True, exist_ok=True)
    (target / "house.ifc").write_text(revised(house, edits), "utf-8", newline="\n")
    return target


def _samples() -> Traversable:
    """The folders of the samples: in a wheel they are packed in one file."""
    from importlib.resources import files

    packed = files(__name__).joinpath("samples.zip.xz")
    if not packed.is_file():
        return files(__name__)
    import io
    import lzma
    import zipfile

    return zipfile.Path(zipfile.ZipFile(io.BytesIO(lzma.decompress(packed.read_bytes()))))


def revised(model: str, edits: str) -> str:
    """A STEP file after edits: lines that take the place of the line of the same entity, an empty one takes it out,
    and lines of new entities, which come at the end."""
    told = {entity(line): line for line in edits.splitlines()}
    lines = [told.pop(entity(line), line) for line in model.splitlines()]
    end = len(lines) - lines[::-1].index("ENDSEC;") - 1
    kept = [*lines[:end], *told.values(), *lines[end:]]
    return "".join(f"{line}\n" for line in kept if not line.endswith("="))


def entity(line: str) -> str:
    """What a line of a STEP file is about."""
    return line.partition("=" if line.startswith("#") else "(")[0]


def _copied(sample: Traversable, into: Path) -> Path:
    target = into / sample.name
    if sample.is_file():
        into.mkdir(parents=True, exist_ok=True)
        target.write_bytes(sample.read_bytes())
        return target
    target.mkdir(parents=True, exist_ok=True)
    for entry in sample.iterdir():
        if entry.name != "__pycache__":
            _copied(entry, target)
    return target
