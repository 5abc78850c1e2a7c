"""Quotas and the folder of workspaces."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from pydantic import Field

from fingerpost.core.environment import PREFIX, EnvironmentSettings


class WorkspaceSettings(EnvironmentSettings):
    """Quotas of workspaces; each can be set in the environment as `FINGERPOST_WORKSPACE_<NAME>`.

    Raises:
        SettingsError: `settings.invalid`; a value is invalid.
    """

    prefix: ClassVar[str] = f"{PREFIX}WORKSPACE_"

    graphs: int = Field(default=100, ge=1, description="Graphs in one home, or in one namespace of it.")
    nodes: int = Field(default=1_000_000, ge=1, description="Nodes of one graph.")
    relationships: int = Field(default=5_000_000, ge=1, description="Relationships of one graph.")
    megabytes: int = Field(default=4_096, ge=1, description="MiB that one graph may take on disk.")
    batch: int = Field(default=10_000, ge=1, description="Facts of one write.")
    text: int = Field(default=100_000, ge=64, description="Characters of one property.")
    home: Path | None = Field(default=None, description="The folder that holds the graphs.")
