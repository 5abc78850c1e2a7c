"""Opening a knowledge base with the settings of the environment."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.core.errors import SettingsError

if TYPE_CHECKING:
    from fingerpost import KnowledgeBase, Settings


def opened(path: Path) -> KnowledgeBase:
    """Open a knowledge base; the caller closes it.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged` or `kb.newer`.
        SettingsError: a setting in the environment, or the pack, cannot be used.
    """
    import fingerpost

    return fingerpost.open(path, settings())


def settings() -> Settings:
    """The settings of the environment.

    Raises:
        SettingsError: one of them has a value that cannot be used.
    """
    from pydantic import ValidationError

    from fingerpost import Settings

    try:
        return Settings()
    except ValidationError as error:
        wrong = "; ".join(f"FINGERPOST_{'_'.join(map(str, e['loc'])).upper()}: {e['msg']}" for e in error.errors())
        raise SettingsError(wrong, hint="change or unset it in the environment") from error
