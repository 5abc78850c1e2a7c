"""Names of the schema as they are written, beside values that look like them."""

from __future__ import annotations

import pytest

from fingerpost.linking.identifiers import without_lookalikes, without_their_nouns
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
