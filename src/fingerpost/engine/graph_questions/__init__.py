"""Questions about how things hang together: wholes and parts, chains of relations, paths, what is shared or missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.engine.graph_questions.reader import GraphReader as GraphReader

__getattr__ = lazy_exports(__name__, {"reader": "GraphReader"})
