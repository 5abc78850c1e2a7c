"""Chat models of LangChain, which their hosts have made and configured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fingerpost.core.errors import ModelError
from fingerpost.core.model_settings import ModelSettings
from fingerpost.llm.model import PLAIN, Messages, OnText, Reply, Wish, counted, within


class InvokedModel:
    """A chat model with LangChain's `invoke` (see `LanguageModel`). Its time limits and retries are its own, within
    those of a question; a call that is given up runs on by itself."""

    def __init__(self, model: Any, settings: ModelSettings) -> None:
        """Wrap a model; nothing is sent."""
        self._model = model
        given = (getattr(model, name, None) for name in ("model_name", "model", "model_id"))
        self.name = next((name for name in given if isinstance(name, str) and name), type(model).__name__)
        self.settings = settings

    def complete(self, messages: Messages, seconds: float, wish: Wish = PLAIN) -> Reply:
        """See `LanguageModel.complete`. It knows no schemas."""
        return within(seconds, lambda: self._called(messages, wish.on_text), lambda: None, _failure)

    def _called(self, messages: Messages, on_text: OnText | None) -> Reply:
        given = [(one["role"], one["content"]) for one in messages]
        if on_text is not None and hasattr(self._model, "stream"):
            message: Any = None
            for piece in self._model.stream(given):
                on_text(_content(piece))
                message = piece if message is None else message + piece
        else:
            message = self._model.invoke(given)
        content = _content(message)
        if isinstance(content, str) and len(content) > self.settings.reply_kb * 1024:
            raise ModelError(f"the model's reply has more than {self.settings.reply_kb} KiB", code="model.reply")
        usage = getattr(message, "usage_metadata", None) or {}
        return counted(content, usage.get("input_tokens"), usage.get("output_tokens"))


def _content(message: Any) -> Any:
    content = getattr(message, "content", message)
    if isinstance(content, list):
        return "".join(block if isinstance(block, str) else _text(block) for block in content)
    return content


def _text(block: Any) -> str:
    text = block.get("text", "") if isinstance(block, Mapping) else ""
    return text if isinstance(text, str) else ""


def _failure(error: BaseException) -> ModelError:
    """The error of a call, without its message: that may repeat the key or the question."""
    if isinstance(error, ModelError):
        return error
    return ModelError(f"the model failed: {type(error).__name__}", code="model.refused")
