"""A page that shows a graph in the browser: the project's one graph view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.surfaces.page.base_source import BaseSource as BaseSource
    from fingerpost.surfaces.page.document import (
        app_document as app_document,
        draws_models as draws_models,
        is_complete as is_complete,
    )
    from fingerpost.surfaces.page.drawing import Drawing as Drawing, GraphSource as GraphSource, drawn as drawn
    from fingerpost.surfaces.page.viewer import Viewer as Viewer

__getattr__ = lazy_exports(
    __name__,
    {
        "base_source": "BaseSource",
        "document": "app_document draws_models is_complete",
        "drawing": "Drawing GraphSource drawn",
        "viewer": "Viewer",
    },
)
