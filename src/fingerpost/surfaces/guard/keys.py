"""API keys: each is shown once, when it is made; the file keeps only its hash."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

from fingerpost.core.errors import SettingsError

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_LINE = re.compile(r"([a-z0-9][a-z0-9_-]{0,59}) sha256:([0-9a-f]{64})( teach)?( namespaces)?")
_TEACH, _NAMESPACES = "teach", "namespaces"
_Rights = Mapping[str, frozenset[str]]
"""What keys may do beyond asking, by their names."""
_PREFIX = "fp_"


def new_key() -> str:
    """A new key: 256 random bits, so that its plain SHA-256 can be kept."""
    return _PREFIX + secrets.token_urlsafe(32)


def digest_of(key: str) -> str:
    """The hash under which a key is kept."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


class KeyFile:
    """A file of keys, one `name sha256:hash` per line, with ` teach` after it for those that may teach, and
    ` namespaces` for those that may ask for any; `#` begins a comment. Read again when it changes. Thread-safe.

    A key that is removed from the file stops working with the next request.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._stamp: tuple[int, int, int] | None = None
        self._names: dict[str, str] = {}
        self._rights: _Rights = {}

    def load(self) -> dict[str, str]:
        """The name of each key by its hash.

        Raises:
            SettingsError: `keys.missing` or `keys.invalid`.
        """
        try:
            status = self.path.stat()
            stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
            with self._lock:
                if stamp != self._stamp:
                    self._names, self._rights = _read(self.path)
                    self._stamp = stamp
                return self._names
        except (OSError, UnicodeDecodeError) as error:
            message = f"the file of keys {self.path} cannot be read: {getattr(error, 'strerror', None) or error}"
            hint = "make one with: fingerpost keys add NAME --file FILE"
            raise SettingsError(message, code="keys.missing", hint=hint) from None

    def name_of(self, key: str) -> str | None:
        """The name of a key; None if it is not in the file. Raises as `load` does."""
        return self.load().get(digest_of(key))

    def may_teach(self, name: str) -> bool:
        """Whether the key of this name may change what others are answered. Raises as `load` does."""
        self.load()
        return _TEACH in self._rights.get(name, ())

    def may_name(self, name: str) -> bool:
        """Whether the key of this name may ask documents of any namespace, not its own alone. Raises as `load` does."""
        self.load()
        return _NAMESPACES in self._rights.get(name, ())

    def names(self) -> list[str]:
        """The names of all keys, sorted. Raises as `load` does."""
        return sorted(self.load().values())

    def add(self, name: str, *, teach: bool = False, namespaces: bool = False) -> str:
        """Make a key and keep its hash; the file is created if there is none. With `teach`, it may teach; with
        `namespaces`, it may ask for any.

        Raises:
            SettingsError: `keys.name`: the name is invalid or taken; `keys.invalid`, `keys.missing`.
        """
        if not _NAME.fullmatch(name):
            message = f"{name!r} cannot name a key: use up to 60 of a-z, 0-9, - and _"
            raise SettingsError(message, code="keys.name")
        known = self.load() if self.path.exists() else {}
        if name in known.values():
            raise SettingsError(f"there is already a key called {name}", code="keys.name")
        key = new_key()
        given = frozenset(right for right, has in ((_TEACH, teach), (_NAMESPACES, namespaces)) if has)
        self._write({**known, digest_of(key): name}, {**self._rights, name: given})
        return key

    def remove(self, name: str) -> None:
        """Remove a key. Raises `keys.name` if there is none of that name."""
        known = self.load()
        if name not in known.values():
            raise SettingsError(f"there is no key called {name}", code="keys.name")
        self._write({digest: other for digest, other in known.items() if other != name}, self._rights)

    def _write(self, names: dict[str, str], rights: _Rights) -> None:
        """Replace the file as a whole; only its owner may read it."""
        lines = ""
        for key, name in sorted(names.items(), key=lambda pair: pair[1]):
            has = [right for right in (_TEACH, _NAMESPACES) if right in rights.get(name, ())]
            lines += " ".join([name, f"sha256:{key}", *has]) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            number, temporary = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}-")
            with os.fdopen(number, "w", encoding="utf-8") as file:
                file.write(lines)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(self.path)
        except OSError as error:
            message = f"the file of keys {self.path} cannot be written: {error.strerror}"
            raise SettingsError(message, code="keys.missing") from None


def _read(path: Path) -> tuple[dict[str, str], _Rights]:
    """The name of each key by its hash, and what each may do."""
    names: dict[str, str] = {}
    rights: dict[str, frozenset[str]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        found = _LINE.fullmatch(text)
        if found is None or found[1] in names.values():
            problem = "is not `name sha256:hash`" if found is None else f"repeats the name {found[1]}"
            message = f"{path} line {number} {problem}"
            raise SettingsError(message, code="keys.invalid", details={"file": str(path), "line": number})
        names[found[2]] = found[1]
        rights[found[1]] = frozenset(right.strip() for right in found.groups()[2:] if right)
    return names, rights
