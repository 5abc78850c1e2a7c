"""What calls to models cost: by the prices of the settings, and in sum for this process."""

from __future__ import annotations

import threading

from fingerpost.core.errors import ModelError
from fingerpost.core.model_settings import ModelSettings
from fingerpost.llm.model import PLAIN, LanguageModel, Messages, Reply, Wish

_CHARACTERS_PER_TOKEN = 3


def cost_of(limits: ModelSettings, read: int, written: int) -> float:
    """The price of a call of so many tokens."""
    return (read * limits.price_in + written * limits.price_out) / 1_000_000


def tokens_of(messages: Messages) -> int:
    """About how many tokens messages have."""
    return sum(len(message["content"]) for message in messages) // _CHARACTERS_PER_TOKEN


def used(messages: Messages, reply: Reply) -> tuple[int, int]:
    """The tokens of a prompt and of its reply: as the model counted them, else about."""
    return reply.tokens_in or tokens_of(messages), reply.tokens_out or len(reply.text) // _CHARACTERS_PER_TOKEN


class Spending:
    """Money that was spent, and that calls under way may spend. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._amount = 0.0

    @property
    def amount(self) -> float:
        """What was spent, and what calls under way may cost at most."""
        return self._amount

    def reserve(self, most: float, limit: float | None) -> None:
        """Set money aside for a call. Raises `ModelError` (`model.budget`) where the limit would be passed."""
        with self._lock:
            if limit is not None and self._amount + most > limit:
                raise ModelError("this process has used up its money", code="model.budget")
            self._amount += most

    def settle(self, most: float, cost: float) -> None:
        """Release what was reserved for a call beyond its cost."""
        with self._lock:
            self._amount = max(0.0, self._amount + cost - most)


PROCESS = Spending()
"""What this process has spent, whichever models it asked."""


class MeteredModel:
    """A model whose calls count against the money of the process (see `LanguageModel`).

    A call that fails may have cost something all the same: what was set aside for it stays spent, unless it was never
    sent.
    """

    def __init__(self, model: LanguageModel, spending: Spending = PROCESS) -> None:
        self._model, self._spending = model, spending
        self.name, self.settings = model.name, model.settings

    def complete(self, messages: Messages, seconds: float, wish: Wish = PLAIN) -> Reply:
        """See `LanguageModel.complete`; raises `ModelError` (`model.budget`), too, and then nothing is sent."""
        limits = self.settings
        most = cost_of(limits, tokens_of(messages), limits.reply_tokens)
        self._spending.reserve(most, limits.process_cost)
        try:
            reply = self._model.complete(messages, seconds, wish)
        except ModelError as error:
            if not error.sent:
                self._spending.settle(most, 0)
            raise
        self._spending.settle(most, cost_of(limits, *used(messages, reply)))
        return reply
