"""Reads files by NetworkX: GEXF (Gephi) and GML."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.attributes import NAME
from fingerpost.ingest.graphs.networkx_graph import records_of
from fingerpost.ingest.records import LoadContext, Record
from fingerpost.ingest.text_source import TextSource, stem

SIZE_LIMIT = 512 * 1024**2
"""Characters of a file: it is held in memory as a whole."""


class NetworkxLoader:
    """A file that NetworkX reads; see `networkx_graph` for labels and types. A record's line is its number."""

    name: ClassVar[str]
    summary: ClassVar[str]
    pack: ClassVar[str | None] = None
    endings: ClassVar[tuple[str, ...]]

    def recognises(self, path: Path) -> bool:
        """True for a file with the ending of the format, optionally gzipped. Never raises."""
        try:
            return path.is_file() and bool(stem(path, *self.endings))
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the edges; an undirected edge starts at the node that comes first.

        Raises:
            SourceError: it is not of this format, is longer than `SIZE_LIMIT`, or declares XML entities.
            MissingExtra: NetworkX is not installed.
        """
        with TextSource(path, context, guess=True) as source:
            text = "".join(iter(source.read, ""))
            if len(text) > SIZE_LIMIT:
                raise source.error(f"has more than {SIZE_LIMIT:,} characters")
        try:
            graph = self.graph(text)
        except MissingExtra:
            raise
        except ImportError as error:
            message = f"{self.summary} is read with NetworkX, which cannot be imported here ({error})"
            raise MissingExtra(message, hint='pip install "fingerpost[graphs]"') from error
        except Exception as error:  # the parsers let every error of theirs through
            reason = " ".join(str(error).split())[:200] or type(error).__name__
            raise SourceError(f"{path} is not {self.summary}: {reason}", details={"file": str(path)}) from error
        if not len(graph):
            raise SourceError(f"{path} has no nodes", details={"file": str(path)})
        file = context.add_file(path, positions="record")
        for record in records_of(graph, context):
            record.file = file
            yield record

    def graph(self, text: str) -> Any:
        """The graph in a text; raises whatever its parser raises."""
        raise NotImplementedError


class GexfLoader(NetworkxLoader):
    """GEXF, as Gephi writes it, and GML."""

    name: ClassVar[str] = "gexf"
    summary: ClassVar[str] = "GEXF (Gephi) or GML"
    endings: ClassVar[tuple[str, ...]] = (".gexf", ".gml")

    def graph(self, text: str) -> Any:
        """The graph in a GEXF document, of which one that declares entities is refused, or else in GML."""
        import networkx

        if not text.lstrip().startswith("<"):
            return _gml(text)
        if "<!ENTITY" in text:
            raise ValueError("it declares XML entities")
        graph = networkx.read_gexf(io.BytesIO(text.encode()))
        for _, attributes in graph.nodes(data=True):
            attributes.pop("viz", None)  # how it is drawn
        for *_, attributes in graph.edges(data=True):
            attributes.pop("id", None)  # its number in the file
            attributes.pop("viz", None)
        return graph


_DRAWN = ("graphics", "LabelGraphics")
"""What programs write into GML of how a node or an edge is drawn."""


def _gml(text: str) -> Any:
    """The graph in GML; the label of a node is its name, or its key if every node has one of its own."""
    import networkx

    lines = text.splitlines()
    try:
        graph = networkx.parse_gml(lines)
    except networkx.NetworkXError:
        graph = networkx.parse_gml(lines, label="id")
        for _, held in graph.nodes(data=True):
            if "label" in held:
                held[NAME] = str(held.pop("label"))
    for held in (*(held for _, held in graph.nodes(data=True)), *(held for *_, held in graph.edges(data=True))):
        for drawn in _DRAWN:
            held.pop(drawn, None)
    return graph
