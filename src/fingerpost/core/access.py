"""Credentials for a server, and the name of a database on it."""

from __future__ import annotations

from pydantic import SecretStr

from fingerpost.core.schema import Frozen


class Access(Frozen):
    """Access to a server: `user` with `password` (basic), or `token` (bearer), or neither (none).

    `database` is one of several on a server; None is the server's default. `wait_ms` is how long the server may take to
    write one batch, or to send the next rows. Secrets are never shown.
    """

    user: str | None = None
    password: SecretStr | None = None
    token: SecretStr | None = None
    database: str | None = None
    wait_ms: int = 120_000
