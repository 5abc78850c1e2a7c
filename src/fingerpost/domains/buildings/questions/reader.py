"""The reader of questions about buildings, registered for bases of the pack `buildings`."""

from __future__ import annotations

from typing import Final

from fingerpost.domains.buildings.questions.wordings import as_fact, missing_fact, reworded
from fingerpost.engine import AskContext, DomainReading, DomainRefusal, DomainRephrasing

_INTENT: Final = "missing-fact"


class BuildingReader:
    """Puts questions about buildings into words that the general reader knows, and refuses what no model here holds."""

    def __init__(self, context: AskContext) -> None:
        self._context = context

    def read(self, question: str) -> DomainReading | DomainRefusal | DomainRephrasing | None:
        """The question in other words; a refusal where it asks for what the model does not hold."""
        schema = self._context.schema
        missing = missing_fact(question, schema)
        if missing is not None:
            return DomainRefusal(f"The model does not say {missing}.", _INTENT, (missing,), (), {"intent": _INTENT})
        asked = reworded(as_fact(question, schema))
        return DomainRephrasing(asked) if asked != question else None
