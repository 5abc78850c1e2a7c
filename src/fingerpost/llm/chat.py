"""Calls to a model, each within limits of time, size and tokens."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fingerpost.core.errors import FingerpostError, MissingExtra, ModelError, SettingsError
from fingerpost.core.watching import current_watch
from fingerpost.llm.endpoint import Endpoint
from fingerpost.llm.settings import ModelSettings

if TYPE_CHECKING:
    from openai import OpenAI

    from fingerpost.llm.transport import BoundedTransport

_HINT = 'pip install "fingerpost[models]"'


@dataclass(frozen=True)
class Reply:
    """What a model wrote, and the tokens that it counted (0 where the endpoint does not say)."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0


class ChatModel:
    """One model of an endpoint. Safe to use from several threads."""

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
        self.endpoint = endpoint
        self.settings = settings

    def complete(self, messages: Sequence[Mapping[str, str]], seconds: float) -> Reply:
        """Let the model write, within so many seconds, retries included.

        Raises:
            ModelError: `model.time`, `model.unreachable`, `model.refused` or `model.reply`.
            QuestionError: `question.cancelled`; the connection is cut.
        """
        from fingerpost.llm.transport import BoundedTransport

        outcome: list[Reply | BaseException] = []
        transport = BoundedTransport(self.settings.reply_kb * 1024)
        client = self._client(seconds, transport)
        ended = threading.Event()

        def call() -> None:
            try:
                outcome.append(self._called(client, messages))
            except BaseException as error:
                outcome.append(error)
            ended.set()

        # A socket's time limit starts anew with every byte; only another thread can end a reply that trickles.
        threading.Thread(target=call, daemon=True).start()
        try:
            with current_watch().ended_by(ended.set):
                ended.wait(seconds)
        finally:
            transport.cut()
            client.close()
        if not outcome:
            raise ModelError(f"the model took longer than {seconds:.1f} seconds", code="model.time")
        found = outcome[0]
        if isinstance(found, BaseException):
            raise _failure(found) from None
        return found

    def _client(self, seconds: float, transport: BoundedTransport) -> OpenAI:
        import httpx
        import openai

        return openai.OpenAI(
            base_url=self.endpoint.url,
            api_key=self._key.get_secret_value() if self._key is not None else "none",
            max_retries=self.settings.retries,
            http_client=httpx.Client(timeout=seconds, follow_redirects=False, transport=transport),
        )

    def _called(self, client: OpenAI, messages: Sequence[Mapping[str, str]]) -> Reply:
        call: dict[str, Any] = {
            "model": self.endpoint.model,
            "messages": [dict(message) for message in messages],
            **(
                {"max_completion_tokens": self.settings.reply_tokens}  # OpenAI's newer models refuse the others
                if self.endpoint.own
                else {"max_tokens": self.settings.reply_tokens, "temperature": 0}
            ),
        }
        create: Any = client.chat.completions.create  # typed by overloads, which no dictionary of options fits
        return _reply(create(**call))


def _reply(completion: Any) -> Reply:
    """The text and the tokens of a completion, of which nothing is taken for granted."""
    choices = getattr(completion, "choices", None)
    text = getattr(getattr(choices[0], "message", None), "content", None) if choices else None
    if not isinstance(text, str) or not text.strip():
        raise ModelError("the model's reply has no text", code="model.reply")
    usage = getattr(completion, "usage", None)
    counts = [getattr(usage, name, 0) for name in ("prompt_tokens", "completion_tokens")]
    tokens_in, tokens_out = (count if isinstance(count, int) and count > 0 else 0 for count in counts)
    return Reply(text, tokens_in, tokens_out)


def _failure(error: BaseException) -> FingerpostError:
    """The error of a call, without what the endpoint wrote: that may repeat the key or the question."""
    import openai

    cause: BaseException | None = error
    while cause is not None:  # the client wraps what the hook raises
        if isinstance(cause, ModelError):
            return cause
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, openai.APITimeoutError):
        return ModelError("the model did not answer in time", code="model.time")
    if isinstance(error, openai.APIConnectionError):
        return ModelError("the model cannot be reached", code="model.unreachable")
    if isinstance(error, openai.APIStatusError):
        return ModelError(f"the model's endpoint answered with status {error.status_code}", code="model.refused")
    return ModelError("the model's reply cannot be read", code="model.reply")
