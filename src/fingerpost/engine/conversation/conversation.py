"""A conversation with one knowledge base."""

from __future__ import annotations

from collections.abc import Callable

from fingerpost.core.answer import Answer
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.turns import take_turn
from fingerpost.plans import Plan


class Conversation:
    """Questions in turn, of which each may follow up on those before. For one person; not thread-safe.

    `memory` is what is kept between turns; it converts to JSON and back.
    """

    def __init__(
        self,
        context_of: Callable[[], AskContext],
        memory: DialogueState | None = None,
        ask: Callable[[str], Answer[Plan]] | None = None,
    ) -> None:
        """`ask` answers a question of its own; default: as the context reads it."""
        self._context_of = context_of
        self._ask = ask
        self.memory = memory or DialogueState()

    def ask(self, question: str) -> Answer[Plan]:
        """Answer a question, or a follow-up such as "only the external ones"; its notes say what was kept.

        Raises:
            QuestionError: the question is empty or too long.
            KnowledgeBaseError: `kb.damaged`; the value index cannot be read.
        """
        turn = take_turn(self._context_of(), question, self.memory, self._ask)
        self.memory = turn.memory
        return turn.answer
