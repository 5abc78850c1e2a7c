"""The loader of exported code property graphs, registered as `cpg`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, Final

from fingerpost.domains.code.loader.code_graph import CodeGraph
from fingerpost.domains.code.loader.csv_export import METHODS, SIGN, read_folder
from fingerpost.domains.code.loader.export_file import read_export
from fingerpost.domains.code.loader.records import records_of
from fingerpost.ingest import LoadContext, Record, TextSource

_SUFFIXES: Final = (".graphml", ".graphml.gz", ".xml", ".xml.gz")
_SIGNS: Final = ('"node__METHOD__', '"node__META_DATA__')


class CodeLoader:
    """Reads exports of Joern and atom: GraphML, optionally gzipped, or a folder of CSV; derives calls and measures."""

    name: ClassVar[str] = "cpg"
    summary: ClassVar[str] = "code property graphs: GraphML or a folder of CSV, of Joern and atom"
    pack: ClassVar[str | None] = "code"

    def recognises(self, path: Path) -> bool:
        """True for GraphML, or a folder of CSV, with the attributes of methods as Joern names them. Never raises."""
        try:
            if path.is_dir():
                return (path / SIGN).is_file()
            if not path.is_file() or not path.name.lower().endswith(_SUFFIXES):
                return False
            with TextSource(path, LoadContext()) as source:
                return any(sign in source.head for sign in _SIGNS)
        except Exception:  # whatever a hostile file does, it is not ours
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the relationships. Records are placed in the files of the code: `cJSON.c`, line 94.

        Raises:
            SourceError: `source.missing`, or `source.format`: not well-formed, declares entities, or has no methods.
        """
        graph = CodeGraph()
        export = context.add_file(path / METHODS if path.is_dir() else path)
        if path.is_dir():
            read_folder(path, context, graph)
        else:
            read_export(path, context, graph)
        return records_of(graph, context, export)
