"""Models of endpoints that speak the chat protocol of OpenAI."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fingerpost.core.errors import MissingExtra, SettingsError
from fingerpost.core.model_settings import ModelSettings
from fingerpost.llm.endpoint import Endpoint
from fingerpost.llm.model import PLAIN, Messages, OnText, Reply, Wish, counted, ended_early

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
        self._plain = False
        self.name = endpoint.model
        self.settings = settings

    def complete(self, messages: Messages, seconds: float, wish: Wish = PLAIN) -> Reply:
        """See `LanguageModel.complete`. What an endpoint refuses of a wish is left out from then on."""
        import httpx
        import openai

        from fingerpost.llm.transport import over_http

        def client(http: Any) -> Any:
            key = self._key.get_secret_value() if self._key is not None else "none"
            retries = self.settings.retries
            return openai.OpenAI(base_url=self._endpoint.url, api_key=key, max_retries=retries, http_client=http)

        def call(made: Any) -> Reply:
            if self._plain or wish == PLAIN:
                return self._called(made, messages, PLAIN)
            try:
                return self._called(made, messages, wish)
            except (openai.BadRequestError, openai.UnprocessableEntityError):
                reply = self._called(made, messages, PLAIN)
            self._plain = True
            return reply

        return over_http(httpx, openai, self.settings, seconds, client, call)

    def _called(self, client: Any, messages: Messages, wish: Wish) -> Reply:
        call: dict[str, Any] = {
            "model": self._endpoint.model,
            "messages": [dict(message) for message in messages],
            **(
                {"max_completion_tokens": self.settings.reply_tokens}  # OpenAI's newer models refuse the others
                if self._endpoint.own
                else {"max_tokens": self.settings.reply_tokens, "temperature": 0}
            ),
        }
        if wish.schema is not None:
            named = {"name": "reply", "schema": dict(wish.schema), "strict": True}
            call["response_format"] = {"type": "json_schema", "json_schema": named}
        if wish.on_text is not None:
            pieces = client.chat.completions.create(**call, stream=True, stream_options={"include_usage": True})
            return _streamed(pieces, wish.on_text)
        completion = client.chat.completions.create(**call)
        choices = getattr(completion, "choices", None)
        text = getattr(getattr(choices[0], "message", None), "content", None) if choices else None
        return _counted(text, completion)


def _streamed(pieces: Iterable[Any], on_text: OnText) -> Reply:
    """A reply that comes in pieces, the last of which tell why it ended, and what was used."""
    text, ended, last = "", False, None
    for last in pieces:
        for choice in (getattr(last, "choices", None) or ())[:1]:
            if said := getattr(choice.delta, "content", None):
                text += said
                on_text(said)
            ended = ended or choice.finish_reason is not None
    if not ended:
        raise ended_early()
    return _counted(text, last)


def _counted(text: object, told: object) -> Reply:
    usage = getattr(told, "usage", None)
    return counted(text, getattr(usage, "prompt_tokens", 0), getattr(usage, "completion_tokens", 0))
