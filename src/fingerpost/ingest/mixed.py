"""Reads files of several formats as one graph: those of a folder, or of an unpacked archive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fingerpost.core.errors import SourceError
from fingerpost.ingest.crossing import crossed
from fingerpost.ingest.loaders import CONTAINERS, loaders, only_adds, records_from
from fingerpost.ingest.records import LoadContext, Loader, Record

FILES_LIMIT = 10_000
"""Files that a folder or an archive may hold."""
_NOTED = 5
"""Files in no known format that are named one by one."""


def read_mixed(path: Path, files: Mapping[Path, str], context: LoadContext) -> Iterator[Record]:
    """The records of files, each by its loader. `path` is the folder or archive, and each file has its name in that.

    Raises:
        SourceError: `source.unknown-kind`: no file is in a known format; or as the loaders do.
    """
    available = readers()
    found: dict[str, tuple[Loader, list[Path]]] = {}
    unknown: list[str] = []
    for file in sorted(files.keys() - context.options.beside):
        loader = reader(file, available)
        if loader is None:
            unknown.append(files[file])
            continue
        if not file.stat().st_size:
            context.notes.append(f"{path.name}: {files[file]} is empty, and was left out")
            continue
        if loader.pack is not None:
            context.notes.append(f"{path.name}: {files[file]} is best loaded with --pack {loader.pack}")
        found.setdefault(loader.name, (loader, []))[1].append(file)
    for name in unknown[:_NOTED]:
        context.notes.append(f"{path.name}: {name} was left out: it is not in a known format")
    if len(unknown) > _NOTED:
        context.notes.append(f"{path.name}: {len(unknown) - _NOTED:,} more files were left out for the same reason")
    if not found:
        message = f"{path} holds no file in a known format"
        raise SourceError(message, code="source.unknown-kind", details={"file": str(path)})
    groups = ((name, records_from(loader, chosen, context)) for name, (loader, chosen) in found.items())
    yield from crossed(groups, context)


def readers() -> list[Loader]:
    """The loaders of the files in a folder or archive."""
    return [loader for loader in loaders().values() if loader.name not in CONTAINERS and not only_adds(loader)]


def reader(file: Path, readable: Sequence[Loader]) -> Loader | None:
    """The first of the loaders that reads the file; None for what is none: a pipe would be waited for."""
    return next((loader for loader in readable if loader.recognises(file)), None) if file.is_file() else None
