"""The loader `code-comments`: adds the comments of source files to a graph of their code.

Joern's front ends export no comments unless asked to. They get the form that code property graphs have for them: a node
COMMENT with code, file and line, and DESCRIBES to the function, type or file after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import ClassVar, Final

from fingerpost.core.errors import SourceError
from fingerpost.domains.code.comments.adding import Adding
from fingerpost.domains.code.comments.comment import LIKE_C, PYTHON
from fingerpost.ingest import LoadContext, Record

_SUFFIXES: Final = LIKE_C | PYTHON


class CommentLoader:
    """Reads the comments of source files onto the graph of their code; see `fingerpost load SOURCES --add`."""

    name: ClassVar[str] = "code-comments"
    summary: ClassVar[str] = "comments of source code, added to its graph: files or a folder (.c, .h, .py, .java, ...)"
    pack: ClassVar[str | None] = "code"
    only_adds: ClassVar[bool] = True

    def recognises(self, path: Path) -> bool:
        """True for a source file, and for a folder that has any. Never raises."""
        try:
            if path.is_dir():
                return any(one.suffix.lower() in _SUFFIXES and one.is_file() for one in path.rglob("*"))
            return path.is_file() and path.suffix.lower() in _SUFFIXES
        except OSError:
            return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Comments alone are not a graph.

        Raises:
            SourceError: `source.format`, always.
        """
        return self.read_onto((), [path], context)

    def read_onto(self, existing: Iterable[Record], paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream what the knowledge base holds, its functions with their `comment`, and then the comments.

        Comments that were added before are replaced.

        Raises:
            SourceError: `source.missing`; or `source.format`: the knowledge base has no code.
        """
        held = iter(existing)
        first = next(held, None)
        if first is None:
            message = "comments are added to the graph of their code, but there is none"
            hint = "load what Joern exported first, then its sources with --add"
            raise SourceError(message, code="source.format", hint=hint, details={"file": str(paths[0])})
        return Adding(paths, context).records(chain((first,), held))
