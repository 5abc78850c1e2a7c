"""Where a Bolt server is, which of its databases is meant, and who asks: from a URL and an `Access`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from pydantic import SecretStr

from fingerpost.core.access import Access
from fingerpost.core.errors import StoreError

_SCHEMES = {"neo4j": "neo4j", "bolt": "bolt", "memgraph": "bolt"}
_ENCRYPTION = ("", "+s", "+ssc")
_DATABASE = "database"
MEMGRAPH = "memgraph"


@dataclass(frozen=True)
class BoltPlace:
    """A server's address as the driver takes it, a database's name (None: the server's default), and how to get in."""

    uri: str
    database: str | None
    dialect: str
    _access: Access = field(repr=False)

    @classmethod
    def read(cls, url: str, access: Access | None = None) -> BoltPlace:
        """Read `neo4j+s://user:password@host:7687/database?policy=eu`; what an access says wins over the URL.

        The scheme is neo4j (routed), bolt (one server) or memgraph, with `+s` (TLS) or `+ssc` (TLS, any certificate).
        The database is the path or the field `database`; other fields are the routing context.

        Raises:
            StoreError: `store.unavailable`; this is no such URL.
        """
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError as error:
            raise _no_address(f"the URL cannot be read: {error}") from None
        name, sign, encryption = parts.scheme.partition("+")
        if name not in _SCHEMES or sign + encryption not in _ENCRYPTION:
            raise _no_address(
                f"the scheme {parts.scheme}:// is not neo4j, bolt or memgraph, optionally with +s or +ssc"
            )
        if not host:
            raise _no_address("the URL has no host")
        context = parse_qsl(parts.query, keep_blank_values=True)
        in_field = [value for key, value in context if key == _DATABASE]
        rest = urlencode([(key, value) for key, value in context if key != _DATABASE])
        address = f"[{host}]" if ":" in host else host
        uri = (
            f"{_SCHEMES[name]}{sign}{encryption}://{address}"
            + (f":{port}" if port else "")
            + (f"?{rest}" if rest else "")
        )
        given = access or Access()
        database = given.database or (in_field[0] if in_field else unquote(parts.path.strip("/"))) or None
        return cls(
            uri, database, MEMGRAPH if name == MEMGRAPH else "neo4j", _merged(given, parts.username, parts.password)
        )

    @property
    def wait_s(self) -> float:
        """How long the server may take for one batch."""
        return self._access.wait_ms / 1000

    def auth(self) -> Any:
        """What the driver's `auth` takes.

        Raises:
            StoreError: `store.access`; there is a password without a user.
        """
        import neo4j

        access = self._access
        if access.token is not None:
            return neo4j.bearer_auth(access.token.get_secret_value())
        if access.user is not None:
            return neo4j.basic_auth(access.user, access.password.get_secret_value() if access.password else "")
        if access.password is not None:
            raise StoreError("there is a password without a user", code="store.access")
        return None


def _merged(given: Access, user: str | None, password: str | None) -> Access:
    """The access, with the URL's user and password where it says nothing of either or of a token."""
    if user is None or given.user is not None or given.token is not None:
        return given
    secret = given.password or (SecretStr(unquote(password)) if password else None)
    return given.model_copy(update={"user": unquote(user), "password": secret})


def _no_address(message: str) -> StoreError:
    hint = "write it as neo4j://host:7687 or neo4j+s://host:7687/database"
    return StoreError(message, code="store.unavailable", hint=hint)
