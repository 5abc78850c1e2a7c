"""Parts the sources of a load into those of a graph and documents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fingerpost.core.places import is_url
from fingerpost.ingest.documents.reading import are_documents, document_files, expanded
from fingerpost.ingest.loaders import CONTAINERS, loader_for, loaders

DOCUMENTS = "documents"
"""The kind of sources that are all documents."""
_ABOUT_DATA = frozenset("readme license licence copying notice changelog contributing authors".split())
"""Names of files beside data that are about the data."""


def parted(sources: Sequence[str | Path], kind: str | None = None) -> tuple[list[Path | str], list[Path]]:
    """The sources that make a graph, and the documents.

    A folder that has both is parted: its building models, laws or tables make the graph, its texts, PDF and Word files
    are documents, but for those about the data (a licence). With `kind`, all are of that kind.

    Raises:
        SourceError: `source.unknown-kind`: a folder that is to be parted is in no known format.
    """
    if kind == DOCUMENTS:
        return [], expanded([Path(source) for source in sources])
    if kind is not None:
        return [source if is_url(source) else Path(source) for source in sources], []
    graph: list[Path | str] = [source for source in sources if is_url(source)]
    documents: list[Path] = []
    for path in expanded([Path(source) for source in sources if not is_url(source)]):
        if are_documents([path]):
            documents.append(path)
            continue
        beside = _beside(path) if path.is_dir() else []
        graph.extend(_of_graph(path) if beside else [path])
        documents.extend(beside)
    return graph, documents


def _beside(folder: Path) -> list[Path]:
    """The documents in a folder of other files, which no loader of graphs reads."""
    files = [file for file in document_files(folder) if file.stem.lower() not in _ABOUT_DATA]
    if not files:  # the loaders take longer to import than a small folder to read
        return []
    readers = [loader for loader in loaders().values() if loader.name not in CONTAINERS]
    return [file for file in files if not any(reader.recognises(file) for reader in readers)]


def _of_graph(folder: Path) -> list[Path]:
    """A folder; or its files, if they are all of one domain: so they get its pack."""
    if loader_for(folder).name not in CONTAINERS:
        return [folder]
    texts = set(document_files(folder))
    files = [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file not in texts and not any(p.startswith(".") for p in file.relative_to(folder).parts)
    ]
    readers = [loader for loader in loaders().values() if loader.name not in CONTAINERS]
    found = [next((reader for reader in readers if reader.recognises(file)), None) for file in files]
    packs = {reader.pack if reader is not None else None for reader in found}
    return files if len(packs) == 1 and None not in packs else [folder]
