"""Reads DOT, the language of Graphviz, by pydot."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from fingerpost.core.cells import Cell
from fingerpost.ingest.exchange.dot import parsed
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
"""A numeral of DOT that is no code such as `007`."""
_DEFAULTS = frozenset(["node", "edge", "graph"])


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


def _add(part: Any, cluster: str | None, made: Any) -> None:
    for node in part.get_nodes():
        if node.get_name() not in _DEFAULTS:
            attributes = _attributes(node.get_attributes(), naming="name")
            _add_node(_name(node.get_name()), cluster, made, attributes)
    for inner in part.get_subgraphs():
        named = _text(inner.get_attributes().get("label", "")) or inner.get_name().strip('"').removeprefix("cluster_")
        is_cluster = inner.get_name().strip('"').startswith("cluster")
        _add(inner, named if is_cluster else cluster, made)
    for edge in part.get_edges():
        for start in _ends(edge.get_source()):
            for end in _ends(edge.get_destination()):
                _add_node(start, cluster, made, {})
                _add_node(end, cluster, made, {})
                made.add_edge(start, end, **_attributes(edge.get_attributes(), naming="label"))


def _agree(attributes: Sequence[dict[str, Cell]]) -> None:
    """Make an attribute text everywhere, if it is no number anywhere."""
    worded = {key for each in attributes for key, value in each.items() if isinstance(value, str)}
    for each in attributes:
        each.update((key, str(value)) for key, value in each.items() if key in worded)


def _add_node(name: str, cluster: str | None, made: Any, attributes: Mapping[str, Cell]) -> None:
    made.add_node(name, **attributes)
    if cluster:
        made.nodes[name].setdefault("cluster", cluster)


def _ends(end: Any) -> Iterator[str]:
    """The names of the nodes at one end of an edge, which may be a subgraph."""
    if isinstance(end, Mapping):
        yield from (_name(name) for name in end["nodes"] if name not in _DEFAULTS)
        for inner in end["subgraphs"].values():
            for each in inner:
                yield from _ends(each)
    else:
        yield _name(end)


def _name(name: Any) -> str:
    """The name of a node, without its port."""
    text = str(name)
    if text.startswith('"'):
        return _text(text[: text.rindex('"') + 1])
    return text.partition(":")[0]


def _attributes(given: Mapping[str, Any], *, naming: str) -> dict[str, Cell]:
    """The attributes that say something; a numeral without quotes is a number, but in what names the element."""
    found: dict[str, Cell] = {}
    for key, value in given.items():
        text = _text(value)
        if key.casefold() in _LOOKS or not text or text == r"\N":
            continue
        if key == "label":
            found[naming] = text
        elif _NUMERAL.fullmatch(str(value)):
            found[key] = float(text) if "." in text else int(text)
        else:
            found[key] = text
    return found


def _text(value: Any) -> str:
    """A value without its quotes, line breaks, or the tags of an HTML-like label."""
    text = str(value)
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1].replace('\\"', '"')
    elif text.startswith("<") and text.endswith(">"):
        text = html.unescape(re.sub(r"<[^<>]*>", " ", text[1:-1]))
    return " ".join(_BREAKS.sub(" ", text).split())
