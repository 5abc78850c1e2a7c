"""Documents that can be searched and asked: passages in a workspace, and answers that quote them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.engine.memory.auditing import Audit as Audit, audit as audit
    from fingerpost.engine.memory.base import DocumentBase as DocumentBase, open_documents as open_documents
    from fingerpost.engine.memory.database_base import DatabaseBase as DatabaseBase
    from fingerpost.engine.memory.folder_base import FolderBase as FolderBase
    from fingerpost.engine.memory.loading import copy as copy, load as load
    from fingerpost.engine.memory.memory import Memory as Memory
    from fingerpost.engine.memory.neo4j_memory import holds_documents as holds_documents
    from fingerpost.engine.memory.place import (
        documents_folder as documents_folder,
        is_memory as is_memory,
        require_namespace as require_namespace,
        without_folders as without_folders,
    )
    from fingerpost.engine.memory.resolving import Candidate as Candidate
    from fingerpost.engine.memory.retrieving import Retrieval as Retrieval
    from fingerpost.engine.memory.switch import graph_enabled as graph_enabled

__getattr__ = lazy_exports(
    __name__,
    {
        "auditing": "Audit audit",
        "base": "DocumentBase open_documents",
        "database_base": "DatabaseBase",
        "folder_base": "FolderBase",
        "loading": "copy load",
        "memory": "Memory",
        "neo4j_memory": "holds_documents",
        "place": "documents_folder is_memory require_namespace without_folders",
        "resolving": "Candidate",
        "switch": "graph_enabled",
        "retrieving": "Retrieval",
    },
)
