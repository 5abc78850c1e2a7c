"""Reading GraphML: what is taken out of the text by a pattern is what an XML parser reads."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from fingerpost.core.errors import SourceError
from fingerpost.domains.code.loader import export_file
from fingerpost.domains.code.loader.code_graph import CodeGraph
from fingerpost.ingest import LoadContext

_KEYS = "".join(
    f'<key id="{key}" for="node" attr.name="{name}" attr.type="{kind}"/>\n'
    for key, name, kind in (
        ("labelV", "labelV", "string"),
        ("labelE", "labelE", "string"),
        ("N", "NAME", "string"),
        ("O", "ORDER", "int"),
        ("X", "IS_EXTERNAL", "boolean"),
        ("H", "HASH", "string"),
        ("V", "VARIABLE", "string"),
        ("W", "WEIGHT", "string"),
    )
)
_START = '<?xml version="1.0"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n' + _KEYS + "<graph>\n"
_END = "</graph>\n</graphml>\n"


def _node(ident: str, *values: str, label: str = "METHOD") -> str:
    data = "".join(f"\n  {value}" for value in values)
    return f'<node id="{ident}">\n  <data key="labelV">{label}</data>{data}\n</node>\n'


def _edge(start: str, end: str, more: str = "", kind: str = "REF") -> str:
    return f'<edge source="{start}" target="{end}">\n  <data key="labelE">{kind}</data>{more}\n</edge>\n'


PARTS = {
    "plain": _node("1", '<data key="N">a</data>', '<data key="O">3</data>', '<data key="X">true</data>') * 2,
    "left out": _node("1", '<data key="H">a</data>', '<data key="unknown">a</data>', '<data key="N"></data>'),
    "empty": _node("1", '<data key="N"/>', '<data key="O">3</data>'),
    "escaped": _node("1", '<data key="N">&lt;a&gt; &amp;lt; &quot;&apos;</data>', '<data key="O">&lt;empty&gt;</data>'),
    "numeric entities": _node("1", '<data key="N">a&#10;b&#x41;</data>') + _node("2", '<data key="N">b</data>'),
    "blanks": _node("1", '<data key="N">\n    a b\t\n  </data>'),
    "line ends of Windows": _node("1", '<data key="N">a\nb</data>').replace("\n", "\r\n") + _edge("1", "1"),
    "comment": "<!--" + _node("1") + "--> " + _node("2") + _edge("2", "2"),
    "CDATA": _node("1", f'<data key="N"><![CDATA[{_node("9")}]]></data>') + _node("2"),
    "instruction": f"<?note {_node('1')}?>" + _node("2"),
    "quotes and order": "<node id='1'><data key='labelV'>METHOD</data></node>\n"
    '<edge target="1" id="e" source="1"><data key="labelE">REF</data></edge>',
    "variables": "".join(
        _edge("1", "2", f'<data key="{key}">{value}</data>', "REACHING_DEF")
        for key, value in (("V", "i"), ("V", "&amp;i"), ("V", "&#65;"), ("W", "2"), ("V", ""))
    ),
    "edges that are left out": _edge("1", "2", kind="DOMINATE") + _edge("1", "2", kind="AST"),
    "bad": _node("1", '<data key="O">many</data>', '<data key="N">a</data>') + '<node id="3"/>\n<edge source="1"/>\n',
    "no label": '<node id="4">\n<data key="N">a</data>\n</node>\n' + _node("1"),
    "within another": f"<graph><graph>{_node('1')}</graph>{_edge('1', '7')}</graph>",
}


def _read(text: str, folder: Path) -> tuple[Any, ...]:
    file = folder / "export.xml"
    file.write_bytes(text.encode())
    graph, context = CodeGraph(), LoadContext()
    export_file.read_export(file, context, graph)
    problems = [(one.kind, one.count, one.examples) for one in context.problems]
    order = list(graph.label.items()), [(node, list(found.items())) for node, found in graph.attributes.items()]
    return (*order, dict(graph.edges), dict(graph.children), graph.left_out, problems)


def _by_the_parser(text: str, folder: Path) -> tuple[Any, ...]:
    """From a comment on, the parser reads everything."""
    return _read(text.replace("<graphml", "<!-- all --><graphml", 1), folder)


@pytest.mark.parametrize("block", [3, 50, 1 << 18])
@pytest.mark.parametrize("longest", [20, 1 << 20])
@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_elements_are_read_as_a_parser_reads_them(
    part: str, block: int, longest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_file, "_BLOCK", block)
    monkeypatch.setattr(export_file, "_LONGEST_ELEMENT", longest)
    text = _START + _node("0", '<data key="N">zero</data>') + part + _node("7") + _edge("0", "7") + _END
    assert _read(text, tmp_path) == _by_the_parser(text, tmp_path)


@pytest.mark.parametrize("block", [1_000, 1 << 18])
def test_the_sample_is_read_as_a_parser_reads_it(
    block: int, shelf_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_file, "_BLOCK", block)
    text = gzip.decompress(shelf_file.read_bytes()).decode()
    found = _read(text, tmp_path)
    assert found == _by_the_parser(text, tmp_path)
    assert len(found[0]) > 800


@pytest.mark.parametrize("lost", [_END, "</node>\n", "</graph>\n", "</graphml>\n", '">a</data>'])
def test_the_line_of_what_is_not_well_formed_is_told(lost: str, tmp_path: Path) -> None:
    text = (_START + _node("0") + _node("1", '<data key="N">a</data>') + _END).replace(lost, "", 1)
    refused = []
    for read in (_read, _by_the_parser):
        with pytest.raises(SourceError, match="not well-formed") as found:
            read(text, tmp_path)
        refused.append(str(found.value))
    assert refused[0] == refused[1]
