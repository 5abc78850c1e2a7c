"""Quotas and places of workspaces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from fingerpost.core.errors import SettingsError

PREFIX = "FINGERPOST_WORKSPACE_"


class WorkspaceSettings(BaseSettings):
    """Quotas of workspaces; each can be given in the environment as `FINGERPOST_WORKSPACE_<NAME>`.

    Raises:
        SettingsError: `settings.invalid`; a value cannot be used.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            places = [(".".join(map(str, problem["loc"])), problem["msg"]) for problem in error.errors()]
            message = "; ".join(f"{PREFIX}{name.upper()}: {wanted}" for name, wanted in places)
            raise SettingsError(message, details={"settings": [name for name, _ in places]}) from None

    graphs: int = Field(default=100, ge=1, description="Graphs in one home, or in one namespace of it.")
    nodes: int = Field(default=1_000_000, ge=1, description="Nodes of one graph.")
    relationships: int = Field(default=5_000_000, ge=1, description="Relationships of one graph.")
    megabytes: int = Field(default=4_096, ge=1, description="MiB that one graph may take on disk.")
    batch: int = Field(default=10_000, ge=1, description="Facts of one write.")
    text: int = Field(default=100_000, ge=64, description="Characters of one property.")
    home: Path | None = Field(default=None, description="The folder that holds the graphs.")
