"""Which labels each relationship type joins, and how often.

The server counts the relationships of a type that leave, or reach, a label; both ends together it does not. Where every
relationship of a type reaches one label, the counts of those that leave each label are those of the pairs, exactly; the
same the other way round. What is left of a large type is estimated, label by label, from some of its relationships.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import quoted
from fingerpost.stores.bolt.counting import numbers
from fingerpost.stores.bolt.link import Link
from fingerpost.stores.bolt.sampling import EXACT, SAMPLE

_TOGETHER = 60
_Pairs = dict[tuple[str, str], int]


def endpoints(link: Link, types: Mapping[str, int], labels: Mapping[str, int]) -> dict[str, _Pairs]:
    """The pairs of labels that each type joins; a node with several labels counts for each of them."""
    return {
        type_: _counted(link, type_) if count <= EXACT else _large(link, type_, count, labels)
        for type_, count in types.items()
    }


def _counted(link: Link, type_: str) -> _Pairs:
    text = f"MATCH (a)-[e:{quoted(type_)}]->(b) RETURN labels(a), labels(b), count(*)"
    pairs: _Pairs = {}
    for starts, ends, count in link.ask(text):
        for start in _sayable(starts):
            for end in _sayable(ends):
                pairs[start, end] = pairs.get((start, end), 0) + count
    return pairs


def _large(link: Link, type_: str, count: int, labels: Mapping[str, int]) -> _Pairs:
    names = sorted(labels)
    said = quoted(type_)
    leaving = _from_counts(link, [f"(:{quoted(name)})-[e:{said}]->()" for name in names], names)
    reaching = _from_counts(link, [f"()-[e:{said}]->(:{quoted(name)})" for name in names], names)
    pairs: _Pairs = {}
    for end, number in reaching.items():
        if number == count:
            pairs.update({(start, end): leave for start, leave in leaving.items()})
    for start, number in leaving.items():
        if number == count:
            pairs.update({(start, end): reach for end, reach in reaching.items()})
    everywhere = {end for end, number in reaching.items() if number == count}
    for start, number in leaving.items():
        if number < count and reaching.keys() - everywhere:
            for end, share in _shares(link, start, said):
                if end in reaching:
                    pairs.setdefault((start, end), max(1, round(share * number)))
    return pairs


def _from_counts(link: Link, patterns: Sequence[str], names: Sequence[str]) -> dict[str, int]:
    """How many relationships match patterns whose counts the server keeps, by a name for each; none are left out."""
    texts = [f"MATCH {pattern} RETURN count(e) AS number" for pattern in patterns]
    return {name: number for name, number in zip(names, numbers(link, texts, _TOGETHER), strict=True) if number}


def _shares(link: Link, start: str, type_: str) -> Iterator[tuple[str, float]]:
    """Which labels the relationships of a type that leave a label reach, with what share of them."""
    text = (
        f"MATCH (a:{quoted(start)})-[e:{type_}]->(b) WITH labels(b) AS ends LIMIT $most "
        "WITH collect(ends) AS some UNWIND some AS ends UNWIND ends AS end RETURN end, count(*), size(some)"
    )
    yield from ((end, number / looked_at) for end, number, looked_at in link.ask(text, most=4 * SAMPLE))


def _sayable(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        try:
            quoted(name)
        except UnsupportedConstruct:
            continue
        yield name
