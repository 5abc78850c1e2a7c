"""Networks as files: node-link JSON, GraphML, and a drawing as SVG or in a page."""

from __future__ import annotations

import json
import math
from html import escape
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

if TYPE_CHECKING:
    from fingerpost.engine import Network, NetworkNode

    _Place = tuple[float, float]

_RING: Final = 250
"""Pixels between the rings of a drawing: a name fits between them."""
_MARGIN: Final = 250
_LABEL: Final = 34
"""Characters of a name in a drawing; the whole is its tooltip."""
_BEGINNING: Final = 14
"""Characters of a long name before what is left out: the end tells names of one beginning apart."""
_APART: Final = 4
"""Pixels between lines of different kinds that join the same two nodes."""
_SPACE: Final = 17
"""Pixels that a node and its name need on their ring."""
_LINE: Final = 18
"""Pixels between lines of the legend and of the notes."""
_COLOURS: Final = ("#1d4e89", "#b3541e", "#3c7a3f", "#7a3c6e", "#666666")
_STROKES: Final = (("#999", ""), ("#3c7a3f", ""), ("#b3541e", "6 3"), ("#7a3c6e", "2 3"))
"""Colour and dashes of the kinds of edges."""
_STYLE: Final = (
    "text{font:12px sans-serif;fill:#222}line{stroke-opacity:.5}.middle{font-weight:bold;text-anchor:middle;"
    "paint-order:stroke;stroke:#fff;stroke-width:4px}circle{stroke:#fff;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){svg{background:#181818}text{fill:#eee}.middle{stroke:#181818}}"
)
_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body{{margin:0;font:14px sans-serif}}main{{overflow:auto;height:85vh}}p{{margin:.5em 1em}}
main svg{{display:block;margin:auto}}i{{border-top:3px solid;display:inline-block;width:1.5em;vertical-align:middle}}
@media(prefers-color-scheme:dark){{body{{background:#181818;color:#eee}}}}</style></head>
<body><p><b>{title}</b> {legend}</p><main>{drawing}</main>{notes}</body></html>
"""


def written(network: Network, form: str) -> str:
    """The text of a file in the format of a suffix: `.json`, `.graphml`, `.svg` or `.html`."""
    return {".json": _json, ".graphml": _graphml, ".svg": _svg, ".html": _html}[form](network)


def _json(network: Network) -> str:
    nodes = [{"id": one.id, "label": one.kind, "name": one.name, "hops": one.hops} for one in network.nodes]
    links = [
        {"source": one.start, "target": one.end, "type": one.kind, "strength": one.strength} for one in network.edges
    ]
    document = {"directed": True, "multigraph": True, "graph": {"notes": list(network.notes)}}
    return json.dumps({**document, "nodes": nodes, "links": links}, ensure_ascii=False, indent=1) + "\n"


def _graphml(network: Network) -> str:
    root = ElementTree.Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    keys = (("node", "labels", "string"), ("node", "name", "string"), ("node", "hops", "int"))
    for of, name, kind in (*keys, ("edge", "label", "string"), ("edge", "strength", "int")):
        ElementTree.SubElement(root, "key", {"id": f"{of}-{name}", "for": of, "attr.name": name, "attr.type": kind})
    graph = ElementTree.SubElement(root, "graph", edgedefault="directed")
    for node in network.nodes:
        element = ElementTree.SubElement(graph, "node", id=node.id)
        for name, value in (("labels", f":{node.kind}"), ("name", node.name), ("hops", str(node.hops))):
            ElementTree.SubElement(element, "data", key=f"node-{name}").text = value
    for edge in network.edges:
        element = ElementTree.SubElement(graph, "edge", source=edge.start, target=edge.end)
        for name, value in (("label", edge.kind), ("strength", str(edge.strength))):
            ElementTree.SubElement(element, "data", key=f"edge-{name}").text = value
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _svg(network: Network) -> str:
    """A drawing with its legend at the top and its notes at the bottom, beside the outermost ring."""
    drawn, size = _drawn(network)
    kinds = [
        f'<circle cx="16" cy="{_LINE * number}" r="6" fill="{colour}"/><text x="34" y="{_LINE * number + 4}">'
        f"{escape(kind)}</text>"
        for number, (kind, colour) in enumerate(_colours(network).items(), 1)
    ]
    for number, (kind, (colour, dashes)) in enumerate(_strokes(network).items(), len(kinds) + 1):
        kinds.append(
            f'<line x1="8" x2="26" y1="{_LINE * number}" y2="{_LINE * number}" stroke="{colour}" stroke-width="3" '
            f'stroke-dasharray="{dashes}"/><text x="34" y="{_LINE * number + 4}">{escape(kind)}</text>'
        )
    notes = [
        f'<text x="8" y="{size + _LINE * number:.0f}">{escape(note)}</text>'
        for number, note in enumerate(network.notes, 1)
    ]
    return _framed(drawn + "".join(kinds + notes), size, size + _LINE * (len(notes) + 1))


def _framed(drawn: str, width: float, height: float) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
    return f'{head} viewBox="0 0 {width:.0f} {height:.0f}"><style>{_STYLE}</style>{drawn}</svg>\n'


def _drawn(network: Network) -> tuple[str, float]:
    """The nodes and edges, and the width of the square around them."""
    places, size = _places(network)
    colours, strokes = _colours(network), _strokes(network)
    names = {node.id: node.name for node in network.nodes}
    numbers = {kind: number for number, kind in enumerate(strokes)}
    markers = [
        f'<marker id="arrow{numbers[kind]}" viewBox="0 0 8 8" refX="15" refY="4" markerWidth="7" markerHeight="7" '
        f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>'
        for kind, (colour, _) in strokes.items()
    ]
    lines = [f"<defs>{''.join(markers)}</defs>"]
    for edge in network.edges:
        (x1, y1), (x2, y2) = _beside(places[edge.start], places[edge.end], numbers[edge.kind])
        width = 1 + min(math.log2(max(edge.strength, 1)), 4)
        title = escape(f"{names[edge.start]} {edge.kind} {names[edge.end]} ({edge.strength})")
        colour, dashes = strokes[edge.kind]
        lines.append(
            f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke="{colour}" '
            f'stroke-width="{width:.1f}" stroke-dasharray="{dashes}" marker-end="url(#arrow{numbers[edge.kind]})">'
            f"<title>{title}</title></line>"
        )
    for node in network.nodes:
        x, y = places[node.id]
        radius = 9 if node.hops == 0 else 6
        lines.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius}" fill="{colours[node.kind]}"><title>{escape(node.name)}'
            f"</title></circle>"
        )
        lines.append(_label(node, x, y, size / 2))
    return "".join(lines), size


def _beside(start: _Place, end: _Place, number: int) -> tuple[_Place, _Place]:
    """The ends of a line, moved aside by the number of its kind: several kinds may join the same two nodes."""
    (x1, y1), (x2, y2) = start, end
    length = math.dist(start, end) or 1
    dx, dy = _APART * number * (y2 - y1) / length, _APART * number * (x1 - x2) / length
    return (x1 + dx, y1 + dy), (x2 + dx, y2 + dy)


def _label(node: NetworkNode, x: float, y: float, middle: float) -> str:
    """A name outward along the spoke of its node, so that none lies on another; that of the middle above it."""
    cut = f"{node.name[:_BEGINNING]}…{node.name[_BEGINNING + 1 - _LABEL :]}"
    short = escape(node.name if len(node.name) <= _LABEL else cut)
    if node.hops == 0:
        return f'<text class="middle" x="{x:.0f}" y="{y - 16:.0f}">{short}</text>'
    angle = math.degrees(math.atan2(y - middle, x - middle))
    left = abs(angle) > 90
    anchor, shift, turn = ("end", -11, angle + 180) if left else ("start", 11, angle)
    return (
        f'<text x="{shift}" y="4" text-anchor="{anchor}" '
        f'transform="translate({x:.0f} {y:.0f}) rotate({turn:.1f})">{short}</text>'
    )


def _html(network: Network) -> str:
    legend = [f'<span style="color:{colour}">● {escape(kind)}</span>' for kind, colour in _colours(network).items()]
    legend += [
        f'<i style="color:{colour};border-top-style:{"dashed" if dashes else "solid"}"></i> {escape(kind)}'
        for kind, (colour, dashes) in _strokes(network).items()
    ]
    drawn, size = _drawn(network)
    notes = "".join(f"<p>{escape(note)}</p>" for note in network.notes)
    drawing = _framed(drawn, size, size)
    return _PAGE.format(title=escape(network.nodes[0].name), legend=" ".join(legend), drawing=drawing, notes=notes)


def _colours(network: Network) -> dict[str, str]:
    kinds = list(dict.fromkeys(node.kind for node in network.nodes))
    return {kind: _COLOURS[min(number, len(_COLOURS) - 1)] for number, kind in enumerate(kinds)}


def _strokes(network: Network) -> dict[str, tuple[str, str]]:
    kinds = list(dict.fromkeys(edge.kind for edge in network.edges))
    return {kind: _STROKES[min(number, len(_STROKES) - 1)] for number, kind in enumerate(kinds)}


def _places(network: Network) -> tuple[dict[str, _Place], float]:
    """Where nodes stand, on rings by their distance from the middle, and the width of the square around them."""
    rings: dict[int, list[str]] = {}
    for node in network.nodes:
        rings.setdefault(node.hops, []).append(node.id)
    radius = 0.0
    around: dict[str, _Place] = {}
    for hops, members in sorted(rings.items()):
        radius = max(radius + _RING, len(members) * _SPACE / (2 * math.pi)) if hops else 0.0
        for number, member in enumerate(members):
            angle = 2 * math.pi * (number + 0.5 * (hops % 2)) / len(members)
            around[member] = (radius * math.cos(angle), radius * math.sin(angle))
    half = radius + _MARGIN
    return {member: (x + half, y + half) for member, (x, y) in around.items()}, 2 * half
