"""`VerifiedQuery`, the only kind of query that a store runs.

An instance cannot be constructed, copied with changes or unpickled: `core.seal.mint`, which only a query
language may import (a contract checks it), signs its contents with a key of this process, and a store checks the
signature before it runs the query.
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
_SIGNED = ("text", "language", "dialect", "parameters", "columns", "notes", "fixes_applied", "cleared", "held", "width")


def signature(
    text: str,
    language: str,
    dialect: str,
    parameters: Mapping[str, Cell],
    columns: tuple[str, ...],
    notes: tuple[Any, ...],
    fixes_applied: tuple[str, ...],
    cleared: bool,
    held: int,
    width: int,
) -> bytes:
    """The signature of a query's contents in this process."""
    body = repr(
        (text, language, dialect, sorted(parameters.items()), columns, notes, fixes_applied, cleared, held, width)
    )
    return hmac.new(_KEY, body.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()


class VerifiedQuery:
    """A query that passed the gate. `text`, which the store receives, is printed from the checked tree.

    Attributes: `text`, `language` ("cypher"), `dialect` ("kglite", "neo4j", ...), `parameters` (name to value),
    `columns` (result columns, in order), `notes` (findings that did not stop it), `fixes_applied`, `cleared`
    (an engine that checks the clock between rows is sure to stop it in time), `held` (values that its rows are likely
    to hold at once), `width` (values that one row holds at most).
    """

    __slots__ = (
        "_signature",
        "cleared",
        "columns",
        "dialect",
        "fixes_applied",
        "held",
        "language",
        "notes",
        "parameters",
        "text",
        "width",
    )

    text: str
    language: str
    dialect: str
    parameters: Mapping[str, Cell]
    columns: tuple[str, ...]
    notes: tuple[Any, ...]
    fixes_applied: tuple[str, ...]
    cleared: bool
    held: int
    width: int
    _signature: bytes

    def __new__(cls, *_args: object, **_kwargs: object) -> NoReturn:
        msg = "a VerifiedQuery cannot be constructed; use verify()"
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
        msg = "a VerifiedQuery cannot be pickled; verify the text again"
        raise TypeError(msg)

    def require_intact(self) -> None:
        """Return if the query is unchanged since the gate made it.

        Raises:
            QueryRejected: `query.unsealed`; it was changed, or not made by the gate.
        """
        if not self._intact():
            msg = "this query was changed after the gate verified it"
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
    """Return if the gate made this query for the dialect and it is unchanged. Stores call this first.

    Raises:
        QueryRejected: `query.unsealed` or `query.dialect`.
    """
    if type(query) is not VerifiedQuery:
        raise QueryRejected("a store runs only a VerifiedQuery", code="query.unsealed")
    query.require_intact()
    if query.dialect != dialect:
        raise QueryRejected(f"this query was verified for {query.dialect}", code="query.dialect")
