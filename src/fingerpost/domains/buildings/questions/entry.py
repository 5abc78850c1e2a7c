"""The entry point of the reader: what it needs is imported when questions are asked, not when models are loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fingerpost.domains.buildings.questions.reader import BuildingReader
    from fingerpost.engine import AskContext


def building_reader(context: AskContext) -> BuildingReader:
    """The reader of one state of a graph."""
    from fingerpost.domains.buildings.questions.reader import BuildingReader

    return BuildingReader(context)
