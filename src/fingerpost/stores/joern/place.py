"""Where a Joern server is, which of its graphs is meant, and who asks: from a URL and an `Access`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from fingerpost.core.access import Access
from fingerpost.core.errors import StoreError

_PORT: Final = 8080
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,100}")


@dataclass(frozen=True)
class JoernPlace:
    """A server's host and port, the name of an imported graph (None: the active one), and the credentials."""

    host: str
    port: int
    graph: str | None
    user: str | None
    password: str | None = field(repr=False)

    @classmethod
    def read(cls, url: str, access: Access | None = None) -> JoernPlace:
        """Read `joern://user:password@host:8080?cpg=name`; what an access says wins over the URL.

        Raises:
            StoreError: `store.unavailable`; this is no such URL.
        """
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError as error:
            raise _no_address(f"the URL cannot be read: {error}") from None
        if parts.scheme != "joern" or not host:
            raise _no_address("this is not the URL of a Joern server")
        given = access or Access()
        graph = given.database or next(iter(parse_qs(parts.query).get("cpg", [])), None)
        if graph is not None and not _NAME.fullmatch(graph):
            raise _no_address("the name of a graph has letters, digits, and the signs . _ -")
        user = given.user or (unquote(parts.username) if parts.username else None)
        secret = given.password.get_secret_value() if given.password else None
        password = secret or (unquote(parts.password) if parts.password else None)
        return cls(host, port or _PORT, graph, user, password)


def _no_address(message: str) -> StoreError:
    hint = "write it as joern://user:password@host:8080?cpg=name"
    return StoreError(message, code="store.unavailable", hint=hint)
