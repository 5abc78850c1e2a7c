"""One state of a knowledge base, as it was opened."""

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
    """The parts of one state of a knowledge base; in place of an index that cannot be read, why.

    `folder` holds the manifest: the knowledge base itself, or what is kept about a database. In `unfound` properties
    nothing is found by its value: there are too many to copy, and the database has no index of them.
    """

    folder: Path
    manifest: Manifest
    schema: GraphSchema
    store: Store
    index: ValueIndex | KnowledgeBaseError
    unfound: tuple[Place, ...] = ()

    def close(self) -> None:
        """Give back the store and the index."""
        self.store.close()
        if isinstance(self.index, ValueIndex):
            self.index.close()
