"""IFC class names in questions: "how many IfcWallStandardCase entities", "the GlobalId of each IfcDoor"."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.buildings.loader.vocabulary import labels_of
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import plural, words

_ANY: Final = r"(?:instance|entit(?:y|ie)|element|object|occurrence|item)s?"
_CLASS: Final = re.compile(
    rf"\b(?:{_ANY} of (?:the )?(?:(?:ifc )?(?:type|class) )?)?"
    rf"(?P<class>Ifc[A-Z][A-Za-z0-9]+?)(?P<s>s?)\b(?P<any> {_ANY})?\b"
)
_SEVERAL: Final = re.compile(r"\b(?:how many|list|count|number of|all|which|what are)\b", re.IGNORECASE)


def with_nouns(question: str, vocabulary: Vocabulary) -> str:
    """The question with the nouns of the classes that it names; other names of the schema stay."""

    def named(found: re.Match[str]) -> str:
        name = found["class"]
        noun = vocabulary.noun_of_class(name)
        if noun is None:
            label = labels_of(name)[-1]
            noun = words(label).lower() if vocabulary.is_kind(label) else None
        if noun is None:
            return found[0]
        return plural(noun) if found["s"] or found["any"] or _SEVERAL.search(question) else noun

    return _CLASS.sub(named, question)
