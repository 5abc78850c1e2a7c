"""Is an answer right? Rows against what the file holds: elements by GlobalId, quantities in metres or millimetres."""

from __future__ import annotations

import math

from building_questions import NONE

from fingerpost.core.answer import Status
from fingerpost.core.cells import Node

SURE = 0.8
RIGHT, WRONG, REFUSED = "right", "wrong", "refused"
_SILENT = (Status.UNANSWERABLE, Status.REFUSED, Status.AMBIGUOUS)
_SCALES = (1.0, 1000.0)
"""A length of a model in millimetres is answered in metres."""


def verdict(answer, wanted):
    """RIGHT, WRONG or REFUSED (nothing was claimed, though the model holds it)."""
    if wanted is NONE:
        empty = answer.status is Status.EMPTY or all(row[-1] in (None, 0) for row in answer.rows)
        return RIGHT if answer.status in _SILENT or empty else WRONG
    if answer.status in _SILENT or answer.status is Status.FAILED:
        return REFUSED
    if isinstance(wanted, bool):
        said = [bool(row[-1]) for row in answer.rows]
        return RIGHT if (said or [False]) == [wanted] else WRONG
    return RIGHT if _holds(answer.rows, wanted) else WRONG


def _holds(rows, wanted):
    if isinstance(wanted, dict):
        return len(rows) == len(wanted) and all(_close(row[-1], wanted.get(_text(row[0]))) for row in rows)
    if isinstance(wanted, list):
        ids = {element.GlobalId for element in wanted}
        names = {element.Name for element in wanted}
        columns = list(zip(*rows, strict=True))
        return (not rows and not ids) or any(
            {cell.element_id for cell in column if isinstance(cell, Node)} == ids
            or (len(names) == len(ids) and {_text(cell) for cell in column} == names)
            for column in columns
        )
    if isinstance(wanted, set):
        return any(
            all(any(_same(cell, text) for text in wanted) for cell in column if cell is not None)
            and all(any(_same(cell, text) for cell in column if cell is not None) for text in wanted)
            for column in zip(*rows, strict=True)
        )
    if not rows:
        return wanted == 0
    return all(_same_number(row[-1], wanted) for row in rows)


def _text(cell):
    return str(cell.properties.get("name", cell.element_id)) if isinstance(cell, Node) else str(cell)


def _same(cell, text):
    try:
        return _text(cell) == text or _same_number(cell, float(text))
    except ValueError:
        return _text(cell) == text


def _same_number(cell, wanted):
    return any(_close(cell, wanted / scale) for scale in (_SCALES if wanted > 100 else _SCALES[:1]))


def _close(cell, wanted):
    numbers = all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in (cell, wanted))
    return numbers and math.isclose(cell, wanted, rel_tol=2e-3, abs_tol=1e-9)
