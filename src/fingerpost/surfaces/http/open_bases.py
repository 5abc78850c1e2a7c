"""The knowledge bases that a worker has open. One that has changed is opened anew beside what is still being asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from fingerpost import KnowledgeBase, open as open_base
from fingerpost.core.errors import FingerpostError, KnowledgeBaseError, StoreError
from fingerpost.core.places import is_url
from fingerpost.core.settings import Settings
from fingerpost.engine import is_workspace

CHECKED_EVERY_S = 60.0


@dataclass
class _Open:
    """One open state, how many pieces of work ask it, and when it was last checked for changes."""

    base: KnowledgeBase
    checked: float
    users: int = 0


class OpenBases:
    """Knowledge bases by name, opened when they are first asked. Safe to use from several threads."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self.places = dict(places)
        self._lock = threading.Lock()
        self._open: dict[str, _Open] = {}

    def open_all(self) -> None:
        """Open all that can be opened now."""
        for name in self.places:
            with suppress(FingerpostError), self._lock:
                self._opened(name)

    @contextmanager
    def asked(self, names: Sequence[str], refreshed: list[str]) -> Iterator[dict[str, KnowledgeBase]]:
        """Knowledge bases, which stay open for the length of a block; `refreshed` gets those that had changed.

        Raises as opening does.
        """
        taken: dict[str, _Open] = {}
        try:
            with self._lock:
                for name in names:
                    if self._taken_over(name, self._opened(name)):
                        refreshed.append(name)
                    taken[name] = self._open[name]
                    taken[name].users += 1
            yield {name: one.base for name, one in taken.items()}
        finally:
            with self._lock:
                for name, one in taken.items():
                    one.users -= 1
                    if not one.users and self._open.get(name) is not one:
                        one.base.close()

    def close(self) -> None:
        """Close all."""
        for one in self._open.values():
            one.base.close()

    def _opened(self, name: str) -> _Open:
        if name not in self._open:
            self._open[name] = _Open(open_base(self.places[name], Settings()), time.monotonic())
        return self._open[name]

    def _taken_over(self, name: str, one: _Open) -> bool:
        """Open a knowledge base anew if it may have changed, at most once a minute; whether it has changed."""
        now, place = time.monotonic(), self.places[name]
        if now - one.checked < CHECKED_EVERY_S:
            return False
        one.checked = now
        # It is just being replaced, or gone, or its database is down: the open state still answers, or says so.
        with suppress(KnowledgeBaseError, StoreError):
            if is_workspace(place) or not (is_url(place) or one.base.is_outdated()):
                return False  # a workspace sees every write by itself
            after = open_base(place, Settings())
            self._open[name] = _Open(after, now)
            if not one.users:
                one.base.close()
            was, found = one.base.manifest, after.manifest
            return (found.data, found.stamp) != (was.data, was.stamp)
        return False
