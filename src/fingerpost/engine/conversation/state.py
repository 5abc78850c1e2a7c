"""What is kept of a conversation between turns."""

from __future__ import annotations

from pydantic import Field

from fingerpost.core.schema import Frozen
from fingerpost.plans import Plan


class Offered(Frozen):
    """A reading that was offered, of a question that can be read in several ways."""

    reading: str
    plan: Plan


class DialogueState(Frozen):
    """What a conversation is about: the plan of its last answer, and the texts that led to it.

    `asked` are a question of its own and the follow-ups on it that the plan is made of; `confidence` is that of the
    plan, and `before` the plan that the last of them was said of; `missed` is a question asked since that was not
    understood. `offered` are the readings to choose from, where the
    last question could be read in several ways, and `pending` is that question. It converts to JSON and back; a plan
    that fits the graph no more is refused by the gate.
    """

    asked: tuple[str, ...] = ()
    plan: Plan | None = None
    confidence: float = Field(default=0.0, ge=0, le=1)
    before: Plan | None = None
    missed: str = ""
    offered: tuple[Offered, ...] = ()
    pending: str = ""

    @property
    def question(self) -> str:
        """The question that the conversation began with, as it is read now; empty at first."""
        return self.asked[0] if self.asked else ""
