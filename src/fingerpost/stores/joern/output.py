"""What a Joern server prints: values of Scala, or errors, which it reports with success."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from fingerpost.core.cells import Cell, Node, Path, Relationship
from fingerpost.core.errors import StoreError

_ANSI: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_COMPILE: Final = re.compile(r"^-- (?:\[(E\d+)\] )?([\w -]*?) ?(?:Error|Warning)?: -+|^\d+ errors? found", re.M)
_BY_NUMBER: Final = {
    "E006": "joern.unknown-name",
    "E007": "joern.type-mismatch",
    "E008": "joern.unknown-step",
    "E050": "joern.parameters",
    "E081": "joern.parameters",
    "E086": "joern.parameters",
    "E100": "joern.parameters",
    "E171": "joern.parameters",
}
"""The codes of errors that queries have most, by the compiler's number."""
_BY_KIND: Final = {
    "Syntax": "joern.syntax",
    "Not Found": "joern.unknown-name",
    "Type Mismatch": "joern.type-mismatch",
    "Type": "joern.type",
    "Reference": "joern.ambiguous",
}
"""The codes of all others, by the kind that the compiler names; of a kind that is not here it is `joern.compile`."""
_THROWN: Final = re.compile(r"^([a-z][\w$]*(?:\.[\w$]+)*\.[\w$]*(?:Exception|Error))(?:: (.*))?$", re.M)
_VALUE: Final = re.compile(r"^val res\d+: (\w+) = (.*)\Z", re.M | re.S)
_OPENED: Final = re.compile(r"^val res\d+: Option\[[\w.]+\] = Some\(", re.M)
_ABSENT: Final = frozenset({"<empty>", "<empty>:0", "<unknown>", "<unknown>:0"})
"""What Joern says for a property that a node does not have."""
_MOST_SHOWN: Final = 500
_LONGEST_ESCAPE: Final = 12
"""Characters of the longest escape in JSON, that of a pair of surrogates."""


def printed_of_cut(data: bytes) -> str | None:
    """What a server printed, of an answer of which only the beginning is there; None if that is not in it."""
    start = re.search(rb'"stdout"\s*:\s*"', data)
    return None if start is None else _unescaped(data[start.end() :].decode("utf-8", "ignore"))


def _unescaped(text: str) -> str:
    """The text of a JSON string that ends anywhere, without what of an escape stands at its end."""
    for length in range(len(text), max(len(text) - _LONGEST_ESCAPE, 0) - 1, -1):
        try:
            return str(json.loads(f'"{text[:length]}"', strict=False))
        except ValueError:
            continue
    return ""


def _whole_items(text: str) -> list[Any]:
    """The items of a JSON list that ends anywhere: those that are whole."""
    decoder, found, at = json.JSONDecoder(), [], text.find("[") + 1
    while at > 0:
        try:
            item, end = decoder.raw_decode(text, at)
        except ValueError:
            break
        if end == len(text):  # a number may go on
            break
        found.append(item)
        if text[end] != ",":
            break
        at = end + 1
        while at < len(text) and text[at].isspace():
            at += 1
    return found


def value_of(stdout: str, query: str, *, opened: str | None = None, cut: bool = False) -> Any:
    """The value that a query printed: the decoded JSON of a text, a number or a Boolean.

    Where only the beginning was read (`cut`), it is the list of the items that are whole. `opened` is the graph that
    was to be opened first: where it was not, the value is of another graph.

    Raises:
        StoreError: `joern.compile` or a more special code; the query did not compile. `joern.exception`: it threw.
            `store.failed`: it printed no value, or there is no such graph.
    """
    text = _ANSI.sub("", stdout).strip()
    found = list(_VALUE.finditer(text))
    # A text of the code may say anything, so errors are looked for only before the value.
    head = text[: found[0].start()] if found else text
    if error := _COMPILE.search(head):
        message = f"Joern does not compile the query{f' ({error[1]})' if error[1] else ''}"
        code = _BY_NUMBER.get(error[1] or "") or _BY_KIND.get(error[2] or "", "joern.compile")
        raise _failed(message, head, query, scala=error[1], code=code)
    if error := _THROWN.search(head):
        raise _failed(f"Joern could not run the query: {error[2] or error[1]}", head, query, code="joern.exception")
    if opened is not None and not _OPENED.search(head):
        raise _failed(f"the Joern server has no graph {opened}", head, query)
    if not found and cut:
        return []
    if not found:
        raise _failed("Joern answered without a value", head, query)
    kind, shown = found[-1][1], found[-1][2].strip()
    if cut and kind == "String":
        return _whole_items(shown[3:] if shown.startswith('"""') else _unescaped(shown[1:]))
    try:
        if kind == "String":
            raw = shown[3:-3] if shown.startswith('"""') else json.loads(shown)
            return json.loads(raw)
        if kind in ("Int", "Long", "Boolean"):
            return json.loads(shown)
    except (ValueError, TypeError) as error:
        raise _failed(f"Joern's answer cannot be read: {error}", shown, query) from error
    raise _failed(f"Joern answered with a {kind}", shown, query)


def rows_of(value: Any, columns: Sequence[str]) -> list[tuple[Cell, ...]]:
    """The rows of a decoded value. A pair comes as an object with one key."""
    if not isinstance(value, list):
        return [(value,)]
    pairs = len(columns) == 2
    return [_row(one, len(columns), pairs) for one in value]


def _row(one: Any, width: int, pairs: bool) -> tuple[Cell, ...]:
    if width > 1 and isinstance(one, dict):
        if pairs and len(one) == 1:
            ((key, held),) = one.items()
            return key, _cell(held)
        return tuple(_cell(one.get(f"_{number}")) for number in range(1, width + 1))
    return (_cell(one),)


def _cell(value: Any) -> Cell:
    if isinstance(value, dict):
        if "_label" in value and "_id" in value:
            properties = {name: _cell(held) for name, held in value.items() if name not in ("_id", "_label")}
            return Node(element_id=str(value["_id"]), labels=(str(value["_label"]),), properties=properties)
        return {str(name): _cell(held) for name, held in value.items()}
    if isinstance(value, list):
        cells = tuple(map(_cell, value))
        return _path(cells) if cells and all(isinstance(one, Node) for one in cells) else cells
    return None if isinstance(value, str) and value in _ABSENT else value


def _path(nodes: tuple[Node, ...]) -> Path:
    """A path of nodes. Of a chain of calls the server also gives each call, which joins two methods."""
    ends = [node for node in nodes if node.labels == nodes[0].labels]
    joined = [
        Relationship(f"{start.element_id}-{end.element_id}", "CALLS", start.element_id, end.element_id, {})
        for start, end in pairwise(ends)
    ]
    return Path(tuple(ends), tuple(joined))


def _failed(message: str, said: str, query: str, *, scala: str | None = None, code: str = "store.failed") -> StoreError:
    """An error with the server's message, and the number of the compiler's error (`E008`) if it gives one."""
    details = {"query": query, "server": said[:_MOST_SHOWN]} | ({"compiler": scala} if scala else {})
    return StoreError(message, code=code, details=details)
