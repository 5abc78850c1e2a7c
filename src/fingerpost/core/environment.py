"""Settings that are read from the environment."""

from __future__ import annotations

import os
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, ValidationError

from fingerpost.core.errors import SettingsError

PREFIX = "FINGERPOST_"
"""What the names of all variables of ours begin with."""


class EnvironmentSettings(BaseModel):
    """Immutable settings: given in code, else in the environment as the class's `prefix` and the name in capitals.

    The environment is read here, as importing pydantic-settings would take a fifth of the time of a command.

    Raises:
        SettingsError: `settings.invalid`; a value cannot be used, or there is no setting of that name. The message
            names each setting as it is given in the environment, and what it wants.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    prefix: ClassVar[str] = PREFIX

    def __init__(self, **values: Any) -> None:
        variables = self.variables()
        given = {name: os.environ[variable] for name, variable in variables.items() if variable in os.environ}
        try:
            super().__init__(**{**given, **values})
        except ValidationError as error:
            places = [(".".join(map(str, problem["loc"])), problem["msg"]) for problem in error.errors()]
            message = "; ".join(f"{self.prefix}{name.upper()}: {wanted}" for name, wanted in places)
            hint = "change it where it is given, or unset it in the environment"
            raise SettingsError(message, hint=hint, details={"settings": [name for name, _ in places]}) from None

    @classmethod
    def variables(cls) -> dict[str, str]:
        """The name of each setting, with that of its variable in the environment."""
        return {name: f"{cls.prefix}{name.upper()}" for name in cls.model_fields}
