"""Which labels of a database are kinds of others, asked pair by pair: nobody goes through all its nodes for that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from fingerpost.core.names import quoted
from fingerpost.stores.bolt.counting import numbers
from fingerpost.stores.bolt.link import Link
from fingerpost.stores.bolt.sampling import step_of

_MOST_PAIRS = 2_000


def nested_labels(link: Link, labels: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """The labels that all nodes of a label have besides, as `stores.outline.nested` tells them.

    `labels` are the labels with their counts, none of which occurs nowhere. Of labels of very many nodes, and of very
    many labels, it is not looked at.
    """
    pairs = [
        (kind, whole)
        for kind, count in labels.items()
        if step_of(count) == 1
        for whole, more in labels.items()
        if count < more
    ]
    if len(pairs) > _MOST_PAIRS:
        return {}
    apart = _met(link, ((kind, (whole,)) for kind, whole in pairs))
    kinds: dict[str, list[str]] = {}
    for (kind, whole), is_apart in zip(pairs, apart, strict=True):
        if not is_apart:
            kinds.setdefault(whole, []).append(kind)
    plain = _met(link, kinds.items())
    found: dict[str, tuple[str, ...]] = {}
    for (whole, own), is_plain in sorted(zip(kinds.items(), plain, strict=True)):
        for kind in own if is_plain else ():
            found[kind] = (*found.get(kind, ()), whole)
    return found


def _met(link: Link, wanted: Iterable[tuple[str, Iterable[str]]]) -> Iterator[bool]:
    """Whether some node has a label and none of the others, for each."""
    texts = [
        f"MATCH (e:{quoted(label)}) WHERE {_none(others)} WITH e LIMIT 1 RETURN count(e) AS number"
        for label, others in wanted
    ]
    return map(bool, numbers(link, texts))


def _none(labels: Iterable[str]) -> str:
    return " AND ".join(f"NOT e:{quoted(label)}" for label in labels)
