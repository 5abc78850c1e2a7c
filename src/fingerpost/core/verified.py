"""`VerifiedQuery`: the only thing that a store runs.

An instance cannot be constructed, copied with changes or unpickled: `core.seal.mint`, which only a language's
`verify` may import (a contract of the house), signs text and parameters with a key of this process, and a store
checks the signature before it runs anything.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Any, NoReturn

from fingerpost.core.cells import Cell
from fingerpost.core.errors import QueryRejected

_KEY = secrets.token_bytes(32)


def signature(
    text: str, language: str, dialect: str, parameters: Mapping[str, Cell], columns: tuple[str, ...]
) -> bytes:
    """The signature of a query in this process."""
    body = repr((text, language, dialect, sorted(parameters.items()), columns))
    return hmac.new(_KEY, body.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()


class VerifiedQuery:
    """A query that passed the gate, as it will be sent: `text` is our printing of the tree that was checked.

    Attributes: `text`, `language` ("cypher"), `dialect` ("kglite", "neo4j", ...), `parameters` (name to value),
    `columns` (result columns, in order), `notes` (findings that did not stop it), `fixes_applied`.
    """

    __slots__ = ("_signature", "columns", "dialect", "fixes_applied", "language", "notes", "parameters", "text")

    text: str
    language: str
    dialect: str
    parameters: Mapping[str, Cell]
    columns: tuple[str, ...]
    notes: tuple[Any, ...]
    fixes_applied: tuple[str, ...]
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

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        msg = "a VerifiedQuery does not leave its process; verify the text again"
        raise TypeError(msg)

    def require_intact(self) -> None:
        """Raise `QueryRejected` (`query.unsealed`) unless the gate made this query just as it is now."""
        expected = signature(self.text, self.language, self.dialect, self.parameters, self.columns)
        if not hmac.compare_digest(expected, self._signature):
            msg = "the query was changed after it was verified"
            raise QueryRejected(msg, code="query.unsealed")

    def __repr__(self) -> str:
        return f"VerifiedQuery({self.dialect}: {self.text!r})"
