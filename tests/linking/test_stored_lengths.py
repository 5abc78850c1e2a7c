"""How long something took that is stored, told by other words than its name."""

from __future__ import annotations

import pytest

from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, ValueType
from fingerpost.linking.mentions import Mention
from fingerpost.linking.stored_lengths import lengths, with_stored_lengths
from fingerpost.linking.text import tokenise


def _info(name: str, type_: ValueType = ValueType.DURATION, unit: str | None = None) -> PropertyInfo:
    return PropertyInfo(name=name, type=type_, present=1, distinct=1, unit=unit)


_SCHEMA = GraphSchema(
    labels=(
        LabelInfo(name="Film", count=1, properties=(_info("runtime_min", ValueType.INTEGER, "min"),)),
        LabelInfo(name="Guest", count=1, properties=(_info("age", ValueType.INTEGER),)),
        LabelInfo(name="Hut", count=1, properties=(_info("delay_min", ValueType.INTEGER, "min"),)),
    ),
    relationships=(
        RelationshipInfo(
            type="SLEPT_IN",
            count=1,
            endpoints=(Endpoints(start="Guest", end="Hut", count=1),),
            properties=(_info("took"),),
        ),
        RelationshipInfo(
            type="FED",
            count=1,
            endpoints=(Endpoints(start="Guest", end="Guest", count=1),),
            properties=(_info("first"), _info("second")),
        ),
    ),
    node_count=3,
    relationship_count=2,
)


def _told(question: str, *found: Mention) -> set[tuple[str, int, int, str]]:
    mentions = with_stored_lengths(list(found), tokenise(question), list(lengths(_SCHEMA)))
    return {(m.kind, m.start, m.end, m.name) for m in mentions if m not in found}


_GUEST, _HUT = (Mention("label", place, place + 1, name, 1.0, "") for place, name in ((0, "Guest"), (6, "Hut")))


def test_what_stores_how_long_it_took() -> None:
    assert [(length.owner.name, length.info.name) for length in lengths(_SCHEMA)] == [
        ("Film", "runtime_min"),
        ("SLEPT_IN", "took"),
    ]


@pytest.mark.parametrize(
    ("question", "found", "told"),
    [
        ("guests with the longest stay in huts", (_GUEST, _HUT), {("property", 4, 5, "took")}),
        (
            "guests who stayed more than an hour",
            (Mention("relation", 2, 3, "SLEPT_IN", 1.0, ""),),
            set(),
        ),
        (
            "guests who spent the most time in huts",
            (_GUEST, _HUT),
            {("property", 5, 6, "took"), ("relation", 2, 3, "SLEPT_IN")},
        ),
        ("how long did guests stay in huts", (_GUEST, _HUT), {("relation", 4, 5, "SLEPT_IN")}),
        ("how old are the guests", (_GUEST,), set()),
        ("total hours of guests in huts", (_GUEST, _HUT), set()),
    ],
)
def test_other_words_for_it(question: str, found: tuple[Mention, ...], told: set[tuple[str, int, int, str]]) -> None:
    assert _told(question, *found) == told


def test_what_is_named_is_not_told_again() -> None:
    label = Mention("label", 1, 2, "Stay", 1.0, "")
    assert _told("longest stay", label) == set()
    of_stays = Mention("relation", 1, 2, "SLEPT_IN", 1.0, "")
    assert _told("total stays", of_stays) == set()
    assert _told("total stay", of_stays) == _told("average stays", of_stays) == {("property", 1, 2, "took")}
    other = Mention("property", 2, 3, "length", 1.0, "", frozenset(("Hut",)))
    assert _told("the total length", other) == set()
    film = Mention("label", 4, 5, "Film", 1.0, "")
    assert _told("the total length of films", other, film) == {("property", 2, 3, "runtime_min")}
