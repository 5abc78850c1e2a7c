"""Finds a node by name: exactly, else by its letters and digits if they are unique."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import cached_property

from rapidfuzz import process

from fingerpost.core.errors import QuestionError
from fingerpost.engine.topology.shape import Topology

_NEAR = 70
_MOST = 5


class Names:
    """The names of a topology's nodes. What an exact id does not need is read when it is first needed."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        return self._by(str)

    @cached_property
    def _by_letters(self) -> dict[str, list[str]]:
        found = self._by(_letters)
        found.pop("", None)
        return found

    def _by(self, key: Callable[[str], str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for vertex in self._topology.vertices.values():
            found.setdefault(key(vertex.name), []).append(vertex.id)
        return found

    def changed(self, topology: Topology, ids: Iterable[str]) -> Names:
        """The names of a topology that differs from this one in these nodes."""
        found = Names(topology)
        touched = list(ids)
        for kept, key in (("_by_name", str), ("_by_letters", _letters)):
            if kept in self.__dict__:
                found.__dict__[kept] = self._renamed(getattr(self, kept), key, topology, touched)
        return found

    def _renamed(
        self, known: dict[str, list[str]], key: Callable[[str], str], topology: Topology, ids: Iterable[str]
    ) -> dict[str, list[str]]:
        found = dict(known)
        for id_ in ids:
            was, now = (of.vertices.get(id_) for of in (self._topology, topology))
            if was is not None:
                found[key(was.name)] = [one for one in found.get(key(was.name), ()) if one != id_]
            if now is not None and key(now.name):
                found[key(now.name)] = [*found.get(key(now.name), ()), id_]
        return {name: of for name, of in found.items() if of}

    def find(self, name: str) -> str:
        """The id of the node with this name.

        Raises:
            QuestionError: `node.missing` or `node.ambiguous`, with possible names in `details["choices"]`.
        """
        if name in self._topology.vertices:
            return name
        found = self._by_name.get(name) or self._by_letters.get(_letters(name), [])
        if len(found) == 1:
            return found[0]
        if found:
            choices = [self._described(id_) for id_ in found[:_MOST]]
            message = f"{name!r} matches {len(found)} nodes"
            hint = f"give one of: {', '.join(choices)}"
            details = {"name": name, "choices": choices}
            raise QuestionError(message, code="node.ambiguous", hint=hint, details=details)
        near = self.near(name)
        meant = f"did you mean {', '.join(map(repr, near))}?" if near else None
        details = {"name": name, "choices": near}
        raise QuestionError(f"there is no node {name!r}", code="node.missing", hint=meant, details=details)

    def _described(self, id_: str) -> str:
        name = self._topology.name(id_)
        return name if len(self._by_name[name]) == 1 else id_

    def near(self, name: str) -> list[str]:
        """Known names similar to an unknown one, most similar first."""
        found = process.extract(name, list(self._by_name), processor=str.casefold, score_cutoff=_NEAR, limit=_MOST)
        wanted = _letters(name)
        parts = [
            known
            for known in self._by_name
            if len(wanted) > 2 and wanted in _letters(known) and known not in {one for one, *_ in found}
        ]
        return [*(known for known, *_ in found), *sorted(parts, key=len)][:_MOST]


def _letters(name: str) -> str:
    """A name without case, blanks and punctuation, Unicode-normalised; letters and digits of every script are kept."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    kept = "".join(c for c in folded if c.isalnum() or c in "+#")
    return kept if any(c.isalnum() for c in kept) else ""
