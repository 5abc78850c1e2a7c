"""The small graphs of quite different things in `graphs`, each opened when it is first asked for."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from bases import base_of

from fingerpost.engine.knowledge_base import KnowledgeBase


class Graphs:
    """Knowledge bases by the names of their folders."""

    def __init__(self, folders: pytest.TempPathFactory, stack: contextlib.ExitStack) -> None:
        self._folders = folders
        self._stack = stack
        self._open: dict[str, KnowledgeBase] = {}

    def __getitem__(self, name: str) -> KnowledgeBase:
        if name not in self._open:
            place = base_of(self._folders, Path(__file__).parent / "graphs" / name)
            self._open[name] = self._stack.enter_context(KnowledgeBase(place))
        return self._open[name]
