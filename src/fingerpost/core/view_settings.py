"""Settings of the page that shows graphs."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from fingerpost.core.environment import PREFIX, EnvironmentSettings


class ViewSettings(EnvironmentSettings):
    """Where the page is served; each can be set in the environment as `FINGERPOST_VIEW_<NAME>`.

    Raises:
        SettingsError: `settings.invalid`; a value is invalid.
    """

    prefix: ClassVar[str] = f"{PREFIX}VIEW_"

    port: int = Field(default=0, ge=0, le=65_535, description="The port of pages that show graphs; 0 is any free port.")
