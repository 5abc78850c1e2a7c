"""Labels of one node: which of a schema's labels are those of kinds of another label's nodes.

A schema names each label by itself, and not which nodes have several. Two signs tell that a label's nodes have another
label too: all its properties are the other's, and either the schema shows the same node as an example of both, or all
its relationships are the other's.
"""

from __future__ import annotations

from collections.abc import Mapping

from scripts.eval.fill_values import NOTHING, Hint
from scripts.tables.learn_pairs import Shape

Hints = Mapping[tuple[str, str], Hint]


def roots(shape: Shape, told: Hints) -> dict[str, str]:
    """For each label the one whose nodes its own are a kind of; itself for most, and where no text shows examples."""
    found = {label: label for label in shape.labels}
    for label in shape.labels if told else ():
        for other in shape.labels:
            if found[other] != other or other == label or not _is_kind(label, other, shape, told):
                continue
            found[label] = other
    return {label: _last(label, found) for label in found}


def _last(label: str, found: Mapping[str, str]) -> str:
    while found[label] != label:
        label = found[label]
    return label


def _is_kind(label: str, other: str, shape: Shape, told: Hints) -> bool:
    """Whether a label's nodes seem to have another label too."""
    own = shape.labels[label]
    if not own.items() <= shape.labels[other].items():
        return False
    shown = any(_values(told, label, name) & _values(told, other, name) for name in own if name in _NAMES)
    joined = _joined(label, shape)
    if shown:
        return bool(joined & _joined(other, shape))
    return len(own) >= _MANY and joined <= _joined(other, shape)


_NAMES = ("name", "title", "screen_name", "ip")
_MANY = 3
"""Properties that two labels hardly have in common by chance."""


def _values(told: Hints, label: str, name: str) -> set[str]:
    hint = told.get((label, name), NOTHING)
    return {*hint.options, *([hint.example] if hint.example else [])}


def _joined(label: str, shape: Shape) -> set[tuple[str, bool, str]]:
    """What a label's nodes are joined with: the type, whether it starts there, and the other end's label."""
    found = set()
    for type_, ends in shape.ends.items():
        for start, end in ends:
            if start == label:
                found.add((type_, True, end))
            if end == label:
                found.add((type_, False, start))
    return found
