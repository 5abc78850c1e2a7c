"""One view: a graph, the token of its page, and its filter."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field

from fingerpost.core.errors import FingerpostError
from fingerpost.surfaces.page.drawing import GraphSource


@dataclass
class View:
    """A graph that a page shows. Thread-safe."""

    source: GraphSource
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    _query: str = ""
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def query(self) -> str:
        """The query whose result is shown; empty for the whole graph."""
        with self._lock:
            return self._query

    @query.setter
    def query(self, text: str) -> None:
        with self._lock:
            self._query = text

    def state(self) -> str:
        """What changes whenever the page should show something else."""
        try:
            return f"{self.source.stamp()} {self.query}"
        except FingerpostError as error:  # the graph was deleted: the page says so when it reads it
            return error.code
