"""Opening a knowledge base with the settings of the environment."""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.core.errors import SettingsError
from fingerpost.surfaces.cli.failures import DEBUG

if TYPE_CHECKING:
    from fingerpost import KnowledgeBase

PREFIX = "FINGERPOST_"


def opened(path: Path) -> KnowledgeBase:
    """Open a knowledge base; the caller closes it.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged` or `kb.newer`.
        SettingsError: a setting in the environment, or the pack, cannot be used.
    """
    import fingerpost

    _no_strangers()
    return fingerpost.open(path)


def _no_strangers() -> None:
    """A setting that is misspelled would silently not be heeded."""
    from fingerpost import Settings

    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields} | {DEBUG}
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known:
            near = difflib.get_close_matches(name, sorted(known), 1)
            hint = f"did you mean {near[0]}?" if near else "`fingerpost doctor` lists the settings"
            raise SettingsError(f"there is no setting {name}", hint=hint, details={"settings": [name]})
