"""The guard of everything that is served over HTTP: hosts, origins, keys and limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.surfaces.guard.keys import KeyFile as KeyFile, new_key as new_key
    from fingerpost.surfaces.guard.listening import serve_app as serve_app
    from fingerpost.surfaces.guard.middleware import (
        CALLER as CALLER,
        MAY_NAME as MAY_NAME,
        MAY_TEACH as MAY_TEACH,
        Guard as Guard,
        is_own as is_own,
    )

__getattr__ = lazy_exports(
    __name__,
    {"keys": "KeyFile new_key", "listening": "serve_app", "middleware": "CALLER MAY_NAME MAY_TEACH Guard is_own"},
)
