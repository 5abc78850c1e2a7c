"""What the object at the top of a document holds: records by key, a wrapper of records, or one record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.ingest.attributes import MAX_DEPTH
from fingerpost.ingest.graphs.json_maps import are_keyed
from fingerpost.ingest.graphs.json_objects import ObjectGraph

WRAPPERS = frozenset("data items records results rows value values".split())
"""Keys that say nothing of what they hold: if the document is one of them, its file names the label."""


def add_document(top: dict[str, Any], label: str, found: ObjectGraph, depth: int = 0) -> None:
    """Add the only object of a document: records by key, a wrapper of objects, or a record itself."""
    if top.get("type") == "FeatureCollection" and isinstance(top.get("features"), list):
        _add_features(top["features"], label, found)
        return
    parts = {key: value for key, value in top.items() if value not in (None, [], {})}
    if not parts or depth == MAX_DEPTH or are_keyed(parts) or len(parts_of(parts)) < len(parts):
        found.next_record()
        found.add(label, top)
        return
    lists = [key for key, value in parts.items() if isinstance(value, list)]
    for key, value in parts.items():
        only = len(parts) == 1 or lists == [key]
        named = label if only and (key.casefold() in WRAPPERS or not any(map(str.isalpha, key))) else key
        if isinstance(value, dict):
            add_document(value, named, found, depth + 1)
            continue
        for item in value:
            found.next_record()
            found.add(named, item)


def parts_of(top: Mapping[str, Any]) -> dict[str, Any]:
    """What of an object is an object, or a list of nothing else."""
    return {key: value for key, value in top.items() if value and _is_objects(value)}


def _add_features(features: Sequence[Any], label: str, found: ObjectGraph) -> None:
    """The features of GeoJSON: each is its properties, with where a point is, or what shape it has."""
    for feature in features:
        found.next_record()
        held = feature.get("properties") if isinstance(feature, dict) else None
        if not isinstance(held, dict):
            found.add(label, feature)
            continue
        geometry = feature.get("geometry") or {}
        own = {"id": feature["id"]} if "id" in feature else {}
        found.add(label, own | held | _where(geometry.get("type"), geometry.get("coordinates")))


def _where(kind: Any, coordinates: Any) -> dict[str, Any]:
    if kind == "Point" and isinstance(coordinates, list) and len(coordinates) >= 2:
        return {"longitude": coordinates[0], "latitude": coordinates[1]}
    return {"geometry": kind} if isinstance(kind, str) else {}


def _is_objects(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and all(isinstance(item, dict) for item in value))
