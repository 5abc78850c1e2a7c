"""One open state of a knowledge base."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.schema import GraphSchema
from fingerpost.engine.manifest import Manifest
from fingerpost.linking import ValueIndex
from fingerpost.stores import Place, Store


@dataclass(frozen=True)
class Opened:
    """The parts of one state of a knowledge base; the error, if the index cannot be read.

    `folder` has the manifest: the knowledge base itself, or the cache of a database. `unfound` are properties whose
    values cannot be found: there are too many to copy, and the database has no index of them.
    """

    folder: Path
    manifest: Manifest
    schema: GraphSchema
    store: Store
    index: ValueIndex | KnowledgeBaseError
    unfound: tuple[Place, ...] = ()

    def close(self) -> None:
        """Close the store and the index."""
        self.store.close()
        if isinstance(self.index, ValueIndex):
            self.index.close()
