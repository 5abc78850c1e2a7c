"""Whether a folder is a memory; apart from the rest, so that opening any base stays quick."""

from __future__ import annotations

import os
from os import PathLike

from fingerpost.engine.workspaces.place import is_workspace
from fingerpost.retrieval import has_passages


def is_memory(place: object) -> bool:
    """Whether a folder is a workspace with documents. Never raises."""
    return isinstance(place, (str, PathLike)) and is_workspace(place) and has_passages(os.fspath(place))
