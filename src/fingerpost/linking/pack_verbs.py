"""What a relationship type's name says, in both directions: guesses for a pack that a person will mend."""

from __future__ import annotations

import re

from fingerpost.linking.english import english
from fingerpost.linking.text import split_name, stem
from fingerpost.plans import VERBS

_PARTICIPLES = {base: form for form, base in VERBS.items() if not form.endswith("s")}
_BASES = frozenset(_PARTICIPLES)
_SILENT_E = re.compile(r"(?:[aiou]t|[^aeiou]l|[^s]s|[^n]g|[vczu]|[aiou]r|[aeiou]d)$")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")
_SHORT = re.compile(r"[^aeiou][aeiou][bdgmnprt]$")


def said_both_ways(type_: str) -> tuple[str, str | None]:
    """The words of a type from the start of its arrow, and from its end where they can be guessed.

    INVESTIGATED_BY: "investigated by", "investigates". OWNS: "owns", "owned by". LOCATED_IN: "located in", None.
    """
    words = split_name(type_)
    forward = " ".join(words)
    verb = _verb(words[0]) if words else None
    if verb is None:
        return forward, None
    if len(words) == 2 and words[1] == "by":
        return forward, _present(verb)
    return forward, f"{_participle(verb)} by" if len(words) == 1 else None


def _verb(word: str) -> str | None:
    """The base form of a word that is surely a verb."""
    if word in VERBS:
        return VERBS[word]
    if word.endswith("ied"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith("ed") and not word.endswith("eed"):
        bare = word[:-2]
        if _DOUBLED.search(bare):
            return bare[:-1]
        return f"{bare}e" if _SILENT_E.search(bare) and not bare.endswith(("visit", "edit", "limit")) else bare
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        bases = (word[:-1], word[:-2], f"{word[:-3]}y")
        return next((base for base in bases if base in _BASES or (stem(base),) in english().relations), None)
    return None


def _present(verb: str) -> str:
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"


def _participle(verb: str) -> str:
    if verb in _PARTICIPLES:
        return _PARTICIPLES[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1]}ed" if len(verb) < 5 and _SHORT.search(verb) else f"{verb}ed"
