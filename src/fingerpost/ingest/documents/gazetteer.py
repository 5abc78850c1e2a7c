"""A user's own names of things: a CSV file with the columns `name`, `kind` and `aliases` (separated by semicolons)."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from fingerpost.core.errors import SourceError
from fingerpost.ingest.documents.decoding import file_bytes, text_of
from fingerpost.ingest.documents.names import Name, key_of, named
from fingerpost.ingest.documents.statement import SAME_AS, DocumentFact

KINDS = ("Person", "Team", "System", "Incident", "Decision", "Change", "Meeting", "Entity")
_UNTOLD = frozenset(("Entity", "Thing"))
_COLUMNS = frozenset(("name", "kind", "aliases"))


@dataclass(frozen=True)
class Gazetteer:
    """Names and aliases by their keys, each with the name that is meant; `digest` tells lists apart.

    `given` are the keys of those that somebody listed, None if all: others were found, and only tell the kinds of names
    that have none.
    """

    entries: Mapping[str, Name]
    pattern: re.Pattern[str]
    digest: str
    given: frozenset[str] | None = None

    def kinded(self, fact: DocumentFact) -> DocumentFact:
        """A fact whose ends have the kinds of the list."""
        return replace(fact, subject=self._kinded(fact.subject), object=self._kinded(fact.object))

    def _kinded(self, name: Name) -> Name:
        entry = self.entries.get(name.key)
        if entry is None or entry.kind == "Entity":
            return name
        listed = self.given is None or name.key in self.given
        return replace(name, kind=entry.kind) if listed or name.kind in _UNTOLD else name

    def capitalised(self, sentence: str, note: Callable[[str, str], object]) -> str:
        """A sentence, as long as before, in which the names are written as names; `note` gets each as it is there, and
        as it was."""

        def written(match: re.Match[str]) -> str:
            capital = re.sub(r"\b[^\W\d_]", lambda letter: letter.group().upper(), match[0])
            capital = capital if len(capital) == len(match[0]) else match[0]
            note(capital, match[0])
            return capital

        return self.pattern.sub(written, sentence)

    def aliases_in(self, text: str, start: int, end: int) -> Iterator[DocumentFact]:
        """That the aliases in a sentence are other names of what the list says."""
        for match in self.pattern.finditer(text, start, end):
            entry = self.entries[key_of(match[0])]
            if key_of(match[0]) != entry.key:
                yield DocumentFact(entry, SAME_AS, replace(named(match[0]), kind=entry.kind), start, end)


def read_gazetteer(path: Path) -> Gazetteer:
    """Read a list of names.

    Raises:
        SourceError: `source.missing`; `source.format`: a column or kind is not known, or a name means two things.
    """
    text = text_of(file_bytes(path), path)
    rows = csv.DictReader(io.StringIO(text))
    columns = set(rows.fieldnames or ())
    if "name" not in columns or not columns <= _COLUMNS:
        raise _wrong(path, "its first line must have the columns name, and optionally kind and aliases")
    entries: dict[str, Name] = {}
    written: list[str] = []
    for row in rows:
        name, kind = (row["name"] or "").strip(), (row.get("kind") or "").strip().capitalize() or "Entity"
        if not name or kind not in KINDS:
            raise _wrong(path, f"line {rows.line_num} has no name, or no kind of {', '.join(KINDS)}")
        for one in filter(None, map(str.strip, (name, *(row.get("aliases") or "").split(";")))):
            known = entries.setdefault(key_of(one), Name(name, kind))
            if known.key != key_of(name):
                raise _wrong(path, f"{one} means {known.text} and {name}")
            written.append(one)
    if not written:
        raise _wrong(path, "it has no names")
    listed = "|".join(re.escape(one) for one in sorted(written, key=len, reverse=True))
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Gazetteer(entries, re.compile(rf"(?<!\w)(?:{listed})(?!\w)", re.IGNORECASE), digest)


def _wrong(path: Path, why: str) -> SourceError:
    return SourceError(f"{path} is no list of names: {why}", code="source.format", details={"file": str(path)})
