"""Whether the graph is used: by the environment of a host, or as the caller says."""

from __future__ import annotations

import os

from fingerpost.core.errors import SettingsError

_VARIABLES = ("GRAPHRAG_ENABLED", "GRAPH_RAG_ENABLED")
"""The first that is set decides."""
_ON, _OFF = frozenset(("1", "true", "yes", "on")), frozenset(("0", "false", "no", "off", ""))
FALLBACK, EMPTY = "[GRAPH_FALLBACK]", "[GRAPH_EMPTY]"
"""What the notes begin with that say that only passages were read: the graph failed; it has no facts."""
FALLBACK_NOTE = f"{FALLBACK} the graph could not be read; this is from the passages alone"
EMPTY_NOTE = f"{EMPTY} the documents state no facts that could be read; this is from the passages alone"


def graph_enabled(default: bool) -> bool:
    """Whether the environment wants the graph to be used; else the default.

    Raises:
        SettingsError: `settings.invalid`: the variable is neither true nor false.
    """
    for name in _VARIABLES:
        given = os.environ.get(name)
        if given is None:
            continue
        value = given.strip().lower()
        if value not in _ON | _OFF:
            raise SettingsError(f"{name} is {given!r}; it is true or false", code="settings.invalid")
        return value in _ON
    return default
