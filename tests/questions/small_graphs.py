"""The small graphs of quite different things in `graphs`, each loaded when it is first asked for."""

from __future__ import annotations

import contextlib
from pathlib import Path

import fingerpost
from fingerpost.engine.knowledge_base import KnowledgeBase


class Graphs:
    """Knowledge bases by the names of their folders."""

    def __init__(self, folder: Path, stack: contextlib.ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._open: dict[str, KnowledgeBase] = {}

    def __getitem__(self, name: str) -> KnowledgeBase:
        if name not in self._open:
            place = self._folder / f"{name}.fp"
            fingerpost.load([Path(__file__).parent / "graphs" / name], place)
            self._open[name] = self._stack.enter_context(KnowledgeBase(place))
        return self._open[name]
