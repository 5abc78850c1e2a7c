"""What the doctor looks at: the installation, and a knowledge base with the sources that it was made from."""

from __future__ import annotations

import hashlib
import platform
import re
import sys
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost.core.version import __version__
from fingerpost.linking import installed_packs
from fingerpost.surfaces.cli.opening import opened

if TYPE_CHECKING:
    from fingerpost import KnowledgeBase
    from fingerpost.engine import SourceEntry

_GROUPS = {"loader": "fingerpost.loaders", "store": "fingerpost.stores"}
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+).*;.*\bextra\s*==\s*['\"](?P<extra>[^'\"]+)['\"]")


class State(StrEnum):
    """How something is: well, noteworthy, or in need of attention."""

    WELL = "well"
    INFO = "info"
    ILL = "ill"


@dataclass(frozen=True)
class Check:
    """One thing that was looked at; `hint` says what would help."""

    name: str
    state: State
    detail: str
    hint: str | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def installation() -> list[Check]:
    """Python, versions, loaders, stores, packs and extras."""
    checks = [
        Check("python", State.WELL, f"{platform.python_version()} ({sys.platform})"),
        Check("fingerpost", State.WELL, __version__),
    ]
    libraries: dict[str, None] = {}
    plugged: list[Check] = []
    for what, group in _GROUPS.items():
        entries = sorted(metadata.entry_points(group=group), key=lambda entry: entry.name)
        for entry in entries:
            check, used = _loadable(what, entry)
            plugged.append(check)
            libraries.update(dict.fromkeys(used))
        if not entries:
            plugged.append(Check(what, State.ILL, f"none is registered under {group}", "reinstall fingerpost"))
    for name in libraries:
        version = _version(name)
        checks.append(Check(name, State.WELL if version else State.INFO, version or "not installed"))
    checks += plugged
    checks.append(Check("packs", State.WELL, ", ".join(installed_packs()) or "none"))
    return checks + _extras()


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _loadable(what: str, entry: metadata.EntryPoint) -> tuple[Check, tuple[str, ...]]:
    """Whether a loader or store can be used, and the libraries that it says it works with."""
    try:
        found = entry.load()
    except ImportError as error:
        return Check(f"{what} {entry.name}", State.ILL, f"cannot be imported: {error}"), ()
    check = Check(f"{what} {entry.name}", State.WELL, getattr(found, "summary", entry.value))
    return check, getattr(found, "libraries", ())


def _extras() -> list[Check]:
    """The extras of the package: installed, or the command that installs them."""
    needed: dict[str, list[str]] = {}
    for requirement in metadata.requires("fingerpost") or []:
        match = _REQUIREMENT.match(requirement)
        if match:
            needed.setdefault(match["extra"], []).append(match["name"])
    checks = []
    for extra, names in sorted(needed.items()):
        missing = [name for name in names if _version(name) is None]
        if missing:
            hint = f'pip install "fingerpost[{extra}]"'
            checks.append(Check(f"extra {extra}", State.INFO, f"not installed: {', '.join(missing)}", hint))
        else:
            checks.append(Check(f"extra {extra}", State.WELL, f"installed: {', '.join(names)}"))
    return checks


def knowledge_base(path: Path) -> list[Check]:
    """A knowledge base: what made it, sizes, schema, the state of its sources, and the trouble of its load.

    Raises:
        KnowledgeBaseError: it cannot be opened.
    """
    with opened(path) as kb:
        schema, manifest = kb.schema, kb.manifest
        checks = [
            Check("knowledge base", State.WELL, f"{path}, made {manifest.created} by {manifest.created_by}"),
            Check("store and pack", State.WELL, f"{manifest.store}, {kb.pack.name or 'no pack'}"),
            Check("size", State.WELL, _size(kb)),
            Check("schema", State.WELL, f"{len(schema.labels)} labels, fingerprint {manifest.schema_fingerprint[:16]}"),
        ]
        checks += [_source(source) for source in manifest.sources]
        for problem in manifest.problems:
            detail = f"{problem.count:,} × {problem.kind}, first: {'; '.join(problem.examples[:1])}"
            checks.append(Check("load", State.ILL, detail, "mend the source, and load it again"))
        if not manifest.problems:
            checks.append(Check("load", State.WELL, "no problems"))
        return checks


def _size(kb: KnowledgeBase) -> str:
    size = sum(file.stat().st_size for file in kb.path.rglob("*") if file.is_file())
    return (
        f"{kb.schema.node_count:,} nodes, {kb.schema.relationship_count:,} relationships, "
        f"{kb.index.word_count:,} words of values, {size / 2**20:.1f} MiB on disk"
    )


def _source(source: SourceEntry) -> Check:
    """Whether a source is still what was loaded."""
    name, reload = f"source {Path(source.path).name}", "load it again to take the change over"
    try:
        if Path(source.path).stat().st_size != source.bytes:
            return Check(name, State.ILL, f"{source.path} was changed since it was loaded", reload)
        with Path(source.path).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        detail = f"{source.path} cannot be read: {error.strerror}"
        return Check(name, State.ILL, detail, "answers still work, and cite it by name")
    if digest != source.sha256:
        return Check(name, State.ILL, f"{source.path} was changed since it was loaded", reload)
    return Check(name, State.WELL, f"{source.bytes:,} bytes, as it was loaded")
