"""Runs all checks of the installation and of one place."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from fingerpost.core.errors import FingerpostError
from fingerpost.core.places import is_url
from fingerpost.core.settings import Settings
from fingerpost.engine.checkup.check import Check, State
from fingerpost.engine.checkup.database import check_database
from fingerpost.engine.checkup.installation import check_installation
from fingerpost.engine.checkup.knowledge_base import check_knowledge_base
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.unknown_settings import refuse_unknown_settings
from fingerpost.engine.workplace import clear_away
from fingerpost.engine.workspaces import is_workspace, open_workspace


@dataclass(frozen=True)
class Checkup:
    """The checks in order; `error` is set if the place could not be checked."""

    checks: tuple[Check, ...]
    error: FingerpostError | None = None

    @property
    def well(self) -> bool:
        """Whether nothing needs attention."""
        return self.error is None and all(check.state is not State.ILL for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """`{"well", "checks"}`, and `"error"` if there is one."""
        error = self.error.to_json() if self.error is not None else {}
        return {"well": self.well, "checks": [check.to_json() for check in self.checks], **error}


def check_up(place: str | PathLike[str] | None = None, settings: Settings | None = None) -> Checkup:
    """Check the installation and, if given, a knowledge base or a database.

    Returns a `FingerpostError` in the result instead of raising it.
    """
    checks = check_installation()
    try:
        if place is not None:
            refuse_unknown_settings()
            checks += _cleared(fspath(place))
            checks += _check_place(fspath(place), settings or Settings())
    except FingerpostError as error:
        return Checkup(tuple(checks), error)
    return Checkup(tuple(checks))


def _cleared(place: str) -> list[Check]:
    """Remove what killed loads left beside a knowledge base."""
    left = () if is_url(place) else clear_away(Path(place))
    return [Check("leftovers", State.INFO, f"removed {folder}, which a killed load left") for folder in left]


def _check_place(place: str, settings: Settings) -> list[Check]:
    if is_url(place):
        return check_database(place, settings)
    with open_workspace(place, settings) if is_workspace(place) else KnowledgeBase(place, settings) as kb:
        return check_knowledge_base(kb)
