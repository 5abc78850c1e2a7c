"""The phrases of a schema: names split and written out, general English, the words of a pack."""

from __future__ import annotations

import pytest

from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, ValueType
from fingerpost.linking.english import english, stems
from fingerpost.linking.lexicon import LONGEST, Lexicon
from fingerpost.linking.pack import EMPTY_PACK, Pack
from fingerpost.linking.text import split_name


def properties(*names: str) -> tuple[PropertyInfo, ...]:
    return tuple(PropertyInfo(name=name, type=ValueType.STRING, present=1, distinct=1) for name in names)


SCHEMA = GraphSchema(
    labels=(
        LabelInfo(name="PhoneCall", count=5, properties=properties("call_date", "callTime", "phoneNo")),
        LabelInfo(name="Person", count=5, properties=properties("surname", "dob", "isAdult", "pID")),
        LabelInfo(name="PostCode", count=2, properties=properties("code")),
        LabelInfo(name="ToolCategory", count=1, properties=properties("size")),
    ),
    relationships=(
        RelationshipInfo(type="HAS_PHONE", count=3, endpoints=(Endpoints(start="Person", end="PhoneCall", count=3),)),
        RelationshipInfo(
            type="OCCURRED_AT",
            count=3,
            endpoints=(Endpoints(start="PhoneCall", end="PostCode", count=3),),
            properties=(
                PropertyInfo(
                    name="x1",
                    type=ValueType.STRING,
                    present=1,
                    distinct=1,
                    description="signal strength",
                ),
            ),
        ),
    ),
    node_count=13,
    relationship_count=6,
)


def read(phrase: str, pack: Pack = EMPTY_PACK) -> set[tuple[str, str]]:
    return {(entry.kind, entry.name) for entry in Lexicon(SCHEMA, pack).lookup(stems(phrase))}


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    [
        ("phone calls", ("label", "PhoneCall")),
        ("phonecall", ("label", "PhoneCall")),
        ("calls", ("label", "PhoneCall")),
        ("people", ("label", "Person")),
        ("individuals", ("label", "Person")),
        ("call date", ("property", "call_date")),
        ("date", ("property", "call_date")),
        ("phone number", ("property", "phoneNo")),
        ("last name", ("property", "surname")),
        ("date of birth", ("property", "dob")),
        ("adult", ("property", "isAdult")),
        ("id", ("property", "pID")),
        ("signal strength", ("property", "x1")),
        ("zip code", ("label", "PostCode")),
        ("tools", ("label", "ToolCategory")),
        ("has phone", ("relation", "HAS_PHONE")),
        ("phone", ("relation", "HAS_PHONE")),
        ("happened", ("relation", "OCCURRED_AT")),
        ("at", ("relation", "OCCURRED_AT")),
    ],
)
def test_what_people_call_it(phrase: str, meaning: tuple[str, str]) -> None:
    assert meaning in read(phrase)


@pytest.mark.parametrize(
    ("phrase", "meaning"),
    [
        ("county", "state_county"),
        ("state", "state_county"),
        ("town", "city_town"),
        ("post code", "zip_postcode"),
        ("zip", "zip_postcode"),
        ("depot number", "depot_id"),
        ("shipment number", None),
        ("rating code", None),
    ],
)
def test_names_of_several_words_for_one_thing_and_numbers_that_tell_things_apart(
    phrase: str, meaning: str | None
) -> None:
    held = properties("state_county", "city_town", "zip_postcode", "depot_id", "star_rating_code")
    schema = GraphSchema(
        labels=(LabelInfo(name="Depot", count=2, properties=held),),
        relationships=(),
        node_count=2,
        relationship_count=0,
    )
    found = Lexicon(schema, EMPTY_PACK).lookup(stems(phrase))
    assert next((entry.name for entry in found if entry.kind == "property"), None) == meaning


@pytest.mark.parametrize("phrase", ["penguins", "", "phone call date of birth"])
def test_what_nothing_is_called(phrase: str) -> None:
    assert read(phrase) == set()


