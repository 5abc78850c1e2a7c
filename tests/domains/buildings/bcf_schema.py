"""Files in the BCF held against its schema.

bcf-client has no XSD, but classes that were generated from the schemas of buildingSMART, whose fields carry what these
demand: order, number, types, patterns and bounds of elements and attributes. The files are held against these, and the
one choice that the classes do not carry (one camera of two) is checked here.
"""

from __future__ import annotations

import dataclasses
import enum
import io
import re
import typing
import zipfile
from collections.abc import Iterator
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

from xsdata.formats.converter import converter

CLASSES = {
    "markup.bcf": ("markup", "Markup"),
    "bcf.version": ("version", "Version"),
    "extensions.xml": ("extensions", "Extensions"),
}


def breaches(content: bytes, version: str) -> list[str]:
    """What of a BCF file (`version` v2 or v3) is not as the schema demands, with the file in it and the element."""
    found = []
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in (one.filename for one in archive.infolist() if not one.is_dir()):
            module, kind = CLASSES.get(name.rpartition("/")[2], ("", ""))
            if name.endswith(".bcfv"):
                module, kind = "visinfo", "VisualizationInfo"
            if name.endswith(".bcfp"):
                module, kind = "project", "ProjectExtension" if version == "v2" else "ProjectInfo"
            assert module, f"{name} is no file of a BCF"
            model = getattr(import_module(f"bcf.{version}.model.{module}"), kind)
            root = ElementTree.fromstring(archive.read(name))
            found += [f"{name.rpartition('/')[2]} {one}" for one in _root(root, model, kind)]
    return found


def _root(root: ElementTree.Element, model: type, kind: str) -> Iterator[str]:
    if root.tag != kind:
        yield f"{root.tag}: not {kind}"
    yield from _element(root, model)
    if kind == "VisualizationInfo" and sum(one.tag.endswith("Camera") for one in root) != 1:
        yield f"{kind}: not one camera"


def _element(element: ElementTree.Element, model: Any) -> Iterator[str]:
    fields = dataclasses.fields(model)
    types = typing.get_type_hints(model)
    inner = [one for one in fields if one.metadata["type"] == "Element"]
    outer = {one.metadata["name"]: one for one in fields if one.metadata["type"] == "Attribute"}
    order = {one.metadata["name"]: place for place, one in enumerate(inner)}
    tags = [child.tag for child in element]
    yield from (f"{element.tag}/{tag}: unknown" for tag in tags if tag not in order)
    yield from (f"{element.tag}/@{name}: unknown" for name in element.attrib if name not in outer)
    places = [order[tag] for tag in tags if tag in order]
    if places != sorted(places):
        yield f"{element.tag}: {', '.join(tags)} in another order"
    for one in inner:
        number, (kind, is_list) = tags.count(one.metadata["name"]), _type(types[one.name])
        least = one.metadata.get("min_occurs", int(bool(one.metadata.get("required"))))
        if number < least or (number > 1 and not is_list):
            yield f"{element.tag}/{one.metadata['name']}: {number} times"
        for child in element.findall(one.metadata["name"]):
            if dataclasses.is_dataclass(kind):
                yield from _element(child, kind)
            else:
                yield from _value(f"{element.tag}/{child.tag}", child.text or "", kind, one.metadata)
    for name, one in outer.items():
        if name in element.attrib:
            yield from _value(f"{element.tag}/@{name}", element.attrib[name], _type(types[one.name])[0], one.metadata)
        elif one.metadata.get("required"):
            yield f"{element.tag}/@{name}: missing"


def _type(hint: Any) -> tuple[Any, bool]:
    """The type of a field that may be absent or a list, and whether it is a list."""
    if typing.get_origin(hint) is list:
        return typing.get_args(hint)[0], True
    kinds = [one for one in typing.get_args(hint) or (hint,) if one is not type(None)]
    return kinds[0], False


def _value(where: str, text: str, kind: Any, demands: Any) -> Iterator[str]:
    said = " ".join(text.split()) if demands.get("white_space") == "collapse" else text
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        if said not in {str(one.value) for one in kind}:
            yield f"{where}: {said!r} is none of its words"
        return
    try:
        value: Any = converter.deserialize(said, [kind]) if kind is not str else said
        if not isinstance(value, kind):
            raise TypeError
    except (TypeError, ValueError):
        yield f"{where}: {said!r} is no {kind.__name__}"
        return
    if "pattern" in demands and not re.fullmatch(demands["pattern"], said):
        yield f"{where}: {said!r} is not as {demands['pattern']}"
    if len(said) < demands.get("min_length", 0) or len(said) != demands.get("length", len(said)):
        yield f"{where}: {said!r} has another length"
    bounds = {
        "min_inclusive": lambda least: value >= least,
        "min_exclusive": lambda least: value > least,
        "max_inclusive": lambda most: value <= most,
        "max_exclusive": lambda most: value < most,
    }
    for name, holds in bounds.items():
        if name in demands and not holds(demands[name]):
            yield f"{where}: {said} is out of bounds"
