"""The type of the fixture that opens a graph with a pack."""

from __future__ import annotations

from collections.abc import Callable

from fingerpost.engine.knowledge_base import KnowledgeBase

Opened = Callable[[KnowledgeBase, str], KnowledgeBase]
"""A knowledge base and the text of a pack, to the same graph opened with that pack."""
