"""Models of Anthropic, by its own client."""

from __future__ import annotations

import json
import os
from typing import Any

from pydantic import SecretStr

from fingerpost.core.errors import MissingExtra, SettingsError
from fingerpost.core.model_settings import ModelSettings
from fingerpost.llm.model import PLAIN, Messages, Reply, Wish, counted, ended_early

_HINT = 'pip install "fingerpost[anthropic]"'


class AnthropicModel:
    """One model of Anthropic (see `LanguageModel`)."""

    def __init__(self, name: str, settings: ModelSettings) -> None:
        """Prepare calls; nothing is sent. `ANTHROPIC_BASE_URL` names a gateway instead of Anthropic's own endpoint.

        Raises:
            MissingExtra: the client library is not installed.
            SettingsError: `settings.invalid`; there is no key.
        """
        try:
            import anthropic  # noqa: F401
        except ImportError as error:
            raise MissingExtra("a model of Anthropic needs the extra anthropic", hint=_HINT) from error
        own = os.environ.get("ANTHROPIC_API_KEY")
        key = settings.key or (SecretStr(own) if own else None)
        if key is None:
            raise SettingsError(f"the model {name} needs an API key", hint="set ANTHROPIC_API_KEY")
        self._key = key
        self.name = name
        self.settings = settings

    def complete(self, messages: Messages, seconds: float, wish: Wish = PLAIN) -> Reply:
        """See `LanguageModel.complete`."""
        import anthropic
        import httpx2

        from fingerpost.llm.transport import over_http

        def client(http: Any) -> Any:
            key, retries = self._key.get_secret_value(), self.settings.retries
            return anthropic.Anthropic(api_key=key, max_retries=retries, http_client=http)

        def call(made: Any) -> Reply:
            return self._called(made, messages, wish)

        return over_http(httpx2, anthropic, self.settings, seconds, client, call)

    def _called(self, client: Any, messages: Messages, wish: Wish) -> Reply:
        call: dict[str, Any] = {
            "model": self.name,
            "max_tokens": self.settings.reply_tokens,
            "system": "\n\n".join(one["content"] for one in messages if one["role"] == "system"),
            "messages": [dict(one) for one in messages if one["role"] != "system"],
        }
        if wish.schema is not None:  # what a tool is given is JSON of its schema
            call["tools"] = [{"name": "reply", "input_schema": dict(wish.schema)}]
            call["tool_choice"] = {"type": "tool", "name": "reply"}
        if wish.on_text is not None:
            with client.messages.stream(**call) as pieces:
                for piece in pieces.text_stream:
                    wish.on_text(piece)
                message = pieces.get_final_message()
            if message.stop_reason is None:
                raise ended_early()
        else:
            message = client.messages.create(**call)
        usage = getattr(message, "usage", None)
        text = "".join(map(_text, getattr(message, "content", None) or ()))
        return counted(text, getattr(usage, "input_tokens", 0), getattr(usage, "output_tokens", 0))


def _text(block: Any) -> str:
    given = getattr(block, "input", None)
    text = getattr(block, "text", None) if given is None else json.dumps(given)
    return text if isinstance(text, str) else ""
