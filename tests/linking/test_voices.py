"""Verbs for what happened: who did it and to whom it was done."""

from __future__ import annotations

import pytest

from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import tokenise
from fingerpost.linking.voices import DOER, RECEIVER, End, voiced

ENDS = {"SENDER": End(DOER, "Mail", "ADDRESSEE"), "ADDRESSEE": End(RECEIVER, "Mail", "SENDER")}


def relation(start: int, name: str, score: float = 0.8) -> Mention:
    return Mention("relation", start, start + 1, name, score, "a word")


@pytest.mark.parametrize(
    ("question", "verb", "meant"),
    [
        ("Who mailed Ann", 1, "SENDER"),
        ("People that mailed Ann", 2, "SENDER"),
        ("Who was mailed", 2, "ADDRESSEE"),
        ("How often was Ann mailed", 4, "ADDRESSEE"),
        ("People mailed by Ann", 1, "ADDRESSEE"),
        ("People that were here and who mailed Ann", 6, "SENDER"),
    ],
)
def test_the_form_of_a_verb_tells_the_end(question: str, verb: int, meant: str) -> None:
    found = voiced([relation(verb, "SENDER"), relation(verb, "ADDRESSEE")], tokenise(question), ENDS)
    scores = {m.name: m.score for m in found if m.kind == "relation" and m.start == verb}
    assert max(scores, key=lambda name: scores[name]) == meant
    assert {m.name for m in found if m.kind == "event"} == {meant}


def test_by_is_the_doer() -> None:
    found = voiced([relation(1, "SENDER"), relation(1, "ADDRESSEE")], tokenise("People mailed by Ann"), ENDS)
    assert [(m.name, m.start) for m in found if m.start == 2] == [("SENDER", 2)]


@pytest.mark.parametrize(("question", "at"), [("Who got a mail", 1), ("Who got mails", 1), ("The mails from Ann", 2)])
def test_slight_words_beside_what_happened_say_its_end(question: str, at: int) -> None:
    tokens = tokenise(question)
    noun = next(i for i, token in enumerate(tokens) if token.stem == "mail")
    name = "SENDER" if tokens[at].norm == "from" else "ADDRESSEE"
    label = Mention("label", noun, noun + 1, "Mail", 1.0, "its name")
    found = voiced([label, relation(at, name, 0.4)], tokens, ENDS)
    assert next(m.score for m in found if m.start == at) > 0.4


def test_made_to_is_not_made() -> None:
    longer = Mention("relation", 1, 3, "ADDRESSEE", 0.8, "a word")
    assert voiced([relation(1, "SENDER"), longer], tokenise("Mails made to Ann"), ENDS) == [longer]


def test_other_types_are_left_alone() -> None:
    other = relation(1, "KNOWS")
    assert voiced([other], tokenise("Who knows Ann"), ENDS) == [other]
