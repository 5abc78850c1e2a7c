"""Limits of a language model; which one is asked is `Settings.model`."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field, SecretStr

from fingerpost.core.environment import PREFIX, EnvironmentSettings


class ModelSettings(EnvironmentSettings):
    """How long a model may take and how much it may write. In the environment as `FINGERPOST_MODEL_<NAME>`.

    Raises:
        SettingsError: `settings.invalid`; a value is invalid.
    """

    prefix: ClassVar[str] = f"{PREFIX}MODEL_"

    key: SecretStr | None = Field(default=None, description="The endpoint's API key.")
    seconds: float = Field(default=20, gt=0, le=600, description="Time for all calls of one question, with retries.")
    retries: int = Field(default=2, ge=0, le=10, description="Retries of a call that failed or was throttled.")
    reply_tokens: int = Field(default=1_500, ge=16, le=100_000, description="Tokens of one reply.")
    question_tokens: int = Field(default=12_000, ge=64, le=10_000_000, description="Tokens of all calls of a question.")
    price_in: float = Field(default=0, ge=0, description="Price of a million tokens of prompt, in any currency.")
    price_out: float = Field(default=0, ge=0, description="Price of a million tokens of reply, in the same currency.")
    question_cost: float | None = Field(
        default=None, ge=0, description="Cost of all calls of a question, by these prices; without it, unlimited."
    )
    process_cost: float | None = Field(
        default=None, ge=0, description="Cost of all calls of this process, by these prices; without it, unlimited."
    )
    reply_kb: int = Field(default=512, ge=1, le=65_536, description="KiB of one reply, beyond which it is dropped.")
    below: float = Field(
        default=0.5, ge=0, le=1, description="Confidence of the parser below which the model is asked."
    )
    words: bool = Field(default=False, description="Whether the model words answers; what it writes is checked.")
    veto: bool = Field(default=True, description="Whether a veto of the auditor holds; it always does without `debug`.")
