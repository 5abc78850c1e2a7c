"""Finds a node by name: exactly, else by its letters and digits if they are unique."""

from __future__ import annotations

import unicodedata

from rapidfuzz import process

from fingerpost.core.errors import QuestionError
from fingerpost.engine.topology.shape import Topology

_NEAR = 70
_MOST = 5


class Names:
    """The names of a topology's nodes."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology
        self._by_name: dict[str, list[str]] = {}
        self._by_letters: dict[str, list[str]] = {}
        for vertex in topology.vertices.values():
            self._by_name.setdefault(vertex.name, []).append(vertex.id)
            letters = _letters(vertex.name)
            if letters:
                self._by_letters.setdefault(letters, []).append(vertex.id)

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
