"""Reads DOT, the language of Graphviz."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from fingerpost.core.cells import Cell
from fingerpost.ingest.exchange.dot_syntax import Attributes, Part, Written, parsed
from fingerpost.ingest.graphs.networkx_files import NetworkxLoader

_LOOKS = frozenset(
    "arrowhead arrowsize arrowtail bgcolor class color colorscheme compound constraint decorate dir distortion "
    "fillcolor fixedsize fontcolor fontname fontsize group headclip headport height href image labelangle "
    "labeldistance labelfloat labelfontcolor labelfontname labelfontsize labelloc lhead lp ltail margin minlen "
    "nodesep nojustify ordering orientation penwidth peripheries pin pos rank rankdir regular samehead sametail "
    "samplepoints shape shapefile showboxes sides skew splines style tailclip tailport target tooltip url "
    "vertices width xlp z".split()
)
"""Attributes that say how something is drawn."""
_BREAKS = re.compile(r"\\[nlr]")
_NUMERAL = re.compile(r"-?(?:\.\d{1,15}|(?:0|[1-9]\d{0,14})(?:\.\d{0,15})?)")
"""A numeral of DOT that is not code such as `007`."""


class DotLoader(NetworkxLoader):
    """Graphviz's DOT. The label of a node is its name, that of an edge its type; how they are drawn is left out."""

    name: ClassVar[str] = "dot"
    summary: ClassVar[str] = "DOT (Graphviz)"
    endings: ClassVar[tuple[str, ...]] = (".dot", ".gv")

    def graph(self, text: str) -> Any:
        """The graph in a DOT file, with those of its subgraphs; a node in a cluster has the property `cluster`."""
        import networkx

        graphs = parsed(text)
        if len(graphs) > 1:
            raise ValueError("it has several graphs")
        made = networkx.MultiDiGraph()
        _add(graphs[0], None, made)
        for attributes in ((each for _, each in made.nodes(data=True)), (each for _, _, each in made.edges(data=True))):
            _agree(list(attributes))
        return made


def _add(part: Part, cluster: str | None, made: Any) -> None:
    for name, attributes in part.nodes:
        _add_node(_text(name), cluster, made, _attributes(attributes, naming="name"))
    for inner in part.parts:
        titled = "" if inner.name is None else inner.name.text
        label = inner.attributes.get("label")
        named = (_text(label) if label is not None else "") or titled.removeprefix("cluster_")
        _add(inner, named if titled.startswith("cluster") else cluster, made)
    for source, target, attributes in part.edges:
        for start in _ends(source):
            for end in _ends(target):
                _add_node(start, cluster, made, {})
                _add_node(end, cluster, made, {})
                made.add_edge(start, end, **_attributes(attributes, naming="label"))


def _agree(attributes: Sequence[dict[str, Cell]]) -> None:
    """Make an attribute text everywhere, if it is not a number anywhere."""
    worded = {key for each in attributes for key, value in each.items() if isinstance(value, str)}
    for each in attributes:
        each.update((key, str(value)) for key, value in each.items() if key in worded)


def _add_node(name: str, cluster: str | None, made: Any, attributes: Mapping[str, Cell]) -> None:
    made.add_node(name, **attributes)
    if cluster:
        made.nodes[name].setdefault("cluster", cluster)


def _ends(end: Written | Part) -> list[str]:
    """The names of the nodes at one end of an edge, which may be a subgraph."""
    return [_text(end)] if isinstance(end, Written) else list(dict.fromkeys(map(_text, end.names())))


def _attributes(given: Attributes, *, naming: str) -> dict[str, Cell]:
    """The attributes that say something; a numeral without quotes is a number, but in what names the element."""
    found: dict[str, Cell] = {}
    for key, value in given.items():
        text = _text(value)
        if key.casefold() in _LOOKS or not text or text == r"\N":
            continue
        if key == "label":
            found[naming] = text
        elif value.form == "plain" and _NUMERAL.fullmatch(text):
            found[key] = float(text) if "." in text else int(text)
        else:
            found[key] = text
    return found


def _text(written: Written) -> str:
    """A name or value without escapes, line breaks, or the tags of an HTML-like label."""
    text = written.text
    if written.form == "quoted":
        text = text.replace('\\"', '"')
    elif written.form == "html":
        text = html.unescape(re.sub(r"<[^<>]*>", " ", text))
    return " ".join(_BREAKS.sub(" ", text).split())
