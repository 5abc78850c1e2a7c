"""Where the documents of a folder lie; apart from the rest, so that opening a base without any stays quick."""

from __future__ import annotations

from pathlib import Path

FILE = "passages.sqlite"


def has_passages(place: str | Path) -> bool:
    """Whether a folder has documents. Never raises."""
    try:
        return (Path(place) / FILE).is_file()
    except (OSError, ValueError):
        return False
