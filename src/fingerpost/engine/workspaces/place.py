"""Recognises workspaces."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from fingerpost.engine.manifest import MANIFEST

FORMAT = "fingerpost-workspace"


def is_workspace(place: str | os.PathLike[str]) -> bool:
    """Whether a folder is a workspace. Never raises."""
    try:
        data: Any = json.loads((Path(place) / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(data, dict) and data.get("format") == FORMAT
