"""Models of endpoints that speak the chat protocol of OpenAI."""

from __future__ import annotations

from functools import partial
from typing import Any

from fingerpost.core.errors import MissingExtra, SettingsError
from fingerpost.core.model_settings import ModelSettings
from fingerpost.llm.endpoint import Endpoint
from fingerpost.llm.model import Messages, Reply, client_failure, counted, within

_HINT = 'pip install "fingerpost[models]"'


class ChatModel:
    """One model of an endpoint (see `LanguageModel`)."""

    def __init__(self, endpoint: Endpoint, settings: ModelSettings) -> None:
        """Prepare calls; nothing is sent.

        Raises:
            MissingExtra: the client library is not installed.
            SettingsError: `settings.invalid`; the endpoint is elsewhere and there is no key for it.
        """
        try:
            import httpx  # noqa: F401
            import openai  # noqa: F401
        except ImportError as error:
            raise MissingExtra("a language model needs the extra models", hint=_HINT) from error
        self._key = settings.key or endpoint.own_key
        if self._key is None and not endpoint.local:
            hint = "set FINGERPOST_MODEL_KEY, or for OpenAI OPENAI_API_KEY; a model on this machine needs none"
            raise SettingsError(f"the model {endpoint.model} needs an API key", hint=hint)
        self._endpoint = endpoint
        self.name = endpoint.model
        self.settings = settings

    def complete(self, messages: Messages, seconds: float) -> Reply:
        """See `LanguageModel.complete`."""
        import httpx
        import openai

        from fingerpost.llm.transport import bounded_transport

        transport = bounded_transport(httpx, self.settings.reply_kb * 1024, seconds)
        client = openai.OpenAI(
            base_url=self._endpoint.url,
            api_key=self._key.get_secret_value() if self._key is not None else "none",
            max_retries=self.settings.retries,
            http_client=httpx.Client(timeout=seconds, follow_redirects=False, transport=transport),
        )

        def cut() -> None:
            transport.cut()
            client.close()

        return within(seconds, lambda: self._called(client, messages), cut, partial(client_failure, openai))

    def _called(self, client: Any, messages: Messages) -> Reply:
        call: dict[str, Any] = {
            "model": self._endpoint.model,
            "messages": [dict(message) for message in messages],
            **(
                {"max_completion_tokens": self.settings.reply_tokens}  # OpenAI's newer models refuse the others
                if self._endpoint.own
                else {"max_tokens": self.settings.reply_tokens, "temperature": 0}
            ),
        }
        completion = client.chat.completions.create(**call)
        choices = getattr(completion, "choices", None)
        text = getattr(getattr(choices[0], "message", None), "content", None) if choices else None
        usage = getattr(completion, "usage", None)
        return counted(text, getattr(usage, "prompt_tokens", 0), getattr(usage, "completion_tokens", 0))
