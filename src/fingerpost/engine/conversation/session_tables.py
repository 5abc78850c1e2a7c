"""Sessions in a PostgreSQL database, which several processes and machines share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fingerpost.core.errors import FingerpostError, MissingExtra, SettingsError
from fingerpost.core.places import shown
from fingerpost.engine.conversation.sessions import SessionKey, memory_of
from fingerpost.engine.conversation.state import DialogueState

if TYPE_CHECKING:
    from sqlalchemy import Connection

_HINT = 'pip install "fingerpost[databases]"'
_TABLE = "fingerpost_sessions"
_CONNECT_S = 5


class SessionTables:
    """Like `SessionFile`, in a database table that is created if needed. Thread-safe."""

    def __init__(self, url: str, seconds: float, clock: Callable[[], float] = time.time) -> None:
        """Connect to a database, `postgresql://user:password@host/name`.

        Raises:
            SettingsError: `settings.invalid`; the URL is of no PostgreSQL database.
            MissingExtra: SQLAlchemy or the driver is not installed.
            FingerpostError: `session.unwritable`.
        """
        try:
            import sqlalchemy as sa
        except ImportError as error:
            raise MissingExtra("sessions in a database need the extra databases", hint=_HINT) from error
        self._shown = shown(url)
        self._seconds = seconds
        self._clock = clock
        try:
            made = sa.make_url(url)
        except sa.exc.ArgumentError:
            made = None
        if made is None or made.get_backend_name() not in ("postgresql", "postgres"):
            raise SettingsError(f"sessions are kept in PostgreSQL (postgresql://...), not in {self._shown}")
        timeout = {"connect_timeout": _CONNECT_S}
        try:
            self._engine = sa.create_engine(
                made.set(drivername="postgresql+psycopg"), pool_pre_ping=True, connect_args=timeout
            )
        except ImportError as error:
            raise MissingExtra("the driver of PostgreSQL is not installed", hint=_HINT) from error
        text = (sa.Column(name, sa.Text, primary_key=True) for name in ("caller", "person", "session", "base"))
        expires = sa.Column("expires", sa.Double, nullable=False, index=True)
        self._table = sa.Table(_TABLE, sa.MetaData(), *text, expires, sa.Column("memory", sa.Text, nullable=False))
        with self._connected() as connection:
            # Of several services that start at once, one makes the table; the others wait for it.
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext(:name))"), {"name": _TABLE})
            self._table.metadata.create_all(connection)

    def get(self, key: SessionKey, base: str) -> DialogueState:
        """The memory of a session; empty if it is new or has ended. Raises `FingerpostError`."""
        import sqlalchemy as sa

        columns = self._table.c
        query = sa.select(columns.memory).where(*self._mine(key), columns.base == base, columns.expires > self._clock())
        with self._connected() as connection:
            return memory_of(connection.execute(query).scalar())

    def put(self, key: SessionKey, base: str, memory: DialogueState) -> None:
        """Keep a session, and forget those that have ended. Raises `FingerpostError`."""
        from sqlalchemy.dialects.postgresql import insert

        now, text = self._clock(), memory.model_dump_json()
        new = {"expires": now + self._seconds, "memory": text.replace("\\u0000", "")}
        row = {"caller": key.caller, "person": key.user, "session": key.session, "base": base, **new}
        upsert = insert(self._table).values(row)
        with self._connected() as connection:
            connection.execute(self._table.delete().where(self._table.c.expires <= now))
            connection.execute(upsert.on_conflict_do_update(index_elements=list(self._table.primary_key), set_=new))

    def delete(self, key: SessionKey) -> bool:
        """Delete a session; whether there was one. Raises `FingerpostError`."""
        with self._connected() as connection:
            return connection.execute(self._table.delete().where(*self._mine(key))).rowcount > 0

    def _mine(self, key: SessionKey) -> tuple[Any, ...]:
        columns = self._table.c
        return columns.caller == key.caller, columns.person == key.user, columns.session == key.session

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A transaction. Raises `FingerpostError`, whose message has no password."""
        from sqlalchemy.exc import SQLAlchemyError

        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            message = f"sessions cannot be kept in {self._shown}: {type(error).__name__}"
            raise FingerpostError(message, code="session.unwritable") from None

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()
