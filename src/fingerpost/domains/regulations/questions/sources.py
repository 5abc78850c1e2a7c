"""Where the rows of an answer come from: the provision, its file, the characters of the document and their words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from fingerpost.core.answer import Citation, SourceRef
from fingerpost.core.cells import Cell
from fingerpost.domains.regulations.loader.instruments import canonical_id
from fingerpost.engine import SourceEntry
from fingerpost.stores import Result

_DOCUMENT: Final = "documentId"
_KEYS: Final = ("provision_id", "identifier", "amended_id", "regulation_id", "source_id", _DOCUMENT, "target_id")
"""The columns that say what a row was read from, the most exact first."""
_SNIPPET: Final = 700


class Sources:
    """Cites the rows of answers about one corpus."""

    def __init__(self, entries: Sequence[SourceEntry], titles: Mapping[str, str]) -> None:
        """Cite by the files that were loaded and the titles of instruments by their identifiers."""
        self._titles = titles
        self._files: dict[str, list[str]] = {}
        for entry in entries:
            name = Path(entry.path).name
            names = self._files.setdefault(canonical_id(Path(name).stem), [])
            if name not in names:
                names.append(name)

    def cited(self, result: Result, most: int) -> tuple[tuple[Citation, ...], int] | None:
        """A citation for each of the first rows, and how many rows there are; None where rows do not name a source."""
        key = next((name for name in _KEYS if name in result.columns), None)
        if key is None:
            return None
        rows = [dict(zip(result.columns, row, strict=True)) for row in result.rows[:most]]
        found = tuple(self._citation(number, _identifier(row, key), row) for number, row in enumerate(rows) if row[key])
        return found, result.total if result.total is not None else len(result.rows)

    def of_documents(self, most: int) -> tuple[tuple[Citation, ...], int]:
        """Citations of the documents that were loaded, and how many there are."""
        return self.of([identifier for identifier in self._titles if self.file(identifier) is not None], most)

    def of(self, identifiers: Sequence[str], most: int) -> tuple[tuple[Citation, ...], int]:
        """Citations of instruments and provisions as a whole, and how many there are."""
        return tuple(self._citation(None, one, {}) for one in identifiers[:most]), len(identifiers)

    def described(
        self, citations: Sequence[Citation], result: Result, dates: Mapping[str, dt.date]
    ) -> Iterator[dict[str, Any]]:
        """The sources of citations as existing clients read them: document, provision, span, snippet, currency date.

        `dates` are those up to which the texts of documents are consolidated.
        """
        for citation in citations:
            row: dict[str, Cell] = {}
            if citation.row is not None:
                row = dict(zip(result.columns, result.rows[citation.row], strict=True))
            document, _, provision = citation.element_id.partition("#")
            text = row.get("sentence") or row.get("text")
            yield {
                "document": self._titles.get(document, document),
                "document_id": document,
                "provision": provision or None,
                "start": row.get("start"),
                "end": row.get("end"),
                "snippet": str(text)[:_SNIPPET] if text else None,
                "file": citation.source.file if citation.source is not None else None,
                "current_to": iso(dates.get(document)),
            }

    def _citation(self, number: int | None, identifier: str, row: Mapping[str, Cell]) -> Citation:
        document, _, provision = identifier.partition("#")
        title = self._titles.get(document, document)
        name = f"{title}, {_place(provision)}" if provision else title
        file = self.file(document)
        start, end = row.get("start"), row.get("end")
        position = f"characters {start}-{end}" if start is not None and end is not None else None
        return Citation(
            element_id=identifier,
            label="Provision" if provision else "Instrument",
            name=name,
            source=SourceRef(file=file, position=position) if file is not None else None,
            row=number,
        )

    def file(self, document: str) -> str | None:
        """The name of a document's file; None if it was not loaded."""
        names = self._files.get(document.partition(":")[0], ())
        return (names[-1] if ":" in document else names[0]) if names else None


def iso(date: dt.date | None) -> str | None:
    """A date as in ISO 8601."""
    return None if date is None else date.isoformat()


def current_to(dates: Mapping[str, dt.date], documents: Sequence[str]) -> str:
    """Up to which date the texts of documents are current, in a sentence; empty where no date is known."""
    known = [date for date in map(dates.get, documents) if date is not None]
    return f"Current to {min(known).isoformat()}." if known else ""


def _identifier(row: Mapping[str, Cell], key: str) -> str:
    """The identifier of what a row was read from; of a provision named by document and label."""
    return f"{row[key]}#{row['label']}" if key == _DOCUMENT else str(row[key])


def _place(provision: str) -> str:
    return provision if not provision[:1].isdigit() else f"section {provision}"
