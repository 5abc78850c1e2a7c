"""Files of a folder that hold one record each, as a store of documents writes them: the folder says what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fingerpost.ingest.graphs.json_maps import are_keyed, is_dumped
from fingerpost.ingest.graphs.object_documents import WRAPPERS, parts_of

_LEAST_FILES = 3
_COMMON = 0.5
"""More than this share of the files have a key that is one of their kind of record."""
_LEAST_KEYS = 2
_CALLED = frozenset("name title label id _id @id".split())
_SAYING_NOTHING = WRAPPERS | frozenset("json yaml files docs documents".split())
"""Names of folders that do not say what is in them: the folder above does."""


def labels_by_folder(documents: Mapping[Path, Any]) -> dict[Path, str]:
    """The labels of files that hold one record each, by file: the names of their folders.

    `documents` has what stands at the top of each file. Three or more of a folder that are records with keys in common
    are of one kind; others keep the names of their files, and are not in the result.
    """
    folders: dict[Path, list[Path]] = {}
    for path, document in documents.items():
        if _is_record(document):
            folders.setdefault(path.resolve().parent, []).append(path)
    found: dict[Path, str] = {}
    for folder, paths in folders.items():
        counts = Counter(key for path in paths for key in documents[path])
        common = {key for key, count in counts.items() if count > _COMMON * len(paths)}
        label = _label(folder)
        if label and len(paths) >= _LEAST_FILES and len(common) >= _LEAST_KEYS:
            found.update((path, label) for path in paths if 2 * len(common & documents[path].keys()) >= len(common))
    return found


def _is_record(document: Any) -> bool:
    """Whether the object at the top of a file is a record, and neither a map nor a wrapper of records."""
    if not isinstance(document, dict) or are_keyed(document) or is_dumped(document):
        return False
    told = {key: value for key, value in document.items() if value not in (None, [], {})}
    held = parts_of(told)
    lists = [key for key, value in held.items() if isinstance(value, list)]
    if any(key.casefold() in WRAPPERS or key == "features" for key in lists):
        return False
    return len(held) < len(told) or not lists


def _label(folder: Path) -> str:
    while folder.name.casefold() in _SAYING_NOTHING and folder.parent != folder:
        folder = folder.parent
    return folder.name


def with_file_name(record: dict[str, Any], stem: str) -> dict[str, Any]:
    """A record that is called by its file if nothing in it says what it is called."""
    return record if not _CALLED.isdisjoint(record) else {"name": stem, **record}
