"""Settings of everything that is served over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, SecretStr

from fingerpost.core.environment import PREFIX, EnvironmentSettings


def _parts(given: Any) -> Any:
    """The parts of a comma-separated text, or a sequence as it is."""
    if isinstance(given, str):
        return tuple(part.strip() for part in given.split(",") if part.strip())
    return given


Parts = Annotated[tuple[str, ...], BeforeValidator(_parts)]
"""Texts, or one text with commas between them."""


class HttpSettings(EnvironmentSettings):
    """Who may send requests and how large, how many and how slow they may be.

    Each can be set in the environment as `FINGERPOST_HTTP_<NAME>`.

    Raises:
        SettingsError: `settings.invalid`; a value is invalid.
    """

    prefix: ClassVar[str] = f"{PREFIX}HTTP_"

    keys: Path | None = Field(default=None, description="The file of API keys; without it, only this machine may ask.")
    hosts: Parts = Field(default=(), description="Host names that requests may use, beside those of this machine.")
    origins: Parts = Field(default=(), description="Origins of web pages that may send requests, beside our own.")
    body_kb: int = Field(default=4_096, ge=1, description="KiB of one request's body.")
    body_seconds: float = Field(default=10, gt=0, le=600, description="Time to send a request's body.")
    per_minute: int = Field(default=600, ge=1, description="Requests per minute for one key or address.")
    at_once: int = Field(default=64, ge=1, description="Requests that are worked on at the same time.")
    waiting: int = Field(default=256, ge=0, description="Further requests that wait for their turn.")
    sessions: SecretStr | None = Field(
        default=None,
        description="A PostgreSQL database for sessions, which several services share: `postgresql://...`.",
    )
    session_hours: float = Field(default=24, gt=0, le=8_760, description="Hours after which an unused session ends.")
    shutdown_seconds: int = Field(default=15, ge=1, description="Time to finish running requests when stopped.")
