"""Workspaces: graphs that are written to in transactions and queried like any knowledge base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.engine.workspaces.base import WorkspaceBase as WorkspaceBase, open_workspace as open_workspace
    from fingerpost.engine.workspaces.home import GraphSummary as GraphSummary, Home as Home
    from fingerpost.engine.workspaces.place import is_workspace as is_workspace
    from fingerpost.engine.workspaces.settings import WorkspaceSettings as WorkspaceSettings
    from fingerpost.engine.workspaces.upkeep import followed as followed
    from fingerpost.engine.workspaces.vocabulary import (
        Forget as Forget,
        ForgetRelations as ForgetRelations,
        NodeFact as NodeFact,
        Outcome as Outcome,
        RelationFact as RelationFact,
        Report as Report,
        Write as Write,
    )
    from fingerpost.engine.workspaces.workspace import Workspace as Workspace

__getattr__ = lazy_exports(
    __name__,
    {
        "base": "WorkspaceBase open_workspace",
        "home": "GraphSummary Home",
        "place": "is_workspace",
        "settings": "WorkspaceSettings",
        "upkeep": "followed",
        "vocabulary": "Forget ForgetRelations NodeFact Outcome RelationFact Report Write",
        "workspace": "Workspace",
    },
)