def test_a_name_itself_scores_above_its_parts_and_other_words() -> None:
    lexicon = Lexicon(SCHEMA)

    def score(phrase: str, name: str) -> float:
        return next(entry.score for entry in lexicon.lookup(stems(phrase)) if entry.name == name)

    assert score("phone call", "PhoneCall") > score("call", "PhoneCall")
    assert score("person", "Person") > score("individual", "Person")
    assert score("occurred", "OCCURRED_AT") > score("at", "OCCURRED_AT")


def test_a_property_named_after_its_label_belongs_to_that_label_only() -> None:
    (entry,) = [e for e in Lexicon(SCHEMA).lookup(stems("time")) if e.name == "callTime"]
    assert entry.owners == {"PhoneCall"}
    assert not entry.of_relationship


def test_a_property_of_a_relationship_says_so() -> None:
    (entry,) = [e for e in Lexicon(SCHEMA).lookup(stems("signal strength")) if e.name == "x1"]
    assert (entry.of_relationship, entry.owners) == (True, {"OCCURRED_AT"})


def test_the_words_of_a_pack() -> None:
    pack = Pack(
        labels={"PhoneCall": ("ring-up",)},
        properties={"dob": ("natal day",)},
        relations={"OCCURRED_AT": ("took place in",)},
    )
    assert ("label", "PhoneCall") in read("ring up", pack)
    assert ("property", "dob") in read("natal days", pack)
    assert ("relation", "OCCURRED_AT") in read("takes place in", pack)
    assert read("ring up") == set()


def test_what_a_pack_hides_is_called_nothing() -> None:
    pack = Pack(hidden=("Person", "dob", "HAS_PHONE"))
    hidden = {"Person", "dob", "HAS_PHONE"}
    lexicon = Lexicon(SCHEMA, pack)
    assert not {entry.name for phrase in lexicon.phrases for entry in lexicon.lookup(phrase)} & hidden
    assert hidden <= {entry.name for phrase in Lexicon(SCHEMA).phrases for entry in Lexicon(SCHEMA).lookup(phrase)}


def test_words_of_a_pack_for_what_this_graph_lacks_mean_nothing() -> None:
    assert read("gizmo", Pack(labels={"Gizmo": ("gizmo",)})) == set()


def test_phrases_have_a_bounded_length() -> None:
    pack = Pack(labels={"Person": (" ".join(["very"] * (LONGEST + 1)),)})
    assert max(len(phrase) for phrase in Lexicon(SCHEMA, pack).phrases) <= LONGEST


def test_general_english_is_symmetric() -> None:
    for table in (english().rings, english().relations):
        for phrase, others in table.items():
            assert phrase not in others
            assert all(phrase in table[other] for other in others)


def test_the_names_of_a_wide_label_are_compared_in_steps_that_grow_with_their_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    split = 0

    def counted(name: str) -> tuple[str, ...]:
        nonlocal split
        split += 1
        return split_name(name)

    monkeypatch.setattr("fingerpost.linking.lexicon.split_name", counted)
    number = 400
    wide = LabelInfo(name="Wall", count=5, properties=properties(*(f"part{place}Size" for place in range(number))))
    Lexicon(GraphSchema(labels=(wide,), relationships=(), node_count=5, relationship_count=0))
    assert split < 50 * number


def test_people_are_also_those_whose_label_does_not_say_so():
    keeper = LabelInfo(name="Beekeeper", count=5, properties=properties("full_name", "phone"))
    hive = LabelInfo(name="Hive", count=5, properties=properties("code", "colour"))
    pupil = LabelInfo(name="Pupil", count=5, properties=properties("name"))
    lexicon = Lexicon(GraphSchema(labels=(keeper, hive, pupil), relationships=(), node_count=15, relationship_count=0))
    assert {entry.name for entry in lexicon.lookup(stems("people"))} == {"Beekeeper", "Pupil"}
