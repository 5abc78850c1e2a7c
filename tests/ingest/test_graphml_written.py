"""GraphML that NetworkX wrote, that was written by hand, and that was thrown together, is read."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from hypothesis import example, given, settings, strategies as st

from fingerpost.core.errors import SourceError
from fingerpost.ingest.attributes import add_name
from fingerpost.ingest.graphs.graphml import GraphmlLoader

LOADER = GraphmlLoader()


def document(body, keys=""):
    return f'<graphml>\n{keys}<graph edgedefault="directed">\n{body}</graph></graphml>'


# What XML 1.0 can hold, less the carriage return, which XML reads as a line feed.
TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff") | st.sampled_from("\n\t<>&\"'"),
    max_size=10,
)
RESERVED = {
    "labels",
    "label",
    "labelV",
    "labelE",
    "type",
    "label_type",
    "kind",
    "category",
    "relation",
    "relationship",
    "key",
}
NAMES = TEXT.map(str.strip).filter(lambda name: name and name not in RESERVED and "\n" not in name and "\t" not in name)
SCALARS = TEXT | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.booleans()
ATTRIBUTES = st.dictionaries(NAMES, SCALARS, max_size=4)
# Names as they are typed in attribute values: white space there is folded into blanks.
IDS = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=8)
LABELS = TEXT.filter(bool)
GRAPHS = st.tuples(
    st.dictionaries(IDS, st.tuples(LABELS, ATTRIBUTES), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), LABELS, ATTRIBUTES), max_size=4),
)


def seen(loaded):
    return (
        [(n.id, n.labels, n.properties) for n in loaded.nodes],
        [(r.start, r.end, r.type, r.properties) for r in loaded.relationships],
    )


def named(ident, attributes):
    """Attributes with the name that the id is, where it is one."""
    found = dict(attributes)
    add_name(ident, found)
    return found


def expected(graph):
    nodes, edges = graph
    names = list(nodes)
    return (
        [(name, (label,), named(name, attributes)) for name, (label, attributes) in nodes.items()],
        [(names[s % len(names)], names[e % len(names)], kind, attributes) for s, e, kind, attributes in edges],
    )


@settings(deadline=None)
@given(graph=GRAPHS)
@example(graph=({"0": ("0", {"self": ""})}, [(0, 0, "0", {"key_": "", "u_for_edge": ""})]))
def test_what_networkx_writes_is_read(graph, load, networkx):
    nodes, edges = expected(graph)
    written = networkx.MultiDiGraph()
    for name, (label, attributes) in graph[0].items():
        # In place: as keywords, names such as "self" would be taken for those of networkx's own parameters.
        written.add_node(name)
        written.nodes[name].update({"type": label, **attributes})
    for start, end, kind, attributes in edges:
        key = written.add_edge(start, end)
        written.edges[start, end, key].update({"relation": kind, **attributes})
    out = io.BytesIO()
    networkx.write_graphml_xml(written, out)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "g.graphml"
        path.write_bytes(out.getvalue())
        loaded = load(LOADER, path)
    found_nodes, found_edges = seen(loaded)
    assert found_nodes == nodes
    # NetworkX writes edges by their start.
    order = {name: n for n, (name, _, _) in enumerate(nodes)}
    assert sorted(found_edges, key=repr) == sorted(edges, key=repr)
    assert [order[start] for start, *_ in found_edges] == sorted(order[start] for start, *_ in found_edges)
    assert not loaded.problems


def typed(value):
    kinds = {bool: "boolean", int: "long", float: "double", str: "string"}
    return kinds[type(value)], escape(str(value))


@settings(deadline=None)
@given(graph=GRAPHS)
def test_what_is_written_is_read(graph, load):
    keys: dict[tuple[str, str], str] = {}

    def data(attributes):
        parts = []
        for name, value in attributes.items():
            kind, text = typed(value)
            key = keys.setdefault((name, kind), f"d{len(keys)}")
            parts.append(f'<data key="{key}">{text}</data>')
        return "".join(parts)

    nodes, edges = expected(graph)
    body = "".join(
        f"<node id={quoteattr(name)}>{data({'kind': label, **rest})}</node>\n"
        for name, (label, rest) in graph[0].items()
    )
    body += "".join(
        f"<edge source={quoteattr(s)} target={quoteattr(e)}>{data({'relationship': kind, **rest})}</edge>\n"
        for s, e, kind, rest in edges
    )
    declared = "".join(
        f'<key id="{key}" for="all" attr.name={quoteattr(name)} attr.type="{kind}"/>'
        for (name, kind), key in keys.items()
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "g.graphml"
        path.write_text(document(body, declared), encoding="utf-8", newline="")
        loaded = load(LOADER, path)
    assert seen(loaded) == (nodes, edges)
    assert not loaded.problems


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "<node id='1'>",
                "</node>",
                "<data key='k'>",
                "</data>",
                "<edge source='1' target='2'>",
                "</edge>",
                "<graph>",
                "</graph>",
                "<port>",
                "</port>",
                "<key id='k'>",
                "</key>",
                "<default>",
                "</default>",
                "x",
                "<hyperedge/>",
            ]
        ),
        max_size=12,
    )
)
def test_any_elements_give_records_or_a_source_error(load, parts):
    loaded = None
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(SourceError):
        path = Path(folder) / "g.graphml"
        path.write_text(document("<node id='0'/>" + "".join(parts)))
        loaded = load(LOADER, path)
    assert loaded is None or loaded.nodes[0].id == "0"
