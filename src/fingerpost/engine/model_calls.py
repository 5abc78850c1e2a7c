"""The calls to a model for one question, within its time, tokens and money."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.core.errors import ModelError
from fingerpost.llm import LanguageModel, OnText, Wish, cost_of, tokens_of, used


class ModelCalls:
    """Calls a model for one question. The time begins to run with the first call."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._ends: float | None = None
        self._tokens = model.settings.question_tokens
        self._spent = 0.0
        self.made: list[dict[str, Any]] = []
        """What the trace has of each call: what it was for, time, tokens, cost and a digest of its prompt."""

    def totals(self, first: int = 0) -> dict[str, Any]:
        """What the trace has of the calls from one on, and what is left after them."""
        return {"calls": self.made[first:], "tokens_left": self._tokens, "cost": round(self._spent, 6)}

    def reply(self, messages: Sequence[Mapping[str, str]], kind: str, on_text: OnText | None = None) -> str:
        """One call's reply, its cost deducted.

        Raises:
            ModelError: the call failed, or the time, tokens or money of the question are used up.
        """
        limits = self._model.settings
        asked = tokens_of(messages)
        if asked + limits.reply_tokens > self._tokens:
            raise ModelError("this question has used up its tokens", code="model.budget")
        most = self._spent + cost_of(limits, asked, limits.reply_tokens)
        if limits.question_cost is not None and most > limits.question_cost:
            raise ModelError("this question has used up its money", code="model.budget")
        started = time.monotonic()
        self._ends = self._ends or started + limits.seconds
        if started >= self._ends:
            raise ModelError("this question has used up its time", code="model.time")
        reply = self._model.complete(messages, self._ends - started, Wish(on_text=on_text))
        read, written = used(messages, reply)
        cost = cost_of(limits, read, written)
        self._tokens -= read + written
        self._spent += cost
        self.made.append(
            {
                "notation": kind,
                "milliseconds": round((time.monotonic() - started) * 1000, 1),
                "tokens": read + written,
                "cost": round(cost, 6),
                "prompt": digest(messages),
            }
        )
        return reply.text


def digest(messages: Sequence[Mapping[str, str]]) -> str:
    """A short hash of the messages of a call: the same for the same prompt."""
    return hashlib.sha256(json.dumps([dict(one) for one in messages], sort_keys=True).encode()).hexdigest()[:16]
