"""A model whose replies are kept: what it was asked before is not asked again.

Replies are lines of JSON in a file for each model, with the digest of their prompt, so that a changed prompt is a new
one. Whoever stops in between loses nothing.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from pathlib import Path

from fingerpost.engine.model_calls import digest
from fingerpost.llm import LanguageModel

_UNFIT = re.compile(r"[^\w.-]+")


class KeptReplies:
    """A chat model, as the setting `model` takes one: from a file, else from a model."""

    def __init__(self, folder: Path, name: str, model: LanguageModel | None, ends: float = float("inf")) -> None:
        """Read what is kept of the model of that name; `model` is asked until `ends` (monotonic), None never."""
        folder.mkdir(parents=True, exist_ok=True)
        self.model_name = name
        self._file, self._model, self._ends = folder / f"{_UNFIT.sub('-', name)}.jsonl", model, ends
        lines = self._file.read_text(encoding="utf-8").splitlines() if self._file.exists() else []
        self._known: dict[str, str] = {one["prompt"]: one["text"] for one in map(json.loads, lines)}
        self.asked = self.missed = 0
        """How often the model was asked, and how often it would have had to be."""

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        return self._model is None or time.monotonic() >= self._ends

    def invoke(self, messages: Sequence[tuple[str, str]]) -> str:
        """The reply to messages.

        Raises:
            LookupError: it is not known, and there is nothing or no time to ask.
            ModelError: the model fails.
        """
        sent = [{"role": role, "content": content} for role, content in messages]
        key = digest(sent)
        if key not in self._known:
            if self._model is None or self.over:
                self.missed += 1
                raise LookupError(f"no reply is kept for the prompt {key}")
            started = time.monotonic()
            reply = self._model.complete(sent, self._model.settings.seconds)
            self.asked += 1
            self._known[key] = reply.text
            seconds = round(time.monotonic() - started, 2)
            tokens = reply.tokens_in + reply.tokens_out
            line = {"prompt": key, "text": reply.text, "seconds": seconds, "tokens": tokens}
            with self._file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
        return self._known[key]
