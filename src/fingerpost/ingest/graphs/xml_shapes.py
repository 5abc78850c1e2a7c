"""Which elements of XML are values, which hold a list, and which are things of their own.

All elements of one name below the same parent are judged together, so that a single author is read like two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from fingerpost.ingest.tables.names import words

_BARE = frozenset("row record item entry element object rec".split())
"""Names of elements that say nothing of what they are: the element above names them."""
_BARE_ROOTS = frozenset("data root rows records items dataset export table list response result results xml".split())
_ABOUT = frozenset("version count total generated generator created exported date timestamp lang encoding".split())
"""What a root may say of the document and not of a thing."""
_DATABASES = frozenset(["mysqldump", "pma_xml_export"])
_NAMING = ("name", "key", "id")
_LONGEST_NAME = 64


@dataclass(slots=True)
class XmlElement:
    """An element with its attributes, the elements in it, and its text."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[XmlElement] = field(default_factory=list)
    text: str = ""
    texts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Shape:
    """What all elements of a name below the same parent are like."""

    attributes: set[str] = field(default_factory=set)
    children: set[str] = field(default_factory=set)
    text: bool = False
    longest: int = 0
    several: bool = False
    """Whether one of them holds several elements of one name."""
    repeated: bool = False
    """Whether several stand in one parent."""


_Place = tuple[str, str]


def records_of(root: XmlElement, stem: str) -> tuple[str, dict[str, Any]]:
    """The label of what a document holds, and its content as JSON would have it; `stem` is the name of its file."""
    if root.tag in _DATABASES:
        return stem, _tables(root)
    shapes: dict[_Place, _Shape] = {}
    for parent, element in _walk(root):
        _note(shapes.setdefault((parent, element.tag), _Shape()), element)
        for tag, count in Counter(child.tag for child in element.children).items():
            if count > 1:
                shapes.setdefault((element.tag, tag), _Shape()).repeated = True
    content = _Converter(shapes).content(root)
    label = stem if root.tag.casefold() in _BARE_ROOTS else root.tag
    if isinstance(content, dict) and len(content) == 1:
        ((key, held),) = content.items()
        if key.casefold() in _BARE and isinstance(held, list):
            return label, {label: held}
    lists = {key: value for key, value in content.items() if isinstance(value, dict | list)}
    return label, lists if _ABOUT.issuperset(map(str.casefold, content.keys() - lists.keys())) else content


def _tables(root: XmlElement) -> dict[str, list[dict[str, str]]]:
    """The rows by table of an export of mysqldump (`--xml`) or phpMyAdmin; their structures are left out."""
    found: dict[str, list[dict[str, str]]] = {}
    for _, element in _walk(root):
        rows = element.children if element.tag == "table_data" else [element] if element.tag == "table" else []
        for row in rows:
            values = {value.attributes.get("name", ""): value.text for value in row.children if value.text}
            if values and "" not in values:
                found.setdefault(element.attributes.get("name", element.tag), []).append(values)
    return found


def _walk(root: XmlElement) -> Iterator[tuple[str, XmlElement]]:
    waiting = [("", root)]
    while waiting:
        parent, element = waiting.pop()
        yield parent, element
        waiting.extend((element.tag, child) for child in reversed(element.children))


def _note(shape: _Shape, element: XmlElement) -> None:
    shape.attributes.update(element.attributes)
    shape.children.update(child.tag for child in element.children)
    shape.text = shape.text or bool(element.text)
    shape.longest = max(shape.longest, len(element.text))
    shape.several = shape.several or len(element.children) > 1


class _Converter:
    """Turns elements into dictionaries, lists and texts by the shapes of their kinds."""

    def __init__(self, shapes: dict[_Place, _Shape]) -> None:
        self._shapes = shapes

    def content(self, element: XmlElement) -> dict[str, Any]:
        """What an element holds: its attributes, its values and the things in it, by name."""
        found: dict[str, Any] = dict(element.attributes)
        for child in element.children:
            shape = self._shapes[element.tag, child.tag]
            if (named := _named(child, shape)) is not None:
                _put(found, named, child.text or None, several=False)
            elif self._is_list(element.tag, child.tag):
                for inner in child.children:
                    _put(found, inner.tag, self._value(child.tag, inner), several=True)
            elif not shape.children and not shape.repeated:
                _put(found, child.tag, child.text or None, several=False)
                for key, value in child.attributes.items():
                    _put(found, f"{child.tag}_{key}", value, several=False)
            else:
                _put(found, child.tag, self._value(element.tag, child), several=shape.repeated)
        if element.text and element.children:
            _put(found, "text", element.text, several=False)
        return found

    def _value(self, parent: str, element: XmlElement) -> Any:
        """An element as a text, where all of its kind are nothing else, or as a thing."""
        shape = self._shapes[parent, element.tag]
        if not shape.children and not shape.attributes:
            return element.text or None
        content = self.content(element)
        if element.text and not element.children:
            key = "name" if shape.longest <= _LONGEST_NAME and "name" not in shape.attributes else "text"
            content[key] = element.text
        return content

    def _is_list(self, parent: str, tag: str) -> bool:
        """Whether elements only hold others of one name: `authors` of `author`."""
        shape = self._shapes[parent, tag]
        if shape.attributes or shape.text or shape.repeated or len(shape.children) != 1:
            return False
        (inner,) = shape.children
        return shape.several or words(tag) == words(inner)


def _named(element: XmlElement, shape: _Shape) -> str | None:
    """The name that an element says of the value in it: `<field name="price">5</field>`."""
    if shape.children or not shape.repeated or len(shape.attributes & set(_NAMING)) == 0 or not shape.text:
        return None
    return element.attributes.get("name") if element.tag.casefold() in _FIELDS else None


_FIELDS = frozenset(
    "field column col property attribute attr str int long float double date bool arr value param".split()
)


def _put(found: dict[str, Any], key: str, value: Any, *, several: bool) -> None:
    """Put a value under a key; repeated keys hold a list."""
    if value is None:
        return
    if several:
        held = found.setdefault(key, [])
        if not isinstance(held, list):
            held = found[key] = [held]
        held.append(value)
    elif key not in found:
        found[key] = value
    elif isinstance(found[key], list):
        found[key].append(value)
    else:
        found[key] = [found[key], value]
