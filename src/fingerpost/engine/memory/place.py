"""Whether a folder has documents, and where; apart from the rest, so that opening any base stays quick."""

from __future__ import annotations

import os
from os import PathLike
from pathlib import Path

from fingerpost.engine.manifest import MANIFEST
from fingerpost.engine.workspaces.place import is_workspace
from fingerpost.retrieval import has_passages

BESIDE = "documents"
"""The folder of the documents beside a graph, within that of the knowledge base."""

BUDGET = 1_250
"""Tokens of the context for a model, about 5 KB of text."""


def is_memory(place: object) -> bool:
    """Whether a folder is a workspace with documents. Never raises."""
    return isinstance(place, (str, PathLike)) and is_workspace(place) and has_passages(os.fspath(place))


def documents_folder(place: str | PathLike[str]) -> Path:
    """Where the documents of a place lie, or would: beside the graph of a knowledge base, else in the place itself."""
    folder = Path(place)
    return folder / BESIDE if (folder / MANIFEST).is_file() and not is_workspace(folder) else folder
