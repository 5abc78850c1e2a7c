"""Reads what only this domain knows: that no trail is said to be open or closed."""

from __future__ import annotations

from fingerpost.engine import AskContext, DomainReading, DomainRefusal


class TrailReader:
    """Refuses questions about the state of trails; all others are left to the general reader."""

    def __init__(self, context: AskContext) -> None:
        self._known = context.schema.property_names

    def read(self, question: str) -> DomainReading | DomainRefusal | None:
        """A refusal where the question asks whether a trail can be walked today."""
        if "closed" not in question.lower().strip("?").split() or "closed" in self._known:
            return None
        return DomainRefusal("Trails are not marked as open or closed here.", "state", missing=("closed",))
