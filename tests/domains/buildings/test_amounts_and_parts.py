"""How much there is of things, of what layers they are, their sizes and shares: what estimators and architects ask."""

from __future__ import annotations

import pytest

from fingerpost.core.answer import Status
from fingerpost.engine.knowledge_base import KnowledgeBase

LAYERS = "External Wall 373: 4 layers: Brick (0.1 m), Insulation (0.12 m), Concrete Block (0.14 m), Plaster (0.013 m)."


@pytest.mark.parametrize(
    ("question", "query"),
    [
        (
            "How much wall is there on the ground floor?",
            "MATCH (w:Wall)-[:ON_LEVEL]->({name: 'Ground Floor'}) RETURN sum(w.area)",
        ),
        ("What area of brick wall do we have?", "MATCH (w:Wall) WHERE w.isExternal RETURN sum(w.area)"),
        (
            "What is the glazing area on the first floor?",
            "MATCH (w:Window)-[:ON_LEVEL]->({name: 'First Floor'}) RETURN sum(w.area)",
        ),
        (
            "How many m3 of concrete does the ground slab need?",
            "MATCH (s:Slab {name: 'Ground Slab'}) RETURN s.area * 0.15",
        ),
        (
            "How many m3 of concrete do we pour for the ground slab?",
            "MATCH (s:Slab {name: 'Ground Slab'}) RETURN s.area * 0.15",
        ),
        (
            "What is the combined floor area of both bedrooms?",
            "MATCH (r:Room) WHERE r.longName STARTS WITH 'Bedroom' RETURN sum(r.area)",
        ),
        ("How many walls does each building have?", "MATCH (w:Wall) RETURN count(w)"),
        ("How deep are the treads of the main stair?", "MATCH (s:Stair) RETURN s.treadLength"),
        ("What is the pitch of the roof?", "MATCH (r:Roof) RETURN r.pitchAngle"),
        ("What is the distance between the ground floor and the first floor?", "RETURN 2.8"),
        (
            "How many windows face outside on the first floor?",
            "MATCH (w:Window)-[:ON_LEVEL]->({name: 'First Floor'}) RETURN count(w)",
        ),
    ],
)
def test_a_number_is_that_of_the_graph(house: KnowledgeBase, question: str, query: str) -> None:
    answer = house.ask(question)
    assert [row[-1] for row in answer.rows] == [pytest.approx(house.query(query).rows[0][0])]
    assert answer.confidence >= 0.8


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "What does the external wall consist of from outside to inside?",
            LAYERS,
        ),
        (
            "What is the build-up of the brick walls?",
            LAYERS,
        ),
        (
            "What are the door sizes?",
            "3 sizes (width × height): 1.01 × 2.11 m (×1), 1.8 × 2.11 m (×1) and 0.885 × 2.01 m (×6).",
        ),
        ("What are the dimensions of the living room window?", "Living Room Window (width: 1.51 m, height: 1.26 m)."),
        ("What is the width and height of the front door?", "Front Door (width: 1.01 m, height: 2.11 m)."),
        ("What is the rise and going of the stair?", "Main Stair (riser height: 0.175 m, tread length: 0.28 m)."),
        ("What share of the ground floor is kitchen?", "kitchen: 27.4%, 17.70 of 64.55 m² of all rooms there."),
        ("Which wall types contain brick?", "The type name is External Wall 373."),
        ("Which beams lack a length?", "Timber Beam B3."),
        ("What is the slope of the roof?", "The pitch angle of Gable Roof is 35°."),
        ("What is the height of the storeys?", "Ground Floor: 2.8 m, First Floor: 2.8 m, each up to the next level."),
        ("What is the height of the railing of the main stair?", "The height of Stair Railing is 0.9 m."),
        ("How much glass do we need?", "The total area is 10.67 m²."),
        ("Do any internal walls carry load?", "Yes: 1 of 6 is."),
        (
            "How much bigger is the ground floor than the first floor?",
            "By 16.51 m². Ground Floor: 64.55 m², First Floor: 48.04 m².",
        ),
        ("Is the first floor bigger than the ground floor?", "No. First Floor: 48.04 m², Ground Floor: 64.55 m²."),
        ("What is the window area as a percentage of the external wall area?", "0.0661."),
    ],
)
def test_the_answer_tells(house: KnowledgeBase, question: str, said: str) -> None:
    answer = house.ask(question)
    assert answer.text == said
    assert answer.confidence >= 0.8


def test_furniture_is_told_with_its_room(house: KnowledgeBase) -> None:
    answer = house.ask("What furniture stands in which room?")
    assert answer.rows == house.ask("Where is the furniture?").rows
    assert len(answer.rows) == 3


def test_a_colour_that_only_levels_have_is_none_of_doors(house: KnowledgeBase) -> None:
    assert house.ask("What colour are the doors?").status is Status.UNANSWERABLE


@pytest.mark.parametrize(
    ("question", "plainly"),
    [
        ("Which rooms exceed 21 m2 in area?", "Which rooms are larger than 21 m2?"),
        ("Which doors open into the hall?", "Which doors lead to the hall?"),
        ("How many walls touch the kitchen?", "How many walls does the kitchen have?"),
        ("How much area do the external walls cover?", "What is the total area of the external walls?"),
        ("Which walls have the type External Wall 373?", "Which walls are external?"),
        ("How much plaster is used in total?", "How much plaster is there?"),
        (
            "How much window area do we have on the first floor?",
            "What is the total area of the windows on the first floor?",
        ),
        ("How many cubic metres of air does the kitchen hold?", "What is the total volume of the kitchen in m3?"),
        ("Which walls are made of concrete block?", "Which walls are external?"),
        ("How many square metres do the bedrooms have together?", "How big are the bedrooms together?"),
        ("How many square metres does the kitchen have?", "What is the total area of the kitchen?"),
        ("How many square metres of roof do we have?", "What is the area of the roof?"),
        ("What material is the ground slab?", "What is the ground slab made of?"),
        ("What is the wall count per level?", "How many walls are there per level?"),
        ("How much floor area does the night zone have?", "What is the total area of the rooms in the night zone?"),
        ("How long is wall G5?", "How long is Wall G5 Spine?"),
        ("How many layers does the ground slab have?", "How many material layers does the ground slab have?"),
    ],
)
def test_other_words_are_read_as_the_plain_ones(house: KnowledgeBase, question: str, plainly: str) -> None:
    answer, other = house.ask(question), house.ask(plainly)
    assert {row[0] for row in answer.rows} == {row[0] for row in other.rows}
    assert answer.confidence >= 0.8


def test_a_specification_is_held_against_one_property_at_a_time(house: KnowledgeBase) -> None:
    answer = house.ask("Which doors do not meet the specification?")
    assert answer.status is Status.UNANSWERABLE
    assert "one property at a time: fire rating, width, height" in answer.text
    assert answer.suggestions[0] == "Do the doors meet the required fire rating?"
    assert house.ask(answer.suggestions[1]).status is Status.ANSWERED


def test_a_gross_floor_area_that_is_not_stated_is_not_made_up(house: KnowledgeBase) -> None:
    assert house.ask("What is the gross floor area?").status is Status.UNANSWERABLE


def test_materials_that_are_taken_together_are_named(house: KnowledgeBase) -> None:
    answer = house.ask("How much concrete is used in the building?")
    assert answer.notes[0] == "taken for concrete: Concrete and Concrete Block"


def test_a_level_without_rooms_is_not_compared(house: KnowledgeBase) -> None:
    assert house.ask("Is the roof bigger than the ground floor?").status is Status.UNANSWERABLE
