"""Loaded graphs, kept under a digest of their files; and graphs of which something was taken away."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from fingerpost.engine import VERSION, load
from scripts.reading.cases import Graph

WITHOUT = " without"
"""What is added to the name of a graph of which something was taken away."""
NODES, RELS = "nodes.jsonl", "rels.jsonl"


def records(file: Path) -> Iterator[dict[str, Any]]:
    """The records of a file of JSON Lines; none where there is no file."""
    if file.is_file():
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)


def loaded(graph: Graph, keep: Path) -> Path:
    """The knowledge base of a graph, under a digest of its files; it is loaded where it is not there yet."""
    digest = hashlib.sha256(f"{VERSION}".encode())
    for file in sorted(path for path in (graph.source, *graph.source.rglob("*")) if path.is_file()):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    folder = keep / f"{graph.name}-{digest.hexdigest()[:16]}.fp"
    if not folder.exists():
        load([graph.source], folder)
    return folder


def without(graph: Graph, names: Collection[str], keep: Path) -> Graph:
    """A graph of JSON Lines without labels (nodes of no other label go with them) and properties of these names."""
    digest = hashlib.sha256(repr((str(graph.source), sorted(names))).encode()).hexdigest()[:8]
    folder = keep / "without" / f"{graph.name}-{digest}"
    if not folder.is_dir():
        folder.mkdir(parents=True)
        kept: set[str] = set()
        with (folder / NODES).open("w", encoding="utf-8") as out:
            for node in records(graph.source / NODES):
                labels = [label for label in node["labels"] if label not in names]
                if labels:
                    kept.add(node["id"])
                    out.write(json.dumps({**node, "labels": labels, "props": _left(node["props"], names)}) + "\n")
        rels = [rel for rel in records(graph.source / RELS) if rel["start"] in kept and rel["end"] in kept]
        texts = [json.dumps({**rel, "props": _left(rel["props"], names)}) + "\n" for rel in rels]
        if texts:
            (folder / RELS).write_text("".join(texts), encoding="utf-8")
    return replace(graph, name=graph.name + WITHOUT, source=folder)


def _left(properties: dict[str, object], names: Collection[str]) -> dict[str, object]:
    return {name: value for name, value in properties.items() if name not in names}
