"""Words for the building itself: "the hotel", "our school", where the model says that it is one."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.buildings.questions.vocabulary import Vocabulary

_BUILDING: Final = "Building"
_ENDS: Final = (
    r"(?=\W*$|['’]s\b|,| (?:have|has|had|contains?|includes?|is|are|was|made|built|that|which|per|by|in|on|at|with|"
    r"without|and|or|needs?|uses?)\b)"
)
"""What may follow such a word: "the hotel lobby" is a room."""


def with_building(question: str, words: Vocabulary) -> str:
    """The question with a word for all the buildings that there are as "the building"."""
    kinds = [said for said, noun in words.nouns.items() if noun.label == _BUILDING and noun.kinds]
    if not kinds:
        return question
    named = re.compile(rf"\b(?:the|this|our) (?P<kind>{'|'.join(map(re.escape, kinds))}){_ENDS}", re.IGNORECASE)
    found = named.search(question)
    if found is None or not words.are_all_called(_BUILDING, words.nouns[found["kind"].lower()].kinds):
        return question
    return named.sub("the building", question)
