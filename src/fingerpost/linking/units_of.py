"""How many units of something were sold: the sum of what relationships say of it, where they tell a quantity."""

from __future__ import annotations

from collections.abc import Callable, Collection

from fingerpost.core.schema import GraphSchema, ValueType
from fingerpost.linking.display import tells_apart
from fingerpost.linking.text import Token, joined_name, split_name, stem, unwritten

_UNITS = frozenset(
    "unit units piece pieces item items pack packs packet packets copy copies box boxes bottle bottles bag bags can "
    "cans jar jars carton cartons crate crates".split()
)
_QUANTITIES = frozenset("quantity qty units copies pieces".split())
_BEING = frozenset("was were have has had did do been being we they you".split())
_DEALS = frozenset(
    "sell sold order ordered buy bought purchase purchased ship shipped deliver delivered use used make made produce "
    "produced need needed receive received supply supplied".split()
)
_HOW_MANY = (["how", "many"], ["number", "of"])
_FEWEST = 5
"""Words of the shortest such question: "how much tea was sold"."""


def units_of(tokens: tuple[Token, ...], schema: GraphSchema, is_known: Callable[[str], bool]) -> tuple[Token, ...]:
    """The tokens of "how many units of tea were sold", "how much tea did we sell" as of "total quantity of tea".

    `is_known` tells of a word whether it stands among the graph's values.
    """
    norms = [token.norm for token in tokens]
    place = next((i for i in range(len(norms) - 1) if norms[i] == "how" and norms[i + 1] in ("many", "much")), None)
    if place is None or len(tokens) - place < _FEWEST:
        return tokens
    # What it is asked of must be named: "how much compensation was paid" asks for no quantity.
    being = next((i for i in range(place + 3, len(norms)) if norms[i] in _BEING), None)
    done = being is not None and not _DEALS.isdisjoint(norms[being:]) and any(map(is_known, norms[place + 2 : being]))
    quantity = _quantity(schema) if done else ()
    if not quantity or being is None:
        return tokens
    counted = place + 2
    if norms[counted] in _UNITS and norms[counted + 1] == "of":
        rest = tokens[counted + 2 :]
    elif norms[being - 1] in _UNITS and being - 1 > counted:
        rest = (*tokens[counted : being - 1], *tokens[being:])
    elif norms[place + 1] == "much" and being > counted:
        rest = tokens[counted:]
    else:
        return tokens
    at = tokens[place].start
    said = unwritten(at, "total", *quantity, "of")
    return (*tokens[:place], *said, *rest)


def held_counts(tokens: tuple[Token, ...], counting: Collection[str]) -> tuple[Token, ...]:
    """The tokens of "how many faculty", "the number of degrees" as of their total, where the things of a label hold how
    many by the name of this (`counting_labels`): a row of `faculty` is no member of it."""
    norms = [token.norm for token in tokens]
    for place in range(len(norms) - 2):
        if norms[place : place + 2] in _HOW_MANY and tokens[place + 2].stem in counting:
            first = place - (place > 0 and norms[place - 1] == "total")
            return (*tokens[:first], *unwritten(tokens[first].start, "total"), *tokens[place + 2 :])
    return tokens


def counting_labels(schema: GraphSchema) -> frozenset[str]:
    """The stems of labels of one word that have a number of this name, which tells none of their things apart."""
    found = set()
    for label in schema.labels:
        words = split_name(label.name)
        own = (info for info in label.properties if info.number and joined_name(info.name) == "".join(words))
        if len(words) == 1 and any(not tells_apart(label, info) or info.type is ValueType.FLOAT for info in own):
            found.add(stem(words[0]))
    return frozenset(found)


def _quantity(schema: GraphSchema) -> tuple[str, ...]:
    """The words of the one name that quantities of relationships have."""
    names = {
        split_name(info.name)
        for kind in schema.relationships
        for info in kind.properties
        if info.numeric and split_name(info.name)[0] in _QUANTITIES
    }
    return next(iter(names)) if len(names) == 1 else ()
