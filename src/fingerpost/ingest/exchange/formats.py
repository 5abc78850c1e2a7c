"""The formats by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fingerpost.core.errors import SourceError
from fingerpost.ingest.exchange import dot, graphml, mermaid, tables, turtle
from fingerpost.ingest.exchange.graph import ExchangedGraph

IMPORTS: Final[dict[str, Callable[[str, Callable[[], None]], ExchangedGraph]]] = {
    "csv": tables.read_csv,
    "dot": dot.read,
    "graphml": graphml.read,
    "json": tables.read_json,
    "mermaid": mermaid.read,
    "turtle": turtle.read,
}
EXPORTS: Final[dict[str, Callable[[ExchangedGraph], str]]] = {
    "csv": tables.write_csv,
    "dot": dot.write,
    "graphml": graphml.write,
    "json": tables.write_json,
    "mermaid": mermaid.write,
    "turtle": turtle.write,
}
_LONGEST = 50_000_000


def read_graph(kind: str, text: str, check: Callable[[], None] = lambda: None) -> ExchangedGraph:
    """Read a graph from text. `check` is called meanwhile, and may raise `LimitExceeded`.

    Raises:
        SourceError: `source.unknown-kind`; `source.format`: it is empty, too long, or not valid.
    """
    if kind not in IMPORTS:
        raise SourceError(
            f"the format {kind!r} cannot be imported; formats: {', '.join(IMPORTS)}", code="source.unknown-kind"
        )
    if not text.strip():
        raise SourceError("the content is empty", details={"format": kind})
    if len(text) > _LONGEST:
        raise SourceError(f"the content has more than {_LONGEST:,} characters", details={"format": kind})
    return IMPORTS[kind](text, check)


def write_graph(kind: str, graph: ExchangedGraph) -> str:
    """Write a graph as text.

    Raises:
        SourceError: `source.unknown-kind`.
    """
    if kind not in EXPORTS:
        raise SourceError(
            f"the format {kind!r} cannot be exported; formats: {', '.join(EXPORTS)}", code="source.unknown-kind"
        )
    return EXPORTS[kind](graph)
