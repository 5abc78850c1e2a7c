"""Whether a folder has documents, and where; apart from the rest, so that opening any base stays quick.

Each namespace has a folder of its own in the place, and nothing in common with others.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterable
from functools import partial
from os import PathLike
from pathlib import Path
from posixpath import commonpath
from urllib.parse import unquote

from fingerpost.core.errors import QuestionError
from fingerpost.engine.manifest import MANIFEST
from fingerpost.engine.workspaces.place import is_workspace
from fingerpost.retrieval import has_passages

BESIDE = "documents"
"""The folder of the documents beside a graph, within that of the knowledge base."""
NAMESPACES = "namespaces"
"""The folder of the namespaces, within that of documents or of a knowledge base."""

_LONGEST, _LONGEST_FOLDER = 100, 200
_WHOLE_PATH = re.compile(r"/|[A-Za-z]:/")
_AT_THE_END = re.compile(r"""(?:(?<![\w/.:-])|(?<=\\[nrt]))(?:/|[A-Za-z]:/)[^"\\]*(?=\\*")""")
_ID_AT_THE_END = re.compile(r"""\bdocument:\w*(?=\\*")""")
_CUT = 40
"""Characters from which on the beginning of a folder's path is told as such: "/tmp" may be anybody's."""
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


def folders_of(keys: Iterable[str]) -> tuple[str, ...]:
    """The folders that have all documents with a whole path as their key, one of each folder at the top."""
    parents: dict[str, list[str]] = {}
    for key in keys:
        if _WHOLE_PATH.match(key) and "/" in key.strip("/"):
            parents.setdefault(key.split("/")[1], []).append(key.rpartition("/")[0])
    return tuple(commonpath(below) for below in parents.values())


def without_folders(reply: str, folders: Iterable[str]) -> str:
    """A reply in JSON without folders of this machine, as `folders_of` gives them: of each, the last name stays."""
    from fingerpost.ingest import key_of

    for folder in dict.fromkeys(folders):
        path = re.escape(json.dumps(folder, ensure_ascii=False)[1:-1])
        reply = re.sub(rf"(?:(?<![\w/.:-])|(?<=\\[nrt])){path}(?=/)", folder.rpartition("/")[2], reply)
        above = re.escape(key_of(folder.rpartition("/")[0]).replace(" ", "_"))
        reply = re.sub(rf"\bdocument:{above}_", "document:", reply)  # the same in the id of a document
        reply = _AT_THE_END.sub(partial(_uncut, folder), reply)
        reply = _ID_AT_THE_END.sub(partial(_uncut, f"document:{key_of(folder).replace(' ', '_')}"), reply)
    return reply


def _uncut(whole: str, found: re.Match[str]) -> str:
    """What is told of a path or an id that a text was cut in: the samples of a schema are."""
    if found[0] == whole and "/" in whole:
        return whole.rpartition("/")[2]
    return "..." if len(found[0]) >= _CUT and whole.startswith(found[0]) else found[0]


def is_memory(place: object) -> bool:
    """Whether a folder is a workspace with documents. Never raises."""
    return isinstance(place, (str, PathLike)) and is_workspace(place) and has_passages(os.fspath(place))


def documents_folder(place: str | PathLike[str], namespace: str = "") -> Path:
    """Where the documents of a place, or of one of its namespaces, lie or would: beside a graph, else in the place.

    Raises:
        QuestionError: `namespace.invalid`.
    """
    folder = Path(place)
    if namespace:
        return folder / NAMESPACES / _folder_name(checked_namespace(namespace))
    return folder / BESIDE if (folder / MANIFEST).is_file() and not is_workspace(folder) else folder


def checked_namespace(namespace: str) -> str:
    """A namespace as it is compared. Names such as `user/ada` are free; upper and lower case differ.

    Raises:
        QuestionError: `namespace.invalid`: it is empty or too long, has blanks around it, or unprintable characters.
    """
    name = unicodedata.normalize("NFC", namespace)
    if not name or name != name.strip() or not name.isprintable() or len(name) > _LONGEST:
        message = f"{namespace!r} is not a namespace: 1 to {_LONGEST} printable characters, no blanks around them"
        raise QuestionError(message, code="namespace.invalid")
    if len(_folder_name(name)) > _LONGEST_FOLDER:
        message = f"the namespace {namespace!r} is too long: letters other than a to z count up to nine times"
        raise QuestionError(message, code="namespace.invalid")
    return name


def _folder_name(namespace: str) -> str:
    """The name of a namespace's folder, in lower case: some file systems do not tell letters apart by case."""
    encoded = namespace.encode("utf-8", "surrogatepass")
    return "".join(chr(byte) if chr(byte) in _PLAIN else f"%{byte:02x}" for byte in encoded)


def place_of(folder: Path) -> Path:
    """The place of a folder of documents: those beside a graph, and those of a namespace, lie within it."""
    if folder.parent.name == NAMESPACES:
        return folder.parent.parent
    return folder.parent if folder.name == BESIDE and documents_folder(folder.parent) == folder else folder


def namespace_of(folder: Path) -> str:
    """The namespace whose folder this is; empty for none."""
    return unquote(folder.name) if folder.parent.name == NAMESPACES else ""


def namespaces_in(place: Path) -> list[str]:
    """All namespaces of a place, sorted."""
    inside = place / NAMESPACES
    folders = [one for one in inside.iterdir() if not one.name.startswith(".")] if inside.is_dir() else []
    return sorted(namespace_of(one) for one in folders if is_memory(one))


def require_namespace(place: str | PathLike[str], namespace: str) -> Path:
    """The folder of a place's documents; those of a namespace must be there.

    Raises:
        QuestionError: `namespace.unknown`, `namespace.invalid`. Other namespaces are not listed: they name people.
    """
    folder = documents_folder(place, namespace)
    if namespace and not is_memory(folder):
        raise QuestionError(f"there is no namespace {namespace}", code="namespace.unknown")
    return folder
