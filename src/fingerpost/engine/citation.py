"""Citations of elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from fingerpost.core.answer import Citation, SourceRef
from fingerpost.core.cells import Node, Relationship
from fingerpost.engine.context import AskContext
from fingerpost.engine.manifest import SourceEntry
from fingerpost.stores import Origin


def cite(
    context: AskContext, elements: Sequence[Node | Relationship], rows: Sequence[int | None]
) -> tuple[Citation, ...]:
    """Citations of elements: label or type, name, and the position in the source if known.

    A relationship is named after its end points. `rows` has the index of the result's row for each element.
    """
    joining = [element for element in elements if isinstance(element, Relationship)]
    ends = context.store.nodes([end for element in joining for end in (element.start, element.end)])
    origins = context.store.origins(elements)
    return tuple(
        _citation(context, element, ends, origin, row)
        for element, origin, row in zip(elements, origins, rows, strict=True)
    )


def _citation(
    context: AskContext, element: Node | Relationship, ends: Mapping[str, Node], origin: Origin | None, row: int | None
) -> Citation:
    source = _source(context.sources, origin)
    if isinstance(element, Relationship):
        joined = [ends[end] for end in (element.start, element.end) if end in ends]
        return Citation(
            element_id=element.element_id,
            kind="relationship",
            label=element.type,
            name=" → ".join(map(context.display.name, joined)) if len(joined) == 2 else None,
            source=source,
            row=row,
        )
    name = context.display.name(element)
    return Citation(
        element_id=element.element_id,
        label=element.labels[0] if element.labels else None,
        name=None if name == element.element_id else name,
        source=source,
        row=row,
    )


def _source(sources: Sequence[SourceEntry], origin: Origin | None) -> SourceRef | None:
    if origin is None or origin.file >= len(sources):
        return None
    entry = sources[origin.file]
    position = f"#{origin.line}" if entry.positions == "step" else f"{entry.positions} {origin.line}"
    return SourceRef(file=Path(entry.path).name, position=position)
