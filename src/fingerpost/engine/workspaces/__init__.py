"""Workspaces: graphs that are written to, one transaction at a time, and asked like any knowledge base."""

from fingerpost.engine.workspaces.base import WorkspaceBase, open_workspace
from fingerpost.engine.workspaces.home import GraphSummary, Home
from fingerpost.engine.workspaces.settings import WorkspaceSettings
from fingerpost.engine.workspaces.state import is_workspace
from fingerpost.engine.workspaces.vocabulary import (
    Forget,
    ForgetRelations,
    NodeFact,
    Outcome,
    RelationFact,
    Report,
    Write,
)
from fingerpost.engine.workspaces.workspace import Workspace

__all__ = [
    "Forget",
    "ForgetRelations",
    "GraphSummary",
    "Home",
    "NodeFact",
    "Outcome",
    "RelationFact",
    "Report",
    "Workspace",
    "WorkspaceBase",
    "WorkspaceSettings",
    "Write",
    "is_workspace",
    "open_workspace",
]
