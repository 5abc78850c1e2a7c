"""The public face: `open`, `load`, `verify`, and the types that they give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path

from fingerpost.core.answer import Answer as AnswerOf
from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.load import LoadReport
from fingerpost.engine.load import load as _load
from fingerpost.languages.cypher.verify import verify as _verify
from fingerpost.plans.model import Plan

Answer = AnswerOf[Plan]
"""The answer to a question, with its plan."""

AnyPath = str | PathLike[str]


def open(path: AnyPath, settings: Settings | None = None) -> KnowledgeBase:  # noqa: A001 - the public name
    """Open a knowledge base.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged` or `kb.newer`.
    """
    return KnowledgeBase(Path(path), settings)


def load(
    sources: Sequence[AnyPath],
    into: AnyPath,
    *,
    kind: str | None = None,
    pack: str | None = None,
    strict: bool = False,
    progress: Callable[[int], None] | None = None,
) -> LoadReport:
    """Load files or folders into a knowledge base, which is made or replaced as a whole.

    Raises:
        SourceError: a source cannot be read, or has trouble and `strict` was asked.
    """
    paths = [Path(source) for source in sources]
    return _load(paths, Path(into), kind=kind, pack=pack, strict=strict, progress=progress)


def verify(
    text: str,
    schema: GraphSchema | None = None,
    *,
    dialect: str = "neo4j",
    parameters: Mapping[str, Cell] | None = None,
) -> VerifiedQuery:
    """Check one Cypher query: that it only reads, what it may call, and (with a schema) that its names exist.

    Raises:
        QueryRejected: with every finding in `details["findings"]`.
    """
    return _verify(text, schema, dialect=dialect, parameters=parameters)


__all__ = ["Answer", "KnowledgeBase", "LoadReport", "Plan", "Settings", "VerifiedQuery", "load", "open", "verify"]
