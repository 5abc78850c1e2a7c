"""Where a model is served, and under which name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import urlsplit

from pydantic import SecretStr

from fingerpost.core.errors import SettingsError

ANTHROPIC = "https://api.anthropic.com"
_PROVIDERS = {
    "openai": "https://api.openai.com/v1",
    "anthropic": ANTHROPIC,
    "ollama": "http://127.0.0.1:11434/v1",
}
_FORMS = (
    "openai:NAME, anthropic:NAME, ollama:NAME, or the URL of an OpenAI-compatible endpoint: http://HOST:PORT/v1#NAME"
)


@dataclass(frozen=True)
class Endpoint:
    """The base URL of an API, and the name of one of its models."""

    url: str
    model: str

    @property
    def local(self) -> bool:
        """Whether it is served on this machine, and so needs no key."""
        return urlsplit(self.url).hostname in ("127.0.0.1", "::1", "localhost")

    @property
    def own(self) -> bool:
        """Whether this is OpenAI itself."""
        return self.url == _PROVIDERS["openai"]

    @property
    def own_key(self) -> SecretStr | None:
        """The key that the environment has for this provider; it is sent nowhere else."""
        key = os.environ.get("OPENAI_API_KEY") if self.own else None
        return SecretStr(key) if key else None


def endpoint_of(text: str, setting: str = "FINGERPOST_MODEL") -> Endpoint:
    """The endpoint that a setting names.

    Raises:
        SettingsError: `settings.invalid`; it has none of the accepted forms, or holds a password.
    """
    if text.startswith(("http://", "https://")):
        try:
            parts = urlsplit(text)
            well_formed = bool(parts.hostname and parts.fragment) and (parts.port is None or parts.port > 0)
        except ValueError:
            well_formed = False
        if well_formed and (parts.username is not None or parts.password is not None):
            raise SettingsError(f"{setting} must not hold a password", hint="FINGERPOST_MODEL_KEY has the key")
        if well_formed:
            return Endpoint(parts._replace(fragment="").geturl().rstrip("/"), parts.fragment)
    else:
        provider, _, name = text.partition(":")
        if provider in _PROVIDERS and name.strip():
            return Endpoint(_PROVIDERS[provider], name.strip())
    raise SettingsError(f"{setting} names no model", hint=f"accepted are {_FORMS}")
