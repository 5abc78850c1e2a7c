"""Graphs whose labels, types and properties are written in other styles, as other databases write theirs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from fingerpost.linking import split_name
from scripts.eval.reading_graphs import NODES, RELS, records
from scripts.reading.cases import Graph

_LETTERS = 4
"""Letters that are left of each word of an abbreviated name."""


@dataclass(frozen=True)
class Style:
    """A way to write names: of a label, a property and a type, each from its words. A `packed` one comes with a pack
    that tells what its names mean."""

    name: str
    label: Callable[[tuple[str, ...]], str]
    property: Callable[[tuple[str, ...]], str]
    type: Callable[[tuple[str, ...]], str]
    packed: bool = False


def _snake(words: tuple[str, ...]) -> str:
    return "_".join(words)


def _camel(words: tuple[str, ...]) -> str:
    return words[0] + "".join(word.capitalize() for word in words[1:])


def _pascal(words: tuple[str, ...]) -> str:
    return "".join(word.capitalize() for word in words)


def _joined(words: tuple[str, ...]) -> str:
    return "".join(words)


def _upper(words: tuple[str, ...]) -> str:
    return "_".join(words).upper()


def _short(words: tuple[str, ...]) -> str:
    return "_".join(word[:_LETTERS] for word in words)


STYLES = (
    Style("snake_case", _snake, _snake, _snake),
    Style("camelCase", _pascal, _camel, _camel),
    Style("joinedlower", _joined, _joined, _joined),
    Style("UPPER", _upper, _upper, _upper),
    Style("tbl_x", lambda w: f"tbl_{_snake(w)}", lambda w: f"fld_{_snake(w)}", lambda w: f"rel_{_snake(w)}"),
    Style("abbreviated, with a pack", _short, _short, _short, packed=True),
)


def renamed(graph: Graph, style: Style, keep: Path) -> tuple[Graph, Path | None]:
    """A graph of JSON Lines with its names in another style, and the folder of its pack, where it has one."""
    digest = hashlib.sha256(repr((str(graph.source), style.name)).encode()).hexdigest()[:8]
    folder = keep / "renamed" / f"{graph.name}-{digest}"
    nodes, rels = list(records(graph.source / NODES)), list(records(graph.source / RELS))
    labels = _names((label for node in nodes for label in node["labels"]), style.label)
    types = _names((rel["type"] for rel in rels), style.type)
    properties = _names((name for each in (*nodes, *rels) for name in each["props"]), style.property)
    if not folder.is_dir():
        folder.mkdir(parents=True)
        for node in nodes:
            node["labels"] = [labels[label] for label in node["labels"]]
        for rel in rels:
            rel["type"] = types[rel["type"]]
        for each in (*nodes, *rels):
            each["props"] = {properties[name]: value for name, value in each["props"].items()}
        for name, written in ((NODES, nodes), (RELS, rels)):
            (folder / name).write_text("".join(json.dumps(each) + "\n" for each in written), encoding="utf-8")
    pack = _pack(keep / "packs" / f"{graph.name}-{digest}", labels, types, properties) if style.packed else None
    return replace(graph, name=f"{graph.name} {style.name}", source=folder), pack


def _names(found: Iterable[str], write: Callable[[tuple[str, ...]], str]) -> dict[str, str]:
    """Each name as it is written now; a number tells those apart that would be one."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(found):
        base = written = write(tuple(split_name(name)))
        number = 2
        while written in taken:
            written = f"{base}{number}"
            number += 1
        names[name] = written
        taken.add(written)
    return names


def _pack(folder: Path, labels: Mapping[str, str], types: Mapping[str, str], properties: Mapping[str, str]) -> Path:
    """A pack that gives each new name the words of the old."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = ['name = "renamed"']
    for table, names in (("labels", labels), ("relations", types), ("properties", properties)):
        lines += ["", f"[{table}]"]
        lines += [f"{json.dumps(new)} = [{json.dumps(' '.join(split_name(old)))}]" for old, new in names.items()]
    (folder / "pack.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
