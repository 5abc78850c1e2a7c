"""Verbs: what the names of a schema say happened, or is."""

from __future__ import annotations

import re

from fingerpost.plans import VERBS, is_plural, words

_PREPOSITIONS = frozenset("about at by for from in inside into of on over to under with within near".split())
_INTRANSITIVE = frozenset(
    "acted appeared arrived became began belonged came closed competed departed died ended expired flew happened "
    "joined left lived moved occurred opened participated played referred resided resigned retired returned served "
    "started starred stayed studied traveled travelled voted went worked".split()
)
"""Past forms that need no "was"."""
_ADJECTIVE = re.compile(r"(?:able|al|ary|ed|ful|free|ible|ic|ing|ive|less|ous)$")
_ORDER = frozenset("first last originally".split())


def opened(sentence: str) -> str:
    """With a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def happened(name: str) -> str | None:
    """What a property says happened: `born` gives "was born", `died` "died", `lastUpdated` "was last updated".

    None for a name that is a noun.
    """
    *before, last = words(name).split() or [""]
    if any(word not in _ORDER for word in before) or not _is_past(last):
        return None
    return words(name) if last in _INTRANSITIVE else f"was {words(name)}"


def described(adjective: str) -> str:
    """What a yes/no property says: "step free", "marked as student"."""
    return adjective if _ADJECTIVE.search(adjective) else f"marked as {adjective}"


def related(type_: str) -> str:
    """A relationship type as a predicate: "borrowed", "is held at", "is in genre", "has current address"."""
    said = words(type_)
    parts = said.split() or [""]
    present = is_plural(parts[0]) or parts[0] in ("has", "is", "was", "does")
    if parts[0] in _PREPOSITIONS:
        return f"is {said}"
    if present or parts[0] in _INTRANSITIVE:
        return said
    if len(parts) > 1 and parts[-1] in _PREPOSITIONS:
        return f"is {said}"
    return said if _is_past(parts[0]) else f"has {said}"


def _is_past(word: str) -> bool:
    return word in _PAST or (len(word) > 3 and word.endswith("ed") and not word.endswith("eed"))


_PAST = frozenset(form for form in VERBS if not form.endswith("s")) | {"born"}
