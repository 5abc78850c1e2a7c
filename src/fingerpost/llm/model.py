"""What every language model is to fingerpost: it completes messages, within a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from fingerpost.core.errors import ModelError
from fingerpost.core.model_settings import ModelSettings
from fingerpost.core.watching import current_watch

Messages: TypeAlias = Sequence[Mapping[str, str]]
"""Messages of a chat, each with `role` (system, user or assistant) and `content`."""
OnText: TypeAlias = Callable[[str], None]
"""Called with each piece of a reply when it has come, on the thread of the call."""


class Wish(NamedTuple):
    """How a reply is wanted, which not every endpoint can give."""

    schema: Mapping[str, Any] | None = None
    """The JSON Schema of an object; a reply may be anything else all the same."""
    on_text: OnText | None = None


PLAIN = Wish()


@dataclass(frozen=True)
class Reply:
    """What a model wrote, and the tokens that it counted (0 if it does not say)."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0


class LanguageModel(Protocol):
    """A language model. Safe to use from several threads."""

    @property
    def name(self) -> str:
        """The name that answers and logs give it."""
        ...

    @property
    def settings(self) -> ModelSettings:
        """Its limits."""
        ...

    def complete(self, messages: Messages, seconds: float, wish: Wish = PLAIN) -> Reply:
        """Let the model write, within so many seconds, retries included. A reply that ends early is an error.

        Raises:
            ModelError: `model.time`, `model.unreachable`, `model.refused` or `model.reply`.
            QuestionError: `question.cancelled`; nobody waits for the reply any more.
        """
        ...


def within(
    seconds: float, call: Callable[[], Reply], cut: Callable[[], None], failure: Callable[[BaseException], ModelError]
) -> Reply:
    """What a call gives, on a thread of its own, which `cut` ends afterwards.

    A socket's time limit starts anew with every byte; only another thread can end a reply that trickles.

    Raises:
        ModelError: `model.time`, or what `failure` makes of an error of the call.
        QuestionError: `question.cancelled`.
    """
    outcome: list[Reply | BaseException] = []
    ended = threading.Event()

    def run() -> None:
        try:
            outcome.append(call())
        except BaseException as error:
            outcome.append(error)
        ended.set()

    watch = current_watch()
    threading.Thread(target=run, daemon=True).start()
    try:
        watch.set_aside()
        with watch.ended_by(ended.set):
            in_time = ended.wait(seconds)
    finally:
        cut()
    if not in_time:
        raise ModelError(f"the model took longer than {seconds:.1f} seconds", code="model.time")
    found = outcome[0]
    if isinstance(found, BaseException):
        raise failure(found) from None
    return found


def ended_early() -> ModelError:
    """The error of a reply of which a part is missing."""
    return ModelError("the model's reply ended early", code="model.reply")


def counted(text: object, tokens_in: object, tokens_out: object) -> Reply:
    """A reply, of which nothing that a model sent is taken for granted. Raises `ModelError` (`model.reply`)."""
    if not isinstance(text, str) or not text.strip():
        raise ModelError("the model's reply has no text", code="model.reply")
    sure = [count if isinstance(count, int) and count > 0 else 0 for count in (tokens_in, tokens_out)]
    return Reply(text, *sure)


def client_failure(client: object, error: BaseException) -> ModelError:
    """The error of a call by the client library of OpenAI or Anthropic, which name their errors alike.

    It is without what the endpoint wrote: that may repeat the key or the question.
    """
    cause: BaseException | None = error
    while cause is not None:  # the client wraps what the transport raises
        if isinstance(cause, ModelError):
            return cause
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, getattr(client, "APITimeoutError")):  # noqa: B009 - two libraries, neither of which is typed
        return ModelError("the model did not answer in time", code="model.time")
    if isinstance(error, getattr(client, "APIConnectionError")):  # noqa: B009
        return ModelError("the model cannot be reached", code="model.unreachable")
    if isinstance(error, getattr(client, "APIStatusError")):  # noqa: B009
        status = getattr(error, "status_code", 0)
        return ModelError(f"the model's endpoint answered with status {status}", code="model.refused")
    return ModelError("the model's reply cannot be read", code="model.reply")
