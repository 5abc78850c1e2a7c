"""Host and Origin headers: a page in somebody's browser must not reach a server on their machine."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

from fingerpost.core.errors import SettingsError

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?")


def is_loopback(host: str) -> bool:
    """Whether an address to listen on can be reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def name_of(host: str) -> str | None:
    """The name in a Host header, in lower case, without the port and brackets; None if it is not one."""
    found = _HOST.fullmatch(host)
    return found[1].strip("[]").lower().rstrip(".") if found else None


def allowed_names(listening: str, hosts: Iterable[str]) -> frozenset[str]:
    """The names that Host headers may have, for a server that listens on an address.

    Raises:
        SettingsError: `http.hosts`: it listens on all addresses, and no names are given.
    """
    given = frozenset(host.lower().strip("[]") for host in hosts)
    try:
        everywhere = ipaddress.ip_address(listening).is_unspecified
    except ValueError:
        everywhere = False
    if everywhere and not given:
        message = f"{listening} is every address of this machine: name the hosts that requests may use"
        hint = "set FINGERPOST_HTTP_HOSTS, for example to graphs.example.org"
        raise SettingsError(message, code="http.hosts", hint=hint)
    return given | {*LOOPBACK} | (frozenset() if everywhere else {listening.lower()})


def is_own_origin(origin: str, host: str) -> bool:
    """Whether a page's origin is the server itself, as the (already checked) Host header names it."""
    scheme, separator, place = origin.partition("://")
    return bool(separator) and scheme in ("http", "https") and place.lower() == host.lower()
