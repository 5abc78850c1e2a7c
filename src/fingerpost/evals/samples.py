"""Answers as samples of RAGAS: JSON Lines that its `EvaluationDataset.from_jsonl` reads.

RAGAS judges with a language model. It needs another version of LangChain than the adapter here, so that it runs in an
environment of its own (`make ragas`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import Any, Final

from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import Cell, Node, Path, Relationship, encode
from fingerpost.core.errors import SourceError

_MOST: Final = 50
"""Rows that a sample holds: a judge reads each of them."""


def sample_of(answer: Answer[Any]) -> dict[str, Any] | None:
    """Question, answer and its basis: a text for each row. None if there is no answer."""
    if answer.status not in (Status.ANSWERED, Status.EMPTY):
        return None
    rows = [
        "; ".join(f"{name}: {_said(cell)}" for name, cell in zip(answer.columns, row, strict=True))
        for row in answer.rows[:_MOST]
    ]
    return {"user_input": answer.question, "response": answer.text, "retrieved_contexts": rows or ["no rows"]}


def write_samples(file: FilePath, samples: Iterable[dict[str, Any]]) -> None:
    """Write samples, one a line.

    Raises:
        SourceError: `source.unwritable`.
    """
    try:
        file.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in samples), encoding="utf-8")
    except OSError as error:
        raise SourceError(f"{file} cannot be written: {error.strerror}", code="source.unwritable") from error


def _said(cell: Cell) -> str:
    """A cell as text: things by their properties, paths by the names of what they lead through."""
    if isinstance(cell, Path):
        return " → ".join(str(node.properties.get("name", node.element_id)) for node in cell.nodes)
    if isinstance(cell, Node | Relationship):
        return ", ".join(f"{name} {encode(value)}" for name, value in cell.properties.items())
    return str(encode(cell))
