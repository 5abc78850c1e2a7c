"""Who asks a database, and which one of a server's: what a URL does not say, or should not."""

from __future__ import annotations

from pydantic import SecretStr

from fingerpost.core.schema import Frozen


class Access(Frozen):
    """Access to a server: `user` with `password` (basic), or `token` (bearer), or neither (none).

    `database` is the name of one of several on a server; None is the server's own default. Secrets are never shown.
    """

    user: str | None = None
    password: SecretStr | None = None
    token: SecretStr | None = None
    database: str | None = None
