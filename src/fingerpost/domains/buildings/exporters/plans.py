"""Floor plans as SVG, from the plans of elements and rooms that were made when the model was loaded with --geometry."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, ClassVar, Final

from fingerpost.core.answer import Answer
from fingerpost.core.cells import Node
from fingerpost.core.errors import QuestionError
from fingerpost.core.limits import Limits
from fingerpost.engine import AskContext, FloorPlan
from fingerpost.plans import Plan

_QUERIES: Final = {
    "Space": "MATCH (e:Space)-[:ON_LEVEL]->(l:Level) WHERE e.plan IS NOT NULL RETURN e, l",
    "Element": "MATCH (e:Element)-[:ON_LEVEL]->(l:Level) WHERE e.plan IS NOT NULL RETURN e, l",
}
_MOST: Final = Limits(rows=200_000)
_MARGIN: Final = 0.8
"""Metres around a plan."""
_ABOVE: Final = frozenset({"Slab", "Covering", "Roof", "Footing", "Beam", "Member", "Plate"})
"""What lies over or under a plan: only drawn where it is marked."""
_LAYERS: Final = tuple(
    "Space Furniture SanitaryTerminal Stair StairFlight Ramp Railing Wall CurtainWall Column Window Door".split()
)
"""Labels in the order in which they are drawn; all others follow the rooms."""
_STYLE: Final = (
    ".plan{background:#fff}.plan path{stroke:#5d6675;stroke-width:.02;fill:#eef1f5;fill-rule:evenodd}"
    ".plan .Space{fill:#f8f9fb;stroke:#c9d0da;stroke-width:.01}"
    ".plan .Wall,.plan .CurtainWall,.plan .Column{fill:#495057;stroke:#343a40}"
    ".plan .Door{fill:#fff}.plan .Window{fill:#a5d8ff}.plan .marked{fill:#ff922b;stroke:#d9480f;stroke-width:.05}"
    ".plan .over{fill-opacity:.35}.plan text{font-family:system-ui,sans-serif;fill:#1d2430;text-anchor:middle}"
    ".plan .scale{stroke:#1d2430;stroke-width:.04;fill:none}"
)


@dataclass
class _Storey:
    """What is drawn of one level."""

    level: Node
    nodes: list[tuple[Node, Any]] = field(default_factory=list)

    @property
    def elevation(self) -> float:
        height = self.level.properties.get("elevation")
        return float(height) if isinstance(height, (int, float)) else 0.0


def floor_plans(context: AskContext, ids: Collection[str]) -> tuple[FloorPlan, ...]:
    """The plan of every storey on which something has a shape, lowest first, with some elements marked.

    Raises:
        StoreError: the store failed.
    """
    storeys = sorted(_storeys(context).values(), key=lambda one: (one.elevation, str(one.level.properties.get("name"))))
    return tuple(_drawn(one, context, frozenset(ids)) for one in storeys)


class PlanExporter:
    """One SVG document with the storeys on which elements of the answer are, one under another; all without any."""

    summary: ClassVar[str] = "floor plans (SVG) with the answer's elements marked"
    pack: ClassVar[str | None] = "buildings"

    def export_from(self, context: AskContext, answer: Answer[Plan], ids: Sequence[str]) -> bytes:
        """The document.

        Raises:
            QuestionError: `question.unknown`: the graph has no shapes.
        """
        plans = floor_plans(context, ids)
        if not plans:
            message = "this graph has no shapes to draw: load the model with --geometry"
            raise QuestionError(message, code="question.unknown")
        shown = [one for one in plans if one.marked] or plans
        return sheet(shown, answer.question).encode()


def sheet(plans: Sequence[FloorPlan], title: str) -> str:
    """Plans one under another, each as wide as the widest."""
    width = 1000.0
    top, parts = 50.0, []
    for plan in plans:
        head, _, rest = plan.svg.partition("viewBox=")
        box = [float(one) for one in rest.split('"')[1].split()]
        height = width * box[3] / box[2]
        placed = head.replace("<svg ", f'<svg y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" ', 1)
        parts.append(f"{placed}viewBox={rest}")
        top += height + 20
    said = f'<text x="20" y="32" font-family="system-ui,sans-serif" font-size="20">{escape(title)}</text>'
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {top:.0f}" width="{width:.0f}">'
    return f'{frame}<rect width="100%" height="100%" fill="#fff"/>{said}{"".join(parts)}</svg>\n'


def _storeys(context: AskContext) -> dict[str, _Storey]:
    from shapely import GEOSException, from_wkt

    found: dict[str, _Storey] = {}
    labels = context.schema.label_by_name
    for label, query in _QUERIES.items():
        if label not in labels or "Level" not in labels or "plan" not in labels[label].by_name:
            continue
        for node, level in context.store.run(context.gate.check(query), _MOST).rows:
            if not isinstance(node, Node) or not isinstance(level, Node):
                continue
            try:
                shape = from_wkt(str(node.properties["plan"]))
            except GEOSException:
                continue
            found.setdefault(level.element_id, _Storey(level)).nodes.append((node, shape))
    return found


def _drawn(storey: _Storey, context: AskContext, ids: frozenset[str]) -> FloorPlan:
    name = context.display.name(storey.level)
    ordered = sorted(storey.nodes, key=lambda pair: (pair[0].element_id in ids, _layer(pair[0])))
    kept = [(node, shape) for node, shape in ordered if node.element_id in ids or node.labels[0] not in _ABOVE]
    bounds = [shape.bounds for _, shape in kept or ordered]
    low_x, low_y = min(one[0] for one in bounds) - _MARGIN, min(one[1] for one in bounds) - _MARGIN
    high_x, high_y = max(one[2] for one in bounds) + _MARGIN, max(one[3] for one in bounds) + 2 * _MARGIN
    width, height = high_x - low_x, high_y - low_y
    size = max(width, height) / 55
    paths = "".join(_path(node, shape, context, node.element_id in ids) for node, shape in kept)
    texts = "".join(_label(node, shape, size * 0.8) for node, shape in kept if node.labels[0] == "Space")
    at = f'x="{(low_x + high_x) / 2:.3f}" y="{size * 1.6 - high_y:.3f}"'
    heading = f'<text {at} font-size="{size:.3f}">{escape(name)}</text>'
    box = f"{low_x:.3f} {-high_y:.3f} {width:.3f} {height:.3f}"
    svg = (
        f'<svg class="plan" xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><style>{_STYLE}</style>'
        f"{paths}{texts}{heading}{_scale(low_x + _MARGIN, -low_y - _MARGIN / 3, width, size * 0.7)}</svg>"
    )
    return FloorPlan(name, svg, tuple(node.element_id for node, _ in kept if node.element_id in ids))


def _layer(node: Node) -> int:
    label = node.labels[0]
    return _LAYERS.index(label) if label in _LAYERS else 1


def _path(node: Node, shape: Any, context: AskContext, is_marked: bool) -> str:
    label = node.labels[0]
    classes = f"{label}{' marked' if is_marked else ''}{' over' if is_marked and label in (*_ABOVE, 'Space') else ''}"
    lines = " ".join("M" + "L".join(f"{x:.3f} {-y:.3f}" for x, y in ring) + "Z" for ring in _rings(shape))
    title = f"<title>{escape(f'{label} {context.display.name(node)}')}</title>"
    return f'<path class="{escape(classes)}" data-id="{escape(node.element_id)}" d="{lines}">{title}</path>'


def _rings(shape: Any) -> Iterator[Sequence[tuple[float, float]]]:
    for part in getattr(shape, "geoms", (shape,)):
        if part.geom_type == "Polygon":
            for ring in (part.exterior, *part.interiors):
                yield [point[:2] for point in ring.coords]


def _label(node: Node, shape: Any, size: float) -> str:
    """The name and the area of a room, where they fit."""
    said: Mapping[str, Any] = node.properties
    name = " ".join(
        str(said[one]) for one in ("name", "longName") if said.get(one) and said.get("name") != said.get("longName")
    )
    name = name or str(said.get("longName") or said.get("name") or "")
    width = shape.bounds[2] - shape.bounds[0]
    if not name or width <= 0:
        return ""
    size = min(size, width / (0.55 * len(name)))
    at = shape.representative_point()
    area = said.get("area")
    lines = [name, *([f"{area:.1f} m²"] if isinstance(area, (int, float)) else [])]
    spans = "".join(
        f'<tspan x="{at.x:.3f}" dy="{0 if number == 0 else size * 1.2:.3f}">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return f'<text x="{at.x:.3f}" y="{-at.y:.3f}" font-size="{size:.3f}">{spans}</text>'


def _scale(x: float, y: float, width: float, size: float) -> str:
    """A bar of a round number of metres."""
    metres = max((one for one in (1, 2, 5, 10, 20, 50, 100) if one <= width / 3), default=1)
    bar = f'<path class="scale" d="M{x:.3f} {y:.3f}h{metres}"/>'
    return f'{bar}<text x="{x + metres / 2:.3f}" y="{y - size / 2:.3f}" font-size="{size:.3f}">{metres} m</text>'
