"""Reads folders of files in several formats, with what is in their zip archives."""

from __future__ import annotations

import filecmp
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

from fingerpost.core.errors import SourceError
from fingerpost.ingest.archives import Unpacked, ZipLoader, may_hold_data, room_for, unpack
from fingerpost.ingest.mixed import FILES_LIMIT, read_mixed, reader, readers
from fingerpost.ingest.records import LoadContext, Loader, Record
from fingerpost.ingest.unpacking import UNPACKED_LIMIT

_LOOKED_AT = 200
"""Files of a folder that are looked at to judge whether any can be read."""


class FolderLoader:
    """A folder of files in other formats, with those in folders below it and in zip archives."""

    name: ClassVar[str] = "folder"
    summary: ClassVar[str] = "folder of files in other formats"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a folder with a file that another loader reads, or a zip archive. Never raises."""
        try:
            readable = [*readers(), ZipLoader()]
            files = _files(path) if path.is_dir() else iter(())
            return any(reader(file, readable) for _, file in zip(range(_LOOKED_AT), files, strict=False))
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the records of all files, those of tables together. A file in no known format is noted.

        An archive without a file that may be data is left out, as pictures are. A file of an archive that also lies in
        the folder is read once.

        Raises:
            SourceError: the folder has more than `FILES_LIMIT` files (`source.archive`), holds nothing that can be read
                (`source.unknown-kind`), a file cannot be read, or as `ZipLoader.read` does for an archive.
            MissingExtra: a library that a file needs is not installed.
        """
        files: dict[Path, str] = {}
        for file in _files(path):
            files[file] = file.relative_to(path).as_posix()
            _limit(path, files)
        archives = [file for file in files if ZipLoader().recognises(file) and may_hold_data(file)]
        with ExitStack() as opened:
            for archive in archives:
                root = room_for(archive, opened.enter_context(tempfile.TemporaryDirectory(prefix="fingerpost-")))
                opened.enter_context(_unpacked(archive, root, path, files, context))
            yield from read_mixed(path, files, context)


def of_one_kind(path: Path) -> tuple[Loader, list[Path]] | None:
    """The loader of all files of a folder that are in a known format, and these; None if they have several, or none."""
    readable = [*readers(), ZipLoader()]
    found = [(each, file) for file in _files(path) if (each := reader(file, readable)) is not None]
    return (found[0][0], [file for _, file in found]) if len({each.name for each, _ in found}) == 1 else None


def _unpacked(archive: Path, root: Path, folder: Path, files: dict[Path, str], context: LoadContext) -> Unpacked:
    """Unpack an archive into `root`: its files take its place among those of the folder."""
    named = files.pop(archive)
    present = {file.name: file for file in files if file.is_relative_to(folder)}
    taken = sum(file.stat().st_size for file in files if not file.is_relative_to(folder))
    context.add_file(archive)
    for file in unpack(archive, root, UNPACKED_LIMIT - taken):
        shown = f"{named}/{file.relative_to(root).as_posix()}"
        if file.name in present and filecmp.cmp(file, present[file.name], shallow=False):
            context.notes.append(f"{folder.name}: {shown} is the same as {files[present[file.name]]}, and read once")
            continue
        files[file] = shown
    _limit(folder, files)
    return Unpacked(context, root, archive)


def _limit(path: Path, files: Mapping[Path, str]) -> None:
    if len(files) > FILES_LIMIT:
        message = f"{path} holds more than {FILES_LIMIT:,} files"
        raise SourceError(message, code="source.archive", details={"file": str(path)})


def _files(path: Path) -> Iterator[Path]:
    """The files in a folder and below, without hidden ones; links to folders are not followed."""
    for root, folders, names in os.walk(path):
        folders[:] = sorted(folder for folder in folders if not folder.startswith("."))
        yield from (Path(root, name) for name in sorted(names) if not name.startswith("."))
