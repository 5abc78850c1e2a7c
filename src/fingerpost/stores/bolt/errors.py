"""What a Bolt server or its driver says, as an error of ours.

The codes of Neo4j's server are stable (`Neo.ClientError.Security.Unauthorized`); its messages are not, and only shown.
Time-outs and lack of memory are marked "transient" by the server: the same query would fail again, so nothing here is
retried but a connection that was lost.
"""

from __future__ import annotations

from neo4j import exceptions

from fingerpost.core.errors import LimitExceeded, StoreError
from fingerpost.core.limits import out_of_time

ERRORS = (exceptions.Neo4jError, exceptions.DriverError, OSError, ValueError, TypeError, OverflowError)
"""What the driver raises: its own, and Python's where a value cannot be sent or read."""

_LOST = (exceptions.ServiceUnavailable, exceptions.SessionExpired, exceptions.ReadServiceUnavailable, OSError)

_ACCESS = (
    "Neo.ClientError.Security.",
    "Neo.ClientError.Database.DatabaseNotFound",
    "Neo.ClientError.Database.IllegalAliasChain",
    "Memgraph.ClientError.Security.",
)
_UNAVAILABLE = (
    "Neo.TransientError.Database.",
    "Neo.DatabaseError.Database.",
    "Neo.TransientError.General.DatabaseUnavailable",
    "Neo.TransientError.Cluster.",
    "Neo.ClientError.Cluster.",
    "Neo.TransientError.Request.",
    "Neo.TransientError.Transaction.BookmarkTimeout",
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
)
_TIME = (
    "Neo.ClientError.Transaction.TransactionTimedOut",
    "Neo.TransientError.Transaction.TransactionTimedOut",
    "Neo.TransientError.Transaction.Terminated",
    "Neo.ClientError.Transaction.Terminated",
    "Neo.TransientError.Transaction.LockClientStopped",
)
_MEMORY = (
    "Neo.TransientError.General.OutOfMemoryError",
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
    "Neo.TransientError.General.TransactionMemoryLimit",
    "Neo.TransientError.General.TransactionOutOfMemoryError",
    "Neo.ClientError.General.TransactionOutOfMemoryError",
    "Neo.DatabaseError.General.StackOverflow",
    "Neo.TransientError.General.StackOverFlowError",
)


def connection_lost(error: BaseException) -> bool:
    """Whether a reading query may be sent once more: nothing but the connection was at fault."""
    return isinstance(error, _LOST) and not isinstance(error, exceptions.RoutingServiceUnavailable)


def told(error: BaseException, query: str = "", limit_ms: int | None = None) -> StoreError:
    """The error of ours that stands for one of the driver's."""
    details = {"query": query} if query else {}
    if isinstance(error, exceptions.Neo4jError):
        return _of_server(error, details, limit_ms)
    if isinstance(error, (exceptions.AuthConfigurationError, exceptions.CertificateConfigurationError)):
        return StoreError(f"the server rejected the request: {error}", code="store.access")
    if isinstance(error, (exceptions.ConfigurationError, exceptions.UnsupportedServerProduct)):
        return StoreError(f"the server rejected the request: {error}", code="store.unavailable")
    if isinstance(error, (*_LOST, exceptions.ConnectionAcquisitionTimeoutError, exceptions.IncompleteCommit)):
        return unavailable(str(error))
    return StoreError(f"the store failed: {error}", details=details)


def unavailable(reason: str) -> StoreError:
    """The server does not answer."""
    hint = "check that the server is running, and its address and encryption (+s)"
    said = reason.splitlines()[0] if reason else "no reason was given"
    return StoreError(f"the server cannot be reached: {said}", code="store.unavailable", hint=hint)


def _of_server(error: exceptions.Neo4jError, details: dict[str, str], limit_ms: int | None) -> StoreError:
    code, message = error.code or "", error.message or str(error)
    details = {**details, "server_code": code}
    if code.startswith(_ACCESS):
        hint = "check the user, the password and the name of the database"
        return StoreError(f"the server refuses access: {message}", code="store.access", hint=hint, details=details)
    if code.startswith(_TIME) and limit_ms is not None:
        return out_of_time(limit_ms, dict(details))
    if code.startswith(_MEMORY):
        said = LimitExceeded(f"the query needs more memory than the server allows: {message}", code="limit.memory")
        said.details = dict(details)
        return said
    if code.startswith(_UNAVAILABLE):
        return StoreError(f"the database is not available: {message}", code="store.unavailable", details=details)
    return StoreError(f"the store failed: {message}", details=details)
