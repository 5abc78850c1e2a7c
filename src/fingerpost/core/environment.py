"""Settings read from the environment."""

from __future__ import annotations

import os
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, ValidationError

from fingerpost.core.errors import SettingsError

PREFIX = "FINGERPOST_"
"""The prefix of all environment variables of fingerpost."""


class EnvironmentSettings(BaseModel):
    """Immutable settings, given in code or else in the environment, as the class's `prefix` plus the name in capitals.

    We read the environment ourselves because importing pydantic-settings takes a fifth of the time of a command.

    Raises:
        SettingsError: `settings.invalid`; a value is invalid, or there is no such setting. The message names each
            setting as in the environment, and the values that it accepts.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    prefix: ClassVar[str] = PREFIX
    aliases: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Other variables for settings, which count where the one with the prefix is not set; the first that is set."""

    def __init__(self, **values: Any) -> None:
        variables = self.variables()
        given = {
            name: os.environ[alias]
            for name, aliases in self.aliases.items()
            for alias in reversed(aliases)
            if os.environ.get(alias)
        }
        given |= {name: os.environ[variable] for name, variable in variables.items() if variable in os.environ}
        try:
            super().__init__(**{**given, **values})
        except ValidationError as error:
            places = [(".".join(map(str, problem["loc"])), problem["msg"]) for problem in error.errors()]
            message = "; ".join(f"{self.prefix}{name.upper()}: {wanted}" for name, wanted in places)
            hint = "change the value, or unset the environment variable"
            raise SettingsError(message, hint=hint, details={"settings": [name for name, _ in places]}) from None

    @classmethod
    def variables(cls) -> dict[str, str]:
        """The environment variable of each setting; those of a group have variables of its own."""
        groups = cls.groups()
        return {name: f"{cls.prefix}{name.upper()}" for name in cls.model_fields if name not in groups}

    @classmethod
    def groups(cls) -> dict[str, type[EnvironmentSettings]]:
        """The groups of settings that are nested in these."""
        kinds = {name: field.annotation for name, field in cls.model_fields.items()}
        return {n: k for n, k in kinds.items() if isinstance(k, type) and issubclass(k, EnvironmentSettings)}
