"""`VerifiedQuery`: the only thing that a store runs.

An instance cannot be constructed, copied with changes or unpickled: `core.seal.mint`, which only a language's
`verify` may import (a contract of the house), signs all that it holds with a key of this process, and a store
checks the signature before it runs anything.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from fingerpost.core.cells import Cell
from fingerpost.core.errors import QueryRejected

_KEY = secrets.token_bytes(32)
_SIGNED = ("text", "language", "dialect", "parameters", "columns", "notes", "fixes_applied", "cleared")


def signature(
    text: str,
    language: str,
    dialect: str,
    parameters: Mapping[str, Cell],
    columns: tuple[str, ...],
    notes: tuple[Any, ...],
    fixes_applied: tuple[str, ...],
    cleared: bool,
) -> bytes:
    """The signature of a query in this process: over everything that it holds."""
    body = repr((text, language, dialect, sorted(parameters.items()), columns, notes, fixes_applied, cleared))
    return hmac.new(_KEY, body.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()


class VerifiedQuery:
    """A query that passed the gate, as it will be sent: `text` is our printing of the tree that was checked.

    Attributes: `text`, `language` ("cypher"), `dialect` ("kglite", "neo4j", ...), `parameters` (name to value),
    `columns` (result columns, in order), `notes` (findings that did not stop it), `fixes_applied`, `cleared`
    (an engine that looks at the clock between rows is sure to end it in time).
    """

    __slots__ = (
        "_signature",
        "cleared",
        "columns",
        "dialect",
        "fixes_applied",
        "language",
        "notes",
        "parameters",
        "text",
    )

    text: str
    language: str
    dialect: str
    parameters: Mapping[str, Cell]
    columns: tuple[str, ...]
    notes: tuple[Any, ...]
    fixes_applied: tuple[str, ...]
    cleared: bool
    _signature: bytes

    def __new__(cls, *_args: object, **_kwargs: object) -> NoReturn:
        msg = "a VerifiedQuery is made by verify(), never constructed"
        raise TypeError(msg)

    def __init_subclass__(cls) -> NoReturn:
        msg = "VerifiedQuery cannot be subclassed"
        raise TypeError(msg)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        msg = "a VerifiedQuery is frozen"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> NoReturn:
        msg = "a VerifiedQuery is frozen"
        raise AttributeError(msg)

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        msg = "a VerifiedQuery does not leave its process; verify the text again"
        raise TypeError(msg)

    def require_intact(self) -> None:
        """Return if the gate made this query just as it is now.

        Raises:
            QueryRejected: `query.unsealed`; it was changed, or made by something else.
        """
        if not self._intact():
            msg = "this query is not as the gate verified it"
            raise QueryRejected(msg, code="query.unsealed")

    def _intact(self) -> bool:
        try:
            held = [getattr(self, name) for name in _SIGNED]
            kinds = (type(self.text) is str, type(self.parameters) is MappingProxyType)
            return all(kinds) and hmac.compare_digest(signature(*held), self._signature)
        except (AttributeError, TypeError):  # a part is missing, or is no longer of its kind
            return False

    def __repr__(self) -> str:
        return f"VerifiedQuery({self.dialect}: {self.text!r})"


def require_verified(query: VerifiedQuery, dialect: str) -> None:
    """Return if something is a query that the gate made for a dialect, just as it is now; stores call this first.

    Raises:
        QueryRejected: `query.unsealed` or `query.dialect`.
    """
    if type(query) is not VerifiedQuery:
        raise QueryRejected("a store runs nothing but a VerifiedQuery", code="query.unsealed")
    query.require_intact()
    if query.dialect != dialect:
        raise QueryRejected(f"this query was verified for {query.dialect}", code="query.dialect")
