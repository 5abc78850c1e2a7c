"""Graph stores behind one narrow protocol. No store's own name is used outside this package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.stores.bolt.link import Link as Link
    from fingerpost.stores.bolt.store import BoltStore as BoltStore
    from fingerpost.stores.editing import (
        Edit as Edit,
        GraphEditor as GraphEditor,
        RemoveNode as RemoveNode,
        RemoveRelationship as RemoveRelationship,
        SetNode as SetNode,
        SetRelationship as SetRelationship,
    )
    from fingerpost.stores.joern.client import JoernClient as JoernClient
    from fingerpost.stores.outline import Outline as Outline
    from fingerpost.stores.protocol import (
        Capabilities as Capabilities,
        Explanation as Explanation,
        GraphWriter as GraphWriter,
        KnowsToOne as KnowsToOne,
        NodeRow as NodeRow,
        Origin as Origin,
        RelationshipRow as RelationshipRow,
        Result as Result,
        Store as Store,
        StoreKind as StoreKind,
    )
    from fingerpost.stores.support.native_lookup import (
        FindsValues as FindsValues,
        Found as Found,
        Holding as Holding,
        Place as Place,
    )
    from fingerpost.stores.support.profile import build_schema as build_schema, properties_of as properties_of
    from fingerpost.stores.support.profiler import Profiler as Profiler
    from fingerpost.stores.support.streamed import Streamed as Streamed
    from fingerpost.stores.support.subprocess_store import SubprocessStore as SubprocessStore
    from fingerpost.stores.support.worker_process import Openable as Openable, WorkerProcess as WorkerProcess

DEFAULT_STORE = "kglite"
"""The store that a knowledge base uses unless its manifest names another (an entry point of `fingerpost.stores`)."""

__getattr__ = lazy_exports(
    __name__,
    {
        "bolt.link": "Link",
        "bolt.store": "BoltStore",
        "editing": "Edit GraphEditor RemoveNode RemoveRelationship SetNode SetRelationship",
        "joern.client": "JoernClient",
        "outline": "Outline",
        "protocol": (
            "Capabilities Explanation GraphWriter KnowsToOne NodeRow Origin RelationshipRow Result Store StoreKind"
        ),
        "support.native_lookup": "FindsValues Found Holding Place",
        "support.profile": "build_schema properties_of",
        "support.profiler": "Profiler",
        "support.streamed": "Streamed",
        "support.subprocess_store": "SubprocessStore",
        "support.worker_process": "Openable WorkerProcess",
    },
)
