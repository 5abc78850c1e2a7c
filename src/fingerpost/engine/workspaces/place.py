"""Recognises workspaces."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from fingerpost.engine.manifest import MANIFEST

FORMAT = "fingerpost-workspace"
_LONGEST = 16_384
"""Bytes of the longest manifest of a workspace. Those of other bases list their sources, and may be much longer."""


def is_workspace(place: str | os.PathLike[str]) -> bool:
    """Whether a folder is a workspace. Never raises."""
    try:
        with (Path(place) / MANIFEST).open("rb") as file:
            head = file.read(_LONGEST + 1)
        if len(head) > _LONGEST:
            return False
        data: Any = json.loads(head)
    except (OSError, ValueError):
        return False
    return isinstance(data, dict) and data.get("format") == FORMAT
