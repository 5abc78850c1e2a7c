"""Finds environment variables that look like settings but are not: a misspelt one would silently do nothing."""

from __future__ import annotations

import difflib
import os

from fingerpost.core.environment import PREFIX, EnvironmentSettings
from fingerpost.core.errors import SettingsError


def refuse_unknown_settings() -> None:
    """Check the environment.

    Raises:
        SettingsError: `settings.invalid`; there is no such setting. The hint names the closest one.
    """
    given = sorted(name for name in os.environ if name.startswith(PREFIX))
    if not given:
        return
    from fingerpost.core.http_settings import HttpSettings
    from fingerpost.core.settings import Settings
    from fingerpost.core.view_settings import ViewSettings
    from fingerpost.engine.workspaces import WorkspaceSettings

    groups: list[type[EnvironmentSettings]] = [Settings, HttpSettings, WorkspaceSettings, ViewSettings]
    groups += Settings.groups().values()
    known = {variable for group in groups for variable in group.variables().values()}
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, sorted(known), 1)
            hint = f"did you mean {near[0]}?" if near else "`fingerpost doctor` lists the settings"
            raise SettingsError(f"there is no setting {name}", hint=hint, details={"settings": [name]})
