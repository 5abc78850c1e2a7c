"""The names that a code base has, to recognise them in questions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rapidfuzz import process

from fingerpost.domains.code.questions.request import UnknownName

_SIMILAR = 3
_LIKE_ENOUGH = 70


@dataclass(frozen=True)
class Names:
    """Names by what they are: methods, globals, fields, types, files, parameters."""

    methods: Collection[str] = ()
    globals: Collection[str] = ()
    fields: Collection[str] = ()
    types: Collection[str] = ()
    """Structs and enums."""
    files: Collection[str] = ()
    spelled: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def callable(self) -> frozenset[str]:
        return frozenset(self.methods)

    @cached_property
    def _folded(self) -> dict[str, str]:
        """Methods by their name in lower case, where that is unique."""
        found: dict[str, str] = {}
        twice: set[str] = set()
        for name in self.callable:
            if found.setdefault(name.lower(), name) != name:
                twice.add(name.lower())
        return {low: name for low, name in found.items() if low not in twice}

    def method(self, name: str) -> str | None:
        """The method with that name, in any case where this is unique; None if there is none."""
        return name if name in self.callable else self._folded.get(name.lower())

    def file(self, name: str) -> str:
        """The file with that name or path ending.

        Raises:
            UnknownName: there is none.
        """
        for file in self.files:
            if file == name or file.endswith(f"/{name}") or file.lower() == name.lower():
                return file
        raise self.unknown(name, "file", self.files)

    def one_of(self, name: str, known: Collection[str], what: str) -> str:
        """The name if it is known.

        Raises:
            UnknownName: it is not.
        """
        if name in known:
            return name
        raise self.unknown(name, what, known)

    def unknown(self, name: str, what: str, known: Collection[str] | None = None) -> UnknownName:
        """The error for a name that the code does not have, with similar ones."""
        found = process.extract(name, self.callable if known is None else known, limit=_SIMILAR)
        return UnknownName(name, what, tuple(text for text, score, _ in found if score >= _LIKE_ENOUGH))
