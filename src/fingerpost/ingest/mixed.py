"""Reads files of several formats as one graph: those of a folder, or of an unpacked archive."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from fingerpost.core.errors import SourceError
from fingerpost.ingest.crossing import crossed
from fingerpost.ingest.loaders import CONTAINERS, loaders, only_adds, records_from
from fingerpost.ingest.records import LoadContext, Loader, Record

FILES_LIMIT = 10_000
"""Files that a folder or an archive may hold."""
_LOOKED_AT = 200
"""Files of a folder that are looked at to judge whether any can be read."""


class FolderLoader:
    """A folder of files in other formats, with those in folders below it."""

    name: ClassVar[str] = "folder"
    summary: ClassVar[str] = "folder of files in other formats"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a folder with a file that another loader reads. Never raises."""
        try:
            readable = _readers()
            files = _files(path) if path.is_dir() else iter(())
            return any(_reader(file, readable) for _, file in zip(range(_LOOKED_AT), files, strict=False))
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the records of all files, those of tables together. A file in no known format is noted.

        Raises:
            SourceError: the folder has more than `FILES_LIMIT` files (`source.archive`), holds nothing that can be read
                (`source.unknown-kind`), or a file cannot be read.
            MissingExtra: a library that a file needs is not installed.
        """
        files = []
        for file in _files(path):
            files.append(file)
            if len(files) > FILES_LIMIT:
                message = f"{path} holds more than {FILES_LIMIT:,} files"
                raise SourceError(message, code="source.archive", details={"file": str(path)})
        yield from read_mixed(path, path, files, context)


def read_mixed(path: Path, root: Path, files: Sequence[Path], context: LoadContext) -> Iterator[Record]:
    """The records of files under `root`, each by its loader; `path` is what the user calls them.

    Raises:
        SourceError: `source.unknown-kind`: no file is in a known format; or as the loaders do.
    """
    readable = _readers()
    found: dict[str, tuple[Loader, list[Path]]] = {}
    for file in sorted(set(files) - context.options.beside):
        loader = _reader(file, readable)
        shown = file.relative_to(root).as_posix()
        if loader is None:
            context.notes.append(f"{path.name}: {shown} was left out: it is not in a known format")
            continue
        if loader.pack is not None:
            context.notes.append(f"{path.name}: {shown} is best loaded with --pack {loader.pack}")
        found.setdefault(loader.name, (loader, []))[1].append(file)
    if not found:
        message = f"{path} holds no file in a known format"
        raise SourceError(message, code="source.unknown-kind", details={"file": str(path)})
    groups = ((name, records_from(loader, chosen, context)) for name, (loader, chosen) in found.items())
    yield from crossed(groups, context)


def _readers() -> list[Loader]:
    return [loader for loader in loaders().values() if loader.name not in CONTAINERS and not only_adds(loader)]


def _reader(file: Path, readable: Sequence[Loader]) -> Loader | None:
    return next((loader for loader in readable if loader.recognises(file)), None)


def _files(path: Path) -> Iterator[Path]:
    """The files in a folder and below, without hidden ones; links to folders are not followed."""
    for root, folders, names in os.walk(path):
        folders[:] = sorted(folder for folder in folders if not folder.startswith("."))
        yield from (Path(root, name) for name in sorted(names) if not name.startswith("."))
