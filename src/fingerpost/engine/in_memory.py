"""A NetworkX graph as a knowledge base, copied into the embedded store."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Any

from fingerpost.core.progress import Progress
from fingerpost.core.settings import Settings
from fingerpost.engine.filling import Filling, LoadReport, fill
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.transfer import content_of
from fingerpost.ingest import GraphBuilder, LoadContext, records_of


class NetworkXKnowledgeBase(KnowledgeBase):
    """A copy of a NetworkX graph, made when it was opened or `refresh` was last called.

    `report` has the seconds, elements and values of the copy, `bytes_copied` its size.
    """

    def __init__(
        self, graph: Any, settings: Settings | None = None, *, label: str | None = None, relation: str | None = None
    ) -> None:
        """Copy a graph; see `ingest.graphs.networkx_graph.records_of` for `label` and `relation`.

        Raises:
            SourceError: the graph has no nodes.
        """
        self._graph = graph
        self._keys = (label, relation)
        self._folder = Path(tempfile.mkdtemp(prefix="fingerpost-networkx-"))
        self._cleared = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        try:
            self.report = self._copied(settings)
            super().__init__(self._folder / "graph", settings)
        except BaseException:
            self._cleared()
            raise

    def _copied(self, settings: Settings | None) -> LoadReport:
        label, relation = self._keys

        def feed(builder: GraphBuilder, context: LoadContext) -> None:
            builder.add_all(records_of(self._graph, context, label=label, relation=relation))

        return fill(self._folder / "graph", Filling(feed, settings=settings or Settings()))

    @property
    def bytes_copied(self) -> int:
        """Bytes of the copy with its indexes."""
        return sum(file.stat().st_size for file in self._folder.rglob("*") if file.is_file())

    def refresh(self, progress: Progress | None = None) -> bool:
        """Copy the graph again; True if it had changed."""
        before = content_of(self.store)
        self.report = self._copied(self.settings)
        super().refresh(progress)
        return content_of(self.store) != before

    def close(self) -> None:
        """Delete the copy."""
        super().close()
        self._cleared()
