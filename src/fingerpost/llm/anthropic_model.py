"""Models of Anthropic, by its own client."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from pydantic import SecretStr

from fingerpost.core.errors import MissingExtra, SettingsError
from fingerpost.core.model_settings import ModelSettings
from fingerpost.llm.model import Messages, Reply, client_failure, counted, within

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

    def complete(self, messages: Messages, seconds: float) -> Reply:
        """See `LanguageModel.complete`."""
        import anthropic
        import httpx2

        from fingerpost.llm.transport import bounded_transport

        transport = bounded_transport(httpx2, self.settings.reply_kb * 1024, seconds)
        client = anthropic.Anthropic(
            api_key=self._key.get_secret_value(),
            max_retries=self.settings.retries,
            http_client=httpx2.Client(timeout=seconds, follow_redirects=False, transport=transport),
        )

        def cut() -> None:
            transport.cut()
            client.close()

        return within(seconds, lambda: self._called(client, messages), cut, partial(client_failure, anthropic))

    def _called(self, client: Any, messages: Messages) -> Reply:
        message = client.messages.create(
            model=self.name,
            max_tokens=self.settings.reply_tokens,
            system="\n\n".join(one["content"] for one in messages if one["role"] == "system"),
            messages=[dict(one) for one in messages if one["role"] != "system"],
        )
        blocks = [getattr(block, "text", None) for block in getattr(message, "content", None) or ()]
        usage = getattr(message, "usage", None)
        text = "".join(block for block in blocks if isinstance(block, str))
        return counted(text, getattr(usage, "input_tokens", 0), getattr(usage, "output_tokens", 0))
