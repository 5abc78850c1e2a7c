"""Locations of graphs: a folder, or a URL whose scheme names the store."""

from __future__ import annotations

import re
from os import PathLike, fspath
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from fingerpost.core.access import Access
from fingerpost.core.errors import KnowledgeBaseError

KUZU_ADVICE = "it is a database of Kuzu: export it with Kuzu (EXPORT DATABASE 'folder'), and load the folder"
_KUZU = b"KUZU"
_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9.-]*)(?:\+[A-Za-z0-9]+)?://")


def is_url(place: str | PathLike[str]) -> bool:
    """Whether a place is a URL; anything else is a folder or file."""
    return isinstance(place, str) and _URL.match(place) is not None


def scheme_of(url: str) -> str:
    """The scheme of a URL in lower case, without the encryption suffix: `neo4j` for `neo4j+s://host`."""
    found = _URL.match(url)
    if found is None:
        raise KnowledgeBaseError(f"{url} is not a URL", code="kb.missing")
    return found["scheme"].lower()


def folder_of(url: str) -> Path | None:
    """The folder of a URL without a host (`ladybug:///folder`); None for a server."""
    parts = _split(url)
    return None if parts.netloc else Path(unquote(parts.path))


def is_kuzu_database(path: Path) -> bool:
    """Whether a file begins as the databases of Kuzu 0.11 do. Never raises."""
    try:
        with path.open("rb") as stream:
            return stream.read(len(_KUZU)) == _KUZU
    except OSError:
        return False


def shown(place: str | PathLike[str]) -> str:
    """A place for display: a URL without its password."""
    if not is_url(place):
        return fspath(place)
    parts = _split(str(place))
    host = parts.netloc.rpartition("@")[2]
    user = parts.username
    return _joined(parts, f"{user}@{host}" if user else host)


def with_access(url: str, access: Access) -> tuple[str, Access]:
    """The URL without user and password, and the access updated with them; they take precedence."""
    parts = _split(url)
    host = parts.netloc.rpartition("@")[2]
    named = {"user": unquote(parts.username or ""), "password": unquote(parts.password or "")}
    found = {name: value for name, value in named.items() if value}
    plain = _joined(parts, host)
    return plain, Access.model_validate({**access.model_dump(), **found}) if found else access


def _joined(parts: SplitResult, netloc: str) -> str:
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme}://{netloc}{parts.path}{query}"


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError as error:
        raise KnowledgeBaseError(f"this is not a URL: {error}", code="kb.missing") from None
