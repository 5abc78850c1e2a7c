"""Networks as files: node-link JSON, GraphML, and a drawing as SVG or in a page."""

from __future__ import annotations

import json
import math
from html import escape
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

if TYPE_CHECKING:
    from fingerpost.engine import Network, NetworkNode

_RING: Final = 210
"""Pixels between the rings of a drawing."""
_MARGIN: Final = 190
_LABEL: Final = 34
"""Characters of a name in a drawing; the whole is its tooltip."""
_SPACE: Final = 22
"""Pixels that a node needs on its ring."""
_COLOURS: Final = ("#1d4e89", "#b3541e", "#3c7a3f", "#7a3c6e", "#666666")
_STYLE: Final = (
    "text{font:12px sans-serif;fill:#222}line{stroke:#999;stroke-opacity:.5}"
    "circle{stroke:#fff;stroke-width:1.5}@media(prefers-color-scheme:dark){svg{background:#181818}text{fill:#eee}}"
)
_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body{{margin:0;font:14px sans-serif}}main{{overflow:auto;height:85vh}}p{{margin:.5em 1em}}</style></head>
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
    places, size = _places(network)
    colours = _colours(network)
    lines = []
    for edge in network.edges:
        (x1, y1), (x2, y2) = places[edge.start], places[edge.end]
        width = 1 + min(math.log2(max(edge.strength, 1)), 4)
        title = escape(f"{_name(network, edge.start)} {edge.kind} {_name(network, edge.end)} ({edge.strength})")
        lines.append(
            f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke-width="{width:.1f}" '
            f'marker-end="url(#arrow)"><title>{title}</title></line>'
        )
    for node in network.nodes:
        x, y = places[node.id]
        radius = 9 if node.hops == 0 else 6
        lines.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius}" fill="{colours[node.kind]}"><title>{escape(node.name)}'
            f"</title></circle>"
        )
        lines.append(_label(node, x, y, size / 2))
    arrow = (
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="15" refY="4" markerWidth="7" markerHeight="7" '
        'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" fill="#777"/></marker></defs>'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size:.0f}" height="{size:.0f}"'
    return f'{head} viewBox="0 0 {size:.0f} {size:.0f}"><style>{_STYLE}</style>{arrow}{"".join(lines)}</svg>\n'


def _label(node: NetworkNode, x: float, y: float, middle: float) -> str:
    short = node.name if len(node.name) <= _LABEL else node.name[: _LABEL - 1] + "…"
    left = x < middle and node.hops > 0
    anchor, shift = ("end", -11) if left else ("start", 11)
    return f'<text x="{x + shift:.0f}" y="{y + 4:.0f}" text-anchor="{anchor}">{escape(short)}</text>'


def _html(network: Network) -> str:
    legend = " ".join(
        f'<span style="color:{colour}">● {escape(kind)}</span>' for kind, colour in _colours(network).items()
    )
    notes = "".join(f"<p>{escape(note)}</p>" for note in network.notes)
    return _PAGE.format(title=escape(network.nodes[0].name), legend=legend, drawing=_svg(network), notes=notes)


def _colours(network: Network) -> dict[str, str]:
    kinds = list(dict.fromkeys(node.kind for node in network.nodes))
    return {kind: _COLOURS[min(number, len(_COLOURS) - 1)] for number, kind in enumerate(kinds)}


def _name(network: Network, identifier: str) -> str:
    return next(node.name for node in network.nodes if node.id == identifier)


def _places(network: Network) -> tuple[dict[str, tuple[float, float]], float]:
    """Where nodes stand, on rings by their distance from the middle, and the width of the square around them."""
    rings: dict[int, list[str]] = {}
    for node in network.nodes:
        rings.setdefault(node.hops, []).append(node.id)
    radius = 0.0
    around: dict[str, tuple[float, float]] = {}
    for hops, members in sorted(rings.items()):
        radius = max(radius + _RING, len(members) * _SPACE / (2 * math.pi)) if hops else 0.0
        for number, member in enumerate(members):
            angle = 2 * math.pi * (number + 0.5 * (hops % 2)) / len(members)
            around[member] = (radius * math.cos(angle), radius * math.sin(angle))
    half = radius + _MARGIN
    return {member: (x + half, y + half) for member, (x, y) in around.items()}, 2 * half
