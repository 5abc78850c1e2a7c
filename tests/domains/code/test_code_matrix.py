"""Every condition with every other, each ask, negation and frame, against Cypher put together from the same tables."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from fingerpost.engine import KnowledgeBase

SURE: Final = 0.8
_HAS: Final = "EXISTS {{ (f)-[:CONTAINS]->(c:CONTROL_STRUCTURE) WHERE c.controlStructureType IN {} }}"
_CALLS: Final = "EXISTS {{ (f)-[:CALLS]->(m:METHOD) WHERE m.name = '{}' }}"
_CONDITIONS: Final = {
    # as said, denied, and what is so
    "call free": ("do not call free", _CALLS.format("free")),
    "invoke item_free": ("never invoke item_free", _CALLS.format("item_free")),
    "have exactly one caller": ("do not have exactly one caller", "f.callerCount = 1"),
    "are static": ("are not static", "f.static"),
    "contain a loop": ("have no loops", _HAS.format("['FOR', 'WHILE', 'DO']")),
    "have an if statement": ("do not contain any if statements", _HAS.format("['IF']")),
    "take more than one parameter": ("do not take more than one parameter", "f.parameterCount > 1"),
    "are longer than 12 lines": ("are not longer than 12 lines", "f.lines > 12"),
    "allocate memory": ("allocate nothing", "f.allocates"),
    "release memory": ("never release any memory", "f.frees"),
    "return an int": ("do not return an int", "f.returnType = 'int'"),
    "reside in shelf.c": ("are not in shelf.c", "f.filename = 'shelf.c'"),
    "read the field next": (
        "do not read the field next",
        "EXISTS { (f)-[:CONTAINS]->(x:FIELD_IDENTIFIER) WHERE x.canonicalName = 'next' AND NOT x.written }",
    ),
    "have a local variable of type size_t": (
        "have no local variable of type size_t",
        "EXISTS { (f)-[:HAS_LOCAL]->(v:LOCAL) WHERE v.typeFullName = 'size_t' }",
    ),
    "have a parameter named title": (
        "have no parameter named title",
        "EXISTS { (f)-[:HAS_PARAMETER]->(v) WHERE v.name = 'title' }",
    ),
    "call a static function that frees memory": (
        "do not call a static function that frees memory",
        "EXISTS { (f)-[:CALLS]->(m:FUNCTION) WHERE m.static AND m.frees }",
    ),
}
_ASKS: Final = ("Which functions {}?", "List all functions which {}.", "functions that {}")
_FRAMES: Final = (
    "Hello Maria, {} Thanks in advance!",
    "I am preparing a talk about memory: {}",
    "We want to tidy up before the next release. {}",
    "For the audit: {}",
    "Sorry to bother you again, but {}",
)
_ABOUT: Final = {
    "who calls it?": "Who calls {}?",
    "which functions does it call?": "Which functions does {} call?",
    "what are its parameters?": "What are the parameters of {}?",
    "is it static?": "Is {} static?",
    "which static functions does it call?": "Which static functions does {} call?",
    "how long is it?": "How long is {}?",
}
_TOLD: Final = (
    "Dear Ana, before I touch {}, {}",
    "{} looks suspicious to me; {}",
    "The documents say little about {}, so {}",
    "My boss asked about {}. {}",
)


_SAME: Final = {
    "I must count functions that allocate memory. How many are there?": "How many functions allocate memory?",
    "We could inline whatever is static and calls free. Which functions would that be?": (
        "Which functions are static and call free?"
    ),
    "The callers of free, minus the static ones": "Which non-static functions call free?",
    "There are some global variables; which ones are used in shelf_add?": "Which global variables does shelf_add use?",
    "On average, how long are the functions in shelf.c?": "What is the average length of functions in shelf.c?",
    "Which functions read or write the field copies?": "Which functions access the field copies?",
    "Do we have anything that calls a function that is recursive?": "Which functions call recursive functions?",
    "loops - in which functions?": "Which functions contain a loop?",
    "Which functions go beyond a complexity of 3?": "Which functions have a complexity above 3?",
    "Which functions have a char pointer parameter called title?": "Which functions have a parameter named title?",
}


def _names(kb: KnowledgeBase, where: str) -> set[str]:
    return {str(row[0]) for row in kb.query(f"MATCH (f:FUNCTION) WHERE {where} RETURN f.name").rows}


def _agrees(kb: KnowledgeBase, question: str, where: str) -> None:
    answer = kb.ask(question)
    assert {str(row[0]) for row in answer.rows} == _names(kb, where), f"{question}: {answer.text}"
    assert answer.confidence >= SURE, question


@pytest.mark.parametrize("first", _CONDITIONS)
def test_conditions_compose(shelf: KnowledgeBase, first: str) -> None:
    """Each with each other, said or denied, joined by and, but or or, in all forms of asking in turn."""
    denied, one = _CONDITIONS[first]
    for number, (second, (not_second, other)) in enumerate(_CONDITIONS.items()):
        ask = _ASKS[number % len(_ASKS)]
        if first == second:
            _agrees(shelf, ask.format(first), one)
            _agrees(shelf, ask.format(denied), f"NOT ({one})")
            continue
        _agrees(shelf, ask.format(f"{first} and {second}"), f"({one}) AND ({other})")
        _agrees(shelf, ask.format(f"{first} but {not_second}"), f"({one}) AND NOT ({other})")


@pytest.mark.parametrize(("first", "second"), [("are static", "take more than one parameter"),
    ("call free", "contain a loop"), ("return an int", "allocate memory")])  # fmt: skip
def test_one_of_two_conditions_is_enough(shelf: KnowledgeBase, first: str, second: str) -> None:
    either = " OR ".join(f"({_CONDITIONS[one][1]})" for one in (first, second))
    _agrees(shelf, f"Which functions {first} or {second}?", either)


@pytest.mark.parametrize("said", _CONDITIONS)
def test_they_are_counted(shelf: KnowledgeBase, said: str) -> None:
    answer = shelf.ask(f"How many functions {said}?")
    assert answer.rows == ((len(_names(shelf, _CONDITIONS[said][1])),),), answer.text


@pytest.mark.parametrize("frame", _FRAMES)
def test_what_is_told_beside_a_question_changes_nothing(shelf: KnowledgeBase, frame: str) -> None:
    for said, (_, where) in list(_CONDITIONS.items())[::3]:
        answer = shelf.ask(frame.format(f"which functions {said}?"))
        assert {str(row[0]) for row in answer.rows} == _names(shelf, where), f"{frame} {said}: {answer.text}"


@pytest.mark.parametrize("told", _TOLD)
def test_pronouns_stand_for_what_was_told(shelf: KnowledgeBase, told: str) -> None:
    for (asked, plain), name in product(_ABOUT.items(), ("shelf_add", "find_item")):
        question = asked if told[-4] != "." else asked.capitalize()
        answer, wanted = shelf.ask(told.format(name, question)), shelf.ask(plain.format(name))
        assert answer.rows == wanted.rows, f"{told} {asked}: {answer.text}"


@pytest.mark.parametrize(("said", "plainly"), _SAME.items())
def test_other_forms_say_the_same(shelf: KnowledgeBase, said: str, plainly: str) -> None:
    answer, wanted = shelf.ask(said), shelf.ask(plainly)
    assert wanted.rows
    assert {str(row[0]) for row in answer.rows} == {str(row[0]) for row in wanted.rows}, answer.text


def test_what_turns_a_question_is_not_passed_over(shelf: KnowledgeBase) -> None:
    for question in (
        "Percentage-wise, which functions are static?",
        "Per file, which functions are static?",
        "I prepare slides about memory. Which functions call shelf_sort?",
        "As for leaks, functions that allocate memory. Unless they free it, how many are there?",
    ):
        assert shelf.ask(question).confidence < SURE, question
