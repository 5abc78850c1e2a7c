"""Names of the schema as they are written, beside values that look like them."""

from __future__ import annotations

import pytest

from fingerpost.linking.identifiers import types_as_written, without_lookalikes, without_their_nouns
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import tokenise

NAMES = frozenset(("Mast", "CABLE", "type"))


def _mention(kind, question, words, value=None, name="kind", score=1.0):
    tokens = tokenise(question)
    start = next(i for i, token in enumerate(tokens) if token.norm == words.lower())
    return Mention(kind, start, start + 1, name, score, "", frozenset(("Tag",)), value=value), tokens


@pytest.mark.parametrize(
    ("kind", "question", "word", "value", "kept"),
    [
        ("value", "average length of the CABLE relationships", "cable", "cable", False),
        ("value", "which Mast is highest", "mast", "mast", False),
        ("value", "which mast is highest", "mast", "mast", True),
        ("value", "which Mast is highest", "mast", "Mast", True),
        ("value", "the highest of all Mast nodes", "mast", "Mast", False),
        ("value", "the label Mast", "mast", "Mast", False),
        ("text", "those with 'type' given", "type", "type", False),
        ("text", "those called 'tower'", "tower", "tower", True),
    ],
)
def test_a_name_as_it_is_written_is_no_value(kind, question, word, value, kept):
    mention, tokens = _mention(kind, question, word, value)
    assert bool(without_lookalikes([mention], question, tokens, NAMES)) is kept


@pytest.mark.parametrize("question", ["those of kind Mast", "whose kind is Mast", "with a kind equal to Mast"])
def test_behind_its_property_it_is_a_value(question):
    mention, tokens = _mention("value", question, "mast", "mast")
    own, _ = _mention("property", question, "kind")
    assert without_lookalikes([own, mention], question, tokens, NAMES) == [own, mention]


def test_the_noun_beside_a_name_is_no_name_of_its_own():
    question = "all Mast nodes"
    mast, tokens = _mention("label", question, "mast", name="Mast")
    nodes, _ = _mention("label", question, "nodes", name="MapNode", score=0.72)
    assert without_their_nouns([mast, nodes], tokens) == [mast]
    assert without_their_nouns([nodes], tokens) == [nodes]
    whole = nodes._replace(name="Nodes", score=1.0)
    assert without_their_nouns([mast, whole], tokens) == [mast, whole]


def test_behind_a_label_the_noun_is_no_relation():
    question = "Mast nodes with a NODE relationship"
    mast, tokens = _mention("label", question, "mast", name="Mast")
    noun, _ = _mention("relation", question, "nodes", name="NODE")
    written, _ = _mention("relation", question, "node", name="NODE")
    assert without_their_nouns([mast, noun, written], tokens) == [mast, written]


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("the length of a CABLE", [("relation", 1.0)]),
        ("the length of a cable", [("relation", 0.55), ("property", 1.0)]),
        ("THE LENGTH OF A CABLE", [("relation", 0.55), ("property", 1.0)]),
    ],
)
def test_a_type_in_capitals_is_no_property_of_its_name(question, kept):
    relation, tokens = _mention("relation", question, "cable", name="CABLE", score=0.55)
    held, _ = _mention("property", question, "cable", name="cable")
    found = types_as_written([relation, held], question, tokens)
    assert [(mention.kind, mention.score) for mention in found] == kept


@pytest.mark.parametrize(("question", "score"), [("notes associated with it", 0.4), ("notes ASSOCIATED with it", 1.0)])
def test_a_word_that_holds_things_together_is_hardly_a_type(question, score):
    mention, tokens = _mention("relation", question, "associated", name="ASSOCIATED")
    found = types_as_written([mention._replace(vague=True)], question, tokens)
    assert [m.score for m in found] == [score]


def test_the_whole_name_of_a_label_has_no_value_in_it():
    question = "how many mk-2 masts are new masts"
    new, tokens = _mention("value", question, "new", "new")
    two = Mention("number", 3, 4, "", 1.0, "", value=2)
    label = Mention("label", 2, 5, "mk-2_Mast", 1.0, "")
    end = Mention("label", 3, 4, "Type2", 0.72, "")
    assert [token.norm for token in tokens[2:5]] == ["mk", "2", "masts"]
    assert without_lookalikes([label, two, end, new], question, tokens, NAMES) == [label, new]
    assert without_lookalikes([label._replace(score=0.72), two], question, tokens, NAMES) == [
        label._replace(score=0.72),
        two,
    ]


@pytest.mark.parametrize(
    ("question", "kept"), [("what is the kind of Oak", False), ("what is the Kind of Oak", True), ("kind of Oak", True)]
)
def test_what_is_asked_of_something_is_no_value(question, kept):
    value, tokens = _mention("value", question, "kind", "kind")
    asked, _ = _mention("property", question, "kind")
    assert (value in without_lookalikes([asked, value], question, tokens, NAMES)) is kept
