"""Words that stand for things which were named before."""

from __future__ import annotations

from fingerpost.linking.mentions import Mention
from fingerpost.linking.others import of_their_own
from fingerpost.linking.scores import OWN
from fingerpost.linking.text import tokenise

HORSE = Mention("label", 2, 3, "Horse", OWN, "its name")


def test_one_of_their_own_is_one_more_of_the_things_named_before() -> None:
    tokens = tokenise("who grooms horses but leases one of their own")
    number = Mention("number", 5, 6, "", 1.0, "a literal", value=1)
    kept, one = of_their_own([HORSE, number], tokens)
    assert kept == HORSE
    assert (one.kind, one.name, one.start, one.end, one.fresh) == ("label", "Horse", 5, 9, True)


def test_other_ones_are_numbers() -> None:
    number = Mention("number", 5, 6, "", 1.0, "a literal", value=1)
    assert of_their_own([HORSE, number], tokenise("who grooms horses but leases one of them")) == [HORSE, number]
